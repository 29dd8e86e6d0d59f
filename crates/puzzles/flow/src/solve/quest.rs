//! A search for pipes as a [`Run`]: what all methods of Flow have in common. The free tests come
//! first, memory is checked before the search is made, and a solution becomes its text.

use std::sync::Arc;

use ingenio_core::{Focus, Limit, Progress, Run, Settled, Step, Task, Verdict};

use super::quick;
use crate::level::stroke::solution_text;
use crate::level::{Level, Node, Stroke};
use crate::words;

/// What a step of a search has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The search goes on.
    Node,
    /// The pipes of a solution, one per colour.
    Solution(Vec<Vec<Node>>),
    /// There is no (further) solution.
    Exhausted,
}

/// A search that is advanced one expansion at a time.
pub trait Search: Send {
    /// Does one expansion. Not called again after the end.
    fn step(&mut self) -> Event;
    fn nodes(&self) -> u64;
    /// Bytes in use.
    fn memory(&self) -> u64;

    fn generated(&self) -> u64 {
        self.nodes()
    }

    fn peak(&self) -> u64 {
        self.memory()
    }

    /// The drawing looked at last.
    fn drawing(&self) -> Option<Vec<Vec<Node>>> {
        None
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}

/// Starts a search that needs so many bytes from the start, unless a free test settles the level.
pub fn start<S: Search + 'static>(
    level: &Arc<Level>,
    task: &Task,
    bytes: u64,
    search: impl FnOnce() -> S,
) -> Box<dyn Run> {
    if let Some(reason) = quick::look(level, level.drawn()) {
        return Box::new(Settled(Verdict::Unsolvable { reason: reason.message }));
    }
    if bytes > task.memory {
        return Box::new(Settled(Verdict::Stopped { limit: Limit::Memory }));
    }
    Box::new(Quest { level: level.clone(), search: search(), end: None })
}

struct Quest<S> {
    level: Arc<Level>,
    search: S,
    end: Option<Verdict>,
}

impl<S: Search> Run for Quest<S> {
    fn advance(&mut self, expansions: u64) -> Step {
        if let Some(end) = &self.end {
            return Step::Done(end.clone());
        }
        for _ in 0..expansions {
            let verdict = match self.search.step() {
                Event::Node => continue,
                Event::Solution(pipes) => {
                    Verdict::Solved { solution: solution_text(&self.level, &pipes), optimal: false }
                }
                Event::Exhausted => Verdict::Unsolvable { reason: words::EXHAUSTED.say() },
            };
            self.end = Some(verdict.clone());
            return Step::Done(verdict);
        }
        Step::Running
    }

    fn progress(&self) -> Progress {
        Progress {
            nodes: self.search.nodes(),
            generated: self.search.generated(),
            memory: self.search.memory(),
            peak: self.search.peak(),
            ..Progress::default()
        }
    }

    fn focus(&self) -> Option<Focus> {
        let drawing = self.search.drawing()?;
        let pipes = drawing.iter().enumerate().filter(|(_, pipe)| pipe.len() > 1);
        let strokes: Vec<String> =
            pipes.map(|(colour, pipe)| Stroke::of_pipe(&self.level, colour, pipe).to_string()).collect();
        let drawn: usize = drawing.iter().map(Vec::len).sum();
        Some(Focus { moves: strokes.join(" "), cost: drawn as u64, estimate: None, notes: Vec::new() })
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        self.search.counters()
    }
}
