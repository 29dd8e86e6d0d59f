//! Models as files for other solvers: one row per target in [`WRITERS`]. What is written here comes from
//! the model alone; languages with loops and global constraints are written by hand, formulation by
//! formulation ([`crate::Formulation::by_hand`]), and have a row without a function.

mod lp;

use crate::model::Model;

/// A file: how its name ends, and its text. An ending may replace that of the main file (`.dat`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// With the dot: `.lp`, `_Opt.lg4`.
    pub ending: &'static str,
    pub text: String,
}

/// One target.
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// Writes a model under a title; none for targets that are written by hand.
    pub write: Option<fn(&Model, &str) -> Vec<Document>>,
}

/// The table of targets.
pub const WRITERS: &[Writer] = &[Writer {
    name: "lp",
    about: "CPLEX LP format: read by HiGHS, CBC, GLPK, SCIP, Gurobi, CPLEX",
    write: Some(lp::write),
}];

/// The target of that name.
pub fn find(name: &str) -> Option<&'static Writer> {
    WRITERS.iter().find(|writer| writer.name == name)
}
