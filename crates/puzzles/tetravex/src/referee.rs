//! Replays a solution from the level alone: every tile at most once, nothing on blocked cells,
//! fixed tiles in their places, equal colours wherever two tiles touch, and no empty cell where the
//! level asks for a full board.

use ingenio_core::source::words as split_words;
use ingenio_core::{Fault, Measures, Refusal, rooms};

use crate::Tetravex;
use crate::level::{Level, Place, Question, board_text};
use crate::play::Move;
use crate::play::figures;
use crate::words;

impl rooms::Referee for Tetravex {
    fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
        referee(level, solution)
    }

    fn solution_parts(solution: &str) -> Vec<String> {
        crate::play::solution_parts(solution)
    }

    fn solution_moves(level: &Level, solution: &str) -> Result<Vec<Move>, Fault> {
        crate::play::solution_moves(level, solution)
    }
}

pub fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
    let board = layout(level, solution)?;
    if let Some(clash) = level.clashes(&board).first() {
        return Err(level.describe(*clash, &board, words::SOLUTION_CLASH).into());
    }
    let placed = board.iter().flatten().count();
    if placed == 0 {
        return Err(words::SOLUTION_NOTHING.say().into());
    }
    Ok((board_text(level.size(), &board), figures(level, placed)))
}

/// Which tile lies where, every tile at most once and every cell as the level wants it; the tiles
/// may clash.
pub fn layout(level: &Level, solution: &str) -> Result<Vec<Option<u16>>, Refusal> {
    let board = parse(level, solution)?;
    check_tiles(level, &board)?;
    check_places(level, &board)?;
    Ok(board)
}

/// Reads rows of tile numbers, separated by `/` or line ends.
fn parse(level: &Level, solution: &str) -> Result<Vec<Option<u16>>, Refusal> {
    let size = level.size();
    let rows: Vec<&str> = solution.trim().split(['/', '\n']).collect();
    if rows.len() != size.height {
        return Err(words::SOLUTION_ROWS.with("height", size.height).with("found", rows.len()).into());
    }
    let mut board = Vec::with_capacity(size.cells());
    for (row, text) in rows.iter().enumerate() {
        let found = split_words(text).count();
        if found != size.width {
            let message = words::SOLUTION_COLUMNS.with("row", row).with("found", found);
            return Err(message.with("width", size.width).into());
        }
        for (column, (_, word)) in split_words(text).enumerate() {
            board.push(tile(level, word, row * size.width + column)?);
        }
    }
    Ok(board)
}

fn tile(level: &Level, word: &str, cell: usize) -> Result<Option<u16>, Refusal> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    let number: u16 = digits
        .then(|| word.parse().unwrap_or(u16::MAX))
        .ok_or_else(|| words::SOLUTION_NUMBER.with("text", word))?;
    if usize::from(number) > level.tiles().len() {
        let message = words::SOLUTION_TILE.with("tile", word).with("cell", level.name(cell));
        return Err(message.with("tiles", level.tiles().len()).into());
    }
    Ok(number.checked_sub(1))
}

fn check_tiles(level: &Level, board: &[Option<u16>]) -> Result<(), Refusal> {
    let mut seen = vec![None; level.tiles().len()];
    for (cell, tile) in board.iter().enumerate().filter_map(|(cell, tile)| Some((cell, (*tile)?))) {
        if let Some(other) = seen[usize::from(tile)].replace(cell) {
            let message = words::SOLUTION_TWICE.with("tile", tile + 1).with("cell", level.name(other));
            return Err(message.with("other", level.name(cell)).into());
        }
    }
    Ok(())
}

fn check_places(level: &Level, board: &[Option<u16>]) -> Result<(), Refusal> {
    for (cell, (place, tile)) in level.places().iter().zip(board).enumerate() {
        let name = level.name(cell);
        match (place, tile) {
            (Place::Blocked, Some(tile)) => {
                return Err(words::SOLUTION_BLOCKED.with("cell", name).with("tile", tile + 1).into());
            }
            (Place::Fixed(fixed), tile) if *tile != Some(*fixed) => {
                return Err(words::SOLUTION_FIXED.with("tile", fixed + 1).with("cell", name).into());
            }
            (Place::Open, None) if level.question() == Question::Complete => {
                return Err(words::SOLUTION_EMPTY.with("cell", name).into());
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::read;
    use ingenio_core::{Options, Source, Template};

    fn level(text: &str) -> Level {
        read(&Source::new(text), &Options::default()).remove(0).unwrap().level
    }

    const COURSE: &str = "3x3\n1 2 3 4\n2 4 7 2\n1 5 5 4\n3 4 6 5\n5 7 2 1\n6 6 2 3\n6 7 6 6\n2 1 8 7\n";

    #[test]
    fn the_course_example_is_accepted_with_its_figures() {
        let (text, measures) = referee(&level(COURSE), " 1 2 3\n4 0 5\n6 7 8\n").unwrap();
        assert_eq!(text, "1 2 3/4 0 5/6 7 8");
        let shown: Vec<String> = measures.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(shown, ["placed=8", "unused=0", "all_tiles_placed=true", "board_full=false"]);
        let (_, tabu) = referee(&level(COURSE), "0 0 1/0 0 0/2 3 4").unwrap();
        assert_eq!(tabu.get("placed"), Some(4));
    }

    #[test]
    fn wrong_solutions_are_refused_with_the_rule() {
        let level = level(&format!("{COURSE}fixed 0,0 1\nblocked 1,1\n"));
        let cases: [(&str, Template); 10] = [
            ("1 2 3/4 0 5", words::SOLUTION_ROWS),
            ("1 2 3/4 0/6 7 8", words::SOLUTION_COLUMNS),
            ("1 2 3/4 x 5/6 7 8", words::SOLUTION_NUMBER),
            ("1 2 3/4 -1 5/6 7 8", words::SOLUTION_NUMBER),
            ("1 2 3/4 0 5/6 7 9", words::SOLUTION_TILE),
            ("1 2 3/4 0 5/6 7 99999999", words::SOLUTION_TILE),
            ("1 2 3/4 0 5/6 7 1", words::SOLUTION_TWICE),
            ("1 2 3/4 8 5/6 7 0", words::SOLUTION_BLOCKED),
            ("0 2 3/4 0 5/6 7 8", words::SOLUTION_FIXED),
            ("1 2 3/4 0 5/6 8 7", words::SOLUTION_CLASH),
        ];
        for (text, rule) in cases {
            assert_eq!(referee(&level, text).unwrap_err().message.id(), rule.id, "{text}");
        }
        let clash = referee(&level, "1 2 3/4 0 5/6 8 7").unwrap_err().english();
        assert!(clash.contains("1,2") && clash.contains("2,2") && clash.contains("2 and 6"), "{clash}");
    }

    #[test]
    fn an_empty_board_is_no_solution() {
        let refusal = referee(&level("2x1\n1 2 3 4\n"), "0 0").unwrap_err();
        assert_eq!(refusal.message.id(), words::SOLUTION_NOTHING.id);
    }

    #[test]
    fn a_full_board_is_demanded_where_the_level_asks_for_it() {
        let level = level("2x1\n1 2 3 4\n1 5 3 2\nquestion: complete\n");
        assert!(referee(&level, "1 2").is_ok());
        let refusal = referee(&level, "1 0").unwrap_err();
        assert_eq!(refusal.message.id(), words::SOLUTION_EMPTY.id);
    }
}
