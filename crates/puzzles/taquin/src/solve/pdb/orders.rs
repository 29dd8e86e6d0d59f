//! In which order the tiles of a group stand, row by row, as a number; and how that number changes
//! when one of them jumps over some others, which is what a vertical move does. A horizontal move
//! changes no order.

use super::maps::MOST_TILES;

#[derive(Debug)]
pub struct Orders {
    tiles: usize,
    count: usize,
    /// A vertical move jumps over at most so many tiles.
    longest: usize,
    /// By order: which tile stands at each place.
    labels: Vec<[u8; MOST_TILES]>,
    /// By tile and jump: every order after it.
    jumps: Vec<u16>,
}

impl Orders {
    /// Orders of a number of tiles on a board of some width.
    pub fn new(tiles: usize, width: usize) -> Self {
        let count = (1..=tiles).product();
        let labels: Vec<_> = (0..count).map(|order| spell(order, tiles)).collect();
        let longest = (width - 1).min(tiles - 1);
        let mut orders = Orders { tiles, count, longest, labels, jumps: Vec::new() };
        orders.jumps.reserve_exact(tiles * 2 * longest * count);
        orders
    }

    /// Adds the orders after one more kind of jump; true when all are there.
    pub fn grow(&mut self) -> bool {
        let row = self.jumps.len() / self.count;
        if row == self.tiles * 2 * self.longest {
            return true;
        }
        let (label, jump) = (row / (2 * self.longest), row % (2 * self.longest));
        let by = if jump < self.longest { -(jump as isize) - 1 } else { (jump - self.longest) as isize + 1 };
        for order in 0..self.count {
            let after = jumped(self.labels[order], self.tiles, label as u8, by);
            self.jumps.push(after.map_or(0, |labels| number(&labels[..self.tiles])) as u16);
        }
        false
    }

    pub const fn count(&self) -> usize {
        self.count
    }

    pub const fn bytes(tiles: usize, width: usize) -> u64 {
        let count = factorial(tiles);
        let longest = if width < tiles { width as u64 - 1 } else { tiles as u64 - 1 };
        count * (MOST_TILES as u64 + tiles as u64 * 2 * longest * 2)
    }

    /// The tile at a place of an order.
    pub fn label(&self, order: usize, place: usize) -> usize {
        usize::from(self.labels[order][place])
    }

    /// All orders after a tile jumped over some others, towards the first place or the last.
    #[inline]
    pub fn after(&self, label: usize, over: usize, forward: bool) -> &[u16] {
        let row = label * 2 * self.longest + over - 1 + if forward { self.longest } else { 0 };
        &self.jumps[row * self.count..][..self.count]
    }
}

pub const fn factorial(of: usize) -> u64 {
    let (mut product, mut at) = (1, 2);
    while at <= of {
        product *= at as u64;
        at += 1;
    }
    product
}

/// The number of an order, by how many smaller labels follow each.
pub fn number(labels: &[u8]) -> usize {
    let mut number = 0;
    for (place, label) in labels.iter().enumerate() {
        let smaller = labels[place + 1..].iter().filter(|later| *later < label).count();
        number = number * (labels.len() - place) + smaller;
    }
    number
}

/// The order of a number.
fn spell(mut number: usize, tiles: usize) -> [u8; MOST_TILES] {
    let mut digits = [0; MOST_TILES];
    for place in (0..tiles).rev() {
        digits[place] = number % (tiles - place);
        number /= tiles - place;
    }
    let mut left: Vec<u8> = (0..tiles as u8).collect();
    let mut labels = [0; MOST_TILES];
    for place in 0..tiles {
        labels[place] = left.remove(digits[place]);
    }
    labels
}

fn jumped(mut labels: [u8; MOST_TILES], tiles: usize, label: u8, by: isize) -> Option<[u8; MOST_TILES]> {
    let place = labels[..tiles].iter().position(|known| *known == label)?;
    let target = place.checked_add_signed(by).filter(|target| *target < tiles)?;
    if target > place {
        labels[place..=target].rotate_left(1);
    } else {
        labels[target..=place].rotate_right(1);
    }
    Some(labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_numbered_without_gaps_and_jumps_go_back() {
        for tiles in 1..=6 {
            let mut orders = Orders::new(tiles, 4);
            while !orders.grow() {}
            for order in 0..orders.count() {
                assert_eq!(number(&spell(order, tiles)[..tiles]), order);
                for (label, over) in (0..tiles).flat_map(|label| (1..=orders.longest).map(move |over| (label, over))) {
                    let place = (0..tiles).find(|place| orders.label(order, *place) == label).unwrap();
                    if place + over < tiles {
                        let after = usize::from(orders.after(label, over, true)[order]);
                        assert_eq!(orders.label(after, place + over), label);
                        assert_eq!(usize::from(orders.after(label, over, false)[after]), order);
                    }
                }
            }
        }
    }
}
