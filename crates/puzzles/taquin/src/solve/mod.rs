//! The methods of Taquin: one file each, one row each in [`METHODS`]. Folders go by what a method remembers: boards
//! ([`graph`]), nothing ([`deepening`]), tables about some tiles ([`patterns`]) or about all ([`distance`]).

mod anytime;
mod deepening;
mod distance;
mod graph;
mod line_by_line;
mod modulo_3;
mod patterns;

use std::sync::Arc;
use std::time::Duration;

use ingenio_core::{
    Criterion, Guarantee, Heuristic, Message, Method, Options, Run, Settled, Source, TableNeeds, TableSet,
    Task, Verdict, rooms,
};

use crate::Taquin;
use crate::level::{Level, SETTINGS};
use crate::metric::{MOVES, SLIDES};
use crate::words;

use deepening::{idastar_linear_conflict, idastar_manhattan, linear_conflict, manhattan, walking_distance};
use distance::{Place, table};
use graph::{astar_euclidean, astar_manhattan, beam, bfs, bidirectional, dfs, greedy, paper, weighted_astar};
use line_by_line::layers;
use patterns::{idastar_pdb, idastar_pdb_large, idastar_pdb_small, slides, with_tables};

pub use deepening::linear_conflict::LinearConflictWalk;
pub use deepening::manhattan::ManhattanWalk;
pub use distance::depth_counts;
pub use graph::space::Tiles;

impl rooms::Methods for Taquin {
    fn methods() -> &'static [Method<Self>] {
        METHODS
    }

    fn auto(level: &Level, task: &Task) -> &'static str {
        auto(level, task)
    }

    fn heuristics() -> &'static [Heuristic<Self>] {
        HEURISTICS
    }

    fn table_sets() -> &'static [TableSet] {
        TABLE_SETS
    }

    fn table_needs(set: &TableSet) -> TableNeeds {
        table_needs(set)
    }

    fn need_files() -> &'static [&'static str] {
        NEED_FILES
    }
}

/// The table of methods.
pub const METHODS: &[Method<Taquin>] = &[
    bfs::METHOD,
    dfs::METHOD,
    bidirectional::METHOD,
    table::METHOD,
    paper::PRINTED,
    paper::SCAN,
    astar_euclidean::METHOD,
    astar_manhattan::METHOD,
    weighted_astar::METHOD,
    greedy::METHOD,
    layers::METHOD,
    beam::METHOD,
    anytime::METHOD,
    anytime::LARGE,
    idastar_manhattan::METHOD,
    idastar_linear_conflict::METHOD,
    walking_distance::METHOD,
    idastar_pdb_small::METHOD,
    idastar_pdb::METHOD,
    idastar_pdb_large::METHOD,
];

pub const HEURISTICS: &[Heuristic<Taquin>] = &[
    manhattan::HEURISTIC,
    astar_euclidean::HEURISTIC,
    linear_conflict::HEURISTIC,
    walking_distance::HEURISTIC,
    walking_distance::IN_SLIDES,
    with_tables::HEURISTIC,
    slides::HEURISTIC,
];

const SOLVED_4X4: &str = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 _";
const SOLVED_5X5: &str = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 24 _";

const SOLVED_6X6: &str =
    "1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/25 26 27 28 29 30/31 32 33 34 35 _";
const SOLVED_7X7: &str = "1 2 3 4 5 6 7/8 9 10 11 12 13 14/15 16 17 18 19 20 21/22 23 24 25 26 27 28/29 30 31 32 33 34 35/36 37 38 39 40 41 42/43 44 45 46 47 48 _";

/// Their tables take minutes and hundreds of megabytes.
pub const NEED_FILES: &[&str] = &[anytime::LARGE.name, idastar_pdb_large::METHOD.name];

/// Tables worth building ahead. Goals with the blank in another corner share them.
pub const TABLE_SETS: &[TableSet] = &[
    TableSet {
        name: "taquin-4x4",
        about: "pattern databases for the 15-puzzle, 19 MB, seconds",
        method: idastar_pdb::METHOD.name,
        metric: MOVES,
        level: SOLVED_4X4,
    },
    TableSet {
        name: "taquin-4x4-large",
        about: "large pattern databases for the 15-puzzle, 200 MB, half a minute, 1.6 GB while they are built",
        method: idastar_pdb_large::METHOD.name,
        metric: MOVES,
        level: SOLVED_4X4,
    },
    TableSet {
        name: "taquin-5x5-large",
        about: "large pattern databases for the 24-puzzle, about 100 MB, half a minute",
        method: idastar_pdb_large::METHOD.name,
        metric: MOVES,
        level: SOLVED_5X5,
    },
    TableSet {
        name: "taquin-6x6-large",
        about: "large pattern databases for boards of 6x6, 30 MB, half a minute",
        method: idastar_pdb_large::METHOD.name,
        metric: MOVES,
        level: SOLVED_6X6,
    },
    TableSet {
        name: "taquin-7x7-large",
        about: "large pattern databases for boards of 7x7, up to 300 MB, minutes",
        method: idastar_pdb_large::METHOD.name,
        metric: MOVES,
        level: SOLVED_7X7,
    },
    TableSet {
        name: "taquin-4x4-slides",
        about: "pattern databases for the 15-puzzle in slides, 16 MB, seconds",
        method: idastar_pdb::METHOD.name,
        metric: SLIDES,
        level: SOLVED_4X4,
    },
    TableSet {
        name: "taquin-4x4-slides-large",
        about: "large pattern databases for the 15-puzzle in slides, 260 MB, two minutes, 780 MB while they are built",
        method: idastar_pdb_large::METHOD.name,
        metric: SLIDES,
        level: SOLVED_4X4,
    },
    TableSet {
        name: "taquin-3x4",
        about: "the distance of every position of the 11-puzzle, 60 MB, seconds, 300 MB while it is built",
        method: table::METHOD.name,
        metric: MOVES,
        level: "1 2 3/4 5 6/7 8 9/10 11 _",
    },
];

