//! What lies around a square, as numbers: a board of codes with a margin, and windows of five by five squares on it, read so
//! that turned and mirrored windows give the same.

use crate::board::Square;
use crate::board::maze::Maze;

/// Squares beyond the edge that a window may show.
const MARGIN: usize = 2;

/// Codes of squares: half a byte each.
const WALL: u8 = 0;
const LOST: u8 = 1;
const FLOOR: u8 = 3;
const GOAL: u8 = 5;
/// Added where the player can come.
const REACHED: u8 = 1;
pub const BOX: u8 = 7;
pub const PLACED: u8 = 8;

/// The codes of a position.
#[derive(Clone, Debug)]
pub struct Codes {
    width: usize,
    /// Without boxes and player.
    fixed: Vec<u8>,
    now: Vec<u8>,
    /// Where each square of the maze lies.
    places: Vec<usize>,
}

impl Codes {
    /// `dead` are squares where a box is lost.
    pub fn new(maze: &Maze, dead: &[bool]) -> Self {
        let cells = maze.squares().map(|square| maze.cell(square));
        let cells: Vec<_> = cells.map(|cell| (usize::from(cell.row), usize::from(cell.column))).collect();
        let width = cells.iter().map(|cell| cell.1).max().unwrap_or(0) + 1 + 2 * MARGIN;
        let height = cells.iter().map(|cell| cell.0).max().unwrap_or(0) + 1 + 2 * MARGIN;
        let places: Vec<usize> =
            cells.iter().map(|(row, column)| (row + MARGIN) * width + column + MARGIN).collect();
        let mut fixed = vec![WALL; width * height];
        for square in maze.squares().map(usize::from) {
            let code = if maze.is_goal[square] { GOAL } else { FLOOR };
            fixed[places[square]] = if dead[square] { LOST } else { code };
        }
        Codes { width, now: fixed.clone(), fixed, places }
    }

    /// Draws a position: its boxes, and the squares that the player can come to.
    pub fn draw(&mut self, maze: &Maze, boxes: &[Square], reached: &[Square]) {
        self.now.copy_from_slice(&self.fixed);
        for square in reached {
            self.now[self.places[usize::from(*square)]] += REACHED;
        }
        for square in boxes.iter().map(|square| usize::from(*square)) {
            self.now[self.places[square]] = if maze.is_goal[square] { PLACED } else { BOX };
        }
    }

    pub fn bytes(&self) -> u64 {
        (self.fixed.len() * 2 + self.places.len() * 8) as u64
    }

    pub fn of(&self, square: Square) -> u8 {
        self.now[self.places[usize::from(square)]]
    }

    /// The window around a square, row by row.
    #[inline]
    pub fn window(&self, square: Square) -> [u8; 25] {
        let mut window = [WALL; 25];
        let first = self.places[usize::from(square)] - MARGIN * self.width - MARGIN;
        for (row, line) in window.chunks_exact_mut(5).enumerate() {
            line.copy_from_slice(&self.now[first + row * self.width..first + row * self.width + 5]);
        }
        window
    }
}

/// The order in which a window is read: the eight squares around the middle clockwise from the one above, then the outer
/// ones clockwise from the one two above. Row and column from the middle.
const ORDER: [(isize, isize); 24] = [
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-2, 0),
    (-2, 1),
    (-2, 2),
    (-1, 2),
    (0, 2),
    (1, 2),
    (2, 2),
    (2, 1),
    (2, 0),
    (2, -1),
    (2, -2),
    (1, -2),
    (0, -2),
    (-1, -2),
    (-2, -2),
    (-2, -1),
];

/// How many squares lie right around the middle.
const RING: usize = 8;

/// For each of the eight images, where in a window the squares of [`ORDER`] lie. Images 0 to 3 have up, down, left and right
/// (as directions are numbered) on top; 4 to 7 are the same mirrored.
const IMAGES: [[usize; 24]; 8] = images();

const fn images() -> [[usize; 24]; 8] {
    let mut all = [[0; 24]; 8];
    let mut image = 0;
    while image < 8 {
        let mut at = 0;
        while at < 24 {
            let (row, column) = ORDER[at];
            let column = if image < 4 { column } else { -column };
            let (row, column) = match image % 4 {
                0 => (row, column),
                1 => (-row, -column),
                2 => (-column, row),
                _ => (column, -row),
            };
            all[image][at] = ((row + 2) * 5 + column + 2) as usize;
            at += 1;
        }
        image += 1;
    }
    all
}

/// A window as one number, the first square of [`ORDER`] in the highest half byte.
fn packed(window: &[u8; 25], image: usize) -> u128 {
    IMAGES[image].iter().fold(0, |packed, at| packed << 4 | u128::from(window[*at]))
}

