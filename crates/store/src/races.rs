//! Races in the store. Whatever changes one takes the lock of its row first, by making its version larger; servers that
//! share a database see by the version that something is new. Moments are the database's own, so that it makes no
//! difference at which server somebody plays.
//!
//! A finish is written by the store itself, in the transaction that stores the winning moves: the play must be that of the
//! leg, on its level, by its player. Nothing else writes one.

use std::collections::BTreeSet;

use ingenio_core::{LevelId, LevelRef, Message};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::levels;
use crate::names::{folded, looks, proper_name};
use crate::plays::level_id;
use crate::race_rows::{
    Leg, OpenRace, Phase, RACE_LENGTHS, Race, RaceCode, RacePlay, RaceStep, Racer, RacerKind, limit,
};
use crate::rows::{PlayId, PlayKey, Player, PlayerId, now};
use crate::store::Store;
use crate::trouble::Trouble;
use crate::words;

/// Lobbies that one player may sit in at once, and races within a day.
const MOST_LOBBIES: i64 = 3;
const MOST_A_DAY: i64 = 300;
const DAY: i64 = 24 * 3_600_000;
/// Races that the open lobby shows.
const MOST_SHOWN: i64 = 50;
/// What changed so long ago, everybody who looks at it has seen: a change may be committed a while after it was made.
const LATELY: i64 = 5_000;
/// A race that nobody starts is forgotten after an hour; one that was run, after a month.
const UNSTARTED: i64 = 3_600_000;
const KEPT: i64 = 30 * DAY;
/// The most levels of a race.
const MOST_LEVELS: usize = RACE_LENGTHS[RACE_LENGTHS.len() - 1];
/// Steps that are noted in one change: about a millisecond of the writer.
const NOTED_AT_ONCE: usize = 16;

/// What somebody wants to race on.
#[derive(Clone, Debug)]
pub struct NewRace {
    pub pack: Option<String>,
    pub listed: bool,
    /// All of one puzzle.
    pub levels: Vec<LevelRef>,
}

/// A ghost or a solver, with the way that it will go.
#[derive(Clone, Debug)]
pub struct Machine {
    pub kind: RacerKind,
    pub name: String,
    pub trace: String,
}

impl Store {
    /// Opens a race, with its maker in the first seat. A guest may bring a name.
    pub async fn make_race(
        &self,
        player: &Player,
        name: Option<&str>,
        race: NewRace,
    ) -> Result<RaceCode, Trouble> {
        let (player, name) = (player.clone(), name.map(str::to_owned));
        self.write(move |db| {
            Box::pin(async move {
                let code = make(db, &race).await?;
                join(db, code, &player, name.as_deref()).await?;
                Ok(code)
            })
        })
        .await
    }

    pub async fn race(&self, code: RaceCode) -> Result<Option<Race>, Trouble> {
        read(&mut *self.reader().await?, code).await
    }

    /// Races that changed since a moment, with their versions: by any server, in one look. Also tells the moment of this
    /// look, from which the next one goes on, however late it comes; the first asks from 0.
    pub async fn changed_races(&self, since: i64) -> Result<(i64, Vec<(RaceCode, i64)>), Trouble> {
        let mut reader = self.reader().await?;
        let at = moment(&mut reader).await?;
        let from = if since == 0 { at } else { since.min(at) } - LATELY;
        let rows = sqlx::query("SELECT code, version FROM race WHERE changed > $1")
            .bind(from)
            .fetch_all(&mut *reader)
            .await?;
        let changed = rows.iter().map(|row| Ok((code_of(row, "code")?, row.try_get("version")?)));
        Ok((at, changed.collect::<Result<_, Trouble>>()?))
    }

