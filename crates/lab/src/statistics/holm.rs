//! Many comparisons at once: of twenty that show nothing, one is below 0.05 by chance. Holm's correction
//! (1979) keeps the chance of any false alarm below that, and loses less than dividing by their number.

/// The corrected chances, in the order given: the smallest times how many there are, the next times one
/// fewer, and none below one that was smaller.
pub fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|a, b| chances[*a].total_cmp(&chances[*b]));
    let mut corrected = vec![1.0; chances.len()];
    let mut least: f64 = 0.0;
    for (rank, place) in order.into_iter().enumerate() {
        least = least.max(chances[place] * (chances.len() - rank) as f64).min(1.0);
        corrected[place] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of R's `p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")`.
    #[test]
    fn the_smallest_is_multiplied_by_all() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        assert!(corrected.iter().zip(expected).all(|(found, wanted)| (found - wanted).abs() < 1e-12));
        assert_eq!(holm(&[0.2]), [0.2]);
        assert!(holm(&[]).is_empty());
    }
}
