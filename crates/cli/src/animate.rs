//! Shows a solution move by move: over and over in one place on a terminal, board after board
//! where the output is kept.

use std::io::{IsTerminal, Write, stdout};
use std::time::Duration;

use ingenio_core::{AnyLevel, Cancel};

const PAUSE: Duration = Duration::from_millis(250);

pub fn show(level: &dyn AnyLevel, solution: &str, cancel: &Cancel) {
    let Ok(moves) = level.solution_moves(solution) else { return };
    let in_place = stdout().is_terminal();
    let mut play = level.play();
    draw(&play.scene().to_text(), &format!("0/{}", moves.len()), 0);
    for (number, action) in moves.iter().enumerate() {
        if cancel.is_cancelled() {
            return;
        }
        let height = if in_place { play.scene().size.height + 1 } else { 0 };
        if in_place {
            std::thread::sleep(PAUSE);
        }
        if play.apply(action).is_err() {
            return;
        }
        draw(&play.scene().to_text(), &format!("{}/{}  {action}", number + 1, moves.len()), height);
    }
}

/// Writes a board with its caption over the last one of that many lines.
fn draw(board: &str, caption: &str, over: usize) {
    let mut out = stdout().lock();
    let back = if over > 0 { format!("\x1b[{over}A\x1b[J") } else { String::new() };
    // A reader that has gone away needs no animation.
    let _ = writeln!(out, "{back}{board}{caption}");
    let _ = out.flush();
}
