//! People beside machines: finished plays without help, from the lines that the store exports.

use std::time::Duration;

use ingenio_catalog::find;
use ingenio_core::{LevelRef, Options, Source};
use ingenio_play::{Action, Event, Session};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::chart::{Axis, Chart, Form, Series};
use crate::statistics::quantile;
use crate::study::Study;
use crate::words;

/// A play that ended well, refereed.
#[derive(Clone, Debug, PartialEq)]
pub struct HumanPlay {
    pub player: String,
    /// The id of the level.
    pub level: String,
    pub seconds: f64,
    pub measures: Map<String, Value>,
}

/// The parts of an exported line that matter here.
#[derive(Debug, Deserialize)]
struct Line {
    player: String,
    puzzle: String,
    text: String,
    #[serde(default)]
    events: Vec<(i64, String)>,
    #[serde(default)]
    hints: Vec<Value>,
    /// Some exports say it in so many words.
    #[serde(default)]
    assisted: bool,
}

/// The plays that count: won, accepted by the referee, and without a hint. Others are passed over.
pub fn read_plays(lines: &str) -> Vec<HumanPlay> {
    let parsed = lines.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
    parsed
        .filter(|line| line.hints.is_empty() && !line.assisted)
        .filter_map(|line| human_play(&line))
        .collect()
}

fn human_play(line: &Line) -> Option<HumanPlay> {
    let level = level(&line.puzzle, &line.text)?;
    let event = |(at, action): &(i64, String)| {
        Some(Event { action: Action::parse(action)?, at: Duration::from_millis(u64::try_from(*at).ok()?) })
    };
    let events: Vec<Event> = line.events.iter().map(event).collect::<Option<_>>()?;
    let session = Session::resume(level.clone(), &events).ok()?;
    let verified = level.verify(&session.play().solution()).ok().filter(|_| session.won())?;
    let measures = ingenio_catalog::measures_json(verified.measures());
    Some(HumanPlay {
        player: line.player.clone(),
        level: level.id().to_string(),
        seconds: events.last()?.at.as_secs_f64(),
        measures: measures.as_object()?.clone(),
    })
}

fn level(puzzle: &str, text: &str) -> Option<LevelRef> {
    let puzzle = find(puzzle).ok()?;
    let settings = Options::defaults(puzzle.info().settings);
    let mut readings = puzzle.read(&Source::new(text), &settings);
    (!readings.is_empty()).then(|| readings.remove(0).ok())?.map(|entry| entry.level)
}

/// Boxes for the people and dots for the methods, on every level that someone has played.
pub fn distribution(study: &Study, plays: &[HumanPlay], of_time: bool) -> Chart {
    let levels: Vec<(&str, &str)> = played_levels(study, plays);
    let metric = study.records.first().map_or("", |record| record.metric.split(',').next().unwrap_or(""));
    let value = |play: &HumanPlay| {
        if of_time { Some(play.seconds) } else { play.measures.get(metric)?.as_f64() }
    };
    let mut people = Vec::new();
    for (place, (level, _)) in (1..).zip(&levels) {
        let values: Vec<f64> = plays.iter().filter(|play| play.level == *level).filter_map(value).collect();
        let five = [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| quantile(&values, part));
        people.extend(five.into_iter().flatten().map(|value| (f64::from(place), value)));
    }
    let style = study.methods.len();
    let mut series = vec![Series {
        name: words::PEOPLE.say().to_string(),
        style,
        form: Form::Boxes,
        points: people,
        labels: Vec::new(),
    }];
    for (style, method) in study.methods.iter().enumerate() {
        let point = |(place, (level, _)): (i32, &(&str, &str))| {
            let record = study.of(method).find(|record| record.level == **level && record.is_solved())?;
            let value = if of_time { study.seconds(record) } else { record.length()? as f64 };
            Some((f64::from(place), value))
        };
        let points = (1..).zip(&levels).filter_map(point).collect();
        series.push(Series { name: method.clone(), style, form: Form::Dots, points, labels: Vec::new() });
    }
    let values =
        series.iter().flat_map(|series| series.points.iter().map(|point| point.1)).collect::<Vec<_>>();
    let y = if of_time {
        Axis::log("seconds", 0.001, values.into_iter())
    } else {
        Axis::linear(metric, values.into_iter())
    };
    let names = levels.iter().map(|(_, title)| (*title).to_owned()).collect();
    let what = if of_time { "time" } else { "length" };
    Chart {
        id: format!("people-{what}"),
        title: words::CHART_PEOPLE.with("what", what).to_string(),
        note: study.circumstances.clone(),
        detail: false,
        x: Axis::named("level", names),
        y,
        series,
        rules: Vec::new(),
    }
}

/// Ids and titles of levels with plays, in the order of the study.
fn played_levels<'a>(study: &'a Study, plays: &[HumanPlay]) -> Vec<(&'a str, &'a str)> {
    let mut levels: Vec<(&str, &str)> = Vec::new();
    for record in &study.records {
        let known = levels.iter().any(|(level, _)| *level == record.level);
        if !known && plays.iter().any(|play| play.level == record.level) {
            levels.push((&record.level, &record.title));
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(events: &str, hints: &str) -> String {
        format!(
            r#"{{"player":"ann","puzzle":"taquin","level":"x","text":"1 2 3/4 5 6/_ 7 8","mode":"relax","begun":0,"ended":1,"events":{events},"hints":{hints}}}"#
        )
    }

    #[test]
    fn only_plays_that_were_won_alone_count() {
        let won = r#"[[1000,"move R"],[2500,"move R"]]"#;
        let lines = [
            line(won, "[]"),
            line(won, "[[500,1]]"),
            line(r#"[[1000,"move R"]]"#, "[]"),
            line(r#"[[1000,"dance"]]"#, "[]"),
            "garbage".into(),
        ];
        let plays = read_plays(&lines.join("\n"));
        assert_eq!(plays.len(), 1);
        assert_eq!((plays[0].player.as_str(), plays[0].seconds), ("ann", 2.5));
        assert_eq!(plays[0].measures["moves"], 2);
    }
}
