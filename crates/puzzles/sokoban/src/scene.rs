//! What to draw: walls, floor and goals as ground; the player and the boxes as pieces. A box keeps
//! its id through the play. Boxes that make the position lost are marked.

use ingenio_core::scene::{Ground, Mark, MarkKind, Piece, Role};
use ingenio_core::{Dir, Scene};

use crate::level::{Level, Square};
use crate::play::{Position, path, truth};

pub fn scene(level: &Level, position: &Position) -> Scene {
    let reach = path::reachable(level, position);
    let mut pieces = vec![player(level, position)];
    for (which, at) in position.boxes.iter().enumerate() {
        pieces.push(Piece { reach: pushes(level, position, &reach, *at), ..a_box(level, which + 1, *at) });
    }
    for (which, at) in level.decoration().into_iter().enumerate() {
        pieces.push(a_box(level, position.boxes.len() + which + 1, at));
    }
    let lost = truth::trouble(level, position).map_or_else(Vec::new, |trouble| trouble.squares);
    let marks = lost.into_iter().map(|at| Mark { cell: level.cell(at), kind: MarkKind::Lost }).collect();
    let ground = (0..level.size().cells()).map(|at| ground(level, at)).collect();
    Scene { size: level.size(), ground, pieces, marks }
}

fn ground(level: &Level, at: usize) -> Ground {
    match level.square(at) {
        Square::Wall => Ground::Wall,
        Square::CrateOnGoal | Square::Goal => Ground::Goal,
        _ if level.is_inside(at) => Ground::Floor,
        _ => Ground::Outside,
    }
}

fn player(level: &Level, position: &Position) -> Piece {
    let walk = |dir| {
        let free = |at: &usize| level.step(*at, dir).filter(|next| position.box_at(*next).is_none());
        let cells = std::iter::successors(free(&position.player), |at| free(at)).count();
        (cells > 0).then_some((dir, cells as u16))
    };
    Piece {
        id: 0,
        role: Role::Player,
        label: "@".into(),
        cells: vec![level.cell(position.player)],
        tone: 0,
        in_place: false,
        reach: Dir::ALL.into_iter().filter_map(walk).collect(),
    }
}

fn a_box(level: &Level, id: usize, at: usize) -> Piece {
    let in_place = level.square(at).is_goal();
    Piece {
        id: id as u32,
        role: Role::Crate,
        label: if in_place { "*" } else { "$" }.into(),
        cells: vec![level.cell(at)],
        tone: 0,
        in_place,
        reach: Vec::new(),
    }
}

/// How far a box can be pushed straight on, each way, if the player walks behind it first.
fn pushes(level: &Level, position: &Position, reach: &[bool], at: usize) -> Vec<(Dir, u16)> {
    let push = |dir: Dir| {
        let behind = level.step(at, dir.opposite())?;
        if !reach[behind] {
            return None;
        }
        let free = |at: &usize| level.step(*at, dir).filter(|next| position.box_at(*next).is_none());
        let cells = std::iter::successors(free(&at), |at| free(at)).count();
        (cells > 0).then_some((dir, cells as u16))
    };
    Dir::ALL.into_iter().filter_map(push).collect()
}
