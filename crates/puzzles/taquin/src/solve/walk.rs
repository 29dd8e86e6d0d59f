//! Where the blank can go, as tables for the walks: cells are bytes, so that look-ups need no bounds
//! checks, and the directions to try are a packed list of four.

use ingenio_core::{Dir, Size};

/// A cell is a byte.
pub const MOST_CELLS: usize = 256;

/// The directions to try, one per three bits, 4 marks the end.
#[derive(Clone, Debug)]
pub struct Actions(u16);

const END: u16 = 4;

impl Iterator for Actions {
    type Item = Dir;

    #[inline]
    fn next(&mut self) -> Option<Dir> {
        let code = self.0 & 7;
        if code == END {
            return None;
        }
        self.0 >>= 3;
        Some(Dir::ALL[usize::from(code & 3)])
    }
}

#[derive(Clone, Debug)]
pub struct Paths {
    next: Box<[[u8; 4]; MOST_CELLS]>,
    /// By cell, and by the last direction (4 for none).
    actions: Box<[[u16; 5]; MOST_CELLS]>,
}

impl Paths {
    pub fn new(size: Size) -> Self {
        let mut next = Box::new([[0; 4]; MOST_CELLS]);
        let mut actions = Box::new([[END; 5]; MOST_CELLS]);
        for cell in 0..size.cells() {
            for dir in Dir::ALL {
                next[cell][dir as usize] = size.step(cell, dir).unwrap_or(cell) as u8;
            }
            for (last, list) in actions[cell].iter_mut().enumerate() {
                *list = list_of(size, cell, Dir::ALL.get(last).copied());
            }
        }
        Paths { next, actions }
    }

    #[inline]
    pub fn next(&self, cell: u8, dir: Dir) -> u8 {
        self.next[usize::from(cell)][dir as usize]
    }

    #[inline]
    pub fn actions(&self, cell: u8, last: Option<Dir>) -> Actions {
        Actions(self.actions[usize::from(cell)][last.map_or(4, |dir| dir as usize)])
    }
}

/// All directions that stay on the board and do not undo the last one.
fn list_of(size: Size, cell: usize, last: Option<Dir>) -> u16 {
    let open = |dir: &Dir| size.step(cell, *dir).is_some() && Some(dir.opposite()) != last;
    let packed = Dir::ALL.into_iter().filter(open).collect::<Vec<_>>();
    packed.iter().rev().fold(END, |list, dir| (list << 3) | *dir as u16)
}
