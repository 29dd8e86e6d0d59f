//! How a puzzle is learned by doing: a few tiny levels, each with one sentence. The same levels, before and after,
//! are the pictures of the help.

use std::collections::HashMap;
use std::sync::OnceLock;

use axum::extract::{Path, State};
use ingenio_catalog::{Request, find, read_level};
use ingenio_core::{Language, LevelRef, Scene, Silent, Template};
use ingenio_render::svg;
use maud::{Markup, PreEscaped, html};

use crate::app::App;
use crate::drawings::page_theme;
use crate::pages::frame::{Page, frame};
use crate::pages::lost::Shown;
use crate::problem::Problem;
use crate::visitor::Visitor;
use crate::watchdog::off_worker;
use crate::words;

/// A tiny level and what is to be learned in it.
struct Step {
    puzzle: &'static str,
    level: &'static str,
    says: Template,
}

const fn step(puzzle: &'static str, level: &'static str, says: Template) -> Step {
    Step { puzzle, level, says }
}

const STEPS: &[Step] = &[
    step("sokoban", "#####\n#@$.#\n#####", words::TEACH_SOKOBAN_1),
    step("sokoban", "#####\n#.$ #\n#  @#\n#####", words::TEACH_SOKOBAN_2),
    step("sokoban", "######\n#    #\n# $@ #\n#.   #\n######", words::TEACH_SOKOBAN_3),
    step("sokoban", "#######\n#.   .#\n# $ $ #\n#  @  #\n#######", words::TEACH_SOKOBAN_4),
    step("taquin", "1 2 3\n4 5 6\n7 _ 8", words::TEACH_TAQUIN_1),
    step("taquin", "1 2 3\n4 5 6\n_ 7 8", words::TEACH_TAQUIN_2),
    step("taquin", "1 2 3\n_ 5 6\n4 7 8", words::TEACH_TAQUIN_3),
    step("unblock", "4x4:ooooAAoooooooooo", words::TEACH_UNBLOCK_1),
    step("unblock", "4x4:ooooAAoBoooBoooo", words::TEACH_UNBLOCK_2),
    step("unblock", "4x4:oooBAAoBooCCoooo", words::TEACH_UNBLOCK_3),
    step("flow", "A.\nA.", words::TEACH_FLOW_1),
    step("flow", "A.B\nA.B", words::TEACH_FLOW_2),
    step("flow", "AB.\n...\nA.B", words::TEACH_FLOW_3),
    step("tetravex", "2x1\n1 2 3 4\n5 4 6 2\nquestion: complete", words::TEACH_TETRAVEX_1),
    step("tetravex", "3x1\n8 9 1 6\n1 2 3 4\n5 6 7 2\nquestion: complete", words::TEACH_TETRAVEX_2),
    step("tetravex", "2x2\n7 7 7 6\n8 5 8 8\n7 5 7 5\n5 6 8 8\nquestion: complete", words::TEACH_TETRAVEX_3),
];

fn steps(puzzle: &str) -> impl Iterator<Item = &'static Step> {
    STEPS.iter().filter(move |step| step.puzzle == puzzle)
}

/// The text of a small level of a puzzle: the last that teaches it.
pub fn example(puzzle: &str) -> &'static str {
    steps(puzzle).last().map_or("", |step| step.level)
}

