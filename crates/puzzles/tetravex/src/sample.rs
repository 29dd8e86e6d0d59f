//! Random levels for the tests that every puzzle must pass: full boards, boards with too few and too
//! many tiles, spoilt ones, blocked cells, fixed tiles, both questions.

use ingenio_core::{Dir, Rng, Size, rooms};

use crate::Tetravex;
use crate::level::{Level, Place, Question, Tile};

impl rooms::Samples for Tetravex {
    fn sample(rng: &mut Rng, size: usize) -> Level {
        sample(rng, size)
    }
}

/// A board cut into tiles row by row: they fill it as they are.
pub fn cut_board(rng: &mut Rng, size: Size, colours: usize) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Vec::with_capacity(size.cells());
    for cell in 0..size.cells() {
        let mut colour = || rng.below(colours) as u32;
        let mut sides = [colour(), colour(), colour(), colour()];
        if let Some(above) = size.step(cell, Dir::Up) {
            sides[0] = tiles[above].side(Dir::Down);
        }
        if let Some(left) = size.step(cell, Dir::Left) {
            sides[3] = tiles[left].side(Dir::Right);
        }
        tiles.push(Tile(sides));
    }
    tiles
}

pub fn sample(rng: &mut Rng, size: usize) -> Level {
    if size > 3 {
        let side = Size::new(6, 6);
        let mut tiles = cut_board(rng, side, 10);
        rng.shuffle(&mut tiles);
        return level(side, tiles, vec![Place::Open; 36], Question::Maximise);
    }
    let side = Size::new(rng.between(1 + size / 2, 1 + size), rng.between(1 + size / 3, 1 + size));
    let colours = rng.between(2, 4);
    let mut tiles = cut_board(rng, side, colours);
    let cut = tiles.clone();
    spoil(rng, &mut tiles, colours);
    let mut places = vec![Place::Open; side.cells()];
    if rng.one_in(4) && side.cells() > 1 {
        places[rng.below(side.cells())] = Place::Blocked;
    }
    if rng.one_in(4) {
        let (cell, tile) = (rng.below(side.cells()), rng.below(tiles.len()));
        if places[cell] == Place::Open {
            places[cell] = Place::Fixed(tile as u16);
        }
    }
    let full = rng.one_in(4);
    // A board that must be full is often one that can be: as it was cut, but shuffled.
    if full && rng.one_in(2) {
        let mut cut = cut;
        rng.shuffle(&mut cut);
        return level(side, cut, vec![Place::Open; side.cells()], Question::Complete);
    }
    level(side, tiles, places, if full { Question::Complete } else { Question::Maximise })
}

/// Changes, drops or adds a few tiles, and shuffles them.
fn spoil(rng: &mut Rng, tiles: &mut Vec<Tile>, colours: usize) {
    let colour = |rng: &mut Rng| rng.below(colours) as u32;
    for _ in 0..rng.below(3) {
        let at = rng.below(tiles.len());
        let side = rng.below(4);
        tiles[at].0[side] = colour(rng);
    }
    match rng.below(4) {
        0 if tiles.len() > 1 => drop(tiles.remove(rng.below(tiles.len()))),
        1 => tiles.push(Tile(std::array::from_fn(|_| colour(rng)))),
        2 => {
            let copy = tiles[rng.below(tiles.len())];
            tiles.push(copy);
        }
        _ => {}
    }
    rng.shuffle(tiles);
}

fn level(size: Size, tiles: Vec<Tile>, places: Vec<Place>, question: Question) -> Level {
    Level::new(size, tiles, places, question).expect("a sample is a level")
}
