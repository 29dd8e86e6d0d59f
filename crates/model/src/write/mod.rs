//! Models as files for other solvers: one row per target in [`WRITERS`]. What is written here comes from
//! the model alone; languages with loops and global constraints are written by hand, formulation by
//! formulation ([`crate::Formulation::by_hand`]), and have a row without a function.

mod data;
mod dimacs;
mod lingo;
mod lp;
mod map;
mod mps;
mod opb;

pub use data::Data;
pub use lingo::{Style as LingoStyle, lingo};
pub use opb::numbers as opb_numbers;

use crate::model::Model;

/// A file: how its name ends, and its text. An ending may replace that of the main file (`.dat`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// With the dot: `.lp`, `_Opt.lg4`.
    pub ending: &'static str,
    /// All of it.
    pub text: String,
}

/// One target.
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    /// As users write it after `--to`.
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// Can it say what is to be least or most?
    pub objective: bool,
    /// Writes a model under a title; none for targets that are written by hand.
    pub write: Option<fn(&Model, &str) -> Vec<Document>>,
}

/// The table of targets.
pub const WRITERS: &[Writer] = &[
    Writer {
        name: "lp",
        about: "CPLEX LP format: read by HiGHS, CBC, GLPK, SCIP, Gurobi, CPLEX",
        objective: true,
        write: Some(lp::write),
    },
    Writer {
        name: "mps",
        about: "free MPS format: read by every solver of linear models",
        objective: true,
        write: Some(mps::write),
    },
    Writer {
        name: "lingo",
        about: "LINGO, statement by statement",
        objective: true,
        write: Some(lingo::write),
    },
    Writer {
        name: "dimacs",
        about: "DIMACS CNF for SAT solvers, and what its numbers stand for",
        objective: false,
        write: Some(dimacs::cnf),
    },
    Writer {
        name: "wcnf",
        about: "weighted DIMACS for MaxSAT solvers, and what its numbers stand for",
        objective: true,
        write: Some(dimacs::wcnf),
    },
    Writer {
        name: "opb",
        about: "pseudo-Boolean constraints, and what their variables stand for",
        objective: true,
        write: Some(opb::write),
    },
    Writer {
        name: "map",
        about: "what the variables stand for on the board",
        objective: true,
        write: Some(map::write),
    },
    Writer { name: "opl", about: "IBM OPL: model and data", objective: true, write: None },
    Writer { name: "minizinc", about: "MiniZinc: model and data", objective: true, write: None },
    Writer { name: "pddl", about: "PDDL for planners: domain and problem", objective: true, write: None },
];

/// The target of that name.
pub fn find(name: &str) -> Option<&'static Writer> {
    WRITERS.iter().find(|writer| writer.name == name)
}

/// A text without line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
