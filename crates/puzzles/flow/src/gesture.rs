//! Gestures: a drag from an end point or from a pipe draws; going back shortens, crossing another
//! pipe cuts it, and where the way is barred the pipe waits for the pointer to come back. A tap picks
//! up the head of a pipe, so that arrows draw it on; a tap on the end point of a pipe takes the pipe
//! away. On hexagons the arrows to the sides keep to the row, and keys of their own go aslant.

use ingenio_core::{Cell, Dir, Gesture, Lattice, Reaction, Side, Spot, gesture, rooms};

use crate::Flow;
use crate::level::{Board, Level, Node, Stroke};
use crate::play::{Drawing, apply};

impl rooms::Gestures for Flow {
    fn gesture(
        level: &Level,
        drawing: &Drawing,
        _last: Option<&Stroke>,
        gesture: &Gesture,
    ) -> Reaction<Stroke> {
        self::gesture(level, drawing, gesture)
    }
}

pub fn gesture(level: &Level, drawing: &Drawing, gesture: &Gesture) -> Reaction<Stroke> {
    match gesture {
        Gesture::Arrow { dir, held: Some(Spot::Cell(held)) } => {
            step(level, drawing, side_of(level.board(), *held, *dir), *held)
        }
        Gesture::Slant { side, held: Some(Spot::Cell(held)) } => step(level, drawing, *side, *held),
        Gesture::Tap { at: Spot::Cell(at), held } => tap(level, drawing, *at, *held),
        Gesture::Drag { from: Spot::Cell(from), through } => draw(level, drawing, *from, through),
        _ => Reaction::default(),
    }
}

/// The side that an arrow means; to the left and right on hexagons the one that keeps to the row.
fn side_of(board: &Board, held: Cell, dir: Dir) -> Side {
    let is_low = held.column.is_multiple_of(2);
    match (board.shape().lattice, dir) {
        (Lattice::Hexagons, Dir::Left) => {
            if is_low {
                Side::UpLeft
            } else {
                Side::DownLeft
            }
        }
        (Lattice::Hexagons, Dir::Right) => {
            if is_low {
                Side::UpRight
            } else {
                Side::DownRight
            }
        }
        _ => dir.into(),
    }
}

/// The colour that lies on a node: an end point or a pipe.
fn colour_at(level: &Level, drawing: &Drawing, node: Node) -> Option<usize> {
    let pipe = |colour: &usize| drawing.pipes()[*colour].contains(&node);
    level.colour_at(node).or_else(|| (0..level.colours()).find(pipe))
}

fn step(level: &Level, drawing: &Drawing, side: Side, held: Cell) -> Reaction<Stroke> {
    let board = level.board();
    let next = board.all_at(held).find_map(|from| board.follow(from, side.letter()));
    let Some(next) = next else { return Reaction::hold(Some(Spot::Cell(held))) };
    let to = board.place(next);
    let mut reaction = draw(level, drawing, held, &[to]);
    reaction.held = Some(Spot::Cell(if reaction.moves.is_empty() { held } else { to }));
    reaction
}

fn tap(level: &Level, drawing: &Drawing, at: Cell, held: Option<Spot>) -> Reaction<Stroke> {
    if held == Some(Spot::Cell(at)) {
        return Reaction::default();
    }
    let on = level.board().all_at(at).find_map(|node| Some((node, colour_at(level, drawing, node)?)));
    let Some((node, colour)) = on else { return Reaction::default() };
    if level.colour_at(node).is_some() && !drawing.pipes()[colour].is_empty() {
        return Reaction::moves(vec![Stroke::of_pipe(level, colour, &[node])]);
    }
    Reaction::hold(Some(Spot::Cell(at)))
}

/// The longest stroke along the drag that is allowed. Cells that refuse the pipe are skipped until
/// the pointer is beside its head again.
fn draw(level: &Level, drawing: &Drawing, from: Cell, through: &[Cell]) -> Reaction<Stroke> {
    let board = level.board();
    let cells = if board.is_plain() { gesture::path(from, through) } else { path(board, from, through) };
    let Some((start, colour)) = start(level, drawing, from, &cells) else { return Reaction::default() };
    let mut nodes = vec![start];
    for cell in cells.into_iter().skip(1) {
        let head = nodes[nodes.len() - 1];
        if let Some(at) =
            nodes.iter().rposition(|known| board.place(*known) == cell && is_back(board, &nodes, *known))
        {
            nodes.truncate(at + 1);
        } else if let Some(node) = board.all_at(cell).find(|node| board.link(head, *node).is_some()) {
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

/// Does coming to a node again take back what was drawn? Not where a bridge is crossed the other way.
fn is_back(board: &Board, nodes: &[Node], node: Node) -> bool {
    let head = nodes[nodes.len() - 1];
    !board.is_bridge(node) || head == node || board.link(head, node).is_some()
}

/// Where a drag begins: on a bridge it is the way that leads to the next cell of the drag.
fn start(level: &Level, drawing: &Drawing, from: Cell, cells: &[Cell]) -> Option<(Node, usize)> {
    let board = level.board();
    let coloured = || board.all_at(from).filter_map(|node| Some((node, colour_at(level, drawing, node)?)));
    let leads = |node: Node| {
        cells.get(1).is_some_and(|next| board.links(node).iter().any(|link| board.place(link.to) == *next))
    };
    coloured().find(|(node, _)| leads(*node)).or_else(|| coloured().next())
}

/// The cells of a drag on a board of any shape: neighbours follow each other, round the border too;
/// where the pointer jumped, it is followed from neighbour to neighbour as long as that comes nearer.
fn path(board: &Board, from: Cell, through: &[Cell]) -> Vec<Cell> {
    let mut path = vec![from];
    for next in through.iter().filter(|next| board.at(**next).is_some()) {
        loop {
            let at = path[path.len() - 1];
            let near: Vec<Cell> = board
                .all_at(at)
                .flat_map(|node| board.links(node).iter().map(|link| board.place(link.to)))
                .collect();
            if at == *next || near.contains(next) {
                break;
            }
            let nearest = near.into_iter().min_by_key(|cell| apart(board, *cell, *next));
            match nearest.filter(|cell| apart(board, *cell, *next) < apart(board, at, *next)) {
                Some(cell) => path.push(cell),
                None => break,
            }
        }
        if path[path.len() - 1] != *next {
            path.push(*next);
        }
    }
    path
}

/// The square of the distance between two cells, in half rows and columns.
fn apart(board: &Board, one: Cell, other: Cell) -> i64 {
    let low =
        |cell: Cell| i64::from(board.shape().lattice == Lattice::Hexagons && cell.column.is_multiple_of(2));
    let rows = 2 * (i64::from(one.row) - i64::from(other.row)) + low(one) - low(other);
    let columns = 2 * (i64::from(one.column) - i64::from(other.column));
    rows * rows + columns * columns
}

fn is_legal(level: &Level, drawing: &Drawing, colour: usize, nodes: &[Node]) -> bool {
    apply(level, &mut drawing.clone(), &Stroke::of_pipe(level, colour, nodes)).is_ok()
}
