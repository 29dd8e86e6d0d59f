//! What the commands that measure generators have in common: tries in a row on one thread, the
//! levels per CPU second, and how the levels spread over the points and grades.

use std::sync::Arc;

use ingenio_core::{Attempt, Cancel, Grade, Options, Puzzle, Rng, Step, Task};

use crate::command::{argument, timed};

/// Reads `WISHES [LEVELS] [SEED]`, makes so many levels with a generator and reports.
pub fn measure<P: Puzzle>(name: &str, arguments: &[String]) -> Result<(), String> {
    let generator = P::generators().iter().find(|row| row.name == name).ok_or("no such generator")?;
    let wishes = arguments.first().map_or("", String::as_str);
    let wishes = Options::parse(generator.options, wishes).map_err(|message| message.to_string())?;
    let number = |at: usize, default: u64| -> Result<u64, String> {
        arguments.get(at).map_or(Ok(default), |_| {
            argument(arguments, at, "a number")?.parse().map_err(|_| "LEVELS and SEED are numbers".to_owned())
        })
    };
    let (wanted, seed) = (number(1, 100)?, number(2, 1)?);
    let mut maker = (generator.start)(&wishes, Cancel::default()).map_err(|message| message.to_string())?;
    let (mut levels, mut near, mut tries, mut seconds, mut longest) = (Vec::new(), 0, 0, 0.0, 0.0_f64);
    while (levels.len() as u64) < wanted && tries < 1000 * wanted {
        let (used, attempt) = timed(|| maker.attempt(tries, &mut Rng::stream(seed, tries)));
        seconds += used;
        longest = longest.max(used);
        tries += 1;
        match attempt {
            Attempt::Made(made) => levels.extend(made),
            Attempt::Near(_) => near += 1,
            Attempt::Nothing => {}
            Attempt::End => break,
        }
    }
    for made in &levels {
        P::referee(&made.level, &made.solution).map_err(|refusal| refusal.to_string())?;
    }
    println!(
        "{name}: {tries} tries, {} levels, {near} near misses, {seconds:.2} CPU s: {:.1} tries/s, {:.1} levels/s, longest try {longest:.2} s",
        levels.len(),
        tries as f64 / seconds,
        levels.len() as f64 / seconds
    );
    let optimal = levels.iter().filter(|made| made.optimal).count();
    let unique = levels.iter().filter(|made| made.unique).count();
    println!("proved optimal {optimal}, proved unique {unique}");
    spread::<P>(levels.into_iter().map(|made| made.level).collect());
    Ok(())
}

/// Rates levels and draws how many have how many points.
fn spread<P: Puzzle>(levels: Vec<P::Level>) {
    let (mut bins, mut grades, mut inexact, mut slowest, mut total) = ([0; 20], [0; 4], 0, 0.0_f64, 0.0);
    for level in levels {
        let level = Arc::new(level);
        let (used, rating) = timed(|| {
            let mut run = P::rate(&level, &Task::default())?;
            while !matches!(run.advance(1 << 14), Step::Done(_)) {}
            run.rating()
        });
        (slowest, total) = (slowest.max(used), total + used);
        let Some(rating) = rating else { continue };
        bins[(rating.points() as usize / 5).min(19)] += 1;
        grades[rating.grade() as usize] += 1;
        inexact += u32::from(!rating.is_exact());
    }
    for (bin, count) in bins.iter().enumerate() {
        let share = count * 60 / bins.iter().max().copied().unwrap_or(1).max(1);
        println!("{:>3}..{:<3} {count:>5} {}", bin * 5, bin * 5 + 4, "#".repeat(share));
    }
    for (grade, count) in Grade::ALL.iter().zip(grades) {
        print!("{grade} {count}  ");
    }
    println!("\nrating: {total:.2} CPU s in all, slowest {slowest:.3} s, {inexact} not exact");
}
