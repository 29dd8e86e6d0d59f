//! `wildcards`: no empty cell, then one, then two, ... An empty cell is a wild card that agrees with
//! every colour. All smaller numbers are refuted, so the first board that is found is a maximum, and
//! at a time-out the bound is the cells less the first number that is not refuted. Each number is asked
//! in two ways at once: by arc consistency, and by a rectangle that grows. With several threads each asks with
//! random numbers of its own (`crew.rs`).

use std::sync::Arc;

use ingenio_core::{Method, Run, Task};

use super::ROW;
use super::crew::{Crew, Member};
use super::ladder::{Ladder, Order};
use crate::Tetravex;
use crate::level::Level;

pub const METHOD: Method<Tetravex> = Method {
    name: "wildcards",
    about: "no empty cell, then one, then two, ..., until the board can be filled: the proved maximum",
    options: super::ladder::OPTIONS_WITH_GROWTH,
    start,
    ..ROW
};

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    if task.threads > 1 {
        return Box::new(Crew::start(searches(level, task, task.threads)));
    }
    alone(level, task)
}

/// Searches for the proof with random numbers of their own, each with its part of the memory. The first is the one
/// that a single thread would be.
pub fn searches(level: &Arc<Level>, task: &Task, count: usize) -> Vec<Member> {
    let memory = task.memory / count.max(1) as u64;
    let member = |at: usize| {
        let task = Task {
            memory,
            threads: 1,
            seed: task.seed.wrapping_add(SEEDS_APART * at as u64),
            ..task.clone()
        };
        Member { run: alone(level, &task), proves: true }
    };
    (0..count).map(member).collect()
}

/// A search takes the next seed for each number of empty cells that it tries; another one begins far behind them.
const SEEDS_APART: u64 = 1 << 32;

fn alone(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    if task.options.flag("growth") {
        Ladder::growing(level, task, Order::Up)
    } else {
        Ladder::start(level, task, Order::Up)
    }
}
