//! `ingenio rate`: how hard levels are for people, and why.

use ingenio_core::{Fault, Rating};
use ingenio_workshop::{ToldRating, rate, rating_said};
use serde_json::json;

use crate::arguments::RateArguments;
use crate::bulk::in_order;
use crate::exit::Status;
use crate::input::{Item, items};
use crate::interrupt::cancel_on_interrupt;
use crate::output::{complain, print};
use crate::placed::{print_failure, print_json};
use crate::reader::{Spoken, say};
use crate::solve::budget;
use crate::{crash, sayings, words};

/// What became of one level: its rating where there is one, or why it has none and whose fault that is.
type Rated = Result<Option<Rating>, (Fault, Status)>;

pub fn run(arguments: &RateArguments) -> Status {
    let budget = budget(&arguments.limits, arguments.jobs, None, cancel_on_interrupt());
    let items = items(&arguments.input);
    let mut status = Status::Fine;
    let work = |item: &Item| -> Rated {
        let entry = item.reading.as_ref().map_err(|fault| (fault.clone(), item.blame()))?;
        let rated = crash::guard(&entry.level, || rate(&entry.level, &budget));
        rated.map_err(|_| (words::CRASHED.say().into(), Status::OwnFailure))
    };
    in_order(&items, usize::from(arguments.jobs), work, |item, rated| {
        status = status.min(match &rated {
            Ok(Some(_)) => Status::Fine,
            Ok(None) => Status::LimitHit,
            Err((_, worse)) => *worse,
        });
        show(item, &rated, arguments.json) && !budget.cancel.is_cancelled()
    });
    status
}

/// False if nobody reads on.
fn show(item: &Item, rated: &Rated, as_json: bool) -> bool {
    match rated {
        Ok(rating) if as_json => print_json(item, json!({"rating": rating.as_ref().map(ToldRating::from)})),
        Err((fault, _)) if as_json => print_failure(item, fault),
        Ok(Some(rating)) => print(format_args!("{}\n  {}\n", item.name(), sentences(rating).join("\n  "))),
        Ok(None) => print(format_args!("{}\n  {}\n", item.name(), say(words::NOT_RATED))),
        Err((fault, _)) => {
            complain(format_args!("{}: {fault}", item.name(), fault = fault.spoken()));
            true
        }
    }
}

/// The number, then every factor with its points.
pub fn sentences(rating: &Rating) -> Vec<String> {
    let mut said = vec![rating_said(rating).spoken()];
    said.extend(
        rating
            .factors()
            .iter()
            .map(|factor| format!("{:>5.1}  {}", factor.points, sayings::sentence(&factor.why))),
    );
    said
}
