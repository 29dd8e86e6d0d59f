//! A new puzzle: what is wished, and a generator that makes it in the page.

use axum::extract::State;
use ingenio_catalog::PUZZLES;
use ingenio_core::options::OptionKind;
use ingenio_core::{AnyPuzzle, GeneratorInfo, Grade, Language, OptionSpec};
use maud::{Markup, html};

use crate::app::App;
use crate::pages::frame::{Page, frame};
use crate::visitor::Visitor;
use crate::words;

pub async fn page(State(app): State<App>, visitor: Visitor) -> Markup {
    let reader = visitor.language;
    let modules = (app.rules.address(), app.engines.address());
    let body = html! {
        h1 { (reader.say(words::NEW_PUZZLE)) }
        p { (reader.say(words::NEW_ABOUT)) }
        @if modules.1.is_some() { (form(reader)) } @else { p.empty { (reader.say(words::NEW_MISSING)) } }
    };
    let data = [("rules", modules.0), ("engines", modules.1)];
    let data = data.into_iter().filter_map(|(name, address)| Some((name, address?))).collect();
    let page = Page { data, scripts: &["new.js"], ..Page::plain(reader.say(words::NEW_PUZZLE), body) };
    frame(&visitor, page)
}

fn form(reader: Language) -> Markup {
    html! {
        form.sheet #new {
            label for="puzzle" { (reader.say(words::PUZZLE)) }
            select #puzzle name="puzzle" {
                @for puzzle in PUZZLES { @let info = puzzle.info(); option value=(info.name) { (info.title) } }
            }
            label for="grade" { (reader.say(words::GRADE)) }
            select #grade name="grade" {
                option value="" { (reader.say(words::ANY_GRADE)) }
                @for grade in Grade::ALL { option value=(grade.word()) { (reader.say(grade.said())) } }
            }
            label for="seed" { (reader.say(words::NEW_SEED)) }
            input #seed name="seed" type="number" min="0" max="4294967295" placeholder=(reader.say(words::BY_CHANCE));
            div.form-row {
                button.primary { (reader.say(words::MAKE)) }
                button type="button" #stop hidden { (reader.say(words::CANCEL)) }
            }
            p.live #told role="status" {}
            p #near hidden { button type="button" { (reader.say(words::PLAY_NEAREST)) } }
            @for puzzle in PUZZLES { (wishes(reader, *puzzle)) }
        }
    }
}

/// What can be wished of the generators of a puzzle; `new.js` shows those of the one that is chosen.
fn wishes(reader: Language, puzzle: &dyn AnyPuzzle) -> Markup {
    let name = puzzle.info().name;
    html! {
        @for (at, generator) in puzzle.generators().into_iter().enumerate() {
            details data-of=(name) data-by=(generator.name) hidden {
                summary { (reader.whole_sentence(generator.said_about(name))) }
                @for option in generator.options { (wish(reader, name, &generator, (at, option))) }
            }
        }
    }
}

fn wish(
    reader: Language,
    puzzle: &str,
    generator: &GeneratorInfo,
    (at, option): (usize, &OptionSpec),
) -> Markup {
    let id = format!("{puzzle}-{at}-{}", option.name);
    let label = reader.whole_sentence(option.said_about(&generator.owner(puzzle)));
    let default = option.default().to_string();
    html! {
        label for=(id) { (label) }
        @match option.kind {
            OptionKind::Integer { least, most, .. } => {
                input id=(id) data-wish=(option.name) type="number" min=(least) max=(most) placeholder=(default);
            }
            OptionKind::Real { least, most, .. } => {
                input id=(id) data-wish=(option.name) type="number" step="any" min=(least) max=(most) placeholder=(default);
            }
            _ => {
                select id=(id) data-wish=(option.name) {
                    @for value in option.range().split('|') { option value=(value) selected[value == default] translate="no" { (value) } }
                }
            }
        }
    }
}
