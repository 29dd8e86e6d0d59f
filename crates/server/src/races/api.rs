//! What is asked about races: open one, join it, start it, leave it, play it, have another. Hints are refused in a race
//! (`plays.rs`), and who has seen a solution elsewhere is helped: such finishes come after all others.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use ingenio_core::{Cancel, LevelId, LevelRef};
use ingenio_store::{
    Machine, NewRace, OpenRace, PackKey, PlayRow, Player, RACE_LENGTHS, Race, RaceCode, RacerKind,
};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::time::Duration;
use utoipa::ToSchema;

use super::company::{Before, ghost, solver};
use super::view::RaceBody;
use crate::app::App;
use crate::failures::Attempt;
use crate::live::known_best;
use crate::own_packs;
use crate::plays::{MOST_HINT_CELLS, Waiting, advice_budget, key};
use crate::problem::{Body, Problem, ProblemBody, Reply};
use crate::visitor::{Visitor, remembered, shown_player};
use crate::words;

/// What a solver may think in all, before the start; who finds nothing by then stays at the level.
const SOLVER_TIME: Duration = Duration::from_secs(10);

#[derive(Deserialize, ToSchema)]
pub struct RaceWish {
    /// The id of a level to race on, or else:
    #[serde(default)]
    level: Option<String>,
    /// the pack to draw levels from, and how many: 1, 3 or 5.
    #[serde(default)]
    pack: Option<String>,
    #[serde(default = "one")]
    levels: usize,
    /// Is it shown in the open lobby?
    #[serde(default)]
    listed: bool,
    /// What a guest is to be called.
    #[serde(default)]
    name: Option<String>,
}

const fn one() -> usize {
    1
}

