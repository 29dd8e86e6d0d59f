//! Logging in, registering, and one's own page: plays, data, password, farewell.

use axum::extract::{Query, State};
use ingenio_store::{Page as Part, PlayId, Player};
use maud::{Markup, html};
use serde::Deserialize;

use crate::app::App;
use crate::pages::frame::{Page, frame};
use crate::pages::lost::Shown;
use crate::pages::records::{level_name, when};
use crate::visitor::Visitor;
use crate::words;

fn form_page(visitor: &Visitor, title: &str, body: Markup) -> Markup {
    let page = Page { scripts: &["forms.js"], ..Page::plain(title.to_owned(), body) };
    frame(visitor.player.as_ref(), page)
}

pub async fn login_page(visitor: Visitor) -> Markup {
    let body = html! {
        h1 { (words::LOG_IN.english) }
        form.sheet data-ask="POST /api/login" data-then="/" {
            label for="name" { (words::NAME.english) }
            input #name name="name" autocomplete="username" required maxlength="64";
            label for="password" { (words::PASSWORD.english) }
            input #password name="password" type="password" autocomplete="current-password" required;
            p.complaint role="alert" {}
            button.primary { (words::LOG_IN.english) }
        }
        p { (words::NO_ACCOUNT.english) " " a href="/register" { (words::REGISTER.english) } }
        p { (words::LOST_PASSWORD.english) " " a href="/recover" { (words::RECOVER.english) } }
    };
    form_page(&visitor, words::LOG_IN.english, body)
}

/// For who has lost the password and kept the code.
pub async fn recover_page(visitor: Visitor) -> Markup {
    let body = html! {
        h1 { (words::LOST_PASSWORD.english) }
        p { (words::RECOVER_ABOUT.english) }
        form.sheet data-ask="POST /api/recover" data-then="/" {
            label for="name" { (words::NAME.english) }
            input #name name="name" autocomplete="username" required maxlength="64";
            label for="code" { (words::CODE.english) }
            input #code name="code" autocomplete="one-time-code" spellcheck="false" required maxlength="40";
            label for="password" { (words::NEW_PASSWORD.english) }
            input #password name="password" type="password" autocomplete="new-password" required minlength="8";
            p.complaint role="alert" {}
            button.primary { (words::RECOVER.english) }
        }
    };
    form_page(&visitor, words::LOST_PASSWORD.english, body)
}

pub async fn register_page(visitor: Visitor) -> Markup {
    let is_guest = visitor.player.as_ref().is_some_and(|player| player.guest);
    let body = html! {
        h1 { (words::REGISTER.english) }
        @if is_guest { p { (words::GUEST_COMES_ALONG.english) } }
        form.sheet data-ask="POST /api/register" data-then="/" {
            label for="name" { (words::NAME.english) }
            input #name name="name" autocomplete="username" required maxlength="32";
            label for="password" { (words::PASSWORD.english) }
            input #password name="password" type="password" autocomplete="new-password" required minlength="8" aria-describedby="password-rule";
            p #password-rule.small.muted { (words::PASSWORD_RULE.english) }
            p.complaint role="alert" {}
            button.primary { (words::REGISTER.english) }
        }
        p { (words::HAVE_ACCOUNT.english) " " a href="/login" { (words::LOG_IN.english) } }
    };
    form_page(&visitor, words::REGISTER.english, body)
}

/// Plays on one page of the list.
const PLAYS_SHOWN: u32 = 50;

#[derive(Deserialize)]
pub struct Since {
    /// Plays that began before this one.
    before: Option<i64>,
}

