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
    /// By tile and jump, and by place and jump: every order after it.
    of_labels: Vec<u16>,
    of_places: Vec<u16>,
}

impl Orders {
    /// Orders of a number of tiles on a board of some width.
    pub fn new(tiles: usize, width: usize) -> Self {
        let count = (1..=tiles).product();
        let labels: Vec<_> = (0..count).map(|order| spell(order, tiles)).collect();
        let longest = (width - 1).min(tiles - 1);
        let entries = tiles * (2 * longest + 1) * count;
        let (of_labels, of_places) = (Vec::with_capacity(entries), Vec::with_capacity(entries));
        Orders { tiles, count, longest, labels, of_labels, of_places }
    }

    /// Adds the orders after one more kind of jump; true when all are there.
    pub fn grow(&mut self) -> bool {
        let row = self.of_labels.len() / self.count;
        let jumps = 2 * self.longest + 1;
        if row == self.tiles * jumps {
            return true;
        }
        let by = (row % jumps) as isize - self.longest as isize;
        for order in 0..self.count {
            let labels = self.labels[order];
            let place = labels[..self.tiles].iter().position(|label| usize::from(*label) == row / jumps);
            let after = |place: usize| {
                jumped(labels, self.tiles, place, by).map_or(0, |labels| number(&labels[..self.tiles]))
            };
            self.of_labels.push(place.map_or(0, after) as u16);
            self.of_places.push(after(row / jumps) as u16);
        }
        false
    }

    pub const fn count(&self) -> usize {
        self.count
    }

    pub const fn bytes(tiles: usize, width: usize) -> u64 {
        let longest = if width < tiles { width as u64 - 1 } else { tiles as u64 - 1 };
        factorial(tiles) * (MOST_TILES as u64 + tiles as u64 * (2 * longest + 1) * 4)
    }

    /// The tile at a place of an order.
    pub fn label(&self, order: usize, place: usize) -> usize {
        usize::from(self.labels[order][place])
    }

    /// The order after a tile jumped over some others, towards the first place (less than 0) or the
    /// last.
    #[inline]
    pub fn after(&self, label: usize, jump: isize, order: u16) -> u16 {
        let row = label * (2 * self.longest + 1) + self.longest.wrapping_add_signed(jump);
        self.of_labels[row * self.count + usize::from(order)]
    }

    /// All orders after the tile at a place jumped.
    pub fn all_after(&self, place: usize, jump: isize) -> &[u16] {
        let row = place * (2 * self.longest + 1) + self.longest.wrapping_add_signed(jump);
        &self.of_places[row * self.count..][..self.count]
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

fn jumped(mut labels: [u8; MOST_TILES], tiles: usize, place: usize, by: isize) -> Option<[u8; MOST_TILES]> {
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
                for (label, jump) in
                    (0..tiles).flat_map(|label| (0..=orders.longest).map(move |jump| (label, jump)))
                {
                    let place = (0..tiles).find(|place| orders.label(order, *place) == label).unwrap();
                    if place + jump < tiles {
                        let (order, jumps) = (order as u16, jump as isize);
                        let after = orders.after(label, jumps, order);
                        assert_eq!(orders.label(usize::from(after), place + jump), label);
                        assert_eq!(orders.after(label, -jumps, after), order);
                        assert_eq!(orders.all_after(place, jumps)[usize::from(order)], after);
                    }
                }
            }
        }
    }
}
