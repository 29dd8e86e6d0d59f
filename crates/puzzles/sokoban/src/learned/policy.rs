//! What a learned policy sees of a push: the squares around the place where the box will stand, the push pointing up and
//! mirror images counting as one; what becomes of the assignment; and how the learned estimate rates the position after it
//! beside those after the other pushes.

use ingenio_nets::{Net, row};

use super::eyes::{Eyes, PARTS};
use super::window;
use crate::board::Square;
use crate::solve::script::Push;

/// A legal push that no test has shown to lose, with the position after it (boxes in order, then the player's region).
#[derive(Clone, Debug)]
pub struct Choice {
    pub push: Push,
    /// Where the box will stand.
    pub to: Square,
    pub state: Box<[Square]>,
    /// The assignment after the push.
    pub assignment: u32,
    /// The learned estimate after it, in parts of a push.
    pub estimate: u32,
}

/// Kinds of patterns.
const AROUND: u64 = 128;
const PLAIN: u64 = 160;
const RATED: u64 = 192;

/// The rows of each choice at the position that was looked at, one list after the other; gives where each ends.
pub fn patterns(
    eyes: &Eyes,
    assignment: u32,
    choices: &[Choice],
    bits: u32,
    rows: &mut Vec<u32>,
) -> Vec<usize> {
    rows.clear();
    let least = choices.iter().map(|choice| choice.estimate).min().unwrap_or(0);
    let mut ends = Vec::with_capacity(choices.len());
    for choice in choices {
        let turn = (choice.assignment + 2).saturating_sub(assignment).min(3);
        let window = eyes.codes.window(choice.to);
        let (from, to) = (eyes.codes.of(choice.push.from), window[12]);
        let packed = window::ahead(&window, choice.push.dir);
        let middle = u128::from(to) << 100 | u128::from(turn) << 104;
        let parts = [
            window::NEAR,
            window::DIAMOND,
            window::COLUMN,
            window::BEFORE,
            window::BEHIND,
            window::LEFT,
            window::RIGHT,
            window::ARMS,
        ];
        for (at, mask) in parts.into_iter().enumerate() {
            rows.push(row(AROUND + at as u64, middle | packed & mask, bits));
            // Rare shapes are known by what they are without the assignment.
            if at % 3 == 0 {
                rows.push(row(PLAIN + at as u64, u128::from(to) << 100 | packed & mask, bits));
            }
        }
        let behind = (choice.estimate - least).min(20 * PARTS) * 2 / PARTS;
        let many = choices.len().min(15) as u32;
        let ends_of_push = u32::from(from) << 4 | u32::from(to);
        for (at, figures) in [
            behind << 4 | turn,
            behind << 4 | many,
            ends_of_push << 4 | turn,
            behind << 12 | ends_of_push << 4 | turn,
        ]
        .into_iter()
        .enumerate()
        {
            rows.push(row(RATED + at as u64, u128::from(figures), bits));
        }
        ends.push(rows.len());
    }
    ends
}

/// The score of each choice; the higher, the likelier.
pub fn scores(net: &Net, rows: &[u32], ends: &[usize]) -> Vec<f32> {
    let begins = std::iter::once(0).chain(ends.iter().copied());
    begins.zip(ends).map(|(begin, end)| net.value(&rows[begin..*end])).collect()
}
