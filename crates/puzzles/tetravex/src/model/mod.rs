//! Mathematical formulations of TetraVex, one row each in [`FORMULATIONS`].
//!
//! `element` is the constraint program of the TetraVex paper (a tile number per cell, element and count),
//! with the objective it means: the number of tiles is to be most. It prints the sum of the tile numbers,
//! which prefers tiles with large numbers: `element-printed`. `placement` is 0/1 with a colour
//! for each seam (after Heule 2008), which spares a clause for each two tiles that do not match.

mod element;
mod hand;
mod placement;

use ingenio_core::{Guarantee, Message, Task};
use ingenio_model::{Capability, Formulation, Modelled};

use crate::Tetravex;
use crate::level::{Level, Question, board_text};
use crate::solve::PLACED;
use crate::words;

const ROW: Formulation<Tetravex> = Formulation {
    name: "",
    about: "",
    guarantee: Guarantee::Optimal,
    metrics: &[PLACED],
    options: &[],
    engines: &[Capability::Clauses, Capability::Linear, Capability::Domains],
    fits: |_| Ok(()),
    open: |_, _| unreachable!("every row of the table says how it opens"),
    by_hand: &[],
};

/// The table of formulations.
pub const FORMULATIONS: &[Formulation<Tetravex>] = &[
    Formulation {
        name: "element",
        about: "the number of a tile for each cell, 0 for none; its colours by element, each tile counted at most once",
        open: |level, _| Box::new(element::Elements::new(level)),
        by_hand: &[("opl", hand::opl), ("minizinc", hand::minizinc)],
        ..ROW
    },
    Formulation {
        name: "element-printed",
        about: "element with the objective that the TetraVex paper prints, the sum of the tile numbers: it may place fewer tiles than can be placed",
        guarantee: Guarantee::Incomplete,
        engines: &[Capability::Linear, Capability::Domains],
        open: |level, _| Box::new(element::Elements::new(level).into_printed()),
        ..ROW
    },
    Formulation {
        name: "placement",
        about: "0/1: which tile lies on which cell, and which colour each seam has; as few cells as possible stay empty",
        open: |level, _: &Task| Box::new(placement::Placements::new(level)),
        ..ROW
    },
];

impl Modelled for Tetravex {
    fn formulations() -> &'static [Formulation<Self>] {
        FORMULATIONS
    }
}

/// The solution of a board, unless nothing lies on it.
fn solution(level: &Level, board: &[Option<u16>]) -> Option<String> {
    board.iter().any(Option::is_some).then(|| board_text(level.size(), board))
}

/// Why no board fits the model: it asks for a full one, or even one tile is too many.
fn unsolvable(level: &Level) -> Message {
    match level.question() {
        Question::Complete => words::NO_FULL_BOARD.say(),
        Question::Maximise => words::SOLUTION_NOTHING.say(),
    }
}
