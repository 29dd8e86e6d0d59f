//! A real `PostgreSQL`, started once for this program: in a temporary folder, on a free port. A small
//! shell watches over it: when this program ends, however it ends, the shell's input does too, and it
//! stops the server and clears the folder.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// At once and without a last checkpoint: nobody needs the data any more.
const WATCH: &str = r#""$@" & server=$!; read -r _; kill -QUIT $server; wait $server; rm -rf "$FOLDER""#;

struct Server {
    programs: PathBuf,
    port: u16,
    /// Held, so that its input stays open.
    _watch: Child,
}

static SERVER: OnceLock<Server> = OnceLock::new();

/// The environment variable that names what is not to be tested.
const WITHOUT: &str = "INGENIO_WITHOUT";

/// Was PostgreSQL left out by name? Then a test says so and ends.
#[allow(dead_code, reason = "measurements leave nothing out")]
pub fn is_left_out() -> bool {
    let left_out = std::env::var(WITHOUT).is_ok_and(|names| names.split(',').any(|name| name == "postgres"));
    if left_out {
        eprintln!("PostgreSQL is left out, for {WITHOUT} says so.");
    }
    left_out
}

/// The address of a new, empty database.
pub fn new_database() -> String {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let server = SERVER.get_or_init(start);
    let name = format!("test{}", NUMBER.fetch_add(1, Ordering::Relaxed));
    server.ask("createdb", &[&name]);
    format!("postgres://ingenio:secret@127.0.0.1:{}/{name}", server.port)
}

/// What a query says, a row on each line.
#[allow(dead_code, reason = "not everybody who starts a server asks it")]
pub fn query(address: &str, sql: &str) -> String {
    let name = address.rsplit('/').next().unwrap_or_default();
    SERVER.get().expect("a server").ask("psql", &["-d", name, "-At", "-c", sql])
}

impl Server {
    /// Calls one of the database's own programs; gives what it printed.
    fn ask(&self, program: &str, arguments: &[&str]) -> String {
        let said = Command::new(self.programs.join(program))
            .args(["-h", "127.0.0.1", "-U", "ingenio", "-p", &self.port.to_string()])
            .args(arguments)
            .output()
            .expect("PostgreSQL's own programs start");
        assert!(said.status.success(), "{program}: {}", String::from_utf8_lossy(&said.stderr));
        String::from_utf8_lossy(&said.stdout).into_owned()
    }
}

fn start() -> Server {
    let programs = programs();
    let user = ordinary_user();
    let folder = tempfile::Builder::new().prefix("ingenio-postgres-").tempdir().unwrap().keep();
    if let Some((user, group)) = user {
        std::os::unix::fs::chown(&folder, Some(user), Some(group)).unwrap();
    }
    let made = as_user(Command::new(programs.join("initdb")), user)
        .args(["--username=ingenio", "--auth=trust", "--encoding=UTF8", "--no-sync", "-D"])
        .arg(folder.join("data"))
        .current_dir(&folder)
        .output()
        .expect("initdb runs; `scripts/setup-tests` installs it");
    assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
    // Between finding a free port and taking it somebody else may take it.
    (0..5)
        .find_map(|_| serve(&programs, user, &folder))
        .expect("PostgreSQL starts; what it said stands above")
}

/// Starts the server and waits until it says that it is ready.
fn serve(programs: &Path, user: Option<(u32, u32)>, folder: &Path) -> Option<Server> {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut watch = as_user(Command::new("sh"), user)
        .args(["-c", WATCH, "watch"])
        .arg(programs.join("postgres"))
        .arg("-D")
        .arg(folder.join("data"))
        .arg("-p")
        .arg(port.to_string())
        .args(["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=400", "-k"])
        .arg(folder)
        .env("FOLDER", folder)
        .env("LC_ALL", "C")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(watch.stderr.take().unwrap());
    if is_ready(&mut said) {
        // Somebody has to listen, or the server would wait one day until its words are read.
        std::thread::spawn(move || said.read_to_end(&mut Vec::new()));
        return Some(Server { programs: programs.to_owned(), port, _watch: watch });
    }
    // The server is gone already; its watch must not clear the folder for the next try.
    watch.kill().unwrap();
    watch.wait().unwrap();
    None
}

/// Reads what the server says until it is ready or has given up.
fn is_ready(said: &mut impl BufRead) -> bool {
    for line in said.lines().map_while(Result::ok) {
        if line.contains("ready to accept connections") {
            return true;
        }
        eprintln!("{line}");
        if line.contains("FATAL") {
            return false;
        }
    }
    false
}

/// The newest of Debian's, or what is on the path.
fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let version = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = versions.map(|entry| entry.path()).filter(|path| path.join("bin/initdb").exists());
    if let Some(newest) = newest.max_by_key(|path| version(path)) {
        return newest.join("bin");
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
        .expect("PostgreSQL is not installed: `scripts/setup-tests` does it, INGENIO_WITHOUT=postgres leaves its tests out")
}

/// The server refuses to run as root; then it runs as the user of Debian's package, or as nobody.
fn ordinary_user() -> Option<(u32, u32)> {
    let id = |arguments: &[&str]| {
        let said = Command::new("id").args(arguments).output().ok().filter(|said| said.status.success())?;
        String::from_utf8(said.stdout).ok()?.trim().parse::<u32>().ok()
    };
    if id(&["-u"]) != Some(0) {
        return None;
    }
    let of = |name: &str| id(&["-u", name]).zip(id(&["-g", name]));
    of("postgres").or_else(|| of("nobody"))
}

fn as_user(mut command: Command, user: Option<(u32, u32)>) -> Command {
    if let Some((user, group)) = user {
        command.uid(user).gid(group);
    }
    command
}
