//! Methods that get better while they run: how long they take to come within reach of the best that anybody
//! has found. A campaign with `trace = true` keeps every better solution on the way; without it the last one
//! counts, at the moment the run ended.

use ingenio_core::CampaignRun;

use crate::chart::{Axis, Chart, Form, Series};
use crate::figures::{FIRST_TIME, Quantity, limit};
use crate::study::{Study, is_maximum};
use crate::words;

/// How far from the best, in percent.
const TARGETS: [u64; 3] = [0, 5, 20];

/// One chart for each target; none where nobody has kept the way.
pub fn charts(study: &Study) -> Vec<Chart> {
    if study.records.iter().all(|run| run.trace.is_empty()) {
        return Vec::new();
    }
    TARGETS.map(|percent| chart(study, percent)).to_vec()
}

fn chart(study: &Study, percent: u64) -> Chart {
    let curves = study.methods.iter().map(|method| {
        let all = study.run_points(method);
        let times = all.iter().filter_map(|(run, _, best)| reached(study, run, (*best)?, percent));
        share_curve(study, method, times.collect(), all.len())
    });
    let title = words::CHART_TARGET.with("percent", percent).written();
    share_chart(study, format!("target-{percent}"), title, curves.collect())
}

/// When a run first had a solution so near to the best.
fn reached(study: &Study, run: &CampaignRun, best: u64, percent: u64) -> Option<f64> {
    let most = is_maximum(&run.answer);
    let near = |length: u64| {
        if most { length * 100 >= best * (100 - percent) } else { length * 100 <= best * (100 + percent) }
    };
    // The way is told in the run's own metric, the best in the study's.
    let on_the_way = run.trace.iter().filter(|_| study.length.is_none());
    let last = study.length(run).map(|length| (run.answer.elapsed(), length));
    let mut all = on_the_way.copied().chain(last);
    all.find(|(_, length)| near(*length)).map(|(seconds, _)| seconds)
}

/// The share of so many runs that is done within a time, from nothing at the start to what is left undone at
/// the end: a method that gets nowhere is a line at the bottom.
pub fn share_curve(study: &Study, method: &str, mut times: Vec<f64>, of: usize) -> Series {
    times.sort_by(f64::total_cmp);
    let share = |count: usize| count as f64 / of.max(1) as f64;
    let longest = study.of(method).map(|run| run.answer.elapsed()).fold(FIRST_TIME, f64::max);
    let mut points = vec![(FIRST_TIME, 0.0)];
    points.extend((1..).zip(&times).map(|(count, time)| (time.max(FIRST_TIME), share(count))));
    points.push((limit(study).unwrap_or(longest).max(longest), share(times.len())));
    let style = study.methods.iter().position(|known| known == method).unwrap_or(0);
    Series { name: method.to_owned(), style, form: Form::Steps, points, labels: Vec::new() }
}

/// Such curves over time.
pub fn share_chart(study: &Study, id: String, title: String, curves: Vec<Series>) -> Chart {
    let times = curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.0));
    let x = Quantity::Time.axis(study, times);
    let y = Axis { most: 1.0, ..Axis::linear(&words::AXIS_SHARE.say().written(), std::iter::once(1.0)) };
    let note = study.circumstances.clone();
    Chart { id, title, note, detail: false, x, y, series: curves, rules: Vec::new() }
}
