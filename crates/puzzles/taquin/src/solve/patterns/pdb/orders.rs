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
    /// By tile and jump, and by place and jump: every order after it; where there is no such jump, anything.
    of_labels: Vec<u16>,
    of_places: Vec<u16>,
    /// How many rows of both are there.
    ready: usize,
}

impl Orders {
    /// Orders of a number of tiles on a board of some width.
    pub fn new(tiles: usize, width: usize) -> Self {
        let count = (1..=tiles).product();
        let labels: Vec<_> = (0..count).map(|order| spell(order, tiles)).collect();
        let longest = (width - 1).min(tiles - 1);
        let entries = tiles * (2 * longest + 1) * count;
        let (of_labels, of_places) = (vec![0; entries], vec![0; entries]);
        Orders { tiles, count, longest, labels, of_labels, of_places, ready: 0 }
    }

    /// Adds the orders after one more kind of jump, short ones first; true when all are there. A longer jump
    /// is a shorter one and a step more, so that nothing is counted twice: tables that are kept are used at
    /// once, and this is most of what they wait for.
    pub fn grow(&mut self) -> bool {
        if self.ready == self.tiles * (2 * self.longest + 1) {
            return true;
        }
        let (item, length) = (self.ready % self.tiles, self.ready / self.tiles);
        self.ready += 1;
        let by = length.div_ceil(2) as isize;
        self.add(item, if length.is_multiple_of(2) { -by } else { by });
        false
    }

    /// The orders after a jump of a tile, and of whatever stands at a place of that number.
    fn add(&mut self, item: usize, by: isize) {
        let (step, row) = (by.signum(), self.row(item, by));
        for order in 0..self.count {
            let (of_label, of_place) = if by.abs() <= 1 {
                let place =
                    self.labels[order][..self.tiles].iter().position(|label| usize::from(*label) == item);
                let after = |place| self.stepped(order, place, step).unwrap_or(order) as u16;
                (after(place.expect("every tile stands somewhere")), after(item))
            } else {
                let label = self.of_labels[self.row(item, by - step) + order];
                let place = self.of_places[self.row(item, by - step) + order];
                let there = item.checked_add_signed(by - step).filter(|there| *there < self.tiles);
                let further = |there| self.of_places[self.row(there, step) + usize::from(place)];
                (self.of_labels[self.row(item, step) + usize::from(label)], there.map_or(0, further))
            };
            (self.of_labels[row + order], self.of_places[row + order]) = (of_label, of_place);
        }
    }

    /// Where the orders after a jump of a tile, or at a place, begin.
    #[inline]
    const fn row(&self, item: usize, by: isize) -> usize {
        (item * (2 * self.longest + 1) + self.longest.wrapping_add_signed(by)) * self.count
    }

    /// The order after what stands at a place and its neighbour changed places. The digits of an order's
    /// number say how many smaller labels follow each place: two of them change.
    fn stepped(&self, order: usize, place: usize, step: isize) -> Option<usize> {
        let to = place.checked_add_signed(step).filter(|to| *to < self.tiles)?;
        if step == 0 {
            return Some(order);
        }
        let behind = self.tiles - 1 - place.min(to);
        let weights = [factorial(behind) as usize, factorial(behind - 1) as usize];
        let [first, second] = [order / weights[0] % (behind + 1), order / weights[1] % behind];
        let after = if first <= second { [second + 1, first] } else { [second, first - 1] };
        let rest = order - first * weights[0] - second * weights[1];
        Some(rest + after[0] * weights[0] + after[1] * weights[1])
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
        self.of_labels[self.row(label, jump) + usize::from(order)]
    }

    /// All orders after the tile at a place jumped.
    pub fn all_after(&self, place: usize, jump: isize) -> &[u16] {
        &self.of_places[self.row(place, jump)..][..self.count]
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
