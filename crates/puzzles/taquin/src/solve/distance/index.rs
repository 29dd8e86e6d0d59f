//! The number of a position: the cell of the blank, and the order of the tiles row by row.
//!
//! Orders are numbered by their inversion digits: for each place, how many later tiles are smaller.
//! Half of all orders can be reached with the blank on a given cell, so the last two digits follow
//! from the others and are left out. A horizontal move changes no order. A vertical move turns the
//! tiles of as many neighbouring places as the board is wide, and with them only the digits of these
//! places: the number changes by an amount that a small table gives.

use ingenio_core::{Dir, Size};

/// A move of the blank between two cells, as a change of the order's number.
#[derive(Clone, Debug)]
pub struct Move {
    pub to: usize,
    /// Numbers are divided by this ...
    low: u32,
    /// ... and the remainder by this says what the turned places hold.
    places: u32,
    /// By the parity of the digits before, and by what the places hold: what is added.
    change: [Vec<i32>; 2],
}

#[derive(Debug)]
pub struct Orders {
    size: Size,
    pub count: u32,
    /// By cell of the blank: is the order of the tiles an odd one?
    odd: Vec<bool>,
    /// By the digits of all but the last three places: is their sum odd?
    parity: Vec<u8>,
    /// By cell of the blank and direction.
    moves: Vec<[Option<Move>; 4]>,
}

impl Orders {
    /// For boards whose goal has the blank on some cell and all tiles in order.
    pub fn new(size: Size, goal: usize) -> Self {
        let tiles = size.cells() - 1;
        // A vertical move is a turn of `width` places, an odd one if the width is even.
        let rows = |cell: usize| size.row(cell).abs_diff(size.row(goal)) * (size.width - 1);
        let odd = (0..size.cells()).map(|cell| rows(cell) % 2 == 1).collect();
        let count = (3..=tiles as u32).product();
        let mut orders = Orders { size, count, odd, parity: parities(tiles), moves: Vec::new() };
        orders.moves = (0..size.cells()).map(|cell| Dir::ALL.map(|dir| orders.plan(cell, dir))).collect();
        orders
    }

    pub fn bytes(size: Size) -> u64 {
        (3..size.cells() as u64).product::<u64>() / 3 + 100_000
    }

    pub fn move_of(&self, blank: usize, dir: Dir) -> Option<&Move> {
        self.moves[blank][dir as usize].as_ref()
    }

    /// The number of an order after a move.
    #[inline]
    pub fn after(&self, action: &Move, order: u32) -> u32 {
        if action.places == 1 {
            return order;
        }
        let above = order / action.low;
        let (before, held) = (above / action.places, above % action.places);
        // Where the last digits are turned too, one of them follows from the parity of all others.
        let odd = if action.low == 1 { self.is_odd(before, action.places) } else { 0 };
        order.wrapping_add_signed(action.change[odd][held as usize])
    }

    #[inline]
    fn is_odd(&self, before: u32, places: u32) -> usize {
        usize::from(self.parity[(before * places / 3) as usize])
    }

    fn plan(&self, blank: usize, dir: Dir) -> Option<Move> {
        let to = self.size.step(blank, dir)?;
        if !dir.is_vertical() {
            return Some(Move { to, low: self.count, places: 1, change: [vec![0], vec![0]] });
        }
        let (first, width) = (blank.min(to), self.size.width);
        let tiles = self.size.cells() - 1;
        // Digits that are kept, among the turned places and behind them.
        let kept = tiles.saturating_sub(2);
        let places: u32 = (first..(first + width).min(kept)).map(|at| (tiles - at) as u32).product();
        let low: u32 = (first + width..kept).map(|at| (tiles - at) as u32).product();
        let turned = |odd: bool, held: u32| {
            let digits = self.digits_of(first, held, odd);
            let window = window(tiles - first, &digits[..width]);
            let turned = turn(window, dir);
            let digits = digits_of_window(tiles - first, &turned);
            let kept = digits.iter().enumerate().take(kept.saturating_sub(first));
            kept.fold(0, |number, (at, digit)| number * (tiles - first - at) as u32 + *digit as u32)
        };
        let change = [false, true].map(|odd| {
            let odd = odd ^ self.odd[blank];
            let change = |held| (i64::from(turned(odd, held)) - i64::from(held)) as i32 * low as i32;
            (0..places).map(change).collect()
        });
        Some(Move { to, low, places, change })
    }

    /// All digits from a place on that turned places need: those held, and the second last one, which
    /// makes the sum of these digits odd or even.
    fn digits_of(&self, first: usize, mut held: u32, odd: bool) -> Vec<usize> {
        let tiles = self.size.cells() - 1;
        let kept = tiles.saturating_sub(2);
        let last = (first + self.size.width).min(kept);
        let mut digits = vec![0; tiles - first];
        for at in (first..last).rev() {
            digits[at - first] = held as usize % (tiles - at);
            held /= (tiles - at) as u32;
        }
        if first + self.size.width > kept {
            let sum: usize = digits.iter().sum();
            digits[kept - first] = usize::from((sum % 2 == 1) != odd);
        }
        digits
    }

    /// The number of an order of tiles (from 0).
    pub fn number(tiles: &[u8]) -> u32 {
        let kept = tiles.len().saturating_sub(2);
        (0..kept).fold(0, |number, at| {
            let smaller = tiles[at + 1..].iter().filter(|later| **later < tiles[at]).count();
            number * (tiles.len() - at) as u32 + smaller as u32
        })
    }
}

/// By the number of the digits of all places but the last three: is their sum odd?
fn parities(tiles: usize) -> Vec<u8> {
    let mut parities = vec![0];
    for radix in (4..=tiles).rev() {
        parities =
            parities.iter().flat_map(|odd| (0..radix).map(move |digit| odd ^ (digit & 1) as u8)).collect();
    }
    parities
}

/// The first tiles of an order of so many tiles.
fn window(tiles: usize, digits: &[usize]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..tiles).collect();
    digits.iter().map(|digit| left.remove(*digit)).collect()
}

fn digits_of_window(tiles: usize, window: &[usize]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..tiles).collect();
    window
        .iter()
        .map(|tile| {
            let digit = left.iter().position(|known| known == tile).expect("each tile stands once");
            left.remove(digit);
            digit
        })
        .collect()
}

/// The blank goes down: the last of the places comes first. It goes up: the first comes last.
fn turn(mut window: Vec<usize>, dir: Dir) -> Vec<usize> {
    if dir == Dir::Down {
        window.rotate_right(1);
    } else {
        window.rotate_left(1);
    }
    window
}
