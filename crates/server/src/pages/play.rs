//! The page of a play: the levels of the pack, the board, and one quiet column with figures and actions.

use std::collections::HashMap;

use axum::extract::{Path, Query, State};
use ingenio_core::day::Day;
use ingenio_core::metric::amount_of;
use ingenio_core::scene::Ground;
use ingenio_core::{
    AnyPuzzle, Claim, Dated, Grade, Guarantee, Info, Language, LevelId, LevelRef, Listed, Message,
    MethodInfo, Metric, Template,
};
use ingenio_store::{LevelProgress, PackedLevel, Record};
use ingenio_workshop::{Place, Volume};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use crate::app::App;
use crate::assets::address;
use crate::drawings::Kind;
use crate::live::{known_best, record_line};
use crate::own_packs;
use crate::pages::doctor;
use crate::pages::frame::{Page, frame, seconds, stars};
use crate::pages::lost::Shown;
use crate::pages::rules::{help_panel, rule_line};
use crate::problem::{Problem, Reply};
use crate::visitor::Visitor;
use crate::watchdog::off_worker;
use crate::words;

#[derive(Deserialize)]
pub struct Within {
    /// The pack of somebody's own that it is played in.
    pack: Option<String>,
}

pub async fn page(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(within): Query<Within>,
) -> Shown {
    let level = app.level(&id).await?;
    let row = match &within.pack {
        Some(pack) => Row::of_own_pack(&app, pack, level.id()).await?,
        None => app.levels.place(&id).map(|place| Row::of_library(&app, visitor.language, place)),
    };
    let info = level.puzzle().info();
    let mut data = vec![("level", id.clone()), ("puzzle", info.name.to_owned())];
    data.extend(row.as_ref().map(|row| ("pack", row.name.clone())));
    // What a page needs that knows the rules.
    if let Some(rules) = app.rules.address() {
        data.extend([("rules", rules), ("text", level.canonical())]);
        data.extend(app.engines.address().map(|engines| ("engines", engines)));
        data.extend(known_best(&app.store, &level).await?.map(|aim| ("aim", aim.to_string())));
    }
    // Without a server nobody has the films of records.
    let records = if visitor.alone { Vec::new() } else { app.store.records(level.id()).await? };
    // A page of files shows its board before anything is there that could play it.
    let drawing = if visitor.alone {
        app.drawing(visitor.asker(), &level, Kind::Page).await?.to_string()
    } else {
        String::new()
    };
    let day = if row.is_none() { app.store.day_of(level.id()).await? } else { None };
    let table = Table {
        drawing,
        day,
        record: record_line(&app.store, &level).await?,
        records,
        runs: app.store.runs(level.id()).await?,
        progress: app.progress_of(visitor.player.as_ref()).await?,
        level,
        row,
        data,
    };
    Ok(table.page(&app, &visitor))
}

/// The page of a play without its level, for browsers without a network: `web/shell.js` fills it in from the packs
/// on board. It is made with a level of the puzzle, whose id is in `data-shell`.
pub async fn shell(State(app): State<App>, visitor: Visitor, Path(puzzle): Path<String>) -> Shown {
    let library = &app.levels.library;
    let shelf = library.of(&puzzle).first().copied().ok_or_else(Problem::not_found)?;
    let place = Place { shelf, volume: 0 };
    let level = library.volume(place).level.clone();
    let rules = app.rules.address().ok_or_else(Problem::not_found)?;
    let mut data = vec![("shell", level.id().to_string()), ("puzzle", puzzle), ("rules", rules)];
    data.extend(app.engines.address().map(|engines| ("engines", engines)));
    let (records, runs, progress) = (Vec::new(), Vec::new(), HashMap::new());
    let (drawing, record) = (String::new(), Message::empty());
    let row = Some(Row::of_library(&app, visitor.language, place));
    let table = Table { drawing, day: None, level, row, record, records, runs, progress, data };
    Ok(table.page(&app, &Visitor { player: None, ..visitor }))
}

