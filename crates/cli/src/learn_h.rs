//! `ingenio learn h`: weights of the estimate of Sokoban.

use crate::arguments::LearnArguments;
use crate::exit::Status;
use crate::learn::{Refusal, Teller, held_out, recipe, write};

pub fn run(arguments: &LearnArguments) -> Result<Status, Refusal> {
    let (held_out, teller) = (held_out(arguments)?, Teller::new());
    let made = recipe(arguments).estimate(&held_out, &|told| teller.hear(told));
    let command = format!("ingenio learn h --rooms {} --seed {}", arguments.rooms, arguments.seed);
    write(&arguments.out, command, made)
}
