//! IDA* for the 15-puzzle written by hand, as fast as we can: the yardstick for the generic engine.
//! Recursive, the board in a fixed array, the estimate from one table of differences. It can do
//! nothing else: no stopping, no progress, no other size.

use ingenio_taquin::level::{BLANK, Level};

struct Hand {
    tiles: [u8; 16],
    /// How the estimate changes when a tile goes from one cell to another.
    change: Box<[[[i8; 16]; 16]; 16]>,
    nodes: u64,
}

/// For each cell its neighbours, in the order up, down, left, right.
const NEIGHBOURS: [&[usize]; 16] = [
    &[4, 1],
    &[5, 0, 2],
    &[6, 1, 3],
    &[7, 2],
    &[0, 8, 5],
    &[1, 9, 4, 6],
    &[2, 10, 5, 7],
    &[3, 11, 6],
    &[4, 12, 9],
    &[5, 13, 8, 10],
    &[6, 14, 9, 11],
    &[7, 15, 10],
    &[8, 13],
    &[9, 12, 14],
    &[10, 13, 15],
    &[11, 14],
];

/// The length of a shortest solution and the number of expanded nodes.
pub fn idastar(level: &Level) -> (u32, u64) {
    let goals = level.goal_cells();
    let distance = |tile: usize, cell: usize| {
        let home = goals[tile];
        ((cell / 4).abs_diff(home / 4) + (cell % 4).abs_diff(home % 4)) as i8
    };
    let mut hand = Hand { tiles: [0; 16], change: Box::new([[[0; 16]; 16]; 16]), nodes: 0 };
    let mut estimate = 0;
    for tile in 1..16 {
        for (from, row) in hand.change[tile].iter_mut().enumerate() {
            for (to, change) in row.iter_mut().enumerate() {
                *change = distance(tile, to) - distance(tile, from);
            }
        }
    }
    let mut blank = 0;
    for (cell, tile) in level.tiles().iter().enumerate() {
        hand.tiles[cell] = *tile as u8;
        if *tile == BLANK {
            blank = cell;
        } else {
            estimate += i32::from(distance(usize::from(*tile), cell));
        }
    }
    let mut bound = estimate;
    while !hand.search(blank, 16, estimate, bound) {
        bound += 2;
    }
    (bound as u32, hand.nodes)
}

impl Hand {
    fn search(&mut self, blank: usize, before: usize, estimate: i32, left: i32) -> bool {
        self.nodes += 1;
        for &from in NEIGHBOURS[blank] {
            if from == before {
                continue;
            }
            let tile = self.tiles[from];
            let next = estimate + i32::from(self.change[usize::from(tile & 15)][from][blank]);
            if next >= left {
                continue;
            }
            if next == 0 {
                return true;
            }
            self.tiles[blank] = tile;
            let found = self.search(from, blank, next, left - 1);
            self.tiles[from] = tile;
            if found {
                return true;
            }
        }
        false
    }
}