#[derive(Deserialize, ToSchema)]
pub struct JoinWish {
    /// What a guest is to be called.
    #[serde(default)]
    name: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct GhostWish {
    /// The key of a play that was won; nothing for the fastest known.
    #[serde(default)]
    play: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct SolverWish {
    /// `auto`, or the name of a method.
    #[serde(default = "auto")]
    method: String,
}

fn auto() -> String {
    "auto".to_owned()
}

/// A race, with the seat of who asks.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatBody {
    #[serde(flatten)]
    race: RaceBody,
    /// The seat of who asks, if they have one.
    you: Option<i64>,
}

impl SeatBody {
    fn of(race: &Race, player: Option<&Player>) -> Self {
        let you = player.and_then(|player| race.racer(player.id)).map(|racer| racer.seat);
        SeatBody { race: RaceBody::of(race), you }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OpenRaceBody {
    code: String,
    puzzle: String,
    pack: Option<String>,
    levels: usize,
    racers: usize,
    /// The one who called it.
    host: String,
}

impl From<OpenRace> for OpenRaceBody {
    fn from(race: OpenRace) -> Self {
        let OpenRace { code, puzzle, pack, levels, racers, host } = race;
        // Somebody's own pack is known to those who have its address.
        let pack = pack.filter(|name| name.parse::<PackKey>().is_err());
        OpenRaceBody { code: code.to_string(), puzzle, pack, levels, racers, host }
    }
}

/// What a racer plays now.
#[derive(Debug, Serialize, ToSchema)]
pub struct LegBody {
    /// The key of the play.
    key: String,
    /// Whose it is.
    player: String,
    level: String,
    puzzle: String,
    text: String,
    /// What is known to be possible.
    aim: Option<u64>,
    /// Which level of the race it is, from 0.
    place: usize,
}

pub fn code(text: &str) -> Reply<RaceCode> {
    text.parse().map_err(|_| Problem::new(StatusCode::NOT_FOUND, words::RACE_NONE.say()))
}

async fn find(app: &App, code: RaceCode) -> Reply<Race> {
    let none = || Problem::new(StatusCode::NOT_FOUND, words::RACE_NONE.say());
    app.store.race(code).await?.ok_or_else(none)
}

/// The race of a name that somebody typed. A code has thirty bits: whoever tries one after the other waits longer and
/// longer, as with the codes of classes.
pub async fn named(app: &App, address: IpAddr, name: &str) -> Reply<Race> {
    let code = code(name)?;
    let attempt = Attempt::new(address, &format!("race {code}"), None);
    app.failures.check(&attempt).await?;
    let found = find(app, code).await;
    if found.as_ref().is_err_and(|problem| problem.status() == StatusCode::NOT_FOUND) {
        app.failures.failed(&attempt).await?;
    }
    found
}

/// The race as it is now, for one who has just done something; everybody else hears it too.
async fn answer(app: &App, code: RaceCode, player: Option<&Player>) -> Reply<Json<SeatBody>> {
    app.races.tell(app, code).await;
    Ok(Json(SeatBody::of(&find(app, code).await?, player)))
}

/// Races that anybody may join.
#[utoipa::path(get, path = "/api/races", tag = "races", responses((status = 200, body = Vec<OpenRaceBody>)))]
pub async fn list(State(app): State<App>) -> Reply<Json<Vec<OpenRaceBody>>> {
    Ok(Json(app.store.open_races().await?.into_iter().map(OpenRaceBody::from).collect()))
}

/// Opens a race and takes its first seat. Who has no account becomes a guest.
#[utoipa::path(post, path = "/api/races", tag = "races", request_body = RaceWish,
    responses((status = 200, body = SeatBody), (status = 409, description = "why not now", body = ProblemBody),
              (status = 422, description = "what cannot be so", body = ProblemBody)))]
pub async fn make(State(app): State<App>, visitor: Visitor, Body(wish): Body<RaceWish>) -> Reply<Response> {
    let levels = choose(&app, &wish).await?;
    let pack = wish.pack.filter(|_| wish.level.is_none());
    let race = NewRace { pack, listed: wish.listed, levels };
    let (player, cookie) = visitor.or_guest(&app).await?;
    let made = async {
        let code = app.store.make_race(&player, wish.name.as_deref(), race).await?;
        Ok(Json(SeatBody::of(&find(&app, code).await?, Some(&player))))
    };
    Ok(remembered(made.await, cookie))
}

async fn choose(app: &App, wish: &RaceWish) -> Reply<Vec<LevelRef>> {
    if let Some(level) = &wish.level {
        return Ok(vec![app.level(level).await?]);
    }
    if !RACE_LENGTHS.contains(&wish.levels) {
        return Err(Problem::bad(words::RACE_LENGTH.say()));
    }
    draw(app, wish.pack.as_deref().unwrap_or_default(), wish.levels).await
}

/// Some levels of a pack, whichever: nobody knows them before the start. It is one of the library, or somebody's own.
async fn draw(app: &App, pack: &str, count: usize) -> Reply<Vec<LevelRef>> {
    let mut levels: Vec<LevelId> = match app.levels.library.shelf(pack) {
        Some(shelf) => shelf.levels.iter().map(|volume| volume.level.id()).collect(),
        None => own_packs::find(app, pack).await?.1.into_iter().map(|level| level.id).collect(),
    };
    let mut drawn = Vec::with_capacity(count);
    while drawn.len() < count && !levels.is_empty() {
        let mut bytes = [0; 8];
        let broken = |_| Problem::new(StatusCode::SERVICE_UNAVAILABLE, words::BROKE.say());
        getrandom::fill(&mut bytes).map_err(broken)?;
        let at = usize::try_from(u64::from_le_bytes(bytes) % levels.len() as u64).unwrap_or(0);
        drawn.push(app.level(&levels.swap_remove(at).to_string()).await?);
    }
    if drawn.len() < count { Err(Problem::bad(words::RACE_SHORT_PACK.say())) } else { Ok(drawn) }
}

/// How a race stands. Its levels are told to those who play them, and not before the start.
#[utoipa::path(get, path = "/api/races/{code}", tag = "races", params(("code" = String, Path)),
    responses((status = 200, body = SeatBody), (status = 404, body = ProblemBody)))]
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Reply<Json<SeatBody>> {
    let race = named(&app, visitor.address, &name).await?;
    Ok(Json(SeatBody::of(&race, visitor.player.as_ref())))
}

