//! Plays: begin or go on, look at one, take a hint, review, and the list of one's own.

use std::str::FromStr;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use ingenio_coach::{Rung, hint, review};
use ingenio_core::{Budget, Cancel, LevelRef, Message, Silent, Template};
use ingenio_desk::{CellBody, ModeBody, to_body};
use ingenio_play::{Mode, helps};
use ingenio_store::{Page, Phase, PlayKey, PlayRow, Player, PlayerId, now};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::drafts::Draft;
use crate::live::{Live, MOST_EVENTS, MOST_HINTS};
use crate::problem::{Body, JsonText, Problem, ProblemBody, Reply};
use crate::quotas::check_room;
use crate::visitor::Visitor;
use crate::words;
use ingenio_desk::Film;

/// A hint is given with what is known after so long.
const HINT_TIME: Duration = Duration::from_secs(2);
/// The truth of one position of a review.
const REVIEW_TIME: Duration = Duration::from_millis(300);
/// The longest that the review of a whole play takes; moves that are left then are not judged.
const REVIEW_IN_ALL: Duration = Duration::from_secs(8);
/// Bytes that one hint may use.
const HINT_MEMORY: u64 = 256 << 20;
/// Cells of the largest board that is thought about here; a solver in a process of its own takes any.
pub const MOST_HINT_CELLS: usize = 64 * 64;
/// Moves that the fourth rung shows.
const NEXT_MOVES: usize = 5;

#[derive(Deserialize, ToSchema)]
pub struct NewPlay {
    /// The id of a level.
    level: String,
    #[serde(default)]
    mode: ModeBody,
    /// Begin anew also where an unfinished play waits.
    #[serde(default)]
    again: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PlayBody {
    /// Its public name: whoever knows it may watch.
    pub key: String,
    /// Whose it is: the same as long as the account lasts, also when a guest becomes a player.
    pub player: String,
    pub level: String,
    pub puzzle: String,
    pub mode: String,
    /// Milliseconds since 1970.
    pub begun: i64,
    pub ended: Option<i64>,
    pub events: u64,
    pub hints: u64,
    /// It took a hint above the first rung, or its player had seen a solution: no record, one star at most.
    pub helped: bool,
    /// It was there already.
    pub resumed: bool,
}

impl PlayBody {
    fn new(key: PlayKey, player: &Player, level: &LevelRef, mode: ModeBody, helped: bool) -> Self {
        PlayBody {
            key: key.to_string(),
            player: player.id.0.to_string(),
            level: level.id().to_string(),
            puzzle: level.puzzle().info().name.to_owned(),
            mode: Mode::from(mode).word().to_owned(),
            begun: now(),
            ended: None,
            events: 0,
            hints: 0,
            helped,
            resumed: false,
        }
    }

    fn of(row: PlayRow, resumed: bool) -> Self {
        PlayBody {
            key: row.key.to_string(),
            player: row.player.0.to_string(),
            level: row.level.to_string(),
            puzzle: row.puzzle,
            mode: row.mode,
            begun: row.begun,
            ended: row.ended,
            events: row.events,
            hints: row.hints,
            helped: row.helped.is_some(),
            resumed,
        }
    }
}

/// Begins a play of a level, or goes on with the unfinished one. Who has no account becomes a guest. Nothing is
/// stored before something happens in the play: one that was only looked at leaves no trace.
#[utoipa::path(post, path = "/api/plays", tag = "plays", request_body = NewPlay,
    responses((status = 200, body = PlayBody), (status = 404, body = ProblemBody)))]
