//! A search for pipes as a [`Run`]: what all methods of Flow have in common. Memory is checked before the search
//! is made, and a solution becomes its text. The free tests say why a level has no solution; most levels are solved
//! in less time than these tests take, so the search takes its first steps before them, unless pipes are given:
//! whether these keep the rules is a thing that not every search asks.

use std::sync::Arc;

use ingenio_core::scene::Piece;
use ingenio_core::{Focus, InHand, Limit, Progress, Run, Settled, Sight, Step, Task, Verdict, step_by_step};

use super::quick;
use crate::level::stroke::solution_text;
use crate::level::{Level, Node, Stroke};
use crate::look::PIPE;
use crate::play::Drawing;
use crate::scene::scene;
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

    /// Pieces of pipe that are looked at, by colour, where they join nothing yet.
    fn parts(&self) -> Option<Vec<(usize, Vec<Node>)>> {
        None
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}

/// Steps of a search before the free tests.
const FIRST_STEPS: u64 = 8;

/// Starts a search that needs so many bytes from the start.
pub fn start<S: Search + 'static>(
    level: &Arc<Level>,
    task: &Task,
    bytes: u64,
    search: impl FnOnce() -> S,
) -> Box<dyn Run> {
    let is_bare = level.drawn().iter().all(Vec::is_empty);
    if !is_bare && let Some(verdict) = test(level) {
        return Box::new(Settled(verdict));
    }
    if bytes > task.memory {
        return Box::new(Settled(Verdict::Stopped { limit: Limit::Memory }));
    }
    let untested = if is_bare { FIRST_STEPS } else { 0 };
    Box::new(Quest { level: level.clone(), search: search(), untested, end: None })
}

/// The free tests.
fn test(level: &Level) -> Option<Verdict> {
    let reason = quick::look(level, level.drawn())?;
    Some(Verdict::Unsolvable { reason: reason.message })
}

/// The board with pieces of pipe that join nothing yet.
pub fn in_parts(level: &Level, parts: &[(usize, Vec<Node>)]) -> Sight {
    let mut scene = scene(level, &Drawing::new(level));
    let board = level.board();
    let pipe = |(id, (colour, nodes)): (u32, &(usize, Vec<Node>))| {
        let cells = nodes.iter().map(|node| board.place(*node)).collect();
        let sides = nodes.windows(2).filter_map(|pair| board.side(pair[0], pair[1])).collect();
        Piece { tone: *colour as u16, sides, ..Piece::new(&PIPE, id, level.name(*colour), cells) }
    };
    // Behind the ids of end points and whole pipes.
    let first = 3 * level.colours() as u32;
    scene.marks.clear();
    scene.pieces.extend((first..).zip(parts).map(pipe));
    let said = words::SIGHT_PIECES.with("pieces", parts.len());
    Sight { scene, said, cost: Some(parts.len() as u64) }
}

struct Quest<S> {
    level: Arc<Level>,
    search: S,
    /// Steps until the free tests; 0 behind them.
    untested: u64,
    end: Option<Verdict>,
}

impl<S: Search> Quest<S> {
    /// One step: what it settles, or what the free tests settle when their time has come.
    fn step(&mut self) {
        self.end = match self.search.step() {
            Event::Node if self.untested == 0 => None,
            Event::Node => {
                self.untested -= 1;
                if self.untested > 0 { None } else { test(&self.level) }
            }
            Event::Solution(pipes) => {
                Some(Verdict::Solved { solution: solution_text(&self.level, &pipes), optimal: false })
            }
            Event::Exhausted => {
                let told = if self.untested > 0 { test(&self.level) } else { None };
                Some(told.unwrap_or_else(|| Verdict::Unsolvable { reason: words::EXHAUSTED.say() }))
            }
        };
    }
}

impl<S: Search> Run for Quest<S> {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, |run| run.end.clone(), Self::step)
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

    fn found(&self) -> InHand {
        InHand::default()
    }

    fn focus(&self) -> Option<Focus> {
        let drawing = self.search.drawing()?;
        let pipes = drawing.iter().enumerate().filter(|(_, pipe)| pipe.len() > 1);
        let strokes: Vec<String> =
            pipes.map(|(colour, pipe)| Stroke::of_pipe(&self.level, colour, pipe).to_string()).collect();
        let drawn: usize = drawing.iter().map(Vec::len).sum();
        Some(Focus { moves: strokes.join(" "), cost: drawn as u64, estimate: None, notes: Vec::new() })
    }

    fn sight(&self) -> Option<Sight> {
        self.search.parts().map(|parts| in_parts(&self.level, &parts))
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        self.search.counters()
    }
}
