//! Several methods over many levels, by ranks alone: Friedman's test says whether any differs from the
//! others, Nemenyi's critical difference how far two mean ranks must lie apart (Demsar, 2006).

/// The mean rank of each method, 1 for the best, and what follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranks {
    /// In the order of the methods.
    pub means: Vec<f64>,
    pub levels: usize,
    /// How likely such mean ranks are where no method differs.
    pub chance: f64,
    /// Two mean ranks that lie further apart differ; nothing for more methods than the table has.
    pub critical: Option<f64>,
}

/// Quantiles of the studentised range over the square root of two, for 2 to 20 methods, at 0.05.
const NEMENYI: [f64; 19] = [
    1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164, 3.219, 3.268, 3.313, 3.354, 3.391, 3.426,
    3.458, 3.489, 3.517, 3.544,
];

/// Ranks methods on each level, the smallest value first; equal values share their ranks. Every row has one
/// value for each method.
pub fn friedman(rows: &[Vec<f64>]) -> Option<Ranks> {
    let (levels, methods) = (rows.len(), rows.first()?.len());
    if levels < 2 || methods < 2 {
        return None;
    }
    let mut sums = vec![0.0; methods];
    let mut ties = 0.0;
    for row in rows {
        let (ranks, tied) = shared_ranks(row);
        ties += tied;
        sums.iter_mut().zip(ranks).for_each(|(sum, rank)| *sum += rank);
    }
    let (n, k) = (levels as f64, methods as f64);
    let means: Vec<f64> = sums.iter().map(|sum| sum / n).collect();
    let spread: f64 = means.iter().map(|mean| (mean - f64::midpoint(k, 1.0)).powi(2)).sum();
    let unit = k * (k + 1.0) / 12.0 - ties / (12.0 * n * (k - 1.0));
    let statistic = if unit > 1e-12 { n * spread / unit } else { 0.0 };
    let critical = NEMENYI.get(methods - 2).map(|quantile| quantile * (k * (k + 1.0) / (6.0 * n)).sqrt());
    Some(Ranks { means, levels, chance: chi_square_tail(statistic, methods - 1), critical })
}

impl Ranks {
    /// The methods from the best to the worst.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.means.len()).collect();
        order.sort_by(|a, b| self.means[*a].total_cmp(&self.means[*b]));
        order
    }

    /// Groups that do not differ among themselves, as first and last mean rank; none within another.
    pub fn alike(&self) -> Vec<(f64, f64)> {
        let Some(critical) = self.critical else { return Vec::new() };
        let sorted: Vec<f64> = self.order().into_iter().map(|method| self.means[method]).collect();
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for first in 0..sorted.len() {
            let far = |mean: &f64| *mean - sorted[first] <= critical;
            let last = sorted.iter().rposition(far).unwrap_or(first);
            if last > first && groups.last().is_none_or(|(_, known)| last > *known) {
                groups.push((first, last));
            }
        }
        groups.into_iter().map(|(first, last)| (sorted[first], sorted[last])).collect()
    }
}

/// Ranks from 1, and the sum of t³ - t over values that are equal.
fn shared_ranks(row: &[f64]) -> (Vec<f64>, f64) {
    let mut order: Vec<usize> = (0..row.len()).collect();
    order.sort_by(|a, b| row[*a].total_cmp(&row[*b]));
    let (mut ranks, mut ties, mut at) = (vec![0.0; row.len()], 0.0, 0);
    while at < order.len() {
        let same = order[at..].iter().take_while(|place| row[**place].total_cmp(&row[order[at]]).is_eq());
        let count = same.count();
        let shared = at as f64 + f64::midpoint(count as f64, 1.0);
        order[at..at + count].iter().for_each(|place| ranks[*place] = shared);
        ties += (count as f64).powi(3) - count as f64;
        at += count;
    }
    (ranks, ties)
}

/// The part of the chi-square distribution beyond a value: 1 - P(freedom/2, value/2), P being the regularised
/// incomplete gamma function by its series, which converges for all values that occur.
fn chi_square_tail(value: f64, freedom: usize) -> f64 {
    let (a, x) = (freedom as f64 / 2.0, value / 2.0);
    // Beyond this the tail is nothing, and the series is more than a number can hold.
    if x <= 0.0 || x > 600.0 {
        return if x <= 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum) = (1.0 / a, 1.0 / a);
    let mut n = a;
    while term > sum * 1e-15 {
        n += 1.0;
        term *= x / n;
        sum += term;
    }
    (1.0 - (a * x.ln() - x - log_gamma(a)).exp() * sum).clamp(0.0, 1.0)
}

/// ln of the gamma function at a multiple of one half, from 1/2 upwards.
fn log_gamma(value: f64) -> f64 {
    let (mut at, mut sum) =
        if value.fract() == 0.0 { (1.0, 0.0) } else { (0.5, std::f64::consts::PI.ln() / 2.0) };
    while at < value {
        sum += f64::ln(at);
        at += 1.0;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use ingenio_core::Rng;

    fn close(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() < within, "{found} instead of {wanted}");
    }

    #[test]
    fn known_values_of_the_chi_square_distribution() {
        close(chi_square_tail(3.841_459, 1), 0.05, 1e-6);
        close(chi_square_tail(5.991_465, 2), 0.05, 1e-6);
        close(chi_square_tail(16.918_978, 9), 0.05, 1e-6);
        close(chi_square_tail(200.0, 3), 0.0, 1e-12);
    }

    /// Demsar's example: four classifiers on 14 data sets with mean ranks 3.143, 2.000, 2.893, 1.964 give a
    /// statistic of 9.28 and a critical difference of 1.25.
    #[test]
    fn demsars_example() {
        let means = [3.143, 2.0, 2.893, 1.964];
        let statistic: f64 =
            14.0 * means.iter().map(|mean: &f64| (mean - 2.5).powi(2)).sum::<f64>() / (4.0 * 5.0 / 12.0);
        close(statistic, 9.28, 0.05);
        close(chi_square_tail(9.28, 3), 0.0258, 1e-3);
        let rows: Vec<Vec<f64>> = (0..14).map(|_| vec![1.0, 2.0, 3.0, 4.0]).collect();
        let ranks = friedman(&rows).unwrap();
        close(ranks.critical.unwrap(), 1.25, 0.01);
        assert_eq!(ranks.means, [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(ranks.alike(), [(1.0, 2.0), (2.0, 3.0), (3.0, 4.0)]);
        assert!(ranks.chance < 1e-6);
    }

    #[test]
    fn equal_values_share_their_ranks() {
        assert_eq!(shared_ranks(&[5.0, 1.0, 5.0]), (vec![2.5, 1.0, 2.5], 6.0));
        let ranks = friedman(&vec![vec![1.0, 1.0, 1.0]; 9]).unwrap();
        close(ranks.chance, 1.0, 1e-9);
        assert_eq!(ranks.alike(), [(2.0, 2.0)]);
    }

    /// A planted null difference: all draw from the same distribution.
    #[test]
    fn no_difference_gives_no_alarm_more_often_than_promised() {
        let mut rng = Rng::new(5);
        let mut row = || (0..5).map(|_| rng.unit()).collect::<Vec<f64>>();
        let alarms = (0..1000)
            .filter(|_| friedman(&(0..30).map(|_| row()).collect::<Vec<_>>()).unwrap().chance < 0.05)
            .count();
        assert!(alarms <= 65, "{alarms} of 1000");
    }
}
