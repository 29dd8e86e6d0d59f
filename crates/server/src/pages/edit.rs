//! The editor: a board to paint on, the level doctor beside it, and ways to play, share and publish what was made.
//! Everything but publishing happens in the page (`web/edit.js`).

use axum::extract::State;
use ingenio_catalog::PUZZLES;
use ingenio_core::Language;
use maud::{Markup, html};

use crate::app::App;
use crate::brought::LONGEST_TEXT;
use crate::pages::doctor;
use crate::pages::frame::{Page, frame};
use crate::visitor::Visitor;
use crate::words;

pub async fn page(State(app): State<App>, visitor: Visitor) -> Markup {
    let reader = visitor.language;
    let modules = (app.rules.address(), app.engines.address());
    let body = html! {
        @if modules.1.is_some() {
            section.table { div #board.board.draft {} p #hint.small.muted {} p #state role="status" {} p #refused.complaint role="alert" {} }
            aside.panel {
                h1 { (reader.say(words::EDITOR)) }
                (tools(reader))
                (doctor::panel(reader))
                (text_part(reader))
                (ways_out(reader, &visitor))
            }
        } @else {
            h1 { (reader.say(words::EDITOR)) }
            p.empty { (reader.say(words::NEW_MISSING)) }
        }
    };
    let data = [("rules", modules.0), ("engines", modules.1)];
    let data = data.into_iter().filter_map(|(name, address)| Some((name, address?))).collect();
    let page =
        Page { class: "edit", data, scripts: &["edit.js"], ..Page::plain(reader.say(words::EDITOR), body) };
    frame(&visitor, page)
}

fn tools(reader: Language) -> Markup {
    let button = |name: &str, said, sign: &str| {
        html! { button type="button" data-do=(name) title=(reader.say(said)) aria-label=(reader.say(said)) { (sign) } }
    };
    html! {
        label for="puzzle" { (reader.say(words::PUZZLE)) }
        select #puzzle {
            @for puzzle in PUZZLES.iter().filter(|puzzle| puzzle.editor().is_some()) {
                @let info = puzzle.info();
                option value=(info.name) { (info.title) }
            }
        }
        fieldset #brushes.brushes { legend { (reader.say(words::BRUSHES)) " " strong #brush {} } }
        div.form-row.signs {
            (button("undo", words::UNDO, "↶"))
            (button("redo", words::REDO, "↷"))
            (button("rotate", words::ROTATE, "⟳"))
            (button("mirror", words::MIRROR, "⇋"))
            (button("trim", words::TRIM, "[ ]"))
            button type="button" data-do="blank" { (reader.say(words::NEW_BOARD)) }
        }
        details {
            summary { (reader.say(words::BOARD_SIZE)) " " span #size {} }
            div.sizes {
                @for (side, more, less) in [
                    ("up", words::GROW_UP, words::SHRINK_UP),
                    ("down", words::GROW_DOWN, words::SHRINK_DOWN),
                    ("left", words::GROW_LEFT, words::SHRINK_LEFT),
                    ("right", words::GROW_RIGHT, words::SHRINK_RIGHT),
                ] {
                    button type="button" data-do="grow" data-side=(side) { (reader.say(more)) }
                    button type="button" data-do="shrink" data-side=(side) { (reader.say(less)) }
                }
            }
        }
        div #choices.choices {}
    }
}

fn text_part(reader: Language) -> Markup {
    html! {
        details #written {
            summary { (reader.say(words::EDIT_TEXT)) }
            label for="text" { (reader.say(words::EDIT_PASTE)) }
            textarea #text spellcheck="false" rows="8" maxlength=(LONGEST_TEXT) {}
            div.form-row {
                button type="button" #take { (reader.say(words::EDIT_TAKE)) }
                button type="button" #download { (reader.say(words::DOWNLOAD)) }
            }
        }
    }
}

fn ways_out(reader: Language, visitor: &Visitor) -> Markup {
    let account = visitor.player.as_ref().filter(|player| !player.guest);
    html! {
        div.form-row {
            button.primary type="button" #try { (reader.say(words::PLAY_TEST)) }
            button type="button" #share { (reader.say(words::SHARE_LEVEL)) }
        }
        p #said role="status" {}
        @if !visitor.alone {
            details #publishing {
                summary { (reader.say(words::PUBLISH)) }
                @if let Some(player) = account {
                    form #publish {
                        p.small.muted #again hidden { (reader.say(words::PUBLISH_AGAIN)) }
                        label for="title" { (reader.say(words::LEVEL_TITLE)) }
                        input #title name="title" maxlength="80" required;
                        label for="credit" { (reader.say(words::CREDIT)) }
                        input #credit name="credit" maxlength="80" value=(player.name);
                        label.check { input type="checkbox" name="listed" checked; " " (reader.say(words::PUBLISH_LISTED)) }
                        p.small.muted { (reader.say(words::PUBLISH_RULES)) }
                        p.complaint role="alert" {}
                        button { (reader.say(words::PUBLISH)) }
                    }
                } @else {
                    p { (reader.say(words::PUBLISH_LOG_IN)) " " a href="/login" { (reader.say(words::LOG_IN)) } }
                }
            }
        }
    }
}
