//! The plays of a browser that has no server behind its pages: what it keeps, and how to take it along. `plays.js`
//! fills it in.

use axum::extract::State;
use maud::{Markup, html};

use crate::app::App;
use crate::pages::frame::{Page, frame};
use crate::pages::lost::Shown;
use crate::problem::Problem;
use crate::visitor::Visitor;
use crate::words;
use ingenio_core::Language;

pub async fn page(State(app): State<App>, visitor: Visitor) -> Shown {
    if !visitor.alone {
        return Err(Problem::not_found().into());
    }
    let reader = visitor.language;
    let body = html! {
        h1 { (reader.say(words::MY_PLAYS)) }
        p #reached {}
        p #none.empty hidden { (reader.say(words::NO_PLAYS)) " " a href="/" { (reader.say(words::ALL_PUZZLES)) } }
        div #list.scroll tabindex="0" role="region" aria-label=(reader.say(words::MY_PLAYS)) hidden {
            table.plain-table {
                thead { tr { th { (reader.say(words::LEVEL)) } th.wide { (reader.say(words::WHEN)) } th { (reader.say(words::STATE)) } th { (reader.say(words::STARS_TITLE)) } } }
                tbody {}
            }
        }
        h2 { (reader.say(words::MY_PACKS)) }
        p #no-packs.empty { (reader.say(words::NO_PACKS)) " " a href="/open" { (reader.say(words::OPEN_LEVEL)) } }
        ul #packs.lessons {}
        h2 { (reader.say(words::MY_DATA)) }
        p { (reader.say(words::PLAYS_KEPT_HERE)) }
        div.form-row { button type="button" #export { (reader.say(words::EXPORT)) } a.button href="/settings" { (reader.say(words::SETTINGS)) } }
        (bring(reader))
    };
    let data = app.rules.address().map(|address| ("rules", address)).into_iter().collect();
    let page = Page { data, scripts: &["plays.js"], ..Page::plain(reader.say(words::MY_PLAYS), body) };
    Ok(frame(&visitor, page))
}

/// The place where a file of plays is brought in.
pub fn bring(reader: Language) -> Markup {
    html! {
        div #bring {
            label for="bring-file" { (reader.say(words::BRING_PLAYS)) }
            input #bring-file type="file" accept=".json,application/json";
            p #brought role="status" {}
        }
    }
}
