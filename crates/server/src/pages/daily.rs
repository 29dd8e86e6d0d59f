//! The daily puzzles: five a day, a calendar to catch up, days in a row, and a text to share that gives nothing away.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use ingenio_catalog::PUZZLES;
use ingenio_core::day::Day;
use ingenio_core::{Dated, Info, Language, Message, Template};
use ingenio_store::{DailyWin, DailyWins, now};
use maud::{Markup, html};

use crate::app::App;
use crate::daily::{Streak, first_day, last_day, offered, puzzle_of};
use crate::pages::frame::{Page, clock, frame};
use crate::pages::glimpse::glimpse;
use crate::pages::lost::Shown;
use crate::problem::Problem;
use crate::visitor::Visitor;
use crate::words;

const WEEKDAYS: [Template; 7] = [
    words::MONDAY,
    words::TUESDAY,
    words::WEDNESDAY,
    words::THURSDAY,
    words::FRIDAY,
    words::SATURDAY,
    words::SUNDAY,
];

/// Above the columns of a calendar.
const SHORT_WEEKDAYS: [Template; 7] = [
    words::MONDAY_SHORT,
    words::TUESDAY_SHORT,
    words::WEDNESDAY_SHORT,
    words::THURSDAY_SHORT,
    words::FRIDAY_SHORT,
    words::SATURDAY_SHORT,
    words::SUNDAY_SHORT,
];

/// The day of Greenwich; `web/daily.js` goes on to the visitor's own where that is another.
pub async fn today(State(app): State<App>, visitor: Visitor) -> Shown {
    shown(&app, &visitor, Day::at(now()), true).await
}

pub async fn page(State(app): State<App>, visitor: Visitor, Path(day): Path<String>) -> Shown {
    shown(&app, &visitor, offered(&day)?, false).await
}

