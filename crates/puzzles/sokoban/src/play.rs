//! Position and steps: what a player can do, undo and win. What helps him on the way (paths for a
//! click, places for a drag) is in `play/path.rs`; why a position is lost, in `play/truth.rs`; the play
//! from the end to the start, in `play/backwards.rs`.

pub mod backwards;
pub mod path;
pub mod truth;

use std::fmt;

use ingenio_core::{Dir, Fault, Measures, Message, rooms};

use crate::Sokoban;
use crate::level::Level;
use crate::words;

impl rooms::Rules for Sokoban {
    fn start(level: &Level) -> Position {
        start(level)
    }

    fn moves(level: &Level, position: &Position) -> Vec<Step> {
        steps(level, position)
    }

    fn parse_moves(_level: &Level, text: &str) -> Result<Vec<Step>, Fault> {
        parse(text)
    }

    fn apply(level: &Level, position: &mut Position, action: &Step) -> Result<Undo, Message> {
        apply(level, position, *action)
    }

    fn undo(_level: &Level, position: &mut Position, undo: Undo) {
        position.player = undo.player;
        position.way = undo.way;
        if let Some((which, from)) = undo.moved {
            position.boxes[which] = from;
        }
    }

    fn won(level: &Level, position: &Position) -> bool {
        won(level, position)
    }

    fn start_backwards(level: &Level) -> Option<Position> {
        Some(backwards::start(level))
    }

    fn stuck(level: &Level, position: &Position) -> Option<Message> {
        truth::trouble(level, position).map(|trouble| trouble.message)
    }

    fn measure(level: &Level, position: &Position, history: &[Step]) -> Measures {
        measure(level, position, history)
    }

    fn solution(level: &Level, position: &Position, history: &[Step]) -> Option<String> {
        (position.way != Way::Forth).then(|| backwards::solution(level, position, history))
    }

    fn level_from(level: &Level, position: &Position) -> Option<Level> {
        (position.way == Way::Forth).then(|| level_from(level, position))
    }
}

/// Longer texts of steps are refused; the longest published solutions have some tens of thousands.
pub const MOST_STEPS: usize = 1_000_000;

/// Where the player and the boxes stand. A box keeps its place in the list when it is pushed, so
/// that it keeps its identity on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub player: usize,
    pub boxes: Vec<usize>,
    pub way: Way,
}

/// From which end a play comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    #[default]
    Forth,
    /// Backwards, before the first pull: the player is still looking for his place.
    Choosing,
    /// Backwards: boxes are pulled.
    Back,
}

impl Position {
    pub fn box_at(&self, square: usize) -> Option<usize> {
        self.boxes.iter().position(|at| *at == square)
    }
}

/// One step of the player. A step written with a small letter may push as well; a capital one
/// must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub dir: Dir,
    pub push: bool,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.dir.letter();
        write!(f, "{}", if self.push { letter } else { letter.to_ascii_lowercase() })
    }
}

/// Takes a step back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    player: usize,
    way: Way,
    /// Which box was pushed or pulled, and from where.
    moved: Option<(usize, usize)>,
}

pub fn start(level: &Level) -> Position {
    Position { player: level.player(), boxes: level.boxes(), way: Way::Forth }
}

/// The legal steps in the order up, down, left, right.
pub fn steps(level: &Level, position: &Position) -> Vec<Step> {
    if position.way != Way::Forth {
        return backwards::steps(level, position);
    }
    let legal = |dir| match look(level, position, dir) {
        Ok(Ahead::Free(_)) => Some(Step { dir, push: false }),
        Ok(Ahead::Push { .. }) => Some(Step { dir, push: true }),
        Err(_) => None,
    };
    Dir::ALL.into_iter().filter_map(legal).collect()
}

enum Ahead {
    Free(usize),
    Push { which: usize, from: usize, to: usize },
}

