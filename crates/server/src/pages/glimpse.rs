//! A pack at a glance: one of its levels half the way through its solution, drawn once and kept.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use ingenio_core::Scene;
use ingenio_render::svg;
use ingenio_workshop::{Shelf, Volume, shipped_solutions};
use maud::{Markup, PreEscaped, html};

use crate::drawings::page_theme;
use crate::watchdog::off_worker;

/// The first levels of a pack are its plainest; this one shows more of the puzzle.
const WHICH: usize = 2;

static DRAWN: LazyLock<Mutex<HashMap<String, Arc<str>>>> = LazyLock::new(Mutex::default);

/// The picture of a pack, as a link that only pointers need: the same link stands in words beside it.
pub fn glimpse(shelf: &Shelf, to: &str) -> Markup {
    let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    let picture = drawn.entry(shelf.name.clone()).or_insert_with(|| off_worker(true, || draw(shelf)).into());
    html! { a.board-small href=(to) tabindex="-1" aria-hidden="true" { (PreEscaped(picture)) } }
}

fn draw(shelf: &Shelf) -> String {
    let Some(volume) = shelf.levels.get(WHICH).or(shelf.levels.first()) else { return String::new() };
    svg(&on_the_way(shelf, volume), &page_theme(), "")
}

fn on_the_way(shelf: &Shelf, volume: &Volume) -> Scene {
    let start = || volume.level.play().scene();
    let Some(solutions) = shipped_solutions(&shelf.name) else { return start() };
    let Some(Ok(moves)) = solutions.of(&volume.level).map(|text| volume.level.solution_moves(text)) else {
        return start();
    };
    let mut play = volume.level.play();
    for (at, action) in moves.iter().enumerate() {
        // Tiles that are still in hand would make a small picture of a small board.
        let all_laid = play.scene().pieces.iter().all(|piece| !piece.cells.is_empty());
        if (all_laid && 2 * at >= moves.len()) || play.apply(action).is_err() {
            break;
        }
    }
    play.scene()
}
