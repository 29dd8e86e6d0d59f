//! A model in linear terms, for engines and files that know nothing else. Value literals of integer
//! variables become 0/1 columns of their own; clauses and counts become sums; element, table and
//! all-different become sums over value columns, which is as strong as linear relaxations get.

use std::collections::HashMap;

use crate::constraint::{Constraint, Linear, Relation};
use crate::model::{GroupId, Model};
use crate::variable::{Lit, Var};

/// Where a column comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The value of a variable of the model.
    Var(Var),
    /// 1 if the variable has this value.
    Value(Var, i32),
    /// 1 if the constraint (a table) uses this row.
    Row(usize, usize),
}

/// One linear constraint over columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The group of the constraint it comes from; none for the definition of a value column.
    pub group: Option<GroupId>,
    /// Factors and columns.
    pub terms: Vec<(i64, usize)>,
    /// How the sum compares.
    pub relation: Relation,
    /// The number it is compared with.
    pub right: i64,
}

/// A literal as a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixing {
    /// It holds anyway.
    Always,
    /// It cannot hold.
    Never,
    /// The column has this value.
    Column(usize, i32),
}

/// Follows a growing model.
#[derive(Clone, Debug, Default)]
pub struct LinearForm {
    columns: Vec<Column>,
    of_var: Vec<usize>,
    of_value: HashMap<(Var, i32), usize>,
    rows: Vec<Row>,
    followed: usize,
}

/// A sum of columns and a constant.
#[derive(Default)]
struct Sum {
    terms: Vec<(i64, usize)>,
    constant: i64,
}

impl LinearForm {
    /// Of a model that grows no more.
    pub fn of(model: &Model) -> Self {
        let mut form = LinearForm::default();
        form.follow(model);
        form
    }

    /// The whole model, with a 0/1 column for each value of each integer variable.
    pub fn spelt_out(model: &Model) -> Self {
        let mut form = Self::of(model);
        for var in model.vars().filter(|var| !model.is_binary(*var)) {
            form.value(model, var, model.bounds(var).0);
        }
        form
    }

    /// Takes over what was added to the model; breaks off where the model is given up, and then only part
    /// of it is here.
    pub fn follow(&mut self, model: &Model) {
        for var in model.vars().skip(self.of_var.len()) {
            self.of_var.push(self.columns.len());
            self.columns.push(Column::Var(var));
        }
        while self.followed < model.constraints().len() && !model.is_given_up() {
            let (group, constraint) = &model.constraints()[self.followed];
            self.constraint(model, self.followed, *group, constraint);
            self.followed += 1;
        }
    }

    /// In the order of their numbers.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// In the order in which the model got its constraints.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The column that holds a variable's value.
    pub fn column(&self, var: Var) -> usize {
        self.of_var[var.index()]
    }

    /// The column that says whether a variable has a value, where one was needed.
    pub fn value_column(&self, var: Var, value: i32) -> Option<usize> {
        self.of_value.get(&(var, value)).copied()
    }

    /// The least and the most value of a column.
    pub fn bounds(&self, model: &Model, column: usize) -> (i32, i32) {
        match self.columns[column] {
            Column::Var(var) => model.bounds(var),
            Column::Value(..) | Column::Row(..) => (0, 1),
        }
    }

    /// `ALFA1_5_10`; `TILE2_3_IS_7` for a value.
    pub fn name(&self, model: &Model, column: usize) -> String {
        match self.columns[column] {
            Column::Var(var) => model.name(var),
            Column::Value(var, value) if value < 0 => format!("{}_IS_M{}", model.name(var), -value),
            Column::Value(var, value) => format!("{}_IS_{value}", model.name(var)),
            Column::Row(constraint, row) => format!("ROW{constraint}_{row}"),
        }
    }

    /// What a literal says of a column, for engines that take assumptions as bounds.
    pub fn fixing(&mut self, model: &Model, lit: Lit) -> Fixing {
        let (least, most) = model.bounds(lit.var);
        if !(least..=most).contains(&lit.value) {
            return if lit.holds { Fixing::Never } else { Fixing::Always };
        }
        if model.is_binary(lit.var) {
            return Fixing::Column(self.column(lit.var), i32::from((lit.value == 1) == lit.holds));
        }
        Fixing::Column(self.value(model, lit.var, lit.value), i32::from(lit.holds))
    }

    /// The column that says whether a variable has a value; it is made when it is first asked for.
    fn value(&mut self, model: &Model, var: Var, value: i32) -> usize {
        if let Some(column) = self.of_value.get(&(var, value)) {
            return *column;
        }
        let (least, most) = model.bounds(var);
        let columns: Vec<usize> = (least..=most)
            .map(|each| {
                self.columns.push(Column::Value(var, each));
                self.of_value.insert((var, each), self.columns.len() - 1);
                self.columns.len() - 1
            })
            .collect();
        let one = columns.iter().map(|column| (1, *column)).collect();
        self.rows.push(Row { group: None, terms: one, relation: Relation::Equal, right: 1 });
        let mut value_is: Vec<(i64, usize)> =
            (least..=most).zip(columns).map(|(each, column)| (i64::from(each), column)).collect();
        value_is.push((-1, self.column(var)));
        self.rows.push(Row { group: None, terms: value_is, relation: Relation::Equal, right: 0 });
        self.of_value[&(var, value)]
    }