fn look(level: &Level, position: &Position, dir: Dir) -> Result<Ahead, Message> {
    let ahead = level.step(position.player, dir).ok_or_else(|| words::WALL_AHEAD.say())?;
    let Some(which) = position.box_at(ahead) else { return Ok(Ahead::Free(ahead)) };
    match level.step(ahead, dir) {
        Some(to) if position.box_at(to).is_none() => Ok(Ahead::Push { which, from: ahead, to }),
        _ => Err(words::BOX_BLOCKED.say()),
    }
}

pub fn apply(level: &Level, position: &mut Position, step: Step) -> Result<Undo, Message> {
    if position.way != Way::Forth {
        return backwards::apply(level, position, step);
    }
    let player = position.player;
    let moved = match look(level, position, step.dir)? {
        Ahead::Free(_) if step.push => return Err(words::NO_PUSH.say()),
        Ahead::Free(to) => {
            position.player = to;
            None
        }
        Ahead::Push { which, from, to } => {
            position.boxes[which] = to;
            position.player = from;
            Some((which, from))
        }
    };
    Ok(Undo { player, way: position.way, moved })
}

pub fn won(level: &Level, position: &Position) -> bool {
    if position.way != Way::Forth {
        return backwards::won(level, position);
    }
    position.boxes.iter().all(|at| level.is_goal(*at))
}

/// The figures of a play that stands at `position`: pushes (pulls, in a play backwards), moves, box
/// lines (pushes of one box one way, as long as no other is touched) and box changes (how often
/// another box is taken up). Small letters may have pushed, so the steps are made again.
pub fn measure(level: &Level, position: &Position, history: &[Step]) -> Measures {
    let mut again = if position.way == Way::Forth { start(level) } else { backwards::start(level) };
    let mut moved: Vec<(usize, Dir)> = Vec::new();
    for step in history {
        let undo = apply(level, &mut again, *step);
        moved.extend(undo.ok().and_then(|undo| undo.moved).map(|(which, _)| (which, step.dir)));
    }
    let lines = moved.chunk_by(|one, next| one == next).count();
    let boxes = moved.chunk_by(|one, next| one.0 == next.0).count();
    Measures::new()
        .count("pushes", moved.len() as u64)
        .count("moves", history.len() as u64)
        .count("box_lines", lines as u64)
        .count("box_changes", boxes.saturating_sub(1) as u64)
}

/// The level that begins where a play forth stands.
pub fn level_from(level: &Level, position: &Position) -> Level {
    level.with_start(&position.boxes, position.player)
}

/// Reads `u d l r` and `U D L R` with run lengths (`4D`); white space does not matter.
pub fn parse(text: &str) -> Result<Vec<Step>, Fault> {
    let mut steps = Vec::new();
    let mut count: Option<usize> = None;
    let (mut line, mut column) = (1, 0);
    for letter in text.chars() {
        column += 1;
        match letter {
            '\n' => (line, column) = (line + 1, 0),
            '0'..='9' => {
                let digit = letter as usize - '0' as usize;
                count = Some((count.unwrap_or(0) * 10 + digit).min(MOST_STEPS + 1));
            }
            _ if letter.is_whitespace() => {}
            _ => {
                let bad = || Fault::at(line, column, words::BAD_MOVE.with("character", letter));
                let dir = Dir::from_letter(letter).ok_or_else(bad)?;
                let times = count.take().unwrap_or(1);
                if steps.len() + times > MOST_STEPS {
                    return Err(Fault::at(line, column, words::TOO_MANY_MOVES.with("most", MOST_STEPS)));
                }
                let step = Step { dir, push: letter.is_ascii_uppercase() };
                steps.extend(std::iter::repeat_n(step, times));
            }
        }
    }
    match count {
        None => Ok(steps),
        Some(_) => Err(Fault::at(line, column.max(1), words::RUN_LENGTH.say())),
    }
}

/// Steps as LURD text.
pub fn to_text(steps: &[Step]) -> String {
    steps.iter().map(ToString::to_string).collect()
}