/// What lies before a player.
struct Table {
    /// The board as a picture, or nothing.
    drawing: String,
    /// Where it is a daily puzzle.
    day: Option<Day>,
    level: LevelRef,
    row: Option<Row>,
    record: Message,
    records: Vec<Record>,
    runs: Vec<Claim>,
    progress: HashMap<LevelId, LevelProgress>,
    data: Vec<(&'static str, String)>,
}

impl Table {
    fn page(self, app: &App, visitor: &Visitor) -> Markup {
        let (reader, alone) = (visitor.language, visitor.alone);
        let Table { drawing, day, level, row, record, records, runs, progress, data } = self;
        let row = row.as_ref();
        let (info, id) = (level.puzzle().info(), level.id().to_string());
        let title = title(reader, row, day, info);
        // Boards of packs are small; what people bring along may be large.
        let (pad, more) = off_worker(row.is_none_or(|row| row.is_own), || {
            (pad(reader, &level), more(reader, &level, alone))
        });
        let body = html! {
            section.table {
                div #play-board {
                    div #board.board aria-label=(reader.say(words::BOARD_REGION)) role="group" { (PreEscaped(drawing)) }
                    // Before the arrows: on a phone those may lie below what is in sight at first.
                    (rule_line(reader, info.name))
                    (pad)
                }
                div #film.watch hidden {
                    div #film-board.board {}
                    div #film-controls {}
                    button type="button" data-do="leave-film" { (reader.say(words::BACK_TO_PLAY)) }
                }
                p #paused.empty hidden {
                    (reader.say(words::PAUSED)) " "
                    button type="button" data-do="pause" { (reader.say(words::GO_ON)) }
                }
            }
            aside.panel aria-label=(reader.say(words::PANEL)) {
                div.facts {
                    div.title {
                        h1 { (title) }
                        (neighbours(reader, row))
                    }
                    p #offline.small hidden role="status" { (reader.say(words::OFFLINE)) }
                    dl #figures.figures {}
                    p #record.small.muted { (reader.say(&record)) }
                }
                // On a phone a sheet over the end of the page: shut, it holds only what was said last.
                div #sheet.sheet {
                    (actions(reader))
                    (answers(reader, (row, day), (&id, alone, app.config.painter.is_some())))
                    (hints(reader, level.puzzle().explains()))
                    (solver(reader, level.puzzle(), (&records, &runs), where_it_thinks(app)))
                    @if app.engines.address().is_some() { (doctor::panel(reader)) }
                    (more)
                }
            }
            // On the left for the eye; for keys and screen readers after the board.
            @if let Some(row) = row { (shelf(reader, &progress, row)) }
            (thumb_bar(reader))
            (help_panel(reader, info.name, level.play_backwards().is_some()))
            (ask_first(reader))
            (finding(reader))
        };
        let class = if row.is_some() { "play" } else { "play alone" };
        let page =
            Page { title, puzzle: Some(info.name), class, data, scripts: &["play.js"], card: Some(id), body };
        frame(visitor, page)
    }
}

fn actions(reader: Language) -> Markup {
    html! {
        div.actions {
            button type="button" data-do="undo" disabled { (reader.say(words::UNDO)) }
            button type="button" data-do="redo" disabled { (reader.say(words::REDO)) }
            button type="button" data-do="restart" disabled { (reader.say(words::RESTART)) }
            button type="button" data-do="hint" { (reader.say(words::HINT)) }
            button type="button" #mode data-do="mode" aria-pressed="false" title=(reader.say(words::ABOUT_CHALLENGE)) { (reader.say(words::CHALLENGE_BUTTON)) }
            button type="button" data-do="pause" { (reader.say(words::PAUSE)) }
            button type="button" #done data-do="done" hidden { (reader.say(words::DONE)) }
            button type="button" #turn data-do="turn" hidden aria-pressed="false" title=(reader.say(words::ABOUT_TURN)) { (reader.say(words::TURN)) }
        }
    }
}

