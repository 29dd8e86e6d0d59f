//! Do our points order levels as people do? Sets that are known as easier and harder, from the easiest on, are rated;
//! the rank correlation between points and the number of the set says how well they agree (1: no level of an easier
//! set has more points than one of a harder set, as far as levels of one set may be in any order).

use ingenio_catalog::find;
use ingenio_core::{AnyPuzzle, Grade, LevelRef, Options, Rating, Source};
use ingenio_workshop::rate;

use crate::command::{Command, argument};

pub const COMMANDS: &[Command] = &[Command {
    name: "grades",
    usage: "PUZZLE SET SET...",
    about: "rank correlation of points with the order of sets, each a file or FILE:A-B: grades unblock cards.txt:1-10 cards.txt:11-20",
    run,
}];

fn run(arguments: &[String]) -> Result<(), String> {
    let puzzle = find(argument(arguments, 0, "the puzzle")?).map_err(|fault| fault.english())?;
    let (mut points, mut places) = (Vec::new(), Vec::new());
    println!("{:<40} {:>6} {:>5} {:>5} {:>5}  of each grade", "set", "levels", "10 %", "half", "90 %");
    for (place, set) in arguments[1..].iter().enumerate() {
        let mut rated: Vec<u32> = levels(puzzle, set)?.iter().filter_map(points_of).collect();
        rated.sort_unstable();
        if rated.is_empty() {
            return Err(format!("{set}: no level could be rated"));
        }
        let share = |of: usize| rated[(rated.len() - 1) * of / 10];
        let grades =
            Grade::ALL.map(|grade| rated.iter().filter(|points| Grade::of(**points) == grade).count());
        let name = set.rsplit('/').next().unwrap_or(set);
        println!("{name:<40} {:>6} {:>5} {:>5} {:>5}  {grades:?}", rated.len(), share(1), share(5), share(9));
        places.extend(rated.iter().map(|_| place as f64));
        points.extend(rated.into_iter().map(f64::from));
    }
    println!("rank correlation {:.3}", correlation(&ranks(&points), &ranks(&places)));
    Ok(())
}

fn levels(puzzle: &'static dyn AnyPuzzle, set: &str) -> Result<Vec<LevelRef>, String> {
    let (file, part) = set.rsplit_once(':').map_or((set, None), |(file, part)| (file, Some(part)));
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let readings = puzzle.read(&Source::new(&text), &Options::defaults(puzzle.info().settings));
    let levels: Vec<LevelRef> = readings.into_iter().filter_map(|one| Some(one.ok()?.level)).collect();
    let Some(part) = part else { return Ok(levels) };
    let bounds = part.split_once('-').and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    let (from, to): (usize, usize) = bounds.filter(|(from, _)| *from > 0).ok_or("a part is FILE:A-B")?;
    Ok(levels.into_iter().skip(from - 1).take((to + 1).saturating_sub(from)).collect())
}

fn points_of(level: &LevelRef) -> Option<u32> {
    rate(level, &ingenio_core::Budget::default()).as_ref().map(Rating::points)
}

/// The place of every figure among all; equal ones share theirs.
fn ranks(figures: &[f64]) -> Vec<f64> {
    let rank = |figure: &f64| {
        let below = figures.iter().filter(|other| *other < figure).count();
        let equal = figures.iter().filter(|other| other.total_cmp(figure).is_eq()).count();
        below as f64 + (equal as f64 - 1.0) / 2.0
    };
    figures.iter().map(rank).collect()
}

fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let mean = |figures: &[f64]| figures.iter().sum::<f64>() / figures.len() as f64;
    let (middle, centre) = (mean(one), mean(other));
    let product: f64 = one.iter().zip(other).map(|(x, y)| (x - middle) * (y - centre)).sum();
    let square = |figures: &[f64], mean: f64| figures.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
    product / (square(one, middle) * square(other, centre)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_orders_correlate_and_opposite_ones_the_other_way() {
        let (up, down) = ([1.0, 5.0, 9.0, 9.0], [3.0, 2.0, 1.0, 1.0]);
        assert!((correlation(&ranks(&up), &ranks(&up)) - 1.0).abs() < 1e-9);
        assert!((correlation(&ranks(&up), &ranks(&down)) + 1.0).abs() < 1e-9);
        assert_eq!(ranks(&up), [0.0, 1.0, 2.5, 2.5]);
    }
}
