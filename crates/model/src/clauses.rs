//! A model in clauses, for engines and files that know nothing else. A 0/1 variable is one Boolean, an
//! integer variable one Boolean for each of its values. Sums are counted by [`cardinality`].

use crate::assignment::Assignment;
use crate::cardinality::{at_most, at_most_one, weighted_at_most};
use crate::constraint::{Constraint, Linear, Objective, Relation};
use crate::model::Model;
use crate::variable::{Lit, Var};
use ingenio_core::Sense;

/// Takes clauses. Literals are numbers from 1, negative for "not", as in DIMACS.
pub trait ClauseSink {
    /// A variable that nobody else uses.
    fn fresh(&mut self) -> i32;
    /// At least one of these holds.
    fn clause(&mut self, lits: &[i32]);
}

/// Clauses in memory, for files and tests.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// How many there are; they are numbered from 1.
    pub variables: usize,
    /// In the order in which they came.
    pub clauses: Vec<Vec<i32>>,
}

impl ClauseSink for Clauses {
    fn fresh(&mut self) -> i32 {
        self.variables += 1;
        self.variables as i32
    }

    fn clause(&mut self, lits: &[i32]) {
        self.clauses.push(lits.to_vec());
    }
}

/// How a variable is put in Booleans.
#[derive(Clone, Debug)]
enum Code {
    /// Its only value.
    Fixed(i32),
    Bit(i32),
    /// One Boolean for each value from the least on.
    Values(i32, Vec<i32>),
}

/// What is known of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Of a variable with that one value.
    Always,
    /// Of a value that the variable cannot have.
    Never,
    /// It depends on this literal of the clauses.
    If(i32),
}

impl Truth {
    fn not(self) -> Truth {
        match self {
            Truth::Always => Truth::Never,
            Truth::Never => Truth::Always,
            Truth::If(lit) => Truth::If(-lit),
        }
    }
}

/// Follows a growing model.
#[derive(Clone, Debug, Default)]
pub struct ClauseForm {
    codes: Vec<Code>,
    followed: usize,
}

impl ClauseForm {
    /// The whole model in clauses.
    pub fn of(model: &Model) -> (Self, Clauses) {
        let (mut form, mut clauses) = (ClauseForm::default(), Clauses::default());
        form.follow(model, &mut clauses);
        (form, clauses)
    }

    /// Takes over what was added to the model; breaks off where the model is given up, and then only part
    /// of it is here.
    pub fn follow(&mut self, model: &Model, sink: &mut dyn ClauseSink) {
        for var in model.vars().skip(self.codes.len()).take_while(|_| !model.is_given_up()) {
            let code = code(model.bounds(var), sink);
            self.codes.push(code);
        }
        while self.followed < model.constraints().len() && !model.is_given_up() {
            self.constraint(model, &model.constraints()[self.followed].1, sink);
            self.followed += 1;
        }
    }

    /// A literal of the model as a Boolean.
    pub fn truth(&self, lit: Lit) -> Truth {
        let truth = match &self.codes[lit.var.index()] {
            Code::Fixed(value) if *value == lit.value => Truth::Always,
            Code::Fixed(_) => Truth::Never,
            Code::Bit(bit) => match lit.value {
                1 => Truth::If(*bit),
                0 => Truth::If(-bit),
                _ => Truth::Never,
            },
            Code::Values(least, bits) => {
                let at = usize::try_from(i64::from(lit.value) - i64::from(*least));
                at.ok().and_then(|at| bits.get(at)).map_or(Truth::Never, |bit| Truth::If(*bit))
            }
        };
        if lit.holds { truth } else { truth.not() }
    }

    /// The Booleans that a variable is put in.
    pub fn numbers(&self, var: Var) -> &[i32] {
        match &self.codes[var.index()] {
            Code::Fixed(_) => &[],
            Code::Bit(bit) => std::slice::from_ref(bit),
            Code::Values(_, bits) => bits,
        }
    }

    /// The values of the model's variables, from those of the Booleans.
    pub fn values(&self, is_true: impl Fn(i32) -> bool) -> Assignment {
        let value = |code: &Code| match code {
            Code::Fixed(value) => *value,
            Code::Bit(bit) => i32::from(is_true(*bit)),
            Code::Values(least, bits) => {
                let at = bits.iter().position(|bit| is_true(*bit)).unwrap_or(0);
                least + at as i32
            }
        };
        Assignment::new(self.codes.iter().map(value).collect())
    }

