//! `anytime`: a solution at once, then ever shorter ones until the budget ends: first line by line,
//! then beams over pattern databases, each several times as wide as the one before. Every beam leaves
//! out what cannot be shorter than the best in hand. Between beams, after the last, and on boards too
//! large for them, the best is shortened by optimal windows. A solution as short as the lower bound is
//! proved.
//!
//! Beams need no tables: boards of more than 49 cells have none, and where large ones are still to be built
//! a few narrow beams come first. What such a beam leaves undone is finished line by line.
//!
//! Windows count moves, of which fewer are mostly fewer slides too. In slides they come before the first
//! beam and after the last.
//!
//! Under a budget the last beam is as wide as the rest of it allows, and is narrowed from layer to layer
//! if it takes longer than foreseen: half a beam finds nothing. Without tables nobody knows how long it
//! takes and whether it finds anything, so windows have their share, which shorten for certain; a beam that
//! takes from that is given up, and its nearest board finished line by line. Without a budget beams end at a
//! width.

mod beam_budget;
mod disorder;
mod pattern_beam;
mod windows;

use std::sync::Arc;

use ingenio_core::{
    Criterion, Dir, Focus, Guarantee, InHand, Limit, Method, OptionSpec, Phase, Progress, Run, Step,
    TablesRef, Task, Verdict,
};

use crate::Taquin;
use crate::level::Level;
use crate::metric::SLIDES;
use crate::play::{Position, measure};
use crate::solve::deepening::manhattan;
use crate::solve::line_by_line::construct::Builder;
use crate::solve::line_by_line::layers::{shortened, write};
use crate::solve::patterns::pdb::{Setup, View};
use crate::solve::patterns::with_tables::{A_SECOND, Plan, Preparation, most_at_once};
use crate::solve::patterns::{idastar_pdb_large, idastar_pdb_small};
use beam_budget::BeamBudget;
use pattern_beam::{Ended, Field, PatternBeam};
use windows::Windows;

pub const METHOD: Method<Taquin> = Method {
    name: "anytime",
    about: "a solution at once, then shorter ones by ever wider beams over small pattern databases and by optimal windows",
    guarantee: Guarantee::Anytime,
    metrics: crate::solve::BOTH,
    options: &[OptionSpec::integer(
        "width",
        "the widest beam, in boards, and windows of that cost; then the method ends. 0: what the budget allows, or 16384 where it allows all",
        0..=100_000_000,
        0,
    )],
    needs: "tables of a few megabytes, built in a fraction of a second",
    start: |level, task| {
        let plan = |memory| Plan::quick(level, idastar_pdb_small::PROFILE, memory, task);
        crate::solve::unless_odd(level, || start(level, task, plan))
    },
    ..crate::solve::ROW
};

pub const LARGE: Method<Taquin> = Method {
    name: "anytime-large",
    about: "as anytime, over the largest pattern databases that a laptop builds in minutes",
    needs: "tables of up to 300 MB, built in minutes and kept (ingenio tables build)",
    start: |level, task| {
        let plan = |memory| Plan::within(level, idastar_pdb_large::PROFILE, memory);
        crate::solve::unless_odd(level, || start(level, task, plan))
    },
    ..METHOD
};

/// The width of the first beam. Chosen by hand; bench/TAQUIN.md has what beams of some widths find.
const FIRST: usize = 64;
/// Before tables are built beams become no wider than this. Chosen by hand.
const EARLY: usize = 4096;
/// The widest beam where nothing else sets an end.
/// Chosen by hand: wider ones gain some hundredths of the length (bench/TAQUIN.md).
const WIDEST: usize = 16_384;
/// By how much beams become wider: without a budget, and with one. Chosen by hand.
const DOUBLE: usize = 2;
const GROWTH: usize = 8;
/// The last beam takes all that is left, if that is not so many times the next one. Without tables a wide
/// beam may find nothing where a narrow one does, so that none is left out: whoever has more time has done
/// what is done in less. Measured, see bench/TAQUIN.md.
const LAST: usize = 6;
const LAST_WITHOUT_TABLES: usize = 1;
/// Of what is left, a beam without tables may take this share; the rest is for windows.
const SHARE_WITHOUT_TABLES: f64 = 0.8;
/// What windows may do with the first solution, in nodes. In slides, where they look at moves, beams are soon
/// better. Chosen by hand.
const FIRST_WINDOWS: u64 = 100_000;
const FIRST_WINDOWS_IN_SLIDES: u64 = 20_000;

