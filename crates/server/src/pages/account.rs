//! Logging in, registering, and one's own page: plays, data, password, farewell.

use axum::extract::{Query, State};
use ingenio_core::Language;
use ingenio_store::{Page as Part, PlayId, Player};
use maud::{Markup, html};
use serde::Deserialize;

use crate::app::App;
use crate::pages::frame::{Page, frame};
use crate::pages::lost::Shown;
use crate::pages::plays::bring;
use crate::pages::records::{level_name, when};
use crate::pages::{made, own_pack};
use crate::visitor::Visitor;
use crate::words;

fn form_page(visitor: &Visitor, title: &str, body: Markup) -> Markup {
    let page = Page { scripts: &["forms.js"], ..Page::plain(title.to_owned(), body) };
    frame(visitor, page)
}

pub async fn login_page(visitor: Visitor) -> Markup {
    let reader = visitor.language;
    let body = html! {
        h1 { (reader.say(words::LOG_IN)) }
        form.sheet data-ask="POST /api/login" data-then="/" {
            label for="name" { (reader.say(words::NAME)) }
            input #name name="name" autocomplete="username" required maxlength="64";
            label for="password" { (reader.say(words::PASSWORD)) }
            input #password name="password" type="password" autocomplete="current-password" required;
            p.complaint role="alert" {}
            button.primary { (reader.say(words::LOG_IN)) }
        }
        p { (reader.say(words::NO_ACCOUNT)) " " a href="/register" { (reader.say(words::REGISTER)) } }
        p { (reader.say(words::LOST_PASSWORD)) " " a href="/recover" { (reader.say(words::RECOVER)) } }
    };
    form_page(&visitor, &reader.say(words::LOG_IN), body)
}

/// For who has lost the password and kept the code.
pub async fn recover_page(visitor: Visitor) -> Markup {
    let reader = visitor.language;
    let body = html! {
        h1 { (reader.say(words::LOST_PASSWORD)) }
        p { (reader.say(words::RECOVER_ABOUT)) }
        form.sheet data-ask="POST /api/recover" data-then="/" {
            label for="name" { (reader.say(words::NAME)) }
            input #name name="name" autocomplete="username" required maxlength="64";
            label for="code" { (reader.say(words::CODE)) }
            input #code name="code" autocomplete="one-time-code" spellcheck="false" required maxlength="40";
            label for="password" { (reader.say(words::NEW_PASSWORD)) }
            input #password name="password" type="password" autocomplete="new-password" required minlength="8";
            p.complaint role="alert" {}
            button.primary { (reader.say(words::RECOVER)) }
        }
    };
    form_page(&visitor, &reader.say(words::LOST_PASSWORD), body)
}

pub async fn register_page(visitor: Visitor) -> Markup {
    let reader = visitor.language;
    let is_guest = visitor.player.as_ref().is_some_and(|player| player.guest);
    let body = html! {
        h1 { (reader.say(words::REGISTER)) }
        @if is_guest { p { (reader.say(words::GUEST_COMES_ALONG)) } }
        form.sheet data-ask="POST /api/register" data-then="/" {
            label for="name" { (reader.say(words::NAME)) }
            input #name name="name" autocomplete="username" required maxlength="32";
            label for="password" { (reader.say(words::PASSWORD)) }
            input #password name="password" type="password" autocomplete="new-password" required minlength="8" aria-describedby="password-rule";
            p #password-rule.small.muted { (reader.say(words::PASSWORD_RULE)) }
            p.complaint role="alert" {}
            button.primary { (reader.say(words::REGISTER)) }
        }
        p { (reader.say(words::HAVE_ACCOUNT)) " " a href="/login" { (reader.say(words::LOG_IN)) } }
    };
    form_page(&visitor, &reader.say(words::REGISTER), body)
}

/// Plays on one page of the list.
const PLAYS_SHOWN: u32 = 50;

#[derive(Deserialize)]
pub struct Since {
    /// Plays that began before this one.
    before: Option<i64>,
}

