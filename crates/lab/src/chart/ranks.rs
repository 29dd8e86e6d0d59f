//! A diagram of mean ranks with the critical difference, as Demsar (2006) draws it: an axis of ranks, the
//! methods hanging from it, and a bar under those that do not differ.

use super::draw::{INK, MUTED, PAPER, WIDTH, cut, escape, note_lines};
use super::style::style;
use super::{Chart, RuleKind, Series};
use crate::local;

/// Names stand left and right of the axis: the least and the most room for them, and that of a letter.
const SIDE: (f64, f64) = (96.0, 250.0);
const LETTER: f64 = 6.8;
/// A space and a mean rank behind a name.
const FIGURE: usize = 6;
const AXIS: f64 = 92.0;
/// Between two bars under the axis, and between two methods.
const BAR: f64 = 8.0;
const ROW: f64 = 22.0;

pub fn svg(chart: &Chart) -> String {
    let mut order: Vec<&Series> = chart.series.iter().collect();
    order.sort_by(|a, b| rank(a).total_cmp(&rank(b)));
    let bars = chart.rules.iter().filter(|rule| matches!(rule.kind, RuleKind::Alike(..))).count();
    let first_row = AXIS + 22.0 + BAR * bars as f64;
    let rows = order.len().div_ceil(2) as f64;
    let notes = note_lines(chart);
    let height = first_row + ROW * rows + 12.0 * notes.len() as f64 + 18.0;
    let longest = order.iter().map(|series| series.name.chars().count()).max().unwrap_or(0) + FIGURE;
    let side = (24.0 + longest as f64 * LETTER).clamp(SIDE.0, SIDE.1);
    let mut diagram = Diagram { chart, text: head(chart, height), side };
    diagram.axis();
    diagram.difference();
    diagram.bars();
    let half = order.len().div_ceil(2);
    for (row, series) in order[..half].iter().enumerate() {
        diagram.method(series, first_row + ROW * row as f64, Side::Left);
    }
    for (row, series) in order[half..].iter().rev().enumerate() {
        diagram.method(series, first_row + ROW * row as f64, Side::Right);
    }
    for (number, line) in notes.iter().rev().enumerate() {
        diagram.write(16.0, height - 9.0 - 12.0 * number as f64, &small(MUTED), line);
    }
    diagram.text + "</svg>\n"
}

fn rank(series: &Series) -> f64 {
    series.points.first().map_or(0.0, |point| point.0)
}

fn small(colour: &str) -> String {
    format!("font-size=\"9\" fill=\"{colour}\"")
}

fn head(chart: &Chart, height: f64) -> String {
    let title = escape(&chart.title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" height=\"{height:.0}\" \
         role=\"img\" aria-label=\"{title}\" font-family=\"DejaVu Sans, system-ui, sans-serif\" font-size=\"11\" \
         fill=\"{INK}\">\n<title>{title}</title>\n<rect width=\"{WIDTH}\" height=\"{height:.0}\" fill=\"{PAPER}\"/>\n\
         <text x=\"16\" y=\"22\" font-size=\"14\" font-weight=\"bold\">{title}</text>\n"
    )
}

#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

struct Diagram<'a> {
    chart: &'a Chart,
    text: String,
    side: f64,
}

impl Diagram<'_> {
    fn x(&self, rank: f64) -> f64 {
        self.side + self.chart.x.place(rank) * (WIDTH - 2.0 * self.side)
    }

    fn write(&mut self, x: f64, y: f64, class: &str, text: &str) {
        self.text += &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" {class}>{}</text>\n", escape(text));
    }

    fn path(&mut self, path: &str, colour: &str, width: f64) {
        self.text +=
            &format!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>\n");
    }

    fn axis(&mut self) {
        let (first, last) = (self.chart.x.least, self.chart.x.most);
        self.path(&format!("M{:.1} {AXIS} L{:.1} {AXIS}", self.x(first), self.x(last)), INK, 1.0);
        for tick in first as usize..=last as usize {
            let x = self.x(tick as f64);
            self.path(&format!("M{x:.1} {AXIS} v-6"), INK, 1.0);
            self.write(
                x,
                AXIS - 10.0,
                &format!("text-anchor=\"middle\" fill=\"{MUTED}\""),
                &tick.to_string(),
            );
        }
        let label = self.chart.x.label.clone();
        self.write(16.0, 40.0, &format!("fill=\"{MUTED}\""), &label);
    }

    /// How far two must lie apart, as a length above the axis.
    fn difference(&mut self) {
        let Some((length, label)) = self.chart.rules.iter().find_map(|rule| match rule.kind {
            RuleKind::Difference(length) => Some((length, rule.label.clone())),
            _ => None,
        }) else {
            return;
        };
        let (left, y) = (self.x(self.chart.x.least), 62.0);
        let right = self.x((self.chart.x.least + length).min(self.chart.x.most));
        self.path(
            &format!("M{left:.1} {} v6 M{left:.1} {y} H{right:.1} M{right:.1} {} v6", y - 3.0, y - 3.0),
            INK,
            1.4,
        );
        self.write(right + 8.0, y + 4.0, &small(MUTED), &label);
    }

    fn bars(&mut self) {
        let alike = self.chart.rules.iter().filter_map(|rule| match rule.kind {
            RuleKind::Alike(first, last) => Some((first, last)),
            _ => None,
        });
        for (number, (first, last)) in alike.enumerate() {
            let y = AXIS + 10.0 + BAR * number as f64;
            self.path(&format!("M{:.1} {y} H{:.1}", self.x(first) - 3.0, self.x(last) + 3.0), INK, 4.0);
        }
    }

    fn method(&mut self, series: &Series, y: f64, side: Side) {
        let (own, x) = (style(series.style), self.x(rank(series)));
        let (end, text, anchor) = match side {
            Side::Left => (self.side - 12.0, self.side - 18.0, "end"),
            Side::Right => (WIDTH - self.side + 12.0, WIDTH - self.side + 18.0, "start"),
        };
        self.path(&format!("M{x:.1} {AXIS} V{y:.1} H{end:.1}"), own.colour, 1.2);
        self.text += &own.marker.draw(x, AXIS, own.colour);
        let room = ((self.side - 24.0) / LETTER) as usize - FIGURE;
        let name = format!("{} {}", cut(&series.name, room), local(format_args!("{:.2}", rank(series))));
        self.write(text, y + 4.0, &format!("text-anchor=\"{anchor}\" fill=\"{}\"", own.colour), &name);
    }
}
