//! The menus: puzzles, packs of a puzzle, levels of a pack, each with what was reached.

use ingenio_catalog::PUZZLES;
use ingenio_play::stars;
use ingenio_store::{LevelProgress, LocalStore, PlayerId};

use crate::look::Look;
use crate::words;
use ingenio_workshop::{Library, Shelf};

/// What was reached on each level of a pack.
pub fn progress(store: &LocalStore, player: PlayerId, shelf: &Shelf) -> Vec<Option<LevelProgress>> {
    shelf.levels.iter().map(|volume| store.progress(player, &volume.level).ok().flatten()).collect()
}

pub fn home_lines(library: &Library, look: Look) -> Vec<String> {
    PUZZLES
        .iter()
        .map(|puzzle| {
            let info = puzzle.info();
            let levels: usize =
                library.of(info.name).iter().map(|at| library.shelves[*at].levels.len()).sum();
            let count = look.say(words::LEVELS.with("count", levels));
            format!("{:<10} {count:>11}   {}", info.title, look.say(info.said_about()))
        })
        .collect()
}

/// A line for each pack: columns are as wide as the language needs.
pub fn pack_lines(shelves: &[&Shelf], store: &LocalStore, player: PlayerId, look: Look) -> Vec<String> {
    let cells = shelves.iter().map(|shelf| (look.say(shelf.said_title()), look.say(shelf.said_difficulty())));
    let cells: Vec<(String, String)> = cells.collect();
    let widest = |column: fn(&(String, String)) -> &String| {
        cells.iter().map(|row| column(row).chars().count()).max().unwrap_or(0)
    };
    let (titles, grades) = (widest(|row| &row.0).max(TITLE), widest(|row| &row.1).max(GRADES));
    let line = |(shelf, (title, grade)): (&&Shelf, &(String, String))| {
        let solved = progress(store, player, shelf).iter().flatten().filter(|row| row.played).count();
        let done = look.say(words::SOLVED_OF.with("solved", solved).with("all", shelf.levels.len()));
        format!("{title:<titles$} {grade:<grades$} {done}")
    };
    shelves.iter().zip(&cells).map(line).collect()
}

/// Columns of a list of packs are at least so wide, so that they stay where they are from puzzle to puzzle.
const TITLE: usize = 32;
const GRADES: usize = 24;

/// The stars of a level, against what the pack knows as well as against the records.
fn earned(shelf: &Shelf, number: usize, row: &LevelProgress) -> u8 {
    let volume = &shelf.levels[number];
    let metric = volume.level.puzzle().info().metrics.first();
    let value = row.value.and_then(|value| u64::try_from(value).ok());
    match (metric, volume.best, value) {
        (Some(metric), Some(best), Some(value)) => row.stars.min(stars(metric.sense, best, value)),
        _ => row.stars,
    }
}

pub fn level_line(shelf: &Shelf, number: usize, reached: Option<&LevelProgress>, look: Look) -> String {
    let volume = &shelf.levels[number];
    let stars = usize::from(reached.map_or(0, |row| earned(shelf, number, row)));
    let star_text = look.sign("★", "*").repeat(stars) + &look.sign("·", ".").repeat(3 - stars.min(3));
    let how = match reached {
        Some(row) if row.played => look.sign("✓", "x"),
        Some(_) => &look.say(words::SHOWN),
        None => "",
    };
    let best = match (volume.best, volume.proved) {
        (Some(best), true) => look.say(words::PACK_BEST.with("value", best)),
        (Some(best), false) => look.say(words::PACK_KNOWN.with("value", best)),
        _ => String::new(),
    };
    format!(
        "{:>4}  {star_text}  {:<13} {:<16} {how}",
        volume.title,
        volume.grade.map_or_else(String::new, |grade| look.say(grade.said())),
        best
    )
}
