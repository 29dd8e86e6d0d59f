//! Export and import: everything in a store, or everything of one player, as lines of JSON; and the way
//! from one database to the other. Accounts travel with their password hashes, sessions stay behind.

use std::collections::HashMap;

use ingenio_core::{Answer, Effort, LevelRef, Outcome};
use ingenio_play::helps;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection, Row};
use tokio::sync::mpsc;

use crate::campaign_runs::{self, kept_run};
use crate::database::Wait;
use crate::exchange_classes;
use crate::finishes;
use crate::levels;
use crate::lines::{
    Checked, ExportLine, MadeLine, MadeVersionLine, PackLine, PlayLine, PlayerLine, ProgressLine, RecordLine,
    RunLine,
};
use crate::made::{self, MadeHead, MadeLevel};
use crate::names::{folded, looks};
use crate::packs::{self, OwnPack, PackedLevel};
use crate::players::local_player;
use crate::plays::{event_lines, hint_lines, insert_event};
use crate::progress::reach;
use crate::records::{Keeper, offer_in};
use crate::rows::{LevelProgress, PlayId, PlayerId};
use crate::runs;
use crate::settings;
use crate::store::Store;
use crate::trouble::Trouble;

/// Stands for every player where one is asked for: no row has it.
pub const EVERYBODY: i64 = 0;

impl Store {
    /// Everything but the sessions, as it was at one moment, one line after the other. The same content
    /// gives the same lines from both databases.
    pub async fn export(&self, take: impl FnMut(String) + Send) -> Result<(), Trouble> {
        self.write_lines(EVERYBODY, &mut Each(take)).await
    }

    /// A player's own data: plays with every move, progress, records; the levels they are about.
    pub async fn export_player(&self, player: PlayerId) -> Result<Vec<String>, Trouble> {
        let mut lines = Vec::new();
        self.write_lines(player.0, &mut Each(|line| lines.push(line))).await?;
        Ok(lines)
    }

    /// The same line by line, as fast as they are taken; ends when nobody takes them any more.
    pub async fn stream_player(&self, player: PlayerId, to: mpsc::Sender<String>) -> Result<(), Trouble> {
        self.write_lines(player.0, &mut Stream(to)).await
    }

    /// On a connection of its own: however long it takes, it takes none from the readers.
    async fn write_lines(&self, whose: i64, take: Take<'_>) -> Result<(), Trouble> {
        let mut reader = self.database().own_reader().await?;
        let mut moment = reader.begin_with(self.database().begin_reading()).await?;
        players(&mut moment, whose, take).await?;
        levels_of(&mut moment, whose, take).await?;
        plays(&mut moment, whose, take).await?;
        progress(&mut moment, whose, take).await?;
        if whose == EVERYBODY {
            all_runs(&mut moment, take).await?;
            all_campaign_runs(&mut moment, take).await?;
        }
        records(&mut moment, whose, take).await?;
        own_packs(&mut moment, whose, take).await?;
        for line in exchange_classes::lines(&mut moment, whose).await? {
            take.line(line.json()).await?;
        }
        made_levels(&mut moment, whose, take).await?;
        moment.rollback().await?;
        reader.close().await?;
        Ok(())
    }

    /// Adds what is in the lines of an export, all or, where a line is wrong, nothing. What is here
    /// already stays: players are known by name, plays by key, and of progress, runs and records the
    /// better is kept. Solutions are refereed anew. Gives the number of plays that were added.
    pub async fn import(&self, lines: &str) -> Result<usize, Trouble> {
        let checked = Checked::read(lines)?;
        self.write(move |db| Box::pin(async move { add(db, &checked).await })).await
    }
}

// --- out ---

/// Takes lines one after the other; whoever can take no more for now keeps the writer waiting.
trait Taker: Send {
    fn line(&mut self, line: String) -> Wait<'_, Result<(), Trouble>>;
}

type Take<'a> = &'a mut dyn Taker;

struct Each<F>(F);

impl<F: FnMut(String) + Send> Taker for Each<F> {
    fn line(&mut self, line: String) -> Wait<'_, Result<(), Trouble>> {
        (self.0)(line);
        Box::pin(async { Ok(()) })
    }
}

struct Stream(mpsc::Sender<String>);

impl Taker for Stream {
    fn line(&mut self, line: String) -> Wait<'_, Result<(), Trouble>> {
        Box::pin(async move { self.0.send(line).await.map_err(|_| Trouble::Unknown) })
    }
}

