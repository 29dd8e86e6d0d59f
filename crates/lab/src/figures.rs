//! The charts of a study: those of the papers, and those that competitions draw.

use std::collections::BTreeSet;

use ingenio_core::{Message, Template};

use crate::chart::{Axis, Chart, Form, Rule, RuleKind, Series};
use crate::compare::chance;
use crate::field::Field;
use crate::local;
use crate::spread;
use crate::statistics::{Fit, fit, median};
use crate::study::{Study, Summary};
use crate::targets;
use crate::words;
use ingenio_core::CampaignRun;

/// A millisecond: where logarithmic axes of time begin, but where times are shorter.
pub const FIRST_TIME: f64 = 0.001;

/// Clocks tell nothing shorter.
const SHORTEST_TIME: f64 = 0.000_001;

/// Where an axis of these times begins: small levels take microseconds, and differ there too.
fn first_time(times: &[f64]) -> f64 {
    let least = times.iter().copied().filter(|time| *time > 0.0).fold(FIRST_TIME, f64::min);
    10_f64.powf(least.log10().floor()).max(SHORTEST_TIME)
}

/// More levels than this are no picture level by level.
const MOST_LEVELS: usize = 400;

/// A cactus of more points looks the same.
const MOST_STEPS: usize = 500;

/// A fit that explains less than this part of the variance has no exponent to speak of.
const MEANINGFUL: f64 = 0.5;

/// What is measured of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    Time,
    Nodes,
    Length,
}

impl Quantity {
    pub const ALL: [Quantity; 3] = [Quantity::Time, Quantity::Nodes, Quantity::Length];

    /// In the names of files.
    pub const fn id(self) -> &'static str {
        match self {
            Quantity::Time => "time",
            Quantity::Nodes => "nodes",
            Quantity::Length => "length",
        }
    }

    pub fn word(self) -> Message {
        let word = match self {
            Quantity::Time => words::QUANTITY_TIME,
            Quantity::Nodes => words::HEAD_NODES,
            Quantity::Length => words::HEAD_LENGTH,
        };
        word.say()
    }

    fn label(self, study: &Study) -> String {
        match self {
            Quantity::Time => study.clock.label().written(),
            Quantity::Nodes => words::AXIS_NODES.say().written(),
            Quantity::Length => study.records.first().map_or(String::new(), |record| {
                study.length.clone().unwrap_or_else(|| record.answer.metric.clone().unwrap_or_default())
            }),
        }
    }

    fn of(self, study: &Study, record: &CampaignRun) -> Option<f64> {
        match self {
            Quantity::Time => Some(study.charged(record)),
            // How far an unsolved run got says more of the limit than of the level.
            Quantity::Nodes => {
                record.answer.effort.nodes.filter(|_| record.is_solved()).map(|nodes| nodes as f64)
            }
            Quantity::Length => {
                study.length(record).filter(|_| record.is_solved()).map(|length| length as f64)
            }
        }
    }

    /// The same of whatever a run has in hand, solved or not.
    pub fn in_hand(self, study: &Study, record: &CampaignRun) -> Option<f64> {
        match self {
            Quantity::Time => Some(study.seconds(record)),
            Quantity::Nodes => record.answer.effort.nodes.map(|nodes| nodes as f64),
            Quantity::Length => study.length(record).map(|length| length as f64),
        }
    }

    pub fn axis(self, study: &Study, values: impl Iterator<Item = f64>) -> Axis {
        match self {
            // The line of the limit is always in sight.
            Quantity::Time => {
                let times: Vec<f64> = values.chain(limit(study)).collect();
                Axis::log(&self.label(study), first_time(&times), times.into_iter())
            }
            Quantity::Nodes => Axis::log(&self.label(study), 1.0, values),
            Quantity::Length => Axis::linear(&self.label(study), values),
        }
    }
}

/// Every chart that has something to show.
pub fn charts(study: &Study) -> Vec<Chart> {
    let mut charts = vec![cactus(study)];
    if study.groups.is_empty() {
        charts.extend(compared(study));
    }
    for group in &study.groups {
        let grouped = compared(&study.only(&group.methods)).into_iter();
        charts.extend(grouped.map(|chart| Chart { id: format!("{}-{}", group.name, chart.id), ..chart }));
    }
    charts.extend(ranks(study));
    charts.push(growth(study));
    charts.extend(targets::charts(study));
    charts.extend(spread::charts(study));
    if let [first, second, ..] = &study.methods[..] {
        charts.push(scatter(study, first, second));
    }
    charts.retain(|chart| !chart.is_empty());
    charts
}

