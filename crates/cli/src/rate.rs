//! `ingenio rate`: how hard levels are for people, and why.

use ingenio_core::{Fault, Rating};
use ingenio_workshop::rate;
use serde_json::{Value, json};

use crate::arguments::RateArguments;
use crate::bulk::in_order;
use crate::exit::Status;
use crate::input::{Item, items};
use crate::interrupt::cancel_on_interrupt;
use crate::output::{complain, print};
use crate::solve::{budget, failed_json, place_json};
use crate::{crash, sayings, words};

/// What became of one level.
enum Answer {
    Rated(Option<Rating>),
    Failed(Fault, Status),
}

pub fn run(arguments: &RateArguments) -> Status {
    let budget = budget(&arguments.limits, arguments.jobs, None, cancel_on_interrupt());
    let items = items(&arguments.input);
    let mut status = Status::Fine;
    let work = |item: &Item| match &item.reading {
        Err(fault) => Answer::Failed(fault.clone(), item.blame()),
        Ok(entry) => match crash::guard(&entry.level, || rate(&entry.level, &budget)) {
            Ok(rating) => Answer::Rated(rating),
            Err(_) => Answer::Failed(words::CRASHED.say().into(), Status::OwnFailure),
        },
    };
    in_order(&items, usize::from(arguments.jobs), work, |item, answer| {
        status = status.min(match &answer {
            Answer::Rated(Some(_)) => Status::Fine,
            Answer::Rated(None) => Status::LimitHit,
            Answer::Failed(_, worse) => *worse,
        });
        show(item, &answer, arguments.json) && !budget.cancel.is_cancelled()
    });
    status
}

/// False if nobody reads on.
fn show(item: &Item, answer: &Answer, as_json: bool) -> bool {
    if as_json {
        return print(format_args!("{}\n", json(item, answer)));
    }
    match answer {
        Answer::Rated(Some(rating)) => {
            print(format_args!("{}\n  {}\n", item.name(), sentences(rating).join("\n  ")))
        }
        Answer::Rated(None) => print(format_args!("{}\n  {}\n", item.name(), words::NOT_RATED.say())),
        Answer::Failed(fault, _) => {
            complain(format_args!("{}: {fault}", item.name()));
            true
        }
    }
}

/// The number, then every factor with its points.
pub fn sentences(rating: &Rating) -> Vec<String> {
    let template = if rating.is_exact() { words::RATED } else { words::RATED_ABOUT };
    let mut said = vec![template.with("points", rating.points()).with("grade", rating.grade()).to_string()];
    said.extend(
        rating
            .factors()
            .iter()
            .map(|factor| format!("{:>5.1}  {}", factor.points, sayings::sentence(&factor.why))),
    );
    said
}

fn json(item: &Item, answer: &Answer) -> Value {
    let mut object = place_json(item);
    match answer {
        Answer::Rated(Some(rating)) => drop(object.insert("rating".into(), rating_json(rating))),
        Answer::Rated(None) => drop(object.insert("rating".into(), Value::Null)),
        Answer::Failed(fault, _) => failed_json(&mut object, fault),
    }
    object.into()
}

pub fn rating_json(rating: &Rating) -> Value {
    let factors: Vec<Value> = rating
        .factors()
        .iter()
        .map(|factor| json!({"name": factor.name, "points": factor.points, "why": factor.why.to_string()}))
        .collect();
    json!({
        "points": rating.points(),
        "grade": rating.grade().word(),
        "exact": rating.is_exact(),
        "factors": factors,
    })
}
