//! `anytime`: a solution at once, then ever shorter ones until the budget ends: first line by line,
//! then beams over pattern databases, each twice as wide as the one before. Every beam leaves out
//! what cannot be shorter than the best in hand. A solution as short as the lower bound is proved.

use std::sync::Arc;

use ingenio_core::{
    Dir, Guarantee, Limit, Method, OptionKind, OptionSpec, Phase, Progress, Run, Step, Task, Verdict,
};

use super::construct::Builder;
use super::layers::{shortened, write};
use super::pattern_beam::{Ended, Field, PatternBeam};
use super::pdb::{Profile, Setup, View};
use super::with_tables::Plan;
use super::{idastar_pdb_large, idastar_pdb_small};
use crate::Taquin;
use crate::level::Level;

pub const METHOD: Method<Taquin> = Method {
    name: "anytime",
    about: "a solution at once, then shorter ones by ever wider beams over small pattern databases",
    guarantee: Guarantee::Anytime,
    options: &[OptionSpec {
        name: "width",
        about: "the widest beam, in boards; after it the method ends",
        kind: OptionKind::Integer { least: 1, most: 100_000_000, default: 16_384 },
    }],
    needs: "tables of a few megabytes, built in a fraction of a second",
    start: |level, task| super::unless_odd(level, || start(level, task, idastar_pdb_small::PROFILE)),
    ..super::ROW
};

pub const LARGE: Method<Taquin> = Method {
    name: "anytime-large",
    about: "as anytime, over the largest pattern databases that a laptop builds in minutes",
    needs: "tables of up to 300 MB, built in minutes and kept (ingenio tables build)",
    start: |level, task| super::unless_odd(level, || start(level, task, idastar_pdb_large::PROFILE)),
    ..METHOD
};

/// The width of the first beam.
const FIRST: usize = 64;

fn start(level: &Arc<Level>, task: &Task, profile: Profile) -> Box<dyn Run> {
    let tables = (level.size().cells() <= super::pdb::MOST_CELLS).then(|| {
        let Plan { keys, divisions } = Plan::within(level, profile, task.memory / 2);
        (Setup::new(&task.tables, keys), divisions)
    });
    Box::new(AnyTime {
        level: level.clone(),
        memory: task.memory,
        builder: Some(Builder::new(level)),
        tables,
        field: None,
        beam: None,
        width: FIRST,
        widest: task.options.integer("width") as usize,
        best: None,
        proved: false,
        nodes: 0,
        generated: 0,
    })
}

struct AnyTime {
    level: Arc<Level>,
    memory: u64,
    builder: Option<Builder>,
    tables: Option<(Setup, Vec<Vec<View>>)>,
    field: Option<Field>,
    beam: Option<PatternBeam>,
    width: usize,
    widest: usize,
    best: Option<Vec<Dir>>,
    proved: bool,
    nodes: u64,
    generated: u64,
}

impl AnyTime {
    fn length(&self) -> usize {
        self.best.as_ref().map_or(usize::MAX, Vec::len)
    }

    /// Brings a tile home; the first solution is there when all are.
    fn construct(&mut self) {
        let builder = self.builder.as_mut().expect("there is something to do");
        self.nodes += 1;
        if builder.work() {
            self.best = Some(shortened(builder.moves()));
            self.builder = None;
        }
    }

    fn set_up(&mut self) {
        let (setup, _) = self.tables.as_mut().expect("there is something to do");
        if setup.work() {
            let (setup, divisions) = self.tables.take().expect("it just ended");
            self.field = Some(Field::new(&self.level, divisions, setup.patterns()));
        }
    }

    /// Goes on with the beam, or begins the next one; hands back what is left of the work.
    fn search(&mut self, work: u64) -> Result<u64, Verdict> {
        let length = self.length();
        let Some(field) = &self.field else { return Err(self.end(Limit::Method)) };
        if self.beam.is_none() {
            if self.width > self.widest.max(FIRST) {
                return Err(self.end(Limit::Method));
            }
            if length <= usize::from(field.bound()) {
                self.proved = true;
                return Err(self.end(Limit::Method));
            }
            if PatternBeam::most_bytes(field, self.width, length) + field.bytes() > self.memory {
                return Err(self.end(Limit::Memory));
            }
            self.beam = Some(PatternBeam::new(field, self.width, length, self.memory - field.bytes()));
        }
        let beam = self.beam.as_mut().expect("just begun");
        let before = (beam.expanded, beam.generated);
        let ended = beam.advance(field, work);
        let done = beam.expanded - before.0;
        self.nodes += done;
        self.generated += beam.generated - before.1;
        if let Some(ended) = ended {
            let cut = beam.cut;
            self.beam = None;
            self.width *= 2;
            match ended {
                Ended::Found(path) => self.best = Some(path),
                Ended::Nothing if cut => {}
                Ended::Nothing => return Err(self.end(Limit::Method)),
                Ended::Stopped(limit) => return Err(self.end(limit)),
            }
        }
        Ok(work - done)
    }

    /// The best in hand is the answer; proved only if it is as short as the lower bound.
    fn end(&self, limit: Limit) -> Verdict {
        match &self.best {
            Some(best) => Verdict::Solved { solution: write(best), optimal: self.proved },
            None => Verdict::Stopped { limit },
        }
    }
}

impl Run for AnyTime {
    fn advance(&mut self, expansions: u64) -> Step {
        let mut left = expansions;
        while left > 0 {
            if self.builder.is_some() {
                self.construct();
                left -= 1;
            } else if self.tables.is_some() {
                self.set_up();
                left -= 1;
            } else {
                match self.search(left) {
                    Ok(rest) => left = rest,
                    Err(verdict) => return Step::Done(verdict),
                }
            }
        }
        Step::Running
    }

    fn progress(&self) -> Progress {
        let phase =
            if self.builder.is_none() && self.tables.is_some() { Phase::Setup } else { Phase::Search };
        let tables = self.tables.as_ref().map_or(0, |(setup, _)| setup.bytes());
        let memory = tables
            + self.builder.as_ref().map_or(0, Builder::bytes)
            + self.field.as_ref().map_or(0, Field::bytes)
            + self.beam.as_ref().map_or(0, PatternBeam::bytes);
        Progress {
            phase,
            nodes: self.nodes,
            generated: self.generated,
            bound: self.field.as_ref().map(|field| u64::from(field.bound())),
            best: self.best.as_ref().map(|best| best.len() as u64),
            memory,
            peak: memory,
        }
    }

    fn best(&self) -> Option<String> {
        self.best.as_deref().map(write)
    }
}
