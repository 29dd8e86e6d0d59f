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

/// Was `PostgreSQL` left out by name? Then a test says so and ends.
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

/// A server that takes encrypted connections and passwords only, and shows a certificate for the name `localhost`.
#[allow(dead_code, reason = "most tests need no such server")]
pub struct Guarded {
    pub port: u16,
    /// The certificates of who signed the server's, and of somebody else.
    pub signer: PathBuf,
    pub stranger: PathBuf,
    _folder: tempfile::TempDir,
    _server: Server,
}

#[allow(dead_code, reason = "most tests need no such server")]
impl Guarded {
    pub fn start() -> Self {
        let home = tempfile::tempdir().unwrap();
        let place = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
        for name in ["signer", "stranger"] {
            let (key, certificate, subject) =
                (place(&format!("{name}.key")), place(&format!("{name}.pem")), format!("/CN={name}"));
            openssl(
                &["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", &subject]
                    .into_iter()
                    .chain(["-keyout", &key, "-out", &certificate])
                    .collect::<Vec<_>>(),
            );
        }
        std::fs::write(place("names"), "subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n").unwrap();
        let prepare = |folder: &Path| {
            let inside = |name: &str| folder.join(name).to_str().unwrap().to_owned();
            let (key, wish, certificate) = (inside("server.key"), place("wish"), inside("server.pem"));
            openssl(&[
                "req",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-subj",
                "/CN=localhost",
                "-keyout",
                &key,
                "-out",
                &wish,
            ]);
            openssl(
                &[
                    "x509",
                    "-req",
                    "-in",
                    &wish,
                    "-days",
                    "2",
                    "-extfile",
                    &place("names"),
                    "-out",
                    &certificate,
                ]
                .into_iter()
                .chain(["-CA", &place("signer.pem"), "-CAkey", &place("signer.key"), "-CAcreateserial"])
                .collect::<Vec<_>>(),
            );
            std::fs::set_permissions(&key, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
            let rule = "hostssl all all 127.0.0.1/32 scram-sha-256\n";
            std::fs::write(folder.join("data/pg_hba.conf"), rule).unwrap();
        };
        // Beside the folder of the data, in which the server starts.
        let settings =
            ["ssl=on", "ssl_cert_file=../server.pem", "ssl_key_file=../server.key"].map(str::to_owned);
        let server = start_with("scram-sha-256", &settings, &prepare);
        let (signer, stranger) = (place("signer.pem").into(), place("stranger.pem").into());
        Guarded { port: server.port, signer, stranger, _folder: home, _server: server }
    }
}

fn openssl(arguments: &[&str]) {
    let said = Command::new("openssl").args(arguments).output().expect("openssl is installed");
    assert!(said.status.success(), "openssl {arguments:?}: {}", String::from_utf8_lossy(&said.stderr));
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
    start_with("trust", &[], &|_| ())
}

/// A server of its own: this way of letting people in (the user `ingenio` has the password `secret`), these settings,
/// and what is done in its folder before it starts. It ends when this is dropped.
fn start_with(way: &str, settings: &[String], prepare: &dyn Fn(&Path)) -> Server {
    let programs = programs();
    let user = ordinary_user();
    let folder = tempfile::Builder::new().prefix("ingenio-postgres-").tempdir().unwrap().keep();
    if let Some((user, group)) = user {
        std::os::unix::fs::chown(&folder, Some(user), Some(group)).unwrap();
    }
    std::fs::write(folder.join("password"), "secret").unwrap();
    let made = as_user(Command::new(programs.join("initdb")), user)
        .args(["--username=ingenio", "--encoding=UTF8", "--no-sync", "-A", way, "--pwfile"])
        .arg(folder.join("password"))
        .arg("-D")
        .arg(folder.join("data"))
        .current_dir(&folder)
        .output()
        .expect("initdb runs; `scripts/setup-tests` installs it");
    assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
    prepare(&folder);
    if let Some((user, group)) = user {
        for file in std::fs::read_dir(&folder).unwrap().flatten().filter(|file| file.path().is_file()) {
            std::os::unix::fs::chown(file.path(), Some(user), Some(group)).unwrap();
        }
    }
    // Between finding a free port and taking it somebody else may take it.
    (0..5)
        .find_map(|_| serve(&programs, user, &folder, settings))
        .expect("PostgreSQL starts; what it said stands above")
}

/// Starts the server and waits until it says that it is ready.
fn serve(programs: &Path, user: Option<(u32, u32)>, folder: &Path, settings: &[String]) -> Option<Server> {
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
        .args(settings.iter().flat_map(|setting| ["-c", setting.as_str()]))
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
