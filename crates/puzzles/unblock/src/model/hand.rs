//! The formulations as a person would write them in languages with loops: the texts stand in `hand/`,
//! here are the data of a level, and the way back from a plan. LINGO has no loops of that kind in the
//! thesis; its files are written from the model, with the paper's names.

use std::fmt::Write;
use std::sync::Arc;

use ingenio_core::{Cell, Task};
use ingenio_model::write::{Data, Document, LingoStyle, lingo};
use ingenio_model::{Model, Problem, fixed_periods};

use super::WEIGHT;
use super::periods::Periods;
use crate::level::{Axis, Level, Piece};
use crate::play::Move;
use crate::referee;

pub fn slides_minizinc(level: &Level, task: &Task) -> Vec<Document> {
    slides(level, task).minizinc(include_str!("hand/slides.mzn"))
}

pub fn slides_opl(level: &Level, task: &Task) -> Vec<Document> {
    slides(level, task).opl(include_str!("hand/slides.mod"))
}

pub fn model1_minizinc(level: &Level, task: &Task) -> Vec<Document> {
    periods(level, task, 0).minizinc(include_str!("hand/periods.mzn"))
}

pub fn model2_minizinc(level: &Level, task: &Task) -> Vec<Document> {
    periods(level, task, 1).minizinc(include_str!("hand/periods.mzn"))
}

pub fn model1_opl(level: &Level, task: &Task) -> Vec<Document> {
    periods(level, task, 0).opl(include_str!("hand/periods.mod"))
}

pub fn model2_opl(level: &Level, task: &Task) -> Vec<Document> {
    periods(level, task, 1).opl(include_str!("hand/periods.mod"))
}

pub fn model1_lingo(level: &Level, task: &Task) -> Vec<Document> {
    thesis(level, task, false, ".lg4")
}

pub fn model2_lingo(level: &Level, task: &Task) -> Vec<Document> {
    thesis(level, task, true, "_Opt.lg4")
}

fn slides(level: &Level, task: &Task) -> Data {
    board(Data::new().number("T", fixed_periods(task).unwrap_or(0)), level)
}

fn periods(level: &Level, task: &Task, price: i64) -> Data {
    let data = Data::new().number("NT", fixed_periods(task).unwrap_or(0));
    board(data.number("weight", task.options.integer(WEIGHT.name)).number("price", price), level)
}

fn board(data: Data, level: &Level) -> Data {
    let size = level.size();
    let pieces = || level.pieces().iter();
    let of_piece = |value: fn(&Piece) -> u8| pieces().map(move |piece| i64::from(value(piece)));
    let walls = (0..size.cells()).map(|index| size.cell(index)).filter(|cell| level.is_wall(*cell));
    let walls = walls.map(|cell| vec![i64::from(cell.row) + 1, i64::from(cell.column) + 1]).collect();
    data.number("W", size.width as i64)
        .number("H", size.height as i64)
        .number("n", level.pieces().len() as i64)
        .number("goal", level.goal_offset() as i64 + 1)
        .truths("across", pieces().map(|piece| piece.axis == Axis::Across))
        .numbers("line", of_piece(|piece| piece.line + 1))
        .numbers("len", of_piece(|piece| piece.length))
        .numbers("start", of_piece(|piece| piece.offset + 1))
        .strings("name", pieces().map(|piece| piece.name.to_string()))
        .tuples("walls", "k", 2, walls)
}

/// The paper's file: its rows in its order, none of them with a name.
fn thesis(level: &Level, task: &Task, counted: bool, ending: &'static str) -> Vec<Document> {
    let mut model = Model::new();
    Periods::new(&Arc::new(level.clone()), task, counted).grow(0, &mut model);
    let number = if counted { 2 } else { 1 };
    let title = format!("Unblock, model {number}, {} periods", fixed_periods(task).unwrap_or(0));
    vec![lingo(&model, &title, LingoStyle { ending, row_names: false })]
}

// --- plans ---

pub fn slides_pddl(level: &Level, _: &Task) -> Vec<Document> {
    pddl(level, 1, 0)
}

pub fn steps_pddl(level: &Level, _: &Task) -> Vec<Document> {
    pddl(level, 0, 1)
}

fn pddl(level: &Level, grab: u8, step: u8) -> Vec<Document> {
    let domain = include_str!("hand/domain.pddl").to_owned();
    let problem = problem(level, grab, step);
    vec![
        Document { ending: "-domain.pddl", text: domain },
        Document { ending: "-problem.pddl", text: problem },
    ]
}

fn problem(level: &Level, grab: u8, step: u8) -> String {
    let size = level.size();
    let cells: Vec<Cell> = (0..size.cells()).map(|index| size.cell(index)).collect();
    let cover = level.cover(&level.offsets());
    let mut facts = format!("(= (total-cost) 0) (= (grab-cost) {grab}) (= (step-cost) {step}) (held nobody)");
    for (number, piece) in (1..).zip(level.pieces()) {
        let begin = usize::from(piece.offset);
        let (back, front) = (piece.cell_at(begin), piece.cell_at(begin + usize::from(piece.length) - 1));
        let _ = write!(facts, "\n    (back p{number} {}) (front p{number} {})", name(back), name(front));
        for place in 1..piece.span(size) {
            let (one, other) = (name(piece.cell_at(place - 1)), name(piece.cell_at(place)));
            let _ = write!(facts, " (next p{number} {one} {other})");
        }
    }
    facts += "\n   ";
    for (cell, cover) in cells.iter().zip(&cover).filter(|(cell, _)| !level.is_wall(**cell)) {
        if cover.is_none() {
            let _ = write!(facts, " (free {})", name(*cell));
        }
    }
    let pieces: Vec<String> = (1..=level.pieces().len()).map(|number| format!("p{number}")).collect();
    let all: Vec<String> = cells.into_iter().map(name).collect();
    let (end, exit) = (if level.leaves_forward() { "front" } else { "back" }, name(level.exit_cell()));
    format!(
        "(define (problem level)\n  (:domain unblock)\n  (:objects nobody {} - piece\n    {} - cell)\n  (:init {facts})\n  \
         (:goal ({end} p1 {exit}))\n  (:metric minimize (total-cost)))\n",
        pieces.join(" "),
        all.join(" "),
    )
}

/// `r3c5`, from 1.
fn name(cell: Cell) -> String {
    format!("r{}c{}", cell.row + 1, cell.column + 1)
}

/// The moves of a plan: what a piece does while it is in hand is one slide.
pub fn plan(level: &Level, actions: &[Vec<String>]) -> Option<String> {
    let mut moves: Vec<Move> = Vec::new();
    for action in actions {
        let piece: usize =
            action.get(1)?.strip_prefix('p').and_then(|number| number.parse().ok()).unwrap_or(0);
        let piece = piece.checked_sub(1).filter(|piece| *piece < level.pieces().len())?;
        let by = match action[0].as_str() {
            "grab" => 0,
            "forward" => 1,
            "backward" => -1,
            _ => return None,
        };
        match moves.last_mut() {
            Some(last) if last.piece == piece => last.by += by,
            _ => moves.push(Move::new(level, piece, by)),
        }
    }
    moves.retain(|action| action.by != 0);
    Some(referee::text(&moves))
}
