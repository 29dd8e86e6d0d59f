//! `solve --explain`: the plan of a level, and why the moves of a solution are made.

use ingenio_catalog::SystemClock;
use ingenio_core::{Answer, Budget, LevelRef, Note, Task};
use serde_json::{Map, Value, json};

use crate::reader::Spoken;
use crate::{sayings, words};

/// What there is to tell of an answer: by the search that found it, or else by the puzzle afterwards, within
/// what that search left of the budget.
pub fn notes(level: &LevelRef, answer: &Answer, left: &Budget) -> Vec<Note> {
    if !answer.reasons.is_empty() {
        return answer.reasons.clone();
    }
    let task = Task::default().within(left, &SystemClock::for_threads(1));
    // Making ready for a plan of a huge board takes a while by itself.
    let is_late = left.is_spent() && level.puzzle().explains();
    let mut notes = if is_late { Vec::new() } else { level.explain(answer.solution(), &task) };
    if is_late || task.alarm.was_heard() {
        notes.push(Note { kind: "limit", by: None, said: words::NO_TIME_TO_TELL.say(), cells: Vec::new() });
    }
    notes
}

/// One line for each note.
pub fn sentences(notes: &[Note]) -> Vec<String> {
    if notes.is_empty() {
        return vec![words::NO_PLAN.say().spoken()];
    }
    let line = |note: &Note| format!("  {}", sayings::sentence(&note.said));
    std::iter::once(words::PLAN.say().spoken()).chain(notes.iter().map(line)).collect()
}

/// The answer with its notes.
pub fn json(answer: &Answer, notes: &[Note]) -> Map<String, Value> {
    let note = |note: &Note| {
        let cells: Vec<[u16; 2]> = note.cells.iter().map(|cell| [cell.row, cell.column]).collect();
        let mut told = json!({"kind": note.kind, "message": note.said.english(), "cells": cells});
        if let Some(by) = note.by {
            told["by"] = by.into();
        }
        told
    };
    let answer = serde_json::to_value(answer).expect("an answer is plain data");
    let Value::Object(mut object) = answer else { unreachable!("an answer is an object") };
    object.insert("explanation".into(), notes.iter().map(note).collect());
    object
}