/// What the last action said, and what can be done about it.
fn answers(
    reader: Language,
    (row, day): (Option<&Row>, Option<Day>),
    (id, alone, has_painter): (&str, bool, bool),
) -> Markup {
    let within = row.map_or_else(String::new, |row| row.within("&"));
    html! {
        div.answers {
            p #said.said role="status" aria-live="polite" {}
            button type="button" #cancel-hint data-do="cancel-hint" hidden { (reader.say(words::CANCEL)) }
            div #stuck.warning hidden role="alert" {
                p { (reader.say(words::LOST_FROM_HERE)) " " span #stuck-why {} }
                div.form-row {
                    button type="button" data-do="back" { (reader.say(words::GO_BACK)) }
                    button type="button" data-do="warn" { (reader.say(words::DO_NOT_WARN)) }
                }
            }
            div #after hidden {
                div #win.win {}
                div.form-row {
                    @match day {
                        Some(day) => { a.button.primary href={ "/daily/" (day) } { (reader.say(words::ALL_DAILY)) } }
                        None => { (next_link(reader, row, "next-after", true)) }
                    }
                    button type="button" data-do="review" { (reader.say(words::REVIEW)) }
                    a.button href={ "/play/" (id) "?again=yes" (within) } { (reader.say(words::AGAIN)) }
                    @if alone { button type="button" #win-picture data-do="picture" { (reader.say(words::WIN_PICTURE)) } }
                    @if !alone {
                        a.button #watch-again href="/me" hidden { (reader.say(words::WATCH_AGAIN)) }
                        @if has_painter { a.button #win-picture href="/me" download hidden { (reader.say(words::WIN_PICTURE)) } }
                        a.button href={ "/level/" (id) } { (reader.say(words::RECORDS)) }
                    }
                }
                div #review.review {}
            }
        }
    }
}

/// A level is called by its pack, by its day, or by its puzzle.
fn title(reader: Language, row: Option<&Row>, day: Option<Day>, info: &Info) -> String {
    match (row, day) {
        (Some(row), _) => row.title_here(),
        (None, Some(day)) => {
            reader.say(words::DAILY_OF.with("puzzle", info.title).with("day", Dated(day.to_string())))
        }
        (None, None) => info.title.to_owned(),
    }
}

/// The pack that a level is played in, and where it stands there.
struct Row {
    name: String,
    title: String,
    levels: Vec<Standing>,
    at: usize,
    /// Did somebody bring it along?
    is_own: bool,
}

/// A level of it.
struct Standing {
    id: LevelId,
    title: String,
    grade: Option<Grade>,
}

impl Row {
    fn of_library(app: &App, reader: Language, place: Place) -> Self {
        let shelf = &app.levels.library.shelves[place.shelf];
        let standing = |volume: &Volume| Standing {
            id: volume.level.id(),
            title: volume.title.clone(),
            grade: volume.grade,
        };
        Row {
            name: shelf.name.clone(),
            title: reader.say(shelf.said_title()),
            levels: shelf.levels.iter().map(standing).collect(),
            at: place.volume,
            is_own: false,
        }
    }

    /// Nothing where the pack has no such level, or is no more: then it is played by itself.
    async fn of_own_pack(app: &App, name: &str, level: LevelId) -> Reply<Option<Self>> {
        let Ok((pack, levels)) = own_packs::find(app, name).await else { return Ok(None) };
        let Some(at) = levels.iter().position(|one| one.id == level) else { return Ok(None) };
        let standing = |one: PackedLevel| Standing { id: one.id, title: one.title, grade: None };
        let levels = levels.into_iter().map(standing).collect();
        Ok(Some(Row { name: pack.key.to_string(), title: pack.title, levels, at, is_own: true }))
    }

    fn title_here(&self) -> String {
        format!("{} · {}", self.title, self.levels[self.at].title)
    }

    /// What an address says of the pack, behind a sign.
    fn within(&self, sign: &str) -> String {
        if self.is_own { format!("{sign}pack={}", self.name) } else { String::new() }
    }

    fn address(&self, level: &Standing) -> String {
        format!("/play/{}{}", level.id, self.within("?"))
    }

    fn next(&self) -> Option<&Standing> {
        self.levels.get(self.at + 1)
    }
}

/// The levels of the pack, with grade, stars and tick.
fn shelf(reader: Language, progress: &HashMap<LevelId, LevelProgress>, row: &Row) -> Markup {
    html! {
        nav.shelf aria-label=(row.title) tabindex="0" {
            h2 { a href={ "/pack/" (row.name) } { (row.title) } }
            ol {
                @for (at, level) in row.levels.iter().enumerate() {
                    li {
                        a href=(row.address(level)) aria-current=[(at == row.at).then_some("page")] {
                            span translate="no" { (level.title) }
                            (stars(reader, progress.get(&level.id)))
                            span.grade { @if let Some(grade) = level.grade { (reader.say(grade.said())) } }
                        }
                    }
                }
            }
        }
    }
}

/// Four arrows to press: for fingers and for screen readers. They are there while arrows move something, which
/// for blocks and pipes is when one is held.
fn pad(reader: Language, level: &LevelRef) -> Markup {
    let always = level.play().scene().takes_arrows();
    html! {
        div #pad.pad.floating[!always] role="group" aria-label=(reader.say(words::ARROWS)) hidden[!always] {
            @for (name, sign, label) in [("up", "↑", words::UP), ("left", "←", words::LEFT), ("down", "↓", words::DOWN), ("right", "→", words::RIGHT)] {
                button type="button" data-do={ "arrow-" (name) } aria-label=(reader.say(label)) { (sign) }
            }
        }
    }
}

