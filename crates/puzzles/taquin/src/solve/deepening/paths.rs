//! Where the blank can go, as tables for the walks: cells are bytes, so that look-ups need no bounds
//! checks, and the directions to try are a packed list of four.

use ingenio_core::{Dir, Size};

use crate::solve::graph::space::Slide;

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

/// Every slide to try, direction by direction.
#[derive(Clone, Debug)]
pub struct Slides {
    dirs: Actions,
    /// By direction, the cells up to the edge.
    rooms: [u8; 4],
    next: Slide,
}

impl Iterator for Slides {
    type Item = Slide;

    #[inline]
    fn next(&mut self) -> Option<Slide> {
        if self.next.cells == self.rooms[self.next.dir as usize] {
            self.next = Slide { dir: self.dirs.next()?, cells: 0 };
        }
        self.next.cells += 1;
        Some(self.next)
    }
}

#[derive(Clone, Debug)]
pub struct Paths {
    next: Box<[[u8; 4]; MOST_CELLS]>,
    /// By cell and direction, how many cells there are up to the edge.
    rooms: Box<[[u8; 4]; MOST_CELLS]>,
    /// By cell, and by the last direction (4 for none).
    actions: Box<[[u16; 5]; MOST_CELLS]>,
    /// By cell, and by the axis of the last slide (2 for none): the directions of slides.
    turns: Box<[[u16; 3]; MOST_CELLS]>,
}

impl Paths {
    pub fn new(size: Size) -> Self {
        let mut next = Box::new([[0; 4]; MOST_CELLS]);
        let mut actions = Box::new([[END; 5]; MOST_CELLS]);
        let mut rooms = Box::new([[0; 4]; MOST_CELLS]);
        let mut turns = Box::new([[END; 3]; MOST_CELLS]);
        for cell in 0..size.cells() {
            for dir in Dir::ALL {
                next[cell][dir as usize] = size.step(cell, dir).unwrap_or(cell) as u8;
                let way = std::iter::successors(size.step(cell, dir), |at| size.step(*at, dir));
                rooms[cell][dir as usize] = way.count() as u8;
            }
            for (last, list) in actions[cell].iter_mut().enumerate() {
                let last = Dir::ALL.get(last).copied();
                *list = list_of(size, cell, |dir| Some(dir.opposite()) != last);
            }
            for (axis, list) in turns[cell].iter_mut().enumerate() {
                *list = list_of(size, cell, |dir| usize::from(dir.is_vertical()) != axis);
            }
        }
        Paths { next, rooms, actions, turns }
    }

    #[inline]
    pub fn next(&self, cell: u8, dir: Dir) -> u8 {
        self.next[usize::from(cell)][dir as usize]
    }

    #[inline]
    pub fn actions(&self, cell: u8, last: Option<Dir>) -> Actions {
        Actions(self.actions[usize::from(cell)][last.map_or(4, |dir| dir as usize)])
    }

    /// How far it is from a cell to the edge.
    #[inline]
    pub fn room(&self, cell: u8, dir: Dir) -> u8 {
        self.rooms[usize::from(cell)][dir as usize]
    }

    /// All slides, after one only those that turn: two along one line are one, or none.
    #[inline]
    pub fn slides(&self, cell: u8, last: Option<Slide>) -> Slides {
        let axis = last.map_or(2, |last| usize::from(last.dir.is_vertical()));
        let mut dirs = Actions(self.turns[usize::from(cell)][axis]);
        let first = dirs.next().expect("no board is a single line");
        Slides { dirs, rooms: self.rooms[usize::from(cell)], next: Slide { dir: first, cells: 0 } }
    }
}

/// All directions that stay on the board and are wanted.
fn list_of(size: Size, cell: usize, wanted: impl Fn(Dir) -> bool) -> u16 {
    let open = |dir: &Dir| size.step(cell, *dir).is_some() && wanted(*dir);
    let packed = Dir::ALL.into_iter().filter(open).collect::<Vec<_>>();
    packed.iter().rev().fold(END, |list, dir| (list << 3) | *dir as u16)
}