/// Mean ranks by time over levels, with the distance that two must lie apart.
pub fn ranks(study: &Study) -> Option<Chart> {
    let field = Field::new(study);
    let ranks = field.ranks().filter(|ranks| ranks.levels >= LEAST_LEVELS && ranks.means.len() > 2)?;
    let point = |(method, mean): (&&str, &f64)| series(study, method, Form::Rank, vec![(*mean, 0.0)]);
    let all = field.methods.iter().zip(&ranks.means).map(point).collect();
    let label = words::AXIS_RANK.with("levels", ranks.levels).with("chance", chance(ranks.chance)).written();
    let count = ranks.means.len() as f64;
    let x = Axis { least: 1.0, most: count, ..Axis::linear(&label, std::iter::once(count)) };
    let title = words::CHART_RANKS.say().written();
    let drawn = chart(study, "ranks".into(), title, x, Axis::linear("", std::iter::empty()), all);
    let alike = ranks.alike().into_iter();
    let mut rules: Vec<Rule> =
        alike.map(|(a, b)| Rule { kind: RuleKind::Alike(a, b), label: String::new() }).collect();
    rules.extend(ranks.critical.map(|critical| Rule {
        kind: RuleKind::Difference(critical),
        label: words::CRITICAL.with("critical", local(format_args!("{critical:.2}"))).written(),
    }));
    Some(Chart { rules, ..drawn })
}

/// On fewer levels ranks say nothing.
const LEAST_LEVELS: usize = 5;

/// The charts that set methods side by side: totals, by category, and level by level.
fn compared(study: &Study) -> Vec<Chart> {
    let mut charts = totals(study);
    for quantity in Quantity::ALL {
        charts.push(by_category(study, quantity));
        charts.push(total_by_category(study, quantity));
        charts.extend(study.categories().into_iter().map(|category| by_level(study, quantity, category)));
    }
    charts
}

/// The longest that a run could take, by the clock of the study.
pub fn limit(study: &Study) -> Option<f64> {
    study.records.iter().filter_map(|record| study.clock.limit(&record.limits)).reduce(f64::max)
}

fn limit_rule(study: &Study) -> Option<Rule> {
    Some(Rule { kind: RuleKind::Across(limit(study)?), label: words::LIMIT_RULE.say().written() })
}

fn series(study: &Study, method: &str, form: Form, points: Vec<(f64, f64)>) -> Series {
    let style = study.methods.iter().position(|known| known == method).unwrap_or(0);
    Series { name: method.to_owned(), style, form, points, labels: Vec::new() }
}

fn chart(study: &Study, id: String, title: String, x: Axis, y: Axis, series: Vec<Series>) -> Chart {
    Chart { id, title, note: study.circumstances.clone(), detail: false, x, y, series, rules: Vec::new() }
}

/// How many levels are solved within a time.
pub fn cactus(study: &Study) -> Chart {
    let curve = |method: &String| {
        let solved = study.of(method).filter(|record| record.is_solved());
        let mut times: Vec<f64> = solved.map(|record| study.seconds(record)).collect();
        times.sort_by(f64::total_cmp);
        let every = times.len().div_ceil(MOST_STEPS).max(1);
        let counted = (1..=times.len()).filter(|count| *count == times.len() || count.is_multiple_of(every));
        series(study, method, Form::Steps, counted.map(|count| (count as f64, times[count - 1])).collect())
    };
    let curves: Vec<Series> = study.methods.iter().map(curve).collect();
    let most = study.methods.iter().map(|method| study.of(method).count()).max().unwrap_or(1);
    let y = Quantity::Time.axis(study, study.records.iter().map(|record| study.charged(record)));
    let x = Axis {
        most: most as f64,
        ..Axis::linear(&words::AXIS_SOLVED.say().written(), std::iter::once(most as f64))
    };
    let drawn = chart(study, "cactus".into(), words::CHART_CACTUS.say().written(), x, y, curves);
    Chart { rules: limit_rule(study).into_iter().collect(), ..drawn }
}

