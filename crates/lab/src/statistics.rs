//! The few statistics that a comparison of methods needs.

pub mod bootstrap;
pub mod friedman;
pub mod holm;

/// The middle value; the mean of the two middle ones where there are two.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        length if length % 2 == 1 => Some(sorted[middle]),
        _ => Some(f64::midpoint(sorted[middle - 1], sorted[middle])),
    }
}

/// The value below which this part of the values lies (0 to 1), between neighbours in proportion.
pub fn quantile(values: &[f64], part: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let place = part.clamp(0.0, 1.0) * last as f64;
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some(low + (high - low) * place.fract())
}

/// A straight line through points, by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    pub slope: f64,
    pub intercept: f64,
    /// The part of the variance that the line explains.
    pub explained: f64,
}

pub fn fit(points: &[(f64, f64)]) -> Option<Fit> {
    let count = points.len() as f64;
    let mean_x = points.iter().map(|point| point.0).sum::<f64>() / count;
    let mean_y = points.iter().map(|point| point.1).sum::<f64>() / count;
    let sum = |term: &dyn Fn(f64, f64) -> f64| {
        points.iter().map(|(x, y)| term(x - mean_x, y - mean_y)).sum::<f64>()
    };
    let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
    if points.len() < 3 || xx <= 0.0 {
        return None;
    }
    let slope = xy / xx;
    let explained = if yy > 0.0 { xy * xy / (xx * yy) } else { 1.0 };
    Some(Fit { slope, intercept: mean_y - slope * mean_x, explained })
}

/// How likely differences as large as these are where there is none: Wilcoxon's signed-rank test, two
/// sides. Exact up to 25 differences without ties, else by the normal curve with corrections.
pub fn wilcoxon(differences: &[f64]) -> f64 {
    let mut differing: Vec<f64> = differences.iter().copied().filter(|value| *value != 0.0).collect();
    differing.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let count = differing.len();
    if count == 0 {
        return 1.0;
    }
    let (ranks, ties) = ranks(&differing);
    let positive: f64 =
        differing.iter().zip(&ranks).filter(|(value, _)| **value > 0.0).map(|(_, rank)| rank).sum();
    if count <= 25 && ties == 0.0 {
        return exact_signed_rank(count, positive as usize);
    }
    normal_signed_rank(count, positive, ties)
}

/// The same by the normal curve, corrected for ties and for whole numbers.
fn normal_signed_rank(count: usize, positive: f64, ties: f64) -> f64 {
    let total = count as f64;
    let mean = total * (total + 1.0) / 4.0;
    let variance = total * (total + 1.0) * (2.0 * total + 1.0) / 24.0 - ties / 48.0;
    if variance <= 0.0 {
        return 1.0;
    }
    let distance = ((positive - mean).abs() - 0.5).max(0.0) / variance.sqrt();
    (2.0 * normal_tail(distance)).min(1.0)
}

/// Ranks from 1 with ties shared, and the sum of t³ - t over the ties.
fn ranks(sorted: &[f64]) -> (Vec<f64>, f64) {
    let (mut ranks, mut ties, mut at) = (Vec::with_capacity(sorted.len()), 0.0, 0);
    while at < sorted.len() {
        let same =
            sorted[at..].iter().take_while(|value| value.abs().total_cmp(&sorted[at].abs()).is_eq()).count();
        let shared = at as f64 + f64::midpoint(same as f64, 1.0);
        ranks.extend(std::iter::repeat_n(shared, same));
        let size = same as f64;
        ties += size * size * size - size;
        at += same;
    }
    (ranks, ties)
}

/// Counts how many of the 2^n ways to give signs lead to each sum of ranks.
fn exact_signed_rank(count: usize, positive: usize) -> f64 {
    let most = count * (count + 1) / 2;
    let mut ways = vec![0.0; most + 1];
    ways[0] = 1.0;
    for rank in 1..=count {
        for sum in (rank..=most).rev() {
            ways[sum] += ways[sum - rank];
        }
    }
    let smaller = positive.min(most - positive);
    let tail: f64 = ways[..=smaller].iter().sum();
    (2.0 * tail / 2f64.powi(count as i32)).min(1.0)
}

