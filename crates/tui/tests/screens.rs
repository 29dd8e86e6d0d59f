//! The player without a terminal: scripts of keys and mouse events give the expected histories, and the
//! screens look as they should.

use std::time::Duration;

use ingenio_catalog::read_level;
use ingenio_core::LevelRef;
use ingenio_store::LocalStore;
use ingenio_tui::{App, Library, Look};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

const ROOM: &str = "#######\n#@    #\n# $ . #\n#     #\n#######\n";
const BOARD: &str = "1 2 3\n4 5 6\n_ 7 8\n";
const CARD: &str = "oooooo\nooooBo\nAAooBo\noooooo\noooooo\noooooo\n";
const PIPES: &str = "A..A\nB..B\n....\n";
const TILES: &str = "2x1\n0 1 0 0\n0 2 0 1\n";

fn level(puzzle: &str, text: &str) -> LevelRef {
    read_level(puzzle, text).unwrap()
}

struct Table {
    app: App,
    folder: tempfile::TempDir,
    size: (u16, u16),
    now: Duration,
}

impl Table {
    fn with(puzzle: &str, text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let app =
            new_app(&folder, false).with_levels("test", vec![(level(puzzle, text), None)], Duration::ZERO);
        let mut table = Table { app, folder, size: (80, 24), now: Duration::ZERO };
        table.picture();
        table
    }

    fn picture(&mut self) -> String {
        let area = Rect::new(0, 0, self.size.0, self.size.1);
        let mut buffer = Buffer::empty(area);
        self.app.draw(&mut buffer, area, self.now);
        let row = |y: u16| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..area.height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
    }

    fn keys(&mut self, keys: &str) -> &mut Self {
        for key in keys.split_whitespace() {
            let (code, modifiers) = match key {
                "up" => (KeyCode::Up, KeyModifiers::NONE),
                "down" => (KeyCode::Down, KeyModifiers::NONE),
                "left" => (KeyCode::Left, KeyModifiers::NONE),
                "right" => (KeyCode::Right, KeyModifiers::NONE),
                "shift-left" => (KeyCode::Left, KeyModifiers::SHIFT),
                "enter" => (KeyCode::Enter, KeyModifiers::NONE),
                "esc" => (KeyCode::Esc, KeyModifiers::NONE),
                "tab" => (KeyCode::Tab, KeyModifiers::NONE),
                "space" => (KeyCode::Char(' '), KeyModifiers::NONE),
                "ctrl-c" => (KeyCode::Char('c'), KeyModifiers::CONTROL),
                letter => (KeyCode::Char(letter.chars().next().unwrap()), KeyModifiers::NONE),
            };
            self.app.key(KeyEvent::new(code, modifiers), self.now);
            self.picture();
        }
        self
    }

    fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        self.app.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }, self.now);
        self.picture();
    }

    fn drag(&mut self, places: &[(u16, u16)]) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), places[0]);
        for place in &places[1..] {
            self.mouse(MouseEventKind::Drag(MouseButton::Left), *place);
        }
        self.mouse(MouseEventKind::Up(MouseButton::Left), places[places.len() - 1]);
    }

    /// The middle of a cell on a board of so many columns. The frame is the first thing with corners on a screen, and
    /// cells are twice as wide as high.
    fn at(&mut self, columns: u16, row: u16, column: u16) -> (u16, u16) {
        let picture = self.picture();
        let (left, top) = find(&picture, '╭', 0).expect("a frame");
        let (right, _) = find(&picture, '╮', 0).expect("a frame");
        let width = (right - left - 1) / columns;
        (left + 1 + column * width + width / 2 - 1, top + 1 + row * (width / 2) + width / 4)
    }

    fn history(&self) -> String {
        self.app.history().expect("a play is on the screen")
    }

    /// What is said, wherever it stands: without the board, in one line.
    fn told(&mut self) -> String {
        let picture = self.picture();
        let beside =
            |line: &str| line.rsplit(['│', '║', '╮', '╯', '╗', '╝']).next().unwrap_or("").trim().to_owned();
        picture.lines().map(beside).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Waits for work beside the screen to say something that holds.
    fn until(&mut self, holds: impl Fn(&str) -> bool) -> String {
        for _ in 0..2000 {
            self.app.tick(self.now);
            let told = self.told();
            if holds(&told) {
                return told;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("it never came:\n{}", self.picture());
    }
}

fn new_app(folder: &tempfile::TempDir, ascii: bool) -> App {
    let store = LocalStore::open_file(&folder.path().join("test.sqlite")).unwrap();
    let look = Look { ascii, ..Look::plain() };
    App::new(Library::default(), store, "Ada", look, 0).unwrap()
}

/// The place of a letter in a picture: its column and its row.
fn find(picture: &str, letter: char, skip: usize) -> Option<(u16, u16)> {
    let lines = picture.lines().enumerate();
    let places = lines.flat_map(|(y, line)| line.chars().enumerate().map(move |(x, found)| (x, y, found)));
    let mut places = places.filter(|(_, _, found)| *found == letter).skip(skip);
    places.next().map(|(x, y, _)| (x as u16, y as u16))
}

#[test]
fn all_five_are_won_by_keys() {
    let games = [
        ("sokoban", ROOM, "down right right", "dRR"),
        ("taquin", BOARD, "left h", "RR"),
        (
            "unblock",
            CARD,
            "right right right l enter down s j enter up up up left left left space right right right right",
            "B+3 A+4",
        ),
        (
            "flow",
            "A.A\nB.B\n",
            "enter right right esc down left left enter right right",
            "A@0,0:R A@0,1:R B@1,0:R B@1,1:R",
        ),
        ("tetravex", TILES, "tab enter tab enter tab enter tab right enter", "1@0,0 2@0,1"),
    ];
    for (puzzle, text, keys, history) in games {
        let mut table = Table::with(puzzle, text);
        table.keys(keys);
        assert_eq!(table.history(), history, "{puzzle}:\n{}", table.picture());
        assert!(table.app.is_won(), "{puzzle}:\n{}", table.picture());
    }
}

#[test]
fn all_five_are_played_by_mouse() {
    let mut table = Table::with("sokoban", ROOM);
    let at = [(2, 2), (2, 3), (2, 4)].map(|(row, column)| table.at(7, row, column));
    table.drag(&at);
    assert_eq!(table.history(), "dRR", "{}", table.picture());
    let mut table = Table::with("taquin", BOARD);
    let last = table.at(3, 2, 2);
    table.drag(&[last]);
    assert!(table.app.is_won());
    let mut table = Table::with("unblock", CARD);
    let at = [(1, 4), (2, 4), (4, 4), (2, 1), (2, 5)].map(|(row, column)| table.at(6, row, column));
    table.drag(&at[..3]);
    table.drag(&at[3..]);
    assert_eq!(table.history(), "B+3 A+4");
    assert!(table.app.is_won());
    let mut table = Table::with("flow", PIPES);
    let at = [(1, 0), (2, 0), (2, 1), (2, 2), (2, 1)].map(|(row, column)| table.at(4, row, column));
    table.drag(&at);
    assert_eq!(table.history(), "B@1,0:DR", "a drag back shortens");
    let mut table = Table::with("tetravex", TILES);
    let picture = table.picture();
    let (left, top) = find(&picture, '╭', 0).unwrap();
    let (_, bottom) = find(&picture, '╰', 0).unwrap();
    // There is more room for the tiles in hand below this board.
    let (tray, cell) = ((left + 3, bottom + 2), (left + 3, top + 2));
    table.drag(&[tray, cell]);
    assert_eq!(table.history(), "1@0,0", "{}", table.picture());
    table.drag(&[cell, (70, 20)]);
    assert_eq!(table.history(), "1@0,0 1@-", "a tile drawn off the board is in hand again");
}

#[test]
fn a_drag_off_the_board_and_a_resize_in_mid_drag_do_nothing() {
    let mut table = Table::with("sokoban", ROOM);
    let at = [(2, 2), (2, 3), (2, 4)].map(|(row, column)| table.at(7, row, column));
    table.drag(&[at[0], at[1], (79, 23)]);
    assert_eq!(table.history(), "");
    table.mouse(MouseEventKind::Down(MouseButton::Left), at[0]);
    table.mouse(MouseEventKind::Drag(MouseButton::Left), at[2]);
    table.size = (100, 40);
    table.app.resized();
    table.mouse(MouseEventKind::Up(MouseButton::Left), at[2]);
    assert_eq!(table.history(), "");
}

#[test]
fn undo_redo_restart_and_snapshots() {
    let mut table = Table::with("sokoban", ROOM);
    table.keys("right right m u u");
    assert_eq!(table.history(), "");
    table.keys("U");
    assert_eq!(table.history(), "r");
    table.keys("'");
    assert_eq!(table.history(), "rr");
    table.keys("r");
    assert_eq!(table.history(), "");
    table.keys("u");
    assert_eq!(table.history(), "rr", "undo goes back across a restart");
}

#[test]
fn a_play_goes_on_in_the_next_run() {
    let mut table = Table::with("sokoban", ROOM);
    table.keys("right right");
    let Table { app, folder, .. } = table;
    drop(app);
    let app =
        new_app(&folder, false).with_levels("test", vec![(level("sokoban", ROOM), None)], Duration::ZERO);
    assert_eq!(app.history().as_deref(), Some("rr"));
}

#[test]
fn the_ladder_of_hints_climbs() {
    let mut table = Table::with("sokoban", ROOM);
    table.keys("t");
    let picture = table.until(|picture| picture.contains("2 pushes to go"));
    assert!(!picture.contains("Next:"));
    table.keys("t");
    table.until(|picture| picture.contains("Look at the piece at row 3, column 3"));
    table.keys("t");
    table.until(|picture| picture.contains("Next: d."));
}

#[test]
fn a_plan_is_told_where_there_is_one() {
    let mut table = Table::with("sokoban", ROOM);
    table.keys("T");
    table.until(|picture| picture.contains("First bring a box to row 3"));
    let mut board = Table::with("taquin", BOARD);
    board.keys("T");
    assert!(!board.told().contains("First"), "{}", board.picture());
}

#[test]
fn a_lost_position_says_why_and_how_to_get_back() {
    let mut table = Table::with("sokoban", "#####\n#  .#\n# $@#\n#   #\n#####\n");
    table.keys("left");
    assert!(table.told().contains("Lost from here"), "{}", table.picture());
    table.keys("b");
    assert_eq!(table.history(), "");
}

#[test]
fn a_solution_is_found_and_watched() {
    let mut table = Table::with("taquin", BOARD);
    table.keys("v");
    table.until(|picture| picture.contains("0 of 2"));
    table.keys("right right");
    assert!(table.told().contains("2 of 2"), "{}", table.picture());
    table.keys("esc");
    assert_eq!(table.history(), "", "the play itself is where it was");
    table.keys("V down enter");
    table.until(|picture| picture.contains(" of 2"));
}

#[test]
fn ctrl_c_leaves_and_a_tiny_window_says_so() {
    let mut table = Table::with("taquin", BOARD);
    table.size = (19, 8);
    assert!(table.told().contains("too small"), "{}", table.picture());
    table.keys("ctrl-c");
    assert!(table.app.is_over());
}

/// Every puzzle in the windows that people have: a corner of the screen, the usual one, and a large one.
#[test]
fn screens_look_as_they_should() {
    let boards =
        [("sokoban", ROOM), ("taquin", BOARD), ("unblock", CARD), ("flow", PIPES), ("tetravex", TILES)];
    for (puzzle, text) in boards {
        for (width, height) in [(30, 15), (40, 12), (80, 24), (120, 40), (200, 60)] {
            let mut table = Table::with(puzzle, text);
            table.size = (width, height);
            if puzzle == "flow" {
                table.keys("down enter down right up esc");
            }
            insta::assert_snapshot!(format!("{puzzle}-{width}x{height}"), table.picture());
        }
    }
    let mut table = Table::with("sokoban", ROOM);
    table.keys("?");
    insta::assert_snapshot!("help", table.picture());
    table.keys("? esc");
    insta::assert_snapshot!("levels", table.picture());
    let folder = tempfile::tempdir().unwrap();
    let app = new_app(&folder, true);
    let mut table = Table { app, folder, size: (80, 24), now: Duration::ZERO };
    insta::assert_snapshot!("home-ascii", table.picture());
}

#[test]
fn a_win_is_seen() {
    for (ascii, width, height) in [(false, 30, 15), (false, 80, 24), (true, 80, 24)] {
        let folder = tempfile::tempdir().unwrap();
        let levels = vec![(level("sokoban", ROOM), None)];
        let app = new_app(&folder, ascii).with_levels("Room", levels, Duration::ZERO);
        let mut table = Table { app, folder, size: (width, height), now: Duration::ZERO };
        let picture = table.keys("down right right").picture();
        let kind = if ascii { "-ascii" } else { "" };
        assert!(!picture.contains(['★']), "nobody asked for a challenge: {picture}");
        insta::assert_snapshot!(format!("won-{width}x{height}{kind}"), picture);
    }
}

#[test]
fn a_plain_terminal_has_plain_characters_in_every_window() {
    for (puzzle, text) in
        [("sokoban", ROOM), ("taquin", BOARD), ("unblock", CARD), ("flow", PIPES), ("tetravex", TILES)]
    {
        for size in [(20, 8), (30, 15), (80, 24), (200, 60)] {
            let folder = tempfile::tempdir().unwrap();
            let app =
                new_app(&folder, true).with_levels("test", vec![(level(puzzle, text), None)], Duration::ZERO);
            let mut table = Table { app, folder, size, now: Duration::ZERO };
            let picture = table.picture();
            assert!(picture.is_ascii(), "{puzzle}:\n{picture}");
            assert!(table.keys("X right t").picture().is_ascii(), "{puzzle}:\n{picture}");
        }
    }
}

#[test]
fn a_board_grows_with_its_window_and_stays_where_it_is() {
    let width = |table: &mut Table| {
        let picture = table.picture();
        find(&picture, '╮', 0).unwrap().0 - find(&picture, '╭', 0).unwrap().0
    };
    let mut table = Table::with("flow", "A...A\n.....\n.....\n.....\nB...B\n");
    let sizes = [(30, 15), (80, 24), (120, 40), (200, 60)];
    let widths = sizes.map(|size| {
        table.size = size;
        width(&mut table)
    });
    assert!(widths.is_sorted_by(|one, other| one < other), "{widths:?}");
    assert!(widths[1] > 30, "a board of 5x5 fills a usual window: {widths:?}");
    // What is said changes nothing of it.
    table.size = (80, 24);
    let before = table.at(5, 0, 0);
    table.keys("c z x t");
    assert_eq!(table.at(5, 0, 0), before);
}

#[test]
fn a_level_is_called_by_its_title() {
    let folder = tempfile::tempdir().unwrap();
    let levels = vec![(level("sokoban", ROOM), Some("Three steps".to_owned()))];
    let app = new_app(&folder, false).with_levels("room", levels, Duration::ZERO);
    let mut table = Table { app, folder, size: (80, 24), now: Duration::ZERO };
    assert_eq!(table.picture().lines().next(), Some(" Three steps"));
}

#[test]
fn help_goes_page_by_page_in_a_small_window() {
    let mut table = Table::with("taquin", BOARD);
    table.size = (30, 12);
    table.keys("?");
    let mut pages = 0;
    while table.picture().contains("any key shows more") {
        table.keys("x");
        pages += 1;
    }
    assert!(pages > 1 && table.picture().contains("your play is kept"), "{}", table.picture());
    table.keys("x");
    assert!(table.picture().contains("? help"), "{}", table.picture());
}

#[test]
fn a_large_board_scrolls_with_its_player() {
    let rows: Vec<String> =
        (0..30)
            .map(|row| {
                (0..30)
                    .map(|column| {
                        if row == 29 && column == 29 {
                            "_".into()
                        } else {
                            (row * 30 + column + 1).to_string()
                        }
                    })
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
    let mut table = Table::with("taquin", &rows.join("\n"));
    let picture = table.picture();
    assert!(picture.contains("899") && !picture.contains(" 1  "), "{picture}");
    table.keys("down down down");
    assert_eq!(table.history(), "UUU");
}

#[test]
fn a_pipe_follows_the_pointer_before_the_button_is_released() {
    let mut table = Table::with("flow", PIPES);
    let at = [(1, 0), (2, 0), (2, 1)].map(|(row, column)| table.at(4, row, column));
    table.mouse(MouseEventKind::Down(MouseButton::Left), at[0]);
    table.mouse(MouseEventKind::Drag(MouseButton::Left), at[1]);
    table.mouse(MouseEventKind::Drag(MouseButton::Left), at[2]);
    assert!(table.picture().contains('━'), "{}", table.picture());
    assert_eq!(table.history(), "", "nothing is drawn yet");
    table.mouse(MouseEventKind::Drag(MouseButton::Left), at[1]);
    assert!(!table.picture().contains('━'), "drawing back shortens: {}", table.picture());
    table.mouse(MouseEventKind::Up(MouseButton::Left), at[1]);
    assert_eq!(table.history(), "B@1,0:D");
    let mut table = Table::with("unblock", CARD);
    let before = table.picture();
    let at = [(1, 4), (3, 4)].map(|(row, column)| table.at(6, row, column));
    table.mouse(MouseEventKind::Down(MouseButton::Left), at[0]);
    table.mouse(MouseEventKind::Drag(MouseButton::Left), at[1]);
    assert_ne!(table.picture(), before);
    assert_eq!(table.history(), "");
}

#[test]
fn what_is_known_is_shown_again() {
    let mut table = Table::with("taquin", BOARD);
    table.keys("V enter");
    assert!(table.told().contains("nobody has solved this level yet"), "{}", table.picture());
    table.keys("v");
    table.until(|picture| picture.contains("0 of 2"));
    table.keys("esc");
    assert!(table.told().contains("best: 2 moves by"), "{}", table.picture());
    table.keys("v");
    assert!(table.told().contains("The best known, from the start: 2 moves by"), "{}", table.picture());
    table.keys("esc V");
    let kept = table.picture();
    let row = kept.lines().position(|line| line.contains("kept: 2 moves")).expect("the run is kept");
    let first = kept.lines().position(|line| line.contains("> best")).unwrap();
    table.keys(&"down ".repeat(row - first));
    table.keys("enter");
    assert!(table.told().contains("nodes,"), "{}", table.picture());
    table.keys("right right esc esc");
    assert!(table.picture().contains("shown"), "watched to its end is progress: {}", table.picture());
}

#[test]
fn a_few_moves_of_a_hint_are_no_progress() {
    let mut table = Table::with("sokoban", "##########\n#@$     .#\n##########\n");
    for _ in 0..4 {
        table.keys("t");
        table.until(|picture| !picture.contains("Thinking"));
    }
    table.until(|picture| picture.contains("of 5"));
    table.keys("right right right right right esc esc");
    assert!(!table.picture().contains("shown"), "{}", table.picture());
}

#[test]
fn as_many_as_possible_is_done_when_the_player_says_so() {
    let mut table = Table::with("tetravex", "3x1\n0 1 0 0\n0 2 0 1\n9 9 9 9\n");
    table.keys("tab enter tab enter");
    assert_eq!(table.history(), "1@0,0");
    assert!(!table.app.is_won(), "one tile of three is not the end");
    table.keys("f");
    assert!(table.app.is_won() && table.told().contains("Put down, not solved: 1"), "{}", table.picture());
}

#[test]
fn sokoban_is_played_from_the_other_end() {
    let mut table = Table::with("sokoban", "#######\n#@ $ .#\n#######\n");
    table.keys("o right right right shift-left shift-left");
    assert_eq!(table.history(), "rrrLL");
    assert!(table.app.is_won() && table.told().contains("Solved:"), "{}", table.picture());
    table.keys("o");
    assert_eq!(table.history(), "");
}

#[test]
fn the_board_is_told_in_words() {
    let mut table = Table::with("unblock", CARD);
    table.keys("i");
    assert!(
        table.picture().contains("Target A: row 3, columns 1 to 2, can go right 2."),
        "{}",
        table.picture()
    );
    table.keys("i");
    assert!(!table.picture().contains("Target A:"));
}

#[test]
fn what_is_left_is_kept_with_the_moves() {
    let mut table = Table::with("taquin", BOARD);
    for _ in 0..3 {
        table.keys("t");
        table.until(|picture| !picture.contains("Thinking"));
    }
    assert!(table.told().contains("Next: R."), "{}", table.picture());
    table.keys("left left");
    let store = LocalStore::open_file(&table.folder.path().join("test.sqlite")).unwrap();
    let mut told = String::new();
    store.export(|line| told += &line).unwrap();
    assert!(told.contains("\"move R\",1]") && told.contains("\"move R\",0]"), "{told}");
}

/// In the pseudo-language every sentence of ours has accents on all vowels: what has none is English.
#[test]
fn no_screen_is_left_in_english() {
    let folder = tempfile::tempdir().unwrap();
    let store = LocalStore::open_file(&folder.path().join("test.sqlite")).unwrap();
    let look = Look { language: ingenio_core::Language::pseudo(), ..Look::plain() };
    let app = App::new(Library::shipped(), store, "Ada", look, 0).unwrap();
    let mut table = Table { app, folder, size: (110, 40), now: Duration::ZERO };
    let names = ["ingenio", "Sokoban", "Taquin", "Unblock", "Flow", "TetraVex"];
    let methods: Vec<String> = ingenio_catalog::PUZZLES
        .iter()
        .flat_map(|puzzle| puzzle.methods())
        .flat_map(|method| method.name.split('-').map(str::to_owned).collect::<Vec<_>>())
        .collect();
    for keys in ["", "?", "x", "enter", "enter", "enter", "up", "t", "V", "esc", "i", "x", "m", "c", "z", "x"]
    {
        let picture = table.keys(keys).picture();
        let words = picture.split(|letter: char| !letter.is_alphabetic()).filter(|word| word.len() > 2);
        let plain: Vec<&str> = words
            .filter(|word| word.is_ascii() && word.contains(['a', 'e', 'i', 'o', 'u']))
            .filter(|word| {
                !names.contains(word) && *word != "auto" && !methods.iter().any(|known| known == word)
            })
            .collect();
        assert!(plain.is_empty(), "after {keys:?}: {plain:?} in\n{picture}");
    }
}
