//! The way people do it, for boards of any size: [`construct`] builds the solution, [`layers`] is the method,
//! [`solution_in_hand`] gives it to exact methods that may not come to an end.

pub mod construct;
pub mod layers;
pub mod solution_in_hand;
