//! One moving picture for the first page: a real level solves itself once and then stands still. It is one drawing
//! with the ways of its pieces in it, so that it needs no script; who wants no motion sees the first picture.

use std::fmt::Write;
use std::sync::LazyLock;

use ingenio_catalog::{Request, find};
use ingenio_core::{Options, Scene, Silent, Source};
use ingenio_render::{Drawing, svg};
use maud::{Markup, PreEscaped, html};

use crate::drawings::page_theme;
use crate::watchdog::off_worker;

/// A level of the packs that tells the whole story: blocks are in the way, they make room, the red one leaves.
const LEVEL: &str = "ooBBooooCDooAACDooooCoooEooFooEGGFoo";
/// Seconds for one move; it ends before it can be a nuisance.
const MOVE: f32 = 0.55;

static DRAWN: LazyLock<String> = LazyLock::new(|| off_worker(true, || draw().unwrap_or_default()));

pub fn showcase() -> Markup {
    html! { div.showcase aria-hidden="true" { (PreEscaped(&*DRAWN)) } }
}

/// Where every piece is drawn in each position of a solution.
fn draw() -> Option<String> {
    let puzzle = find("unblock").ok()?;
    let settings = Options::defaults(puzzle.info().settings);
    let level = puzzle.read(&Source::new(LEVEL), &settings).into_iter().next()?.ok()?.level;
    let answer = Request::default().run(&level, &mut Silent).ok()?;
    let mut play = level.play();
    let mut scenes = vec![play.scene()];
    for action in level.solution_moves(answer.solution()?.text()).ok()? {
        play.apply(&action).ok()?;
        scenes.push(play.scene());
    }
    Some(format!(
        "<div class=\"moving\">{}</div><div class=\"standing\">{}</div>",
        film(&scenes),
        svg(&scenes[0], &page_theme(), "")
    ))
}

fn film(scenes: &[Scene]) -> String {
    let places: Vec<Drawing> = scenes.iter().map(|scene| Drawing::of(scene, &page_theme())).collect();
    let is_target = |id: u32| scenes[0].piece(id).is_some_and(|piece| piece.kind.leads);
    let width = places[0].width;
    // At last the red one drives out.
    moving(&places, Timing { picture: MOVE, jumps: false }, |id, (x, y)| {
        Some((if is_target(id) { x + width } else { x }, y))
    })
}

/// How pictures follow each other.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Seconds from one to the next.
    pub picture: f32,
    /// Does everything stand still in between?
    pub jumps: bool,
}

/// One drawing in which every piece goes from its place in each picture to that in the next, once; `last` says where each
/// is at the very end, if anywhere else.
pub fn moving(
    places: &[Drawing],
    Timing { picture, jumps }: Timing,
    last: impl Fn(u32, (f32, f32)) -> Option<(f32, f32)>,
) -> String {
    let first = &places[0];
    let at = |drawing: &Drawing, id: u32| {
        drawing.pieces.iter().find(|piece| piece.id == id).and_then(|piece| piece.at).unwrap_or_default()
    };
    let mode = if jumps { " calcMode=\"discrete\"" } else { "" };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\">{}",
        first.width, first.height, first.ground
    );
    for piece in &first.pieces {
        let mut way: Vec<(f32, f32)> = places.iter().map(|drawing| at(drawing, piece.id)).collect();
        way.extend(last(piece.id, way.last().copied().unwrap_or_default()));
        let seconds = picture * way.len() as f32;
        let values: Vec<String> = way.iter().map(|(x, y)| format!("{x} {y}")).collect();
        let (x, y) = piece.at.unwrap_or_default();
        // Writing to a text does not fail.
        let _ = write!(
            text,
            "<g transform=\"translate({x} {y})\">{}<animateTransform attributeName=\"transform\" type=\"translate\" values=\"{}\" dur=\"{seconds}s\" begin=\"0.8s\" fill=\"freeze\"{mode}/></g>",
            piece.elements,
            values.join(";"),
        );
    }
    text + &first.marks + "</svg>"
}