/// Leads to the level of a day, which is made if nobody wanted it before.
pub async fn level(
    State(app): State<App>,
    visitor: Visitor,
    Path((day, puzzle)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let level = app.daily(visitor.asker(), puzzle_of(&puzzle)?, offered(&day)?).await?;
    Ok(Redirect::to(&format!("/play/{}", level.id())).into_response())
}

async fn shown(app: &App, visitor: &Visitor, day: Day, is_today: bool) -> Shown {
    let reader = visitor.language;
    let wins = match &visitor.player {
        Some(player) => app.store.daily_wins(player.id).await?,
        None => DailyWins::new(),
    };
    let body = html! {
        h1 { (reader.say(words::DAILY)) }
        p { (reader.say(words::DAILY_ABOUT)) }
        (neighbours(reader, day, visitor.alone))
        ul.cards {
            @for puzzle in PUZZLES { (card(reader, app, puzzle.info(), (day, &wins, visitor.alone))) }
        }
        p.live #told role="status" {}
        @if !visitor.alone {
            (result(reader, day, &wins))
            (calendar(reader, day, &wins))
        }
    };
    let mut data = vec![("day", day.to_string()), ("first", first_day().to_string())];
    data.extend(is_today.then(|| ("today", String::new())));
    let modules = [("rules", app.rules.address()), ("engines", app.engines.address())];
    data.extend(modules.into_iter().filter_map(|(name, address)| Some((name, address?))));
    let page =
        Page { data, scripts: &["daily.js"], class: "daily", ..Page::plain(reader.say(words::DAILY), body) };
    Ok(frame(visitor, page))
}

/// The day, and the ones around it.
fn neighbours(reader: Language, day: Day, alone: bool) -> Markup {
    let link = |to: Day, sign: &str, words: Template| {
        let there = (first_day()..=last_day()).contains(&to) && !alone;
        let to = there.then(|| format!("/daily/{to}"));
        html! { a.button.plain href=[to] aria-label=(reader.say(words)) title=(reader.say(words)) { (sign) } }
    };
    html! {
        div.form-row.day {
            label for="day" { (reader.say(words::DAY)) }
            input #day type="date" value=(day) min=(first_day()) max=(last_day()) data-follow[!alone];
            strong #weekday { (reader.say(WEEKDAYS[day.weekday()])) }
            @if !alone { span { (link(day.plus(-1), "‹", words::DAY_BEFORE)) (link(day.plus(1), "›", words::DAY_AFTER)) } }
        }
    }
}

fn card(reader: Language, app: &App, info: &Info, (day, wins, alone): (Day, &DailyWins, bool)) -> Markup {
    let to = format!("/daily/{day}/{}", info.name);
    let win = wins.get(&(day, info.name.to_owned()));
    let shelf = app.levels.library.of(info.name).first().map(|at| &app.levels.library.shelves[*at]);
    let streak = Streak::of(wins, Some(info.name), day);
    html! {
        li.card {
            @if let Some(shelf) = shelf { (glimpse(shelf, if alone { "#day" } else { &to })) }
            h2 { (info.title) }
            p.small data-state=(info.name) {
                @match win {
                    Some(win) => { (reader.say(solved(*win))) }
                    None => { (reader.say(words::DAILY_OPEN)) }
                }
            }
            @if streak.current > 1 { p.small.muted { (reader.say(words::STREAK.with("days", streak.current))) } }
            p.go {
                @if alone {
                    button type="button" data-daily=(info.name) { (reader.say(words::PLAY)) span.hidden-visually { " " (info.title) } }
                } @else {
                    a.button href=(to) {
                        @if win.is_some() { (reader.say(words::AGAIN)) } @else { (reader.say(words::PLAY)) }
                        span.hidden-visually { " " (info.title) }
                    }
                }
            }
        }
    }
}

/// How it was solved.
fn solved(win: DailyWin) -> Message {
    let template = match (win.helped, win.in_time) {
        (true, _) => words::DAILY_HELPED,
        (false, true) => words::DAILY_SOLVED,
        (false, false) => words::DAILY_LATE,
    };
    template.with("stars", stars(win)).with("time", clock(win.clock))
}

fn stars(win: DailyWin) -> String {
    let full = usize::from(win.stars.min(3));
    "★".repeat(full) + &"☆".repeat(3 - full)
}

/// What of the day is done, as people send it to each other: nothing in it helps anybody to solve it.
fn result(reader: Language, day: Day, wins: &DailyWins) -> Markup {
    let of = |info: &Info| wins.get(&(day, info.name.to_owned())).map(|win| (info.title, *win));
    let done: Vec<_> = PUZZLES.iter().filter_map(|puzzle| of(puzzle.info())).collect();
    let streak = Streak::of(wins, None, day);
    let mut lines = vec![reader.say(words::SHARED_DAY.with("day", Dated(day.to_string())))];
    lines.extend(done.iter().map(|(title, win)| format!("{title} {} {}", stars(*win), clock(win.clock))));
    lines.extend((streak.current > 1).then(|| reader.say(words::STREAK.with("days", streak.current))));
    html! {
        @if streak.longest > 0 {
            p { (reader.say(words::STREAKS.with("current", streak.current).with("longest", streak.longest))) }
        }
        @if !done.is_empty() {
            h2 { (reader.say(words::SHARE_RESULT)) }
            pre #shared tabindex="0" { (lines.join("\n")) }
            button type="button" #copy { (reader.say(words::COPY)) }
        }
    }
}

/// The month of a day: how many of its puzzles are solved on each day.
fn calendar(reader: Language, day: Day, wins: &DailyWins) -> Markup {
    let (year, month, _) = day.date();
    let first = Day::new(year, month, 1).unwrap_or(day);
    let days: Vec<Day> = (0..31).map(|at| first.plus(at)).filter(|day| day.date().1 == month).collect();
    let weeks = days.chunk_by(|_, next| next.weekday() != 0);
    html! {
        h2 { (reader.say(words::CALENDAR)) }
        div.scroll tabindex="0" role="region" aria-label=(reader.say(words::CALENDAR)) {
            table.calendar {
                caption { (reader.say(words::CALENDAR_MONTH.with("year", year).with("month", format!("{month:02}")))) }
                thead { tr { @for (name, short) in WEEKDAYS.into_iter().zip(SHORT_WEEKDAYS) { th scope="col" abbr=(reader.say(name)) { (reader.say(short)) } } } }
                tbody {
                    @for week in weeks {
                        tr {
                            @for _ in 0..week[0].weekday() { td {} }
                            @for at in week { td { (calendar_day(reader, *at, day, wins)) } }
                        }
                    }
                }
            }
        }
    }
}

fn calendar_day(reader: Language, day: Day, shown: Day, wins: &DailyWins) -> Markup {
    let number = day.date().2;
    if !(first_day()..=last_day()).contains(&day) {
        return html! { span.muted { (number) } };
    }
    let done =
        PUZZLES.iter().filter(|puzzle| wins.contains_key(&(day, puzzle.info().name.to_owned()))).count();
    let label = reader.say(
        words::DAY_DONE.with("day", Dated(day.to_string())).with("done", done).with("all", PUZZLES.len()),
    );
    html! {
        a href={ "/daily/" (day) } aria-label=(label) aria-current=[(day == shown).then_some("date")] {
            (number) " " span.dots aria-hidden="true" { ("●".repeat(done)) ("○".repeat(PUZZLES.len() - done)) }
        }
    }
}