/// Are the large tables kept, and do they fit into the half of the memory that is theirs?
pub fn is_large_ready(level: &Level, task: &Task) -> bool {
    let plan = Plan::within(level, idastar_pdb_large::PROFILE, u64::MAX);
    plan.missing(&task.tables) == 0 && Setup::most_bytes(&plan.keys) <= task.memory / 2
}

/// Begins with the tables of a plan that fits into half of the memory.
fn start(level: &Arc<Level>, task: &Task, plan: impl Fn(u64) -> Plan) -> Box<dyn Run> {
    let mut early = false;
    let tables = (level.size().cells() <= crate::solve::patterns::pdb::MOST_CELLS).then(|| {
        let plan = plan(task.memory / 2);
        early = plan.missing(&task.tables) > most_at_once(task, A_SECOND);
        (Setup::new(&task.tables, plan.keys), plan.divisions)
    });
    let plain = Field::fits_without_tables(level) && (early || tables.is_none());
    let field = plain.then(|| Field::plain(level, task.metric));
    Box::new(AnyTime {
        early: early && field.is_some(),
        way: Vec::new(),
        level: level.clone(),
        metric: task.metric,
        least: least(level, task.metric),
        memory: task.memory,
        builder: Some(Builder::new(level)),
        tables,
        field,
        beam: None,
        width: 0,
        widest: widest(task),
        budget: BeamBudget::new(task.nodes),
        best: None,
        windows: None,
        allowance: 0,
        last_windows: false,
        proved: false,
        beams: 0,
        nodes: 0,
        generated: 0,
    })
}

/// The Manhattan distance; in slides each of them brings at most the tiles of a line one cell nearer.
fn least(level: &Level, metric: Criterion) -> u64 {
    let size = level.size();
    let manhattan =
        (manhattan::HEURISTIC.estimate)(level, &Position::start(level), &TablesRef::default()).unwrap_or(0);
    let at_once = if metric == SLIDES { size.width.max(size.height) as u64 - 1 } else { 1 };
    manhattan.div_ceil(at_once)
}

fn widest(task: &Task) -> usize {
    let limited = task.nodes.is_some() || task.time.is_some();
    match task.options.integer("width") as usize {
        0 if limited => usize::MAX,
        0 => WIDEST,
        width => width,
    }
}

struct AnyTime {
    level: Arc<Level>,
    metric: Criterion,
    /// What every solution needs, as far as is seen without tables.
    least: u64,
    memory: u64,
    builder: Option<Builder>,
    /// The way that the builder goes on from.
    way: Vec<Dir>,
    tables: Option<(Setup, Vec<Vec<View>>)>,
    /// Are there to be beams before the tables?
    early: bool,
    field: Option<Field>,
    beam: Option<PatternBeam>,
    /// Of the beam under way or the last one.
    width: usize,
    widest: usize,
    budget: BeamBudget,
    best: Option<Vec<Dir>>,
    windows: Option<Windows>,
    /// Nodes that windows may still take before the next beam.
    allowance: u64,
    /// Have windows the rest of the budget?
    last_windows: bool,
    proved: bool,
    /// Beams that came to an end.
    beams: u64,
    nodes: u64,
    generated: u64,
}

impl AnyTime {
    fn length(&self) -> usize {
        self.best.as_ref().map_or(usize::MAX, |best| self.measure(best))
    }

    /// How long a way is in the metric.
    fn measure(&self, path: &[Dir]) -> usize {
        measure(path, self.metric) as usize
    }

    /// Is the board small enough for tables and beams?
    const fn has_beams(&self) -> bool {
        self.tables.is_some() || self.field.is_some()
    }