pub async fn begin(State(app): State<App>, visitor: Visitor, Body(wish): Body<NewPlay>) -> Reply<Response> {
    let level = app.level(&wish.level).await?;
    let (player, cookie) = visitor.or_guest(&app).await?;
    let unfinished = if wish.again { None } else { app.store.unfinished(player.id, level.id()).await? };
    // One that can take no more moves is left where it is.
    let unfinished = unfinished.filter(|row| row.events < MOST_EVENTS as u64);
    let resumed = unfinished.as_ref().is_some_and(|row| row.events > 0);
    let body = if let Some(row) = unfinished {
        PlayBody::of(row, resumed)
    } else {
        check_room(&app.store, &player).await?;
        let helped = app.store.saw_lately(player.id, level.id()).await?;
        let waiting =
            if wish.again { None } else { app.lives.expected(&app.store, player.id, level.id()).await? };
        let key = waiting.map_or_else(PlayKey::draw, Ok)?;
        app.lives.expect(player.id, key, Draft { level: level.id(), mode: wish.mode });
        PlayBody::new(key, &player, &level, wish.mode, helped)
    };
    let mut response = Json(body).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

pub fn key(text: &str) -> Reply<PlayKey> {
    PlayKey::from_str(text).map_err(|_| Problem::not_found())
}

/// One play, without its moves; it is there from its first move on.
#[utoipa::path(get, path = "/api/plays/{key}", tag = "plays", params(("key" = String, Path)),
    responses((status = 200, body = PlayBody), (status = 404, body = ProblemBody)))]
pub async fn show(State(app): State<App>, Path(name): Path<String>) -> Reply<Json<PlayBody>> {
    let row = app.store.play_by_key(key(&name)?).await?.ok_or_else(Problem::not_found)?;
    Ok(Json(PlayBody::of(row, false)))
}

/// A play as a film, with every step back. Whoever watches another's win has seen a solution: their plays of
/// the level are helped, for a day. Nothing but an explicit wish does that, so it is no GET.
#[utoipa::path(post, path = "/api/plays/{key}/film", tag = "plays", params(("key" = String, Path)),
    responses((status = 200, body = Film), (status = 404, body = ProblemBody)))]
pub async fn film(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Reply<JsonText> {
    let row = app.store.play_by_key(key(&name)?).await?.ok_or_else(Problem::not_found)?;
    let level = app.level(&row.level.to_string()).await?;
    let (asker, reader) = (visitor.asker(), visitor.language);
    if let Some(player) = visitor.player.filter(|player| spoils(player, &row)) {
        app.show_way(&player, &level).await?;
    }
    let (store, runtime) = (app.store.clone(), Handle::current());
    let title = words::FILM_OF_PLAY.say();
    // A long play is much to read, too.
    app.think(asker, move || {
        let events = runtime.block_on(store.events(row.id))?;
        let film = Film::of_events(&level, &events, title)?;
        Ok(JsonText::of(reader, &film))
    })
    .await?
}

/// Does the film of a play show its watcher a solution?
pub fn spoils(watcher: &Player, row: &PlayRow) -> bool {
    watcher.id != row.player && row.ended.is_some()
}

#[derive(Deserialize, IntoParams)]
pub struct Before {
    /// Only plays that began before the one of this key: the last of the page before.
    before: Option<String>,
}

/// One's own plays, the newest first.
#[utoipa::path(get, path = "/api/me/plays", tag = "plays", params(Before), responses((status = 200, body = Vec<PlayBody>)))]
pub async fn mine(
    State(app): State<App>,
    visitor: Visitor,
    Query(page): Query<Before>,
) -> Reply<Json<Vec<PlayBody>>> {
    let player = visitor.known()?;
    let last = match page.before.as_deref() {
        Some(name) => Some(app.store.play_by_key(key(name)?).await?.ok_or_else(Problem::not_found)?.id),
        None => None,
    };
    let page = Page { before: last, most: 50 };
    let rows = app.store.plays(player.id, page).await?;
    Ok(Json(rows.into_iter().map(|row| PlayBody::of(row, false)).collect()))
}

#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RungBody {
    Distance,
    Piece,
    /// What to do first, and next, where the puzzle has a plan.
    Plan,
    Move,
    Moves,
    Solution,
}