/// The exact test of `McNemar`: of the levels that only one of two methods solves, is a split as uneven as
/// this likely where the two are alike?
pub fn mcnemar(only_first: u64, only_second: u64) -> f64 {
    let count = only_first + only_second;
    let smaller = only_first.min(only_second);
    // Binomial coefficients as logarithms, so that thousands of levels do not overflow.
    let mut log_ways = 0.0;
    let mut tail = 0.0;
    for chosen in 0..=smaller {
        if chosen > 0 {
            log_ways += ((count - chosen + 1) as f64 / chosen as f64).ln();
        }
        tail += (log_ways - count as f64 * std::f64::consts::LN_2).exp();
    }
    (2.0 * tail).min(1.0)
}

/// The part of the normal curve beyond this many deviations, by the continued fraction of Abramowitz and
/// Stegun 26.2.17; off by less than 1e-7.
fn normal_tail(deviations: f64) -> f64 {
    let factor = 1.0 / 0.231_641_9f64.mul_add(deviations, 1.0);
    let terms = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let sum = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * factor);
    (-deviations * deviations / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use ingenio_core::Rng;

    fn close(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-4, "{found} instead of {wanted}");
    }

    #[test]
    fn middles_and_quarters() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[]), None);
        assert_eq!(quantile(&[0.0, 10.0], 0.25), Some(2.5));
    }

    #[test]
    fn a_line_is_found_again() {
        let points: Vec<_> = (1..9).map(|x| (f64::from(x), 3.0 * f64::from(x) - 2.0)).collect();
        let fit = fit(&points).unwrap();
        close(fit.slope, 3.0);
        close(fit.intercept, -2.0);
        close(fit.explained, 1.0);
    }

    /// From the tables of the textbooks.
    #[test]
    fn known_values_of_both_tests() {
        // All six differences on one side: 2 / 2^6.
        close(wilcoxon(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), 0.03125);
        // Nine pairs, the smaller sum 5: 2 * 10 / 2^9.
        close(wilcoxon(&[-5.0, 1.0, 2.0, 3.0, 4.0, 6.0, 7.0, 8.0, 9.0]), 0.039_06);
        close(mcnemar(1, 9), 0.021_48);
        close(mcnemar(5, 5), 1.0);
        close(mcnemar(0, 0), 1.0);
        close(normal_tail(1.959_964), 0.025);
    }

    #[test]
    fn exact_and_normal_agree_where_they_meet() {
        for positive in [60, 90, 120, 150] {
            let (exact, normal) =
                (exact_signed_rank(25, positive), normal_signed_rank(25, positive as f64, 0.0));
            assert!((exact - normal).abs() < 0.01, "{positive}: {exact} and {normal}");
        }
    }

    /// A planted null difference: both methods draw from the same distribution on every level. At a level
    /// of 5 % no more than 5 % of a thousand comparisons may cry out (with the spread of such a count).
    #[test]
    fn no_difference_gives_no_alarm_more_often_than_promised() {
        let mut rng = Rng::new(12);
        for levels in [12, 40] {
            let (mut slower, mut solved) = (0, 0);
            for _ in 0..1000 {
                let differences: Vec<f64> =
                    (0..levels).map(|_| (rng.unit() + 1e-9).ln() - (rng.unit() + 1e-9).ln()).collect();
                slower += u32::from(wilcoxon(&differences) < 0.05);
                let (mut first, mut second) = (0, 0);
                for _ in 0..levels {
                    let (a, b) = (rng.unit() < 0.7, rng.unit() < 0.7);
                    first += u64::from(a && !b);
                    second += u64::from(b && !a);
                }
                solved += u32::from(mcnemar(first, second) < 0.05);
            }
            assert!(slower <= 50, "{slower} of 1000 alarms on times of {levels} levels");
            assert!(solved <= 50, "{solved} of 1000 alarms on solved of {levels} levels");
        }
    }

    #[test]
    fn a_planted_difference_is_seen() {
        let mut rng = Rng::new(13);
        let seen = (0..100).filter(|_| {
            let differences: Vec<f64> = (0..40).map(|_| rng.unit() - rng.unit() + 0.4).collect();
            wilcoxon(&differences) < 0.05
        });
        assert!(seen.count() >= 95);
    }
}
