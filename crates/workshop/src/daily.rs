//! The daily puzzle of each family: made from the day alone, so that everybody has the same one, on a server, in a
//! page without one, and on another machine. No limit of time has a say in it.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;

use ingenio_core::day::Day;
use ingenio_core::face::find_generator;
use ingenio_core::{AnyPuzzle, Cancel, Message, Options};
use serde::Deserialize;

use crate::generation::{Distinct, Order, Product, generate};
use crate::words;

/// Days of a week.
const WEEK: usize = 7;

/// By puzzle.
static WEEKS: LazyLock<BTreeMap<String, Week>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../packs/daily/week.toml"))
        .unwrap_or_else(|error| panic!("the daily puzzles: {error}"))
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Week {
    /// From Monday.
    week: [Wish; WEEK],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    /// The generator.
    by: String,
    /// `key=value,...`
    wishes: String,
}

/// The daily puzzle of a family; fails when it is cancelled, or where the family has none.
pub fn daily(puzzle: &'static dyn AnyPuzzle, day: Day, cancel: &Cancel) -> Result<Product, Message> {
    let none = || words::NO_DAILY.with("puzzle", puzzle.info().title);
    let week = WEEKS.get(puzzle.info().name).ok_or_else(none)?;
    let wish = &week.week[day.weekday()];
    let generator = find_generator(puzzle, Some(&wish.by))?;
    let order = Order {
        puzzle,
        generator: generator.name,
        wishes: Options::parse(generator.options, &wish.wishes)?,
        seed: day.number() as u64,
        from: 0,
        count: 1,
        tries: None,
        time: None,
        patience: Duration::MAX,
        threads: 1,
        grade: None,
        rated: true,
        distinct: Distinct::Equal,
        cancel: cancel.clone(),
    };
    let mut made = None;
    let mut take = |product| {
        made = Some(product);
        false
    };
    generate(&order, &mut take, &mut |_| {})?;
    made.ok_or_else(none)
}
