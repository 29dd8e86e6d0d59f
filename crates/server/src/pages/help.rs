//! How each puzzle is played, and what the keys do.

use ingenio_catalog::PUZZLES;
use ingenio_core::metric::named;
use maud::{Markup, html};

use crate::pages::frame::{Page, frame};
use crate::pages::rules::rules;
use crate::pages::teach::pictures;
use crate::visitor::Visitor;
use crate::words;

pub async fn page(visitor: Visitor) -> Markup {
    let reader = visitor.language;
    let body = html! {
        h1 { (reader.say(words::HELP)) }
        p { (reader.say(words::SITE_ABOUT)) }
        @for puzzle in PUZZLES {
            @let info = puzzle.info();
            section id=(info.name) {
                h2 { (info.title) }
                p { (reader.whole_sentence(info.said_about())) " " span translate="no" { (reader.say(words::ALSO_KNOWN.with("names", info.also_known_as.join(", ")))) } }
                (pictures(reader, info.name))
                @for rule in rules(info.name) { p { (reader.say(rule)) } }
                @if !info.metrics.is_empty() {
                    ul { @for metric in info.metrics { li { strong { (reader.say(named(metric.name))) } ": " (reader.say(info.said_metric(metric))) } } }
                }
                p { a href={ "/learn/" (info.name) } { (reader.say(words::LEARN_BY_DOING)) span.hidden-visually { " " (info.title) } } }
                p { a href={ "/puzzle/" (info.name) } { (reader.say(words::PLAY)) span.hidden-visually { " " (info.title) } } }
            }
        }
        section #keys {
            h2 { (reader.say(words::KEYS)) }
            table.plain-table {
                tbody {
                    @for row in [words::KEY_ARROWS, words::KEY_SLANT, words::KEY_ENTER, words::KEY_SHIFT, words::KEY_UNDO, words::KEY_RESTART,
                                 words::KEY_HINT, words::KEY_BACK, words::KEY_KEEP, words::KEY_MODE, words::KEY_PAUSE, words::KEY_NEXT] {
                        @let row = reader.say(row);
                        @let (keys, what) = row.split_once('|').unwrap_or((&row, ""));
                        tr { td { @for key in keys.split(' ') { kbd { (key) } " " } } td { (what) } }
                    }
                }
            }
        }
        section #stars {
            h2 { (reader.say(words::STARS_TITLE)) }
            p { (reader.say(words::STARS_RULE)) }
        }
    };
    frame(&visitor, Page::plain(reader.say(words::HELP), body))
}
