//! `ingenio hint`: the next steps from where a play stands.

use std::time::Duration;

use ingenio_catalog::{Report, Request};
use ingenio_core::{AnyPlay, Fault, LevelRef, Message, Outcome};
use serde_json::{Map, Value};

use crate::arguments::HintArguments;
use crate::exit::Status;
use crate::input::{Item, items};
use crate::interrupt::cancel_on_interrupt;
use crate::output::{complain, print};
use crate::progress::Line;
use crate::solve::{budget, failed_json, place_json};
use crate::units::show_time;
use crate::{crash, words};

const DEFAULT_TIME: Duration = Duration::from_secs(10);

pub fn run(arguments: &HintArguments) -> Status {
    let items = items(&arguments.input);
    let [item] = &items[..] else {
        complain(words::ONE_LEVEL.with("count", items.len()));
        return Status::BadUsage;
    };
    match hint(arguments, item) {
        Ok(hint) => {
            hint.print(arguments, item);
            hint.status
        }
        Err((fault, status)) => {
            if arguments.json {
                let mut object = place_json(item);
                failed_json(&mut object, &fault);
                print(format_args!("{}\n", Value::Object(object)));
            } else {
                complain(format_args!("{}: {fault}", item.name()));
            }
            status
        }
    }
}

/// What is said to the player.
struct Hint {
    said: Vec<Message>,
    moves: Vec<String>,
    /// How far it is, and whether that is proved.
    to_go: Option<(u64, &'static str, bool)>,
    outcome: &'static str,
    status: Status,
}

fn hint(arguments: &HintArguments, item: &Item) -> Result<Hint, (Fault, Status)> {
    let entry = item.reading.as_ref().map_err(|fault| (fault.clone(), item.blame()))?;
    let mut play = entry.level.play();
    play.apply(&arguments.moves).map_err(|fault| (fault, Status::BadInput))?;
    if play.won() {
        let said = vec![words::HINT_WON.say()];
        return Ok(Hint { said, moves: Vec::new(), to_go: None, outcome: "solved", status: Status::Fine });
    }
    if let Some(reason) = play.stuck() {
        return Ok(lost(&reason));
    }
    if let Some((action, reason)) = play.forced().filter(|_| arguments.steps <= 1) {
        let said = vec![words::HINT_MOVE.with("moves", &action), words::HINT_BECAUSE.with("reason", reason)];
        return Ok(Hint { said, moves: vec![action], to_go: None, outcome: "solved", status: Status::Fine });
    }
    let report = search(arguments, item, play.as_ref(), &entry.level)?;
    Ok(match report.outcome() {
        Outcome::Unsolvable { reason } => lost(reason),
        Outcome::Failed { fault } => return Err((fault.clone(), Status::OwnFailure)),
        _ => advice(&report, arguments.steps),
    })
}

fn lost(reason: &Message) -> Hint {
    let said = vec![words::HINT_LOST.with("reason", reason)];
    Hint { said, moves: Vec::new(), to_go: None, outcome: "unsolvable", status: Status::Unsolvable }
}

/// Looks for the best way from here; first for a proof, within half of the time, then for any.
fn search(
    arguments: &HintArguments,
    item: &Item,
    play: &dyn AnyPlay,
    level: &LevelRef,
) -> Result<Report, (Fault, Status)> {
    let here = play.level_here().unwrap_or_else(|| level.clone());
    let mut budget = budget(&arguments.limits, Some(DEFAULT_TIME), cancel_on_interrupt());
    budget.time = budget.time.map(|time| time / 2);
    let mut request = Request { optimal: true, budget, ..Request::default() };
    let mut line = Line::new(item.name(), false);
    for optimal in [true, false] {
        request.optimal = optimal;
        let result = crash::guard(&here, || request.run(&here, &mut line));
        let report = result.map_err(|_| (words::CRASHED.say().into(), Status::OwnFailure))?;
        let report = report.map_err(|message| (message.into(), Status::BadUsage))?;
        if !optimal || !matches!(report.outcome(), Outcome::Unknown { best: None, .. }) {
            return Ok(report);
        }
    }
    unreachable!("the second answer is returned whatever it is")
}

fn advice(report: &Report, steps: usize) -> Hint {
    let Some(solution) = report.outcome().solution() else {
        let said = vec![words::HINT_NONE.with("time", show_time(report.solved.drive.elapsed))];
        return Hint { said, moves: Vec::new(), to_go: None, outcome: "unknown", status: Status::LimitHit };
    };
    let mut moves = report.level.solution_moves(solution.text()).unwrap_or_default();
    moves.truncate(steps.max(1));
    let mut said = vec![words::HINT_MOVE.with("moves", moves.join(" "))];
    let metric = report.level.puzzle().info().metrics.iter().find(|metric| metric.name == report.metric);
    let proved = report.outcome().is_optimal();
    let to_go = metric.and_then(|metric| Some((solution.measures().get(metric.name)?, metric.name, proved)));
    said.extend(to_go.map(|(count, metric, proved)| {
        let template = if proved { words::HINT_TO_GO } else { words::HINT_ABOUT };
        template.with("count", count).with("metric", metric)
    }));
    Hint { said, moves, to_go, outcome: "solved", status: Status::Fine }
}

impl Hint {
    fn print(&self, arguments: &HintArguments, item: &Item) {
        if arguments.json {
            print(format_args!("{}\n", Value::Object(self.json(item))));
        } else {
            let said: Vec<String> = self.said.iter().map(ToString::to_string).collect();
            print(said.join("\n") + "\n");
        }
    }

    fn json(&self, item: &Item) -> Map<String, Value> {
        let mut object = place_json(item);
        object.insert("outcome".into(), self.outcome.into());
        object.insert("moves".into(), self.moves.clone().into());
        if let Some((count, metric, proved)) = self.to_go {
            object.insert("to_go".into(), count.into());
            object.insert("metric".into(), metric.into());
            object.insert("optimal".into(), proved.into());
        }
        let said: Vec<String> = self.said.iter().map(ToString::to_string).collect();
        object.insert("message".into(), said.join(" ").into());
        object
    }
}
