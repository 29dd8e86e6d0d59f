//! Ranks programs that were run under equal limits.

use crate::study::{Study, Summary};

#[derive(Clone, Debug, PartialEq)]
pub struct Rank {
    /// From 1; programs that are equal in everything share it.
    pub place: usize,
    pub summary: Summary,
}

/// Most levels solved first, then the better solutions, then the quicker; wrong answers go last.
pub fn rank(study: &Study) -> Vec<Rank> {
    let mut summaries = study.summaries();
    let key = |summary: &Summary| {
        let solved = if summary.is_void() { 0 } else { summary.solved };
        // In whole thousandths, so that the clock's noise decides nothing.
        let quality = if summary.is_void() { 0 } else { (summary.quality * 1000.0).round() as u64 };
        (
            summary.is_void(),
            std::cmp::Reverse(solved),
            std::cmp::Reverse(quality),
            (summary.par2 * 1000.0).round() as u64,
        )
    };
    summaries.sort_by_key(key);
    let mut ranks: Vec<Rank> = Vec::new();
    for (at, summary) in summaries.into_iter().enumerate() {
        let place = match ranks.last() {
            Some(last) if key(&last.summary) == key(&summary) => last.place,
            _ => at + 1,
        };
        ranks.push(Rank { place, summary });
    }
    ranks
}
