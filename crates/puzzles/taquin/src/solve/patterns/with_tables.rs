//! A run that needs pattern databases: first the tables are made ready, then the search begins.

use std::sync::Arc;

use ingenio_core::{
    Criterion, Focus, Heuristic, InHand, Phase, Progress, Run, Step, TableNeeds, TablesRef, Task,
};
use ingenio_search::IdaStar;

use super::pdb::{Key, MOST_CELLS, Profile, Setup, View, divisions};
use super::search::{self, Limits};
use super::slides;
use crate::Taquin;
use crate::level::Level;
use crate::metric::{MOVES, SLIDES};
use crate::solve::graph::space;
use crate::solve::line_by_line::solution_in_hand::with_first;

/// The larger of both sums, over groups so small that tables are made in passing.
pub const HEURISTIC: Heuristic<Taquin> = Heuristic {
    name: "pattern-databases",
    metric: MOVES,
    admissible: true,
    estimate: |level, position, tables| {
        if level.size().cells() > MOST_CELLS {
            return Some(0);
        }
        // A group of all tiles has placements that nobody reaches.
        if !level.from_here(position.tiles().to_vec()).is_solvable() {
            return None;
        }
        let Plan { keys, divisions } = Plan::new(level, Profile { first: 50_000, others: 50_000 });
        let mut setup = Setup::new(tables, keys);
        while !setup.work() {}
        let patterns = setup.patterns();
        let distance = |view: &View| {
            let look = view.lens(&patterns).look(view, &patterns.keys[view.pattern], position.tiles());
            u64::from(look.distance())
        };
        divisions.iter().map(|division| division.iter().map(distance).sum()).max()
    },
};

/// So many placements of groups are gone through in a second.
/// An estimate, for those who choose a method: no search depends on it.
pub const A_SECOND: f64 = 16e6;

/// How many entries may be made before a search begins, if so many are made in a second: those of a second,
/// and of a quarter of the time that there is.
pub fn most_at_once(task: &Task, a_second: f64) -> u64 {
    let seconds = task.time.map_or(1.0, |time| (time.as_secs_f64() / 4.0).min(1.0));
    (seconds * a_second) as u64
}

/// Which views, and the patterns they need.
#[derive(Debug)]
pub struct Plan {
    pub keys: Vec<Key>,
    pub divisions: Vec<Vec<View>>,
}

impl Plan {
    /// The largest groups up to a profile whose tables fit into memory while they are made.
    pub fn within(level: &Level, mut profile: Profile, memory: u64) -> Plan {
        loop {
            let plan = Plan::new(level, profile);
            if profile.first <= 1 || Setup::most_bytes(&plan.keys) <= memory {
                return plan;
            }
            profile = profile.smaller();
        }
    }

    /// As [`Plan::within`], with such groups that what is not kept is built in a second at most.
    pub fn quick(level: &Level, mut profile: Profile, memory: u64, task: &Task) -> Plan {
        let most = most_at_once(task, A_SECOND);
        loop {
            let plan = Plan::within(level, profile, memory);
            if profile.first <= 1 || plan.missing(&task.tables) <= most {
                return plan;
            }
            profile = profile.smaller();
        }
    }

    /// How many placements of groups are in no table that is kept.
    pub fn missing(&self, tables: &TablesRef) -> u64 {
        self.keys.iter().filter(|key| !tables.has(&key.table())).map(Key::placements).sum()
    }

    fn new(level: &Level, profile: Profile) -> Plan {
        let mut keys = Vec::new();
        let divisions = divisions(level, profile);
        let divisions =
            divisions.iter().map(|division| View::of_division(level, division, &mut keys)).collect();
        Plan { keys, divisions }
    }
}

/// In how many seconds the tables of a profile are there, 0 if all are kept; nothing if there is no memory
/// for them.
pub fn seconds_to_make(level: &Level, profile: Profile, task: &Task) -> Option<f64> {
    let (seconds, bytes) = if task.metric == SLIDES {
        let plan = slides::Plan::new(level, profile);
        (plan.missing(&task.tables) as f64 / slides::A_SECOND, plan.most_bytes())
    } else {
        let plan = Plan::new(level, profile);
        (plan.missing(&task.tables) as f64 / A_SECOND, Setup::most_bytes(&plan.keys))
    };
    (bytes <= task.memory).then_some(seconds)
}

/// The tables of a profile, and the memory in which they are made.
pub fn needs(level: &Level, profile: Profile, metric: Criterion) -> TableNeeds {
    if metric == SLIDES {
        let plan = slides::Plan::new(level, profile);
        return TableNeeds {
            keys: plan.keys.iter().map(slides::Key::table).collect(),
            bytes: plan.most_bytes(),
        };
    }
    let Plan { keys, .. } = Plan::new(level, profile);
    TableNeeds { keys: keys.iter().map(Key::table).collect(), bytes: Setup::most_bytes(&keys) }
}

/// Tables that are made ready, unit by unit.
pub trait Preparation: Send {
    /// Does one unit of work; true when all is ready.
    fn work(&mut self) -> bool;

    /// Bytes in use now.
    fn bytes(&self) -> u64;

    /// How much is done, in per cent.
    fn ready(&self) -> u8;
}

/// Tables, and the search that begins when they are ready.
struct Prepared<P> {
    tables: P,
    begin: Box<dyn FnOnce(P) -> Box<dyn Run> + Send>,
}

