//! `ingenio rate`: how hard levels are for people, and why.

use ingenio_core::{Decimal, Fault, Message, Rating, Verdict};
use ingenio_workshop::{ToldRating, rate_and_tell, rating_said};
use serde_json::json;

use crate::arguments::RateArguments;
use crate::bulk::in_order;
use crate::exit::Status;
use crate::input::{Item, items};
use crate::interrupt::cancel_on_interrupt;
use crate::output::{complain, print};
use crate::placed::{print_failure, print_json};
use crate::progress::StatusLine;
use crate::reader::{Spoken, say};
use crate::solve::budget;
use crate::{crash, sayings, words};

/// What became of one level: its rating or why there is none, or why it could not even be looked at and whose fault
/// that is.
type Rated = Result<Finding, (Fault, Status)>;

enum Finding {
    Rating(Rating),
    Unsolvable(Message),
    Unknown,
}

pub fn run(arguments: &RateArguments) -> Status {
    let budget = budget(&arguments.limits, arguments.each.jobs, None, cancel_on_interrupt());
    let items = items(&arguments.input);
    let mut status = Status::Fine;
    let work = |item: &Item| -> Rated {
        let entry = item.reading.as_ref().map_err(|fault| (fault.clone(), item.blame()))?;
        let mut line = StatusLine::new(item.name(), arguments.each.jobs > 1 || arguments.each.json);
        let rated = crash::guard(&entry.level, || rate_and_tell(&entry.level, &budget, &mut line));
        let rated = rated.map_err(|_| (words::CRASHED.say().into(), Status::OwnFailure))?;
        Ok(match rated {
            Some((_, Some(rating))) => Finding::Rating(rating),
            Some((Verdict::Unsolvable { reason }, None)) => Finding::Unsolvable(reason),
            _ => Finding::Unknown,
        })
    };
    in_order(&items, usize::from(arguments.each.jobs), work, |item, rated| {
        status = status.min(match &rated {
            Ok(Finding::Rating(_)) => Status::Fine,
            Ok(Finding::Unsolvable(_)) => Status::Unsolvable,
            Ok(Finding::Unknown) => Status::LimitHit,
            Err((_, worse)) => *worse,
        });
        show(item, &rated, arguments.each.json) && !budget.cancel.is_cancelled()
    });
    status
}

/// False if nobody reads on.
fn show(item: &Item, rated: &Rated, as_json: bool) -> bool {
    match rated {
        Ok(finding) if as_json => print_json(item, told(finding)),
        Err((fault, _)) if as_json => print_failure(item, fault),
        Ok(Finding::Rating(rating)) => {
            print(format_args!("{}\n  {}\n", item.name(), sentences(rating).join("\n  ")))
        }
        Ok(Finding::Unsolvable(reason)) => {
            print(format_args!("{}\n  {}\n", item.name(), say(words::UNSOLVABLE.with("reason", reason))))
        }
        Ok(Finding::Unknown) => print(format_args!("{}\n  {}\n", item.name(), say(words::NOT_RATED))),
        Err((fault, _)) => {
            complain(format_args!("{}: {fault}", item.name(), fault = fault.spoken()));
            true
        }
    }
}

fn told(finding: &Finding) -> serde_json::Value {
    match finding {
        Finding::Rating(rating) => json!({ "rating": ToldRating::from(rating) }),
        Finding::Unsolvable(reason) => json!({ "rating": null, "unsolvable": reason.english() }),
        Finding::Unknown => json!({ "rating": null }),
    }
}

/// The number, then the factors with their points, the weightiest first; what adds nothing explains nothing.
pub fn sentences(rating: &Rating) -> Vec<String> {
    const LEAST: f64 = 0.05;
    let mut factors: Vec<_> = rating.factors().iter().filter(|factor| factor.points.abs() >= LEAST).collect();
    factors.sort_by(|one, other| other.points.total_cmp(&one.points));
    let said = factors
        .into_iter()
        .map(|factor| format!("{:>5}  {}", say(Decimal(factor.points, 1)), sayings::sentence(&factor.why)));
    std::iter::once(rating_said(rating).spoken()).chain(said).collect()
}
