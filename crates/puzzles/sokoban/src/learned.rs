//! What weights have learned of Sokoban: an estimate of the pushes to go, and a policy that says which push is likely a good
//! one. The same functions serve searches and training, so that both see the same.

pub mod eyes;
pub mod policy;
pub mod space;
pub mod weights;
pub mod window;
