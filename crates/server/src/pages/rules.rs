//! The rules where they are needed: a line under the board, and a panel with pictures over it.

use ingenio_catalog::find;
use ingenio_core::metric::named;
use ingenio_core::{Language, Template};
use maud::{Markup, html};

use crate::pages::teach::pictures;
use crate::words;

/// What is wanted and what to press, in a line under the board, with the way to more.
pub fn rule_line(reader: Language, puzzle: &str) -> Markup {
    html! {
        p #rule.rule.small {
            @if let Some(rule) = rule(puzzle) { span { (reader.say(rule)) } " " }
            button.link type="button" data-do="help" { (reader.say(words::HOW_TO_PLAY)) }
        }
    }
}

fn rule(puzzle: &str) -> Option<Template> {
    told_of(puzzle, "rule").first().copied()
}

/// The rules of a puzzle in a few sentences.
pub fn rules(puzzle: &str) -> Vec<Template> {
    told_of(puzzle, "help")
}

/// What is told of a puzzle under a heading: our own sentences (`help.flow-1`), or those that a puzzle brings along
/// (`corridor.help-1`).
pub fn told_of(puzzle: &str, what: &str) -> Vec<Template> {
    let (ours, own) = (format!("{what}.{puzzle}"), format!("{puzzle}.{what}"));
    let brought = find(puzzle).map_or(&[][..], |known| known.info().words);
    let is_told = |id: &str, wanted: &str| {
        id.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let ours = words::ALL.iter().filter(|template| is_told(template.id, &ours));
    ours.chain(brought.iter().filter(|template| is_told(template.id, &own))).copied().collect()
}

/// Everything about playing this puzzle, over the board. Its figures are what the page explains where they stand.
pub fn help_panel(reader: Language, puzzle: &str, turns: bool) -> Markup {
    let title = find(puzzle).map_or("", |known| known.info().title);
    html! {
        dialog #help-panel aria-labelledby="help-title" {
            form.dialog-head method="dialog" {
                h2 #help-title { (title) }
                button { (reader.say(words::CLOSE)) }
            }
            (pictures(reader, puzzle))
            p { a.button.primary href={ "/learn/" (puzzle) } { (reader.say(words::LEARN_BY_DOING)) } }
            @for rule in rules(puzzle) { p { (reader.say(rule)) } }
            (figures(reader, puzzle))
            h3 { (reader.say(words::MODES)) }
            dl.explained {
                dt { (reader.say(words::CHALLENGE_BUTTON)) } dd { (reader.say(words::ABOUT_CHALLENGE)) }
                @if turns { dt { (reader.say(words::TURN)) } dd { (reader.say(words::ABOUT_TURN)) } }
                dt { (reader.say(words::STARS_TITLE)) } dd { (reader.say(words::STARS_RULE)) }
            }
            p { a href="/help#keys" { (reader.say(words::KEYS)) } }
        }
    }
}

/// What is shown beside the board and makes no record: puzzle, figure, and what it counts.
const BESIDE: &[(&str, &str, Template)] = &[
    ("sokoban", "box_lines", words::COUNTS_BOX_LINES),
    ("sokoban", "box_changes", words::COUNTS_BOX_CHANGES),
    ("flow", "paths", words::COUNTS_PATHS),
    ("flow", "colours", words::COUNTS_COLOURS),
    ("flow", "fill", words::COUNTS_FILL),
    ("flow", "strokes", words::COUNTS_STROKES),
    ("tetravex", "unused", words::COUNTS_UNUSED),
    ("tetravex", "clashes", words::COUNTS_CLASHES),
    ("tetravex", "moves", words::COUNTS_TILE_MOVES),
];

fn figures(reader: Language, puzzle: &str) -> Markup {
    let metrics = find(puzzle).map_or(&[][..], |known| known.info().metrics);
    html! {
        @if let Ok(known) = find(puzzle) {
            h3 { (reader.say(words::WHAT_COUNTS)) }
            dl.explained {
                @for metric in metrics {
                    dt { (reader.say(named(metric.name))) }
                    dd data-metric=(metric.name) { (reader.say(known.info().said_metric(metric))) }
                }
                @for (_, name, about) in BESIDE.iter().filter(|(of, ..)| *of == puzzle) {
                    dt { (reader.say(named(name))) }
                    dd data-metric=(name) { (reader.say(*about)) }
                }
            }
        }
    }
}