    /// Is this player in a race on this level that runs now, and not through with the level?
    pub async fn races_on(&self, player: PlayerId, level: LevelId) -> Result<bool, Trouble> {
        let mut reader = self.reader().await?;
        let at = moment(&mut reader).await?;
        let codes: Vec<String> = sqlx::query_scalar(
            "SELECT DISTINCT race.code FROM racer JOIN race ON race.code = racer.race \
             JOIN race_level ON race_level.race = race.code AND race_level.level = $2 \
             WHERE racer.player = $1 AND racer.gone IS NULL AND race.starts <= $3 AND race.starts > $4 \
               AND NOT EXISTS (SELECT 1 FROM race_leg WHERE race_leg.race = race.code AND race_leg.seat = racer.seat \
                 AND race_leg.place = race_level.place AND race_leg.finished IS NOT NULL)",
        )
        .bind(player.0)
        .bind(level.to_string())
        .bind(at)
        .bind(at - limit(MOST_LEVELS))
        .fetch_all(&mut *reader)
        .await?;
        for code in codes {
            let code = code.parse::<RaceCode>().map_err(|_| Trouble::broken(&code))?;
            if read(&mut reader, code).await?.is_some_and(|race| race.phase() == Phase::Running) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes a seat, or the one that the player has.
    pub async fn join_race(
        &self,
        code: RaceCode,
        player: &Player,
        name: Option<&str>,
    ) -> Result<(), Trouble> {
        let (player, name) = (player.clone(), name.map(str::to_owned));
        self.write(move |db| Box::pin(async move { join(db, code, &player, name.as_deref()).await })).await
    }

    /// Gives a ghost or a solver a seat, at the wish of a person who has one.
    pub async fn seat_machine(
        &self,
        code: RaceCode,
        player: PlayerId,
        machine: Machine,
    ) -> Result<(), Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                let race = locked(db, code).await?;
                race.check_company(player)?;
                take_seat(db, &race, None, (machine.kind, &machine.name, Some(&machine.trace))).await
            })
        })
        .await
    }

    /// Calls the start, `countdown` milliseconds from now.
    pub async fn start_race(&self, code: RaceCode, player: PlayerId, countdown: i64) -> Result<(), Trouble> {
        self.write(move |db| Box::pin(start(db, code, player, countdown))).await
    }

    /// Leaves a race. Before its start the seat is free again, and a race without people is no more; after it the race
    /// goes on without.
    pub async fn leave_race(&self, code: RaceCode, player: PlayerId) -> Result<(), Trouble> {
        self.write(move |db| Box::pin(leave(db, code, player))).await
    }

    /// The play in which a racer is to be now, made where there is none yet: only whoever has finished the levels before
    /// learns the next.
    pub async fn race_leg(&self, code: RaceCode, player: PlayerId) -> Result<Leg, Trouble> {
        self.write(move |db| Box::pin(leg(db, code, player))).await
    }

    /// The race that a play is part of, if it is.
    pub async fn race_of_play(&self, play: PlayKey) -> Result<Option<RacePlay>, Trouble> {
        let row = sqlx::query(
            "SELECT race_leg.race, race_level.level, racer.player FROM race_leg \
             JOIN racer ON racer.race = race_leg.race AND racer.seat = race_leg.seat \
             JOIN race_level ON race_level.race = race_leg.race AND race_level.place = race_leg.place \
             WHERE race_leg.play = $1 AND racer.player IS NOT NULL",
        )
        .bind(play.to_string())
        .fetch_optional(&mut *self.reader().await?)
        .await?;
        let part = |row: AnyRow| {
            Ok(RacePlay {
                code: code_of(&row, "race")?,
                level: level_id(&row)?,
                player: PlayerId(row.try_get("player")?),
            })
        };
        row.map(part).transpose()
    }

    /// Notes how far people have come, for the others to see: some at a time, so that no move waits for all of them.
    pub async fn note_race_steps(&self, mut steps: Vec<RaceStep>) -> Result<(), Trouble> {
        // In one order, so that no two servers wait for each other.
        steps.sort_by_key(|step| step.play.to_string());
        let mut races = BTreeSet::new();
        for some in steps.chunks(NOTED_AT_ONCE) {
            let some = some.to_vec();
            races.extend(self.write(move |db| Box::pin(async move { note(db, &some).await })).await?);
        }
        let races: Vec<RaceCode> = races.into_iter().collect();
        for some in races.chunks(NOTED_AT_ONCE) {
            let some = some.to_vec();
            self.write(move |db| Box::pin(async move { renew_all(db, &some).await })).await?;
        }
        Ok(())
    }

    /// The race that follows this one: the one that somebody opened before, or else a new one. Those who come later join
    /// it.
    pub async fn rematch(&self, code: RaceCode, player: &Player, race: NewRace) -> Result<RaceCode, Trouble> {
        let player = player.clone();
        self.write(move |db| Box::pin(async move { rematch(db, code, &player, &race).await })).await
    }

    /// Races that anybody may join, the newest first.
    pub async fn open_races(&self) -> Result<Vec<OpenRace>, Trouble> {
        let rows = sqlx::query(
            "SELECT code, puzzle, pack, \
               (SELECT COUNT(*) FROM race_level WHERE race_level.race = race.code) AS levels, \
               (SELECT COUNT(*) FROM racer WHERE racer.race = race.code) AS racers, \
               (SELECT name FROM racer WHERE racer.race = race.code AND kind = 'person' ORDER BY seat LIMIT 1) AS host \
             FROM race WHERE listed = 1 AND starts IS NULL AND made > $1 ORDER BY made DESC, code LIMIT $2",
        )
        .bind(now() - UNSTARTED)
        .bind(MOST_SHOWN)
        .fetch_all(&mut *self.reader().await?)
        .await?;
        rows.iter().map(open_race).collect()
    }
}