    /// Brings a tile home; the first solution is there when all are.
    fn construct(&mut self) {
        let builder = self.builder.as_mut().expect("there is something to do");
        self.nodes += 1;
        if builder.work() {
            self.way.extend(builder.moves());
            let path = shortened(&std::mem::take(&mut self.way));
            self.builder = None;
            let slides = self.metric == SLIDES;
            if self.measure(&path) < self.length() {
                self.improve(path, if slides { FIRST_WINDOWS_IN_SLIDES } else { FIRST_WINDOWS });
            }
        }
    }

    /// Finishes line by line what a beam has left undone.
    fn finish(&mut self, way: Vec<Dir>) {
        let mut position = Position::start(&self.level);
        for dir in &way {
            position.apply(&self.level, *dir).expect("the way was gone before");
        }
        self.builder = Some(Builder::new(&self.level.from_here(position.tiles().to_vec())));
        self.way = way;
    }

    /// Takes a better solution, and lets windows shorten it for a while.
    fn improve(&mut self, path: Vec<Dir>, allowance: u64) {
        match &mut self.windows {
            Some(windows) => windows.replace(path.clone()),
            None => self.windows = Some(Windows::new(&self.level, path.clone())),
        }
        self.best = Some(path);
        // Beams look at slides and windows at moves, so in slides windows come first and last only.
        self.allowance = if self.metric == SLIDES && self.width > 0 { 0 } else { allowance };
    }

    /// Shortens the best by windows: between beams for a while, where there are none to the end.
    fn shorten(&mut self, work: u64) -> u64 {
        let has_beams = self.has_beams();
        let windows = self.windows.as_mut().expect("there is a solution");
        let before = windows.nodes;
        let work = if has_beams { work.min(self.allowance) } else { work };
        let shorter = windows.advance(work).then(|| windows.path().to_vec());
        let done = windows.nodes - before;
        // Fewer moves may be more slides.
        if let Some(path) = shorter.filter(|path| self.measure(path) < self.length()) {
            self.best = Some(path);
        }
        self.nodes += done;
        self.generated += done;
        self.allowance = if done == 0 { 0 } else { self.allowance.saturating_sub(done) };
        done
    }

    /// Is there something that windows may still do?
    fn may_shorten(&self) -> bool {
        let worth = |windows: &Windows| {
            let cost = FIRST.checked_shl(windows.round).unwrap_or(usize::MAX);
            !windows.is_whole() && cost <= self.widest.max(FIRST)
        };
        (!self.has_beams() || self.allowance > 0) && self.windows.as_ref().is_some_and(worth)
    }

    fn set_up(&mut self) {
        let (setup, _) = self.tables.as_mut().expect("there is something to do");
        if setup.work() {
            let (setup, divisions) = self.tables.take().expect("it just ended");
            self.field = Some(Field::new(&self.level, self.metric, divisions, setup.patterns()));
        }
    }

    /// Do beams go without tables?
    fn is_plain(&self) -> bool {
        self.field.as_ref().is_some_and(Field::is_plain)
    }

    /// What a beam may take of the rest.
    fn share(&self) -> f64 {
        if self.is_plain() { SHARE_WITHOUT_TABLES } else { 1.0 }
    }

    /// The width of the next beam; nothing if none is worth while.
    fn next_width(&self) -> Option<usize> {
        if self.width == 0 {
            return Some(FIRST);
        }
        if self.early {
            return Some(self.width * GROWTH).filter(|width| *width <= EARLY.min(self.widest));
        }
        let fits = self.budget.width(self.nodes, self.length(), self.share());
        let last = if self.is_plain() { LAST_WITHOUT_TABLES } else { LAST };
        let wanted = match fits {
            Some(fits) if fits < last * GROWTH * self.width => fits,
            Some(_) => GROWTH * self.width,
            None => DOUBLE * self.width,
        };
        let width = wanted.min(self.widest.max(FIRST));
        (width * 2 >= self.width * 3).then_some(width)
    }

