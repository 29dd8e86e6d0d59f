//! `ingenio generate`: levels by wish, each solved, refereed and rated, with where it came from.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use ingenio_catalog::find;
use ingenio_core::face::{find_format, find_generator};
use ingenio_core::{Grade, Grouped, LevelRef, Message};
use ingenio_workshop::{Distinct, End, Harvest, Order, Product, generate};
use serde_json::json;

use crate::arguments::GenerateArguments;
use crate::exit::Status;
use crate::interrupt::cancel_on_interrupt;
use crate::output::{complain, print};
use crate::reader::Spoken;
use crate::units::show_time;
use crate::words;

/// A wish that nothing fulfils for so long is given up, unless a time was given.
const PATIENCE: Duration = Duration::from_mins(1);

pub fn run(arguments: &GenerateArguments) -> Status {
    let order = match order(arguments) {
        Ok(order) => order,
        Err(message) => return refused(&message),
    };
    let bar = bar(u64::from(arguments.count));
    let mut number = 0;
    let mut take = |product: Product| {
        number += 1;
        bar.set_position(number);
        bar.suspend(|| show(arguments, number, &product))
    };
    let harvest = generate(&order, &mut take, &mut |harvest| watch(&bar, harvest));
    bar.finish_and_clear();
    match harvest {
        Ok(harvest) => conclude(&order, &harvest),
        Err(message) => refused(&message),
    }
}

fn refused(message: &Message) -> Status {
    complain(message);
    let ours = message.id() == ingenio_workshop::words::WRONG_LEVEL.id;
    if ours { Status::OwnFailure } else { Status::BadUsage }
}

fn order(arguments: &GenerateArguments) -> Result<Order, Message> {
    let puzzle = find(&arguments.puzzle).map_err(|fault| fault.message)?;
    let generator = find_generator(puzzle, arguments.by.as_deref())?;
    if let Some(format) = &arguments.to {
        find_format(puzzle, format)?;
    }
    let grade = Grade::ALL.into_iter().find(|grade| arguments.grade.as_deref() == Some(grade.word()));
    Ok(Order {
        puzzle,
        generator: generator.name,
        wishes: generator.wishes(&arguments.wishes.join(","), grade)?,
        seed: arguments.seed,
        from: arguments.from,
        count: arguments.count as usize,
        tries: arguments.tries,
        time: arguments.time,
        patience: if arguments.time.is_some() { Duration::MAX } else { PATIENCE },
        threads: usize::from(arguments.threads),
        grade,
        rated: true,
        distinct: match (arguments.apart, arguments.mirrors) {
            (true, _) => Distinct::Alike,
            (_, true) => Distinct::Same,
            _ => Distinct::Equal,
        },
        cancel: cancel_on_interrupt(),
    })
}

/// A bar on standard error, where someone looks at it; levels are printed above it.
fn bar(count: u64) -> ProgressBar {
    let bar = ProgressBar::new(count);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} · {msg}");
    bar.set_style(style.expect("the template is right"));
    bar
}

fn watch(bar: &ProgressBar, harvest: &Harvest) {
    let tried = words::PROGRESS_TRIES.with("tried", Grouped(harvest.tried));
    let mut told = vec![tried, Message::told(show_time(harvest.elapsed))];
    told.extend(harvest.nearest.as_ref().filter(|_| harvest.made == 0).map(|near| near.what.clone()));
    bar.set_message(Message::dotted(told).spoken());
}

/// False if nobody reads on.
fn show(arguments: &GenerateArguments, number: u64, product: &Product) -> bool {
    if arguments.json {
        return print(format_args!("{}\n", json!(product.told(arguments.seed, number))));
    }
    let gap = if number > 1 { "\n" } else { "" };
    match level_text(&product.level, arguments.to.as_deref()) {
        Ok(text) => print(format_args!("{gap}Title: {}\n{text}\n", title(arguments.seed, product))),
        Err(message) => {
            complain(message);
            false
        }
    }
}

fn level_text(level: &LevelRef, format: Option<&str>) -> Result<String, Message> {
    let format = format.unwrap_or(level.puzzle().info().formats[0].name);
    Ok(level.write(format)?.trim_end().to_owned())
}

/// What is known of it and where it came from, in one line.
fn title(seed: u64, product: &Product) -> String {
    let mut parts = Vec::new();
    let figures = product.solution.measures().said().english();
    if !figures.is_empty() {
        parts.push(if product.optimal { format!("{figures} at best") } else { figures });
    }
    parts.extend(product.unique.then(|| "unique".to_owned()));
    parts.extend(
        product.rating.as_ref().map(|rating| format!("{} {}", rating.grade().word(), rating.points())),
    );
    parts.push(format!("seed {seed} try {}", product.number));
    parts.join(", ")
}

/// Says why it ended, if not because there are enough.
fn conclude(order: &Order, harvest: &Harvest) -> Status {
    if harvest.end == End::Enough {
        return Status::Fine;
    }
    let sentence = match harvest.end {
        End::Exhausted => words::GENERATED_ALL,
        End::Cancelled => words::GENERATION_CANCELLED,
        _ => words::GENERATION_STOPPED,
    };
    let numbers = [("made", harvest.made as u64), ("tried", harvest.tried), ("next", harvest.next)];
    let holes = sentence.holes();
    let shown = |message: Message, (name, number): (&'static str, u64)| match name {
        _ if !holes.contains(&name) => message,
        // It is to be typed again.
        "next" => message.with(name, number.to_string()),
        _ => message.with(name, Grouped(number)),
    };
    let mut message = numbers.into_iter().fold(sentence.say(), shown);
    if holes.contains(&"time") {
        message = message.with("time", show_time(harvest.elapsed));
    }
    complain(message);
    if let Some(near) = harvest.nearest.as_ref().filter(|_| harvest.made == 0) {
        complain(words::NEAREST.with("what", &near.what));
        complain(near.level.canonical());
    }
    let all = harvest.end == End::Exhausted && order.grade.is_none() && harvest.made > 0;
    if all { Status::Fine } else { Status::LimitHit }
}
