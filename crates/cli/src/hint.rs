//! `ingenio hint`: the next steps from where a play stands, by the same ladder as in the game.

use std::time::Duration;

use ingenio_coach::{Hint, Rung, hint as climb};
use ingenio_core::{Fault, Message};
use serde_json::{Map, Value};

use crate::arguments::HintArguments;
use crate::exit::Status;
use crate::input::{Item, items};
use crate::interrupt::cancel_on_interrupt;
use crate::output::{complain, print};
use crate::placed::{print_json, tell_failure};
use crate::progress::StatusLine;
use crate::solve::budget;
use crate::{crash, words};

const DEFAULT_TIME: Duration = Duration::from_secs(3);

pub fn run(arguments: &HintArguments) -> Status {
    let items = items(&arguments.input);
    let [item] = &items[..] else {
        complain(words::ONE_LEVEL.with("count", items.len()));
        return Status::BadUsage;
    };
    match hint(arguments, item) {
        Ok(hint) => {
            show(&hint, arguments, item);
            status(&hint)
        }
        Err((fault, status)) => {
            tell_failure(item, &fault, arguments.json);
            status
        }
    }
}

fn hint(arguments: &HintArguments, item: &Item) -> Result<Hint, (Fault, Status)> {
    let entry = item.reading.as_ref().map_err(|fault| (fault.clone(), item.blame()))?;
    let mut play = entry.level.play();
    play.apply(&arguments.moves).map_err(|fault| (fault, Status::BadInput))?;
    let rung = match arguments.steps {
        _ if arguments.plan => Rung::Plan,
        0 | 1 => Rung::Move,
        steps => Rung::Moves(steps),
    };
    let budget = budget(&arguments.limits, 1, Some(DEFAULT_TIME), cancel_on_interrupt());
    let mut line = StatusLine::new(item.name(), false);
    let found = crash::guard(&entry.level, || climb(&entry.level, play.as_ref(), rung, &budget, &mut line));
    found.map_err(|_| (words::CRASHED.say().into(), Status::OwnFailure))
}

fn status(hint: &Hint) -> Status {
    match outcome(hint) {
        "unsolvable" => Status::Unsolvable,
        "unknown" => Status::LimitHit,
        _ => Status::Fine,
    }
}

const fn outcome(hint: &Hint) -> &'static str {
    if hint.lost {
        "unsolvable"
    } else if hint.solved || !hint.moves.is_empty() {
        "solved"
    } else if !hint.cells.is_empty() {
        "advice"
    } else {
        "unknown"
    }
}

fn show(hint: &Hint, arguments: &HintArguments, item: &Item) {
    if arguments.json {
        print_json(item, json(hint, &Message::all(hint.said.clone()).english()));
    } else {
        print(Message::lines(hint.said.clone()));
        print("\n");
    }
}

fn json(hint: &Hint, said: &str) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("outcome".into(), outcome(hint).into());
    object.insert("moves".into(), hint.moves.clone().into());
    let cells: Vec<[u16; 2]> = hint.cells.iter().map(|cell| [cell.row, cell.column]).collect();
    object.insert("cells".into(), cells.into_iter().map(|cell| cell.to_vec()).collect::<Vec<_>>().into());
    if let Some(to_go) = hint.to_go {
        object.insert("to_go".into(), to_go.count.into());
        object.insert("metric".into(), to_go.metric.into());
        object.insert("optimal".into(), to_go.proved.into());
    }
    object.insert("message".into(), said.into());
    object
}
