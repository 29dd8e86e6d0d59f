//! The workshop: levels of every puzzle made in numbers, rated, collected into packs, and examined.
//! Nothing here knows a puzzle by name.

mod brought;
mod checkup;
mod daily;
mod doctor;
mod generation;
mod library;
mod pack;
mod recipe;
mod said;
mod shipped;
mod told;
pub mod words;

pub use brought::{Brought, gather, grade_named, plain_pack, proper_title};
pub use checkup::{Checkup, check_up};
pub use daily::daily;
pub use doctor::{Complaint, Diagnosis, Kind, Repair, examine, rescue};
pub use generation::{Distinct, End, Harvest, Order, Product, generate, rate, rate_and_tell};
pub use library::{Library, Place, Shelf, Volume};
pub use pack::{Pack, PackLevel, Solutions, shared_key};
pub use recipe::{Group, Recipe};
pub use said::{count_said, rating_said, repair_said, solvable_said};
pub use shipped::{shipped, shipped_solutions};
pub use told::{ToldCount, ToldDiagnosis, ToldProduct, ToldRating};