    /// Begins the next beam. Where there is none, windows have the rest of the budget; false if they have
    /// had it.
    fn begin_beam(&mut self) -> Result<bool, Verdict> {
        let length = self.length();
        let Some(field) = &self.field else { return Err(self.end(Limit::Method)) };
        if length <= usize::from(field.bound()) {
            self.proved = true;
            return Err(self.end(Limit::Method));
        }
        let room = self.memory.saturating_sub(field.bytes());
        let most = PatternBeam::most_width(field, length, room);
        let next = self.next_width().filter(|width| !self.early || *width <= most);
        if self.early && next.is_none() {
            (self.early, self.field, self.width) = (false, None, 0);
            return Ok(false);
        }
        let Some(width) = next else { return self.begin_last_windows() };
        if most < width && most * 2 < self.width * 3 || most < FIRST {
            return self.begin_last_windows();
        }
        self.width = width.min(most);
        self.budget.begin(self.nodes, self.share());
        self.beam = self.field.as_ref().map(|field| PatternBeam::new(field, self.width, length, room));
        Ok(true)
    }

    fn begin_last_windows(&mut self) -> Result<bool, Verdict> {
        let ended = self.allowance == 0 && self.last_windows;
        (self.allowance, self.last_windows) = (u64::MAX, true);
        if ended || !self.may_shorten() { Err(self.end(Limit::Method)) } else { Ok(false) }
    }

    /// Goes on with the beam, or begins the next one; hands back what is left of the work.
    fn search(&mut self, work: u64) -> Result<u64, Verdict> {
        if self.beam.is_none() && !self.begin_beam()? {
            return Ok(work);
        }
        let (Some(field), Some(beam)) = (&self.field, &mut self.beam) else { return Ok(work) };
        if let Some(left) = beam.layers_left() {
            if self.budget.is_late(self.nodes)
                && let Some(way) = beam.nearest(field)
            {
                self.beam = None;
                self.finish(way);
                return Ok(work);
            }
            self.budget.learn(self.nodes);
            let fits = self.budget.width_to_end(self.nodes, left).unwrap_or(self.width);
            beam.set_width(fits.clamp(FIRST, self.width));
        }
        let before = (beam.expanded, beam.generated);
        let ended = beam.advance(field, work);
        let done = beam.expanded - before.0;
        self.nodes += done;
        self.generated += beam.generated - before.1;
        if let Some(ended) = ended {
            let cut = beam.cut;
            self.beam = None;
            self.beams += 1;
            match ended {
                Ended::Found(path) => self.improve(path, 8 * self.width as u64),
                Ended::Tired(way) => self.finish(way),
                Ended::Nothing if cut => {}
                Ended::Nothing => return Err(self.end(Limit::Method)),
                // There is no room for a wider one either.
                Ended::Stopped(_) => self.widest = self.width,
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
            } else if self.tables.is_some() && !self.early {
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

    fn set_time_spent(&mut self, spent: f64) {
        self.budget.set_time_spent(spent);
    }

    fn progress(&self) -> Progress {
        let setting_up =
            self.builder.is_none() && self.tables.is_some() && !self.early && !self.may_shorten();
        let phase = if setting_up { Phase::Setup } else { Phase::Search };
        let tables = self.tables.as_ref().map_or(0, |(setup, _)| setup.bytes());
        let memory = tables
            + self.builder.as_ref().map_or(0, Builder::bytes)
            + self.windows.as_ref().map_or(0, Windows::bytes)
            + self.field.as_ref().map_or(0, Field::bytes)
            + self.beam.as_ref().map_or(0, PatternBeam::bytes);
        Progress {
            phase,
            ready: self.tables.as_ref().filter(|_| setting_up).map(|(setup, _)| setup.ready()),
            nodes: self.nodes,
            generated: self.generated,
            bound: Some(self.field.as_ref().map_or(self.least, |field| u64::from(field.bound()))),
            best: self.best.as_ref().map(|best| self.measure(best) as u64),
            memory,
            peak: memory,
        }
    }

    fn found(&self) -> InHand {
        self.best.as_deref().map(write).into()
    }

    /// The way to the board in hand of the part whose turn it is.
    fn focus(&self) -> Option<Focus> {
        let way = if let Some(builder) = &self.builder {
            [self.way.as_slice(), builder.moves()].concat()
        } else if self.may_shorten() {
            self.windows.as_ref()?.way()
        } else {
            self.beam.as_ref()?.looked_at()
        };
        let cost = self.measure(&way) as u64;
        Some(Focus { moves: write(&way), cost, estimate: None, notes: Vec::new() })
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("beams", self.beams), ("width", self.width as u64)]
    }
}
