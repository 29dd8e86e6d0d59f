//! The distance of every position of a small board, and all positions of a distance.
//!
//! A position is numbered among all permutations of its tiles (Lehmer code), so a table of one byte per
//! permutation holds the distances; half of them are never reached. Boards of up to ten cells: 3.6 MB.

use ingenio_core::{Cancel, Dir, Rng, Size};

use crate::level::{BLANK, Goal, Level, Tile, standard_goal};

/// Cells of the largest board.
pub const MOST_CELLS: usize = 10;

const UNKNOWN: u8 = u8::MAX;

pub struct Distances {
    size: Size,
    goal: Goal,
    /// By the number of a position.
    moves: Vec<u8>,
    /// The reached positions in order of their distance.
    order: Vec<u32>,
    /// Where each distance begins in `order`.
    begins: Vec<usize>,
}

impl Distances {
    /// Nothing if it is cancelled.
    pub fn new(size: Size, goal: Goal, cancel: &Cancel) -> Option<Self> {
        let permutations: usize = (1..=size.cells()).product();
        let start = standard_goal(size, goal).expect("the usual goals are boards");
        let mut table = Distances {
            size,
            goal,
            moves: vec![UNKNOWN; permutations],
            order: Vec::new(),
            begins: Vec::new(),
        };
        let first = rank(&start);
        table.moves[first] = 0;
        table.order.push(first as u32);
        let (mut next, mut distance) = (0, 0);
        while next < table.order.len() {
            if cancel.is_cancelled() {
                return None;
            }
            table.begins.push(next);
            distance += 1;
            let layer = table.order.len();
            while next < layer {
                table.expand(table.order[next] as usize, distance);
                next += 1;
            }
        }
        table.begins.push(next);
        Some(table)
    }

    fn expand(&mut self, number: usize, distance: u8) {
        let mut board = unrank(number, self.size.cells());
        let tiles = &mut board[..self.size.cells()];
        let blank = blank(tiles);
        for dir in Dir::ALL {
            let Some(cell) = self.size.step(blank, dir) else { continue };
            tiles.swap(blank, cell);
            let child = rank(tiles);
            tiles.swap(blank, cell);
            if self.moves[child] == UNKNOWN {
                self.moves[child] = distance;
                self.order.push(child as u32);
            }
        }
    }

    /// The greatest distance.
    pub fn radius(&self) -> u32 {
        self.begins.len() as u32 - 2
    }

    /// A position whose distance lies between two, each of them as likely as any other.
    pub fn draw(&self, rng: &mut Rng, least: u32, most: u32) -> Level {
        let begin = self.begins[least as usize];
        let end = self.begins[most.min(self.radius()) as usize + 1];
        let number = self.order[begin + rng.below(end - begin)] as usize;
        let tiles = unrank(number, self.size.cells())[..self.size.cells()].to_vec();
        Level::new(self.size, tiles, self.goal)
    }

    /// An optimal solution of a position of this table.
    pub fn solution(&self, level: &Level) -> String {
        let mut tiles = level.tiles().to_vec();
        let mut text = String::new();
        while self.moves[rank(&tiles)] > 0 {
            let (here, blank) = (self.moves[rank(&tiles)], blank(&tiles));
            let nearer = Dir::ALL.into_iter().find_map(|dir| {
                let cell = self.size.step(blank, dir)?;
                tiles.swap(blank, cell);
                if self.moves[rank(&tiles)] < here {
                    return Some(dir);
                }
                tiles.swap(blank, cell);
                None
            });
            text += &nearer.expect("every position has a nearer one").to_string();
        }
        text
    }
}

fn blank(tiles: &[Tile]) -> usize {
    tiles.iter().position(|tile| *tile == BLANK).expect("every board has a blank")
}

/// The number of a permutation: its Lehmer code in mixed radix.
fn rank(tiles: &[Tile]) -> usize {
    let mut seen = 0u32;
    let mut number = 0;
    for (place, tile) in tiles.iter().enumerate() {
        let smaller = (seen & ((1 << tile) - 1)).count_ones() as usize;
        number = number * (tiles.len() - place) + usize::from(*tile) - smaller;
        seen |= 1 << tile;
    }
    number
}

fn unrank(mut number: usize, cells: usize) -> [Tile; MOST_CELLS] {
    let mut digits = [0; MOST_CELLS];
    for place in (0..cells).rev() {
        digits[place] = number % (cells - place);
        number /= cells - place;
    }
    let mut free: u32 = (1 << cells) - 1;
    let mut tiles = [0; MOST_CELLS];
    for (tile, digit) in tiles.iter_mut().zip(&digits[..cells]) {
        // Drops the smallest free tiles until the wanted one is the smallest.
        let rest = (0..*digit).fold(free, |rest, _| rest & (rest - 1));
        *tile = rest.trailing_zeros() as Tile;
        free &= !(1 << *tile);
    }
    tiles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_permutation_has_its_number() {
        for number in 0..720 {
            assert_eq!(rank(&unrank(number, 6)[..6]), number);
        }
        assert_eq!(rank(&[0, 1, 2, 3]), 0);
    }

    /// The published histogram of the 8-puzzle, blank in the corner.
    #[test]
    fn the_eight_puzzle_has_its_known_depths() {
        let table = Distances::new(Size::new(3, 3), Goal::Last, &Cancel::default()).unwrap();
        let counts: Vec<usize> = table.begins.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(counts[..8], [1, 2, 4, 8, 16, 20, 39, 62]);
        assert_eq!((counts[31], counts.iter().sum()), (2, 181_440));
        assert_eq!(table.radius(), 31);
    }
}
