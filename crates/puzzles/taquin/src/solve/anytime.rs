//! `anytime`: a solution at once, then ever shorter ones until the budget ends: first line by line,
//! then beams over pattern databases, each twice as wide as the one before. Every beam leaves out
//! what cannot be shorter than the best in hand. Between beams, and on boards too large for them,
//! the best is shortened by optimal windows. A solution as short as the lower bound is proved.

use std::sync::Arc;

use ingenio_core::{
    Dir, Guarantee, Limit, Method, OptionKind, OptionSpec, Phase, Progress, Run, Step, Task, Verdict,
};

use super::construct::Builder;
use super::layers::{shortened, write};
use super::pattern_beam::{Ended, Field, PatternBeam};
use super::pdb::{Profile, Setup, View};
use super::windows::Windows;
use super::with_tables::Plan;
use super::{idastar_pdb_large, idastar_pdb_small};
use crate::Taquin;
use crate::level::Level;

pub const METHOD: Method<Taquin> = Method {
    name: "anytime",
    about: "a solution at once, then shorter ones by ever wider beams over small pattern databases and by optimal windows",
    guarantee: Guarantee::Anytime,
    options: &[OptionSpec {
        name: "width",
        about: "the widest beam, in boards, and windows of that cost; then the method ends",
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
/// What windows may do with the first solution, in nodes.
const FIRST_WINDOWS: u64 = 100_000;

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
        windows: None,
        allowance: 0,
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
    windows: Option<Windows>,
    /// Nodes that windows may still take before the next beam.
    allowance: u64,
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
            let path = shortened(builder.moves());
            self.builder = None;
            self.improve(path, FIRST_WINDOWS);
        }
    }

    /// Takes a better solution, and lets windows shorten it for a while.
    fn improve(&mut self, path: Vec<Dir>, allowance: u64) {
        match &mut self.windows {
            Some(windows) => windows.replace(path.clone()),
            None => self.windows = Some(Windows::new(&self.level, path.clone())),
        }
        self.best = Some(path);
        self.allowance = allowance;
    }

    /// Shortens the best by windows: between beams for a while, where there are none to the end.
    fn shorten(&mut self, work: u64) -> u64 {
        let windows = self.windows.as_mut().expect("there is a solution");
        let before = windows.nodes;
        let work = if self.field.is_some() { work.min(self.allowance) } else { work };
        if windows.advance(work) {
            self.best = Some(windows.path().to_vec());
        }
        let done = windows.nodes - before;
        self.nodes += done;
        self.generated += done;
        self.allowance = if done == 0 { 0 } else { self.allowance.saturating_sub(done) };
        done
    }

    /// Is there something that windows may still do?
    fn may_shorten(&self) -> bool {
        let worth = |windows: &Windows| !windows.is_whole() && FIRST << windows.round.min(40) <= self.widest;
        let idle = self.tables.is_none() && self.field.is_none();
        (idle || self.allowance > 0) && self.windows.as_ref().is_some_and(worth)
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
                Ended::Found(path) => self.improve(path, 4 * self.width as u64),
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
            } else if self.may_shorten() {
                left -= self.shorten(left);
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
        let setting_up = self.builder.is_none() && self.tables.is_some() && !self.may_shorten();
        let phase = if setting_up { Phase::Setup } else { Phase::Search };
        let tables = self.tables.as_ref().map_or(0, |(setup, _)| setup.bytes());
        let memory = tables
            + self.builder.as_ref().map_or(0, Builder::bytes)
            + self.windows.as_ref().map_or(0, Windows::bytes)
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
