//! The real program in a real terminal, held by tmux: keys go in, the screen is read. One level of each
//! puzzle is played to its end, and a player that is killed at a random moment finds his play complete.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use tempfile::TempDir;

/// A terminal of 80 by 24 with the player in it, held by a tmux of its own.
struct Terminal {
    home: TempDir,
}

impl Terminal {
    fn open(folder: &TempDir, level: &Path) -> Self {
        let terminal = Terminal { home: TempDir::new().unwrap() };
        // The shell writes down how the player ended, because tmux does not always hear of it, and says
        // nothing of it on the screen.
        let program = format!(
            "exec 2>/dev/null; {} play {} --database {} --player Ada; echo $? > {}",
            env!("CARGO_BIN_EXE_ingenio"),
            level.display(),
            folder.path().join("plays.sqlite").display(),
            terminal.status().display()
        );
        // The pane stays as it was when its program is gone.
        let configuration = terminal.home.path().join("tmux.conf");
        std::fs::write(&configuration, "set -g remain-on-exit on\nset -s escape-time 0\n").unwrap();
        let size = ["-x", "80", "-y", "24"];
        let started = terminal
            .command()
            .args(["-u", "-f"])
            .arg(&configuration)
            .args(["new-session", "-d"])
            .args(size)
            .arg(program)
            .output();
        let started = started.expect("tmux is installed by scripts/setup-tests");
        assert!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
        terminal
    }

    fn command(&self) -> Command {
        let mut command = Command::new("tmux");
        command.arg("-S").arg(self.home.path().join("socket"));
        command
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        self.command().args(arguments).output().expect("tmux answers")
    }

    fn keys(&self, keys: &[&str]) {
        let mut arguments = vec!["send-keys"];
        arguments.extend(keys);
        assert!(self.tmux(&arguments).status.success());
    }

    fn screen(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-p"]).stdout).into_owned()
    }