/// Bars: levels solved, and the totals of time, nodes and length.
fn totals(study: &Study) -> Vec<Chart> {
    let summaries = study.summaries();
    let bars = |id: &str, title: Message, label: &str, value: &dyn Fn(&Summary) -> Option<f64>| {
        let bar = |(place, summary): (i32, &Summary)| {
            let value = value(summary)?;
            let point = vec![(f64::from(place), value)];
            let labels = vec![crate::chart::plain(value)];
            Some(Series { labels, ..series(study, &summary.method, Form::Bars, point) })
        };
        let all: Vec<Series> = (1..).zip(&summaries).filter_map(bar).collect();
        let x = Axis::named("", study.methods.clone());
        let y = Axis::linear(label, summaries.iter().filter_map(value));
        chart(study, id.to_owned(), title.written(), x, y, all)
    };
    let common = |title: Template| title.with("common", study.common.len());
    vec![
        bars("solved", words::CHART_SOLVED.say(), &words::AXIS_SOLVED.say().written(), &|summary| {
            Some(summary.solved as f64)
        }),
        bars("total-time", words::CHART_TIME.say(), &Quantity::Time.label(study), &|summary| {
            Some(summary.total_seconds)
        }),
        bars("total-nodes", common(words::CHART_NODES), &Quantity::Nodes.label(study), &|summary| {
            summary.common_nodes.map(|nodes| nodes as f64)
        }),
        bars("total-length", common(words::CHART_LENGTH), &Quantity::Length.label(study), &|summary| {
            summary.common_length.map(|length| length as f64)
        }),
    ]
}

/// The mean of a quantity in each category.
pub fn by_category(study: &Study, quantity: Quantity) -> Chart {
    let chart = category_chart(study, quantity, &|values| values.iter().sum::<f64>() / values.len() as f64);
    let title = words::CHART_CATEGORY.with("what", quantity.word()).with("by", &study.category);
    let title = title.with("common", over_common(study, quantity));
    let rules = if quantity == Quantity::Time { limit_rule(study).into_iter().collect() } else { Vec::new() };
    Chart { title: title.written(), rules, ..chart }
}

/// The sum of a quantity in each category, as the Sokoban paper draws it.
pub fn total_by_category(study: &Study, quantity: Quantity) -> Chart {
    let chart = category_chart(study, quantity, &|values| values.iter().sum());
    let title = words::CHART_CATEGORY_TOTAL.with("what", quantity.word()).with("by", &study.category);
    let title = title.with("common", over_common(study, quantity));
    Chart { id: format!("{}-total", chart.id), title: title.written(), ..chart }
}

fn category_chart(study: &Study, quantity: Quantity, of: &dyn Fn(&[f64]) -> f64) -> Chart {
    let categories = study.categories();
    let curve = |method: &String| {
        let points = (1..).zip(&categories).filter_map(|(place, category)| {
            let values = values_in(study, method, quantity, *category);
            let values: Vec<f64> = values.into_iter().map(|(_, value)| value).collect();
            (!values.is_empty()).then(|| (f64::from(place), of(&values)))
        });
        series(study, method, Form::Line, points.collect())
    };
    let curves: Vec<Series> = study.methods.iter().map(curve).collect();
    let names = categories.iter().map(ToString::to_string).collect();
    let y = quantity.axis(study, curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.1)));
    let (id, by) = (quantity.id(), &study.category);
    chart(study, format!("{id}-by-{by}"), String::new(), Axis::named(by, names), y, curves)
}

/// Time is charged on every level; of nodes and lengths only what all have solved can be added up.
fn over_common(study: &Study, quantity: Quantity) -> String {
    let common = || words::OVER_COMMON.with("common", study.common.len()).written();
    if quantity == Quantity::Time { String::new() } else { common() }
}

/// Place and value of each level of a category, of those over which methods can be compared.
fn values_in(study: &Study, method: &str, quantity: Quantity, category: u64) -> Vec<(usize, f64)> {
    let comparable = |record: &&CampaignRun| quantity == Quantity::Time || study.is_common(record);
    let fitting = study.of_category(method, category).filter(comparable);
    fitting.filter_map(|record| Some((record.index, quantity.of(study, record)?))).collect()
}

/// Level by level within a category, as in the Sokoban paper's figures.
pub fn by_level(study: &Study, quantity: Quantity, category: u64) -> Chart {
    let fitting = study.methods.iter().flat_map(|method| study.of_category(method, category));
    let places: BTreeSet<(&str, usize)> = fitting.map(|record| (record.set.as_str(), record.index)).collect();
    let mut places: Vec<(&str, usize)> = places.into_iter().collect();
    if places.len() > MOST_LEVELS {
        places.clear();
    }
    let curve = |method: &String| {
        let mut points: Vec<(f64, f64)> = study
            .of_category(method, category)
            .filter_map(|record| {
                let place = places.binary_search(&(record.set.as_str(), record.index)).ok()?;
                Some((place as f64 + 1.0, quantity.of(study, record)?))
            })
            .collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        series(study, method, Form::Line, points)
    };
    let curves: Vec<Series> = study.methods.iter().map(curve).collect();
    let y = quantity.axis(study, curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.1)));
    let names = places.iter().map(|(_, index)| index.to_string()).collect();
    let (id, by) = (quantity.id(), &study.category);
    let title =
        words::CHART_LEVELS.with("what", quantity.word()).with("category", category).with("by", by).written();
    let drawn = chart(
        study,
        format!("{id}-{category}-{by}"),
        title,
        Axis::named(&words::HEAD_LEVEL.say().written(), names),
        y,
        curves,
    );
    let rules = if quantity == Quantity::Time { limit_rule(study).into_iter().collect() } else { Vec::new() };
    Chart { rules, detail: true, ..drawn }
}

