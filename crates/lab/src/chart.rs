//! Charts as data, and as drawings in one style (LOOK.md, section 5). Drawn here and not by a plotting
//! library: each method needs its own colour, dash and marker at once, its name beside its line instead
//! of in a legend, and a line of its own for runs that hit the limit. Of the libraries looked at, kuva
//! draws lines without markers and names series in legends only.

mod axis;
mod draw;
mod ranks;
mod style;

pub use axis::{Axis, Scale, plain};
pub use draw::{escape, svg};
pub use style::{Style, style};

/// What a chart shows. Everything that is drawn is in here, so that charts can be compared as data.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The name of its files: `cactus`, `time-3-boxes`.
    pub id: String,
    pub title: String,
    /// Level set, machine, date and limits.
    pub note: String,
    /// One of many of its kind: shown when asked for.
    pub detail: bool,
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<Series>,
    pub rules: Vec<Rule>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub name: String,
    /// Which of the styles: the same method always has the same.
    pub style: usize,
    pub form: Form,
    pub points: Vec<(f64, f64)>,
    /// What stands on the points, where there are few: the figures of bars.
    pub labels: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Straight from point to point, with markers.
    Line,
    /// From step to step, as counts grow.
    Steps,
    /// Markers alone.
    Dots,
    /// A fitted curve, without markers.
    Curve,
    Bars,
    /// Boxes over quarters with whiskers: five points of one x each, from the least to the most.
    Boxes,
    /// One point, a mean rank: all together are a diagram of ranks.
    Rank,
}

/// A line across the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    pub kind: RuleKind,
    pub label: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RuleKind {
    /// At this height: where runs stand that hit the limit.
    Across(f64),
    /// At this place.
    Upright(f64),
    /// Where both are equal.
    Diagonal,
    /// In a diagram of ranks: these do not differ.
    Alike(f64, f64),
    /// In a diagram of ranks: so far must two lie apart.
    Difference(f64),
}

impl Chart {
    pub fn is_empty(&self) -> bool {
        self.series.iter().all(|series| series.points.is_empty())
    }

    /// The data as a table: series, x, y.
    pub fn csv(&self) -> String {
        let mut text = String::from("series,x,y\n");
        for series in &self.series {
            let name = series.name.replace('"', "\"\"");
            for (x, y) in &series.points {
                text += &format!("\"{name}\",{x},{y}\n");
            }
        }
        text
    }
}
