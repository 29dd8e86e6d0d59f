//! `ingenio learn policy`: weights of the policy of Sokoban.

use std::path::Path;
use std::sync::Arc;

use ingenio_core::Foreign;
use ingenio_nets::Net;
use ingenio_sokoban::learned::weights;

use crate::arguments::LearnPolicyArguments;
use crate::exit::Status;
use crate::learn::{Refusal, Teller, held_out, recipe, write};
use crate::words;

pub fn run(arguments: &LearnPolicyArguments) -> Result<Status, Refusal> {
    let estimate = match &arguments.estimate {
        None => weights::estimate(),
        Some(file) => read(file)?,
    };
    let common = &arguments.common;
    let (held_out, teller) = (held_out(common)?, Teller::new());
    let made = recipe(common).policy(&estimate, &held_out, &|told| teller.hear(told));
    let command = format!("ingenio learn policy --rooms {} --seed {}", common.rooms, common.seed);
    write(&common.out, command, made)
}

fn read(file: &Path) -> Result<Arc<Net>, Refusal> {
    let place = words::AT.with("place", file.display().to_string());
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => return Err((place.with("fault", Foreign(error)), Status::BadInput)),
    };
    weights::read_estimate(&bytes).map_err(|refused| {
        let why = words::LEARN_REFUSED.with("why", Foreign(refused));
        (place.with("fault", why), Status::BadInput)
    })
}
