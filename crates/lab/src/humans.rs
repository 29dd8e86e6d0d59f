//! People beside machines: finished plays without help, from the lines that the store exports.

use std::collections::HashMap;
use std::time::Duration;

use ingenio_catalog::read_level;
use ingenio_core::{LevelId, LevelRef, Measures};
use ingenio_play::{Action, Event, Session};
use serde::Deserialize;
use serde_json::Value;

use crate::chart::{Axis, Chart, Form, Series};
use crate::figures::Quantity;
use crate::statistics::quantile;
use crate::study::Study;
use crate::words;

/// A play that ended well, refereed.
#[derive(Clone, Debug, PartialEq)]
pub struct HumanPlay {
    pub player: String,
    pub level: LevelId,
    pub seconds: f64,
    pub measures: Measures,
}

/// The exported lines that matter here, and the parts of them that do.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum PlaysLine {
    Level {
        id: String,
        puzzle: String,
        text: String,
    },
    Play(PlayLine),
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
struct PlayLine {
    player: String,
    level: String,
    /// When it was helped; older exports tell only when a solution was shown.
    #[serde(alias = "helped")]
    shown: Option<i64>,
    /// The play's clock, what was done, and what was known of the position.
    events: Vec<(u64, String, Option<i64>)>,
    hints: Vec<Value>,
}

impl PlayLine {
    fn is_assisted(&self) -> bool {
        self.shown.is_some() || !self.hints.is_empty()
    }
}

/// The plays that count: won, accepted by the referee, without a hint and without having been shown a
/// solution. Others are passed over, and so are lines that say something else.
pub fn read_plays(lines: &str) -> Vec<HumanPlay> {
    let mut levels: HashMap<String, LevelRef> = HashMap::new();
    let mut plays = Vec::new();
    for line in lines.lines() {
        match serde_json::from_str(line) {
            Ok(PlaysLine::Level { id, puzzle, text }) => {
                levels.extend(read_level(&puzzle, &text).map(|level| (id, level)));
            }
            Ok(PlaysLine::Play(play)) if !play.is_assisted() => {
                plays.extend(levels.get(&play.level).and_then(|level| human_play(&play, level)));
            }
            _ => {}
        }
    }
    plays
}

/// The play up to where it was won for the first time; what came later was for fun.
fn human_play(line: &PlayLine, level: &LevelRef) -> Option<HumanPlay> {
    let mut session = Session::new(level.clone());
    for (at, action, _) in &line.events {
        let event = Event { action: Action::parse(action)?, at: Duration::from_millis(*at) };
        session.replay(&event).ok()?;
        if session.won() {
            let verified = level.verify(&session.play().solution()).ok()?;
            return Some(HumanPlay {
                player: line.player.clone(),
                level: level.id(),
                seconds: event.at.as_secs_f64(),
                measures: verified.measures().clone(),
            });
        }
    }
    None
}

/// Boxes for the people and dots for the methods, on every level that someone has played.
pub fn distribution(study: &Study, plays: &[HumanPlay], of_time: bool) -> Chart {
    let levels: Vec<(LevelId, &str)> = played_levels(study, plays);
    let metric = study.records.first().map_or("", |record| record.answer.first_metric());
    let value = |play: &HumanPlay| {
        if of_time { Some(play.seconds) } else { play.measures.get(metric).map(|count| count as f64) }
    };
    let mut people = Vec::new();
    for (place, (level, _)) in (1..).zip(&levels) {
        let values: Vec<f64> = plays.iter().filter(|play| play.level == *level).filter_map(value).collect();
        let five = [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| quantile(&values, part));
        people.extend(five.into_iter().flatten().map(|value| (f64::from(place), value)));
    }
    let style = study.methods.len();
    let mut series = vec![Series {
        name: words::PEOPLE.say().written(),
        style,
        form: Form::Boxes,
        points: people,
        labels: Vec::new(),
    }];
    for (style, method) in study.methods.iter().enumerate() {
        let point = |(place, (level, _)): (i32, &(LevelId, &str))| {
            let record = study.of(method).find(|record| record.answer.id == *level && record.is_solved())?;
            let value = if of_time { study.seconds(record) } else { record.answer.length()? as f64 };
            Some((f64::from(place), value))
        };
        let points = (1..).zip(&levels).filter_map(point).collect();
        series.push(Series { name: method.clone(), style, form: Form::Dots, points, labels: Vec::new() });
    }
    let values =
        series.iter().flat_map(|series| series.points.iter().map(|point| point.1)).collect::<Vec<_>>();
    let y = if of_time {
        Axis::log(&words::AXIS_SECONDS.say().written(), 0.001, values.into_iter())
    } else {
        Axis::linear(metric, values.into_iter())
    };
    let names = levels.iter().map(|(_, title)| (*title).to_owned()).collect();
    let quantity = if of_time { Quantity::Time } else { Quantity::Length };
    Chart {
        id: format!("people-{}", quantity.id()),
        title: words::CHART_PEOPLE.with("what", quantity.word()).written(),
        note: study.circumstances.clone(),
        detail: false,
        x: Axis::named(&words::HEAD_LEVEL.say().written(), names),
        y,
        series,
        rules: Vec::new(),
    }
}

/// Ids and titles of levels with plays, in the order of the study.
fn played_levels<'a>(study: &'a Study, plays: &[HumanPlay]) -> Vec<(LevelId, &'a str)> {
    let mut levels: Vec<(LevelId, &str)> = Vec::new();
    for record in &study.records {
        let known = levels.iter().any(|(level, _)| *level == record.answer.id);
        if !known && plays.iter().any(|play| play.level == record.answer.id) {
            levels.push((record.answer.id, &record.title));
        }
    }
    levels
}
