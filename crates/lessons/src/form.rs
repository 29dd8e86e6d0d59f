//! What a level of one's own must look like, whatever methods do with it. Asked of its scene, which every
//! puzzle has.

use ingenio_core::kind::Handling;
use ingenio_core::scene::{Ground, Piece, Scene};
use ingenio_core::{Dir, LevelRef, Message};
use serde::Deserialize;

use crate::words;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Width and height of the board: `3x3`.
    Size(String),
    /// So many tiles with four sides, all in hand, and every cell open to them.
    Tiles(usize),
    NoBoxInACorner,
    /// Two pairs or more, each of which could be joined if the others were not there.
    PairsJoinAlone,
}

impl Form {
    pub fn fault(&self, level: &LevelRef) -> Option<Message> {
        let scene = level.play().scene();
        match self {
            Form::Size(wanted) => size_fault(&scene, wanted),
            Form::Tiles(wanted) => tiles_fault(&scene, *wanted),
            Form::NoBoxInACorner => corner_fault(&scene),
            Form::PairsJoinAlone => pairs_fault(&scene),
        }
    }
}

fn size_fault(scene: &Scene, wanted: &str) -> Option<Message> {
    let found = scene.size.to_string();
    (found != wanted).then(|| words::OTHER_SIZE.with("wanted", wanted).with("found", found))
}

fn tiles_fault(scene: &Scene, wanted: usize) -> Option<Message> {
    let found = handled(scene, Handling::Carried).count();
    if found != wanted {
        return Some(words::OTHER_TILES.with("wanted", wanted).with("found", found));
    }
    // A blocked cell or a tile fixed in the wrong place would answer without any numbers.
    let in_hand = handled(scene, Handling::Carried).all(|tile| tile.cells.is_empty());
    let open = (0..scene.ground.len()).all(|at| is_open(scene, at));
    (!in_hand || !open).then(|| words::NOT_OPEN.say())
}

fn corner_fault(scene: &Scene) -> Option<Message> {
    let mut boxes = handled(scene, Handling::Pushed).flat_map(|found| &found.cells);
    let cornered = boxes.find(|cell| is_corner(scene, scene.size.index(**cell)))?;
    Some(words::IN_A_CORNER.with("row", cornered.row + 1).with("column", cornered.column + 1))
}

fn is_corner(scene: &Scene, at: usize) -> bool {
    let wall = |dir| scene.size.step(at, dir).is_none_or(|next| !is_open(scene, next));
    (wall(Dir::Up) || wall(Dir::Down)) && (wall(Dir::Left) || wall(Dir::Right))
}

fn pairs_fault(scene: &Scene) -> Option<Message> {
    let ends: Vec<&Piece> = handled(scene, Handling::Drawn).filter(|piece| !piece.kind.under).collect();
    if ends.len() < 4 {
        return Some(words::TWO_PAIRS.say());
    }
    let place = |end: &Piece| end.cells.first().map(|cell| scene.size.index(*cell));
    let is_apart = |[one, other]: [&Piece; 2]| {
        one.tone == other.tone
            && place(one).zip(place(other)).is_some_and(|(from, to)| !is_joined(scene, from, to))
    };
    let mut pairs = (1..ends.len()).flat_map(|last| (0..last).map(move |first| (first, last)));
    let (first, _) = pairs.find(|(first, last)| is_apart([ends[*first], ends[*last]]))?;
    Some(words::NEVER_JOINED.with("letter", &ends[first].label))
}

/// Is there a way over open cells, whatever else stands on them?
fn is_joined(scene: &Scene, from: usize, to: usize) -> bool {
    let mut seen = vec![false; scene.ground.len()];
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            let steps = Dir::ALL.into_iter().filter_map(|dir| scene.size.step(at, dir));
            open.extend(steps.filter(|next| is_open(scene, *next)));
        }
    }
    seen[to]
}

fn handled(scene: &Scene, handling: Handling) -> impl Iterator<Item = &Piece> {
    scene.pieces.iter().filter(move |piece| piece.handling() == handling)
}

fn is_open(scene: &Scene, at: usize) -> bool {
    !matches!(scene.ground[at], Ground::Wall | Ground::Outside)
}
