//! A house that many people use, seen by its owner: files in old encodings, a full disk, limits that have their
//! own status, tools to keep order, and what an idle line costs.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;

fn ingenio(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ingenio")).args(arguments).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn write(folder: &TempDir, name: &str, contents: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, contents).expect("a file can be written");
    path.to_string_lossy().into_owned()
}

#[test]
fn old_encodings_are_read_and_named() {
    let folder = TempDir::new().unwrap();
    let level = "#####\n#@$.#\n#####\nTitle: El ñandú de José\n\n######\n#@ $.#\n######\n";
    let latin: Vec<u8> = level.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
    let wide: Vec<u8> = format!("\u{feff}{level}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, bytes, encoding) in [("latin.xsb", latin, "Windows-1252"), ("wide.xsb", wide, "UTF-16")] {
        let file = write(&folder, name, bytes);
        let output = ingenio(&["solve", &file, "--json"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("El ñandú de José"), "{}", text(&output.stdout));
        assert_eq!(text(&output.stdout).lines().count(), 2);
        assert!(text(&output.stderr).contains(encoding), "{}", text(&output.stderr));
    }
    let binary = write(&folder, "not.xsb", [0x7f, b'E', b'L', b'F', 0, 1, 2]);
    let refused = ingenio(&["solve", &binary, "--puzzle", "sokoban"]);
    assert_eq!(refused.status.code(), Some(3), "{}", text(&refused.stderr));
}

#[test]
fn a_model_without_room_is_a_limit_and_says_its_size() {
    let folder = TempDir::new().unwrap();
    let board = write(&folder, "panel.txt", "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM\n");
    let limits = ["--memory", "1M", "--json"];
    let output = ingenio(&[&["solve", &board, "--method", "milp-model2:periods=400"], &limits[..]].concat());
    assert_eq!(output.status.code(), Some(20), "{}{}", text(&output.stdout), text(&output.stderr));
    assert!(text(&output.stdout).contains("\"limit\":\"memory\""), "{}", text(&output.stdout));
    let written =
        ingenio(&["model", &board, "--formulation", "model2:periods=1000", "--to", "lp", "--memory", "1M"]);
    assert_eq!(written.status.code(), Some(20), "{}", text(&written.stderr));
    assert!(text(&written.stderr).contains("variables"), "{}", text(&written.stderr));
}

/// Files may not grow: to `SQLite` that is a disk without room, and what it says is "disk I/O error (4874)".
#[test]
fn a_full_disk_is_named_when_a_database_is_opened() {
    let folder = TempDir::new().unwrap();
    for most in ["0", "4", "16", "100"] {
        let file = folder.path().join(format!("{most}.sqlite"));
        let script = "trap '' XFSZ; ulimit -f $0; exec \"$1\" store export --database \"$2\"";
        let mut command = Command::new("sh");
        command.args(["-c", script, most, env!("CARGO_BIN_EXE_ingenio")]).arg(&file);
        let output = command.output().expect("a shell");
        assert_eq!(output.status.code(), Some(1), "{most}: {}", text(&output.stdout));
        assert!(text(&output.stderr).contains("disk is full"), "{most}: {}", text(&output.stderr));
    }
}

#[test]
fn a_bad_goal_line_swallows_nothing_and_a_film_of_any_board_is_made() {
    let folder = TempDir::new().unwrap();
    let boards = write(&folder, "boards.txt", "1 2/_ 3\ngoal: nowhere\n\n1 2/3 _\n\n1 2 3/4 _ 6/7 5 8\n");
    let output = ingenio(&["solve", &boards, "--json"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stdout));
    let outcomes = text(&output.stdout).matches("\"outcome\":\"solved\"").count();
    assert_eq!(outcomes, 2, "{}", text(&output.stdout));
    let tiles = write(&folder, "tiles.txt", "2x2\n1 2 3 4\n5 6 7 2\n3 8 9 1\n7 1 2 8\n");
    let film = folder.path().join("film.gif");
    let made = ingenio(&["render", &tiles, "-o", film.to_str().unwrap(), "--solved"]);
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    assert!(std::fs::read(&film).unwrap().starts_with(b"GIF89a"));
}

// --- the server and its owner ---

/// `ingenio serve` in a process of its own.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(database: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ingenio"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--behind-proxy", "--database"]);
        let mut child = command.arg(database).stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = Vec::new();
        let output = child.stdout.as_mut().unwrap();
        while line.last() != Some(&b'\n') {
            let mut byte = [0];
            output.read_exact(&mut byte).expect("it says where it listens");
            line.push(byte[0]);
        }
        let line = text(&line);
        let address =
            line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap().to_owned();
        Server { child, address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// One request on a connection of its own; gives head and body.
    fn ask(&self, head: &str, cookie: &str, body: &str) -> String {
        self.ask_from(0, head, cookie, body)
    }

    /// The same from an address of one's own, as a proxy would tell it.
    fn ask_from(&self, number: usize, head: &str, cookie: &str, body: &str) -> String {
        let mut stream = self.connect();
        let length = body.len();
        let request = format!(
            "{head} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\ncookie: {cookie}\r\nx-forwarded-for: 10.0.{}.{}\r\n\r\n{body}",
            self.address,
            number / 256,
            number % 256
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        text(&answer)
    }

    /// An open line, its greeting read.
    fn line(&self, key: &str, cookie: &str, tab: usize) -> TcpStream {
        let mut stream = self.connect();
        let request = format!(
            "GET /api/plays/{key}/live?tab={tab} HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\ncookie: {cookie}\r\n\
             x-forwarded-for: 10.0.{}.{}\r\n\r\n",
            self.address,
            tab / 256,
            tab % 256
        );
        stream.write_all(request.as_bytes()).unwrap();
        let (mut heard, mut piece) = (String::new(), [0; 4096]);
        while !heard.contains("\"is\":\"board\"") {
            let count = stream.read(&mut piece).unwrap();
            assert!(count > 0, "{heard}");
            heard += &text(&piece[..count]);
        }
        stream
    }

    /// Kilobytes in memory.
    fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches("kB").trim().parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What stands behind a word of an answer, up to the next quote or semicolon.
fn after<'a>(answer: &'a str, word: &str) -> &'a str {
    let rest = answer.split_once(word).unwrap_or_else(|| panic!("no {word} in {answer}")).1;
    rest.split(['"', ';']).next().unwrap()
}

/// A guest with a play of a small board, looking at it.
fn guest(server: &Server, number: usize) -> TcpStream {
    let opened = server.ask_from(number, "POST /api/levels", "", r#"{"text": "1 2 3/4 5 6/_ 7 8"}"#);
    let level = after(&opened, "\"id\":\"").to_owned();
    let begun = server.ask_from(number, "POST /api/plays", "", &format!("{{\"level\": \"{level}\"}}"));
    let cookie = format!("ingenio={}", after(&begun, "set-cookie: ingenio="));
    server.line(after(&begun, "\"key\":\""), &cookie, number)
}

/// Kilobytes that an idle line may cost on a small board, its play and its player included.
const EACH: u64 = 25;
const LINES: usize = 1000;

#[test]
fn an_idle_line_costs_little_and_gives_it_back() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(&folder.path().join("house.sqlite"));
    // What the first few leave behind is the server's, not theirs.
    drop((LINES..LINES + 50).map(|number| guest(&server, number)).collect::<Vec<_>>());
    std::thread::sleep(Duration::from_secs(1));
    let before = server.resident();
    let lines: Vec<TcpStream> = (0..LINES).map(|number| guest(&server, number)).collect();
    let with = server.resident();
    let each = with.saturating_sub(before) / LINES as u64;
    println!("{before} kB before, {with} kB with {LINES} idle lines: {each} kB each");
    assert!(each <= EACH, "{each} kB each");
    drop(lines);
    let left = || server.resident().saturating_sub(before);
    let gone = (0..70).any(|_| {
        std::thread::sleep(Duration::from_secs(1));
        left() < (with - before) / 2
    });
    assert!(gone, "{} of {} kB are still there", left(), with - before);
}

#[test]
fn the_owner_lists_shuts_out_removes_and_tries_the_backup() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("house.sqlite");
    let at = database.to_str().unwrap();
    let server = Server::start(&database);
    let entered = server.ask("POST /api/register", "", r#"{"name": "Ada", "password": "correct horse"}"#);
    let cookie = format!("ingenio={}", after(&entered, "set-cookie: ingenio="));
    let opened = server.ask("POST /api/levels", &cookie, r#"{"text": "1 2 3/4 5 6/_ 7 8"}"#);
    let level = after(&opened, "\"id\":\"").to_owned();
    let admin = |arguments: &[&str]| ingenio(&[&["admin"], arguments, &["--database", at]].concat());
    let said = |output: &Output| text(&output.stdout) + &text(&output.stderr);
    let players = admin(&["players"]);
    assert!(text(&players.stdout).contains("Ada") && players.status.success(), "{}", said(&players));
    assert!(text(&admin(&["players", "--json"]).stdout).contains("\"name\":\"Ada\""));
    let levels = admin(&["levels"]);
    assert!(
        text(&levels.stdout).contains(&level) && text(&levels.stdout).contains("Ada"),
        "{}",
        said(&levels)
    );
    assert!(admin(&["quota", "ada", "1000"]).status.success());
    assert!(text(&admin(&["players", "--json"]).stdout).contains("\"quota\":1000"));
    assert!(admin(&["ban", "Ada"]).status.success());
    assert!(server.ask("GET /api/me", &cookie, "").contains("\"name\":null"), "the session is closed");
    assert!(admin(&["unban", "Ada"]).status.success());
    let nobody = admin(&["ban", "Bob"]);
    assert_eq!(nobody.status.code(), Some(1), "{}", said(&nobody));
    let backup = folder.path().join("backup.sqlite");
    let copied = ingenio(&["store", "backup", backup.to_str().unwrap(), "--database", at]);
    assert!(copied.status.success(), "{}", said(&copied));
    let drilled = ingenio(&["admin", "drill", backup.to_str().unwrap()]);
    assert!(drilled.status.success() && said(&drilled).contains("would do"), "{}", said(&drilled));
    let mut bytes = std::fs::read(&backup).unwrap();
    let half = bytes.len() / 2;
    bytes[half..].fill(0x55);
    std::fs::write(&backup, bytes).unwrap();
    let broken = ingenio(&["admin", "drill", backup.to_str().unwrap()]);
    assert_eq!(broken.status.code(), Some(1), "{}", said(&broken));
    assert!(admin(&["remove-level", &level]).status.success());
    assert!(admin(&["remove-player", "Ada"]).status.success());
    assert!(!text(&admin(&["players"]).stdout).contains("Ada"));
}
