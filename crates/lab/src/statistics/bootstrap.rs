//! How far a figure can be trusted: the same figure over many draws of the levels, with replacement (Efron,
//! 1979). The interval holds the middle 95 % of them. Draws are by a fixed random number, so that a report
//! says the same twice.

use ingenio_core::Rng;

use super::quantile;

/// Draws: enough for the second digit of an interval's ends.
const DRAWS: usize = 2000;

/// Fewer things than this have no interval that says anything.
const LEAST: usize = 5;
/// Of more things than this the normal curve says the same, and at once.
const MANY: usize = 500;
/// The middle 95 % of the normal curve, in deviations.
const NORMAL: f64 = 1.96;

/// The part of draws that lies outside the interval, on both sides together.
const OUTSIDE: f64 = 0.05;

/// A figure over many draws of so many things.
fn draws(things: usize, figure: impl Fn(&[usize]) -> Option<f64>) -> Vec<f64> {
    let mut rng = Rng::new(1979);
    let mut drawn = vec![0; things];
    let mut figures = Vec::with_capacity(DRAWS);
    for _ in 0..DRAWS {
        drawn.fill_with(|| rng.below(things));
        figures.extend(figure(&drawn));
    }
    figures
}

/// The interval of a mean; nothing of too few values. Draws are measured in their own errors
/// (bootstrap-t): run times are skewed, and the plain draws of twenty of them hold the truth in 90 of 100 cases
/// only. A mean lies within its values, whatever the draws say.
pub fn mean_interval(values: &[f64]) -> Option<(f64, f64)> {
    if values.len() < LEAST {
        return None;
    }
    let (mean, error) = mean_and_error(values.iter().copied());
    if values.len() > MANY || error <= 0.0 {
        return Some((mean - NORMAL * error, mean + NORMAL * error));
    }
    let distances = draws(values.len(), |drawn| {
        let (drawn_mean, drawn_error) = mean_and_error(drawn.iter().map(|at| values[*at]));
        (drawn_error > 0.0).then(|| (drawn_mean - mean) / drawn_error)
    });
    let (least, most) = (quantile(values, 0.0)?, quantile(values, 1.0)?);
    let end = |part: f64| Some((mean - quantile(&distances, part)? * error).clamp(least, most));
    Some((end(1.0 - OUTSIDE / 2.0)?, end(OUTSIDE / 2.0)?))
}

/// The mean, and how far it is off by chance.
fn mean_and_error(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

/// The interval of a median; nothing of too few values.
pub fn median_interval(values: &[f64]) -> Option<(f64, f64)> {
    if values.len() < LEAST {
        return None;
    }
    if values.len() > MANY {
        // How many values lie below the true median is binomial.
        let reach = NORMAL / 2.0 / (values.len() as f64).sqrt();
        return Some((quantile(values, 0.5 - reach)?, quantile(values, 0.5 + reach)?));
    }
    let medians = draws(values.len(), |drawn| {
        let mut chosen: Vec<f64> = drawn.iter().map(|at| values[*at]).collect();
        let middle = chosen.len() / 2;
        Some(*chosen.select_nth_unstable_by(middle, f64::total_cmp).1)
    });
    Some((quantile(&medians, OUTSIDE / 2.0)?, quantile(&medians, 1.0 - OUTSIDE / 2.0)?))
}

/// How many of so many intervals, each of a mean of this many draws from a skewed distribution whose mean is
/// known, hold it: what an interval promises, measured.
pub fn coverage(trials: usize, values: usize, seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let holds = |_: &usize| {
        // Exponential, as run times of searches nearly are: its mean is 1.
        let drawn: Vec<f64> = (0..values).map(|_| -(1.0 - rng.unit()).max(1e-12).ln()).collect();
        mean_interval(&drawn).is_some_and(|(low, high)| low <= 1.0 && 1.0 <= high)
    };
    (0..trials).filter(holds).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_the_truth_about_as_often_as_it_promises() {
        let held = coverage(200, 60, 7);
        assert!((178..=199).contains(&held), "{held} of 200");
    }

    #[test]
    fn many_values_have_about_the_interval_that_draws_give() {
        let mut rng = Rng::new(2);
        let values: Vec<f64> = (0..=MANY).map(|_| rng.unit()).collect();
        let close = |(a, b): (f64, f64), (c, d): (f64, f64)| {
            assert!((a - c).abs() < 0.01 && (b - d).abs() < 0.01, "{a} {b} and {c} {d}");
        };
        close(mean_interval(&values).unwrap(), mean_interval(&values[1..]).unwrap());
        close(median_interval(&values).unwrap(), median_interval(&values[1..]).unwrap());
    }

    #[test]
    fn what_does_not_vary_has_no_width_and_too_few_have_no_interval() {
        assert_eq!(mean_interval(&[2.0; 8]), Some((2.0, 2.0)));
        assert_eq!(mean_interval(&[1.0, 2.0]), None);
        let (low, high) = mean_interval(&[0.0, 1.0, 2.0, 3.0, 4.0]).unwrap();
        assert!(low < 2.0 && 2.0 < high && low >= 0.0 && high <= 4.0);
    }
}