/// As [`Prepared`], whatever the tables are.
trait Beginning: Send {
    fn tables(&self) -> &dyn Preparation;
    fn work(&mut self) -> bool;
    fn begin(self: Box<Self>) -> Box<dyn Run>;
}

impl<P: Preparation> Beginning for Prepared<P> {
    fn tables(&self) -> &dyn Preparation {
        &self.tables
    }

    fn work(&mut self) -> bool {
        self.tables.work()
    }

    fn begin(self: Box<Self>) -> Box<dyn Run> {
        (self.begin)(self.tables)
    }
}

#[allow(missing_debug_implementations, reason = "tables are megabytes of bits")]
pub struct WithTables {
    preparation: Option<Box<dyn Beginning>>,
    run: Option<Box<dyn Run>>,
}

impl WithTables {
    /// An exact search over the tables of a profile; in moves with as many threads as the task allows.
    pub fn search(level: &Arc<Level>, task: &Task, profile: Profile) -> Box<dyn Run> {
        let in_slides = |level: &Level| slides::Plan::within(level, profile, task.memory);
        WithTables::start(level, task, profile, in_slides)
    }

    /// As [`WithTables::search`], with tables that are built in a second at most.
    pub fn quick_search(level: &Arc<Level>, task: &Task, profile: Profile) -> Box<dyn Run> {
        let in_slides = |level: &Level| slides::Plan::quick(level, profile, task);
        WithTables::start(level, task, profile, in_slides)
    }

    fn start(
        level: &Arc<Level>,
        task: &Task,
        profile: Profile,
        in_slides: impl Fn(&Level) -> slides::Plan,
    ) -> Box<dyn Run> {
        let here = level.clone();
        let preparation: Box<dyn Beginning> = if task.metric == SLIDES {
            let tables = slides::Setup::new(&task.tables, in_slides(level));
            let begin = move |tables: slides::Setup| space::run(IdaStar::new(tables.search(&here)), true);
            Box::new(Prepared { tables, begin: Box::new(begin) })
        } else {
            let Plan { keys, divisions } = Plan::within(level, profile, task.memory);
            let limits = Limits { threads: task.threads, memory: task.memory };
            let begin = move |tables: Setup| search::run(&here, divisions, tables.patterns(), limits);
            Box::new(Prepared { tables: Setup::new(&task.tables, keys), begin: Box::new(begin) })
        };
        with_first(level, task, Box::new(WithTables { preparation: Some(preparation), run: None }))
    }

    /// Goes on with the tables and hands back what is left of the work allowed.
    fn prepare(&mut self, work: u64) -> u64 {
        let Some(preparation) = &mut self.preparation else { return work };
        for done in 1..=work {
            if preparation.work() {
                self.run = self.preparation.take().map(Beginning::begin);
                return work - done;
            }
        }
        0
    }
}

impl Run for WithTables {
    fn advance(&mut self, expansions: u64) -> Step {
        let left = self.prepare(expansions);
        match &mut self.run {
            Some(run) if left > 0 => run.advance(left),
            _ => Step::Running,
        }
    }

    fn progress(&self) -> Progress {
        match (&self.run, &self.preparation) {
            (Some(run), _) => run.progress(),
            (None, Some(preparation)) => {
                let memory = preparation.tables().bytes();
                let ready = Some(preparation.tables().ready());
                Progress { phase: Phase::Setup, ready, memory, peak: memory, ..Progress::default() }
            }
            (None, None) => Progress::default(),
        }
    }

    fn set_time_spent(&mut self, spent: f64) {
        if let Some(run) = &mut self.run {
            run.set_time_spent(spent);
        }
    }

    fn found(&self) -> InHand {
        self.run.as_ref().map_or_else(InHand::default, |run| run.found())
    }

    fn focus(&self) -> Option<Focus> {
        self.run.as_ref().and_then(|run| run.focus())
    }

    fn frontier(&self) -> Option<u64> {
        self.run.as_ref().and_then(|run| run.frontier())
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        self.run.as_ref().map_or_else(Vec::new, |run| run.counters())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ingenio_core::Size;

    use super::*;
    use crate::level::Tile;
    use crate::solve::{idastar_pdb, idastar_pdb_large, idastar_pdb_small};

    /// The names of the tables for a goal with the blank on a cell and the tiles around it in order.
    fn tables(size: Size, blank: usize, profile: Profile) -> BTreeSet<String> {
        let mut goal: Vec<Tile> = (1..size.cells() as Tile).collect();
        goal.insert(blank, 0);
        let level = Level::with_goal(size, goal.clone(), goal, 1);
        Plan::new(&level, profile).keys.iter().map(|key| key.table().name).collect()
    }

    #[test]
    fn goals_with_the_blank_in_another_corner_share_their_tables() {
        for (width, height) in [(3, 3), (4, 4), (5, 5), (6, 6), (4, 3), (5, 2)] {
            let size = Size::new(width, height);
            let corners = [0, width - 1, size.cells() - width, size.cells() - 1];
            for profile in [idastar_pdb_small::PROFILE, idastar_pdb::PROFILE, idastar_pdb_large::PROFILE] {
                let [first, others @ ..] = corners.map(|corner| tables(size, corner, profile));
                assert!(others.iter().all(|other| *other == first), "{size}: {first:?} and {others:?}");
            }
        }
    }
}
