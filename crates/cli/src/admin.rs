//! `ingenio admin`: what the owner of a house sees and does. It works on the database, also while the server
//! runs: whoever is shut out is out within a minute.

use std::path::Path;

use ingenio_core::{Foreign, Message};
use ingenio_lab::Campaign;
use ingenio_store::{Drill, Finding, HandedOut, LocalStore, MadeLevel, OpenedLevel, PlayerId, Resident};
use serde_json::json;

use crate::arguments::{AdminAction, AdminArguments, DatabaseArguments};
use crate::exit::Status;
use crate::output::{complain, print};
use crate::reader::{Spoken, say};
use crate::store::open;
use crate::words;

pub fn run(arguments: &AdminArguments) -> Status {
    done(arguments).unwrap_or_else(|message| {
        complain(message);
        Status::OwnFailure
    })
}

fn done(arguments: &AdminArguments) -> Result<Status, Message> {
    let database = &arguments.database;
    match &arguments.action {
        AdminAction::Players { json } => {
            let residents = open(database)?.residents()?;
            list(&residents, *json, &words::ADMIN_PLAYERS.say(), player_line, player_json);
        }
        AdminAction::Levels { json } => {
            let levels = open(database)?.opened_levels()?;
            list(&levels, *json, &words::ADMIN_LEVELS.say(), level_line, level_json);
        }
        AdminAction::Findings { out } => return findings(database, out.as_deref()),
        AdminAction::Ban { name } => {
            change(database, name, words::ADMIN_BANNED, |store, player| store.ban(player, true))?;
        }
        AdminAction::Unban { name } => {
            change(database, name, words::ADMIN_UNBANNED, |store, player| store.ban(player, false))?;
        }
        AdminAction::RemovePlayer { name } => {
            change(database, name, words::ADMIN_REMOVED, LocalStore::delete_account)?;
        }
        AdminAction::Quota { name, events } => {
            change(database, name, words::ADMIN_QUOTA, |store, player| store.set_quota(player, *events))?;
        }
        AdminAction::RemoveLevel { id } => {
            open(database)?.remove_level(id)?;
            complain(words::ADMIN_REMOVED.with("name", id));
        }
        AdminAction::Made { json } => {
            let made = open(database)?.all_made()?;
            list(&made, *json, &words::ADMIN_MADE.say(), made_line, made_json);
        }
        AdminAction::TakeDown { key } => {
            open(database)?.take_down(key)?;
            complain(words::ADMIN_REMOVED.with("name", key));
        }
        AdminAction::Drill { backup } => return drill(backup),
        AdminAction::HandedOut { json } => {
            let handed_out = open(database)?.handed_out()?;
            list(&handed_out, *json, &words::ADMIN_HANDED_OUT.say(), handed_out_line, handed_out_json);
        }
        AdminAction::TakeOff { name } => {
            if !open(database)?.take_off(name)? {
                return Err(words::ADMIN_NOT_HANDED_OUT.with("name", name));
            }
            complain(words::ADMIN_REMOVED.with("name", name));
        }
        AdminAction::Upgrade => {
            match &database.database {
                Some(address) => drop(LocalStore::open(address)?),
                None => drop(open(database)?),
            }
            complain(words::ADMIN_UPGRADED.say());
        }
    }
    Ok(Status::Fine)
}

/// Does something to the player of that name and says so.
fn change(
    database: &DatabaseArguments,
    name: &str,
    said: ingenio_core::Template,
    work: impl FnOnce(&LocalStore, PlayerId) -> Result<(), Message>,
) -> Result<(), Message> {
    let store = open(database)?;
    let player = store.find_player(name)?.ok_or_else(|| words::ADMIN_NOBODY.with("name", name))?;
    work(&store, player)?;
    complain(said.with("name", name));
    Ok(())
}

/// Rows for people under a heading, or objects for programs.
fn list<T>(
    rows: &[T],
    as_json: bool,
    heading: &Message,
    line: fn(&T) -> String,
    object: fn(&T) -> serde_json::Value,
) {
    let mut text = if as_json { String::new() } else { format!("{heading}\n", heading = heading.spoken()) };
    for row in rows {
        text += &if as_json { format!("{}\n", object(row)) } else { line(row) + "\n" };
    }
    print(text);
}

fn day(at: i64) -> String {
    u64::try_from(at).map_or_else(|_| String::new(), ingenio_lab::date)
}

