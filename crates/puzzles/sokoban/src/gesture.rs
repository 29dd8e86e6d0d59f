//! Gestures: arrows walk and push; a tap on a square walks there, a tap on a box picks it up and the
//! next tap says where it goes; a drag takes a box to the square where it is released, or walks. In a
//! play backwards arrows walk, and with the shift key they pull.

use ingenio_core::{Cell, Gesture, Reaction, Spot, rooms};

use crate::Sokoban;
use crate::level::Level;
use crate::play::{self, Position, Step, path};

impl rooms::Gestures for Sokoban {
    fn gesture(
        level: &Level,
        position: &Position,
        _last: Option<&Step>,
        gesture: &Gesture,
    ) -> Reaction<Step> {
        match gesture {
            Gesture::Arrow { dir, .. } => step(level, position, |step| step.dir == *dir),
            Gesture::Shift { dir } => step(level, position, |step| step.dir == *dir && step.push),
            Gesture::Tap { at: Spot::Cell(at), held } => tap(level, position, *at, *held),
            Gesture::Drag { from: Spot::Cell(from), through } => match through.last() {
                Some(to) => drag(level, position, *from, *to),
                None => Reaction::default(),
            },
            _ => Reaction::default(),
        }
    }
}

/// The first legal step that is meant.
fn step(level: &Level, position: &Position, is_meant: impl Fn(&Step) -> bool) -> Reaction<Step> {
    Reaction::moves(play::steps(level, position).into_iter().find(is_meant).into_iter().collect())
}

fn square(level: &Level, cell: Cell) -> Option<usize> {
    let size = level.size();
    let inside = usize::from(cell.row) < size.height && usize::from(cell.column) < size.width;
    inside.then(|| size.index(cell))
}

fn tap(level: &Level, position: &Position, at: Cell, held: Option<Spot>) -> Reaction<Step> {
    let Some(to) = square(level, at) else { return Reaction::hold(held) };
    if let Some(Spot::Cell(from)) = held {
        let pushed = if from == at { None } else { push(level, position, from, to) };
        // A tap where the held box cannot go lets it go; on another box it picks that one up.
        if pushed.is_some() || from == at {
            return Reaction::moves(pushed.unwrap_or_default());
        }
    }
    if position.box_at(to).is_some() {
        return Reaction::hold(Some(Spot::Cell(at)));
    }
    Reaction::moves(path::walk(level, position, to).unwrap_or_default())
}

fn drag(level: &Level, position: &Position, from: Cell, to: Cell) -> Reaction<Step> {
    let Some(square) = square(level, to).filter(|_| from != to) else { return Reaction::default() };
    let steps = push(level, position, from, square).or_else(|| path::walk(level, position, square));
    Reaction::moves(steps.unwrap_or_default())
}

/// The steps that take the box on a cell to a square.
fn push(level: &Level, position: &Position, from: Cell, to: usize) -> Option<Vec<Step>> {
    let which = position.box_at(square(level, from)?)?;
    path::push_to(level, position, which, to)
}
