//! For tests of several processes: nothing tells them when the others are so far.

use std::time::Duration;

/// Looks again and again. Long enough for the busiest of machines; nobody waits longer than needed.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..2400 {
        if holds() {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("it never happens that {what}");
}