fn next_link(reader: Language, row: Option<&Row>, id: &str, primary: bool) -> Markup {
    let next = row.and_then(|row| Some(row.address(row.next()?)));
    let (to, words) =
        next.map_or(("/".to_owned(), words::ALL_PUZZLES), |address| (address, words::NEXT_LEVEL));
    html! { a.button.primary[primary] id=(id) href=(to) { (reader.say(words)) } }
}

/// The levels before and after this one.
fn neighbours(reader: Language, row: Option<&Row>) -> Markup {
    let Some(row) = row else { return html! {} };
    let before = row.at.checked_sub(1).and_then(|at| row.levels.get(at));
    let link = |id: &str, sign: &str, words: Template, to: Option<&Standing>| {
        let to = to.map(|level| row.address(level));
        html! { a.button.plain id=(id) href=[to] aria-label=(reader.say(words)) title=(reader.say(words)) { (sign) } }
    };
    html! {
        nav.neighbours aria-label=(reader.say(words::NEIGHBOURS)) {
            (link("previous", "‹", words::PREVIOUS_LEVEL, before))
            (link("next", "›", words::NEXT_LEVEL, row.next()))
        }
    }
}

/// Something is wrong: what, in the player's words.
fn finding(reader: Language) -> Markup {
    html! {
        dialog #finding aria-labelledby="finding-title" {
            form method="dialog" {
                h2 #finding-title { (reader.say(words::WRONG_HERE)) }
                p.small { (reader.say(words::FINDING_ABOUT)) }
                label for="finding-what" { (reader.say(words::FINDING_WHAT)) }
                textarea #finding-what maxlength="2000" rows="4" {}
                div.form-row {
                    button.primary value="yes" { (reader.say(words::SEND_FINDING)) }
                    button value="no" { (reader.say(words::NOT_NOW)) }
                }
            }
        }
    }
}

/// What is asked before something is done that cannot be undone.
fn ask_first(reader: Language) -> Markup {
    html! {
        dialog #ask-first aria-labelledby="asked" {
            form method="dialog" {
                p #asked {}
                div.form-row {
                    button.primary value="yes" { (reader.say(words::YES_DO_IT)) }
                    button value="no" { (reader.say(words::NOT_NOW)) }
                }
            }
        }
    }
}

