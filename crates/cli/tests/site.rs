//! The example of a site (`examples/site`): its units and its balancer are read by the programs that they are for, and
//! what the settings name may be written.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

const UNITS: [&str; 2] = ["ingenio-worker.service", "ingenio@.service"];

fn example(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/site").join(name);
    fs::read_to_string(file).unwrap()
}

/// Daemons are where ordinary users do not look.
fn search_path() -> String {
    std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin"
}

fn is_installed(program: &str) -> bool {
    let there = search_path().split(':').any(|folder| Path::new(folder).join(program).is_file());
    if !there {
        eprintln!("{program} is not installed: what it says of the example is left out.");
    }
    there
}

fn says(program: &str, arguments: &[&str]) -> (bool, String) {
    let said = Command::new(program).args(arguments).env("PATH", search_path()).output().unwrap();
    (said.status.success(), String::from_utf8_lossy(&[said.stdout, said.stderr].concat()).into_owned())
}

#[test]
fn systemd_reads_the_units() {
    if !is_installed("systemd-analyze") {
        return;
    }
    let home = TempDir::new().unwrap();
    let mut files = vec!["verify".to_owned(), "--man=no".to_owned()];
    for name in UNITS {
        let text = example(name).replace("/usr/bin/ingenio", env!("CARGO_BIN_EXE_ingenio"));
        let file: PathBuf = home.path().join(name.replace('@', "@8017"));
        fs::write(&file, text).unwrap();
        files.push(file.display().to_string());
    }
    let (fine, said) = says("systemd-analyze", &files.iter().map(String::as_str).collect::<Vec<_>>());
    // Of its own units it may say what it likes: those of the system it runs on.
    let ours: Vec<&str> = said.lines().filter(|line| line.contains("ingenio")).collect();
    assert!(fine && ours.is_empty(), "{said}");
}

/// Under `ProtectSystem=strict` a unit writes in its own folders and nowhere else.
#[test]
fn what_the_settings_name_may_be_written() {
    let settings = example("ingenio-site.default");
    let named = |key: &str| {
        settings.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('=')).map(str::to_owned)
    };
    let folders = [
        ("XDG_CACHE_HOME", "/var/cache", "CacheDirectory"),
        ("INGENIO_CAMPAIGNS", "/var/lib", "StateDirectory"),
    ];
    for (key, home, directive) in folders {
        let folder = named(key).unwrap_or_else(|| panic!("{key} is set"));
        let own = Path::new(&folder)
            .strip_prefix(home)
            .unwrap()
            .iter()
            .next()
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        for name in UNITS {
            let unit = example(name);
            assert!(unit.contains("ProtectSystem=strict"), "{name}");
            assert!(
                unit.lines().any(|line| line == format!("{directive}={own}")),
                "{name}: {directive}={own}"
            );
        }
    }
}

#[test]
fn nginx_reads_the_balancer() {
    if !is_installed("nginx") || !is_installed("openssl") {
        return;
    }
    let home = TempDir::new().unwrap();
    let place = |name: &str| home.path().join(name).display().to_string();
    let (key, certificate) = (place("privkey.pem"), place("fullchain.pem"));
    let name = "/CN=puzzles.example.org";
    let made =
        ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", name, "-keyout", &key];
    let (fine, said) = says("openssl", &[&made[..], &["-out", &certificate]].concat());
    assert!(fine, "{said}");
    let port = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let folder = "/etc/letsencrypt/live/puzzles.example.org";
    let text = example("nginx.conf")
        .replace("listen 80;", &format!("listen {};", port()))
        .replace("listen 443 ssl;", &format!("listen {} ssl;", port()))
        .replace(&format!("{folder}/fullchain.pem"), &certificate)
        .replace(&format!("{folder}/privkey.pem"), &key);
    assert!(!text.contains(folder), "the certificate is named as certbot names it");
    fs::write(place("site.conf"), text).unwrap();
    // As the system's own file has it around this one, but with everything in our folder.
    let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let folders = kinds.map(|kind| format!("{kind}_temp_path {};", place(kind))).join(" ");
    let around = format!(
        "pid {};\nevents {{}}\nhttp {{ access_log off; {folders} include {}; }}\n",
        place("pid"),
        place("site.conf")
    );
    fs::write(place("nginx.conf"), around).unwrap();
    let log = format!("error_log {};", place("log"));
    let (fine, said) = says("nginx", &["-t", "-q", "-p", &place(""), "-c", &place("nginx.conf"), "-g", &log]);
    assert!(fine, "{said}");
}
