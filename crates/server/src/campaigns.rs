//! Campaigns of the lab, as they run and when they are done: other processes run them, the server looks on.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use ingenio_core::{Language, Message};
use ingenio_lab::{Overview, campaigns, report_page};
use ingenio_store::Player;
use serde::Serialize;
use tokio::sync::Mutex;
use utoipa::ToSchema;

use crate::app::App;
use crate::fair::Asker;
use crate::problem::{JsonText, Problem, ProblemBody, Reply};
use crate::visitor::Visitor;
use crate::words;

/// Reports and overviews are made for everybody who looks.
const OF_THE_HOUSE: Asker = Asker { player: None, address: IpAddr::V4(Ipv4Addr::UNSPECIFIED) };

/// A report is made anew at most this often: of a large campaign it is a lot of work.
const FRESH: Duration = Duration::from_secs(10);

/// How campaigns stand is read from their files at most this often, however many pages look.
const LOOKED: Duration = Duration::from_secs(1);

/// A report is a page of its own with script and style inside. In a sandbox it has no origin: it can read
/// neither cookies nor answers of this server.
const REPORT_POLICY: &str = "sandbox allow-scripts allow-downloads; default-src 'none'; \
    style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// How a campaign stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CampaignBody {
    /// The name of its folder.
    pub name: String,
    pub title: String,
    pub about: String,
    /// `waiting`, `running`, `interrupted` or `finished`.
    pub state: &'static str,
    /// The visitor started it, and may stop or delete it.
    pub yours: bool,
    /// Runs in all, where that is known.
    pub total: Option<usize>,
    pub done: usize,
    pub solved: usize,
    /// Answers that the referee refused.
    pub wrong: usize,
    /// What is being worked on.
    pub running: Vec<String>,
    /// When it began, in milliseconds since 1970.
    pub begun: Option<u64>,
    /// All of it in a sentence.
    #[schema(value_type = String)]
    pub text: Message,
}

impl From<Overview> for CampaignBody {
    fn from(overview: Overview) -> Self {
        CampaignBody {
            text: sentence(&overview),
            name: overview.name,
            title: overview.title,
            about: overview.about,
            state: overview.state.id(),
            yours: false,
            total: overview.total,
            done: overview.tally.done,
            solved: overview.tally.solved,
            wrong: overview.tally.wrong,
            running: overview.running,
            begun: overview.begun,
        }
    }
}

fn sentence(overview: &Overview) -> Message {
    let tally = overview.tally;
    let done = match overview.total {
        Some(total) => words::RUNS_OF.with("done", tally.done).with("total", total),
        None => words::RUNS_DONE.with("done", tally.done),
    };
    let mut told = vec![done, words::RUNS_SOLVED.with("solved", tally.solved)];
    if tally.wrong > 0 {
        told.push(words::RUNS_WRONG.with("wrong", tally.wrong));
    }
    if let Some(ends) = overview.ends {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let left = Duration::from_millis(ends).saturating_sub(now);
        told.push(words::RUNS_LEFT.with("time", roughly(left)));
    }
    Message::dotted(told)
}

/// `40 s`, `12 min`, `3 h`.
fn roughly(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3600),
    }
}