fn open_race(row: &AnyRow) -> Result<OpenRace, Trouble> {
    let count = |name: &str| row.try_get::<i64, _>(name).map(|count| usize::try_from(count).unwrap_or(0));
    Ok(OpenRace {
        code: code_of(row, "code")?,
        puzzle: row.try_get("puzzle")?,
        pack: row.try_get("pack")?,
        levels: count("levels")?,
        racers: count("racers")?,
        host: row.try_get::<Option<String>, _>("host")?.unwrap_or_default(),
    })
}

fn code_of(row: &AnyRow, name: &str) -> Result<RaceCode, Trouble> {
    let text: String = row.try_get(name)?;
    text.parse().map_err(|_| Trouble::broken(text))
}

const fn refused(why: Message) -> Trouble {
    Trouble::Refused(why)
}

/// The moment by the database's clock.
async fn moment(db: &mut AnyConnection) -> Result<i64, Trouble> {
    let statement = match db.backend_name() {
        "PostgreSQL" => "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        _ => "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    };
    Ok(sqlx::query_scalar(statement).fetch_one(db).await?)
}

// --- to read ---

async fn read(db: &mut AnyConnection, code: RaceCode) -> Result<Option<Race>, Trouble> {
    let query =
        sqlx::query("SELECT puzzle, pack, listed, made, starts, version, rematch FROM race WHERE code = $1");
    let Some(row) = query.bind(code.to_string()).fetch_optional(&mut *db).await? else { return Ok(None) };
    let rematch: Option<String> = row.try_get("rematch")?;
    Ok(Some(Race {
        code,
        puzzle: row.try_get("puzzle")?,
        pack: row.try_get("pack")?,
        listed: row.try_get::<i64, _>("listed")? != 0,
        made: row.try_get("made")?,
        starts: row.try_get("starts")?,
        version: row.try_get("version")?,
        rematch: rematch.and_then(|code| code.parse().ok()),
        levels: read_levels(db, code).await?,
        racers: read_racers(db, code).await?,
        now: moment(db).await?,
    }))
}

async fn read_levels(db: &mut AnyConnection, code: RaceCode) -> Result<Vec<LevelId>, Trouble> {
    let query = sqlx::query("SELECT level FROM race_level WHERE race = $1 ORDER BY place");
    query.bind(code.to_string()).fetch_all(db).await?.iter().map(level_id).collect()
}

async fn read_racers(db: &mut AnyConnection, code: RaceCode) -> Result<Vec<Racer>, Trouble> {
    let query = sqlx::query(
        "SELECT seat, player, name, kind, trace, gone, joined FROM racer WHERE race = $1 ORDER BY seat",
    );
    let rows = query.bind(code.to_string()).fetch_all(&mut *db).await?;
    let mut racers: Vec<Racer> = rows.iter().map(racer).collect::<Result<_, _>>()?;
    let query = sqlx::query(
        "SELECT seat, place, play, moved, figure, to_go, finished, helped FROM race_leg \
         WHERE race = $1 ORDER BY seat, place",
    );
    for row in &query.bind(code.to_string()).fetch_all(db).await? {
        let seat: i64 = row.try_get("seat")?;
        let leg = leg_row(row)?;
        racers.iter_mut().filter(|racer| racer.seat == seat).for_each(|racer| racer.legs.push(leg));
    }
    Ok(racers)
}

fn racer(row: &AnyRow) -> Result<Racer, Trouble> {
    let kind: String = row.try_get("kind")?;
    Ok(Racer {
        seat: row.try_get("seat")?,
        player: row.try_get::<Option<i64>, _>("player")?.map(PlayerId),
        name: row.try_get("name")?,
        kind: RacerKind::parse(&kind).ok_or_else(|| Trouble::broken(kind))?,
        trace: row.try_get("trace")?,
        gone: row.try_get::<Option<i64>, _>("gone")?.is_some(),
        joined: row.try_get("joined")?,
        legs: Vec::new(),
    })
}

