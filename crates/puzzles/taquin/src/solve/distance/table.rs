//! `table`: the distance of every position of a small board, computed once; then any board is solved
//! by walking downhill.

use std::sync::Arc;

use ingenio_core::{
    Dir, Focus, Guarantee, InHand, Limit, Method, Phase, Progress, Run, Settled, Step, Task, Verdict,
};

use crate::Taquin;
use crate::level::Level;
use crate::metric::SLIDES;
use crate::solve::distance::{Distances, Here, MOST_CELLS, Place, Setup};
use crate::solve::line_by_line::layers::write;

pub const METHOD: Method<Taquin> = Method {
    name: "table",
    about: "looks up the distance of every position, computed once: boards of up to 12 cells",
    guarantee: Guarantee::Optimal,
    metrics: crate::solve::BOTH,
    needs: "a table of up to 60 MB, built at once up to 10 cells and in seconds up to 12 (300 MB while it is built), kept",
    fits: |level| crate::solve::at_most(level, "table", MOST_CELLS),
    start: |level, task| crate::solve::unless_odd(level, || start(level, task)),
    ..crate::solve::ROW
};

/// Boards of so many cells have a table in a fraction of a second.
const QUICK: usize = 10;

/// Is the table of a level kept, or built at once?
pub fn is_quick(level: &Level, task: &Task) -> bool {
    if level.size().cells() > MOST_CELLS {
        return false;
    }
    let place = Place::new(level, task.metric);
    let is_built = level.size().cells() <= QUICK && place.most_bytes() <= task.memory;
    is_built || task.tables.has(&place.key()) && place.kept_bytes() <= task.memory
}

fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let place = Place::new(level, task.metric);
    let kept = task.tables.has(&place.key());
    if task.memory < if kept { place.kept_bytes() } else { place.most_bytes() } {
        return Box::new(Settled(Verdict::Stopped { limit: Limit::Memory }));
    }
    let setup = Some(Setup::new(place, &task.tables));
    let slides = task.metric == SLIDES;
    Box::new(Lookup { level: level.clone(), setup, walk: None, way: Vec::new(), steps: 0, slides })
}

struct Lookup {
    level: Arc<Level>,
    setup: Option<Setup>,
    walk: Option<(Distances, Here)>,
    way: Vec<Dir>,
    steps: u64,
    slides: bool,
}

impl Lookup {
    fn set_up(&mut self) {
        let setup = self.setup.as_mut().expect("there is something to do");
        if let Some(distances) = setup.work() {
            self.setup = None;
            let here = distances.find(self.level.tiles());
            self.walk = Some((distances, here));
        }
    }

    /// Goes one step downhill.
    fn walk(&mut self) -> Option<Verdict> {
        let (distances, here) = self.walk.as_mut().expect("the table is ready");
        if distances.is_home(*here) {
            return Some(Verdict::Solved { solution: write(&self.way), optimal: true });
        }
        let (next, way) = distances.step(*here).expect("every position but the goal has one that is nearer");
        *here = next;
        self.way.extend(way);
        self.steps += 1;
        None
    }
}

impl Run for Lookup {
    fn advance(&mut self, expansions: u64) -> Step {
        for _ in 0..expansions {
            if self.setup.is_some() {
                self.set_up();
            } else if let Some(verdict) = self.walk() {
                return Step::Done(verdict);
            }
        }
        Step::Running
    }

    fn progress(&self) -> Progress {
        let phase = if self.setup.is_some() { Phase::Setup } else { Phase::Search };
        let memory = self.setup.as_ref().map_or(0, Setup::bytes)
            + self.walk.as_ref().map_or(0, |(distances, _)| distances.bytes());
        Progress {
            phase,
            nodes: self.steps,
            generated: self.steps,
            memory,
            peak: memory,
            ..Progress::default()
        }
    }

    fn found(&self) -> InHand {
        InHand::default()
    }

    /// Where it stands on its way down.
    fn focus(&self) -> Option<Focus> {
        self.walk.as_ref()?;
        Some(Focus { moves: write(&self.way), cost: self.steps, estimate: None, notes: Vec::new() })
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let metric = if self.slides { "slides" } else { "moves" };
        vec![(metric, self.steps)]
    }
}