pub async fn page(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Shown {
    let reader = visitor.language;
    let info = find(&name).map_err(|_| Problem::not_found())?.info();
    let library = &app.levels.library;
    let shelf = library.of(info.name).first().copied().ok_or_else(Problem::not_found)?;
    let first = library.shelves[shelf].levels.first().ok_or_else(Problem::not_found)?;
    let title = reader.say(words::LEARN_PUZZLE.with("puzzle", info.title));
    let body = html! {
        section.table {
            div #board.board role="group" aria-label=(reader.say(words::BOARD_REGION)) {}
        }
        aside.panel {
            h1 { (title) }
            p #step.muted.number {}
            p #task.task role="status" {}
            div.form-row {
                button type="button" data-do="undo" disabled { (reader.say(words::UNDO)) }
                button type="button" data-do="restart" disabled { (reader.say(words::RESTART)) }
                button type="button" data-do="skip" { (reader.say(words::SKIP_STEP)) }
            }
            div #learned hidden {
                p { strong { (reader.say(words::LEARNED)) } }
                a.button.primary href={ "/play/" (first.level.id()) } { (reader.say(words::FIRST_LEVEL)) }
            }
            p.small { a href={ "/puzzle/" (info.name) } { (reader.say(words::ALL_PACKS)) } }
        }
        ol #steps hidden {
            @for step in steps(info.name) { li data-text=(step.level) { (reader.say(step.says)) } }
        }
    };
    let mut data = vec![("puzzle", info.name.to_owned())];
    data.extend(app.rules.address().map(|rules| ("rules", rules)));
    let page = Page {
        title,
        puzzle: Some(info.name),
        class: "play alone teach",
        data,
        scripts: &["teach.js"],
        card: None,
        body,
    };
    Ok(frame(&visitor, page))
}

/// A tiny level before and after, drawn once.
struct Pictures {
    before: String,
    after: String,
}

type Drawn = HashMap<&'static str, Pictures>;

static PICTURES: OnceLock<Drawn> = OnceLock::new();

/// They are solved and drawn by the first who wants to see them, beside those who answer.
fn drawn() -> &'static Drawn {
    PICTURES.get().unwrap_or_else(|| off_worker(true, || PICTURES.get_or_init(draw)))
}

fn draw() -> Drawn {
    let drawn = |step: &'static Step| {
        let (before, after) = before_and_after(step)?;
        let picture = |scene: &Scene| svg(scene, &page_theme(), "");
        Some((step.level, Pictures { before: picture(&before), after: picture(&after) }))
    };
    STEPS.iter().filter_map(drawn).collect()
}

fn level(step: &Step) -> Option<LevelRef> {
    read_level(step.puzzle, step.level).ok()
}

fn before_and_after(step: &Step) -> Option<(Scene, Scene)> {
    let level = level(step)?;
    let answer = Request::default().run(&level, &mut Silent).ok()?;
    let mut play = level.play();
    let before = play.scene();
    for action in level.solution_moves(answer.solution()?.text()).ok()? {
        play.apply(&action).ok()?;
    }
    Some((before, play.scene()))
}

/// Two small boards in the colours of the page: one with boxes, of which one is in place, and one with blocks.
pub fn pictures_of_boards() -> String {
    let half_way = [("sokoban", 3, "lUruL"), ("unblock", 2, "")];
    let drawn = |(puzzle, number, moves): (&str, usize, &str)| {
        let level = level(steps(puzzle).nth(number)?)?;
        let mut play = level.play();
        for action in moves.chars() {
            play.apply(&action.to_string()).ok()?;
        }
        Some(svg(&play.scene(), &page_theme(), ""))
    };
    half_way.into_iter().filter_map(drawn).collect()
}

/// What is learned, in pictures: before, after, and the sentence.
pub fn pictures(reader: Language, puzzle: &str) -> Markup {
    html! {
        ol.lesson-pictures {
            @for step in steps(puzzle) {
                li {
                    @if let Some(drawn) = drawn().get(step.level) {
                        div.before-after aria-hidden="true" {
                            (PreEscaped(&drawn.before)) span { "→" } (PreEscaped(&drawn.after))
                        }
                    }
                    p { (reader.say(step.says)) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ingenio_catalog::PUZZLES;

    use super::*;

    #[test]
    fn two_boards_show_how_boards_look() {
        let drawn = pictures_of_boards();
        assert_eq!(drawn.matches("<svg").count(), 2);
    }

    #[test]
    fn every_puzzle_is_taught_in_three_to_five_steps_that_can_be_solved() {
        for puzzle in PUZZLES {
            let name = puzzle.info().name;
            assert!((3..=5).contains(&steps(name).count()), "{name}");
            for step in steps(name) {
                let (before, after) =
                    before_and_after(step).unwrap_or_else(|| panic!("{name}: {}", step.level));
                assert_ne!(before, after);
            }
        }
    }
}
