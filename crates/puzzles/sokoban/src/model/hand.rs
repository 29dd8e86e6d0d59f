//! The plan of single moves as a person would write it in a language with loops, and for planners: the
//! texts stand in `hand/`, here are the data of a level, and the way back from a plan. Pushes are what is
//! least, unless moves are asked for.

use std::fmt::Write;

use ingenio_core::{Dir, Task};
use ingenio_model::fixed_periods;
use ingenio_model::write::{Data, Document};

use crate::level::Level;
use crate::metric::MOVES;

/// The directions as the files number them.
const WAYS: [(Dir, &str); 4] =
    [(Dir::Left, "left"), (Dir::Up, "up"), (Dir::Right, "right"), (Dir::Down, "down")];

pub fn minizinc(level: &Level, task: &Task) -> Vec<Document> {
    data(level, task).minizinc(include_str!("hand/moves.mzn"))
}

pub fn opl(level: &Level, task: &Task) -> Vec<Document> {
    data(level, task).opl(include_str!("hand/moves.mod"))
}

fn data(level: &Level, task: &Task) -> Data {
    let squares = squares(level);
    let number =
        |at: usize| squares.iter().position(|square| *square == at).map_or(0, |found| found as i64 + 1);
    let beside = |at: usize, dir: Dir| level.size().step(at, dir).map_or(0, number);
    let steps = squares.iter().map(|at| WAYS.iter().map(|(dir, _)| beside(*at, *dir)).collect()).collect();
    Data::new()
        .number("T", fixed_periods(task).unwrap_or(0))
        .number("n", squares.len() as i64)
        .number("walk", walk_cost(task))
        .number("push", 1)
        .number("player", number(level.player()))
        .truths("box", squares.iter().map(|at| level.square(*at).is_crate()))
        .truths("goal", squares.iter().map(|at| level.square(*at).is_goal()))
        .table("step", 1, steps)
}

/// The squares where the player can come.
fn squares(level: &Level) -> Vec<usize> {
    (0..level.size().cells()).filter(|at| level.is_inside(*at) && !level.is_wall(*at)).collect()
}

fn walk_cost(task: &Task) -> i64 {
    i64::from(task.metric == MOVES)
}

// --- plans ---

pub fn pddl(level: &Level, task: &Task) -> Vec<Document> {
    let domain = include_str!("hand/domain.pddl").to_owned();
    vec![
        Document { ending: "-domain.pddl", text: domain },
        Document { ending: "-problem.pddl", text: problem(level, walk_cost(task)) },
    ]
}

fn problem(level: &Level, walk: i64) -> String {
    let (size, squares) = (level.size(), squares(level));
    let name = |at: usize| format!("r{}c{}", size.row(at) + 1, size.column(at) + 1);
    let mut facts = format!("(= (total-cost) 0) (= (walk-cost) {walk}) (= (push-cost) 1)");
    let _ = write!(facts, " (player {})\n   ", name(level.player()));
    let mut goals = String::new();
    for at in &squares {
        let word = if level.square(*at).is_crate() { "box" } else { "clear" };
        let _ = write!(facts, " ({word} {})", name(*at));
        if level.square(*at).is_goal() {
            let _ = write!(goals, " (box {})", name(*at));
        }
    }
    for at in &squares {
        facts += "\n   ";
        for (dir, word) in WAYS {
            if let Some(other) = size.step(*at, dir).filter(|other| squares.contains(other)) {
                let _ = write!(facts, " (step {} {} {word})", name(*at), name(other));
            }
        }
    }
    let cells: String = squares.iter().map(|at| name(*at) + " ").collect();
    format!(
        "(define (problem level)\n  (:domain sokoban)\n  (:objects {cells}- cell\n    left up right down - way)\n  \
         (:init {facts})\n  (:goal (and{goals}))\n  (:metric minimize (total-cost)))\n"
    )
}

/// The letters of a plan, capitals for pushes.
pub fn plan(actions: &[Vec<String>]) -> Option<String> {
    let letter = |action: &Vec<String>| {
        let (dir, _) = WAYS.iter().find(|(_, word)| action.get(1).is_some_and(|way| way == word))?;
        match action[0].as_str() {
            "push" => Some(dir.letter()),
            "walk" => Some(dir.letter().to_ascii_lowercase()),
            _ => None,
        }
    };
    actions.iter().map(letter).collect()
}