fn hints(reader: Language, has_plan: bool) -> Markup {
    let rungs = [
        ("distance", words::RUNG_DISTANCE),
        ("piece", words::RUNG_PIECE),
        ("plan", words::RUNG_PLAN),
        ("move", words::RUNG_MOVE),
        ("moves", words::RUNG_MOVES),
        ("solution", words::RUNG_SOLUTION),
    ];
    html! {
        details {
            summary { (reader.say(words::HINTS)) }
            div.rungs {
                @for (name, words) in rungs.into_iter().filter(|(name, _)| has_plan || *name != "plan") {
                    button type="button" data-do={ "rung-" (name) } { (reader.say(words)) }
                }
            }
        }
    }
}

/// What a method promises, in words.
fn promise(puzzle: &str, method: &MethodInfo) -> Message {
    let metric = method.metric();
    let template = match method.guarantee {
        Guarantee::Optimal | Guarantee::OptimalIfSolvable if metric.is_empty() => words::PROMISE_COMPLETE,
        Guarantee::Optimal | Guarantee::OptimalIfSolvable => words::PROMISE_OPTIMAL,
        Guarantee::Complete => words::PROMISE_COMPLETE,
        Guarantee::Anytime => words::PROMISE_ANYTIME,
        Guarantee::Incomplete => words::PROMISE_INCOMPLETE,
    };
    let message = template.say();
    let name = |metric: &Metric| amount_of(metric.name);
    let message = if template.holes().contains(&"metric") {
        message.with("metric", Listed::commas(metric.metrics().iter().map(name)))
    } else {
        message
    };
    Message::all(vec![message, method.said_about(puzzle)])
}

/// Where methods can work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thinks {
    AtServer,
    InPage,
    Anywhere,
}

fn where_it_thinks(app: &App) -> Thinks {
    match (app.config.alone.is_some(), app.engines.address().is_some()) {
        (true, _) => Thinks::InPage,
        (false, true) => Thinks::Anywhere,
        (false, false) => Thinks::AtServer,
    }
}

fn solver(
    reader: Language,
    puzzle: &dyn AnyPuzzle,
    (records, runs): (&[Record], &[Claim]),
    thinks: Thinks,
) -> Markup {
    let files = if thinks == Thinks::InPage { puzzle.need_files() } else { &[] };
    html! {
        details #solver {
            summary { (reader.say(words::SOLVE)) }
            @if !records.is_empty() || !runs.is_empty() {
                h2 { (reader.say(words::KNOWN_SOLUTIONS)) }
                div.form-row {
                    @if !records.is_empty() { button type="button" data-stored="best" data-proved[records.first().is_some_and(|record| record.proved)] { (reader.say(words::BEST_KNOWN)) } }
                    @for run in runs.iter().take(6) {
                        button type="button" data-stored=(run.chosen) data-proved[run.is_optimal()] {
                            span translate="no" { (run.chosen) }
                            @if let Some(value) = run.length() { " · " (value) }
                            span.muted { (reader.say(seconds(run.seconds(), 2))) }
                        }
                    }
                }
            }
            label for="method" { (reader.say(words::METHOD)) }
            select #method name="method" {
                option value="auto" data-about=(reader.say(words::AUTO_ABOUT)) translate="no" { "auto" }
                @for method in puzzle.methods().into_iter().filter(|method| !files.contains(&method.name)) {
                    option value=(method.name) data-about=(reader.say(promise(puzzle.info().name, &method))) translate="no" { (method.name) }
                }
            }
            p.small.muted data-solve="about" {}
            label for="from" { (reader.say(words::FROM)) }
            select #from name="from" {
                option value="start" { (reader.say(words::FROM_START)) }
                option value="here" { (reader.say(words::FROM_HERE)) }
            }
            @if thinks == Thinks::InPage { input type="hidden" name="where" value="page"; }
            @if thinks == Thinks::Anywhere {
                label for="where" { (reader.say(words::WHERE)) }
                select #where name="where" {
                    option value="page" { (reader.say(words::WHERE_PAGE)) }
                    option value="server" { (reader.say(words::WHERE_SERVER)) }
                }
            }
            label { input type="checkbox" name="optimal"; " " (reader.say(words::WANT_PROOF)) }
            label for="seconds" { (reader.say(words::SECONDS)) }
            input #seconds name="seconds" type="number" min="1" max="300" value="30";
            div.form-row {
                button.primary type="button" data-solve="start" { (reader.say(words::START)) }
                button type="button" data-solve="stop" hidden { (reader.say(words::CANCEL)) }
            }
            p.live role="status" {}
            svg.spark viewBox="0 0 300 36" preserveAspectRatio="none" aria-hidden="true" { polyline points="" {} }
        }
    }
}

