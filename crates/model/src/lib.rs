//! Mathematical models: 0/1 and bounded integer variables in named, indexed families; constraints in
//! named groups; one objective. Nothing here knows a puzzle or an engine.
//!
//! A [`Model`] only grows, so that an engine can follow it: larger horizons and cuts are more of the
//! same. Puzzles put levels into models ([`Formulation`], [`Problem`]); engines solve them
//! ([`Engine`], [`Session`]); [`pursue`] brings both together. Engines and file formats that lack a
//! kind of constraint get it in simpler terms, linear ([`LinearForm`]) or clauses ([`ClauseForm`]).

#![warn(missing_docs)]

mod answer;
mod assignment;
pub mod cardinality;
mod clauses;
mod constraint;
mod engine;
mod formulation;
mod horizon;
mod linear;
mod model;
mod pursue;
pub mod read;
mod size;
mod stated;
mod variable;
pub mod words;
pub mod write;

pub use answer::{EngineAnswer, Proof};
pub use assignment::Assignment;
pub use clauses::{ClauseForm, ClauseSink, Clauses, Truth};
pub use constraint::{Constraint, Linear, Objective, Relation};
pub use engine::{Capability, Engine, News, Session, Unwatched, Watch};
pub use formulation::{ByHand, Decoded, Formulation, FormulationInfo, Modelled, Next, Problem};
pub use horizon::{Horizon, fixed_periods, periods_option};
pub use ingenio_core::Sense;
pub use linear::{Column, Fixing, LinearForm, Row};
pub use model::{Family, FamilyId, Group, GroupId, Model};
pub use pursue::{Audience, pursue};
pub use size::Size;
pub use stated::Stated;
pub use variable::{Lit, Var};
