//! Replays a solution from the level alone.

use ingenio_core::rooms::{Referee, Rules as _};
use ingenio_core::{Dir, Measures, Refusal};

use crate::level::Level;
use crate::{Corridor, words};

impl Referee for Corridor {
    fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
        let moves = Self::parse_moves(level, solution).map_err(|fault| fault.message)?;
        let mut at = level.start;
        for (number, dir) in (1..).zip(&moves) {
            let next = level.beyond(at, *dir);
            at = next.ok_or_else(|| Refusal::at(number, words::BLOCKED.say()))?;
        }
        if at != level.goal {
            return Err(words::NOT_THERE.say().into());
        }
        Ok((moves.iter().map(Dir::to_string).collect(), Self::measure(level, &at, &moves)))
    }

    fn solution_parts(solution: &str) -> Vec<String> {
        solution.chars().map(String::from).collect()
    }
}
