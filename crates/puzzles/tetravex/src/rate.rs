//! How hard a board is for a person. The formula and its sources are in `docs/difficulty-tetravex.md`.
//!
//! Two searches give the figures: one proves the most tiles that can be placed, the other goes
//! through all best boards like a patient person, always at the cell with the fewest tiles that fit, and
//! counts how often something must be tried. Both end after a number of nodes; the rating then says
//! that it is not exact.

use std::sync::Arc;

use ingenio_core::rating::saturating;
use ingenio_core::{Decimal, Factor, Limit, Progress, Rating, Run, Step, Task, Verdict, step_by_step};

use crate::level::{Level, Tile, board_text};
use crate::solve::engine::{Instance, Plan, Propagators, Search, Turn, bytes, search};
use crate::solve::proved_maximum;
use crate::words;

/// Nodes after which each of the searches is cut short, on boards of up to 36 cells. Chosen by hand.
const NODES: u64 = 10_000;
/// More solutions than this make no difference.
const SOLUTIONS: u64 = 8;

pub struct Rate {
    level: Arc<Level>,
    instance: Instance,
    memory: u64,
    /// Nodes after which each search is cut short.
    nodes: u64,
    maximum: Box<dyn Run>,
    patient: Option<Patient>,
    end: Option<(Verdict, Option<Rating>)>,
}

/// The search that counts trials, and what it has found.
struct Patient {
    search: Box<dyn Search>,
    /// Cells that stay empty; nothing if that is not proved.
    empty: Option<usize>,
    found: u64,
    first: Option<String>,
}

impl Rate {
    pub fn new(level: &Arc<Level>, task: &Task) -> Self {
        let instance = Instance::of(level);
        let maximum = proved_maximum(level, task);
        // Larger boards take longer for each node.
        let nodes = NODES * 36 / (level.size().cells() as u64).max(36);
        Rate { level: level.clone(), instance, memory: task.memory, nodes, maximum, patient: None, end: None }
    }

    fn step(&mut self) {
        match &mut self.patient {
            None => self.seek_maximum(),
            Some(patient) => {
                let over = match patient.search.step() {
                    Turn::Running => patient.search.nodes() >= self.nodes,
                    Turn::Found => patient.note(&self.level, &self.instance),
                    Turn::Refuted => true,
                };
                if over {
                    self.judge();
                }
            }
        }
    }

    fn seek_maximum(&mut self) {
        if bytes(&self.instance) * 2 > self.memory {
            self.end = Some((Verdict::Stopped { limit: Limit::Memory }, None));
            return;
        }
        match self.maximum.advance(1) {
            Step::Running if self.maximum.progress().nodes < self.nodes => {}
            Step::Done(Verdict::Solved { .. }) => {
                let placed = self.maximum.progress().best.unwrap_or(0) as usize;
                self.begin(Some(self.level.room() - placed));
            }
            Step::Running => self.begin(None),
            Step::Done(other) => self.end = Some((other, None)),
        }
    }

    fn begin(&mut self, empty: Option<usize>) {
        let propagators = Propagators { homes: true, counts: false, balance: false };
        let plan = Plan { restarts: false, weights: false, propagators, ..Plan::new(empty.unwrap_or(0), 0) };
        let search = search(&self.instance, plan);
        self.patient = Some(Patient { search, empty, found: 0, first: self.maximum.found().best });
    }

    fn judge(&mut self) {
        let Some(patient) = &self.patient else { return };
        let rating = rating(&self.level, patient, self.nodes);
        let verdict = match &patient.first {
            Some(solution) => {
                Verdict::Solved { solution: solution.clone(), optimal: patient.empty.is_some() }
            }
            None => Verdict::Stopped { limit: Limit::Method },
        };
        self.end = Some((verdict, Some(rating)));
    }
}

impl Patient {
    /// Counts a best board and goes on; is that enough?
    fn note(&mut self, level: &Level, instance: &Instance) -> bool {
        self.found += 1;
        if self.first.is_none() {
            self.first = Some(board_text(level.size(), &instance.board(&self.search.chosen())));
        }
        self.search.go_on();
        self.found >= SOLUTIONS
    }
}