fn player_line(row: &Resident) -> String {
    let quota = row.quota.map_or_else(|| "-".to_owned(), |quota| quota.to_string());
    let banned = row.banned.map_or_else(|| "-".to_owned(), day);
    let last = row.touched.map_or_else(|| "-".to_owned(), day);
    let (plays, events, levels) = (row.plays, row.events, row.levels);
    format!(
        "{plays:>6} {events:>9} {levels:>6} {:>10} {last:>10} {banned:>10} {quota:>9}  {}",
        day(row.made),
        row.name
    )
}

fn player_json(row: &Resident) -> serde_json::Value {
    json!({"name": row.name, "guest": row.guest, "made": row.made, "touched": row.touched, "plays": row.plays,
        "events": row.events, "levels": row.levels, "banned": row.banned, "quota": row.quota})
}

fn level_line(row: &OpenedLevel) -> String {
    let opener = row.opener.as_deref().unwrap_or("-");
    format!("{} {:9} {:>10} {:>7} {:>6}  {opener}", row.id, row.puzzle, day(row.opened), row.bytes, row.plays)
}

fn level_json(row: &OpenedLevel) -> serde_json::Value {
    json!({"id": row.id, "puzzle": row.puzzle, "opened": row.opened, "opener": row.opener, "bytes": row.bytes,
        "plays": row.plays})
}

fn made_line(row: &MadeLevel) -> String {
    let listed = if row.listed { "listed" } else { "-" };
    format!(
        "{} {:>3} {:9} {:>10} {listed:6}  {}: {}",
        row.key,
        row.version,
        row.puzzle,
        day(row.at),
        row.credit,
        row.title
    )
}

fn made_json(row: &MadeLevel) -> serde_json::Value {
    json!({"key": row.key.to_string(), "version": row.version, "puzzle": row.puzzle, "level": row.level.to_string(),
        "title": row.title, "credit": row.credit, "listed": row.listed, "solved": row.solved, "at": row.at})
}

fn title(row: &HandedOut) -> String {
    Campaign::parse(&row.campaign, Path::new("")).map_or_else(|_| String::new(), |campaign| campaign.title)
}

fn handed_out_line(row: &HandedOut) -> String {
    let one = row.standing;
    format!(
        "{:>6} {:>7} {:>8} {:>7} {:>10}  {} {}  {}",
        one.runs,
        one.results,
        one.working,
        one.waiting,
        day(row.made),
        row.name,
        row.version,
        title(row)
    )
}

fn handed_out_json(row: &HandedOut) -> serde_json::Value {
    let mut object = serde_json::to_value(row).unwrap_or_default();
    object["title"] = title(row).into();
    object
}

/// What people found wrong; with a folder, each as a file there.
fn findings(database: &DatabaseArguments, out: Option<&Path>) -> Result<Status, Message> {
    let findings = open(database)?.findings()?;
    list(&findings, false, &words::ADMIN_FINDINGS.say(), finding_line, |_| serde_json::Value::Null);
    let Some(folder) = out else { return Ok(Status::Fine) };
    for finding in &findings {
        let file = folder.join(format!("finding-{}.json", finding.id));
        let failed =
            |error| words::FILE_NOT_WRITTEN.with("file", file.display()).with("error", Foreign(error));
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&file, &finding.file))
            .map_err(failed)?;
    }
    Ok(Status::Fine)
}

fn finding_line(row: &Finding) -> String {
    let (player, what) = (row.player.as_deref().unwrap_or("-"), row.what.replace('\n', " "));
    format!("{:>6} {:>10} {:9} {player}: {what}", row.id, day(row.at), row.puzzle)
}

/// Would this backup do? A file is copied first and stays as it is; a database of `PostgreSQL` is one that the
/// backup was restored into.
fn drill(backup: &str) -> Result<Status, Message> {
    let found = if backup.contains("://") {
        LocalStore::open(backup)?.drill()?
    } else {
        LocalStore::drill_copy(Path::new(backup))?
    };
    let Drill { levels, plays, events, records, broken } = &found;
    let message = words::ADMIN_DRILLED.with("levels", levels).with("plays", plays);
    print(format!("{}\n", say(message.with("events", events).with("records", records))));
    for what in broken {
        complain(what);
    }
    complain(if broken.is_empty() {
        words::ADMIN_WHOLE.say()
    } else {
        words::ADMIN_BROKEN.with("count", broken.len())
    });
    Ok(if broken.is_empty() { Status::Fine } else { Status::OwnFailure })
}
