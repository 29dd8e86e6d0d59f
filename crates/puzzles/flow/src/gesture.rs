//! Gestures: a drag from an end point or from a pipe draws; going back shortens, crossing another
//! pipe cuts it, and where the way is barred the pipe waits for the pointer to come back. A tap picks
//! up the head of a pipe, so that arrows draw it on; a tap on the end point of a pipe takes the pipe
//! away.

use ingenio_core::{Cell, Dir, Gesture, Reaction, Spot, gesture};

use crate::level::{Level, Node, Stroke};
use crate::play::{Drawing, apply};

pub fn gesture(level: &Level, drawing: &Drawing, gesture: &Gesture) -> Reaction<Stroke> {
    match gesture {
        Gesture::Arrow { dir, held: Some(Spot::Cell(held)) } => arrow(level, drawing, *dir, *held),
        Gesture::Tap { at: Spot::Cell(at), held } => tap(level, drawing, *at, *held),
        Gesture::Drag { from: Spot::Cell(from), through } => draw(level, drawing, *from, through),
        _ => Reaction::default(),
    }
}

/// The colour that lies on a cell: an end point or a pipe.
fn colour_at(level: &Level, drawing: &Drawing, node: Node) -> Option<usize> {
    let pipe = |colour: &usize| drawing.pipes()[*colour].contains(&node);
    level.colour_at(node).or_else(|| (0..level.colours()).find(pipe))
}

fn arrow(level: &Level, drawing: &Drawing, dir: Dir, held: Cell) -> Reaction<Stroke> {
    let next = level.board().at(held).and_then(|from| level.board().follow(from, dir.letter()));
    let Some(next) = next else { return Reaction::hold(Some(Spot::Cell(held))) };
    let to = level.board().place(next);
    let mut reaction = draw(level, drawing, held, &[to]);
    reaction.held = Some(Spot::Cell(if reaction.moves.is_empty() { held } else { to }));
    reaction
}

fn tap(level: &Level, drawing: &Drawing, at: Cell, held: Option<Spot>) -> Reaction<Stroke> {
    let Some(node) = level.board().at(at) else { return Reaction::default() };
    if held == Some(Spot::Cell(at)) {
        return Reaction::default();
    }
    let Some(colour) = colour_at(level, drawing, node) else { return Reaction::default() };
    if level.colour_at(node).is_some() && !drawing.pipes()[colour].is_empty() {
        return Reaction::moves(vec![Stroke::of_pipe(level, colour, &[node])]);
    }
    Reaction::hold(Some(Spot::Cell(at)))
}

/// The longest stroke along the drag that is allowed. Cells that refuse the pipe are skipped until
/// the pointer is beside its head again.
fn draw(level: &Level, drawing: &Drawing, from: Cell, through: &[Cell]) -> Reaction<Stroke> {
    let Some(start) = level.board().at(from) else { return Reaction::default() };
    let Some(colour) = colour_at(level, drawing, start) else { return Reaction::default() };
    let mut nodes = vec![start];
    for node in gesture::path(from, through).into_iter().skip(1).filter_map(|cell| level.board().at(cell)) {
        let head = nodes[nodes.len() - 1];
        if let Some(at) = nodes.iter().position(|known| *known == node) {
            nodes.truncate(at + 1);
        } else if level.board().link(head, node).is_some() {
            nodes.push(node);
            if !is_legal(level, drawing, colour, &nodes) {
                nodes.pop();
            }
        }
    }
    let stroke = Stroke::of_pipe(level, colour, &nodes);
    let mut after = drawing.clone();
    let changes = apply(level, &mut after, &stroke).is_ok() && after != *drawing;
    Reaction::moves(if changes { vec![stroke] } else { Vec::new() })
}

fn is_legal(level: &Level, drawing: &Drawing, colour: usize, nodes: &[Node]) -> bool {
    apply(level, &mut drawing.clone(), &Stroke::of_pipe(level, colour, nodes)).is_ok()
}
