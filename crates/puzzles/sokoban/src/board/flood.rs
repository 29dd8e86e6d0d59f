//! The name of the player's region, by bits: squares with all their neighbours at once. Several times as
//! fast as a flood square by square, but it tells nothing but the least square of the region.

use super::maze::Maze;
use super::reach::Reach;
use super::{DIRS, Square};

/// Boards of up to so many words of squares are flooded by bits.
const MOST_WORDS: usize = 4;

#[derive(Clone, Debug)]
pub struct Flood {
    words: usize,
    /// The neighbours of each square as bits; none where the board is too large.
    near: Vec<u64>,
    reach: Reach,
}

impl Flood {
    pub fn new(maze: &Maze) -> Self {
        let words = [1, 2, MOST_WORDS].into_iter().find(|words| maze.count <= words * 64).unwrap_or(0);
        let mut near = vec![0; words * maze.count];
        for square in maze.squares().filter(|_| words > 0) {
            for next in DIRS.map(|dir| usize::from(maze.next(square, dir))) {
                if next < maze.count {
                    near[usize::from(square) * words + next / 64] |= 1 << (next % 64);
                }
            }
        }
        Flood { words, near, reach: Reach::new(maze) }
    }

    /// The least square that the player can walk to.
    pub fn least(&mut self, maze: &Maze, occupied: &[bool], boxes: &[Square], player: Square) -> Square {
        match self.words {
            1 => self.by_bits::<1>(boxes, player),
            2 => self.by_bits::<2>(boxes, player),
            MOST_WORDS => self.by_bits::<MOST_WORDS>(boxes, player),
            _ => self.reach.flood(maze, occupied, player),
        }
    }

    fn by_bits<const WORDS: usize>(&self, boxes: &[Square], player: Square) -> Square {
        let mut boxed = [0; WORDS];
        for square in boxes {
            boxed[usize::from(*square) / 64] |= 1u64 << (square % 64);
        }
        let mut open = [0; WORDS];
        open[usize::from(player) / 64] |= 1u64 << (player % 64);
        let mut seen = open;
        while let Some(word) = (0..WORDS).find(|word| open[*word] != 0) {
            let square = word * 64 + open[word].trailing_zeros() as usize;
            open[word] &= open[word] - 1;
            let near = &self.near[square * WORDS..(square + 1) * WORDS];
            for at in 0..WORDS {
                let new = near[at] & !boxed[at] & !seen[at];
                seen[at] |= new;
                open[at] |= new;
            }
        }
        let word = (0..WORDS).find(|word| seen[*word] != 0).unwrap_or(0);
        (word * 64) as Square + seen[word].trailing_zeros() as Square
    }
}
