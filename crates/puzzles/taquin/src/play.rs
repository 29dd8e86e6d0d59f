//! Playing Taquin: the blank goes up, down, left or right.

use ingenio_core::{Criterion, Dir, Fault, Measures, Message, rooms};

use crate::Taquin;
use crate::level::{BLANK, Level, Tile};
use crate::words;

impl rooms::Rules for Taquin {
    fn start(level: &Level) -> Position {
        Position::start(level)
    }

    fn moves(level: &Level, position: &Position) -> Vec<Dir> {
        position.moves(level)
    }

    fn parse_moves(_: &Level, text: &str) -> Result<Vec<Dir>, Fault> {
        parse_moves(text)
    }

    fn apply(level: &Level, position: &mut Position, action: &Dir) -> Result<Dir, Message> {
        position.apply(level, *action)
    }

    fn undo(level: &Level, position: &mut Position, undo: Dir) {
        position.apply(level, undo).expect("the way back is open");
    }

    fn won(level: &Level, position: &Position) -> bool {
        position.won(level)
    }

    fn stuck(level: &Level, _: &Position) -> Option<Message> {
        // Moves keep the parity, so a lost board was lost from the start.
        (!level.is_solvable()).then(|| words::PARITY.say())
    }

    fn measure(_: &Level, _: &Position, history: &[Dir]) -> Measures {
        measures(history)
    }

    fn level_from(level: &Level, position: &Position) -> Option<Level> {
        Some(level.from_here(position.tiles().to_vec()))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    tiles: Vec<Tile>,
    blank: usize,
}

impl Position {
    pub fn start(level: &Level) -> Self {
        let blank = level.tiles().iter().position(|tile| *tile == BLANK).expect("every board has a blank");
        Position { tiles: level.tiles().to_vec(), blank }
    }

    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The cell of the blank.
    pub const fn blank(&self) -> usize {
        self.blank
    }

    pub fn moves(&self, level: &Level) -> Vec<Dir> {
        Dir::ALL.into_iter().filter(|dir| level.size().step(self.blank, *dir).is_some()).collect()
    }

    pub fn apply(&mut self, level: &Level, dir: Dir) -> Result<Dir, Message> {
        let to =
            level.size().step(self.blank, dir).ok_or_else(|| words::OFF_BOARD.with("way", dir.said()))?;
        self.tiles.swap(self.blank, to);
        self.blank = to;
        Ok(dir.opposite())
    }

    pub fn won(&self, level: &Level) -> bool {
        self.tiles == level.goal()
    }
}

/// Before moves that say where the tiles go, as speed solvers write them.
const TILES: &str = "tiles:";
/// The highest repeat count; no board is larger.
const MOST_REPEATS: usize = 100;

/// Where the blank goes, `URDL`; or where the tiles go, with repeat counts: `URDL2`. Only these have
/// numbers; without any, `tiles:` before the letters tells which is meant.
pub fn parse_moves(text: &str) -> Result<Vec<Dir>, Fault> {
    let trimmed = text.trim_start();
    if let Some(tiles) = trimmed.strip_prefix(TILES) {
        return parse_tile_moves(tiles, text.chars().count() - tiles.chars().count());
    }
    if text.contains(|letter: char| letter.is_ascii_digit()) {
        return parse_tile_moves(text, 0);
    }
    let mut moves = Vec::new();
    for (at, letter) in text.chars().enumerate() {
        if letter.is_whitespace() {
            continue;
        }
        let dir = Dir::from_letter(letter);
        moves.push(dir.ok_or_else(|| Fault::at(1, at + 1, words::NOT_A_MOVE.with("letter", letter)))?);
    }
    Ok(moves)
}

/// Tile directions with repeat counts; `before` characters stand before them.
fn parse_tile_moves(text: &str, before: usize) -> Result<Vec<Dir>, Fault> {
    let mut moves: Vec<Dir> = Vec::new();
    let letters: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < letters.len() {
        let letter = letters[at];
        let place = before + at + 1;
        if let Some(dir) = Dir::from_letter(letter) {
            moves.push(dir.opposite());
            at += 1;
        } else if letter.is_ascii_digit() {
            let digits: String = letters[at..].iter().take_while(|digit| digit.is_ascii_digit()).collect();
            let wrong = || Fault::at(1, place, words::NO_REPEAT.with("most", MOST_REPEATS));
            let count =
                digits.parse().ok().filter(|count| (1..=MOST_REPEATS).contains(count)).ok_or_else(wrong)?;
            // A count stands behind its direction.
            let repeated =
                at.checked_sub(1).and_then(|last| Dir::from_letter(letters[last])).ok_or_else(wrong)?;
            moves.extend(std::iter::repeat_n(repeated.opposite(), count - 1));
            at += digits.len();
        } else if letter.is_whitespace() {
            at += 1;
        } else {
            return Err(Fault::at(1, place, words::NOT_A_MOVE.with("letter", letter)));
        }
    }
    Ok(moves)
}

/// Tiles moved one by one, and straight slides of any number of tiles.
pub fn measures(moves: &[Dir]) -> Measures {
    let turns = moves.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let slides = if moves.is_empty() { 0 } else { turns + 1 };
    Measures::new().count("moves", moves.len() as u64).count("slides", slides as u64)
}

/// How long a way is in a metric; in moves where none is said.
pub fn measure(moves: &[Dir], metric: Criterion) -> u64 {
    metric.figure(&measures(moves)).unwrap_or(moves.len() as u64)
}

/// The same moves as speed solvers write them: where the tile goes, and how often in a row.
pub fn tile_moves(moves: &[Dir]) -> String {
    let runs = moves.chunk_by(|one, next| one == next);
    let run_text = |run: &[Dir]| match run.len() {
        1 => run[0].opposite().to_string(),
        count => format!("{}{count}", run[0].opposite()),
    };
    runs.map(run_text).collect()
}