/// The same number for all eight images of a window: the least of them.
pub fn around(window: &[u8; 25]) -> u128 {
    let ring = |image: &[usize; 24]| {
        image[..RING].iter().fold(0, |ring: u32, at| ring << 4 | u32::from(window[*at]))
    };
    let rings = IMAGES.each_ref().map(ring);
    let least = *rings.iter().min().expect("eight images");
    let images = (0..8).filter(|image| rings[*image] == least);
    images.map(|image| packed(window, image)).min().expect("one of them is the least")
}

/// The window with a direction on top, the same number for it and its mirror image.
pub fn ahead(window: &[u8; 25], dir: usize) -> u128 {
    packed(window, dir).min(packed(window, dir + 4))
}

/// The squares of a packed window at these places of [`ORDER`].
const fn squares(places: &[usize]) -> u128 {
    let (mut mask, mut at) = (0, 0);
    while at < places.len() {
        mask |= 0xf << (4 * (23 - places[at]));
        at += 1;
    }
    mask
}

/// Parts of windows that have the middle in common.
pub const NEAR: u128 = squares(&[0, 1, 2, 3, 4, 5, 6, 7]);
pub const DIAMOND: u128 = NEAR | squares(&[8, 12, 16, 20]);
pub const ARMS: u128 = squares(&[0, 2, 4, 6, 8, 12, 16, 20]);
/// Six squares before, behind and at the sides, of a window with a direction.
pub const BEFORE: u128 = squares(&[7, 0, 1, 23, 8, 9]);
pub const BEHIND: u128 = squares(&[3, 4, 5, 15, 16, 17]);
pub const RIGHT: u128 = squares(&[1, 2, 3, 11, 12, 13]);
pub const LEFT: u128 = squares(&[5, 6, 7, 19, 20, 21]);
/// Nine squares and the six before them.
pub const COLUMN: u128 = NEAR | BEFORE;

/// Parts on one side of the middle, each the same for its mirror image: four with six squares, four with eight.
pub fn sides(window: &[u8; 25]) -> [u32; 8] {
    const SIDE: [[usize; 6]; 2] = [[7, 0, 1, 23, 8, 9], [1, 0, 7, 9, 8, 23]];
    const CORNER: [[usize; 8]; 2] = [[0, 1, 2, 8, 9, 10, 11, 12], [2, 1, 0, 12, 11, 10, 9, 8]];
    let read = |places: &[usize], image: usize| {
        places.iter().fold(0, |read: u32, at| read << 4 | u32::from(window[IMAGES[image][*at]]))
    };
    let mut sides = [0; 8];
    for image in 0..4 {
        sides[image] = read(&SIDE[0], image).min(read(&SIDE[1], image));
        sides[image + 4] = read(&CORNER[0], image).min(read(&CORNER[1], image));
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use ingenio_core::Rng;

    fn turned(window: &[u8; 25]) -> [u8; 25] {
        std::array::from_fn(|at| window[(4 - at % 5) * 5 + at / 5])
    }

    fn mirrored(window: &[u8; 25]) -> [u8; 25] {
        std::array::from_fn(|at| window[at / 5 * 5 + 4 - at % 5])
    }

    #[test]
    fn turned_and_mirrored_windows_read_the_same() {
        let mut rng = Rng::new(3);
        for _ in 0..2_000 {
            let window: [u8; 25] = std::array::from_fn(|_| rng.below(3) as u8);
            let mut image = window;
            for _ in 0..4 {
                image = turned(&image);
                for image in [image, mirrored(&image)] {
                    assert_eq!(around(&image), around(&window));
                    let sorted = |mut sides: [u32; 8]| {
                        sides[..4].sort_unstable();
                        sides[4..].sort_unstable();
                        sides
                    };
                    assert_eq!(sorted(sides(&image)), sorted(sides(&window)));
                }
            }
        }
    }

    /// Up, turned to the right, is right; the mirror image of left is right.
    #[test]
    fn windows_turn_with_their_direction() {
        let (up, down, left, right) = (0, 1, 2, 3);
        let mut rng = Rng::new(4);
        for _ in 0..500 {
            let window: [u8; 25] = std::array::from_fn(|_| rng.below(9) as u8);
            assert_eq!(ahead(&window, up), ahead(&turned(&window), right));
            assert_eq!(ahead(&window, right), ahead(&turned(&window), down));
            assert_eq!(ahead(&window, down), ahead(&turned(&window), left));
            assert_eq!(ahead(&window, left), ahead(&mirrored(&window), right));
        }
    }
}