async fn players(db: &mut AnyConnection, whose: i64, take: Take<'_>) -> Result<(), Trouble> {
    let rows =
        sqlx::query("SELECT id, name, made, guest, password, recovery, banned, quota FROM player WHERE $1 = 0 OR id = $1 ORDER BY id")
            .bind(whose)
            .fetch_all(&mut *db)
            .await?;
    for row in &rows {
        let guest: i64 = row.try_get("guest")?;
        let password: Option<String> = row.try_get("password")?;
        let recovery: Option<String> = row.try_get("recovery")?;
        let line = PlayerLine {
            name: row.try_get("name")?,
            made: row.try_get("made")?,
            guest: guest != 0,
            password: password.filter(|_| whose == EVERYBODY),
            recovery: recovery.filter(|_| whose == EVERYBODY),
            banned: row.try_get("banned")?,
            quota: row.try_get("quota")?,
            settings: settings::read(db, row.try_get("id")?).await?.chosen,
        };
        take.line(ExportLine::Player(line).json()).await?;
    }
    Ok(())
}

async fn levels_of(db: &mut AnyConnection, whose: i64, take: Take<'_>) -> Result<(), Trouble> {
    let rows: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT id, puzzle, text FROM level WHERE $1 = 0 \
           OR EXISTS (SELECT 1 FROM play WHERE play.level = level.id AND play.player = $1) \
           OR EXISTS (SELECT 1 FROM progress WHERE progress.level = level.id AND progress.player = $1) \
           OR EXISTS (SELECT 1 FROM record WHERE record.level = level.id AND record.player = $1) \
           OR EXISTS (SELECT 1 FROM own_pack_level JOIN own_pack ON own_pack.key = own_pack_level.pack \
                        WHERE own_pack_level.level = level.id AND own_pack.owner = $1) \
           OR EXISTS (SELECT 1 FROM homework_level JOIN class ON class.key = homework_level.class \
                        WHERE homework_level.level = level.id AND class.teacher = $1) \
           OR EXISTS (SELECT 1 FROM made_version JOIN made_level ON made_level.key = made_version.made \
                        WHERE made_version.level = level.id AND made_level.owner = $1) \
         ORDER BY id",
    )
    .bind(whose)
    .fetch_all(db)
    .await?;
    for (id, puzzle, text) in rows {
        take.line(ExportLine::Level { id, puzzle, text }.json()).await?;
    }
    Ok(())
}

async fn plays(db: &mut AnyConnection, whose: i64, take: Take<'_>) -> Result<(), Trouble> {
    let rows = sqlx::query(
        "SELECT play.id, key, player.name, level, mode, begun, touched, ended, given_up, helped \
         FROM play JOIN player ON player.id = play.player WHERE $1 = 0 OR player.id = $1 ORDER BY play.id",
    )
    .bind(whose)
    .fetch_all(&mut *db)
    .await?;
    for row in &rows {
        take.line(ExportLine::Play(play_line(db, row).await?).json()).await?;
    }
    Ok(())
}

async fn play_line(db: &mut AnyConnection, row: &AnyRow) -> Result<PlayLine, Trouble> {
    let id = row.try_get("id")?;
    Ok(PlayLine {
        key: row.try_get("key")?,
        player: row.try_get("name")?,
        level: row.try_get("level")?,
        mode: row.try_get("mode")?,
        begun: row.try_get("begun")?,
        touched: row.try_get("touched")?,
        ended: row.try_get("ended")?,
        given_up: row.try_get("given_up")?,
        helped: row.try_get("helped")?,
        events: event_lines(db, id).await?,
        hints: hint_lines(db, id).await?,
    })
}

async fn progress(db: &mut AnyConnection, whose: i64, take: Take<'_>) -> Result<(), Trouble> {
    let rows = sqlx::query(
        "SELECT player.name, level, how, value, stars, at FROM progress \
         JOIN player ON player.id = progress.player WHERE $1 = 0 OR player.id = $1 ORDER BY player.id, level",
    )
    .bind(whose)
    .fetch_all(db)
    .await?;
    for row in &rows {
        let (how, stars): (String, i64) = (row.try_get("how")?, row.try_get("stars")?);
        let line = ProgressLine {
            player: row.try_get("name")?,
            level: row.try_get("level")?,
            played: how == "played",
            value: row.try_get("value")?,
            stars: u8::try_from(stars).unwrap_or(0),
            at: row.try_get("at")?,
        };
        take.line(ExportLine::Progress(line).json()).await?;
    }
    Ok(())
}

