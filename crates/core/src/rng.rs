//! Random numbers that are the same on every platform and in every version, so that a seed can be
//! printed, exchanged and tested. The generator is xoshiro256++; the ways to draw from it are our
//! own, because those of general libraries change between releases.

use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Xoshiro256++: quick, small, and the same on every machine. Nothing here is for secrets.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The same seed gives the same numbers for ever: packs and provenance rest on it.
    pub fn new(seed: u64) -> Self {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// An independent stream: the same seed and number give the same stream.
    pub fn stream(seed: u64, number: u64) -> Self {
        Rng::new(seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// The next number as it comes.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Uniform in `0..limit` (Lemire's method, without bias). `limit` must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        assert!(limit > 0, "nothing to draw from");
        let limit = limit as u64;
        let threshold = limit.wrapping_neg() % limit;
        loop {
            let wide = u128::from(self.next_u64()) * u128::from(limit);
            if wide as u64 >= threshold {
                return (wide >> 64) as usize;
            }
        }
    }

    /// Uniform in `least..=most`.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// True once in `of` draws on average.
    pub fn one_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    /// Uniform in `0.0..1.0`.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of some, evenly; nothing where there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }

    /// Every order alike.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_numbers_never_change() {
        let mut rng = Rng::new(7);
        let drawn: Vec<usize> = (0..8).map(|_| rng.below(1000)).collect();
        assert_eq!(drawn, [55, 172, 717, 427, 963, 465, 723, 329]);
    }

    #[test]
    fn draws_are_in_range_and_even() {
        let mut rng = Rng::new(1);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.below(6)] += 1;
        }
        assert!(seen.iter().all(|count| (9_500..10_500).contains(count)), "{seen:?}");
    }

    #[test]
    fn shuffles_are_permutations() {
        let mut items: Vec<usize> = (0..100).collect();
        Rng::new(3).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }
}