fn leg_row(row: &AnyRow) -> Result<Leg, Trouble> {
    let (key, helped): (String, i64) = (row.try_get("play")?, row.try_get("helped")?);
    Ok(Leg {
        place: usize::try_from(row.try_get::<i64, _>("place")?).unwrap_or(0),
        play: key.parse().map_err(|_| Trouble::broken(key))?,
        moved: row.try_get("moved")?,
        figure: row.try_get("figure")?,
        to_go: row.try_get("to_go")?,
        finished: row.try_get("finished")?,
        helped: helped != 0,
    })
}

// --- to change ---

async fn make(db: &mut AnyConnection, race: &NewRace) -> Result<RaceCode, Trouble> {
    let puzzle = race.levels.first().ok_or(Trouble::Unknown)?.puzzle().info().name;
    let (code, made) = (RaceCode::draw()?, moment(db).await?);
    let query = sqlx::query(
        "INSERT INTO race (code, puzzle, pack, listed, made, changed) VALUES ($1, $2, $3, $4, $5, $5)",
    );
    let query = query.bind(code.to_string()).bind(puzzle).bind(&race.pack);
    query.bind(i64::from(race.listed)).bind(made).execute(&mut *db).await?;
    for (place, level) in (0_i64..).zip(&race.levels) {
        levels::keep(db, level).await?;
        let query = sqlx::query("INSERT INTO race_level (race, place, level) VALUES ($1, $2, $3)");
        let query = query.bind(code.to_string()).bind(place).bind(level.id().to_string());
        query.execute(&mut *db).await?;
    }
    Ok(code)
}

/// The race, kept from others until the end of the transaction, and newer than before.
async fn locked(db: &mut AnyConnection, code: RaceCode) -> Result<Race, Trouble> {
    renew(db, code).await?;
    read(db, code).await?.ok_or(Trouble::Unknown)
}

async fn renew(db: &mut AnyConnection, code: RaceCode) -> Result<(), Trouble> {
    renew_all(db, &[code]).await
}

/// Whoever looks at these races will see that they changed.
async fn renew_all(db: &mut AnyConnection, codes: &[RaceCode]) -> Result<(), Trouble> {
    let at = moment(db).await?;
    for code in codes {
        let query = sqlx::query("UPDATE race SET version = version + 1, changed = $2 WHERE code = $1");
        query.bind(code.to_string()).bind(at).execute(&mut *db).await?;
    }
    Ok(())
}

async fn join(
    db: &mut AnyConnection,
    code: RaceCode,
    player: &Player,
    name: Option<&str>,
) -> Result<(), Trouble> {
    let race = locked(db, code).await?;
    if let Some(racer) = race.racer(player.id) {
        // A race that ended because all had left or arrived is not run on.
        if racer.gone && race.phase() == Phase::Over {
            return Err(refused(words::RACE_OVER.say()));
        }
        // Who left and comes again is back.
        let query = sqlx::query("UPDATE racer SET gone = NULL WHERE race = $1 AND player = $2");
        query.bind(code.to_string()).bind(player.id.0).execute(db).await?;
        return Ok(());
    }
    race.check_open()?;
    check_pace(db, player.id).await?;
    let name = name_in(db, &race, player, name).await?;
    take_seat(db, &race, Some(player.id), (RacerKind::Person, &name, None)).await
}

/// Nobody sits in many lobbies at once, or makes races without end.
async fn check_pace(db: &mut AnyConnection, player: PlayerId) -> Result<(), Trouble> {
    let (lobbies, lately): (i64, i64) = sqlx::query_as(
        "SELECT COUNT(CASE WHEN race.starts IS NULL THEN 1 END), COUNT(*) FROM racer \
         JOIN race ON race.code = racer.race WHERE racer.player = $1 AND racer.joined > $2",
    )
    .bind(player.0)
    .bind(now() - DAY)
    .fetch_one(db)
    .await?;
    if lobbies >= MOST_LOBBIES {
        return Err(refused(words::RACE_TOO_MANY_LOBBIES.with("most", MOST_LOBBIES)));
    }
    if lately >= MOST_A_DAY {
        return Err(refused(words::RACE_TOO_MANY.with("most", MOST_A_DAY)));
    }
    Ok(())
}

