//! Levels as they stay: a board on paper, its solution on the last page, a win as pictures one after another. Paper is
//! light, so that all of them have light colours, whatever the page looks like.

use ingenio_core::kind::Handling;
use ingenio_core::{Fault, LevelRef, Scene};
use ingenio_play::Line;
use ingenio_render::{Theme, svg};
use serde::Serialize;

/// A longer way is shown in larger steps: nobody looks at a thousand pictures.
const MOST_FRAMES: usize = 120;

/// A solution as it is printed: a picture of the solved board where a board is to be filled, else the moves as a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PrintedSolution {
    /// An SVG drawing of the solved board.
    pub picture: Option<String>,
    /// The moves, as arrows.
    pub text: Option<String>,
}

const fn paper() -> Theme {
    Theme { paper: "none", ..Theme::LIGHT }
}

/// The board of a level, to be printed.
pub fn printed_board(level: &LevelRef) -> String {
    svg(&level.play().scene(), &paper(), "")
}

/// A solution, to be printed; fails at the first move that the rules refuse.
pub fn printed_solution(level: &LevelRef, moves: &[String]) -> Result<PrintedSolution, Fault> {
    let mut play = level.play();
    let mut before = play.scene();
    let fills = before.pieces.iter().any(|piece| piece.handling().fills());
    let mut words = Vec::new();
    for action in moves {
        play.apply(action)?;
        let after = play.scene();
        words.extend(said(&before, &after));
        before = after;
    }
    if fills {
        return Ok(PrintedSolution { picture: Some(svg(&before, &paper(), "")), text: None });
    }
    Ok(PrintedSolution { picture: None, text: Some(words.join(" ")) })
}

/// A move as people write it: what moves by its label, where to, and how far; whoever walks has no label, and a push is
/// a double arrow.
fn said(before: &Scene, after: &Scene) -> Option<String> {
    let moved = |is: fn(Handling) -> bool| {
        after.pieces.iter().filter(move |piece| is(piece.handling())).find_map(|piece| {
            let old = before.pieces.iter().find(|old| old.id == piece.id)?;
            let (from, to) = (old.cells.first()?, piece.cells.first()?);
            (from != to).then_some((piece, *from, *to))
        })
    };
    let pushes = moved(|handling| handling == Handling::Pushed).is_some();
    let walks = |handling| handling == Handling::Walks;
    let (piece, from, to) = moved(walks).or_else(|| moved(|handling| handling != Handling::Pushed))?;
    let (down, right) = (to.row as isize - from.row as isize, to.column as isize - from.column as isize);
    let arrows = if pushes { ["⇑", "⇓", "⇐", "⇒"] } else { ["↑", "↓", "←", "→"] };
    let arrow = match (down.signum(), right.signum()) {
        (-1, _) => arrows[0],
        (1, _) => arrows[1],
        (_, -1) => arrows[2],
        _ => arrows[3],
    };
    let far = down.unsigned_abs().max(right.unsigned_abs());
    let far = if far > 1 { far.to_string() } else { String::new() };
    let label = if walks(piece.handling()) { "" } else { piece.label.as_str() };
    Some(format!("{label}{arrow}{far}"))
}

/// A way from the start of a level, drawn step by step.
pub fn frames(level: &LevelRef, line: &Line) -> Result<Vec<String>, Fault> {
    let start = Line { moves: Vec::new(), backwards: line.backwards };
    let mut play = start.play(level)?;
    let step = line.moves.len().div_ceil(MOST_FRAMES).max(1);
    let frame = |scene| svg(&scene, &Theme::LIGHT, "");
    let mut frames = vec![frame(play.scene())];
    for (at, action) in line.moves.iter().enumerate() {
        play.apply(action)?;
        if (at + 1) % step == 0 || at + 1 == line.moves.len() {
            frames.push(frame(play.scene()));
        }
    }
    Ok(frames)
}

#[cfg(test)]
mod tests {
    use ingenio_catalog::read_level;

    use super::*;

    fn moves(level: &LevelRef, solution: &str) -> Vec<String> {
        level.solution_moves(solution).expect("moves")
    }

    fn printed(puzzle: &str, text: &str, solution: &str) -> PrintedSolution {
        let level = read_level(puzzle, text).expect("a level");
        printed_solution(&level, &moves(&level, solution)).expect("it can be played")
    }

    #[test]
    fn moves_are_arrows() {
        let room = "#######\n#@    #\n# $ . #\n#     #\n#######\n";
        assert_eq!(printed("sokoban", room, "dRR").text.as_deref(), Some("↓ ⇒ ⇒"));
        let blocks = "4x4:ooooAAoBoooBoooo";
        assert_eq!(printed("unblock", blocks, "B+1 A+2").text.as_deref(), Some("B↓ A→2"));
    }

    #[test]
    fn filled_boards_are_pictures() {
        let printed = printed("flow", "A.\nA.", "A@0,0:RDL");
        assert!(printed.text.is_none() && printed.picture.expect("a picture").contains("<svg"));
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let room = read_level("sokoban", "#####\n#@$.#\n#####").expect("a level");
        assert!(printed_solution(&room, &["u".into()]).is_err());
        assert!(frames(&room, &Line { moves: vec!["u".into()], backwards: false }).is_err());
    }

    #[test]
    fn a_long_way_has_few_pictures_and_ends_where_it_ends() {
        let hall = read_level("sokoban", "######\n#@   #\n# $. #\n######").expect("a level");
        let way: Vec<String> = "rl".repeat(200).chars().chain("dR".chars()).map(String::from).collect();
        let drawn = frames(&hall, &Line { moves: way.clone(), backwards: false }).expect("frames");
        assert!(drawn.len() <= MOST_FRAMES + 2, "{}", drawn.len());
        let end = frames(&hall, &Line { moves: vec!["d".into(), "R".into()], backwards: false });
        assert_eq!(drawn.last(), end.expect("frames").last());
    }
}
