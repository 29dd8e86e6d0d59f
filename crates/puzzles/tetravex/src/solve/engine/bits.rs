//! Sets of small numbers in a fixed number of machine words.

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    pub const EMPTY: Self = Bits([0; W]);

    /// The numbers below `count`.
    #[inline]
    pub fn below(count: usize) -> Self {
        let mut bits = Self::EMPTY;
        (0..count).for_each(|number| bits.insert(number));
        bits
    }

    #[inline]
    pub fn of(number: usize) -> Self {
        let mut bits = Self::EMPTY;
        bits.insert(number);
        bits
    }

    #[inline]
    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    #[inline]
    pub fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        (0..W).fold(0, |met, at| met | (self.0[at] & other.0[at])) != 0
    }

    #[inline]
    pub fn and(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    #[inline]
    pub fn or(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    #[inline]
    pub fn minus(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// The least number.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        let at = self.0.iter().position(|word| *word != 0)?;
        Some(at * 64 + self.0[at].trailing_zeros() as usize)
    }

    /// The number with so many smaller ones before it.
    #[inline]
    pub fn nth(&self, mut skip: usize) -> Option<usize> {
        for (at, word) in self.0.iter().enumerate() {
            let here = word.count_ones() as usize;
            if skip < here {
                let mut word = *word;
                (0..skip).for_each(|_| word &= word - 1);
                return Some(at * 64 + word.trailing_zeros() as usize);
            }
            skip -= here;
        }
        None
    }

    /// The one number of a set with one number.
    #[inline]
    pub fn only(&self) -> Option<usize> {
        if self.has_more_than(1) { None } else { self.first() }
    }

    /// Are there more than so many? Quick for small limits, where counting all would be slow.
    #[inline]
    pub fn has_more_than(&self, limit: usize) -> bool {
        let mut seen = 0;
        for mut word in self.0 {
            while word != 0 {
                if seen == limit {
                    return true;
                }
                seen += 1;
                word &= word - 1;
            }
        }
        false
    }

    /// Takes the least number out.
    #[inline]
    pub fn pop(&mut self) -> Option<usize> {
        let first = self.first()?;
        self.0[first / 64] &= self.0[first / 64] - 1;
        Some(first)
    }

    #[inline]
    pub fn iter(self) -> Iter<W> {
        Iter { words: self.0, at: 0 }
    }
}

/// The numbers of a set, ascending.
#[derive(Debug)]
pub struct Iter<const W: usize> {
    words: [u64; W],
    at: usize,
}

impl<const W: usize> Iterator for Iter<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.at < W {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some(self.at * 64 + word.trailing_zeros() as usize);
            }
            self.at += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn bits(numbers: &BTreeSet<usize>) -> Bits<3> {
        let mut bits = Bits::EMPTY;
        for number in numbers {
            bits.insert(*number);
        }
        bits
    }

    proptest::proptest! {
        #[test]
        fn bits_are_sets(a in proptest::collection::btree_set(0..192usize, 0..40),
                         b in proptest::collection::btree_set(0..192usize, 0..40)) {
            let (x, y) = (bits(&a), bits(&b));
            let list = |bits: Bits<3>| bits.iter().collect::<Vec<_>>();
            assert_eq!(list(x), a.iter().copied().collect::<Vec<_>>());
            assert_eq!(list(x.and(&y)), a.intersection(&b).copied().collect::<Vec<_>>());
            assert_eq!(list(x.or(&y)), a.union(&b).copied().collect::<Vec<_>>());
            assert_eq!(list(x.minus(&y)), a.difference(&b).copied().collect::<Vec<_>>());
            assert_eq!(x.meets(&y), !a.is_disjoint(&b));
            assert_eq!(x.count() as usize, a.len());
            assert_eq!(x.first(), a.first().copied());
            for skip in 0..=a.len() {
                assert_eq!(x.nth(skip), a.iter().nth(skip).copied());
            }
        }
    }
}
