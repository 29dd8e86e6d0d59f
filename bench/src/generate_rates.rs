//! Generators: tries and levels per second, the time to one level, and how the ratings spread.
//!
//! `bench generate-unblock 10 random least=20` tries for ten seconds and then rates what was made.

use std::sync::Arc;

use cpu_time::ProcessTime;
use ingenio_core::{Attempt, Cancel, Grade, Options, Puzzle, Rng, Step, Task};
use ingenio_taquin::Taquin;
use ingenio_tetravex::Tetravex;
use ingenio_unblock::Unblock;

use crate::command::{Command, argument};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "generate-unblock",
        usage: USAGE,
        about: "tries and boards per second, the time to a board, how the ratings spread",
        run: measure::<Unblock>,
    },
    Command {
        name: "generate-tetravex",
        usage: USAGE,
        about: "the same for TetraVex",
        run: measure::<Tetravex>,
    },
    Command { name: "generate-taquin", usage: USAGE, about: "the same for Taquin", run: measure::<Taquin> },
];

const USAGE: &str = "SECONDS [GENERATOR] [WISHES]";
/// Levels that are rated at most.
const RATED: usize = 1000;

fn measure<P: Puzzle>(arguments: &[String]) -> Result<(), String> {
    let seconds: f64 = argument(arguments, 0, "the number of seconds")?.parse().map_err(|_| "no seconds")?;
    let wanted = arguments.get(1).map_or(P::generators()[0].name, String::as_str);
    let row = P::generators().iter().find(|row| row.name == wanted).ok_or("no such generator")?;
    let wishes = arguments.get(2).map_or("", String::as_str);
    let options = Options::parse(row.options, wishes).map_err(|why| why.to_string())?;
    let mut maker = (row.start)(&options, Cancel::default()).map_err(|why| why.to_string())?;
    let begun = ProcessTime::now();
    let (mut tries, mut near, mut levels) = (0, 0, Vec::new());
    while begun.elapsed().as_secs_f64() < seconds {
        let attempt = maker.attempt(tries, &mut Rng::stream(0, tries));
        tries += 1;
        match attempt {
            Attempt::Made(made) => levels.extend(made),
            Attempt::Near(_) => near += 1,
            Attempt::Nothing => {}
            Attempt::End => break,
        }
    }
    let spent = begun.elapsed().as_secs_f64();
    println!(
        "{} {wanted} {wishes}: {tries} tries in {spent:.2} s = {:.0}/s; {} levels = {:.1}/s, {:.4} s each; {near} near",
        P::INFO.name,
        tries as f64 / spent,
        levels.len(),
        levels.len() as f64 / spent,
        spent / levels.len() as f64
    );
    for made in &levels {
        let refereed = P::referee(&made.level, &made.solution);
        refereed.map_err(|refusal| format!("{}: {refusal}", P::canonical(&made.level)))?;
    }
    rate::<P>(levels.into_iter().take(RATED).map(|made| made.level))
}

/// Rates levels and prints how many have each grade and each ten points.
fn rate<P: Puzzle>(levels: impl Iterator<Item = P::Level>) -> Result<(), String> {
    let begun = ProcessTime::now();
    let (mut grades, mut tens, mut rated, mut worst) = ([0; 4], [0; 11], 0, 0.0f64);
    for level in levels {
        let before = ProcessTime::now();
        let mut run = P::rate(&Arc::new(level), &Task::default()).ok_or("levels are not rated")?;
        while let Step::Running = run.advance(1 << 14) {}
        worst = worst.max(before.elapsed().as_secs_f64());
        let rating = run.rating().ok_or("a level without a rating")?;
        grades[Grade::ALL.iter().position(|grade| *grade == rating.grade()).unwrap_or(0)] += 1;
        tens[rating.points() as usize / 10] += 1;
        rated += 1;
    }
    let each = begun.elapsed().as_secs_f64() * 1e3 / f64::from(rated.max(1));
    println!(
        "{rated} rated, {each:.2} ms each, worst {:.1} ms: {grades:?} by grade, {tens:?} by ten points",
        worst * 1e3
    );
    Ok(())
}
