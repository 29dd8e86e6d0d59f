//! The features of a position in one number, the best position the least: steps of the plan done (more
//! is better), regions, broken links between rooms, boxes out of plan, hotspots, and a number by chance.
//! The first four name the cell of a position.

/// Bits of a promise, feature by feature: a larger figure than fits counts as the largest that does.
const ORDER_BITS: u32 = 20;

/// The largest number by chance.
pub const LARGEST_ORDER: u32 = (1 << ORDER_BITS) - 1;

const HOT_BITS: u32 = 8;
const OUT_BITS: u32 = 8;
const LINK_BITS: u32 = 6;
const REGION_BITS: u32 = 9;

const OUT_AT: u32 = ORDER_BITS + HOT_BITS;
const LINK_AT: u32 = OUT_AT + OUT_BITS;
const REGION_AT: u32 = LINK_AT + LINK_BITS;
const DONE_AT: u32 = REGION_AT + REGION_BITS;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    pub done: u16,
    pub regions: u16,
    pub links: u16,
    pub out: u16,
    pub hot: u16,
    /// Which of equals comes first, by chance: whatever rule decided it would keep the search among
    /// positions that are alike (measured: the fewest pushes first, see bench/SOKOBAN.md).
    pub order: u32,
}

impl Features {
    pub fn promise(self) -> u64 {
        let low = |value: u64, bits: u32| value.min((1 << bits) - 1);
        let missing = (1 << (64 - DONE_AT)) - 1 - low(u64::from(self.done), 64 - DONE_AT);
        missing << DONE_AT
            | low(u64::from(self.regions), REGION_BITS) << REGION_AT
            | low(u64::from(self.links), LINK_BITS) << LINK_AT
            | low(u64::from(self.out), OUT_BITS) << OUT_AT
            | low(u64::from(self.hot), HOT_BITS) << ORDER_BITS
            | u64::from(self.order & LARGEST_ORDER)
    }

    /// The features that a promise holds.
    pub fn of(promise: u64) -> Self {
        let part = |at: u32, bits: u32| (promise >> at & ((1 << bits) - 1)) as u16;
        let done = ((1u64 << (64 - DONE_AT)) - 1 - (promise >> DONE_AT)) as u16;
        Features {
            done,
            regions: part(REGION_AT, REGION_BITS),
            links: part(LINK_AT, LINK_BITS),
            out: part(OUT_AT, OUT_BITS),
            hot: part(ORDER_BITS, HOT_BITS),
            order: promise as u32 & LARGEST_ORDER,
        }
    }
}

/// The name of the cell of a position, with its hotspots or without.
pub fn cell(promise: u64, with_hotspots: bool) -> u64 {
    if with_hotspots { promise >> ORDER_BITS } else { promise >> OUT_AT }
}
