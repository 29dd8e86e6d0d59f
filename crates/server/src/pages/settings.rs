//! The page of settings. What was chosen is known to the browser, which fills it in (`settings-page.js`), so that the
//! same page is right with an account, without one, and without a server.

use std::sync::OnceLock;

use ingenio_core::Language;
use maud::{Markup, PreEscaped, html};

use crate::assets::address;
use crate::pages::frame::{Page, frame, languages};
use crate::pages::teach::pictures_of_boards;
use crate::settings::{SETTINGS, Setting};
use crate::visitor::Visitor;
use crate::watchdog::off_worker;
use crate::words;

pub async fn page(visitor: Visitor) -> Markup {
    let reader = visitor.language;
    let keeps = if visitor.settings.is_some() { words::SETTINGS_IN_ACCOUNT } else { words::SETTINGS_HERE };
    let body = html! {
        h1 { (reader.say(words::SETTINGS)) }
        p { (reader.say(keeps)) }
        form #settings {
            fieldset {
                legend { (reader.say(words::SET_LANGUAGE)) }
                div.choices { (languages(reader, &visitor.other_wishes)) }
            }
            @for setting in SETTINGS { (choices(reader, setting)) }
        }
        p #said role="status" {}
    };
    let title = reader.say(words::SETTINGS);
    frame(&visitor, Page { class: "settings", scripts: &["settings-page.js"], ..Page::plain(title, body) })
}

fn choices(reader: Language, setting: &Setting) -> Markup {
    let about = format!("about-{}", setting.name);
    html! {
        fieldset aria-describedby=(about) {
            legend { (reader.say(setting.title)) }
            p.small.muted id=(about) { (reader.say(setting.about)) }
            div.choices {
                @for (at, (value, words)) in setting.values.iter().enumerate() {
                    label {
                        (sample(setting.name, value))
                        span { input type="radio" name=(setting.name) value=(value) checked[at == 0]; " " (reader.say(*words)) }
                    }
                }
            }
        }
    }
}

/// How it looks, where that can be shown.
fn sample(setting: &str, value: &str) -> Markup {
    match (setting, value) {
        ("board", _) => {
            html! { span.sample data-board=(value) aria-hidden="true" { (PreEscaped(boards())) } }
        }
        ("picture", "numbers") => html! { span.sample.numbers aria-hidden="true" { "1 2 3" } },
        ("picture", _) => {
            html! { img.sample src=(address(&format!("pictures/{value}.svg"))) alt="" loading="lazy"; }
        }
        _ => html! {},
    }
}

/// Two small boards, drawn once.
fn boards() -> &'static str {
    static DRAWN: OnceLock<String> = OnceLock::new();
    DRAWN.get().unwrap_or_else(|| off_worker(true, || DRAWN.get_or_init(pictures_of_boards)))
}
