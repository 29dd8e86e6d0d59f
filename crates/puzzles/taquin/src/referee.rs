//! Replays a solution on a board of its own, from the level alone.

use ingenio_core::{Dir, Format, Measures, Refusal, rooms};

use crate::Taquin;
use crate::level::{BLANK, Level};
use crate::play::{measures, parse_moves, tile_moves};
use crate::words;

impl rooms::Referee for Taquin {
    fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
        referee(level, solution)
    }

    fn solution_parts(solution: &str) -> Vec<String> {
        solution.chars().map(String::from).collect()
    }

    fn solution_forms() -> &'static [Format] {
        &[Format {
            name: "tiles",
            about: "where the tiles go, with repeat counts: URDL2, as speed solvers write",
        }]
    }

    fn write_solution(_: &Level, solution: &str, _: &str) -> String {
        tile_moves(&parse_moves(solution).expect("an accepted solution has its moves"))
    }
}

pub fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
    let moves = parse_moves(solution).map_err(|fault| Refusal {
        at_move: fault.column.map(|column| column as usize),
        message: fault.message,
    })?;
    let mut board = level.tiles().to_vec();
    let mut blank = board.iter().position(|tile| *tile == BLANK).expect("every board has a blank");
    for (number, dir) in moves.iter().enumerate() {
        let next = level.size().step(blank, *dir);
        let next = next.ok_or_else(|| Refusal::at(number + 1, words::OFF_BOARD.with("way", dir.said())))?;
        board.swap(blank, next);
        blank = next;
    }
    if board != level.goal() {
        return Err(words::NOT_SOLVED.with("moves", moves.len()).into());
    }
    Ok((moves.iter().map(Dir::to_string).collect(), measures(&moves)))
}
