//! Shows a solution move by move: over and over in one place on a terminal, board after board
//! where the output is kept.

use std::io::{IsTerminal, stdout};
use std::time::Duration;

use ingenio_core::{AnyLevel, Cancel};

use crate::output::print;

const PAUSE: Duration = Duration::from_millis(250);

pub fn show(level: &dyn AnyLevel, solution: &str, cancel: &Cancel) {
    let Ok(moves) = level.solution_moves(solution) else { return };
    let in_place = stdout().is_terminal();
    let mut play = level.play();
    let mut watched = draw(&play.scene().to_text(), &format!("0/{}", moves.len()), 0);
    for (number, action) in moves.iter().enumerate() {
        if cancel.is_cancelled() || !watched {
            return;
        }
        let height = if in_place { play.scene().size.height + 1 } else { 0 };
        if in_place {
            std::thread::sleep(PAUSE);
        }
        if play.apply(action).is_err() {
            return;
        }
        watched = draw(&play.scene().to_text(), &format!("{}/{}  {action}", number + 1, moves.len()), height);
    }
}

/// Writes a board with its caption over the last one of that many lines; false if nobody looks.
fn draw(board: &str, caption: &str, over: usize) -> bool {
    let back = if over > 0 { format!("\x1b[{over}A\x1b[J") } else { String::new() };
    print(format_args!("{back}{board}{caption}\n"))
}
