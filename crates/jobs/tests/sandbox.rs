//! Attacks on the sandbox, by every means that the machine lends. Each asks for something that a program of
//! others must not have; a box that lets it through fails the test.

use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ingenio_jobs::{End, Finished, Job, Limits, Overrun, Sandbox, View};
use tempfile::TempDir;

const FAKE: &str = env!("CARGO_BIN_EXE_fake-program");

/// A class: one entrant's folder, another's, and the owner's file.
struct Class {
    home: TempDir,
}

impl Class {
    fn new() -> Self {
        let class = Class { home: TempDir::new().unwrap() };
        for folder in ["mine", "theirs"] {
            std::fs::create_dir(class.path(folder)).unwrap();
        }
        std::fs::write(class.path("mine/program"), "my own").unwrap();
        std::fs::write(class.path("theirs/answer"), "secret").unwrap();
        std::fs::write(class.path("marks"), "secret").unwrap();
        symlink(class.path("theirs/answer"), class.path("mine/peek")).unwrap();
        class
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn view(&self) -> View {
        let reads = vec![self.path("mine"), PathBuf::from(FAKE)];
        View { folder: self.path("mine"), reads, scratch: 4 << 20 }
    }

    fn run(&self, sandbox: Sandbox, words: &[&str]) -> (Finished, String) {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let limits = Limits {
            wall: Some(Duration::from_mins(1)),
            memory: Some(128 << 20),
            processes: Some(100),
            ..Limits::default()
        };
        let mut said = String::new();
        let job = Job::new(sandbox.command(&words, &self.view())).limits(limits);
        let finished = job.run(&mut |line| said.extend([line, "\n"])).unwrap();
        (finished, said)
    }

    /// What a script says.
    fn script(&self, sandbox: Sandbox, script: &str) -> String {
        let home = self.home.path().to_string_lossy().into_owned();
        self.run(sandbox, &["sh", "-c", &script.replace("HOME", &home)]).1
    }
}

/// The means to be had here. `make setup` installs bubblewrap; where the system lends no namespaces, as in
/// some containers, there is nothing to attack and programs of others need leave to run.
fn sandboxes() -> Vec<Sandbox> {
    let found = Sandbox::ALL.into_iter().filter(|sandbox| match sandbox.try_out() {
        Ok(()) => true,
        Err(why) => {
            eprintln!("not attacked: {why}");
            false
        }
    });
    found.collect()
}

#[test]
fn its_own_files_are_read_and_nobody_elses() {
    let class = Class::new();
    for sandbox in sandboxes() {
        assert_eq!(class.script(sandbox, "cat program; pwd | grep -c mine"), "my own1\n", "{sandbox}");
        for secret in ["HOME/theirs/answer", "HOME/marks", "peek", "../theirs/answer", "/etc/shadow"] {
            let said = class.script(sandbox, &format!("cat {secret} || echo refused"));
            assert_eq!(said, "refused\n", "{sandbox}: {secret}");
        }
        let seen = class.script(sandbox, "ls HOME");
        assert_eq!(seen, "mine\n", "{sandbox}: nobody else is even seen");
        let places = "ls -d /home/* /root/* /var/* /run/* /srv/* /mnt/* /etc/passwd 2>&- | wc -l";
        assert_eq!(class.script(sandbox, places), "0\n", "{sandbox}");
    }
}

#[test]
fn nothing_is_written_but_scratch_that_is_thrown_away() {
    let class = Class::new();
    for sandbox in sandboxes() {
        for place in ["HOME/mine/x", "HOME/mine/program", "HOME/theirs/answer", "/usr/x", "/etc/x"] {
            class.script(sandbox, &format!("mkdir -p HOME/theirs; echo changed > {place}"));
        }
        // A world of its own within, with all its privileges, changes nothing either.
        let remount = "unshare -Urm sh -c 'mount -o remount,bind,rw HOME/mine; echo x > HOME/mine/x'";
        class.script(sandbox, remount);
        assert_eq!(std::fs::read_to_string(class.path("mine/program")).unwrap(), "my own", "{sandbox}");
        assert_eq!(std::fs::read_to_string(class.path("theirs/answer")).unwrap(), "secret", "{sandbox}");
        let made = [class.path("mine/x"), PathBuf::from("/usr/x"), PathBuf::from("/etc/x")];
        assert!(!made.iter().any(|path| path.exists()), "{sandbox}");
        let scratch = class.script(sandbox, "echo mine > /tmp/mark; cat /tmp/mark $TMPDIR/mark $HOME/mark");
        assert_eq!(scratch.lines().count(), 2, "{sandbox}: {scratch}");
        assert_eq!(
            class.script(sandbox, "ls /tmp | grep -c mark"),
            "0\n",
            "{sandbox}: every run has its own"
        );
        let full = class.script(sandbox, "head -c 64M /dev/zero > /tmp/big || echo full");
        assert_eq!(full, "full\n", "{sandbox}: it is bounded");
    }
}

#[test]
fn there_is_no_network_not_even_to_this_machine() {
    let class = Class::new();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let number = port.local_addr().unwrap().port().to_string();
    let name = format!("ingenio-test-{}", std::process::id());
    let _named = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    let outside = std::process::Command::new(FAKE).args(["connect", &number, &name]).status().unwrap();
    assert_eq!(outside.code(), Some(0), "outside both are reached");
    for sandbox in sandboxes() {
        let (finished, _) = class.run(sandbox, &[FAKE, "connect", &number, &name]);
        assert_eq!(finished.end, End::Exited(3), "{sandbox}: neither is reached");
    }
}

#[test]
fn it_sees_no_process_and_no_variable_of_ours() {
    let class = Class::new();
    let us = std::process::id();
    for sandbox in sandboxes() {
        let processes = class.script(sandbox, "ls /proc | grep -c '^[0-9]'");
        let count: u32 = processes.trim().parse().unwrap();
        assert!(count < 10, "{sandbox}: it sees {count} processes");
        let killed = class.script(sandbox, &format!("kill -0 {us} || echo nobody"));
        // A number that happens to be one of its own is not ours.
        assert!(killed == "nobody\n" || us < 10, "{sandbox}: {killed}");
        let variables = class.script(sandbox, "env | cut -d= -f1 | sort | tr '\n' ' '");
        for ours in ["CARGO_MANIFEST_DIR", "CARGO", "USER"] {
            assert!(!variables.split(' ').any(|name| name == ours), "{sandbox}: {variables}");
        }
    }
}

#[test]
fn memory_processes_and_what_is_left_behind_are_bounded_in_a_box_too() {
    let class = Class::new();
    for sandbox in sandboxes() {
        let (finished, _) = class.run(sandbox, &[FAKE, "eat", "4096"]);
        let out_of_memory = finished.end == End::Limit(Overrun::Memory);
        assert!(out_of_memory, "{sandbox} by {}: {finished:?}", finished.enforcer);
        let (finished, said) = class.run(sandbox, &[FAKE, "swarm", "3000"]);
        let few = said.trim().parse::<u64>().is_ok_and(|born| born < 100);
        assert!(few || finished.end == End::Limit(Overrun::Processes), "{sandbox}: {finished:?} {said}");
        let mark = format!("left-behind-{}", std::process::id());
        class.script(sandbox, &format!("setsid sh -c 'sleep 1000; : {mark}' & exit 0"));
        assert!(!is_running(&mark), "{sandbox}: it has outlived its box");
    }
}

/// Does a process with this in its command run anywhere?
fn is_running(mark: &str) -> bool {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let carries = |folder: &Path| {
        let command = std::fs::read(folder.join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&command).contains(mark)
    };
    entries.map(|entry| entry.path()).any(|folder| carries(&folder))
}