    /// Adds a literal, as 0 or 1, to a sum.
    fn put(&mut self, model: &Model, sum: &mut Sum, lit: Lit) {
        let (least, most) = model.bounds(lit.var);
        if !(least..=most).contains(&lit.value) {
            sum.constant += i64::from(!lit.holds);
        } else if model.is_binary(lit.var) {
            sum.add(self.column(lit.var), (lit.value == 1) == lit.holds);
        } else {
            let column = self.value(model, lit.var, lit.value);
            sum.add(column, lit.holds);
        }
    }

    fn lits(&mut self, model: &Model, lits: &[Lit]) -> Sum {
        let mut sum = Sum::default();
        for lit in lits {
            self.put(model, &mut sum, *lit);
        }
        sum
    }

    fn push(&mut self, group: GroupId, sum: Sum, relation: Relation, right: i64) {
        self.rows.push(Row { group: Some(group), terms: sum.terms, relation, right: right - sum.constant });
    }

    fn constraint(&mut self, model: &Model, number: usize, group: GroupId, constraint: &Constraint) {
        match constraint {
            Constraint::Linear(Linear { terms, relation, right }) => {
                let terms = terms.iter().map(|(factor, var)| (*factor, self.column(*var))).collect();
                self.push(group, Sum { terms, constant: 0 }, *relation, *right);
            }
            Constraint::Clause(lits) => {
                let sum = self.lits(model, lits);
                self.push(group, sum, Relation::AtLeast, 1);
            }
            Constraint::AtMostOne(lits) => {
                let sum = self.lits(model, lits);
                self.push(group, sum, Relation::AtMost, 1);
            }
            Constraint::ExactlyOne(lits) => {
                let sum = self.lits(model, lits);
                self.push(group, sum, Relation::Equal, 1);
            }
            Constraint::Count { lits, relation, number } => {
                let sum = self.lits(model, lits);
                self.push(group, sum, *relation, i64::from(*number));
            }
            Constraint::AllDifferent(vars) => self.all_different(model, group, vars),
            Constraint::Element { index, first, list, value } => {
                self.element(model, group, *index, *first, list, *value);
            }
            Constraint::Table { vars, rows } => self.table(number, group, vars, rows),
        }
    }

    fn all_different(&mut self, model: &Model, group: GroupId, vars: &[Var]) {
        let least = vars.iter().map(|var| model.bounds(*var).0).min().unwrap_or(0);
        let most = vars.iter().map(|var| model.bounds(*var).1).max().unwrap_or(-1);
        for value in least..=most {
            let lits: Vec<Lit> = vars.iter().map(|var| var.is(value)).collect();
            let sum = self.lits(model, &lits);
            if sum.terms.len() > 1 {
                self.push(group, sum, Relation::AtMost, 1);
            }
        }
    }

    fn element(&mut self, model: &Model, group: GroupId, index: Var, first: i32, list: &[i32], value: Var) {
        let (least, most) = model.bounds(index);
        let mut sum = Sum { terms: vec![(-1, self.column(value))], constant: 0 };
        for place in least..=most {
            let number =
                usize::try_from(i64::from(place) - i64::from(first)).ok().and_then(|at| list.get(at));
            let mut here = Sum::default();
            self.put(model, &mut here, index.is(place));
            match number {
                Some(number) => {
                    sum.terms.extend(
                        here.terms.iter().map(|(factor, column)| (factor * i64::from(*number), *column)),
                    );
                    sum.constant += here.constant * i64::from(*number);
                }
                None => self.push(group, here, Relation::Equal, 0),
            }
        }
        self.push(group, sum, Relation::Equal, 0);
    }

    fn table(&mut self, number: usize, group: GroupId, vars: &[Var], rows: &[Vec<i32>]) {
        let first = self.columns.len();
        self.columns.extend((0..rows.len()).map(|row| Column::Row(number, row)));
        let one = Sum { terms: (first..first + rows.len()).map(|column| (1, column)).collect(), constant: 0 };
        self.push(group, one, Relation::Equal, 1);
        for (at, var) in vars.iter().enumerate() {
            let mut terms: Vec<(i64, usize)> =
                rows.iter().enumerate().map(|(row, values)| (i64::from(values[at]), first + row)).collect();
            terms.push((-1, self.column(*var)));
            self.push(group, Sum { terms, constant: 0 }, Relation::Equal, 0);
        }
    }
}

impl Sum {
    fn add(&mut self, column: usize, holds: bool) {
        if holds {
            self.terms.push((1, column));
        } else {
            self.terms.push((-1, column));
            self.constant += 1;
        }
    }
}
