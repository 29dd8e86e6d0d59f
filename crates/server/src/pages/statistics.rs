//! What has been played, counted: a player's own page, and what people and machines did on a level.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::State;
use ingenio_catalog::PUZZLES;
use ingenio_core::day::Day;
use ingenio_core::metric::named;
use ingenio_core::{Claim, Dated, Info, Language, LevelRef, Sense};
use ingenio_store::{Ended, LevelStatistics, PlayerStatistics, now};
use maud::{Markup, html};

use crate::app::App;
use crate::daily::Streak;
use crate::pages::account::login_page;
use crate::pages::frame::{Page, clock, exact_clock, frame, seconds};
use crate::pages::lost::Shown;
use crate::visitor::Visitor;
use crate::words;

/// Weeks that the chart shows.
const WEEKS: i64 = 26;
/// Parts of a hundred above the best, up to which a bar counts.
const STEPS: [i64; 6] = [0, 5, 10, 25, 50, 100];

/// A player's own.
pub async fn page(State(app): State<App>, visitor: Visitor) -> Shown {
    let Some(player) = visitor.player.clone() else { return Ok(login_page(visitor).await) };
    let reader = visitor.language;
    let statistics = app.store.player_statistics(player.id).await?;
    let body = html! {
        h1 { (reader.say(words::STATISTICS)) }
        @if statistics.ended.is_empty() {
            p.empty { (reader.say(words::NO_STATISTICS)) " " a href="/" { (reader.say(words::ALL_PUZZLES)) } }
        } @else {
            (days(reader, &statistics.ended))
            (by_puzzle(reader, &statistics))
            h2 { (reader.say(words::WINS_BY_WEEK)) }
            (weeks(reader, &statistics.ended))
            h2 { (reader.say(words::DISTANCE_TO_BEST)) }
            (distances(reader, &statistics.ended))
        }
    };
    Ok(frame(&visitor, Page::plain(reader.say(words::STATISTICS), body)))
}

fn is_alone(ended: &Ended) -> bool {
    ended.solved && !ended.helped
}

/// On how many days something was solved, and on how many in a row.
fn days(reader: Language, ended: &[Ended]) -> Markup {
    let days: BTreeSet<Day> =
        ended.iter().filter(|ended| ended.solved).map(|ended| Day::at(ended.at)).collect();
    let Streak { current, longest } = Streak::of_days(&days, Day::at(now()));
    let said = words::DAYS_PLAYED.with("days", days.len()).with("longest", longest).with("current", current);
    html! { p { (reader.say(said)) } }
}

fn by_puzzle(reader: Language, statistics: &PlayerStatistics) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(reader.say(words::STATISTICS)) {
            table.plain-table {
                thead { tr {
                    th { (reader.say(words::PUZZLE)) }
                    th { (reader.say(words::PLAYS_BEGUN)) }
                    th { (reader.say(words::SOLVED_ALL)) }
                    th { (reader.say(words::SOLVED_ALONE)) }
                    th { (reader.say(words::STARS_WON)) }
                    th { (reader.say(words::TIME_PLAYED)) }
                    th { (reader.say(words::ABOVE_BEST)) }
                } }
                tbody {
                    @for puzzle in PUZZLES {
                        @let info = puzzle.info();
                        @let ended: Vec<&Ended> = statistics.ended.iter().filter(|ended| ended.puzzle == info.name).collect();
                        @let begun = statistics.begun.get(info.name).copied().unwrap_or(0);
                        @if begun > 0 { (puzzle_row(reader, info, begun, &ended)) }
                    }
                }
            }
        }
    }
}

