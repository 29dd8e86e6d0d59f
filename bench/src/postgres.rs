//! A real `PostgreSQL` for measurements, the one of the tests; and the programs of ours that use it.

#[path = "../../crates/store/tests/suite/postgres_server.rs"]
mod postgres_server;

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

pub use postgres_server::new_database;

use crate::web_client::Trouble;

/// The program that lies beside this one.
pub fn ingenio() -> Result<PathBuf, Trouble> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?.with_file_name("ingenio");
    if program.exists() { Ok(program) } else { Err(format!("{}: build it first", program.display())) }
}

/// `ingenio worker`, killed without mercy when it is dropped.
pub struct Worker(Child);

impl Worker {
    pub fn start(database: &str, flags: &[&str]) -> Result<Self, Trouble> {
        let mut command = Command::new(ingenio()?);
        command.args(["worker", "--database", database]).args(flags);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        child.map(Worker).map_err(|error| error.to_string())
    }

    /// kill -9.
    pub fn kill(mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
