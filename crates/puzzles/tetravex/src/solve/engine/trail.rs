//! Machine words that can be set back: every change is written down with the old value, and
//! leaving a level undoes the changes since it was entered.

#[derive(Clone, Debug)]
pub struct Trail {
    words: Vec<u64>,
    changes: Vec<(u32, u64)>,
    levels: Vec<u32>,
}

impl Trail {
    /// With room for so many changes and levels; it never grows if they suffice.
    pub fn new(words: usize, changes: usize, levels: usize) -> Self {
        Trail {
            words: vec![0; words],
            changes: Vec::with_capacity(changes),
            levels: Vec::with_capacity(levels),
        }
    }

    /// The bytes of a trail of that size.
    pub const fn bytes(words: usize, changes: usize, levels: usize) -> usize {
        words * 8 + changes * 16 + levels * 4
    }

    #[inline]
    pub fn get<const N: usize>(&self, at: usize) -> [u64; N] {
        self.words[at..at + N].try_into().expect("N words")
    }

    #[inline]
    pub fn word(&self, at: usize) -> u64 {
        self.words[at]
    }

    #[inline]
    pub fn set_word(&mut self, at: usize, value: u64) {
        let old = std::mem::replace(&mut self.words[at], value);
        if old != value && !self.levels.is_empty() {
            self.changes.push((at as u32, old));
        }
    }

    #[inline]
    pub fn set<const N: usize>(&mut self, at: usize, value: [u64; N]) {
        for (offset, word) in value.into_iter().enumerate() {
            self.set_word(at + offset, word);
        }
    }

    pub fn enter(&mut self) {
        self.levels.push(self.changes.len() as u32);
    }

    /// Undoes everything since the last `enter`; false where there was none.
    pub fn leave(&mut self) -> bool {
        let Some(mark) = self.levels.pop() else { return false };
        for (at, old) in self.changes.drain(mark as usize..).rev() {
            self.words[at as usize] = old;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn leaving_restores_what_entering_saw(
            steps in proptest::collection::vec((0..4u8, 0..6usize, 0..3u64), 0..80)
        ) {
            let mut trail = Trail::new(6, 0, 0);
            let mut saved: Vec<[u64; 6]> = Vec::new();
            for (kind, at, value) in steps {
                match kind {
                    0 => {
                        saved.push(trail.get(0));
                        trail.enter();
                    }
                    1 => {
                        let left = trail.leave();
                        assert_eq!(left, !saved.is_empty());
                        if let Some(before) = saved.pop() {
                            assert_eq!(trail.get::<6>(0), before);
                        }
                    }
                    _ => trail.set_word(at, value),
                }
            }
        }
    }
}
