//! Constraints and the objective.

use std::fmt;

use ingenio_core::Sense;

use crate::assignment::Assignment;
use crate::variable::{Lit, Var};

/// How a sum and a number compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `=`
    Equal,
}

impl Relation {
    /// Does the left side stand so to the right one?
    pub const fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::AtMost => left <= right,
            Relation::AtLeast => left >= right,
            Relation::Equal => left == right,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::AtMost => "<=",
            Relation::AtLeast => ">=",
            Relation::Equal => "=",
        })
    }
}

/// A sum of multiples of variables, related to a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// Factors and variables; a variable may occur twice.
    pub terms: Vec<(i64, Var)>,
    /// How the sum compares.
    pub relation: Relation,
    /// The number it is compared with.
    pub right: i64,
}

/// What must hold. Engines that lack a kind get it in simpler terms, see [`LinearForm`](crate::LinearForm) and
/// [`ClauseForm`](crate::ClauseForm).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// A sum, compared with a number.
    Linear(Linear),
    /// At least one of these holds.
    Clause(Vec<Lit>),
    /// No two of these hold.
    AtMostOne(Vec<Lit>),
    /// One of these holds and no other.
    ExactlyOne(Vec<Lit>),
    /// No two have the same value.
    AllDifferent(Vec<Var>),
    /// `value` is the number that stands at place `index` of the list.
    Element {
        /// Which place.
        index: Var,
        /// What the first place is called.
        first: i32,
        /// The numbers.
        list: Vec<i32>,
        /// What stands there.
        value: Var,
    },
    /// The values of the variables are one of the rows.
    Table {
        /// In the order of the columns.
        vars: Vec<Var>,
        /// Each as long as there are variables.
        rows: Vec<Vec<i32>>,
    },
    /// How many of these hold, related to a number.
    Count {
        /// What is counted.
        lits: Vec<Lit>,
        /// How the count compares.
        relation: Relation,
        /// What it is compared with.
        number: i32,
    },
}

impl Constraint {
    /// A sum, compared with a number.
    pub fn linear(terms: Vec<(i64, Var)>, relation: Relation, right: i64) -> Self {
        Constraint::Linear(Linear { terms, relation, right })
    }

    /// Does it hold?
    pub fn holds(&self, values: &Assignment) -> bool {
        let count = |lits: &[Lit]| lits.iter().filter(|lit| values.holds(**lit)).count();
        match self {
            Constraint::Linear(Linear { terms, relation, right }) => {
                relation.holds(values.sum(terms), *right)
            }
            Constraint::Clause(lits) => count(lits) >= 1,
            Constraint::AtMostOne(lits) => count(lits) <= 1,
            Constraint::ExactlyOne(lits) => count(lits) == 1,
            Constraint::AllDifferent(vars) => {
                let mut seen: Vec<i32> = vars.iter().map(|var| values.get(*var)).collect();
                seen.sort_unstable();
                seen.windows(2).all(|pair| pair[0] != pair[1])
            }
            Constraint::Element { index, first, list, value } => {
                let place = usize::try_from(i64::from(values.get(*index)) - i64::from(*first));
                place.is_ok_and(|place| list.get(place) == Some(&values.get(*value)))
            }
            Constraint::Table { vars, rows } => {
                let now: Vec<i32> = vars.iter().map(|var| values.get(*var)).collect();
                rows.contains(&now)
            }
            Constraint::Count { lits, relation, number } => {
                relation.holds(count(lits) as i64, i64::from(*number))
            }
        }
    }

    /// How many variables, literals and numbers it is made of: what it costs to keep.
    pub fn terms(&self) -> usize {
        match self {
            Constraint::Linear(linear) => linear.terms.len(),
            Constraint::Clause(lits)
            | Constraint::AtMostOne(lits)
            | Constraint::ExactlyOne(lits)
            | Constraint::Count { lits, .. } => lits.len(),
            Constraint::AllDifferent(vars) => vars.len(),
            Constraint::Element { list, .. } => list.len() + 2,
            Constraint::Table { vars, rows } => vars.len() * (1 + rows.len()),
        }
    }

    /// Every variable in it, some perhaps twice.
    pub fn vars(&self) -> Vec<Var> {
        match self {
            Constraint::Linear(linear) => linear.terms.iter().map(|(_, var)| *var).collect(),
            Constraint::Clause(lits)
            | Constraint::AtMostOne(lits)
            | Constraint::ExactlyOne(lits)
            | Constraint::Count { lits, .. } => lits.iter().map(|lit| lit.var).collect(),
            Constraint::AllDifferent(vars) | Constraint::Table { vars, .. } => vars.clone(),
            Constraint::Element { index, value, .. } => vec![*index, *value],
        }
    }
}

/// What is to be least or most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Whether the sum is to be least or most.
    pub sense: Sense,
    /// Factors and variables of the sum.
    pub terms: Vec<(i64, Var)>,
}

impl Objective {
    /// Is the first value better than the second?
    pub fn better(&self, one: i64, other: i64) -> bool {
        match self.sense {
            Sense::Least => one < other,
            Sense::Most => one > other,
        }
    }
}