/// How the time grows with the size, with the exponent of the fitted power.
pub fn growth(study: &Study) -> Chart {
    let mut all = Vec::new();
    for method in &study.methods {
        let points = growth_points(study, method);
        // Where half of the levels hit the limit, the limit is what would be fitted.
        let below = |point: &&(f64, f64)| limit(study).is_none_or(|limit| point.1 < limit);
        let free: Vec<(f64, f64)> = points.iter().filter(below).copied().collect();
        let fit = power(&free).filter(|fit| fit.explained >= MEANINGFUL);
        let name = fit.map_or_else(
            || method.clone(),
            |fit| format!("{method} ~ n^{}", local(format_args!("{:.1}", fit.slope))),
        );
        if let Some(fit) = fit {
            let curve = free.iter().map(|(x, _)| (*x, (fit.intercept + fit.slope * x.ln()).exp())).collect();
            all.push(series(study, method, Form::Curve, curve));
        }
        all.push(Series { name, ..series(study, method, Form::Line, points) });
    }
    let x = Axis::linear(
        &study.category,
        all.iter().flat_map(|series| series.points.iter().map(|point| point.0)),
    );
    let y =
        Quantity::Time.axis(study, all.iter().flat_map(|series| series.points.iter().map(|point| point.1)));
    let title = words::CHART_GROWTH.with("by", &study.category).written();
    let drawn = chart(study, "growth".into(), title, x, y, all);
    Chart { rules: limit_rule(study).into_iter().collect(), ..drawn }
}

/// The median time of each category.
fn growth_points(study: &Study, method: &str) -> Vec<(f64, f64)> {
    let categories = study.categories().into_iter();
    let point = |category: u64| {
        let values = values_in(study, method, Quantity::Time, category);
        let values: Vec<f64> = values.into_iter().map(|(_, value)| value.max(1e-6)).collect();
        Some((category as f64, median(&values)?))
    };
    categories.filter_map(point).collect()
}

/// The power law through points, fitted on logarithms.
pub fn power(points: &[(f64, f64)]) -> Option<Fit> {
    let logarithms: Vec<(f64, f64)> =
        points.iter().filter(|(x, y)| *x > 0.0 && *y > 0.0).map(|(x, y)| (x.ln(), y.ln())).collect();
    fit(&logarithms)
}

/// Two methods level by level: above the line the first is quicker.
pub fn scatter(study: &Study, first: &str, second: &str) -> Chart {
    let times: std::collections::HashMap<_, f64> =
        study.of(second).map(|record| (record.task_key(), study.charged(record))).collect();
    let points: Vec<(f64, f64)> = study
        .of(first)
        .filter_map(|record| Some((study.charged(record), *times.get(&record.task_key())?)))
        .collect();
    let axis = |name: &str, values: &dyn Fn(&(f64, f64)) -> f64| {
        let label = format!("{name}: {}", Quantity::Time.label(study));
        let all: Vec<f64> = points.iter().flat_map(|point| [point.0, point.1]).chain(limit(study)).collect();
        let mut axis = Axis::log(&label, first_time(&all), points.iter().map(values));
        let both = Axis::log("", first_time(&all), all.iter().copied());
        (axis.least, axis.most) = (both.least, both.most);
        axis
    };
    let (x, y) = (axis(first, &|point| point.0), axis(second, &|point| point.1));
    let dots =
        vec![Series { name: words::A_LEVEL.say().written(), ..series(study, first, Form::Dots, points) }];
    let title = words::CHART_SCATTER.with("first", first).with("second", second).written();
    let mut rules = vec![Rule { kind: RuleKind::Diagonal, label: String::new() }];
    if let Some(Rule { kind: RuleKind::Across(limit), label }) = limit_rule(study) {
        rules.push(Rule { kind: RuleKind::Across(limit), label: label.clone() });
        rules.push(Rule { kind: RuleKind::Upright(limit), label });
    }
    Chart { rules, ..chart(study, "scatter".into(), title, x, y, dots) }
}
