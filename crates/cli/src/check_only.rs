//! `ingenio check --only`: one question about each level, and nothing else is worked at: is it valid, can it be
//! solved, is its solution the only one, how hard is it? The time told is that of the question.

use std::time::Duration;

use ingenio_catalog::{Request, SystemClock, count};
use ingenio_core::{Budget, Clock, Entry, LevelRef, Message, Observer};
use ingenio_workshop::{ToldCount, ToldRating, count_said, rate};
use serde::Serialize;

use crate::arguments::Question;
use crate::exit::Status;
use crate::reader::Spoken;
use crate::solve::outcome_status;
use crate::{rate as rate_command, sayings, words};

/// What was found out, as words and as JSON.
pub struct Found {
    pub status: Status,
    pub words: Vec<String>,
    pub json: serde_json::Value,
}

#[derive(Serialize)]
struct Told<'a, T> {
    id: String,
    puzzle: &'a str,
    #[serde(flatten)]
    said: T,
    cpu_seconds: f64,
}

/// Asks one question.
pub fn ask(
    question: Question,
    entry: &Entry<LevelRef>,
    most: u128,
    metric: &str,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Found, Message> {
    let level = &entry.level;
    let clock = SystemClock::start();
    let puzzle = level.puzzle().info().name;
    let valid = words::VALID.with("puzzle", puzzle).with("id", level.id()).spoken();
    let told = |said: serde_json::Value| {
        let cpu_seconds = clock.cpu(Duration::ZERO).as_secs_f64();
        serde_json::to_value(Told { id: level.id().to_string(), puzzle, said, cpu_seconds })
            .expect("what is said is plain data")
    };
    Ok(match question {
        Question::Valid => {
            let json = told(serde_json::json!({"outcome": "valid"}));
            Found { status: Status::Fine, words: vec![valid], json }
        }
        Question::Solvable => {
            let request = Request { metric: metric.to_owned(), budget: budget.clone(), ..Request::default() };
            let mut answer = request.run(level, observer)?;
            let words = std::iter::once(valid)
                .chain(sayings::sentences(level, &answer).iter().map(Spoken::spoken))
                .collect();
            let status = outcome_status(answer.outcome.kind());
            // An engine may have worked in a thread of its own, of which this one's clock knows nothing.
            let own = answer.effort.cpu_seconds.unwrap_or(0.0);
            answer.effort.cpu_seconds = Some(own.max(clock.cpu(Duration::ZERO).as_secs_f64()));
            let json = serde_json::to_value(&answer).expect("an answer is plain data");
            Found { status, words, json }
        }
        Question::Unique => match count(level, most, budget, observer) {
            Some(count) => {
                let status = if count.limit.is_some() { Status::LimitHit } else { Status::Fine };
                // Nothing is said where the count ended before a second solution or the last try.
                let decided = count.tally.complete || count.tally.found > 1;
                let unique = decided.then_some(count.tally.found == 1);
                let json = told(serde_json::json!({"unique": unique, "solutions": ToldCount::from(&count)}));
                Found { status, words: vec![valid, count_said(&count).spoken()], json }
            }
            None => return Err(words::NOT_COUNTED.with("puzzle", puzzle)),
        },
        Question::Rating => {
            let rating = rate(level, budget);
            let json = told(serde_json::json!({"rating": rating.as_ref().map(ToldRating::from)}));
            let said = rating.iter().flat_map(rate_command::sentences);
            let status = if rating.is_some() { Status::Fine } else { Status::LimitHit };
            Found { status, words: std::iter::once(valid).chain(said).collect(), json }
        }
    })
}