impl Run<Option<Rating>> for Rate {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, |run| run.end.as_ref().map(|(verdict, _)| verdict.clone()), Self::step)
    }

    fn progress(&self) -> Progress {
        let nodes = self.patient.as_ref().map_or(0, |patient| patient.search.nodes());
        let maximum = self.maximum.progress();
        let bytes = bytes(&self.instance) * 2;
        let bytes = if bytes > self.memory { 0 } else { bytes };
        Progress {
            nodes: nodes + maximum.nodes,
            generated: nodes + maximum.nodes,
            memory: bytes,
            peak: bytes,
            ..maximum
        }
    }

    fn found(&self) -> Option<Rating> {
        self.end.as_ref().and_then(|(_, rating)| rating.clone())
    }
}

fn rating(level: &Level, patient: &Patient, most: u64) -> Rating {
    let open = level.tiles().len() - level.start().iter().flatten().count();
    let nodes = patient.search.nodes();
    let cut = nodes >= most;
    let sides = Sides::of(level.tiles());
    let mut factors =
        vec![size(open), partners(&sides), sure(&sides), trials(nodes, cut), solutions(patient, cut)];
    factors.extend(patient.empty.filter(|empty| *empty > 0).map(gaps));
    let rating = Rating::new(factors, !cut && patient.empty.is_some());
    if nodes == 0 { rating.forced() } else { rating }
}

fn size(open: usize) -> Factor {
    let why = words::RATE_SIZE.with("tiles", open);
    Factor { name: "size", points: saturating(open as f64, 30.0, 35.0), why }
}

/// How many tiles come into question beside a tile.
fn partners(sides: &Sides) -> Factor {
    let why = words::RATE_PARTNERS.with("partners", Decimal(sides.partners, 1));
    Factor { name: "partners", points: saturating(sides.partners, 4.0, 30.0), why }
}

/// Sides that tell by themselves what lies beside them.
fn sure(sides: &Sides) -> Factor {
    let why = words::RATE_SURE.with("one", sides.one).with("none", sides.none).with("sides", sides.all);
    let unsure = (sides.all - sides.one - sides.none) as f64 / sides.all.max(1) as f64;
    Factor { name: "ambiguity", points: 15.0 * unsure, why }
}

fn trials(nodes: u64, cut: bool) -> Factor {
    let why = if cut { words::RATE_TRIALS_CUT } else { words::RATE_TRIALS };
    let points = saturating((1.0 + nodes as f64).log2(), 10.0, 45.0);
    Factor { name: "trials", points, why: why.with("trials", nodes) }
}

fn solutions(patient: &Patient, cut: bool) -> Factor {
    let found = patient.found;
    let (why, points) = match found {
        _ if cut => (words::RATE_UNCOUNTED.say(), 2.0),
        1 => (words::RATE_ONE.say(), 6.0),
        SOLUTIONS.. => (words::RATE_MANY.with("solutions", SOLUTIONS), 0.0),
        _ => (words::RATE_SEVERAL.with("solutions", found), 6.0 / found.max(1) as f64),
    };
    Factor { name: "solutions", points, why }
}

fn gaps(empty: usize) -> Factor {
    let why = words::RATE_GAPS.with("empty", empty);
    Factor { name: "gaps", points: saturating(empty as f64, 1.0, 16.0), why }
}

/// What the sides of the tiles say at first sight.
struct Sides {
    all: usize,
    /// Sides with no tile that could lie beside them: they belong to the border.
    none: usize,
    /// Sides with one.
    one: usize,
    /// The mean number of tiles that could lie beside a side that has any.
    partners: f64,
}

impl Sides {
    /// Tiles that look the same are one: which of them lies beside a tile makes no difference.
    fn of(tiles: &[Tile]) -> Sides {
        let mut kinds = tiles.to_vec();
        kinds.sort_unstable_by_key(|tile| tile.0);
        kinds.dedup();
        let mut found = Sides { all: 0, none: 0, one: 0, partners: 0.0 };
        let mut sum = 0;
        for tile in tiles {
            let single = tiles.iter().filter(|other| *other == tile).count() == 1;
            for (side, colour) in tile.0.iter().enumerate() {
                let fits = |kind: &&Tile| kind.0[(side + 2) % 4] == *colour && !(single && *kind == tile);
                let partners = kinds.iter().filter(fits).count();
                found.all += 1;
                found.none += usize::from(partners == 0);
                found.one += usize::from(partners == 1);
                sum += partners;
            }
        }
        found.partners = sum as f64 / (found.all - found.none).max(1) as f64;
        found
    }
}
