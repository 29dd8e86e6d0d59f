//! Campaigns of the lab: all of them, and how each stands, live while one runs.

use axum::extract::State;
use maud::{Markup, html};

use crate::app::App;
use crate::campaigns::{CampaignBody, all};
use crate::pages::frame::{Page, frame};
use crate::pages::lost::Shown;
use crate::visitor::Visitor;
use crate::words;

pub async fn page(State(app): State<App>, visitor: Visitor) -> Shown {
    let campaigns = all(&app).await?;
    let body = html! {
        h1 { (words::CAMPAIGNS.english) }
        p { (words::CAMPAIGNS_ABOUT.english) }
        @if campaigns.is_empty() {
            p.empty { (words::NO_CAMPAIGNS.english) }
        }
        @for campaign in &campaigns { (section(campaign)) }
    };
    let page = Page { scripts: &["campaigns.js"], ..Page::plain(words::CAMPAIGNS.english.to_owned(), body) };
    Ok(frame(visitor.player.as_ref(), page))
}

fn section(campaign: &CampaignBody) -> Markup {
    let total = campaign.total.unwrap_or(campaign.done).max(1);
    html! {
        section.campaign data-campaign=(campaign.name) data-state=(campaign.state) {
            h2 { (campaign.title) }
            p.small.muted { (campaign.about) }
            progress.bar max=(total) value=(campaign.done) aria-label=(words::RUNS.english) {}
            p { strong data-is="state" { (campaign.state) } " · " span data-is="text" { (campaign.text) } }
            p.small.muted data-is="running" { (campaign.running.join(", ")) }
            @if campaign.done > 0 {
                p { a.button href={ "/api/campaigns/" (campaign.name) "/report" } { (words::REPORT.english) span.hidden-visually { ": " (campaign.title) } } }
            }
        }
    }
}
