//! `ingenio exercise`: the exercises of the lessons, asked, answered and judged.

use ingenio_core::{Foreign, Listed, Message};
use ingenio_lessons::words as judged;
use ingenio_lessons::{Exercise, Judgement, LESSONS, Lesson, Wanted, find, notebook};
use serde_json::json;

use crate::arguments::ExerciseArguments;
use crate::exit::Status;
use crate::input::bytes_of;
use crate::interrupt::cancel_on_interrupt;
use crate::output::{complain, print};
use crate::reader::{Spoken, language, say};
use crate::words;

pub fn run(arguments: &ExerciseArguments) -> Status {
    match asked(arguments) {
        Ok(status) => status,
        Err((message, status)) => {
            complain(message);
            status
        }
    }
}

fn asked(arguments: &ExerciseArguments) -> Result<Status, (Message, Status)> {
    let usage = |message| (message, Status::BadUsage);
    let Some(lesson) = &arguments.lesson else {
        print(list_of_lessons());
        return Ok(Status::Fine);
    };
    let lesson = find(lesson).map_err(usage)?;
    if let Some(file) = &arguments.notebook {
        return write_notebook(lesson, file);
    }
    let Some(number) = arguments.number else {
        print(sheet(lesson));
        return Ok(Status::Fine);
    };
    let exercise = lesson.exercise(number).map_err(usage)?;
    let answer = answer(arguments)?;
    if arguments.hint {
        print(format!("{}\n", say(exercise.said_hint())));
    }
    match answer {
        Some(answer) => {
            let judgement = exercise.judge(&answer, &cancel_on_interrupt());
            // Whoever asked for the hint has just read it.
            let stuck = judged::STUCK.with("lesson", lesson.name).with("number", number);
            Ok(tell(&judgement, arguments.json, (!arguments.hint).then_some(stuck)))
        }
        None if arguments.hint => Ok(Status::Fine),
        None => {
            print(format!("{}{}\n", question(number, &exercise), say(how(lesson, number, &exercise))));
            Ok(Status::Fine)
        }
    }
}

/// The lesson with its cells, for a teacher to hand out.
fn write_notebook(lesson: &Lesson, file: &str) -> Result<Status, (Message, Status)> {
    let text = format!("{:#}\n", notebook(lesson, language()));
    if file == "-" {
        print(text);
        return Ok(Status::Fine);
    }
    let unwritable =
        |error| (words::EXERCISE_FILE.with("file", file).with("error", Foreign(error)), Status::BadInput);
    std::fs::write(file, text).map_err(unwritable)?;
    print(format!("{}\n", say(words::NOTEBOOK_WRITTEN.with("file", file))));
    Ok(Status::Fine)
}

/// What was answered, in words or as a file.
fn answer(arguments: &ExerciseArguments) -> Result<Option<String>, (Message, Status)> {
    let Some(file) = &arguments.file else {
        return Ok((!arguments.answer.is_empty()).then(|| arguments.answer.join(" ")));
    };
    let unreadable =
        |error: Message| (words::EXERCISE_FILE.with("file", file).with("error", error), Status::BadInput);
    let bytes = bytes_of(file).map_err(|fault| unreadable(fault.said()))?;
    String::from_utf8(bytes).map(Some).map_err(|error| unreadable(Message::foreign(&error)))
}

fn tell(Judgement { right, why }: &Judgement, json: bool, stuck: Option<Message>) -> Status {
    if json {
        print(format!("{}\n", json!({ "right": right, "why": why })));
    } else {
        let verdict = if *right { judged::RIGHT } else { judged::NOT_YET };
        let stuck = stuck
            .filter(|_| !right)
            .map_or(String::new(), |stuck| format!("{stuck}\n", stuck = stuck.spoken()));
        print(format!("{} {}\n{stuck}", say(verdict), say(why)));
    }
    if *right { Status::Fine } else { Status::Refused }
}

/// How to answer this one.
fn how(lesson: &Lesson, number: usize, exercise: &Exercise) -> Message {
    let own = matches!(exercise.wanted, Wanted::Level(_));
    let sentence = if own { judged::HAND_IN_WITH } else { judged::ANSWER_WITH };
    sentence.with("lesson", lesson.name).with("number", number)
}

fn list_of_lessons() -> String {
    let mut text = String::new();
    for lesson in &LESSONS {
        text += &format!("  {:<10}{}\n", lesson.name, lesson.title_for(language()));
    }
    text + &words::EXERCISE_HOW.say().spoken() + "\n"
}

fn sheet(lesson: &Lesson) -> String {
    let exercises = lesson.exercises();
    let questions = exercises.iter().enumerate().map(|(index, exercise)| question(index + 1, exercise));
    let how = words::EXERCISE_ANSWER.with("lesson", lesson.name).spoken();
    format!("{}\n\n{}{how}\n", lesson.title_for(language()), questions.collect::<String>())
}

fn question(number: usize, exercise: &Exercise) -> String {
    let ask = say(exercise.said_ask()).replace('\n', "\n   ");
    let form = match &exercise.wanted {
        Wanted::Number => words::WANTED_NUMBER.say(),
        Wanted::Choice(_) => {
            let choices = exercise.said_choices().into_iter().map(|(_, said)| said);
            words::WANTED_CHOICE.with("choices", Listed::commas(choices))
        }
        Wanted::Solution { .. } => words::WANTED_SOLUTION.say(),
        Wanted::Level { .. } => words::WANTED_LEVEL.say(),
    };
    format!("{number}. {ask}\n   {form}\n\n", form = form.spoken())
}
