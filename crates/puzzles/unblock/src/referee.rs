//! Replays a solution from the level alone. Knows the rules only through `level` and `play`.

use ingenio_core::{Measures, Refusal, rooms};

use crate::Unblock;
use crate::level::Level;
use crate::play::{self, Move};
use crate::words;

impl rooms::Referee for Unblock {
    fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
        referee(level, solution)
    }

    /// The moves of a solution text, one by one.
    fn solution_parts(solution: &str) -> Vec<String> {
        solution.split_whitespace().map(ToOwned::to_owned).collect()
    }
}

/// Gives the solution in its first text form and its figures. The last move must bring the target
/// to the wall at the exit.
pub fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
    let moves = play::parse_moves(level, solution).map_err(|fault| Refusal::from(fault.message))?;
    let mut position = play::start(level);
    for (number, action) in moves.iter().enumerate() {
        play::apply(level, &mut position, action).map_err(|message| Refusal::at(number + 1, message))?;
    }
    if !play::won(level, &position) {
        let target = level.target();
        let first = usize::from(position.offsets[0]);
        let end = if level.leaves_forward() { first + usize::from(target.length) - 1 } else { first };
        return Err(words::NOT_SOLVED.with("cell", target.cell_at(end).said()).into());
    }
    Ok((text(&moves), play::measure(&moves)))
}

/// Moves as one text.
pub fn text(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}
