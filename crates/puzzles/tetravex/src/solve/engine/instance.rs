//! What the engine works on: kinds of tile (equal tiles are one kind with several copies, so that
//! exchanging them is never searched nor counted twice), cells to fill, and the edges between them.
//! Cells that are not to be filled only lend their colours to the edges they touch.

use std::collections::HashMap;

use ingenio_core::{Dir, Size};

use crate::level::{Level, Place, Tile, side_index};

/// The sides of a tile in its own order: top, right, bottom, left.
pub const SIDES: [Dir; 4] = [Dir::Up, Dir::Right, Dir::Down, Dir::Left];

/// The side that faces a side.
pub const fn opposite(side: usize) -> usize {
    (side + 2) % 4
}

#[derive(Clone, Debug)]
pub struct Kind {
    /// Colours as small numbers, counted apart for the two axes, which never meet.
    pub sides: [u8; 4],
    /// The tiles of this kind.
    pub tiles: Vec<u16>,
}

/// A cell to fill.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Where it lies on the board.
    pub at: usize,
    pub edges: [u16; 4],
}

/// Where two cells meet, or where a cell meets a border.
#[derive(Clone, Debug, Default)]
pub struct Edge {
    /// The colour lent by a cell that is not to be filled.
    pub colour: Option<u8>,
    /// The spots on it, each with the side it turns to the edge.
    pub ends: Vec<(u16, u8)>,
}

#[derive(Clone, Debug)]
pub struct Instance {
    /// Of the board that the spots lie on.
    pub size: Size,
    pub kinds: Vec<Kind>,
    pub spots: Vec<Spot>,
    pub edges: Vec<Edge>,
    /// The number of colours of the richer axis.
    pub colours: usize,
    /// What lies around the spots and is given back with them.
    pub around: Vec<Option<u16>>,
}

impl Instance {
    /// The whole level: every open cell is to be filled.
    pub fn of(level: &Level) -> Self {
        Self::within(level, &level.start(), |_| true)
    }

    /// The empty cells of a board that a test accepts, with the tiles that do not lie on it.
    pub fn within(level: &Level, board: &[Option<u16>], chosen: impl Fn(usize) -> bool) -> Self {
        let palette = Palette::of(level.tiles());
        let empty = |at: &usize| board[*at].is_none() && level.places()[*at] == Place::Open;
        let cells: Vec<usize> = (0..board.len()).filter(|at| empty(at) && chosen(*at)).collect();
        let (spots, edges) = join(level, board, &cells, &palette);
        let kinds = kinds(level, board, &palette);
        Instance { size: level.size(), kinds, spots, edges, colours: palette.size(), around: board.to_vec() }
    }

    /// The number of tiles there are to choose from.
    pub fn tiles(&self) -> usize {
        self.kinds.iter().map(|kind| kind.tiles.len()).sum()
    }

    /// Gives every spot a tile of its kind, the first one that is free.
    pub fn board(&self, chosen: &[Option<u16>]) -> Vec<Option<u16>> {
        let mut board = self.around.clone();
        let mut used = vec![0; self.kinds.len()];
        for (spot, kind) in self.spots.iter().zip(chosen) {
            let Some(kind) = kind.map(usize::from) else { continue };
            board[spot.at] = Some(self.kinds[kind].tiles[used[kind]]);
            used[kind] += 1;
        }
        board
    }
}

/// Small numbers for the colours of each axis.
struct Palette([HashMap<u32, u8>; 2]);

const fn axis(side: usize) -> usize {
    side % 2
}

impl Palette {
    fn of(tiles: &[Tile]) -> Self {
        let mut palette = Palette([HashMap::new(), HashMap::new()]);
        for tile in tiles {
            for (side, colour) in tile.0.iter().enumerate() {
                let map = &mut palette.0[axis(side)];
                let next = map.len() as u8;
                map.entry(*colour).or_insert(next);
            }
        }
        palette
    }

    fn size(&self) -> usize {
        self.0[0].len().max(self.0[1].len())
    }

    fn sides(&self, tile: Tile) -> [u8; 4] {
        std::array::from_fn(|side| self.0[axis(side)][&tile.0[side]])
    }
}

fn kinds(level: &Level, board: &[Option<u16>], palette: &Palette) -> Vec<Kind> {
    let mut in_hand = vec![true; level.tiles().len()];
    board.iter().flatten().for_each(|tile| in_hand[usize::from(*tile)] = false);
    let mut kinds: Vec<Kind> = Vec::new();
    let mut known: HashMap<[u8; 4], usize> = HashMap::new();
    for (number, tile) in (0..).zip(level.tiles()) {
        if !in_hand[usize::from(number)] {
            continue;
        }
        let sides = palette.sides(*tile);
        let at = *known.entry(sides).or_insert_with(|| {
            kinds.push(Kind { sides, tiles: Vec::new() });
            kinds.len() - 1
        });
        kinds[at].tiles.push(number);
    }
    kinds
}

fn join(level: &Level, board: &[Option<u16>], cells: &[usize], palette: &Palette) -> (Vec<Spot>, Vec<Edge>) {
    let size = level.size();
    let mut edges: Vec<Edge> = Vec::new();
    let mut edge_of: HashMap<(usize, usize), u16> = HashMap::new();
    let mut spots = Vec::with_capacity(cells.len());
    for (spot, at) in cells.iter().enumerate() {
        let ids = SIDES.map(|dir| {
            let side = side_index(dir);
            let id = *edge_of.entry((*at, side)).or_insert_with(|| {
                edges.push(Edge::default());
                edges.len() as u16 - 1
            });
            edges[usize::from(id)].ends.push((spot as u16, side as u8));
            if let Some(other) = size.step(*at, dir) {
                edge_of.insert((other, opposite(side)), id);
                let lent = board[other].map(|tile| level.tiles()[usize::from(tile)]);
                edges[usize::from(id)].colour = lent.map(|tile| palette.sides(tile)[opposite(side)]);
            }
            id
        });
        spots.push(Spot { at: *at, edges: ids });
    }
    (spots, edges)
}