async fn all_runs(db: &mut AnyConnection, take: Take<'_>) -> Result<(), Trouble> {
    let rows = sqlx::query("SELECT * FROM run ORDER BY level, method, metric").fetch_all(db).await?;
    for row in &rows {
        let run = runs::run(row)?;
        let line = RunLine {
            level: row.try_get("level")?,
            method: run.chosen.clone(),
            metric: run.first_metric().to_owned(),
            proved: run.is_optimal(),
            solution: row.try_get("solution")?,
            nodes: row.try_get("nodes")?,
            seconds: run.seconds(),
            at: row.try_get("at")?,
        };
        take.line(ExportLine::Run(line).json()).await?;
    }
    Ok(())
}

async fn all_campaign_runs(db: &mut AnyConnection, take: Take<'_>) -> Result<(), Trouble> {
    let query = sqlx::query("SELECT * FROM campaign_line ORDER BY run, begun, machine");
    for row in &query.fetch_all(db).await? {
        take.line(ExportLine::CampaignRun(Box::new(kept_run(row)?)).json()).await?;
    }
    Ok(())
}

async fn records(db: &mut AnyConnection, whose: i64, take: Take<'_>) -> Result<(), Trouble> {
    let rows = sqlx::query(
        "SELECT record.level, metric, proved, holder, is_method, player.name, play.key, solution, at FROM record \
         LEFT JOIN player ON player.id = record.player LEFT JOIN play ON play.id = record.play \
         WHERE $1 = 0 OR record.player = $1 ORDER BY record.level, metric",
    )
    .bind(whose)
    .fetch_all(db)
    .await?;
    for row in &rows {
        let (is_method, proved): (i64, i64) = (row.try_get("is_method")?, row.try_get("proved")?);
        let holder: String = row.try_get("holder")?;
        let line = RecordLine {
            level: row.try_get("level")?,
            metric: row.try_get("metric")?,
            proved: proved != 0,
            method: (is_method != 0).then_some(holder),
            player: row.try_get("name")?,
            play: row.try_get("key")?,
            solution: row.try_get("solution")?,
            at: row.try_get("at")?,
        };
        take.line(ExportLine::Record(line).json()).await?;
    }
    Ok(())
}

async fn own_packs(db: &mut AnyConnection, whose: i64, take: Take<'_>) -> Result<(), Trouble> {
    let rows = sqlx::query(
        "SELECT key, player.name, puzzle, title, grade, own_pack.made FROM own_pack \
         JOIN player ON player.id = own_pack.owner WHERE $1 = 0 OR player.id = $1 ORDER BY own_pack.made, key",
    )
    .bind(whose)
    .fetch_all(&mut *db)
    .await?;
    for row in &rows {
        let key: String = row.try_get("key")?;
        let levels = packs::packed(db, key.parse().map_err(|_| Trouble::Unknown)?).await?;
        let line = PackLine {
            key,
            player: row.try_get("name")?,
            puzzle: row.try_get("puzzle")?,
            title: row.try_get("title")?,
            grade: row.try_get("grade")?,
            made: row.try_get("made")?,
            levels: levels.into_iter().map(|level| (level.id.to_string(), level.title)).collect(),
        };
        take.line(ExportLine::Pack(line).json()).await?;
    }
    Ok(())
}

async fn made_levels(db: &mut AnyConnection, whose: i64, take: Take<'_>) -> Result<(), Trouble> {
    let rows = sqlx::query(
        "SELECT key, player.name, puzzle, listed, made_level.made FROM made_level \
         JOIN player ON player.id = made_level.owner WHERE $1 = 0 OR player.id = $1 ORDER BY made_level.made, key",
    )
    .bind(whose)
    .fetch_all(&mut *db)
    .await?;
    for row in &rows {
        let (key, listed): (String, i64) = (row.try_get("key")?, row.try_get("listed")?);
        let line = MadeLine {
            versions: made_versions(db, &key).await?,
            key,
            player: row.try_get("name")?,
            puzzle: row.try_get("puzzle")?,
            listed: listed != 0,
            made: row.try_get("made")?,
        };
        take.line(ExportLine::Made(line).json()).await?;
    }
    Ok(())
}

