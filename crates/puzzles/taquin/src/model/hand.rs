//! The plan of single moves as a person would write it in a language with loops, and for planners: the
//! texts stand in `hand/`, here are the data of a level, and the way back from a plan.

use std::fmt::Write;

use ingenio_core::{Dir, Task};
use ingenio_model::fixed_periods;
use ingenio_model::write::{Data, Document};

use crate::level::{BLANK, Level};

pub fn minizinc(level: &Level, task: &Task) -> Vec<Document> {
    data(level, task).minizinc(include_str!("hand/moves.mzn"))
}

pub fn opl(level: &Level, task: &Task) -> Vec<Document> {
    data(level, task).opl(include_str!("hand/moves.mod"))
}

fn data(level: &Level, task: &Task) -> Data {
    let size = level.size();
    let ways: Vec<(usize, usize, Dir)> = (0..size.cells())
        .flat_map(|cell| Dir::ALL.into_iter().filter_map(move |dir| Some((cell, size.step(cell, dir)?, dir))))
        .collect();
    Data::new()
        .number("T", fixed_periods(task).unwrap_or(0))
        .number("n", size.cells() as i64)
        .numbers("start", level.tiles().iter().map(|tile| i64::from(*tile)))
        .numbers("goal", level.goal().iter().map(|tile| i64::from(*tile)))
        .tuples(
            "way",
            "m",
            2,
            ways.iter().map(|(from, to, _)| vec![*from as i64 + 1, *to as i64 + 1]).collect(),
        )
        .strings("letter", ways.iter().map(|(_, _, dir)| dir.letter().to_string()))
}

// --- plans ---

pub fn pddl(level: &Level, _: &Task) -> Vec<Document> {
    let domain = include_str!("hand/domain.pddl").to_owned();
    vec![
        Document { ending: "-domain.pddl", text: domain },
        Document { ending: "-problem.pddl", text: problem(level) },
    ]
}

fn problem(level: &Level) -> String {
    let size = level.size();
    let name = |cell: usize| format!("r{}c{}", size.row(cell) + 1, size.column(cell) + 1);
    let facts = |board: &[u16]| {
        let fact = |(cell, tile): (usize, &u16)| match *tile {
            BLANK => format!(" (blank {})", name(cell)),
            tile => format!(" (on t{tile} {})", name(cell)),
        };
        board.iter().enumerate().map(fact).collect::<String>()
    };
    let mut neighbours = String::new();
    for cell in 0..size.cells() {
        for (dir, word) in [(Dir::Down, "above"), (Dir::Right, "left-of")] {
            if let Some(other) = size.step(cell, dir) {
                let _ = write!(neighbours, " ({word} {} {})", name(cell), name(other));
            }
        }
    }
    let tiles: String = (1..size.cells()).map(|tile| format!("t{tile} ")).collect();
    let cells: String = (0..size.cells()).map(|cell| name(cell) + " ").collect();
    format!(
        "(define (problem level)\n  (:domain taquin)\n  (:objects {tiles}- tile\n    {cells}- cell)\n  (:init{}\n   \
         {neighbours})\n  (:goal (and{})))\n",
        facts(level.tiles()),
        facts(level.goal()),
    )
}

/// The letters of a plan: its actions are named by where the blank goes.
pub fn plan(actions: &[Vec<String>]) -> Option<String> {
    let letter = |action: &Vec<String>| match action.first()?.as_str() {
        "up" => Some('U'),
        "down" => Some('D'),
        "left" => Some('L'),
        "right" => Some('R'),
        _ => None,
    };
    actions.iter().map(letter).collect()
}
