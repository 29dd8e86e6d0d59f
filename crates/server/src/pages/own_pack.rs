//! A pack of one's own: its levels, and for its owner how to arrange, share, export and give it up.

use std::collections::HashMap;

use ingenio_catalog::find;
use ingenio_core::{Grade, Language, LevelId};
use ingenio_store::{LevelProgress, OwnPack, PackedLevel};
use maud::{Markup, html};

use crate::app::App;
use crate::brought::grade_named;
use crate::own_packs;
use crate::pages::frame::{Page, frame, stars};
use crate::pages::lost::Shown;
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
    html! {
        h2 { (reader.say(words::ARRANGE_PACK)) }
        form #arrange.arrange data-address={ "/api/packs/" (name) } {
            label for="title" { (reader.say(words::PACK_TITLE)) }
            input #title name="title" value=(pack.title) maxlength="80" required;
            label for="grade" { (reader.say(words::GRADE)) }
            select #grade name="grade" {
                option value="" { (reader.say(words::NOT_GRADED)) }
                @for grade in Grade::ALL {
                    option value=(grade.word()) selected[pack.grade.as_deref() == Some(grade.word())] { (reader.say(grade.said())) }
                }
            }
            details {
                summary { (reader.say(words::PACK_ORDER)) }
                ol #order {
                    @for (place, level) in levels.iter().enumerate() {
                        li data-place=(place) {
                            span translate="no" { (level.title) }
                            @for (what, sign, words) in [("up", "↑", words::PLACE_UP), ("down", "↓", words::PLACE_DOWN), ("out", "×", words::PLACE_OUT)] {
                                button type="button" data-move=(what) aria-label=(reader.say(words.with("level", &level.title))) { (sign) }
                            }
                        }
                    }
                }
            }
            p.complaint role="alert" {}
            div.form-row {
                button.primary { (reader.say(words::KEEP_PACK)) }
                button type="button" #give-up data-sure=(reader.say(words::GIVE_UP_SURE)) { (reader.say(words::GIVE_UP_PACK)) }
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
