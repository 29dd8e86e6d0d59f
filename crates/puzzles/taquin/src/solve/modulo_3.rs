//! Distances kept as their remainders by 3, two bits each: where neighbours differ by one at most, whoever
//! knows a distance knows its neighbour's from its remainder.

/// Entries that are packed as one unit of work.
const UNIT: usize = 1 << 16;

/// Packs some more of a list of distances + 1 (0 where nobody has been); true when all are packed.
pub fn pack(distances: &[u8], packed: &mut Vec<u8>) -> bool {
    if packed.is_empty() {
        packed.reserve_exact(distances.len().div_ceil(4));
    }
    let begin = packed.len() * 4;
    let end = (begin + UNIT).min(distances.len());
    let byte = |four: &[u8]| four.iter().rev().fold(0, |byte, value| (byte << 2) | ((value + 2) % 3));
    packed.extend(distances[begin..end].chunks(4).map(byte));
    end == distances.len()
}

/// Bytes of a packed table.
pub const fn bytes(entries: usize) -> usize {
    entries.div_ceil(4)
}

/// The remainder of an entry.
#[inline]
pub fn remainder(table: &[u8], entry: usize) -> u8 {
    table[entry / 4] >> (entry % 4 * 2) & 3
}

/// The distance with a remainder beside a distance that is known.
#[inline]
pub const fn beside(known: u8, remainder: u8) -> u8 {
    // 0, 1, or 2 more, of which 2 is one less.
    let more = (remainder + 3 - known % 3) % 3;
    if more == 2 { known - 1 } else { known + more }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_told_apart() {
        let distances: Vec<u8> = (0..=100).collect();
        let mut packed = Vec::new();
        assert!(pack(&distances, &mut packed));
        assert_eq!(packed.len(), bytes(distances.len()));
        for known in 1..99 {
            for near in known - 1..=known + 1 {
                assert_eq!(beside(known, remainder(&packed, usize::from(near) + 1)), near);
            }
        }
    }
}