/// What a racer is called: an account by its name, a guest as they like, if nobody else is called so or looks like it.
async fn name_in(
    db: &mut AnyConnection,
    race: &Race,
    player: &Player,
    wish: Option<&str>,
) -> Result<String, Trouble> {
    let wish = wish.map(str::trim).filter(|name| !name.is_empty() && player.guest);
    let Some(wish) = wish else { return Ok(player.name.clone()) };
    let name = proper_name(wish).map_err(Trouble::BadName)?;
    let query = sqlx::query_scalar("SELECT COUNT(*) FROM player WHERE folded = $1 OR looks = $2");
    let taken: i64 = query.bind(folded(&name)).bind(looks(&name)).fetch_one(db).await?;
    let alike = race.racers.iter().any(|racer| looks(&racer.name) == looks(&name));
    if taken > 0 || alike { Err(Trouble::NameTaken) } else { Ok(name) }
}

async fn take_seat(
    db: &mut AnyConnection,
    race: &Race,
    player: Option<PlayerId>,
    (kind, name, trace): (RacerKind, &str, Option<&str>),
) -> Result<(), Trouble> {
    let seat = race.racers.iter().map(|racer| racer.seat + 1).max().unwrap_or(0);
    let query = sqlx::query(
        "INSERT INTO racer (race, seat, player, name, kind, trace, joined) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    );
    let query = query.bind(race.code.to_string()).bind(seat).bind(player.map(|player| player.0));
    query.bind(name).bind(kind.word()).bind(trace).bind(race.now).execute(db).await?;
    Ok(())
}

async fn start(
    db: &mut AnyConnection,
    code: RaceCode,
    player: PlayerId,
    countdown: i64,
) -> Result<(), Trouble> {
    let race = locked(db, code).await?;
    if race.starts.is_some() {
        return Err(refused(words::RACE_BEGUN.say()));
    }
    if !race.may_start(player) {
        return Err(refused(words::RACE_NOT_HOST.say()));
    }
    if race.racers.len() < 2 {
        return Err(refused(words::RACE_ALONE.say()));
    }
    let query = sqlx::query("UPDATE race SET starts = $2 WHERE code = $1");
    query.bind(code.to_string()).bind(race.now + countdown).execute(db).await?;
    Ok(())
}

async fn leave(db: &mut AnyConnection, code: RaceCode, player: PlayerId) -> Result<(), Trouble> {
    let race = locked(db, code).await?;
    race.racer(player).ok_or_else(|| refused(words::RACE_NOT_IN.say()))?;
    if race.starts.is_some() {
        let query = sqlx::query("UPDATE racer SET gone = $3 WHERE race = $1 AND player = $2");
        query.bind(code.to_string()).bind(player.0).bind(race.now).execute(db).await?;
        return Ok(());
    }
    let query = sqlx::query("DELETE FROM racer WHERE race = $1 AND player = $2");
    query.bind(code.to_string()).bind(player.0).execute(&mut *db).await?;
    let query = sqlx::query(
        "DELETE FROM race WHERE code = $1 \
           AND NOT EXISTS (SELECT 1 FROM racer WHERE racer.race = $1 AND racer.player IS NOT NULL)",
    );
    query.bind(code.to_string()).execute(db).await?;
    Ok(())
}

async fn leg(db: &mut AnyConnection, code: RaceCode, player: PlayerId) -> Result<Leg, Trouble> {
    let race = read(db, code).await?.ok_or(Trouble::Unknown)?;
    if let Some(leg) =
        race.racer(player).and_then(|racer| racer.legs.last()).filter(|leg| leg.finished.is_none())
    {
        return Ok(*leg);
    }
    let race = locked(db, code).await?;
    let racer = race.racer(player).ok_or_else(|| refused(words::RACE_NOT_IN.say()))?;
    match race.phase() {
        Phase::Lobby | Phase::Countdown => return Err(refused(words::RACE_NOT_BEGUN.say())),
        Phase::Over => return Err(refused(words::RACE_OVER.say())),
        Phase::Running => {}
    }
    let place = match racer.legs.last() {
        Some(leg) if leg.finished.is_none() => return Ok(*leg),
        Some(leg) => leg.place + 1,
        None => 0,
    };
    if place >= race.levels.len() {
        return Err(refused(words::RACE_ARRIVED.say()));
    }
    let leg = Leg {
        place,
        play: PlayKey::draw()?,
        moved: race.now,
        figure: None,
        to_go: None,
        finished: None,
        helped: false,
    };
    let query = sqlx::query(
        "INSERT INTO race_leg (race, seat, place, play, begun, moved) VALUES ($1, $2, $3, $4, $5, $5)",
    );
    let query = query.bind(code.to_string()).bind(racer.seat).bind(place as i64);
    query.bind(leg.play.to_string()).bind(race.now).execute(db).await?;
    Ok(leg)
}

/// Legs before races, each in order: servers that note at the same time never wait for each other in a circle.
/// Gives the races in which something changed.
async fn note(db: &mut AnyConnection, steps: &[RaceStep]) -> Result<BTreeSet<RaceCode>, Trouble> {
    let at = moment(db).await?;
    let mut races = BTreeSet::new();
    for step in steps {
        let row = sqlx::query(
            "UPDATE race_leg SET figure = $2, to_go = $3, moved = $4 WHERE play = $1 AND finished IS NULL \
             RETURNING race",
        )
        .bind(step.play.to_string())
        .bind(step.figure)
        .bind(step.to_go)
        .bind(at)
        .fetch_optional(&mut *db)
        .await?;
        races.extend(row.map(|row| code_of(&row, "race")).transpose()?);
    }
    Ok(races)
}

/// A play was won: if it is a leg of a race, on its level and by its racer, that is finished at this moment. To be called
/// within the change that stores the win.
pub async fn arrive(
    db: &mut AnyConnection,
    play: PlayId,
    figure: Option<i64>,
    helped: bool,
) -> Result<(), Trouble> {
    let row = sqlx::query(
        "SELECT race_leg.race, race_leg.play, race.starts, \
           (SELECT COUNT(*) FROM race_level AS every WHERE every.race = race.code) AS levels \
         FROM play JOIN race_leg ON race_leg.play = play.key JOIN race ON race.code = race_leg.race \
         JOIN racer ON racer.race = race_leg.race AND racer.seat = race_leg.seat AND racer.player = play.player \
         JOIN race_level ON race_level.race = race_leg.race AND race_level.place = race_leg.place \
           AND race_level.level = play.level \
         WHERE play.id = $1 AND race_leg.finished IS NULL",
    )
    .bind(play.0)
    .fetch_optional(&mut *db)
    .await?;
    let Some(row) = row else { return Ok(()) };
    let (starts, levels): (Option<i64>, i64) = (row.try_get("starts")?, row.try_get("levels")?);
    let (Some(starts), at) = (starts, moment(db).await?) else { return Ok(()) };
    // Who arrives when the race is over has not arrived.
    if !(0..limit(usize::try_from(levels).unwrap_or(1))).contains(&(at - starts)) {
        return Ok(());
    }
    let query = sqlx::query(
        "UPDATE race_leg SET finished = $2, helped = $3, moved = $4, figure = $5, to_go = 0 \
         WHERE play = $1 AND finished IS NULL",
    );
    let query = query.bind(row.try_get::<String, _>("play")?).bind(at - starts).bind(i64::from(helped));
    query.bind(at).bind(figure).execute(&mut *db).await?;
    renew(db, code_of(&row, "race")?).await
}

async fn rematch(
    db: &mut AnyConnection,
    code: RaceCode,
    player: &Player,
    wish: &NewRace,
) -> Result<RaceCode, Trouble> {
    let race = locked(db, code).await?;
    let name = race.racer(player.id).ok_or_else(|| refused(words::RACE_NOT_IN.say()))?.name.clone();
    let name = Some(name.as_str()).filter(|name| *name != player.name);
    if let Some(next) = race.rematch
        && let Some(there) = read(db, next).await?
        && (there.starts.is_none() || there.racer(player.id).is_some())
    {
        join(db, next, player, name).await?;
        return Ok(next);
    }
    let next = make(db, wish).await?;
    join(db, next, player, name).await?;
    let query = sqlx::query("UPDATE race SET rematch = $2 WHERE code = $1");
    query.bind(code.to_string()).bind(next.to_string()).execute(db).await?;
    Ok(next)
}

/// Forgets races that nobody started, and those of long ago; what was played in them stays.
pub async fn sweep(db: &mut AnyConnection) -> Result<(), Trouble> {
    let statements = [
        ("DELETE FROM race WHERE starts IS NULL AND made < $1", UNSTARTED),
        ("DELETE FROM race WHERE starts < $1", KEPT),
    ];
    for (statement, age) in statements {
        sqlx::query(statement).bind(now() - age).execute(&mut *db).await?;
    }
    Ok(())
}