async fn made_versions(db: &mut AnyConnection, key: &str) -> Result<Vec<MadeVersionLine>, Trouble> {
    let rows = sqlx::query(
        "SELECT version, level, title, credit, at, solved FROM made_version WHERE made = $1 ORDER BY version",
    );
    let version = |row: &AnyRow| {
        let (version, solved): (i64, i64) = (row.try_get("version")?, row.try_get("solved")?);
        Ok(MadeVersionLine {
            version: version as u64,
            level: row.try_get("level")?,
            title: row.try_get("title")?,
            credit: row.try_get("credit")?,
            at: row.try_get("at")?,
            solved: solved != 0,
        })
    };
    rows.bind(key.to_owned()).fetch_all(db).await?.iter().map(version).collect()
}

// --- in ---

async fn add(db: &mut AnyConnection, checked: &Checked) -> Result<usize, Trouble> {
    let mut names = HashMap::new();
    let mut added = 0;
    for (number, line) in checked.lines.iter().enumerate() {
        match line {
            ExportLine::Player(line) => {
                names.insert(line.name.as_str(), add_player(db, line).await?);
            }
            ExportLine::Level { id, .. } => levels::keep(db, &checked.levels[id]).await?,
            ExportLine::Play(line) => {
                if let Some(play) = add_play(db, names[line.player.as_str()], line).await? {
                    finishes::keep_from_events(db, &checked.levels[&line.level], play).await?;
                    added += 1;
                }
            }
            ExportLine::Progress(line) => {
                let level = &checked.levels[&line.level];
                add_progress(db, names[line.player.as_str()], level, line).await?;
            }
            ExportLine::Run(line) => {
                let level = &checked.levels[&line.level];
                runs::keep(db, level, &line.method, &found(checked, number, line), line.at).await?;
            }
            ExportLine::CampaignRun(row) => drop(campaign_runs::insert(db, row).await?),
            ExportLine::Record(line) => add_record(db, checked, number, line, &names).await?,
            ExportLine::Pack(line) => add_pack(db, checked, names[line.player.as_str()], line).await?,
            ExportLine::Class(line) => {
                exchange_classes::add_class(db, checked, names[line.teacher.as_str()], line).await?;
            }
            ExportLine::Pupil(line) => {
                exchange_classes::add_pupil(db, names[line.player.as_str()], line).await?;
            }
            ExportLine::Made(line) => add_made(db, checked, names[line.player.as_str()], line).await?,
        }
    }
    Ok(added)
}

/// The player of that name, in whatever case, or a new one.
async fn add_player(db: &mut AnyConnection, line: &PlayerLine) -> Result<i64, Trouble> {
    if line.password.is_none() && !line.guest {
        return local_player(db, &line.name, line.made).await;
    }
    sqlx::query(
        "INSERT INTO player (name, folded, password, guest, made, looks, recovery, banned, quota) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
    )
    .bind(&line.name)
    .bind(folded(&line.name))
    .bind(&line.password)
    .bind(i64::from(line.guest))
    .bind(line.made)
    .bind(line.password.as_ref().map(|_| looks(&line.name)))
    .bind(&line.recovery)
    .bind(line.banned)
    .bind(line.quota)
    .execute(&mut *db)
    .await?;
    let query = sqlx::query_scalar(
        "SELECT id FROM player WHERE name = $1 OR folded = $2 ORDER BY name <> $1 LIMIT 1",
    );
    let id = query.bind(&line.name).bind(folded(&line.name)).fetch_one(&mut *db).await?;
    add_settings(db, id, line).await?;
    Ok(id)
}

/// What was chosen here already stays.
async fn add_settings(db: &mut AnyConnection, player: i64, line: &PlayerLine) -> Result<(), Trouble> {
    let here = settings::read(db, player).await?.chosen;
    let mut chosen = line.settings.clone();
    chosen.retain(|name, _| !here.contains_key(name));
    settings::keep(db, player, &chosen, line.made).await
}

/// Adds a whole play unless it is there.
async fn add_play(db: &mut AnyConnection, player: i64, play: &PlayLine) -> Result<Option<PlayId>, Trouble> {
    let id: Option<i64> = sqlx::query_scalar(
        "INSERT INTO play (player, level, mode, begun, ended, key, events, touched, given_up, helped) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (key) DO NOTHING RETURNING id",
    )
    .bind(player)
    .bind(&play.level)
    .bind(&play.mode)
    .bind(play.begun)
    .bind(play.ended)
    .bind(&play.key)
    .bind(play.events.len() as i64)
    .bind(play.touched)
    .bind(play.given_up)
    .bind(helped_at(play))
    .fetch_optional(&mut *db)
    .await?;
    let Some(id) = id else { return Ok(None) };
    for (number, (at, action, value)) in (0..).zip(&play.events) {
        insert_event(db, id, number, *at, action, *value).await?;
    }
    for (number, (at, rung)) in (1_i64..).zip(&play.hints) {
        sqlx::query("INSERT INTO hint (play, number, at, rung) VALUES ($1, $2, $3, $4)")
            .bind(id)
            .bind(number)
            .bind(at)
            .bind(rung)
            .execute(&mut *db)
            .await?;
    }
    Ok(Some(PlayId(id)))
}

