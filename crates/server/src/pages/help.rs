//! How each puzzle is played, and what the keys do.

use ingenio_catalog::PUZZLES;
use maud::{Markup, html};

use crate::pages::frame::{Page, frame, sentence};
use crate::visitor::Visitor;
use crate::words;

pub async fn page(visitor: Visitor) -> Markup {
    let body = html! {
        h1 { (words::HELP.english) }
        p { (words::SITE_ABOUT.english) }
        @for puzzle in PUZZLES {
            @let info = puzzle.info();
            section id=(info.name) {
                h2 { (info.title) }
                p { (sentence(info.about)) " " (words::ALSO_KNOWN.with("names", info.also_known_as.join(", "))) }
                @for rule in rules(info.name) { p { (rule.english) } }
                @if !info.metrics.is_empty() {
                    ul { @for metric in info.metrics { li { strong { (metric.name) } ": " (metric.about) } } }
                }
                p { a href={ "/puzzle/" (info.name) } { (words::PLAY.english) span.hidden-visually { " " (info.title) } } }
            }
        }
        section #keys {
            h2 { (words::KEYS.english) }
            table.plain-table {
                tbody {
                    @for row in [words::KEY_ARROWS, words::KEY_ENTER, words::KEY_SHIFT, words::KEY_UNDO, words::KEY_RESTART,
                                 words::KEY_HINT, words::KEY_BACK, words::KEY_KEEP, words::KEY_MODE, words::KEY_PAUSE, words::KEY_NEXT] {
                        @let (keys, what) = row.english.split_once('|').unwrap_or((row.english, ""));
                        tr { td { @for key in keys.split(' ') { kbd { (key) } " " } } td { (what) } }
                    }
                }
            }
        }
        section #stars {
            h2 { (words::STARS_TITLE.english) }
            p { (words::STARS_RULE.english) }
        }
    };
    frame(visitor.player.as_ref(), Page::plain(words::HELP.english.to_owned(), body))
}

/// The rules of a puzzle in a few sentences; a puzzle without any has its one sentence.
fn rules(puzzle: &str) -> Vec<ingenio_core::Template> {
    let id = format!("help.{puzzle}");
    words::ALL.iter().copied().filter(|template| template.id.starts_with(&id)).collect()
}
