//! A pack of one's own: its levels, and for its owner how to arrange, share, export and give it up.

use std::collections::HashMap;

use axum::extract::State;
use ingenio_catalog::find;
use ingenio_core::{Grade, Language, LevelId, Template};
use ingenio_store::{LevelProgress, OwnPack, PackedLevel};
use ingenio_workshop::grade_named;
use maud::{Markup, html};

use crate::app::App;
use crate::own_packs;
use crate::pages::frame::{Page, frame, stars};
use crate::pages::lost::Shown;
use crate::problem::Problem;
use crate::visitor::Visitor;
use crate::words;

pub async fn page(app: &App, visitor: &Visitor, name: &str) -> Shown {
    let reader = visitor.language;
    let (pack, levels) = own_packs::find(app, name).await?;
    let author = own_packs::author(app, &pack).await?;
    let progress = app.progress_of(visitor.player.as_ref()).await?;
    let is_own = visitor.player.as_ref().is_some_and(|player| player.id == pack.owner);
    let by = if author.is_empty() {
        words::LEVELS_COUNT.with("count", levels.len())
    } else {
        words::LEVELS_BY.with("count", levels.len()).with("author", author)
    };
    let body = html! {
        h1 translate="no" { (pack.title) }
        p.muted {
            @if let Some(grade) = pack.grade.as_deref().and_then(grade_named) { (reader.say(grade.said())) " · " }
            (reader.say(by))
        }
        div.form-row {
            @if let Some(first) = first_open(&levels, &progress) {
                a.button.primary href={ "/play/" (first.id) "?pack=" (name) } { (reader.say(words::PLAY)) }
            }
            a.button href={ "/race?pack=" (name) } { (reader.say(words::RACE_ON_PACK)) }
            button type="button" #share { (reader.say(words::SHARE_PACK)) }
            a.button href={ "/api/packs/" (name) "/file" } { (reader.say(words::EXPORT_PACK)) }
            a.button href={ "/print/" (name) } { (reader.say(words::PRINT)) }
        }
        p #said role="status" {}
        (grid(reader, name, &levels, &progress))
        @if is_own { (owners_part(reader, name, &pack, &levels)) }
    };
    let puzzle = find(&pack.puzzle).ok().map(|puzzle| puzzle.info().name);
    let card = levels.first().map(|level| level.id.to_string());
    let page = Page { puzzle, card, scripts: &["own-pack.js"], ..Page::plain(pack.title.clone(), body) };
    Ok(frame(visitor, page))
}

/// The same page where no server keeps packs: `own-pack-alone.js` fills it in with one that the browser keeps.
pub async fn alone_page(State(app): State<App>, visitor: Visitor) -> Shown {
    if !visitor.alone {
        return Err(Problem::not_found().into());
    }
    let reader = visitor.language;
    let body = html! {
        h1 translate="no" {}
        p.muted #about {}
        div.form-row {
            a.button.primary #play href="/open" { (reader.say(words::PLAY)) }
            button type="button" #export { (reader.say(words::EXPORT_PACK)) }
            a.button #print { (reader.say(words::PRINT)) }
        }
        p #said role="status" {}
        p.small.muted { (reader.say(words::PACK_STAYS_HERE)) }
        ul #grid.levels-grid {}
        (arrange(reader, "", None, None, words::FORGET_SURE, &html! {}))
    };
    let data = [("rules", app.rules.address()), ("engines", app.engines.address())];
    let data = data.into_iter().filter_map(|(name, address)| Some((name, address?))).collect();
    let title = reader.say(words::MY_PACKS);
    let page = Page { data, scripts: &["own-pack-alone.js"], ..Page::plain(title, body) };
    Ok(frame(&visitor, page))
}

/// The first level that the visitor has not solved, or the first.
fn first_open<'a>(
    levels: &'a [PackedLevel],
    progress: &HashMap<LevelId, LevelProgress>,
) -> Option<&'a PackedLevel> {
    levels.iter().find(|level| !progress.contains_key(&level.id)).or(levels.first())
}

fn grid(
    reader: Language,
    name: &str,
    levels: &[PackedLevel],
    progress: &HashMap<LevelId, LevelProgress>,
) -> Markup {
    html! {
        ul.levels-grid {
            @for PackedLevel { id, title } in levels {
                li {
                    a href={ "/play/" (id) "?pack=" (name) } {
                        img.only-light loading="lazy" width="110" height="108" alt="" src={ "/api/levels/" (id) "/picture.svg?theme=light" };
                        img.only-dark loading="lazy" width="110" height="108" alt="" src={ "/api/levels/" (id) "/picture.svg?theme=dark" };
                        span.line { strong translate="no" { (title) } (stars(reader, progress.get(id))) }
                    }
                }
            }
        }
    }
}

fn owners_part(reader: Language, name: &str, pack: &OwnPack, levels: &[PackedLevel]) -> Markup {
    let order = html! {
        @for (place, level) in levels.iter().enumerate() {
            li data-place=(place) {
                span translate="no" { (level.title) }
                @for (what, sign, words) in [("up", "↑", words::PLACE_UP), ("down", "↓", words::PLACE_DOWN), ("out", "×", words::PLACE_OUT)] {
                    button type="button" data-move=(what) aria-label=(reader.say(words.with("level", &level.title))) { (sign) }
                }
            }
        }
    };
    let (title, grade) = (&pack.title, pack.grade.as_deref());
    arrange(reader, title, grade, Some(format!("/api/packs/{name}")), words::GIVE_UP_SURE, &order)
}

/// Title, grade and order of a pack, to be changed; `address` is who hears of it, where there is a server.
fn arrange(
    reader: Language,
    title: &str,
    of: Option<&str>,
    address: Option<String>,
    sure: Template,
    order: &Markup,
) -> Markup {
    html! {
        h2 { (reader.say(words::ARRANGE_PACK)) }
        form #arrange.arrange data-arrange=[address] {
            label for="title" { (reader.say(words::PACK_TITLE)) }
            input #title name="title" value=(title) maxlength="80" required;
            label for="grade" { (reader.say(words::GRADE)) }
            select #grade name="grade" {
                option value="" { (reader.say(words::NOT_GRADED)) }
                @for grade in Grade::ALL {
                    option value=(grade.word()) selected[of == Some(grade.word())] { (reader.say(grade.said())) }
                }
            }
            details {
                summary { (reader.say(words::PACK_ORDER)) }
                ol #order { (order) }
            }
            p.complaint role="alert" {}
            div.form-row {
                button.primary { (reader.say(words::KEEP_PACK)) }
                button type="button" #give-up data-sure=(reader.say(sure)) { (reader.say(words::GIVE_UP_PACK)) }
            }
        }
    }
}

/// The packs of a player, for their own page.
pub fn list(reader: Language, packs: &[OwnPack]) -> Markup {
    html! {
        h2 { (reader.say(words::MY_PACKS)) }
        @if packs.is_empty() {
            p.empty { (reader.say(words::NO_PACKS)) " " a href="/open" { (reader.say(words::OPEN_LEVEL)) } }
        } @else {
            ul.lessons {
                @for pack in packs {
                    li {
                        a href={ "/pack/" (pack.key) } translate="no" { (pack.title) } " "
                        span.muted.small { (find(&pack.puzzle).map_or("", |puzzle| puzzle.info().title)) " · " (reader.say(words::LEVELS_COUNT.with("count", pack.levels))) }
                    }
                }
            }
        }
    }
}