/// Older exports mark no plays for their hints.
fn helped_at(play: &PlayLine) -> Option<i64> {
    let hinted = play.hints.iter().any(|(_, rung)| u8::try_from(*rung).is_ok_and(helps));
    play.helped.or_else(|| hinted.then_some(play.touched))
}

async fn add_progress(
    db: &mut AnyConnection,
    player: i64,
    level: &LevelRef,
    line: &ProgressLine,
) -> Result<(), Trouble> {
    let metric = level.puzzle().info().metrics.first();
    let most = metric.is_some_and(|metric| metric.sense == ingenio_core::Sense::Most);
    let row = LevelProgress { played: line.played, value: line.value, stars: line.stars };
    reach(db, player, level.id(), row, most, line.at).await
}

/// What a line of a run tells of.
fn found(checked: &Checked, number: usize, line: &RunLine) -> Answer {
    let solution = checked.solutions[&number].clone();
    let effort =
        Effort { nodes: u64::try_from(line.nodes).ok(), seconds: Some(line.seconds), ..Effort::default() };
    Answer {
        metric: (!line.metric.is_empty()).then(|| line.metric.clone()),
        effort,
        ..Answer::bare(Outcome::Solved { solution, optimal: line.proved })
    }
}

/// Adds a pack unless it is there.
async fn add_pack(
    db: &mut AnyConnection,
    checked: &Checked,
    owner: i64,
    line: &PackLine,
) -> Result<(), Trouble> {
    let level =
        |(id, title): &(String, String)| PackedLevel { id: checked.levels[id].id(), title: title.clone() };
    let levels: Vec<PackedLevel> = line.levels.iter().map(level).collect();
    let pack = OwnPack {
        key: line.key.parse().map_err(|_| Trouble::Unknown)?,
        owner: PlayerId(owner),
        puzzle: line.puzzle.clone(),
        title: line.title.clone(),
        grade: line.grade.clone(),
        made: line.made,
        levels: levels.len() as u64,
    };
    if packs::insert(db, &pack).await? {
        packs::place(db, pack.key, &levels).await?;
    }
    Ok(())
}

/// Adds a published level unless it is there.
async fn add_made(
    db: &mut AnyConnection,
    checked: &Checked,
    owner: i64,
    line: &MadeLine,
) -> Result<(), Trouble> {
    let key = line.key.parse().map_err(|_| Trouble::Unknown)?;
    let (owner, listed) = (PlayerId(owner), line.listed);
    let head = MadeHead { key, owner, puzzle: &line.puzzle, listed, made: line.made };
    if !made::insert(db, &head).await? {
        return Ok(());
    }
    for version in &line.versions {
        let version = MadeLevel {
            key,
            owner,
            puzzle: line.puzzle.clone(),
            listed,
            version: version.version,
            level: checked.levels[&version.level].id(),
            title: version.title.clone(),
            credit: version.credit.clone(),
            at: version.at,
            solved: version.solved,
        };
        made::insert_version(db, &version).await?;
    }
    Ok(())
}

async fn add_record(
    db: &mut AnyConnection,
    checked: &Checked,
    number: usize,
    line: &RecordLine,
    names: &HashMap<&str, i64>,
) -> Result<(), Trouble> {
    let play: Option<(i64, Option<i64>)> = sqlx::query_as("SELECT id, helped FROM play WHERE key = $1")
        .bind(line.play.as_deref())
        .fetch_optional(&mut *db)
        .await?;
    if play.is_some_and(|(_, helped)| helped.is_some()) && line.method.is_none() {
        return Ok(());
    }
    let player = line.player.as_ref().map(|name| PlayerId(names[name.as_str()]));
    let person = Keeper::Person(player, play.map(|(id, _)| PlayId(id)));
    let keeper = line.method.as_deref().map_or(person, Keeper::Method);
    let (level, solution) = (&checked.levels[&line.level], &checked.solutions[&number]);
    offer_in(db, level, solution, &line.metric, keeper, line.proved, line.at).await
}