fn more(reader: Language, level: &LevelRef, alone: bool) -> Markup {
    let scene = level.play().scene();
    let (puzzle, text) = (level.puzzle().info().name, encoded(&level.canonical()));
    let share = format!("/open?puzzle={puzzle}&text={text}");
    html! {
        details {
            summary { (reader.say(words::MORE)) }
            div.form-row {
                button type="button" data-do="keep" { (reader.say(words::KEEP)) }
                button type="button" #recall data-do="recall" hidden { (reader.say(words::RECALL)) }
                button type="button" data-do="hide" { (reader.say(words::HIDE_FIGURES)) }
                @if scene.ground.contains(&Ground::Dead) {
                    button type="button" #dead data-do="dead" aria-pressed="false" { (reader.say(words::DEAD_SQUARES)) }
                }
                button type="button" #share data-do="share" data-address=(share) { (reader.say(words::SHARE)) }
                @if !alone {
                    a.button href={ "/level/" (level.id()) } { (reader.say(words::ABOUT_LEVEL)) }
                    a.button href={ "/race?level=" (level.id()) } { (reader.say(words::RACE_A_FRIEND)) }
                }
                a.button href={ "/theatre#puzzle=" (puzzle) "&level=" (text) } { (reader.say(words::THEATRE_HERE)) }
                button type="button" data-do="help" { (reader.say(words::HELP)) }
                button type="button" data-do="finding" { (reader.say(words::WRONG_HERE)) }
                a.button href="/settings" { (reader.say(words::SETTINGS)) }
                button type="button" #warns data-do="warn" aria-pressed="true" { (reader.say(words::WARN_ME)) }
            }
            div #pictures hidden {
                h2 { (reader.say(words::PICTURE)) }
                div.swatches {
                    button type="button" data-picture="" data-name="numbers" { "1 2 3" }
                    @for (name, words) in [("hills", words::PICTURE_HILLS), ("sails", words::PICTURE_SAILS), ("patchwork", words::PICTURE_PATCHWORK)] {
                        button type="button" data-picture=(address(&format!("pictures/{name}.svg"))) data-name=(name) aria-label=(reader.say(words)) {
                            img src=(address(&format!("pictures/{name}.svg"))) alt="" loading="lazy";
                        }
                    }
                }
                label for="own-picture" { (reader.say(words::PICTURE_OWN)) }
                input #own-picture type="file" accept="image/*";
            }
        }
    }
}

/// Percent-encoding for a query.
fn encoded(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    text.bytes()
        .map(|byte| if plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

fn thumb_bar(reader: Language) -> Markup {
    html! {
        div.thumb-bar role="toolbar" aria-label=(reader.say(words::TOOLS)) {
            button type="button" data-do="undo" disabled { (reader.say(words::UNDO)) }
            button type="button" data-do="redo" disabled { (reader.say(words::REDO)) }
            button type="button" data-do="hint" { (reader.say(words::HINT)) }
            button type="button" #menu data-do="menu" aria-expanded="false" aria-controls="sheet" { (reader.say(words::MENU)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_hold_any_text() {
        assert_eq!(encoded("#@ $\n.é"), "%23%40%20%24%0A.%C3%A9");
    }
}
