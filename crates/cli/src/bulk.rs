//! Many items, several at a time, reported in the order of the input.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Works on every item, `jobs` at a time, and hands the results on in order as soon as it is their
/// turn. When `hand_on` says that nobody wants more, no further item is begun.
pub fn in_order<I: Sync, T: Send>(
    items: &[I],
    jobs: usize,
    work: impl Fn(&I) -> T + Sync,
    mut hand_on: impl FnMut(&I, T) -> bool,
) {
    if jobs <= 1 {
        // Handing small levels from thread to thread would cost as much as solving them.
        items.iter().all(|item| hand_on(item, work(item)));
        return;
    }
    let (sender, receiver) = mpsc::channel();
    let (work, next) = (&work, &AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(items.len()) {
            let sender = sender.clone();
            scope.spawn(move || {
                while let Some((index, item)) = take(items, next) {
                    if sender.send((index, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<T>> = items.iter().map(|_| None).collect();
        let mut due = 0;
        for (index, result) in receiver {
            waiting[index] = Some(result);
            while let Some(result) = waiting.get_mut(due).and_then(Option::take) {
                if !hand_on(&items[due], result) {
                    next.store(items.len(), Ordering::Relaxed);
                }
                due += 1;
            }
        }
    });
}

fn take<'a, I>(items: &'a [I], next: &AtomicUsize) -> Option<(usize, &'a I)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whoever_is_first() {
        let items: Vec<u64> = (0..50).collect();
        let mut seen = Vec::new();
        let work = |item: &u64| {
            std::thread::sleep(std::time::Duration::from_micros((50 - item) * 20));
            item * 2
        };
        in_order(&items, 4, work, |item, result| {
            seen.push((*item, result));
            true
        });
        assert_eq!(seen, items.iter().map(|item| (*item, item * 2)).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_more_is_begun_when_nobody_reads_on() {
        let items: Vec<u64> = (0..1000).collect();
        let begun = AtomicUsize::new(0);
        let work = |_: &u64| {
            std::thread::sleep(std::time::Duration::from_millis(5));
            begun.fetch_add(1, Ordering::Relaxed)
        };
        in_order(&items, 1, work, |item, _| *item < 3);
        assert!(begun.into_inner() < 1000);
    }
}