    /// The objective as costs to be least: (cost, literal that costs it when true), and a constant.
    /// The sum has the sign of a minimum: a maximum is turned round.
    pub fn costs(&self, objective: &Objective) -> (Vec<(u64, i32)>, i64) {
        let sign = if objective.sense == Sense::Least { 1 } else { -1 };
        let terms: Vec<(i64, Var)> =
            objective.terms.iter().map(|(factor, var)| (sign * factor, *var)).collect();
        self.positive(&terms)
    }

    /// A sum as positive weights on literals and a constant.
    fn positive(&self, terms: &[(i64, Var)]) -> (Vec<(u64, i32)>, i64) {
        let mut constant = 0;
        let mut costs: Vec<(u64, i32)> = Vec::new();
        let mut put = |factor: i64, bit: i32, constant: &mut i64| match factor {
            0 => {}
            1.. => costs.push((factor as u64, bit)),
            _ => {
                costs.push((factor.unsigned_abs(), -bit));
                *constant += factor;
            }
        };
        for (factor, var) in terms {
            match &self.codes[var.index()] {
                Code::Fixed(value) => constant += factor * i64::from(*value),
                Code::Bit(bit) => put(*factor, *bit, &mut constant),
                Code::Values(least, bits) => {
                    // From the cheapest value up, so that all weights are positive.
                    let base = if *factor > 0 { 0 } else { bits.len() as i64 - 1 };
                    constant += factor * (i64::from(*least) + base);
                    for (at, bit) in bits.iter().enumerate() {
                        put(factor * (at as i64 - base), *bit, &mut constant);
                    }
                }
            }
        }
        (costs, constant)
    }

    fn constraint(&self, model: &Model, constraint: &Constraint, sink: &mut dyn ClauseSink) {
        match constraint {
            Constraint::Clause(lits) => self.clause(lits, sink),
            Constraint::AtMostOne(lits) => self.count(lits, Relation::AtMost, 1, sink),
            Constraint::ExactlyOne(lits) => self.count(lits, Relation::Equal, 1, sink),
            Constraint::Count { lits, relation, number } => {
                self.count(lits, *relation, i64::from(*number), sink);
            }
            Constraint::Linear(linear) => self.linear(linear, sink),
            Constraint::AllDifferent(vars) => {
                let least = vars.iter().map(|var| model.bounds(*var).0).min().unwrap_or(0);
                let most = vars.iter().map(|var| model.bounds(*var).1).max().unwrap_or(-1);
                for value in least..=most {
                    let lits: Vec<Lit> = vars.iter().map(|var| var.is(value)).collect();
                    self.count(&lits, Relation::AtMost, 1, sink);
                }
            }
            Constraint::Element { index, first, list, value } => {
                self.element(model, *index, *first, list, *value, sink);
            }
            Constraint::Table { vars, rows } => self.table(model, vars, rows, sink),
        }
    }

    /// Each place implies its number, and each number needs a place that has it.
    fn element(
        &self,
        model: &Model,
        index: Var,
        first: i32,
        list: &[i32],
        value: Var,
        sink: &mut dyn ClauseSink,
    ) {
        let (least, most) = model.bounds(index);
        let number = |place: i32| {
            let at = usize::try_from(i64::from(place) - i64::from(first)).ok()?;
            list.get(at).copied()
        };
        for place in least..=most {
            match number(place) {
                Some(number) => self.clause(&[!index.is(place), value.is(number)], sink),
                None => self.clause(&[!index.is(place)], sink),
            }
        }
        let (least_value, most_value) = model.bounds(value);
        for each in least_value..=most_value {
            let places = (least..=most).filter(|place| number(*place) == Some(each));
            let clause: Vec<Lit> = places.map(|place| index.is(place)).chain([!value.is(each)]).collect();
            self.clause(&clause, sink);
        }
    }

