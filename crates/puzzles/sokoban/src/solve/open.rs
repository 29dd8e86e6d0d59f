//! The open list of the Sokoban paper's A*: the least key first. The paper does not say which of two equal
//! keys comes first, and its functions tie often: Voraz counts boxes on goals and nothing else. Three
//! answers are offered: the oldest first, the newest first, and the order of the Java class that the
//! paper uses, `java.util.PriorityQueue`.
//!
//! That class is a binary heap in an array: an element is added at the end and rises past parents that are
//! strictly greater; the last element replaces one that is taken and sinks below the smaller child, the
//! left one of equals, while that child is strictly smaller. Which of equals comes out first therefore
//! depends on everything that was done before. Where two elements are equal nothing may be done otherwise.

use std::collections::{BTreeMap, VecDeque};

use ingenio_core::{OptionSpec, Options};

pub const TIES: OptionSpec = OptionSpec::choice(
    "ties",
    "which of equals is expanded first: the oldest, the one Java's heap gives, or the newest",
    &["fifo", "heap", "lifo"],
);

pub enum Open {
    Buckets { buckets: BTreeMap<u64, VecDeque<u32>>, len: u64, newest: bool },
    Heap(Heap),
}

impl Open {
    pub fn from_options(options: &Options) -> Self {
        match options.choice(TIES.name) {
            "heap" => Open::Heap(Heap::default()),
            ties => Open::Buckets { buckets: BTreeMap::new(), len: 0, newest: ties == "lifo" },
        }
    }

    pub fn push(&mut self, key: u64, node: u32) {
        match self {
            Open::Heap(heap) => heap.push((key, node)),
            Open::Buckets { buckets, len, .. } => {
                buckets.entry(key).or_default().push_back(node);
                *len += 1;
            }
        }
    }

    pub fn pop(&mut self) -> Option<u32> {
        match self {
            Open::Heap(heap) => heap.pop().map(|(_, node)| node),
            Open::Buckets { buckets, len, newest } => {
                let mut entry = buckets.first_entry()?;
                let bucket = entry.get_mut();
                let node = if *newest { bucket.pop_back() } else { bucket.pop_front() };
                if bucket.is_empty() {
                    entry.remove();
                }
                *len -= 1;
                node
            }
        }
    }

    pub fn len(&self) -> u64 {
        match self {
            Open::Heap(Heap(entries)) => entries.len() as u64,
            Open::Buckets { len, .. } => *len,
        }
    }

    /// Generous: a queue holds up to twice what it needs, and grows by doubling.
    pub fn bytes(&self) -> u64 {
        match self {
            Open::Heap(heap) => heap.bytes(),
            Open::Buckets { buckets, len, .. } => len * 12 + buckets.len() as u64 * 160,
        }
    }
}

/// Key and node.
type Entry = (u64, u32);

#[derive(Default)]
pub struct Heap(Vec<Entry>);

impl Heap {
    fn push(&mut self, entry: Entry) {
        self.0.push(entry);
        let mut at = self.0.len() - 1;
        while at > 0 {
            let parent = (at - 1) / 2;
            if self.0[parent].0 <= entry.0 {
                break;
            }
            self.0.swap(at, parent);
            at = parent;
        }
    }

    fn pop(&mut self) -> Option<Entry> {
        if self.0.is_empty() {
            return None;
        }
        let first = self.0.swap_remove(0);
        let mut at = 0;
        while let Some(child) = self.smaller_child(at).filter(|child| self.0[*child].0 < self.0[at].0) {
            self.0.swap(at, child);
            at = child;
        }
        Some(first)
    }

    fn smaller_child(&self, at: usize) -> Option<usize> {
        let left = 2 * at + 1;
        let right = self.0.get(left + 1).filter(|right| right.0 < self.0[left].0);
        (left < self.0.len()).then_some(left + usize::from(right.is_some()))
    }

    /// A growing list is there twice for a moment.
    fn bytes(&self) -> u64 {
        let growing = if self.0.len() == self.0.capacity() { 3 } else { 1 };
        (self.0.capacity().max(4) * size_of::<Entry>() * growing) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(ties: &str, keys: &[u64]) -> Vec<u32> {
        let options = Options::parse(&[TIES], &format!("ties={ties}")).unwrap();
        let mut open = Open::from_options(&options);
        (0..).zip(keys).for_each(|(node, key)| open.push(*key, node));
        std::iter::from_fn(|| open.pop()).collect()
    }

    /// Worked out by hand: five equals lie as 0 1 2 3 4; the last replaces each that is taken and stays.
    #[test]
    fn equals_come_in_the_order_that_was_asked_for() {
        let equals = [7; 5];
        assert_eq!(order("fifo", &equals), [0, 1, 2, 3, 4]);
        assert_eq!(order("lifo", &equals), [4, 3, 2, 1, 0]);
        assert_eq!(order("heap", &equals), [0, 4, 3, 2, 1]);
    }

    /// By hand: 2 2 1 1 3 becomes the heap 1(2) 1(3) 2(0) 2(1) 3(4) by rising; then the last sinks.
    #[test]
    fn a_heap_with_two_keys_twice() {
        assert_eq!(order("heap", &[2, 2, 1, 1, 3]), [2, 3, 1, 0, 4]);
    }

    /// The same as the class itself, over hundreds of additions and removals with four keys.
    #[test]
    fn the_heap_is_javas() {
        let text = include_str!("truth/java-heap.txt");
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let mut open = Open::Heap(Heap::default());
        let (mut added, mut taken) = (0, Vec::new());
        for action in lines[0].chars() {
            match action.to_digit(10) {
                Some(key) => {
                    open.push(u64::from(key), added);
                    added += 1;
                }
                None => taken.push(open.pop().expect("there is one").to_string()),
            }
        }
        assert_eq!(taken.join(" "), lines[1]);
    }

    #[test]
    fn the_least_key_is_always_first() {
        let mut rng = ingenio_core::Rng::new(5);
        for ties in ["fifo", "heap", "lifo"] {
            let keys: Vec<u64> = (0..500).map(|_| rng.below(40) as u64).collect();
            let taken: Vec<u64> = order(ties, &keys).into_iter().map(|node| keys[node as usize]).collect();
            assert_eq!(taken.len(), 500);
            assert!(taken.is_sorted(), "{ties}: {taken:?}");
        }
    }
}
