//! The `ingenio` program: glue between the command line and the catalog.

mod animate;
mod arguments;
mod check;
mod convert;
mod crash;
mod exit;
mod hint;
mod input;
mod interrupt;
mod methods;
mod progress;
mod sayings;
mod solve;
mod units;
mod words;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command};
use exit::Status;

fn main() -> ExitCode {
    crash::install();
    let arguments = Arguments::parse();
    let status = match arguments.command {
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Hint(arguments) => hint::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Methods(arguments) => methods::run(&arguments),
        Command::Completions { shell } => completions(shell),
        Command::Man => man(),
    };
    status.code()
}

fn completions(shell: clap_complete::Shell) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "ingenio", &mut script);
    print_bytes(&script)
}

fn man() -> Status {
    let mut page = Vec::new();
    match clap_mangen::Man::new(Arguments::command()).render(&mut page) {
        Ok(()) => print_bytes(&page),
        Err(_) => Status::OwnFailure,
    }
}

/// A reader that has seen enough (`| head`) is no failure.
fn print_bytes(bytes: &[u8]) -> Status {
    let _ = std::io::stdout().write_all(bytes);
    Status::Fine
}
