//! Ranks programs that were run under equal limits.

use std::cmp::Reverse;

use crate::study::{Study, Summary};

#[derive(Clone, Debug, PartialEq)]
pub struct Rank {
    /// From 1; programs that are equal in everything share it.
    pub place: usize,
    /// A solved level gives what it is worth, times best length over own; a wrong answer takes all.
    pub points: f64,
    pub summary: Summary,
}

/// Most points first, then most levels solved, then the quicker; wrong answers go last.
pub fn rank(study: &Study) -> Vec<Rank> {
    let points = |summary: &Summary| if summary.is_void() { 0.0 } else { study.points(&summary.method) };
    let ranked = |summary: Summary| Rank { place: 0, points: points(&summary), summary };
    let mut ranks: Vec<Rank> = study.summaries().into_iter().map(ranked).collect();
    ranks.sort_by_key(key);
    for at in 0..ranks.len() {
        let alike = at > 0 && key(&ranks[at - 1]) == key(&ranks[at]);
        ranks[at].place = if alike { ranks[at - 1].place } else { at + 1 };
    }
    ranks
}

/// In whole thousandths, so that the clock's noise decides nothing.
fn key(rank: &Rank) -> (bool, Reverse<u64>, Reverse<usize>, u64) {
    let thousandths = |value: f64| (value * 1000.0).round() as u64;
    let summary = &rank.summary;
    let solved = if summary.is_void() { 0 } else { summary.solved };
    (summary.is_void(), Reverse(thousandths(rank.points)), Reverse(solved), thousandths(summary.par2))
}
