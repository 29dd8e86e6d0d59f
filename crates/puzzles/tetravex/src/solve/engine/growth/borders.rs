//! The colours on opposite borders: every inner edge is the end of one tile and the beginning of the
//! next, so along each axis a colour stands on the first border as much more often than on the last as
//! the tiles begin with it more often than they end with it. What stands on one border is owed by the
//! other, and when the debts exceed the border there is no way. It needs every tile used and no empty
//! cell. The engine of `mac` cuts more by it (`global.rs`); here it costs nothing inside the board.

use super::super::global::{AXES, totals_of};
use super::super::instance::Instance;

#[derive(Debug)]
pub struct Borders {
    /// For each spot the sides that lie on a border.
    open: Vec<u8>,
    /// For each side and colour how often it stands there.
    have: [Vec<i32>; 4],
    /// For each axis and colour how much more often it stands on the first border.
    surplus: [Vec<i32>; 2],
    /// For each axis and colour how often it stands on the first border at least, and the sum of that.
    least: [Vec<i32>; 2],
    sum: [i32; 2],
    room: [i32; 2],
    /// For each spot the sides whose colour raised the least.
    raised: Vec<u8>,
}

impl Borders {
    pub fn of(instance: &Instance, works: bool) -> Self {
        let totals = totals_of(instance);
        let surplus = AXES.map(|[first, last]| {
            totals[first].iter().zip(&totals[last]).map(|(first, last)| first - last).collect::<Vec<i32>>()
        });
        let least = surplus.clone().map(|axis| axis.iter().map(|surplus| (*surplus).max(0)).collect());
        let mut borders = Borders {
            open: vec![0; instance.spots.len()],
            have: std::array::from_fn(|_| vec![0; instance.colours]),
            sum: least.each_ref().map(|axis: &Vec<i32>| axis.iter().sum()),
            surplus,
            least,
            room: [i32::MAX; 2],
            raised: vec![0; instance.spots.len()],
        };
        if works {
            borders.find(instance);
        }
        borders
    }

    fn find(&mut self, instance: &Instance) {
        self.room = [0; 2];
        for edge in &instance.edges {
            if let [(spot, side)] = edge.ends[..] {
                let side = usize::from(side);
                self.open[usize::from(spot)] |= 1 << side;
                let axis = side % 2;
                self.room[axis] += i32::from(AXES[axis][0] == side);
            }
        }
    }

    /// Can the borders be balanced at all?
    pub fn possible(&self) -> bool {
        (0..2).all(|axis| self.sum[axis] <= self.room[axis])
    }

    /// Writes down a tile; false, and nothing written, if the borders cannot bear it.
    #[inline]
    pub fn put(&mut self, spot: usize, sides: [u8; 4]) -> bool {
        let open = self.open[spot];
        if open == 0 {
            return true;
        }
        self.raised[spot] = 0;
        for side in (0..4).filter(|side| open >> side & 1 == 1) {
            self.raised[spot] |= u8::from(self.add(side, usize::from(sides[side]))) << side;
        }
        let borne = self.possible();
        if !borne {
            self.take(spot, sides);
        }
        borne
    }

    /// One more of a colour; tells whether more of it are needed than was known.
    fn add(&mut self, side: usize, colour: usize) -> bool {
        let axis = side % 2;
        self.have[side][colour] += 1;
        let owed = if AXES[axis][0] == side { 0 } else { self.surplus[axis][colour] };
        let raised = self.have[side][colour] + owed > self.least[axis][colour];
        self.least[axis][colour] += i32::from(raised);
        self.sum[axis] += i32::from(raised);
        raised
    }

    #[inline]
    pub fn take(&mut self, spot: usize, sides: [u8; 4]) {
        let open = self.open[spot];
        for side in (0..4).filter(|side| open >> side & 1 == 1) {
            let (axis, colour) = (side % 2, usize::from(sides[side]));
            let raised = i32::from(self.raised[spot] >> side & 1);
            self.have[side][colour] -= 1;
            self.least[axis][colour] -= raised;
            self.sum[axis] -= raised;
        }
    }
}
