//! What is true of the board in front of a player: can it still be completed, and is there a tile
//! that certainly goes somewhere? Both may take long on hard boards, so both take a number of nodes
//! and say nothing rather than guess.

use std::sync::Arc;

use ingenio_core::{Message, Options, Step, Task, Verdict};

use super::engine::{Instance, Plan, Search, Turn, search};
use super::ladder::{self, Ladder, Order};
use crate::level::{Level, Question};
use crate::play::{Move, Position};
use crate::words;

/// A hint must come at once: so many nodes are some hundredths of a second.
const HINT_NODES: u64 = 2000;

/// A move that is certainly right, with the reason.
pub fn hint(level: &Level, position: &Position) -> Option<(Move, Message)> {
    let certain = certain(level, position.board(), HINT_NODES)?;
    let sentence = if certain.at_once { words::HINT_FORCED } else { words::HINT_PROVED };
    let tile = level.tiles()[usize::from(certain.tile)];
    let reason = sentence.with("tile", tile).with("cell", level.size().cell(certain.cell).said());
    Some((Move::Put { tile: certain.tile, cell: level.size().cell(certain.cell) }, reason))
}

/// Can the tiles on the board stay and every empty cell be filled? Nothing if that is not known
/// within so many nodes.
pub fn completable(level: &Level, board: &[Option<u16>], nodes: u64) -> Option<bool> {
    let Ok(here) = level.with_fixed(board) else { return Some(false) };
    let instance = Instance::of(&here);
    if instance.tiles() < instance.spots.len() {
        return Some(false);
    }
    let mut search = search(&instance, Plan::new(0, 0));
    Some(run(search.as_mut(), nodes)? == Turn::Found)
}

/// Where a tile certainly goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certain {
    pub cell: usize,
    pub tile: u16,
    /// Does it follow from looking at each cell and its neighbours, or only from trying?
    pub at_once: bool,
}

/// A tile that lies on this cell in every best board that keeps the tiles on the board. Equal tiles
/// are as good as each other. Nothing if there is none, or if none is proved within so many nodes.
pub fn certain(level: &Level, board: &[Option<u16>], nodes: u64) -> Option<Certain> {
    let here = Arc::new(level.with_fixed(board).ok()?);
    let instance = Instance::of(&here);
    let blanks = fewest_blanks(&here, &instance, nodes)?;
    forced(&instance, blanks).or_else(|| proved(&instance, blanks, nodes))
}

fn run(search: &mut dyn Search, nodes: u64) -> Option<Turn> {
    while search.nodes() < nodes {
        match search.step() {
            Turn::Running => {}
            turn => return Some(turn),
        }
    }
    None
}

fn fewest_blanks(level: &Arc<Level>, instance: &Instance, nodes: u64) -> Option<usize> {
    if level.question() == Question::Complete {
        return Some(0);
    }
    let task = Task { options: Options::defaults(ladder::OPTIONS), ..Task::default() };
    let mut run = Ladder::start(level, &task, Order::Up);
    // A search that begins or ends takes an advance without a node.
    match run.advance(nodes.saturating_add(2 * instance.spots.len() as u64 + 2)) {
        Step::Done(Verdict::Solved { .. }) => Some(level.room() - run.progress().best? as usize),
        _ => None,
    }
}

/// What the propagators decide before anything is tried.
fn forced(instance: &Instance, blanks: usize) -> Option<Certain> {
    let mut search = search(instance, Plan::new(blanks, 0));
    if search.step() == Turn::Refuted {
        return None;
    }
    let chosen = search.chosen();
    (0..chosen.len()).find_map(|spot| Some(certainty(instance, spot, chosen[spot]?, true)))
}

fn certainty(instance: &Instance, spot: usize, kind: u16, at_once: bool) -> Certain {
    let tile = instance.kinds[usize::from(kind)].tiles[0];
    Certain { cell: instance.spots[spot].at, tile, at_once }
}

/// Takes one best board and asks of each cell whether there is another without this tile here.
fn proved(instance: &Instance, blanks: usize, nodes: u64) -> Option<Certain> {
    let mut first = search(instance, Plan::new(blanks, 0));
    if run(first.as_mut(), nodes)? != Turn::Found {
        return None;
    }
    let mut left = nodes;
    for (spot, kind) in first.chosen().into_iter().enumerate() {
        let Some(kind) = kind else { continue };
        let mut other = search(instance, Plan::new(blanks, 0));
        other.forbid(spot, kind);
        if run(other.as_mut(), left)? == Turn::Refuted {
            return Some(certainty(instance, spot, kind, false));
        }
        left = left.saturating_sub(other.nodes());
    }
    None
}