    /// Waits until the screen shows what holds.
    fn until(&self, holds: impl Fn(&str) -> bool) -> String {
        for _ in 0..3000 {
            let screen = self.screen();
            if holds(&screen) {
                return screen;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it never came:\n{}", self.screen());
    }

    fn status(&self) -> PathBuf {
        self.home.path().join("status")
    }

    /// The player's number: the shell's only child.
    fn pid(&self) -> String {
        let shell = self.tmux(&["display-message", "-p", "#{pane_pid}"]).stdout;
        let shell = String::from_utf8_lossy(&shell).trim().to_owned();
        let children = std::fs::read_to_string(format!("/proc/{shell}/task/{shell}/children"));
        children.expect("the shell runs").trim().to_owned()
    }

    /// Kills the player at once, and waits until it is gone.
    fn kill(&self) {
        let killed = Command::new("kill").args(["-9", &self.pid()]).status().unwrap();
        assert!(killed.success());
        assert_eq!(self.ended(), "137");
    }

    /// Waits until the player is gone, and tells how.
    fn ended(&self) -> String {
        loop {
            let told = std::fs::read_to_string(self.status()).unwrap_or_default();
            if told.ends_with('\n') {
                return told.trim().to_owned();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.command().arg("kill-server").output();
    }
}

fn level(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Boards of every shape: a hole, a wall, a bridge, a border that joins the other, hexagons with keys aslant, and several
/// of them on one board.
#[test]
fn flow_is_played_on_boards_of_every_shape() {
    let games = [
        ("walls: 0,0:D\nA.A\nB.B\n", "Enter Right Right Enter Down Left Left Enter Right Right", "══"),
        ("A#A\n...\n", "Enter Down Right Right Up", "A"),
        (
            "walls: 1,0:D\nA.B#\n.+.#\nB.A#\n",
            "Enter Down Right Right Down Enter Up Up Enter Left Down Down Left",
            "╬",
        ),
        ("A.B\n.+.\nB.A\n", "Enter Right Down Down Right Enter Up Up Enter Down Left Left Down", "╬"),
        ("warps: across\n.AA\n.BB\n", "Enter Left Left Enter Left Down Enter Left Left", "«"),
        ("board: hexes\nAB.\n.A.\n..B\n", "Enter Down Down 9 Up Enter Up Enter PageDown Down Down", "(B)"),
    ];
    for (text, keys, sign) in games {
        let folder = TempDir::new().unwrap();
        let terminal = Terminal::open(&folder, &level(&folder, "board.flow", text));
        terminal.until(|screen| screen.contains("esc leave") && screen.contains(sign));
        for key in keys.split(' ') {
            terminal.keys(&[key]);
        }
        terminal.until(|screen| screen.contains("Solved: "));
        terminal.keys(&["C-c"]);
    }
}

#[test]
fn one_level_of_each_puzzle_is_played_to_its_end() {
    let games = [
        ("room.xsb", "#######\n#@    #\n# $ . #\n#     #\n#######\n", "Down Right Right"),
        ("board.taquin", "1 2 3\n4 5 6\n_ 7 8\n", "Left h"),
        (
            "card.unblock",
            "oooooo\nooooBo\nAAooBo\noooooo\noooooo\noooooo\n",
            "Right Right Right l Enter Down s j Enter Up Up Up Left Left Left Space Right Right Right Right",
        ),
        ("left.unblock", "exit: left\n4x2:ooAAoooo\n", "Enter Left Left"),
        ("up.unblock", "exit: up\n2x4:ooooAoAo\n", "Enter Up Up"),
        ("pipes.flow", "A.A\nB.B\n", "Enter Right Right Enter Down Left Left Enter Right Right"),
        ("tiles.tvx", "2x1\n0 1 0 0\n0 2 0 1\n", "Tab Enter Tab Enter Tab Enter Tab Right Enter"),
    ];
    for (name, text, keys) in games {
        let folder = TempDir::new().unwrap();
        let terminal = Terminal::open(&folder, &level(&folder, name, text));
        terminal.until(|screen| screen.contains("esc leave"));
        for key in keys.split(' ') {
            terminal.keys(&[key]);
        }
        terminal.until(|screen| screen.contains("Solved: "));
        terminal.keys(&["C-c"]);
        assert_eq!(terminal.ended(), "0", "{name} ends well");
    }
}

#[test]
fn one_broken_level_does_not_refuse_the_others() {
    let folder = TempDir::new().unwrap();
    let text =
        "; one\n#####\n#@$.#\n#####\n\n; broken\n####\n#@@#\n####\n\n; three\n######\n#@$ .#\n######\n";
    let terminal = Terminal::open(&folder, &level(&folder, "three.xsb", text));
    let list = terminal.until(|screen| screen.contains("enter play"));
    assert!(list.contains("one") && list.contains("three") && !list.contains("broken"), "{list}");
    terminal.keys(&["Down", "Enter", "Right", "Right"]);
    terminal.until(|screen| screen.contains("Solved: "));
}

#[test]
fn a_closed_terminal_ends_the_player_and_keeps_the_play() {
    let folder = TempDir::new().unwrap();
    let hall = level(&folder, "hall.xsb", HALL);
    let terminal = Terminal::open(&folder, &hall);
    terminal.until(|screen| screen.contains("esc leave"));
    terminal.keys(&["Right", "Right"]);
    terminal.until(|screen| screen.contains("2 moves"));
    let pid = terminal.pid();
    drop(terminal);
    // Gone, or dead and waiting for its parent to hear of it.
    let runs =
        || std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z"));
    while runs() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let again = Terminal::open(&folder, &hall);
    again.until(|screen| screen.contains("2 moves"));
}

/// The rows of the board on a screen, without what stands beside it.
fn board(screen: &str) -> Vec<&str> {
    screen.lines().filter_map(|line| Some(&line[..line.rfind('│')?])).collect()
}

/// The moves that a screen counts.
fn moves(screen: &str) -> usize {
    let before = screen.split(" move").next().expect("the figures are on the screen");
    before.rsplit([' ', '\n']).next().and_then(|number| number.parse().ok()).expect("a number of moves")
}

const HALL: &str =
    "############\n#          #\n# @        #\n#      $   #\n#   .      #\n#          #\n############\n";

#[test]
fn a_killed_player_finds_his_play_complete() {
    let folder = TempDir::new().unwrap();
    let hall = level(&folder, "hall.xsb", HALL);
    let mut rng = ingenio_core::Rng::new(7);
    let mut most = 0;
    for _ in 0..8 {
        let terminal = Terminal::open(&folder, &hall);
        let begun = terminal.until(|screen| screen.contains("esc leave"));
        assert!(moves(&begun) >= most, "{begun}");
        let keys: Vec<&str> =
            (0..rng.below(25)).map(|_| ["Up", "Down", "Left", "Right"][rng.below(4)]).collect();
        for part in keys.chunks(3) {
            terminal.keys(part);
        }
        terminal.kill();
        let shown = terminal.screen();
        drop(terminal);
        let again = Terminal::open(&folder, &hall);
        let resumed = again.until(|screen| screen.contains("esc leave"));
        // A move may have been saved and not yet drawn; taking such moves back gives what was shown.
        for _ in moves(&shown)..moves(&resumed) {
            again.keys(&["u"]);
        }
        assert!(moves(&resumed) >= moves(&shown), "{shown}\n{resumed}");
        let back = again.until(|screen| moves(screen) == moves(&shown));
        assert_eq!(board(&back), board(&shown));
        most = moves(&shown);
    }
}