impl RungBody {
    const fn rung(self) -> (Rung, u8) {
        match self {
            RungBody::Distance => (Rung::Distance, 1),
            RungBody::Piece => (Rung::Piece, 2),
            RungBody::Plan => (Rung::Plan, 2),
            RungBody::Move => (Rung::Move, 3),
            RungBody::Moves => (Rung::Moves(NEXT_MOVES), 4),
            RungBody::Solution => (Rung::Solution, 5),
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct HintWish {
    rung: RungBody,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct HintBody {
    /// Sentences.
    #[schema(value_type = Vec<String>)]
    said: Vec<Message>,
    moves: Vec<String>,
    cells: Vec<CellBody>,
    /// How far it is, in the puzzle's first metric.
    to_go: Option<u64>,
    /// Is it no less?
    proved: bool,
    solved: bool,
    lost: bool,
    /// The method that knew.
    method: Option<String>,
    /// The moves, to be watched; the rungs that show moves have it.
    film: Option<Film>,
}

/// A cancel flag that is raised when nobody waits any more.
pub struct Waiting(pub Cancel);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Refuses hints to those who race, also in another play of the level. When the race is over it is a play as any other.
async fn check_race(app: &App, live: &Live, player: PlayerId) -> Reply<()> {
    let Some(code) = live.race else {
        if app.store.races_on(player, live.level.id()).await? {
            return Err(Problem::bad(words::NO_HINTS_IN_RACE.say()));
        }
        return Ok(());
    };
    let race = app.store.race(code).await?;
    if race.is_some_and(|race| race.phase() == Phase::Running) && !live.standing().await.1 {
        return Err(Problem::bad(words::NO_HINTS_IN_RACE.say()));
    }
    Ok(())
}

/// Refuses boards that are too large to be thought about beside the requests.
async fn check_size(live: &Live) -> Reply<()> {
    if live.cells().await <= MOST_HINT_CELLS {
        return Ok(());
    }
    Err(Problem::bad(words::TOO_LARGE_FOR_HINTS.with("most", MOST_HINT_CELLS)))
}

pub fn advice_budget(app: &App, time: Duration, waiting: &Waiting) -> Budget {
    let (cancel, tables) = (waiting.0.clone(), app.config.tables.clone());
    Budget { time: Some(time), memory: Some(HINT_MEMORY), cancel, tables, ..Budget::default() }
}

/// A hint from where the play stands. Every rung is counted; a request that is given up ends the search.
#[utoipa::path(post, path = "/api/plays/{key}/hints", tag = "plays", params(("key" = String, Path)), request_body = HintWish,
    responses((status = 200, body = HintBody), (status = 403, body = ProblemBody)))]
pub async fn take_hint(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Body(wish): Body<HintWish>,
) -> Reply<JsonText> {
    let (player, asker, reader) = (visitor.clone().known()?, visitor.asker(), visitor.language);
    let live = app.live(key(&name)?, visitor).await?;
    check_race(&app, &live, player.id).await?;
    check_size(&live).await?;
    let (line, at) = live.position().await?;
    let (rung, number) = wish.rung.rung();
    if number >= 3 && live.standing().await.0 == Mode::Challenge {
        return Err(Problem::bad(words::NO_MOVES_IN_CHALLENGE.say()));
    }
    let taken = match live.row() {
        Some(row) => app.store.play(row).await?.map_or(0, |row| row.hints),
        None => 0,
    };
    if taken >= MOST_HINTS {
        return Err(Problem::bad(words::TOO_MANY_HINTS.with("most", MOST_HINTS)));
    }
    let helped = helps(number);
    let waiting = Waiting(Cancel::default());
    let budget = advice_budget(&app, HINT_TIME, &waiting);
    let level = live.level.clone();
    let advice = app.advise(player.id, asker, move || {
        let play = line.play(&level)?;
        let found = hint(&level, play.as_ref(), rung, &budget, &mut Silent);
        let film = match rung {
            Rung::Move | Rung::Moves(_) | Rung::Solution if !found.moves.is_empty() => {
                Some(Film::of_moves(play, &found.moves, Message::empty())?)
            }
            _ => None,
        };
        let now_helped = helped.then_some(if number >= 4 { words::HELPED_A_DAY } else { words::HELPED_NOW });
        let said = found.beside_board().into_iter();
        Ok(JsonText::of(
            reader,
            &HintBody {
                said: said.chain(now_helped.map(Template::say)).collect(),
                moves: found.moves,
                cells: found.cells.iter().copied().map(to_body).collect(),
                to_go: found.to_go.map(|to_go| to_go.count),
                proved: found.to_go.is_some_and(|to_go| to_go.proved),
                solved: found.solved,
                lost: found.lost,
                method: found.method,
                film,
            },
        ))
    });
    let advice: Reply<JsonText> = advice.await?;
    let advice = advice?;
    // It counts before it is told, and not at all where there was no room to think.
    app.store.hint_taken(live.stored().await?, at, number).await?;
    if helped {
        live.help().await;
    }
    if number >= 4 {
        app.show_way(&player, &live.level).await?;
    }
    Ok(advice)
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewBody {
    #[schema(value_type = Vec<String>)]
    said: Vec<Message>,
    moves: Vec<JudgementBody>,
    /// The number of the first move that cost something, from 0.
    first_mistake: Option<usize>,
    /// The best line from there.
    better: Vec<String>,
    /// The best line from the start of the level.
    best: Vec<String>,
    /// Ways that were taken back after they were lost.
    lost: Vec<LostBody>,
    /// The moves of the play from the start of the level, for pages that name moves by what they do on the board;
    /// nothing where there are too many.
    film: Option<Film>,
    /// The same up to the first mistake, and the best line from there.
    better_film: Option<Film>,
    /// And the best line from the start.
    best_film: Option<Film>,
}

/// A way that was taken back.
#[derive(Debug, Serialize, ToSchema)]
pub struct LostBody {
    /// From the start of the level to the move that lost it.
    moves: Vec<String>,
    #[schema(value_type = Option<String>)]
    why: Option<Message>,
    film: Option<Film>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct JudgementBody {
    #[serde(rename = "move")]
    action: String,
    /// How much longer the best way became; where as much as possible is wanted, how much less can be reached.
    cost: Option<u64>,
    loses: bool,
    /// Why there is no way on from here.
    #[schema(value_type = Option<String>)]
    why: Option<Message>,
    /// What is left to do after it.
    left: Option<u64>,
}

/// What every move of the play cost against the best from there.
#[utoipa::path(post, path = "/api/plays/{key}/review", tag = "plays", params(("key" = String, Path)),
    responses((status = 200, body = ReviewBody), (status = 403, body = ProblemBody)))]
pub async fn take_review(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Reply<JsonText> {
    let (player, asker, reader) = (visitor.clone().known()?, visitor.asker(), visitor.language);
    let live = app.live(key(&name)?, visitor).await?;
    check_size(&live).await?;
    let (line, _) = live.position().await?;
    if !live.standing().await.1 {
        return Err(Problem::bad(words::REVIEW_AFTER_WIN.say()));
    }
    if line.backwards {
        return Err(Problem::bad(words::NO_REVIEW_BACKWARDS.say()));
    }
    let tries = live.tries().await?;
    let waiting = Waiting(Cancel::default());
    let budget = advice_budget(&app, REVIEW_TIME, &waiting);
    let level = live.level.clone();
    let end = budget.cancel.clone();
    let timer = tokio::spawn(async move {
        tokio::time::sleep(REVIEW_IN_ALL).await;
        end.cancel();
    });
    let told = app
        .advise(player.id, asker, move || {
            let found = review(&level, &line.moves, &tries, &budget);
            let film = |moves: &[String]| Film::of_moves(level.play(), moves, Message::empty()).ok();
            let better = found.first_mistake.map(|at| [&line.moves[..at], &found.better].concat());
            let judgement = |one: ingenio_coach::Judgement| JudgementBody {
                action: one.action,
                cost: one.cost,
                loses: one.loses,
                why: one.why,
                left: one.left,
            };
            let lost = found.lost.into_iter();
            let lost = lost.map(|one| LostBody { film: film(&one.moves), moves: one.moves, why: one.why });
            let body = ReviewBody {
                said: found.said,
                moves: found.moves.into_iter().map(judgement).collect(),
                first_mistake: found.first_mistake,
                better: found.better,
                best_film: film(&found.best),
                best: found.best,
                lost: lost.collect(),
                film: film(&line.moves),
                better_film: better.as_deref().and_then(film),
            };
            JsonText::of(reader, &body)
        })
        .await;
    timer.abort();
    told
}
