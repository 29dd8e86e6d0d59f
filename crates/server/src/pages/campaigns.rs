//! Campaigns of the lab: all of them, and how each stands, live while one runs.

use axum::extract::{Query, State};
use ingenio_catalog::{PUZZLES, find};
use ingenio_core::{Language, Template};
use maud::{Markup, html};
use serde::Deserialize;

use crate::app::App;
use crate::campaigns::{CampaignBody, all};
use crate::pages::frame::{Page, frame};
use crate::pages::lost::Shown;
use crate::teacher_campaigns::{MOST_IN_ALL, MOST_LEVELS, MOST_METHODS, MOST_SECONDS};
use crate::visitor::Visitor;
use crate::words;

#[derive(Deserialize)]
pub struct Wanted {
    /// The puzzle whose packs and methods are offered.
    #[serde(default)]
    puzzle: String,
}

pub async fn page(State(app): State<App>, visitor: Visitor, Query(wanted): Query<Wanted>) -> Shown {
    let reader = visitor.language;
    let campaigns = all(&app, visitor.player.as_ref()).await?;
    let teaches = match visitor.player.as_ref().filter(|_| app.config.campaigns.is_some()) {
        Some(player) => !app.store.classes_taught(player.id).await?.is_empty(),
        None => false,
    };
    let body = html! {
        h1 { (reader.say(words::CAMPAIGNS)) }
        p { (reader.say(words::CAMPAIGNS_ABOUT)) }
        @if campaigns.is_empty() {
            p.empty { (reader.say(words::NO_CAMPAIGNS)) }
        }
        @for campaign in &campaigns { (section(reader, campaign)) }
        @if teaches { (start(reader, &app, &wanted.puzzle)) }
    };
    let page = Page {
        scripts: &["campaigns.js", "forms.js", "start-campaign.js"],
        ..Page::plain(reader.say(words::CAMPAIGNS), body)
    };
    Ok(frame(&visitor, page))
}

fn state(word: &str) -> Template {
    match word {
        "running" => words::WEB_CAMPAIGN_RUNNING,
        "finished" => words::WEB_CAMPAIGN_FINISHED,
        "waiting" => words::WEB_CAMPAIGN_WAITING,
        _ => words::WEB_CAMPAIGN_INTERRUPTED,
    }
}

fn section(reader: Language, campaign: &CampaignBody) -> Markup {
    let total = campaign.total.unwrap_or(campaign.done).max(1);
    html! {
        section.campaign data-campaign=(campaign.name) data-state=(campaign.state) {
            h2 translate="no" { (campaign.title) }
            p.small.muted translate="no" { (campaign.about) }
            progress.bar max=(total) value=(campaign.done) aria-label=(reader.say(words::RUNS)) {}
            p { strong data-is="state" { (reader.say(state(campaign.state))) } " · " span data-is="text" { (reader.say(&campaign.text)) } }
            p.small.muted data-is="running" translate="no" { (campaign.running.join(", ")) }
            @if campaign.done > 0 {
                p { a.button href={ "/api/campaigns/" (campaign.name) "/report" } { (reader.say(words::REPORT)) span.hidden-visually translate="no" { ": " (campaign.title) } } }
            }
            @if campaign.yours { (ending(reader, campaign)) }
        }
    }
}

/// Stops what runs or waits, deletes what has ended.
fn ending(reader: Language, campaign: &CampaignBody) -> Markup {
    let is_active = matches!(campaign.state, "running" | "waiting");
    let (what, sure) = if is_active {
        (words::STOP_CAMPAIGN, None)
    } else {
        (words::DELETE_CAMPAIGN, Some(reader.say(words::DELETE_CAMPAIGN_SURE)))
    };
    html! {
        form data-ask={ "DELETE /api/campaigns/" (campaign.name) } data-then="/campaigns" data-confirm=[sure] {
            p.complaint role="alert" {}
            button { (reader.say(what)) span.hidden-visually translate="no" { ": " (campaign.title) } }
        }
    }
}

/// The form for a puzzle; `start-campaign.js` sends it.
fn start(reader: Language, app: &App, wanted: &str) -> Markup {
    let puzzle = find(wanted).ok().unwrap_or(PUZZLES[0]);
    let (info, library) = (puzzle.info(), &app.levels.library);
    let about = words::START_CAMPAIGN_ABOUT.with("levels", MOST_LEVELS).with("methods", MOST_METHODS);
    let about = about.with("seconds", MOST_SECONDS as u64).with("minutes", (MOST_IN_ALL / 60.0) as u64);
    html! {
        h2 #start { (reader.say(words::START_CAMPAIGN)) }
        p { (reader.say(about)) }
        nav.form-row aria-label=(reader.say(words::START_CAMPAIGN)) {
            @for known in PUZZLES {
                @let name = known.info().name;
                a.button href={ "/campaigns?puzzle=" (name) "#start" } aria-current=[(name == info.name).then_some("true")] { (known.info().title) }
            }
        }
        form #start-campaign.sheet {
            label for="pack" { (reader.say(words::CAMPAIGN_PACK)) }
            select #pack name="pack" {
                @for at in library.of(info.name) {
                    @let shelf = &library.shelves[at];
                    option value=(shelf.name) { (reader.say(shelf.said_title())) }
                }
            }
            label for="from" { (reader.say(words::CAMPAIGN_FROM)) }
            input #from name="from" type="number" min="1" value="1" required;
            label for="to" { (reader.say(words::CAMPAIGN_TO)) }
            input #to name="to" type="number" min="1" value="5" required;
            label for="seconds" { (reader.say(words::CAMPAIGN_SECONDS)) }
            input #seconds name="seconds" type="number" min="0.1" max=(MOST_SECONDS) step="any" value="5" required;
            fieldset.methods {
                legend { (reader.say(words::METHODS)) }
                @for method in puzzle.methods() {
                    label title=(reader.whole_sentence(method.said_about(info.name))) translate="no" { input type="checkbox" name="methods" value=(method.name); " " (method.name) }
                }
            }
            p.complaint role="alert" {}
            button.primary { (reader.say(words::START_CAMPAIGN)) }
        }
    }
}