pub async fn me_page(State(app): State<App>, visitor: Visitor, Query(since): Query<Since>) -> Shown {
    let reader = visitor.language;
    let Some(player) = visitor.player.clone() else { return Ok(login_page(visitor).await) };
    let part = since.before.map_or(Part::first(PLAYS_SHOWN), |last| Part::after(PlayId(last), PLAYS_SHOWN));
    let plays = app.store.plays(player.id, part).await?;
    let older = plays.last().filter(|_| plays.len() == PLAYS_SHOWN as usize);
    let progress = app.store.progress_of(player.id).await?;
    let stars: u64 = progress.values().map(|row| u64::from(row.stars)).sum();
    let notices = app.store.notices(player.id).await?;
    let packs = app.store.own_packs(player.id).await?;
    let published = app.store.made_by(player.id).await?;
    let body = html! {
        h1 { @if player.guest { (reader.say(words::GUEST)) } @else { span translate="no" { (player.name) } } }
        @if !player.guest {
            form.log-out data-ask="POST /api/logout" data-then="/" { p.complaint hidden {} button { (reader.say(words::LOG_OUT)) } }
        }
        @for notice in &notices { p role="note" { (reader.say(notice)) } }
        p { (reader.say(words::REACHED.with("levels", progress.len()).with("stars", stars))) " " a href="/statistics" { (reader.say(words::STATISTICS)) } }
        @if player.guest {
            p { (reader.say(words::GUEST_ADVICE)) " " a href="/register" { (reader.say(words::REGISTER)) } }
        }
        h2 { (reader.say(words::MY_PLAYS)) }
        @if plays.is_empty() {
            p.empty { (reader.say(words::NO_PLAYS)) " " a href="/" { (reader.say(words::ALL_PUZZLES)) } }
        } @else {
            div.scroll tabindex="0" role="region" aria-label=(reader.say(words::MY_PLAYS)) {
                table.plain-table {
                    thead { tr { th { (reader.say(words::LEVEL)) } th.wide { (reader.say(words::WHEN)) } th { (reader.say(words::STATE)) } th { (reader.say(words::HINTS)) } th { (reader.say(words::WATCH)) } } }
                    tbody {
                        @for play in &plays {
                            tr {
                                td { a href={ "/play/" (play.level) } { (level_name(reader, &app, &play.puzzle, &play.level.to_string())) } }
                                td.wide { (when(reader, play.begun)) }
                                td { @if play.ended.is_some() { span.tick { (reader.say(words::SOLVED)) } } @else { (reader.say(words::UNFINISHED)) } }
                                td { (play.hints) }
                                td { a href={ "/replay/" (play.key) } { (reader.say(words::REPLAY)) } }
                            }
                        }
                    }
                }
            }
        }
        @if let Some(last) = older {
            p { a.button href={ "/me?before=" (last.id.0) } { (reader.say(words::OLDER_PLAYS)) } }
        }
        (own_pack::list(reader, &packs))
        (made::own(reader, &published))
        h2 { (reader.say(words::MY_DATA)) }
        div.form-row { a.button href="/api/me/export" { (reader.say(words::EXPORT)) } a.button href="/settings" { (reader.say(words::SETTINGS)) } }
        @if app.rules.address().is_some() { (bring(reader)) }
        @if !player.guest { (account_forms(reader, &player)) }
    };
    let data = app.rules.address().map(|address| ("rules", address)).into_iter().collect();
    let title = reader.say(words::MY_PLAYS);
    let page = Page { data, scripts: &["forms.js", "bring.js"], ..Page::plain(title, body) };
    Ok(frame(&visitor, page))
}

fn account_forms(reader: Language, player: &Player) -> Markup {
    html! {
        details {
            summary { (reader.say(words::CHANGE_PASSWORD)) }
            form.sheet data-ask="POST /api/password" data-done=(reader.say(words::PASSWORD_CHANGED)) {
                input type="hidden" autocomplete="username" value=(player.name);
                label for="old" { (reader.say(words::OLD_PASSWORD)) }
                input #old name="old" type="password" autocomplete="current-password" required;
                label for="new" { (reader.say(words::NEW_PASSWORD)) }
                input #new name="new" type="password" autocomplete="new-password" required minlength="8";
                p.complaint role="alert" {}
                button { (reader.say(words::CHANGE_PASSWORD)) }
            }
        }
        details {
            summary { (reader.say(words::NEW_CODE)) }
            p { (reader.say(words::NEW_CODE_ABOUT)) }
            form.sheet data-ask="POST /api/code" data-then="/me" {
                label for="confirm" { (reader.say(words::PASSWORD)) }
                input #confirm name="password" type="password" autocomplete="current-password" required;
                p.complaint role="alert" {}
                button { (reader.say(words::NEW_CODE)) }
            }
        }
        details {
            summary { (reader.say(words::DELETE_ACCOUNT)) }
            p { (reader.say(words::DELETE_ABOUT)) }
            form.sheet data-ask="DELETE /api/account" data-then="/" data-confirm=(reader.say(words::DELETE_SURE)) {
                label for="farewell" { (reader.say(words::PASSWORD)) }
                input #farewell name="password" type="password" autocomplete="current-password" required;
                p.complaint role="alert" {}
                button { (reader.say(words::DELETE_ACCOUNT)) }
            }
        }
    }
}
