//! Campaigns of the lab: all of them, and how each stands, live while one runs.

use axum::extract::State;
use ingenio_core::{Language, Template};
use maud::{Markup, html};

use crate::app::App;
use crate::campaigns::{CampaignBody, all};
use crate::pages::frame::{Page, frame};
use crate::pages::lost::Shown;
use crate::visitor::Visitor;
use crate::words;

pub async fn page(State(app): State<App>, visitor: Visitor) -> Shown {
    let reader = visitor.language;
    let campaigns = all(&app).await?;
    let body = html! {
        h1 { (reader.say(words::CAMPAIGNS)) }
        p { (reader.say(words::CAMPAIGNS_ABOUT)) }
        @if campaigns.is_empty() {
            p.empty { (reader.say(words::NO_CAMPAIGNS)) }
        }
        @for campaign in &campaigns { (section(reader, campaign)) }
    };
    let page = Page { scripts: &["campaigns.js"], ..Page::plain(reader.say(words::CAMPAIGNS), body) };
    Ok(frame(&visitor, page))
}

fn state(word: &str) -> Template {
    match word {
        "running" => words::WEB_CAMPAIGN_RUNNING,
        "finished" => words::WEB_CAMPAIGN_FINISHED,
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
        }
    }
}
