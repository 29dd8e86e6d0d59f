//! Values of all variables of a model.

use crate::variable::{Lit, Var};

/// One value for each variable, in the order of the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment(Vec<i32>);

impl Assignment {
    /// In the order of the model's variables.
    pub fn new(values: Vec<i32>) -> Self {
        Assignment(values)
    }

    /// The value of a variable.
    pub fn get(&self, var: Var) -> i32 {
        self.0[var.index()]
    }

    /// Is the 0/1 variable 1?
    pub fn is_on(&self, var: Var) -> bool {
        self.get(var) == 1
    }

    /// Gives a variable another value; bounds are not looked at.
    pub fn set(&mut self, var: Var, value: i32) {
        self.0[var.index()] = value;
    }

    /// Is the literal true?
    pub fn holds(&self, lit: Lit) -> bool {
        (self.get(lit.var) == lit.value) == lit.holds
    }

    /// The sum of multiples of variables.
    pub fn sum(&self, terms: &[(i64, Var)]) -> i64 {
        terms.iter().map(|(factor, var)| factor * i64::from(self.get(*var))).sum()
    }

    /// In the order of the model's variables.
    pub fn values(&self) -> &[i32] {
        &self.0
    }
}