/// Takes a seat; who has one keeps it, and who left is back.
#[utoipa::path(post, path = "/api/races/{code}/join", tag = "races", params(("code" = String, Path)), request_body = JoinWish,
    responses((status = 200, body = SeatBody), (status = 404, body = ProblemBody),
              (status = 409, description = "it is full or has begun, or the name is taken", body = ProblemBody)))]
pub async fn join(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Body(wish): Body<JoinWish>,
) -> Reply<Response> {
    let code = named(&app, visitor.address, &name).await?.code;
    let (player, cookie) = visitor.or_guest(&app).await?;
    let joined = async {
        app.store.join_race(code, &player, wish.name.as_deref()).await?;
        answer(&app, code, Some(&player)).await
    };
    Ok(remembered(joined.await, cookie))
}

/// Calls the start: a countdown, then everybody plays.
#[utoipa::path(post, path = "/api/races/{code}/start", tag = "races", params(("code" = String, Path)),
    responses((status = 200, body = SeatBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub async fn start(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Reply<Json<SeatBody>> {
    let (code, player) = (code(&name)?, visitor.known()?);
    let countdown = i64::try_from(app.config.countdown.as_millis()).unwrap_or(0);
    app.store.start_race(code, player.id, countdown).await?;
    answer(&app, code, Some(&player)).await
}

/// Leaves a race, which goes on without; before its start the seat is free again.
#[utoipa::path(post, path = "/api/races/{code}/leave", tag = "races", params(("code" = String, Path)),
    responses((status = 200, description = "left"), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub async fn leave(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Reply<Json<()>> {
    let (code, player) = (code(&name)?, visitor.known()?);
    app.store.leave_race(code, player.id).await?;
    app.races.tell(&app, code).await;
    Ok(Json(()))
}

/// What to play now: the first level at the start, the next when the last is solved. The play is an ordinary one, over its
/// own line.
#[utoipa::path(post, path = "/api/races/{code}/leg", tag = "races", params(("code" = String, Path)),
    responses((status = 200, body = LegBody), (status = 404, body = ProblemBody),
              (status = 409, description = "not begun, over, or through with all of it", body = ProblemBody)))]
pub async fn leg(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Reply<Json<LegBody>> {
    let (code, player) = (code(&name)?, visitor.known()?);
    let leg = app.store.race_leg(code, player.id).await?;
    let race = find(&app, code).await?;
    let id = race.levels.get(leg.place).ok_or_else(Problem::not_found)?;
    let level = app.level(&id.to_string()).await?;
    app.races.begun(&leg, &level);
    Ok(Json(LegBody {
        key: leg.play.to_string(),
        player: player.id.0.to_string(),
        level: id.to_string(),
        puzzle: race.puzzle,
        text: level.canonical(),
        aim: known_best(&app.store, &level).await?,
        place: leg.place,
    }))
}

async fn levels_of(app: &App, race: &Race) -> Reply<Vec<LevelRef>> {
    let mut levels = Vec::with_capacity(race.levels.len());
    for id in &race.levels {
        levels.push(app.level(&id.to_string()).await?);
    }
    Ok(levels)
}

/// Gives a seat to a ghost: a play that was won, or the fastest there are, at their own speed.
#[utoipa::path(post, path = "/api/races/{code}/ghosts", tag = "races", params(("code" = String, Path)), request_body = GhostWish,
    responses((status = 200, body = SeatBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
              (status = 422, description = "it is no ghost for these levels", body = ProblemBody)))]
pub async fn add_ghost(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Body(wish): Body<GhostWish>,
) -> Reply<Json<SeatBody>> {
    let (code, asker, player) = (code(&name)?, visitor.asker(), visitor.known()?);
    let race = find(&app, code).await?;
    race.check_company(player.id)?;
    let rows = match &wish.play {
        Some(text) => vec![app.store.play_by_key(key(text)?).await?.ok_or_else(Problem::not_found)?],
        None => fastest(&app, &race).await?,
    };
    if rows.len() != race.levels.len()
        || rows.iter().zip(&race.levels).any(|(row, level)| row.level != *level)
    {
        return Err(Problem::bad(words::RACE_OTHER_GHOST.say()));
    }
    let name = ghost_name(&app, &rows).await?;
    let mut plays = Vec::with_capacity(rows.len());
    for (row, level) in rows.iter().zip(levels_of(&app, &race).await?) {
        plays.push(Before { level, events: app.store.events(row.id).await?, helped: row.helped.is_some() });
    }
    let trace = app.think(asker, move || ghost(&plays)).await?.map_err(Problem::bad)?;
    let machine = Machine { kind: RacerKind::Ghost, name, trace: trace.text() };
    app.store.seat_machine(code, player.id, machine).await?;
    answer(&app, code, Some(&player)).await
}

/// The fastest plays of people without help, one for each level.
async fn fastest(app: &App, race: &Race) -> Reply<Vec<PlayRow>> {
    let mut rows = Vec::with_capacity(race.levels.len());
    for level in &race.levels {
        let bests = app.store.fastest(&race.puzzle, Some(*level)).await?;
        let play = bests.get(level).and_then(|best| best.play);
        let row = match play {
            Some(play) => app.store.play_by_key(play).await?,
            None => None,
        };
        rows.push(row.ok_or_else(|| Problem::bad(words::RACE_NO_GHOST.say()))?);
    }
    Ok(rows)
}

/// Whose ghost it is; of a series by several, nobody's in particular.
async fn ghost_name(app: &App, rows: &[PlayRow]) -> Reply<String> {
    let mut owners: Vec<_> = rows.iter().map(|row| row.player).collect();
    owners.dedup();
    let [owner] = owners[..] else { return Ok(String::new()) };
    Ok(shown_player(app, owner, None).await?.map_or_else(String::new, |player| player.name))
}

/// Gives a seat to a method. It thinks now; what it needs for that is its clock in the race.
#[utoipa::path(post, path = "/api/races/{code}/solvers", tag = "races", params(("code" = String, Path)), request_body = SolverWish,
    responses((status = 200, body = SeatBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
              (status = 422, description = "there is no such method for these levels", body = ProblemBody)))]
pub async fn add_solver(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Body(wish): Body<SolverWish>,
) -> Reply<Json<SeatBody>> {
    let (code, asker, player) = (code(&name)?, visitor.asker(), visitor.known()?);
    let race = find(&app, code).await?;
    // Nobody thinks for a seat that there is not.
    race.check_company(player.id)?;
    let levels = levels_of(&app, &race).await?;
    if levels.iter().any(|level| level.play().scene().size.cells() > MOST_HINT_CELLS) {
        return Err(Problem::bad(words::TOO_LARGE_FOR_HINTS.with("most", MOST_HINT_CELLS)));
    }
    let waiting = Waiting(Cancel::default());
    let time = SOLVER_TIME / u32::try_from(levels.len()).unwrap_or(1).max(1);
    let budget = advice_budget(&app, time, &waiting);
    let method = wish.method.clone();
    let trace = app.advise(player.id, asker, move || solver(&levels, &method, &budget)).await?;
    let trace = trace.map_err(Problem::bad)?.text();
    let machine = Machine { kind: RacerKind::Solver, name: wish.method, trace };
    app.store.seat_machine(code, player.id, machine).await?;
    answer(&app, code, Some(&player)).await
}

/// The race that follows: on other levels of the same pack, or on the same level again. Who comes second joins it.
#[utoipa::path(post, path = "/api/races/{code}/rematch", tag = "races", params(("code" = String, Path)),
    responses((status = 200, body = SeatBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub async fn rematch(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Reply<Json<SeatBody>> {
    let (code, player) = (code(&name)?, visitor.known()?);
    let race = find(&app, code).await?;
    let levels = match &race.pack {
        Some(pack) => draw(&app, pack, race.levels.len()).await?,
        None => levels_of(&app, &race).await?,
    };
    let wish = NewRace { pack: race.pack, listed: race.listed, levels };
    let next = app.store.rematch(code, &player, wish).await?;
    app.races.tell(&app, code).await;
    answer(&app, next, Some(&player)).await
}