fn puzzle_row(reader: Language, info: &Info, begun: u64, ended: &[&Ended]) -> Markup {
    // Of a level that was solved often, the most stars count once.
    let mut stars = BTreeMap::new();
    for one in ended {
        let best: &mut u8 = stars.entry(one.level).or_default();
        *best = (*best).max(one.stars);
    }
    let above: Vec<f64> = ended.iter().filter_map(|one| above_best(info, one)).collect();
    html! {
        tr {
            th scope="row" { (info.title) }
            td { (begun) }
            td { (ended.iter().filter(|one| one.solved).count()) }
            td { (ended.iter().filter(|one| is_alone(one)).count()) }
            td { (stars.values().map(|stars| u64::from(*stars)).sum::<u64>()) }
            td { (clock(ended.iter().map(|one| one.clock).sum())) }
            td { @if let Some(mean) = mean(&above) { (reader.say(percent(mean))) } @else { "–" } }
        }
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn percent(share: f64) -> ingenio_core::Message {
    words::PERCENT.with("percent", ingenio_core::Decimal(share * 100.0, 1))
}

/// By which share a play missed the best known in the puzzle's first metric; nothing where nothing is counted, or
/// where it was helped.
fn above_best(info: &Info, ended: &Ended) -> Option<f64> {
    let metric = info.metrics.first()?;
    let (value, best) = ended.figures.get(metric.name)?;
    let best = (*best)?.max(1) as f64;
    let beyond = if metric.sense == Sense::Most { best - *value as f64 } else { *value as f64 - best };
    Some((beyond / best).max(0.0))
}

/// A bar with its number, for eyes, and a sentence, for everyone.
struct Bar {
    label: String,
    said: String,
    count: usize,
}

/// Bars side by side, the tallest as high as there is room.
fn bars(reader: Language, about: ingenio_core::Template, all: &[Bar]) -> Markup {
    let tallest = all.iter().map(|bar| bar.count).max().unwrap_or(0).max(1);
    let width = 100.0 / all.len().max(1) as f64;
    html! {
        svg.bars viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label=(reader.say(about)) {
            @for (at, bar) in all.iter().enumerate() {
                @let height = 38.0 * bar.count as f64 / tallest as f64;
                rect x=(format!("{:.2}", width * at as f64 + width * 0.1)) y=(format!("{:.2}", 40.0 - height)) width=(format!("{:.2}", width * 0.8)) height=(format!("{height:.2}")) {
                    title { (bar.said) }
                }
            }
        }
        ol.bar-labels aria-hidden="true" { @for bar in all { li { (bar.label) } } }
        ul.hidden-visually { @for bar in all.iter().filter(|bar| bar.count > 0) { li { (bar.said) } } }
    }
}

/// What was solved in each of the last weeks, which begin on Mondays.
fn weeks(reader: Language, ended: &[Ended]) -> Markup {
    let today = Day::at(now());
    let this_week = today.plus(-(today.weekday() as i64));
    let bar = |week: i64| {
        let from = this_week.plus(7 * (week + 1 - WEEKS));
        let within = |one: &&Ended| one.solved && (from..from.plus(7)).contains(&Day::at(one.at));
        let count = ended.iter().filter(within).count();
        let label = if week % 5 == 0 { from.to_string()[5..].to_owned() } else { String::new() };
        Bar {
            label,
            said: reader.say(words::WEEK_OF.with("day", Dated(from.to_string())).with("count", count)),
            count,
        }
    };
    bars(reader, words::WINS_BY_WEEK, &(0..WEEKS).map(bar).collect::<Vec<_>>())
}

/// How far plays were from the best known, in steps of a hundredth.
fn distances(reader: Language, ended: &[Ended]) -> Markup {
    let info = |name: &str| PUZZLES.iter().map(|puzzle| puzzle.info()).find(|info| info.name == name);
    let above = ended.iter().filter_map(|one| above_best(info(&one.puzzle)?, one));
    spread(reader, &above.map(|share| share * 100.0).collect::<Vec<_>>())
}

fn spread(reader: Language, percents: &[f64]) -> Markup {
    let mut from = -1.0;
    let mut all = Vec::new();
    for step in STEPS.map(|step| step as f64).into_iter().chain([f64::INFINITY]) {
        let count = percents.iter().filter(|percent| **percent > from && **percent <= step).count();
        let label = match step {
            0.0 => "0 %".to_owned(),
            step if step.is_finite() => format!("≤ {step} %"),
            _ => format!("> {from} %"),
        };
        let said = reader.say(words::HOW_MANY_PLAYS.with("label", &label).with("count", count));
        all.push(Bar { label, said, count });
        from = step;
    }
    bars(reader, words::DISTANCE_TO_BEST, &all)
}

/// What people did on a level, and beside them machines.
pub fn of_level(reader: Language, level: &LevelRef, people: &LevelStatistics, runs: &[Claim]) -> Markup {
    if people.begun == 0 {
        return html! { p.empty { (reader.say(words::NOBODY_PLAYED)) } };
    }
    let info = level.puzzle().info();
    let count = |helped: bool| people.ended.iter().filter(|one| one.solved && one.helped == helped).count();
    let said = words::LEVEL_COUNTS.with("players", people.players).with("begun", people.begun);
    let said = said.with("alone", count(false)).with("helped", count(true));
    let percents: Vec<f64> =
        people.ended.iter().filter_map(|one| above_best(info, one)).map(|share| share * 100.0).collect();
    html! {
        p { (reader.say(said.with("stopped", people.stopped_after.len()))) }
        @if let Some((least, median, most)) = range(&people.stopped_after) {
            p { (reader.say(words::STOPPED_AFTER.with("least", least).with("median", median).with("most", most))) }
        }
        (side_by_side(reader, info, people, runs))
        @if percents.len() > 1 {
            h3 { (reader.say(words::DISTANCE_TO_BEST)) }
            (spread(reader, &percents))
        }
    }
}

/// The least, the median and the most of some numbers.
fn range<T: Copy + Ord>(values: &[T]) -> Option<(T, T, T)> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    Some((*sorted.first()?, sorted[sorted.len() / 2], *sorted.last()?))
}

/// As in the tables of the Unblock paper: the figures and times of people beside those of methods.
fn side_by_side(reader: Language, info: &Info, people: &LevelStatistics, runs: &[Claim]) -> Markup {
    let alone: Vec<&Ended> = people.ended.iter().filter(|one| is_alone(one)).collect();
    let times: Vec<i64> = alone.iter().map(|one| one.clock).collect();
    let figures = info.metrics.iter().map(|metric| {
        let values: Vec<i64> = people
            .ended
            .iter()
            .filter_map(|one| one.figures.get(metric.name))
            .map(|(value, _)| *value)
            .collect();
        let machines: Vec<i64> = runs
            .iter()
            .filter(|run| run.first_metric() == metric.name)
            .filter_map(|run| i64::try_from(run.length()?).ok())
            .collect();
        (reader.say(named(metric.name)), values, machines)
    });
    let row = |what: &str, who: ingenio_core::Template, values: &[i64], show: &dyn Fn(i64) -> String| {
        html! {
            @if let Some((least, median, most)) = range(values) {
                tr { th scope="row" { (what) } td { (reader.say(who)) } td { (values.len()) } td { (show(least)) } td { (show(median)) } td { (show(most)) } }
            }
        }
    };
    let machine_times: Vec<i64> = runs.iter().map(|run| (run.seconds() * 1000.0) as i64).collect();
    let in_seconds = |millis: i64| reader.say(seconds(millis as f64 / 1000.0, 2));
    html! {
        h3 { (reader.say(words::SIDE_BY_SIDE)) }
        div.scroll tabindex="0" role="region" aria-label=(reader.say(words::SIDE_BY_SIDE)) {
            table.plain-table {
                thead { tr {
                    th { (reader.say(words::COUNTED_IN)) } th { (reader.say(words::WHO)) } th { (reader.say(words::TIMES)) }
                    th { (reader.say(words::LEAST)) } th { (reader.say(words::MEDIAN)) } th { (reader.say(words::MOST)) }
                } }
                tbody {
                    @for (what, values, machines) in figures {
                        (row(&what, words::PEOPLE, &values, &|value| value.to_string()))
                        (row(&what, words::MACHINES, &machines, &|value| value.to_string()))
                    }
                    (row(&reader.say(words::TIME), words::PEOPLE, &times, &|millis| exact_clock(reader, millis)))
                    (row(&reader.say(words::TIME), words::MACHINES, &machine_times, &in_seconds))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_one_of_them() {
        assert_eq!(range::<i64>(&[]), None);
        assert_eq!(range(&[3]), Some((3, 3, 3)));
        assert_eq!(range(&[9, 1, 4, 2]), Some((1, 4, 9)));
    }
}
