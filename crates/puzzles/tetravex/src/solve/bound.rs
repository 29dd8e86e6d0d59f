//! Bounds that need no search: how many cells must stay empty at least.

use ingenio_core::Size;

use super::engine::Instance;
use crate::level::{Level, Place, Question};
use crate::words;
use ingenio_core::Message;

/// At least so many spots stay empty, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blanks {
    pub least: usize,
    pub reason: Message,
}

/// The better of the two bounds.
pub fn least_blanks(level: &Level, instance: &Instance) -> Blanks {
    let (tiles, spots) = (instance.tiles(), instance.spots.len());
    let short = spots.saturating_sub(tiles);
    let unbalanced = balance(level, instance);
    if unbalanced > short {
        return Blanks { least: unbalanced, reason: words::UNBALANCED.with("blanks", unbalanced) };
    }
    let reason = words::TOO_FEW.with("tiles", level.tiles().len()).with("cells", level.room());
    Blanks { least: short, reason }
}

/// No placement holds more tiles than this.
pub fn most_placed(level: &Level) -> usize {
    let instance = Instance::of(level);
    let blanks = least_blanks(level, &instance).least;
    level.start().iter().flatten().count() + instance.spots.len() - blanks
}

/// The colour balance: along one axis, tiles in an unbroken line cancel all colours but the first
/// and the last. Let the tiles begin with a colour more often than they end with it, `excess` times
/// in sum. Each line takes one; b empty cells make at most b more lines; a tile left out takes at
/// most one away. With `tiles - (spots - b)` tiles left out, `excess <= lines + b + tiles - spots + b`.
fn balance(level: &Level, instance: &Instance) -> usize {
    let axis = |begin: usize, end: usize, lines: usize| {
        let mut excess = vec![0i64; instance.colours];
        for kind in &instance.kinds {
            excess[usize::from(kind.sides[begin])] += kind.tiles.len() as i64;
            excess[usize::from(kind.sides[end])] -= kind.tiles.len() as i64;
        }
        let excess: i64 = excess.iter().filter(|count| **count > 0).sum();
        let twice = excess - lines as i64 - instance.tiles() as i64 + instance.spots.len() as i64;
        ((twice.max(0) + 1) / 2) as usize
    };
    let (columns, rows) = lines(level);
    axis(0, 2, columns).max(axis(3, 1, rows))
}

/// The unbroken lines of open cells, down and across.
fn lines(level: &Level) -> (usize, usize) {
    let size: Size = level.size();
    let open = |cell: usize| level.places()[cell] == Place::Open;
    let begins = |dir| {
        let first = |cell: &usize| open(*cell) && !size.step(*cell, dir).is_some_and(open);
        (0..size.cells()).filter(first).count()
    };
    (begins(ingenio_core::Dir::Up), begins(ingenio_core::Dir::Left))
}

/// Is a full board asked for?
pub fn must_be_full(level: &Level) -> bool {
    level.question() == Question::Complete
}
