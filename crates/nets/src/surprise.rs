//! Chances from scores, as surprise: how many bits it takes to tell what was chosen, `-log2` of its chance. Bits add up
//! along a way where chances are multiplied. They are whole numbers of 1/1024 bit, and exponentials and logarithms are made
//! here of additions and multiplications alone, because those of the platform differ in the last place from one machine
//! to the next, and searches go by them.

/// One bit of surprise.
pub const BIT: u32 = 1024;

/// Everything keeps at least this share of an even chance, so that nothing is impossible however sure the scores are.
/// The bound of a Levin search needs it; chosen by hand.
const EVEN_SHARE: f64 = 0.02;

/// Surprise of each choice, by the softmax of the scores.
pub fn surprises(scores: &[f32], surprises: &mut Vec<u32>) {
    surprises.clear();
    let most = scores.iter().fold(f32::MIN, |most, score| most.max(*score));
    let weight = |score: &f32| exp2(f64::from(*score - most) * std::f64::consts::LOG2_E);
    let all: f64 = scores.iter().map(weight).sum();
    let even = EVEN_SHARE / scores.len() as f64;
    surprises.extend(scores.iter().map(|score| {
        let chance = (1.0 - EVEN_SHARE) * weight(score) / all + even;
        (-log2(chance) * f64::from(BIT)).round() as u32
    }));
}

/// 2 to a power of at most 0.
fn exp2(power: f64) -> f64 {
    if power < -60.0 {
        return 0.0;
    }
    let whole = power.floor();
    // The series of e^x, for 0 <= x < ln 2.
    let x = (power - whole) * std::f64::consts::LN_2;
    let series = (1..=14).rev().fold(1.0, |sum, n| 1.0 + x / f64::from(n) * sum);
    series / (1u64 << (-whole as u32)) as f64
}

/// The logarithm of a chance, 0 < chance <= 1.
fn log2(chance: f64) -> f64 {
    let (mut x, mut whole) = (chance, 0);
    while x < 0.75 {
        x *= 2.0;
        whole -= 1;
    }
    // ln x = 2 artanh((x - 1) / (x + 1)); the argument is at most a fifth.
    let z = (x - 1.0) / (x + 1.0);
    let series: f64 = (0..12).rev().fold(0.0, |sum, n| sum * z * z + 1.0 / f64::from(2 * n + 1));
    f64::from(whole) + 2.0 * z * series / std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_and_logarithms_are_right() {
        for step in 0..1000 {
            let power = -f64::from(step) / 50.0;
            assert!((exp2(power) / power.exp2() - 1.0).abs() < 1e-12, "{power}");
            assert!((log2(power.exp2()) - power).abs() < 1e-9, "{power}");
        }
    }

    #[test]
    fn equal_scores_share_evenly_and_sure_ones_leave_a_little() {
        let mut bits = Vec::new();
        surprises(&[1.5; 8], &mut bits);
        assert_eq!(bits, [3 * BIT; 8]);
        surprises(&[40.0, 0.0], &mut bits);
        assert!(bits[0] < 20 && (6 * BIT..7 * BIT).contains(&bits[1]), "{bits:?}");
    }
}