/// A campaign, and the code of the language in which its report is written.
type ReportKey = (String, &'static str);

/// Reports that were made a moment ago.
#[derive(Debug, Default)]
pub struct Reports {
    made: Mutex<HashMap<ReportKey, (Instant, Arc<str>)>>,
    /// How all campaigns stood a moment ago.
    seen: Mutex<Option<(Instant, Vec<CampaignBody>)>>,
}

impl Reports {
    /// How all campaigns in a folder stand: whoever comes meanwhile gets the same.
    async fn all(&self, app: &App, folder: PathBuf) -> Reply<Vec<CampaignBody>> {
        let mut seen = self.seen.lock().await;
        if let Some((when, known)) = seen.as_ref()
            && when.elapsed() < LOOKED
        {
            return Ok(known.clone());
        }
        let found = app.think(OF_THE_HOUSE, move || campaigns(&folder)).await?.map_err(Problem::bad)?;
        let found: Vec<CampaignBody> = found.into_iter().map(CampaignBody::from).collect();
        *seen = Some((Instant::now(), found.clone()));
        Ok(found)
    }

    /// One was started, stopped or deleted: the next look reads anew.
    pub async fn renew(&self) {
        *self.seen.lock().await = None;
    }

    /// One report is made at a time; who comes meanwhile gets the same.
    async fn get(&self, app: &App, name: &str, reader: Language) -> Reply<Arc<str>> {
        let mut made = self.made.lock().await;
        made.retain(|_, (when, _)| when.elapsed() < FRESH);
        if let Some((_, page)) = made.get(&(name.to_owned(), reader.code())) {
            return Ok(page.clone());
        }
        let folder = folder(app)?.join(name);
        let page: Arc<str> = app
            .think(OF_THE_HOUSE, move || report_page(&folder, reader))
            .await?
            .map_err(Problem::bad)?
            .into();
        made.insert((name.to_owned(), reader.code()), (Instant::now(), page.clone()));
        Ok(page)
    }
}

fn folder(app: &App) -> Reply<PathBuf> {
    app.config.campaigns.clone().ok_or_else(Problem::not_found)
}

/// The campaigns in the folder that the server was given; which of them are the visitor's.
pub async fn all(app: &App, player: Option<&Player>) -> Reply<Vec<CampaignBody>> {
    let folder = app.config.campaigns.clone().filter(|folder| folder.is_dir());
    let Some(folder) = folder else { return Ok(Vec::new()) };
    let mut found = app.reports.all(app, folder).await?;
    let own = match player {
        Some(player) => app.store.started_campaigns(player.id).await?,
        None => Vec::new(),
    };
    for campaign in &mut found {
        campaign.yours = own.contains(&campaign.name);
        if campaign.state == "interrupted" && app.teaching.is_active(&campaign.name) {
            campaign.state = "waiting";
        }
    }
    Ok(found)
}

/// One of them. The name is compared with those that are there: none of them leads out of the folder.
pub async fn one(app: &App, player: Option<&Player>, name: &str) -> Reply<CampaignBody> {
    let found = all(app, player).await?.into_iter().find(|campaign| campaign.name == name);
    found.ok_or_else(Problem::not_found)
}

/// Campaigns of the lab that this server looks on at.
#[utoipa::path(get, path = "/api/campaigns", tag = "lab", responses((status = 200, body = Vec<CampaignBody>)))]
pub async fn list(State(app): State<App>, visitor: Visitor) -> Reply<JsonText> {
    Ok(JsonText::of(visitor.language, &all(&app, visitor.player.as_ref()).await?))
}

/// How a campaign stands.
#[utoipa::path(get, path = "/api/campaigns/{name}", tag = "lab", params(("name" = String, Path)),
    responses((status = 200, body = CampaignBody), (status = 404, body = ProblemBody)))]
pub async fn show(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Reply<JsonText> {
    Ok(JsonText::of(visitor.language, &one(&app, visitor.player.as_ref(), &name).await?))
}

/// The report of a campaign, of the results so far: a page of HTML.
#[utoipa::path(get, path = "/api/campaigns/{name}/report", tag = "lab", params(("name" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String), (status = 404, body = ProblemBody),
              (status = 422, body = ProblemBody)))]
pub async fn report(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Reply<Response> {
    one(&app, None, &name).await?;
    let page = app.reports.get(&app, &name, visitor.language).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, REPORT_POLICY),
    ];
    Ok((headers, page.to_string()).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_roughly() {
        let told = [5, 119, 120, 7199, 7200, 100_000].map(|seconds| roughly(Duration::from_secs(seconds)));
        assert_eq!(told, ["5 s", "119 s", "2 min", "119 min", "2 h", "27 h"]);
    }
}
