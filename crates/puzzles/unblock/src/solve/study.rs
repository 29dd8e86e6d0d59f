//! The study of a level: its field, told in sentences. What `ingenio check` prints.

use std::sync::Arc;

use ingenio_core::metric::{amount_of, counted};
use ingenio_core::rooms::Texts as _;
use ingenio_core::{Limit, Message, Progress, Run, Step, Task, Verdict, step_by_step};

use super::field::{Field, FieldWork, NoField};
use super::idle::IdleWork;
use crate::level::Level;
use crate::metric::MOVES;
use crate::{Unblock, play, referee, words};

#[allow(missing_debug_implementations, reason = "fields are not printable")]
pub struct Study {
    memory: u64,
    work: FieldWork,
    field: Option<Field>,
    idle: Option<IdleWork>,
    /// The pieces that never matter, once they are known.
    never_matter: Option<Vec<usize>>,
    end: Option<Verdict>,
}

impl Study {
    pub fn new(level: &Arc<Level>, task: &Task) -> Self {
        let work = FieldWork::new(level, task.metric.or(MOVES), task.memory);
        Study { memory: task.memory, work, field: None, idle: None, never_matter: None, end: None }
    }

    fn step(&mut self) -> Result<(), Verdict> {
        if let (Some(field), Some(idle)) = (&self.field, &mut self.idle) {
            return match idle.step(field) {
                None => Ok(()),
                Some(Err(limit)) => Err(Verdict::Stopped { limit }),
                Some(Ok(pieces)) => {
                    self.never_matter = Some(pieces);
                    Err(solved(field))
                }
            };
        }
        match self.work.advance(1) {
            None => Ok(()),
            Some(Err(NoField::Stopped(limit))) => Err(Verdict::Stopped { limit }),
            Some(Err(NoField::Unsolvable(reason))) => Err(Verdict::Unsolvable { reason }),
            Some(Ok(field)) => {
                self.idle = Some(IdleWork::new(self.memory.saturating_sub(field.bytes())));
                self.field = Some(field);
                Ok(())
            }
        }
    }
}

fn solved(field: &Field) -> Verdict {
    match field.solution(&play::start(field.level())) {
        Some(moves) => Verdict::Solved { solution: referee::text(&moves), optimal: true },
        None => Verdict::Stopped { limit: Limit::Method },
    }
}

impl Run<Vec<Message>> for Study {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, |run| run.end.clone(), |run| run.end = run.step().err())
    }

    fn progress(&self) -> Progress {
        let mut progress = self.work.progress();
        if let (Some(field), Some(idle)) = (&self.field, &self.idle) {
            let idle = idle.progress();
            progress.nodes += idle.nodes;
            progress.memory = field.bytes();
            progress.peak = progress.peak.max(field.bytes() + idle.peak);
        }
        progress
    }

    fn found(&self) -> Vec<Message> {
        let Some(field) = &self.field else { return Vec::new() };
        let mut said = sentences(field);
        said.extend(self.never_matter.as_ref().map(|pieces| about_idle(field.level(), pieces)));
        said
    }
}

/// What a field says about its level.
pub fn sentences(field: &Field) -> Vec<Message> {
    let metric = field.metric().first().map_or("", |metric| metric.name);
    let (level, start) = (field.level(), play::start(field.level()));
    let best: Vec<String> = field.best_moves(&start).iter().map(ToString::to_string).collect();
    let (hardest, most) = field.hardest();
    let mut said = vec![
        words::STUDY_CLUSTER.with("positions", field.positions()).with("solved", field.histogram()[0]),
        words::STUDY_DISTANCES
            .with("metric", amount_of(metric))
            .with("median", median(field.histogram()))
            .with("histogram", histogram(field.histogram())),
        words::STUDY_HARDEST
            .with("figure", counted(metric, u64::from(most)))
            .with("board", Unblock::canonical(&level.with_offsets(&hardest.offsets)).replace('\n', "/")),
    ];
    if !best.is_empty() {
        let all = play::moves(level, &start).len();
        said.push(
            words::STUDY_FIRST.with("best", best.join(", ")).with("number", best.len()).with("all", all),
        );
        said.push(match field.optimal_solutions(&start) {
            1 => words::STUDY_ONE.say(),
            u64::MAX => words::STUDY_COUNTLESS.say(),
            number => words::STUDY_SEVERAL.with("number", number),
        });
    }
    said
}

fn about_idle(level: &Level, pieces: &[usize]) -> Message {
    if pieces.is_empty() {
        return words::STUDY_ALL_MATTER.say();
    }
    let names: Vec<String> = pieces.iter().map(|piece| level.pieces()[*piece].name.to_string()).collect();
    words::STUDY_IDLE.with("pieces", names.join(", "))
}

/// The least distance that at least half of the positions do not exceed.
fn median(histogram: &[u64]) -> usize {
    let half = histogram.iter().sum::<u64>().div_ceil(2);
    let mut sum = 0;
    let reached = |count: &u64| {
        sum += count;
        sum >= half
    };
    histogram.iter().position(reached).unwrap_or(0)
}

/// `0-4: 120, 5-9: 340, ...` in about ten groups.
fn histogram(histogram: &[u64]) -> String {
    let width = histogram.len().div_ceil(10).max(1);
    let groups = histogram.chunks(width).enumerate().map(|(at, group)| {
        let (first, last) = (at * width, at * width + group.len() - 1);
        let range = if first == last { first.to_string() } else { format!("{first}-{last}") };
        format!("{range}: {}", group.iter().sum::<u64>())
    });
    groups.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histograms_are_summed_up() {
        assert_eq!(histogram(&[5, 7]), "0: 5, 1: 7");
        assert_eq!(histogram(&[1; 21]).split(", ").next(), Some("0-2: 3"));
        assert_eq!(median(&[1, 1, 1]), 1);
        assert_eq!(median(&[2, 1, 1]), 0);
    }
}
