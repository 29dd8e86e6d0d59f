//! Generators: tries and levels per CPU second on one thread, the longest try, and how the levels spread
//! over points and grades.

use ingenio_catalog::find;
use ingenio_core::{Attempt, Cancel, Grade, LevelRef, Made, Options, Rng, Step, Task};

use crate::command::{Command, argument, timed};

pub const COMMANDS: &[Command] = &[Command {
    name: "generate",
    usage: "PUZZLE LEVELS [GENERATOR] [WISHES] [SEED]",
    about: "levels per CPU second, and the spread of their difficulty: generate unblock 1000 random least=20",
    run,
}];

/// Levels are hardly worth so many tries each.
const TRIES_PER_LEVEL: u64 = 100_000;

fn run(arguments: &[String]) -> Result<(), String> {
    let puzzle = find(argument(arguments, 0, "the puzzle")?).map_err(|fault| fault.english())?;
    let wanted: u64 =
        argument(arguments, 1, "the number of levels")?.parse().map_err(|_| "LEVELS is a number")?;
    let generators = puzzle.generators();
    let name = arguments.get(2).map_or(generators[0].name, String::as_str);
    let row = generators.iter().find(|row| row.name == name).ok_or("no such generator")?;
    let wishes = arguments.get(3).map_or("", String::as_str);
    let options = Options::parse(row.options, wishes).map_err(|why| why.english())?;
    let seed: u64 = arguments.get(4).map_or(Ok(1), |text| text.parse()).map_err(|_| "SEED is a number")?;
    let mut maker = puzzle.generate(name, &options, Cancel::default()).map_err(|why| why.english())?;
    let (mut levels, mut near, mut tries, mut seconds, mut longest) = (Vec::new(), 0, 0, 0.0, 0.0_f64);
    while (levels.len() as u64) < wanted && tries < TRIES_PER_LEVEL * wanted {
        let (used, attempt) = timed(|| maker.attempt(tries, &mut Rng::stream(seed, tries)));
        (seconds, longest, tries) = (seconds + used, longest.max(used), tries + 1);
        match attempt {
            Attempt::Made(made) => levels.extend(made),
            Attempt::Near(_) => near += 1,
            Attempt::Nothing => {}
            Attempt::End => break,
        }
    }
    referee(&levels)?;
    let made = levels.len();
    println!(
        "{} {name} {wishes}: {tries} tries, {made} levels, {near} near misses, {seconds:.2} CPU s: \
         {:.0} tries/s, {:.2} levels/s, {:.4} s per level, longest try {longest:.3} s",
        puzzle.info().name,
        tries as f64 / seconds,
        made as f64 / seconds,
        seconds / made as f64
    );
    spread(levels.into_iter().map(|made| made.level));
    Ok(())
}

fn referee(levels: &[Made<LevelRef>]) -> Result<(), String> {
    for made in levels {
        made.level.verify(&made.solution).map_err(|refusal| refusal.english())?;
    }
    let optimal = levels.iter().filter(|made| made.optimal).count();
    let unique = levels.iter().filter(|made| made.unique).count();
    println!("{} refereed, {optimal} proved optimal, {unique} proved unique", levels.len());
    Ok(())
}

/// Rates levels and draws how many have how many points.
fn spread(levels: impl Iterator<Item = LevelRef>) {
    let (mut bins, mut grades, mut inexact, mut slowest, mut total) =
        ([0_usize; 20], [0; 4], 0, 0.0_f64, 0.0);
    for level in levels {
        let (used, rating) = timed(|| {
            let mut run = level.rate(&Task::default())?;
            while !matches!(run.advance(1 << 14), Step::Done(_)) {}
            run.found()
        });
        (slowest, total) = (slowest.max(used), total + used);
        let Some(rating) = rating else { continue };
        bins[(rating.points() as usize / 5).min(19)] += 1;
        grades[rating.grade() as usize] += 1;
        inexact += u32::from(!rating.is_exact());
    }
    let most = bins.iter().max().copied().unwrap_or(1).max(1);
    for (bin, count) in bins.iter().enumerate() {
        println!("{:>3}..{:<3} {count:>5} {}", bin * 5, bin * 5 + 4, "#".repeat(count * 60 / most));
    }
    for (grade, count) in Grade::ALL.iter().zip(grades) {
        print!("{} {count}  ", grade.word());
    }
    println!("\nrating: {total:.2} CPU s in all, slowest {slowest:.3} s, {inexact} not exact");
}
