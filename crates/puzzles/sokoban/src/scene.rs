//! What to draw: walls, floor and goals as ground; the player and the boxes as pieces. A box keeps
//! its id through the play. Boxes that make the position lost are marked. In a play backwards the goals
//! are the squares where the level begins.

use ingenio_core::scene::{Ground, Mark, MarkKind, Piece};
use ingenio_core::{Dir, Scene, rooms};

use crate::Sokoban;
use crate::level::{Level, Square};
use crate::look::{CRATE, PLAYER};
use crate::play::{Position, Way, path, truth};

impl rooms::Drawing for Sokoban {
    fn scene(level: &Level, position: &Position) -> Scene {
        let reach = path::reachable(level, position);
        let mut pieces = vec![player(level, position)];
        for (which, at) in position.boxes.iter().enumerate() {
            let reach = pushes(level, position, &reach, *at);
            pieces.push(Piece { reach, ..a_box(level, which + 1, *at, is_goal(level, position, *at)) });
        }
        for (which, at) in level.decoration().into_iter().enumerate() {
            pieces.push(a_box(level, position.boxes.len() + which + 1, at, true));
        }
        let lost = truth::trouble(level, position).map_or_else(Vec::new, |trouble| trouble.squares);
        let marks = lost.into_iter().map(|at| Mark { cell: level.cell(at), kind: MarkKind::Lost }).collect();
        let mut ground: Vec<Ground> =
            (0..level.size().cells()).map(|at| ground(level, position, at)).collect();
        // Backwards a box is pulled, and no square is dead.
        if position.way == Way::Forth {
            for at in truth::dead_squares(level, position) {
                ground[at] = Ground::Dead;
            }
        }
        Scene::plain(level.size(), ground, pieces, marks)
    }
}

/// Where the boxes are to go.
fn is_goal(level: &Level, position: &Position, at: usize) -> bool {
    if position.way == Way::Forth { level.is_goal(at) } else { level.square(at).is_crate() }
}

fn ground(level: &Level, position: &Position, at: usize) -> Ground {
    match level.square(at) {
        Square::Wall => Ground::Wall,
        square if square.is_goal() && !level.is_inside(at) => Ground::Goal,
        _ if is_goal(level, position, at) => Ground::Goal,
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
    let reach = Dir::ALL.into_iter().filter_map(walk).collect();
    Piece { reach, ..Piece::new(&PLAYER, 0, "@", vec![level.cell(position.player)]) }
}

fn a_box(level: &Level, id: usize, at: usize, in_place: bool) -> Piece {
    let label = if in_place { "*" } else { "$" };
    Piece { in_place, ..Piece::new(&CRATE, id as u32, label, vec![level.cell(at)]) }
}

/// How far a box can be pushed straight on, each way, if the player walks behind it first. Pulls are
/// left to the search for a way.
fn pushes(level: &Level, position: &Position, reach: &[bool], at: usize) -> Vec<(Dir, u16)> {
    if position.way != Way::Forth {
        return Vec::new();
    }
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
