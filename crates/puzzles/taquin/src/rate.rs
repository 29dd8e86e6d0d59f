//! How hard a position is for a person. The formula and its sources are in `docs/difficulty-taquin.md`.
//!
//! People do not find shortest solutions; they bring home line after line from the outside, as the
//! method `layers` does. So its solution is the yardstick for effort, beside bounds that every
//! solution obeys. Nothing is cut short: the rating is exact for boards of any size.

use std::sync::Arc;

use ingenio_core::rating::saturating;
use ingenio_core::{Appraisal, Dir, Factor, Options, Rating, Run, TablesRef, Task, Verdict};

use crate::level::{BLANK, Level, Tile};
use crate::metric::MOVES;
use crate::play::{Position, parse_moves};
use crate::solve::{HEURISTICS, METHODS};
use crate::words;

pub fn rate(level: &Arc<Level>, task: &Task) -> Box<dyn Run<Option<Rating>>> {
    let row = METHODS.iter().find(|row| row.name == "layers").expect("a method of the table");
    let task = Task { metric: MOVES, options: Options::defaults(row.options), ..task.clone() };
    let (inner, level) = ((row.start)(level, &task), level.clone());
    Box::new(Appraisal::new(inner, move |verdict, _| match verdict {
        Verdict::Solved { solution, .. } => parse_moves(solution).ok().map(|moves| rating(&level, &moves)),
        _ => None,
    }))
}

fn rating(level: &Level, moves: &[Dir]) -> Rating {
    let (manhattan, bound) = (estimate(level, "manhattan"), estimate(level, "linear-conflict"));
    let factors = vec![
        size(level),
        length(bound),
        detours(level, moves),
        conflicts(bound.saturating_sub(manhattan) / 2),
        line_ends(level),
        disorder(level),
    ];
    Rating::on_scale(factors, GRADES_BEGIN, true)
}

/// The sums of points at which the grades begin: between random positions of 3x3, 4x4, 5x5 and 6x6
/// (docs/difficulty-taquin.md).
const GRADES_BEGIN: [f64; 3] = [33.0, 58.0, 74.0];

fn estimate(level: &Level, name: &str) -> u64 {
    let row = HEURISTICS.iter().find(|row| row.name == name).expect("a heuristic of the table");
    (row.estimate)(level, &Position::start(level), &TablesRef::default()).unwrap_or(0)
}

fn size(level: &Level) -> Factor {
    let tiles = level.size().cells() - 1;
    let why = words::RATE_SIZE.with("tiles", tiles);
    Factor { name: "size", points: saturating(tiles as f64, 20.0, 15.0), why }
}

fn length(bound: u64) -> Factor {
    let why = words::RATE_LENGTH.with("bound", bound);
    Factor { name: "length", points: saturating(bound as f64, 55.0, 35.0), why }
}

/// Moves of the solution that people find which take a tile away from its goal.
fn detours(level: &Level, moves: &[Dir]) -> Factor {
    let against = moves_against(level, moves);
    let why = words::RATE_DETOURS.with("moves", moves.len()).with("against", against);
    Factor { name: "counter-intuitive", points: saturating(against as f64, 45.0, 35.0), why }
}

fn moves_against(level: &Level, moves: &[Dir]) -> usize {
    let (size, homes) = (level.size(), level.goal_cells());
    let far = |tile: Tile, cell: usize| {
        let (here, home) = (size.cell(cell), size.cell(homes[usize::from(tile)]));
        here.row.abs_diff(home.row) + here.column.abs_diff(home.column)
    };
    let mut tiles = level.tiles().to_vec();
    let mut blank = tiles.iter().position(|tile| *tile == BLANK).expect("every board has a blank");
    let mut against = 0;
    for dir in moves {
        let cell = size.step(blank, *dir).expect("a solution stays on the board");
        against += usize::from(far(tiles[cell], blank) > far(tiles[cell], cell));
        tiles.swap(blank, cell);
        blank = cell;
    }
    against
}

/// Tiles in their line that have to make way for one another.
fn conflicts(conflicts: u64) -> Factor {
    let why = words::RATE_CONFLICTS.with("conflicts", conflicts);
    Factor { name: "conflicts", points: saturating(conflicts as f64, 3.0, 12.0), why }
}

/// The last two tiles of a line go home together, which is the trick that beginners lack.
fn line_ends(level: &Level) -> Factor {
    let (size, homes) = (level.size(), level.goal_cells());
    let blank = size.cell(homes[0]);
    let rows = (0..size.height).filter(|row| *row != usize::from(blank.row));
    let rows = rows.map(|row| [row * size.width + size.width - 2, row * size.width + size.width - 1]);
    let columns = (0..size.width).filter(|column| *column != usize::from(blank.column));
    let columns =
        columns.map(|column| [size.cells() - 2 * size.width + column, size.cells() - size.width + column]);
    let is_home = |cell: &usize| level.tiles()[*cell] == level.goal()[*cell];
    let wrong = rows.chain(columns).filter(|pair| !pair.iter().all(is_home)).count();
    let why = words::RATE_ENDS.with("ends", wrong);
    Factor { name: "line-ends", points: saturating(wrong as f64, 6.0, 12.0), why }
}

/// Tiles that stand right need no thought, if only until they are moved.
fn disorder(level: &Level) -> Factor {
    let tiles = level.size().cells() - 1;
    let wrong = level.tiles().iter().zip(level.goal()).filter(|(here, home)| here != home && **here != BLANK);
    let wrong = wrong.count();
    let why = words::RATE_DISORDER.with("wrong", wrong).with("tiles", tiles);
    Factor { name: "disorder", points: 6.0 * wrong as f64 / tiles as f64, why }
}
