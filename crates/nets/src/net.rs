//! An n-tuple network: a row of a table for every pattern, one number a row, and the answer is their sum. Rows of more
//! numbers that fed a few units were tried and learned the training rooms by heart (bench/LEARNING.md).

use crate::Refused;
use crate::tensors::{self, Tensor};

/// The row of a pattern in a table of `1 << bits` rows: patterns share rows, of which there are far fewer. `kind` tells apart
/// what looks alike in another place.
#[inline]
pub const fn row(kind: u64, pattern: u128, bits: u32) -> u32 {
    let folded = (pattern as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ ((pattern >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
        ^ kind.wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mixed = (folded ^ (folded >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (64 - bits)) as u32
}

/// Weights that are used: read from bytes, or rounded from those that were trained.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// How many bits number a row.
    bits: u32,
    table: Vec<i8>,
    /// What one step of a number is worth.
    scale: f32,
    /// The answer where no pattern is found.
    bias: f32,
}

impl Net {
    /// Rounds a table of `1 << bits` weights.
    pub fn round(bits: u32, table: &[f32], bias: f32) -> Net {
        assert!(table.len() == 1 << bits, "one number a row");
        let most = table.iter().fold(1e-6, |most: f32, weight| most.max(weight.abs()));
        let scale = most / 127.0;
        let table = table.iter().map(|weight| (weight / scale).round() as i8).collect();
        Net { bits, table, scale, bias }
    }

    /// How many bits number a row: what [`row`] is told.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The answer for a position of these patterns.
    #[inline]
    pub fn value(&self, rows: &[u32]) -> f32 {
        // Whole numbers add up to the same in every order and on every machine.
        let sum: i32 = rows.iter().map(|row| i32::from(self.table[*row as usize])).sum();
        sum as f32 * self.scale + self.bias
    }

    /// As a file, with what the weights are of.
    pub fn write(&self, said: &str) -> Vec<u8> {
        let bytes = [self.scale, self.bias].iter().flat_map(|number| number.to_le_bytes()).collect();
        let table = self.table.iter().map(|weight| weight.cast_unsigned()).collect();
        let tensors = [
            Tensor { name: "table".into(), kind: "I8", shape: vec![self.table.len()], bytes: table },
            Tensor { name: "scale-and-bias".into(), kind: "F32", shape: vec![2], bytes },
        ];
        tensors::write(said, &tensors)
    }

    /// Reads a file of weights that say they are what is wanted.
    pub fn read(wanted: &str, bytes: &[u8]) -> Result<Net, Refused> {
        let other = Refused::Damaged("the tensors are not those of a sum of patterns");
        let tensors = tensors::read(wanted, bytes)?;
        let [table, rest] = &tensors[..] else { return Err(other) };
        let rows = table.bytes.len();
        if table.kind != "I8"
            || rest.kind != "F32"
            || rest.bytes.len() != 8
            || rows < 2
            || !rows.is_power_of_two()
        {
            return Err(other);
        }
        let float = |at: usize| f32::from_le_bytes(rest.bytes[at..at + 4].try_into().expect("four bytes"));
        let (scale, bias) = (float(0), float(4));
        if !scale.is_finite() || !bias.is_finite() {
            return Err(other);
        }
        let table = table.bytes.iter().map(|byte| byte.cast_signed()).collect();
        Ok(Net { bits: rows.trailing_zeros(), table, scale, bias })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four rows: the sums by hand.
    #[test]
    fn rows_are_added() {
        let net = Net::round(2, &[1.0, -1.0, 2.0, -4.0], 0.5);
        let near = |rows: &[u32], value: f32| (net.value(rows) - value).abs() < 0.05;
        assert!(near(&[], 0.5) && near(&[0], 1.5) && near(&[0, 1, 2], 2.5) && near(&[3, 3], -7.5));
    }

    #[test]
    fn a_file_gives_the_same_net() {
        let net = Net::round(2, &[1.0, -1.0, 2.0, -4.0], 0.5);
        assert_eq!(Net::read("it 1", &net.write("it 1")), Ok(net.clone()));
        assert!(matches!(Net::read("it 2", &net.write("it 1")), Err(Refused::Foreign { .. })));
    }

    /// Rows are used evenly: of many patterns none gets much more than its share.
    #[test]
    fn patterns_are_spread_over_the_rows() {
        let mut met = [0u32; 256];
        (0..25_600u128).for_each(|pattern| met[row(3, pattern << 40, 8) as usize] += 1);
        assert!(met.iter().all(|count| (50..=160).contains(count)), "{met:?}");
    }
}
