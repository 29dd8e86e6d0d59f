//! What the level doctor asks for. A board has no parts to leave out. Half of all boards are
//! unsolvable by their parity, and any swap of two tiles mends that; the best ones to swap are close
//! together and come nearer to their goals by it. In a text that is no board, a number that stands twice or
//! is too large was meant to be the one that is missing, and where there is no blank the last number was.

use ingenio_core::{Fault, Mend, Mends, Slip, rooms};

use crate::Taquin;
use crate::level::{BLANK, Goal, Level, standard_goal};
use crate::words;

impl rooms::Doctor for Taquin {
    /// Swaps of two tiles that stand close together, the most sensible first, and the other usual goal; none
    /// for solvable boards.
    fn mends(level: &Level) -> Mends<'_, Level> {
        if level.is_solvable() {
            return Box::new(std::iter::empty());
        }
        let mut swaps: Vec<(i64, usize, usize)> = Vec::new();
        for first in 0..level.tiles().len() {
            for second in first + 1..level.tiles().len() {
                let apart = distance(level, first, second);
                let blank = level.tiles()[first] == BLANK || level.tiles()[second] == BLANK;
                if apart <= NEAR && !blank {
                    swaps.push((worth(level, first, second) * 4 + apart as i64, first, second));
                }
            }
        }
        swaps.sort_unstable();
        let swaps = swaps.into_iter().take(MOST).map(move |(_, first, second)| swapped(level, first, second));
        Box::new(swaps.chain(other_goals(level)))
    }

    /// What a text that is no board could have meant. Numbers count from 1 here, as in most boards.
    fn slips(text: &str, fault: &Fault) -> Vec<Slip> {
        let cells = numbers(text);
        let missing: Vec<usize> =
            (1..cells.len()).filter(|label| !cells.iter().any(|word| word.label == Some(*label))).collect();
        let rewritten = |word: &Word, new: String| {
            let (old, what) = (&text[word.from..word.until], words::SLIP_LABEL);
            let what =
                what.with("new", &new).with("old", old).with("row", word.row).with("column", word.column);
            Slip { what, text: format!("{}{new}{}", &text[..word.from], &text[word.until..]), size: 1 }
        };
        if fault.is(words::NO_BLANK) {
            let last = cells.iter().filter(|word| word.label == Some(cells.len()));
            return last.map(|word| rewritten(word, "_".to_owned())).collect();
        }
        let wrong = |word: &&Word| match word.label {
            None => fault.is(words::TWO_BLANKS),
            Some(label) if fault.is(words::REPEATED) => {
                cells.iter().filter(|other| other.label == Some(label)).count() > 1
            }
            Some(label) => fault.is(words::OUT_OF_RANGE) && label >= cells.len(),
        };
        match missing[..] {
            [only] => cells.iter().filter(wrong).map(|word| rewritten(word, only.to_string())).collect(),
            _ => Vec::new(),
        }
    }
}

/// Swaps that are offered at most.
const MOST: usize = 60;
/// Pairs further apart than this are not offered.
const NEAR: usize = 2;

/// A number or a blank in a text, and its place on the board, from 1.
struct Word {
    label: Option<usize>,
    from: usize,
    until: usize,
    row: usize,
    column: usize,
}

/// The cells of a text without goal; nothing where something else stands there.
fn numbers(text: &str) -> Vec<Word> {
    let (mut words, mut from) = (Vec::new(), 0);
    let (mut row, mut column) = (1, 0);
    for part in text.split_inclusive([' ', '\t', ',', '/', '\n']) {
        let word = part.trim_end_matches([' ', '\t', ',', '/', '\n']);
        let label = word.parse().ok();
        let is_blank = matches!(word, "_" | ".");
        if !word.is_empty() && label.is_none() && !is_blank {
            return Vec::new();
        }
        if !word.is_empty() {
            column += 1;
            words.push(Word { label, from, until: from + word.len(), row, column });
        }
        if part.ends_with(['/', '\n']) && column > 0 {
            (row, column) = (row + 1, 0);
        }
        from += part.len();
    }
    words
}

/// How far the two tiles are from their goals after a swap, less how far they are now.
fn worth(level: &Level, first: usize, second: usize) -> i64 {
    let homes = level.goal_cells();
    let home = |cell: usize| homes[usize::from(level.tiles()[cell])];
    let far = |cell: usize, home: usize| distance(level, cell, home) as i64;
    far(first, home(second)) + far(second, home(first)) - far(first, home(first)) - far(second, home(second))
}

fn distance(level: &Level, one: usize, other: usize) -> usize {
    let (one, other) = (level.size().cell(one), level.size().cell(other));
    usize::from(one.row.abs_diff(other.row) + one.column.abs_diff(other.column))
}

fn swapped(level: &Level, first: usize, second: usize) -> Mend<Level> {
    let mut tiles = level.tiles().to_vec();
    let what =
        words::MEND_SWAP.with("one", level.label(tiles[first])).with("other", level.label(tiles[second]));
    tiles.swap(first, second);
    Mend { what, level: level.from_here(tiles), size: 2 }
}

/// The same board with the blank at the other end of the goal, where that can be reached.
fn other_goals(level: &Level) -> Vec<Mend<Level>> {
    let mut mends = Vec::new();
    for (goal, what) in [(Goal::Last, words::MEND_GOAL_LAST), (Goal::First, words::MEND_GOAL_FIRST)] {
        let board = standard_goal(level.size(), goal).expect("the usual goals are boards");
        let changes = board.iter().zip(level.goal()).filter(|(new, old)| new != old).count() as u32;
        let other = Level::with_goal(level.size(), level.tiles().to_vec(), board, level.first_label());
        if changes > 0 && other.is_solvable() {
            mends.push(Mend { what: what.say(), level: other, size: changes });
        }
    }
    mends
}
