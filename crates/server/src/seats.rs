//! Seats that are counted by whom they are for: connections by network, lines by play and by player. A seat is
//! taken as long as it lives.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// How many seats each has taken.
#[derive(Debug)]
pub struct Seats<K>(Arc<Mutex<HashMap<K, usize>>>);

impl<K> Clone for Seats<K> {
    fn clone(&self) -> Self {
        Seats(self.0.clone())
    }
}

impl<K> Default for Seats<K> {
    fn default() -> Self {
        Seats(Arc::default())
    }
}

impl<K: Copy + Debug + Eq + Hash> Seats<K> {
    /// One seat more, unless there are `most` already.
    pub fn take(&self, who: K, most: usize) -> Option<Seat<K>> {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.get(&who).copied().unwrap_or(0);
        if count >= most {
            return None;
        }
        taken.insert(who, count + 1);
        drop(taken);
        Some(Seat { seats: self.clone(), who })
    }

    /// Has anybody of them a seat?
    pub fn is_taken(&self, who: K) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&who)
    }

    #[cfg(test)]
    fn taken(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// One of them.
#[derive(Debug)]
pub struct Seat<K: Copy + Debug + Eq + Hash> {
    seats: Seats<K>,
    who: K,
}

impl<K: Copy + Debug + Eq + Hash> Drop for Seat<K> {
    fn drop(&mut self) {
        let mut taken = self.seats.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = taken.entry(self.who) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_taken_as_long_as_it_lives() {
        let seats = Seats::default();
        let (first, second) = (seats.take(1, 2), seats.take(1, 2));
        assert!(first.is_some() && second.is_some() && seats.take(1, 2).is_none());
        assert!(seats.take(2, 2).is_some(), "others have seats of their own");
        assert!(seats.is_taken(1) && !seats.is_taken(2));
        drop(first);
        assert!(seats.take(1, 2).is_some());
        drop(second);
        assert_eq!(seats.taken(), 0, "nobody is remembered who has gone");
    }
}
