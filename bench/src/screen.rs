//! From key to picture: the terminal player without its terminal, on boards of 30 by 30. A key is taken,
//! the move is saved in a database on the disk, and the screen is drawn.

use std::time::{Duration, Instant};

use ingenio_catalog::find;
use ingenio_core::{Options, Source};
use ingenio_store::LocalStore;
use ingenio_tui::{App, Library, Look};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use crate::command::Command;

pub const COMMANDS: &[Command] = &[Command {
    name: "screen",
    usage: "[KEYS]",
    about: "milliseconds from a key to the picture on boards of 30 by 30: with saving, and drawing alone",
    run,
}];

const SIDE: usize = 30;

fn run(arguments: &[String]) -> Result<(), String> {
    let keys: usize =
        arguments.first().map_or(Ok(400), |text| text.parse()).map_err(|_| "KEYS is a number")?;
    for (puzzle, text, take) in
        [("taquin", taquin(), false), ("sokoban", sokoban(), false), ("flow", flow(), true)]
    {
        measure(puzzle, &text, take, keys)?;
    }
    Ok(())
}

fn measure(puzzle: &str, text: &str, take: bool, keys: usize) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let store = LocalStore::open_file(&folder.path().join("bench.sqlite")).map_err(|why| why.english())?;
    let found = find(puzzle).map_err(|fault| fault.english())?;
    let settings = Options::defaults(found.info().settings);
    let level = found.read(&Source::new(text), &settings).remove(0).map_err(|fault| fault.english())?.level;
    let app = App::new(Library::default(), store, "bench", Look::plain(), 0).map_err(|why| why.english())?;
    let mut app = app.with_levels("bench", vec![(level, None)], Duration::ZERO);
    let area = Rect::new(0, 0, 160, 70);
    let mut buffer = Buffer::empty(area);
    if take {
        app.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE), Duration::ZERO);
    }
    let (mut whole, mut drawing) = (Vec::new(), Vec::new());
    for number in 0..keys {
        // Right and down on the whole, with turns: every puzzle has something to do.
        let code = [KeyCode::Right, KeyCode::Down, KeyCode::Right, KeyCode::Up, KeyCode::Left][number % 5];
        let begun = Instant::now();
        app.key(KeyEvent::new(code, KeyModifiers::NONE), Duration::ZERO);
        app.tick(Duration::ZERO);
        let drawn = Instant::now();
        app.draw(&mut buffer, area, Duration::ZERO);
        drawing.push(drawn.elapsed());
        whole.push(begun.elapsed());
    }
    let moves = app.history().map_or(0, |history| history.len());
    println!(
        "{puzzle}: key to picture {}; drawing alone {}; history of {moves} characters",
        spread(whole),
        spread(drawing)
    );
    Ok(())
}

fn spread(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    format!("median {:.2} ms, 99 % {:.2} ms, longest {:.2} ms", at(0.5), at(0.99), at(1.0))
}

/// A solved board but for the blank, which has everywhere to go.
fn taquin() -> String {
    let blank = SIDE * SIDE / 2;
    let label =
        |at: usize| if at == blank { "_".to_owned() } else { (at + 1 - usize::from(at > blank)).to_string() };
    let row =
        |row: usize| (0..SIDE).map(|column| label(row * SIDE + column)).collect::<Vec<_>>().join(" ") + "\n";
    (0..SIDE).map(row).collect()
}

/// A hall with twenty boxes in its middle, and their goals beside them.
fn sokoban() -> String {
    let square = |row: usize, column: usize| match (row, column) {
        _ if row.min(column) == 0 || row.max(column) == SIDE - 1 => '#',
        (2, 2) => '@',
        (10..=18, 10..=18) if row.is_multiple_of(2) && column.is_multiple_of(2) && row < 18 => '$',
        (11..=19, 10..=18) if !row.is_multiple_of(2) && column.is_multiple_of(2) && row < 19 => '.',
        _ => ' ',
    };
    (0..SIDE)
        .map(|row| (0..SIDE).map(|column| square(row, column)).chain(['\n']).collect::<String>())
        .collect()
}

/// A pipe for every row.
fn flow() -> String {
    let names = ('A'..='Z').chain('0'..='9');
    names.take(SIDE).map(|name| format!("{name}{}{name}\n", ".".repeat(SIDE - 2))).collect()
}