    /// One helper for each row: it implies its values, and each value needs a row.
    fn table(&self, model: &Model, vars: &[Var], rows: &[Vec<i32>], sink: &mut dyn ClauseSink) {
        let helpers: Vec<i32> = rows.iter().map(|_| sink.fresh()).collect();
        sink.clause(&helpers);
        for (at, var) in vars.iter().enumerate() {
            let (least, most) = model.bounds(*var);
            for (row, helper) in rows.iter().zip(&helpers) {
                push(&[self.truth(var.is(row[at])), Truth::If(-helper)], sink);
            }
            for value in least..=most {
                let mut clause = vec![self.truth(!var.is(value))];
                let having = rows.iter().zip(&helpers).filter(|(row, _)| row[at] == value);
                clause.extend(having.map(|(_, helper)| Truth::If(*helper)));
                push(&clause, sink);
            }
        }
    }

    fn clause(&self, lits: &[Lit], sink: &mut dyn ClauseSink) {
        let truths: Vec<Truth> = lits.iter().map(|lit| self.truth(*lit)).collect();
        push(&truths, sink);
    }

    fn count(&self, lits: &[Lit], relation: Relation, number: i64, sink: &mut dyn ClauseSink) {
        let truths: Vec<Truth> = lits.iter().map(|lit| self.truth(*lit)).collect();
        let certain = truths.iter().filter(|truth| **truth == Truth::Always).count() as i64;
        counted(&open(&truths), relation, number - certain, sink);
    }

    fn linear(&self, linear: &Linear, sink: &mut dyn ClauseSink) {
        let Linear { terms, relation, right } = linear;
        if matches!(relation, Relation::AtMost | Relation::Equal) {
            let (costs, constant) = self.positive(terms);
            weighed(&costs, right - constant, sink);
        }
        if matches!(relation, Relation::AtLeast | Relation::Equal) {
            let turned: Vec<(i64, Var)> = terms.iter().map(|(factor, var)| (-factor, *var)).collect();
            let (costs, constant) = self.positive(&turned);
            weighed(&costs, -right - constant, sink);
        }
    }
}

/// Adds a clause, unless it is true anyway.
fn push(truths: &[Truth], sink: &mut dyn ClauseSink) {
    if truths.contains(&Truth::Always) {
        return;
    }
    sink.clause(&open(truths));
}

/// Those of which nothing is known.
fn open(truths: &[Truth]) -> Vec<i32> {
    let open = truths.iter().filter_map(|truth| match truth {
        Truth::If(lit) => Some(*lit),
        _ => None,
    });
    open.collect()
}

fn code((least, most): (i32, i32), sink: &mut dyn ClauseSink) -> Code {
    match (least, most) {
        _ if least == most => Code::Fixed(least),
        (0, 1) => Code::Bit(sink.fresh()),
        _ => {
            let bits: Vec<i32> = (least..=most).map(|_| sink.fresh()).collect();
            sink.clause(&bits);
            at_most_one(sink, &bits);
            Code::Values(least, bits)
        }
    }
}

fn counted(lits: &[i32], relation: Relation, number: i64, sink: &mut dyn ClauseSink) {
    if matches!(relation, Relation::AtMost | Relation::Equal) {
        at_most(sink, lits, number);
    }
    if matches!(relation, Relation::AtLeast | Relation::Equal) {
        match number {
            ..=0 => {}
            1 => sink.clause(lits),
            _ => {
                let turned: Vec<i32> = lits.iter().map(|lit| -lit).collect();
                at_most(sink, &turned, lits.len() as i64 - number);
            }
        }
    }
}

/// The weighted sum of true literals is at most `most`.
fn weighed(costs: &[(u64, i32)], most: i64, sink: &mut dyn ClauseSink) {
    let Ok(room) = u64::try_from(most) else { return sink.clause(&[]) };
    let mut left: Vec<(u64, i32)> = Vec::new();
    for (cost, lit) in costs {
        if *cost > room {
            sink.clause(&[-lit]);
        } else {
            left.push((*cost, *lit));
        }
    }
    let Some((first, _)) = left.first().copied() else { return };
    if left.iter().all(|(cost, _)| *cost == first) {
        let lits: Vec<i32> = left.iter().map(|(_, lit)| *lit).collect();
        at_most(sink, &lits, (room / first) as i64);
    } else {
        weighted_at_most(sink, &left, room);
    }
}
