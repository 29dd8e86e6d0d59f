//! The theatre on the first page: four methods on one level, each showing what it looks at, all on one clock, until the
//! slowest has its answer. They really ran; their pictures are in the drawing, so that it needs no script. Who wants no
//! motion sees how it ended.

use std::sync::LazyLock;

use ingenio_catalog::{Request, SystemClock, read_level};
use ingenio_core::metric::counted;
use ingenio_core::{Answer, Grouped, Language, LevelRef, Scene, Verified};
use ingenio_render::{Drawing, svg};
use maud::{Markup, PreEscaped, html};

use crate::drawings::page_theme;
use crate::pages::showcase::{Timing, moving};
use crate::watchdog::off_worker;
use crate::words;

const LEVEL: &str = "7 2 4\n5 _ 6\n8 3 1";
const METHODS: [&str; 4] = ["astar-manhattan", "idastar-manhattan", "greedy", "bfs"];
/// From one picture to the next the clock goes on by a fifth, so that the quick ones are seen too.
const HASTE: f64 = 1.2;
/// More than it takes to end.
const MOST_PICTURES: usize = 80;
/// Seconds for one picture.
const PICTURE: f32 = 0.2;

/// One method's way through the level.
struct Act {
    method: &'static str,
    moving: String,
    standing: String,
    nodes: u64,
    moves: u64,
}

static ACTS: LazyLock<Vec<Act>> = LazyLock::new(|| off_worker(true, || play().unwrap_or_default()));

/// The theatre with this level and these methods.
pub fn address() -> String {
    let level = LEVEL.replace(' ', "+").replace('\n', "%0A");
    format!("/theatre#puzzle=taquin&level={level}&methods={}&clock=nodes", METHODS.join("%2C"))
}

pub fn poster(reader: Language) -> Markup {
    html! {
        ul.poster {
            @for act in &*ACTS {
                li {
                    h3 translate="no" { (act.method) }
                    div.showcase aria-hidden="true" {
                        div.moving { (PreEscaped(&act.moving)) }
                        div.standing { (PreEscaped(&act.standing)) }
                    }
                    p {
                        (reader.say(words::POSTER_ANSWER.with("answer", counted("moves", act.moves)).with("nodes", Grouped(act.nodes))))
                        (effort(act.nodes))
                    }
                }
            }
        }
    }
}

/// How much a method looked at, beside the one that looked at most.
fn effort(nodes: u64) -> Markup {
    const WIDE: u64 = 1000;
    let most = ACTS.iter().map(|act| act.nodes).max().unwrap_or(1).max(1);
    let wide = (nodes * WIDE / most).max(4);
    html! {
        svg.effort viewBox={ "0 0 " (WIDE) " 24" } preserveAspectRatio="none" aria-hidden="true" {
            rect.all width=(WIDE) height="24" {}
            rect width=(wide) height="24" {}
        }
    }
}

fn play() -> Option<Vec<Act>> {
    let level = read_level("taquin", LEVEL).ok()?;
    METHODS.into_iter().map(|method| perform(&level, method)).collect()
}

/// Lets a method work by the clock of all, and draws what it looks at between two of its ticks.
fn perform(level: &LevelRef, method: &'static str) -> Option<Act> {
    let clock = SystemClock::start();
    let mut stage = Request { method: method.to_owned(), ..Request::default() }.stage(level).ok()?;
    let mut scenes = vec![level.play().scene()];
    let mut ticks = 1.0;
    while stage.answer().is_none() && scenes.len() < MOST_PICTURES {
        stage.advance((ticks as u64).saturating_sub(stage.look().progress.nodes).max(1), &clock);
        scenes.extend(stage.look().focus.and_then(|focus| after(level, &focus.moves)));
        ticks = (ticks * HASTE).max(ticks + 1.0);
    }
    let solution = stage.answer().and_then(Answer::solution).map(Verified::text)?;
    let moves = level.solution_moves(solution).ok()?;
    let last = after(level, &moves.join(" "))?;
    let standing = svg(&last, &page_theme(), "");
    scenes.push(last);
    let drawings: Vec<Drawing> = scenes.into_iter().map(drawn).collect();
    let timing = Timing { picture: PICTURE, jumps: true };
    let moving = moving(&drawings, timing, |_, _| None);
    Some(Act { method, moving, standing, nodes: stage.look().progress.nodes, moves: moves.len() as u64 })
}

/// A tile keeps its drawing wherever it goes, so none says that it is in place.
fn drawn(mut scene: Scene) -> Drawing {
    scene.pieces.iter_mut().for_each(|piece| piece.in_place = false);
    Drawing::of(&scene, &page_theme())
}

fn after(level: &LevelRef, moves: &str) -> Option<Scene> {
    let mut play = level.play();
    play.apply(moves).ok()?;
    Some(play.scene())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_ends_and_the_exact_ones_agree() {
        let acts = play().expect("four acts");
        let [astar, idastar, greedy, bfs] = &acts[..] else { panic!("four acts") };
        assert_eq!((astar.moves, idastar.moves), (bfs.moves, bfs.moves));
        assert!(greedy.moves > bfs.moves && greedy.nodes < bfs.nodes && astar.nodes < bfs.nodes);
        assert!(acts.iter().all(|act| act.moving.contains("calcMode=\"discrete\"")));
    }
}
