//! When a play is *helped*: one rule for the terminal and for the web. A play that took a hint above "how
//! far is it", or whose player saw a solution, wins and counts as progress, but takes no record and one
//! star at most. A solution seen helps later plays of that player on that level too, for a day.

use std::time::Duration;

/// So long a solution that was seen helps later plays: a night's sleep makes them one's own again.
pub const REMEMBERED: Duration = Duration::from_hours(24);

/// Does a hint of this rung help? The first one only tells how far it is.
pub const fn helps(rung: u8) -> bool {
    rung > 1
}

/// The stars that count.
pub fn earned(stars: u8, helped: bool) -> u8 {
    if helped { stars.min(1) } else { stars }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_far_it_is_may_be_asked_and_nothing_more() {
        assert_eq!([1, 2, 3, 4, 5].map(helps), [false, true, true, true, true]);
        assert_eq!((earned(3, true), earned(3, false), earned(0, true)), (1, 3, 0));
    }
}
