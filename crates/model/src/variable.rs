//! Variables and literals.

/// A variable of a model, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub(crate) u32);

impl Var {
    /// Its number in the model, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// It has this value.
    pub const fn is(self, value: i32) -> Lit {
        Lit { var: self, value, holds: true }
    }

    /// The 0/1 variable is 1.
    pub const fn on(self) -> Lit {
        self.is(1)
    }

    /// The 0/1 variable is 0.
    pub const fn off(self) -> Lit {
        Lit { var: self, value: 1, holds: false }
    }
}

/// "This variable has this value", or that it has not. Of a 0/1 variable it is the usual literal, of
/// an integer variable one of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit {
    /// The variable it is about.
    pub var: Var,
    /// The value it has or has not.
    pub value: i32,
    /// True: it has the value; false: it has another one.
    pub holds: bool,
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit { holds: !self.holds, ..self }
    }
}