pub async fn me_page(State(app): State<App>, visitor: Visitor, Query(since): Query<Since>) -> Shown {
    let Some(player) = visitor.player.clone() else { return Ok(login_page(visitor).await) };
    let part = since.before.map_or(Part::first(PLAYS_SHOWN), |last| Part::after(PlayId(last), PLAYS_SHOWN));
    let plays = app.store.plays(player.id, part).await?;
    let older = plays.last().filter(|_| plays.len() == PLAYS_SHOWN as usize);
    let progress = app.store.progress_of(player.id).await?;
    let stars: u64 = progress.values().map(|row| u64::from(row.stars)).sum();
    let notices = app.store.notices(player.id).await?;
    let body = html! {
        h1 { @if player.guest { (words::GUEST.english) } @else { (player.name) } }
        @for notice in &notices { p role="note" { (notice) } }
        p { (words::REACHED.with("levels", progress.len()).with("stars", stars)) }
        @if player.guest {
            p { (words::GUEST_ADVICE.english) " " a href="/register" { (words::REGISTER.english) } }
        }
        h2 { (words::MY_PLAYS.english) }
        @if plays.is_empty() {
            p.empty { (words::NO_PLAYS.english) " " a href="/" { (words::ALL_PUZZLES.english) } }
        } @else {
            div.scroll tabindex="0" role="region" aria-label=(words::MY_PLAYS.english) {
                table.plain-table {
                    thead { tr { th { (words::LEVEL.english) } th.wide { (words::WHEN.english) } th { (words::STATE.english) } th { (words::HINTS.english) } th { (words::WATCH.english) } } }
                    tbody {
                        @for play in &plays {
                            tr {
                                td { a href={ "/play/" (play.level) } { (level_name(&app, &play.puzzle, &play.level.to_string())) } }
                                td.wide { (when(play.begun)) }
                                td { @if play.ended.is_some() { span.tick { (words::SOLVED.english) } } @else { (words::UNFINISHED.english) } }
                                td { (play.hints) }
                                td { a href={ "/replay/" (play.key) } { (words::REPLAY.english) } }
                            }
                        }
                    }
                }
            }
        }
        @if let Some(last) = older {
            p { a.button href={ "/me?before=" (last.id.0) } { (words::OLDER_PLAYS.english) } }
        }
        h2 { (words::MY_DATA.english) }
        p { a.button href="/api/me/export" { (words::EXPORT.english) } }
        @if !player.guest { (account_forms(&player)) }
    };
    Ok(form_page(&visitor, words::MY_PLAYS.english, body))
}

fn account_forms(player: &Player) -> Markup {
    html! {
        form data-ask="POST /api/logout" data-then="/" { p.complaint hidden {} button { (words::LOG_OUT.english) } }
        details {
            summary { (words::CHANGE_PASSWORD.english) }
            form.sheet data-ask="POST /api/password" data-done=(words::PASSWORD_CHANGED.english) {
                input type="hidden" autocomplete="username" value=(player.name);
                label for="old" { (words::OLD_PASSWORD.english) }
                input #old name="old" type="password" autocomplete="current-password" required;
                label for="new" { (words::NEW_PASSWORD.english) }
                input #new name="new" type="password" autocomplete="new-password" required minlength="8";
                p.complaint role="alert" {}
                button { (words::CHANGE_PASSWORD.english) }
            }
        }
        details {
            summary { (words::NEW_CODE.english) }
            p { (words::NEW_CODE_ABOUT.english) }
            form.sheet data-ask="POST /api/code" data-then="/me" {
                label for="confirm" { (words::PASSWORD.english) }
                input #confirm name="password" type="password" autocomplete="current-password" required;
                p.complaint role="alert" {}
                button { (words::NEW_CODE.english) }
            }
        }
        details {
            summary { (words::DELETE_ACCOUNT.english) }
            p { (words::DELETE_ABOUT.english) }
            form.sheet data-ask="DELETE /api/account" data-then="/" data-confirm=(words::DELETE_SURE.english) {
                label for="farewell" { (words::PASSWORD.english) }
                input #farewell name="password" type="password" autocomplete="current-password" required;
                p.complaint role="alert" {}
                button { (words::DELETE_ACCOUNT.english) }
            }
        }
    }
}
