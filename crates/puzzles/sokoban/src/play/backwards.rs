//! The play from the end to the start: the boxes stand on the goals and are pulled back to where the
//! level begins. Read from behind, the pulls are pushes, so a won play backwards is a solution.
//!
//! Where the player stands at the end is his choice: until the first pull he walks through boxes, and
//! these steps are no part of the solution.

use ingenio_core::{Dir, Message};

use super::path::walk;
use super::{Position, Step, Undo, Way, to_text};
use crate::level::Level;
use crate::words;

pub fn start(level: &Level) -> Position {
    Position { player: level.player(), boxes: level.goals(), way: Way::Choosing }
}

/// The legal steps, each way first the walk, then the pull.
pub fn steps(level: &Level, position: &Position) -> Vec<Step> {
    let both = Dir::ALL.into_iter().flat_map(|dir| [false, true].map(|push| Step { dir, push }));
    both.filter(|step| look(level, position, *step).is_ok()).collect()
}

/// Where a step leads, and which box it pulls along.
fn look(level: &Level, position: &Position, step: Step) -> Result<(usize, Option<usize>), Message> {
    let ahead = level.step(position.player, step.dir).ok_or_else(|| words::WALL_AHEAD.say())?;
    let passes = position.way == Way::Choosing && !step.push;
    if !passes && position.box_at(ahead).is_some() {
        return Err(words::BOX_AHEAD.say());
    }
    if !step.push {
        return Ok((ahead, None));
    }
    if position.box_at(position.player).is_some() {
        return Err(words::ON_A_BOX.say());
    }
    let behind = level.step(position.player, step.dir.opposite());
    let which = behind.and_then(|square| position.box_at(square)).ok_or_else(|| words::NO_PULL.say())?;
    Ok((ahead, Some(which)))
}

pub fn apply(level: &Level, position: &mut Position, step: Step) -> Result<Undo, Message> {
    let (to, pulled) = look(level, position, step)?;
    let (player, way) = (position.player, position.way);
    let moved = pulled.map(|which| (which, position.boxes[which]));
    if let Some(which) = pulled {
        position.boxes[which] = player;
        position.way = Way::Back;
    }
    position.player = to;
    Ok(Undo { player, way, moved })
}

/// The boxes stand where the level begins, and its player can come to where this one is.
pub fn won(level: &Level, position: &Position) -> bool {
    level.boxes().iter().all(|square| position.box_at(*square).is_some())
        && walk(level, &super::start(level), position.player).is_some()
}

/// The solution that a won play backwards is: the way to where it ended, then its steps from behind.
pub fn solution(level: &Level, position: &Position, history: &[Step]) -> String {
    let mut steps = walk(level, &super::start(level), position.player).unwrap_or_default();
    let counted = history.iter().skip_while(|step| !step.push);
    let mut turned: Vec<Step> =
        counted.map(|step| Step { dir: step.dir.opposite(), push: step.push }).collect();
    turned.reverse();
    steps.extend(turned);
    to_text(&steps)
}