/// The tables of a row of [`TABLE_SETS`], with all the memory that they take.
fn table_needs(set: &TableSet) -> TableNeeds {
    let settings = Options::defaults(SETTINGS);
    let mut readings = <Taquin as rooms::Texts>::read(&Source::new(set.level), &settings);
    let level = readings.remove(0).expect("the board of a set is a level").level;
    if set.method == table::METHOD.name {
        let place = Place::new(&level, set.metric);
        return TableNeeds { keys: vec![place.key()], bytes: place.most_bytes() };
    }
    let is_large = set.method == idastar_pdb_large::METHOD.name;
    let profile = if is_large { idastar_pdb_large::PROFILE } else { idastar_pdb::PROFILE };
    with_tables::needs(&level, profile, set.metric)
}

/// Boards of up to 10 cells are looked up, and those of 12 where the table is kept. Up to 16 cells,
/// and wherever a proof is wanted, an exact method: the one with the largest tables that are kept,
/// otherwise one whose tables are made in a fraction of a second. Larger boards get a solution at
/// once that becomes shorter for a few seconds, and so do boards of 16 cells if there is hardly time.
pub fn auto(level: &Level, task: &Task) -> &'static str {
    let cells = level.size().cells();
    if table::is_quick(level, task) {
        return table::METHOD.name;
    }
    match cells {
        // The table does not fit into memory, or there is none so large.
        ..=9 => exact_without_tables(level, task.metric),
        50.. if task.optimal => exact_without_tables(level, task.metric),
        ..=49 if task.optimal || cells <= 16 && is_time_for_a_proof(level, task) => {
            exact_with_tables(level, task)
        }
        ..=49 if anytime::is_large_ready(level, task) => anytime::LARGE.name,
        _ => anytime::METHOD.name,
    }
}

fn exact_without_tables(level: &Level, metric: Criterion) -> &'static str {
    match level.size().cells() {
        _ if metric == SLIDES && walking_distance::fits(level).is_ok() => walking_distance::METHOD.name,
        _ if metric == SLIDES => bidirectional::METHOD.name,
        257.. => astar_manhattan::METHOD.name,
        _ => idastar_linear_conflict::METHOD.name,
    }
}

fn exact_with_tables(level: &Level, task: &Task) -> &'static str {
    let is_ready =
        |profile| with_tables::seconds_to_make(level, profile, task).is_some_and(|seconds| seconds <= 0.0);
    if is_ready(idastar_pdb_large::PROFILE) {
        idastar_pdb_large::METHOD.name
    } else if is_ready(idastar_pdb::PROFILE) {
        idastar_pdb::METHOD.name
    } else {
        idastar_pdb_small::METHOD.name
    }
}

/// Does the budget allow for a proof of nearly every board of up to 16 cells, tables included? With small
/// tables all of Korf's 15-puzzles are proved in 0.3 s by moves; by slides 99 of 100 in 4 s. In a
/// second `anytime` finds 99 and 90 of these optima, but proves nothing.
fn is_time_for_a_proof(level: &Level, task: &Task) -> bool {
    let (time, nodes) = if task.metric == SLIDES { (5.0, 20_000_000) } else { (0.3, 2_000_000) };
    let tables = || with_tables::seconds_to_make(level, idastar_pdb_small::PROFILE, task).unwrap_or(0.0);
    let enough = |budget: Duration| budget.as_secs_f64() >= time + tables();
    task.time.is_none_or(enough) && task.nodes.is_none_or(|budget| budget >= nodes)
}

const BOTH: &[Criterion] = &[MOVES, SLIDES];

/// Where a row of the table leaves something out: any level, no options, one step at a time.
const ROW: Method<Taquin> = Method {
    name: "",
    about: "",
    guarantee: Guarantee::Optimal,
    metrics: &[MOVES],
    options: &[],
    needs: "",
    steppable: true,
    fits: |_| Ok(()),
    start: |_, _| unreachable!("every row of the table says how it starts"),
};

/// Half of all boards are proved unsolvable by their parity alone; no method need try them.
fn unless_odd(level: &Arc<Level>, start: impl FnOnce() -> Box<dyn Run>) -> Box<dyn Run> {
    if level.is_solvable() {
        return start();
    }
    Box::new(Settled(Verdict::Unsolvable { reason: words::PARITY.say() }))
}

/// Refuses boards of more cells than a method's tables are made for.
fn at_most(level: &Level, method: &str, most: usize) -> Result<(), Message> {
    let cells = level.size().cells();
    if cells <= most {
        return Ok(());
    }
    Err(words::TOO_MANY_CELLS.with("method", method).with("most", most).with("cells", cells))
}
