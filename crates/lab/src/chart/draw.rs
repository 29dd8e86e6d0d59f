//! Charts drawn as SVG: paper ground, ink axes, hairline grid, names beside the lines.

use super::axis::{Axis, Scale};
use super::style::{Style, style};
use super::{Chart, Form, RuleKind, Series, ranks};
use crate::words;

pub const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 64.0;
const TOP: f64 = 44.0;
/// Without names at the ends of lines, and the most that these may take.
const RIGHT: (f64, f64) = (24.0, 206.0);
/// Below the axis: its figures and its label.
const BOTTOM: f64 = 46.0;
/// A line of the note.
const NOTE: f64 = 12.0;

pub const PAPER: &str = "#faf8f4";
pub const INK: &str = "#1d1b19";
pub const MUTED: &str = "#6b665f";
const LINE: &str = "#e4dfd6";
const WARN: &str = "#9a6410";

/// Beyond this many points markers would cover each other and the file would swell.
const MOST_MARKERS: usize = 600;

/// The width of a character of the small size, and of one of a name.
const CHARACTER: f64 = 5.2;
const LETTER: f64 = 6.6;

/// What stands before a name at the end of a line: its dash and its marker.
const KEY: f64 = 31.0;

/// Longer names under the axis are cut.
const LONGEST_TICK: usize = 24;

/// A name that leans by 30 degrees reaches so far to the left and down, for its length.
const LEAN: (f64, f64) = (0.87, 0.5);

/// The least distance between two names.
const NAME_HEIGHT: f64 = 14.0;

pub fn svg(chart: &Chart) -> String {
    if chart.series.iter().any(|series| series.form == Form::Rank) {
        return ranks::svg(chart);
    }
    let mut drawing = Drawing::new(chart);
    drawing.head();
    drawing.grid();
    chart.rules.iter().for_each(|rule| drawing.rule(rule.kind, &rule.label));
    chart.series.iter().for_each(|series| drawing.series(series));
    drawing.write_names();
    drawing.text + "</svg>\n"
}

struct Drawing<'a> {
    chart: &'a Chart,
    text: String,
    /// Names with the height at which they would like to stand.
    names: Vec<(f64, String, Style)>,
    /// Room at the right for names, and at the bottom for what leans there and for the note.
    right: f64,
    bottom: f64,
    /// The longest name under the axis where they are so long that they lean.
    leaning: Option<usize>,
}

impl<'a> Drawing<'a> {
    fn new(chart: &'a Chart) -> Self {
        let named = chart.series.iter().filter(|series| has_name(chart, series));
        let longest = named.map(|series| series.name.chars().count()).max();
        let right = longest.map_or(RIGHT.0, |length| (KEY + length as f64 * LETTER + 10.0).min(RIGHT.1));
        let mut drawing =
            Drawing { chart, text: String::new(), names: Vec::new(), right, bottom: BOTTOM, leaning: None };
        drawing.leaning = drawing.longest_leaning();
        let depth = drawing.leaning.map_or(0.0, |longest| longest as f64 * CHARACTER * LEAN.1);
        drawing.bottom += depth + NOTE * note_lines(chart).len() as f64;
        drawing
    }

    /// Names under the axis lean where they would cover each other, and may not lean out of the picture.
    fn longest_leaning(&self) -> Option<usize> {
        let (ticks, every) = (self.chart.x.ticks(), self.every());
        let all = ticks.iter().map(|(_, text)| text.chars().count() + 2).sum::<usize>() / every;
        if all as f64 * LETTER <= WIDTH - LEFT - self.right {
            return None;
        }
        let room = self.x(ticks.first()?.0) - 4.0;
        let most = ((room / CHARACTER / LEAN.0) as usize).clamp(8, LONGEST_TICK);
        ticks.iter().map(|(_, text)| text.chars().count().min(most)).max()
    }

    /// Of many names under the axis only some are written.
    fn every(&self) -> usize {
        (self.chart.x.ticks().len() / 24).max(1)
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + self.chart.x.place(value) * (WIDTH - LEFT - self.right)
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - self.bottom - self.chart.y.place(value) * (HEIGHT - TOP - self.bottom)
    }

    fn write(&mut self, x: f64, y: f64, class: &str, text: &str) {
        self.text += &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" {class}>{}</text>\n", escape(text));
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), pen: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.text += &format!("<path d=\"M{x1:.1} {y1:.1} L{x2:.1} {y2:.1}\" fill=\"none\" {pen}/>\n");
    }

    fn head(&mut self) {
        let title = escape(&self.chart.title);
        self.text += &format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             role=\"img\" aria-label=\"{title}\" font-family=\"DejaVu Sans, system-ui, sans-serif\" font-size=\"11\" \
             fill=\"{INK}\">\n<title>{title}</title>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{PAPER}\"/>\n"
        );
        self.write(LEFT, 22.0, "font-size=\"14\" font-weight=\"bold\"", &self.chart.title.clone());
        self.note();
    }

    /// At the foot, on as many lines as it needs.
    fn note(&mut self) {
        for (number, line) in note_lines(self.chart).iter().rev().enumerate() {
            let y = HEIGHT - 9.0 - NOTE * number as f64;
            self.write(LEFT, y, &format!("font-size=\"9\" fill=\"{MUTED}\""), line);
        }
    }

    fn grid(&mut self) {
        let hair = format!("stroke=\"{LINE}\" stroke-width=\"1\"");
        let (left, right, top, bottom) = (LEFT, WIDTH - self.right, TOP, HEIGHT - self.bottom);
        for (value, text) in self.chart.y.ticks() {
            let y = self.y(value);
            self.line((left, y), (right, y), &hair);
            self.write(left - 6.0, y + 4.0, &format!("text-anchor=\"end\" fill=\"{MUTED}\""), &text);
        }
        let ticks = self.chart.x.ticks();
        let every = self.every();
        for (at, (value, text)) in ticks.into_iter().enumerate() {
            let x = self.x(value);
            if self.chart.x.names.is_empty() {
                self.line((x, top), (x, bottom), &hair);
            }
            if at.is_multiple_of(every) {
                self.tick(x, bottom, &text);
            }
        }
        let ink = format!("stroke=\"{INK}\" stroke-width=\"1\"");
        self.line((left, bottom), (right, bottom), &ink);
        self.line((left, top), (left, bottom), &ink);
        let muted = format!("text-anchor=\"end\" fill=\"{MUTED}\"");
        let depth = self.leaning.map_or(0.0, |longest| longest as f64 * CHARACTER * LEAN.1);
        self.write(right, bottom + 33.0 + depth, &muted, &axis_label(&self.chart.x));
        self.write(left, 38.0, &format!("fill=\"{MUTED}\""), &axis_label(&self.chart.y));
    }

    /// Long names under the axis lean.
    fn tick(&mut self, x: f64, bottom: f64, text: &str) {
        let y = bottom + 15.0;
        if let Some(longest) = self.leaning {
            let short = cut(text, longest);
            let class = format!(
                "text-anchor=\"end\" fill=\"{MUTED}\" font-size=\"9\" transform=\"rotate(-30 {x:.1} {y:.1})\""
            );
            self.write(x, y, &class, &short);
        } else {
            self.write(x, y, &format!("text-anchor=\"middle\" fill=\"{MUTED}\""), text);
        }
    }

    fn rule(&mut self, kind: RuleKind, label: &str) {
        let pen = format!("stroke=\"{WARN}\" stroke-width=\"1\" stroke-dasharray=\"1 3\"");
        let (left, right, top, bottom) = (LEFT, WIDTH - self.right, TOP, HEIGHT - self.bottom);
        let class = format!("fill=\"{WARN}\" font-size=\"9\"");
        match kind {
            RuleKind::Across(value) => {
                let y = self.y(value);
                self.line((left, y), (right, y), &pen);
                self.write(left + 6.0, y + 10.0, &class, label);
            }
            RuleKind::Upright(value) => {
                let x = self.x(value);
                self.line((x, top), (x, bottom), &pen);
                self.write(x + 3.0, top + 9.0, &class, label);
            }
            RuleKind::Diagonal => self.line((left, bottom), (right, top), &pen),
            // These belong to diagrams of ranks.
            RuleKind::Alike(..) | RuleKind::Difference(_) => {}
        }
    }

    fn series(&mut self, series: &Series) {
        let style = style(series.style);
        match series.form {
            Form::Bars => return self.bars(series, style),
            Form::Boxes => self.boxes(series, style),
            Form::Line | Form::Steps | Form::Curve => self.stroke(series, style),
            Form::Dots | Form::Rank => {}
        }
        if series.points.len() <= MOST_MARKERS && !matches!(series.form, Form::Curve | Form::Boxes) {
            let every = if series.form == Form::Steps { (series.points.len() / 12).max(1) } else { 1 };
            for (x, y) in series.points.iter().rev().step_by(every) {
                let (x, y) = (self.x(*x), self.y(*y));
                self.text += &style.marker.draw(x, y, style.colour);
                self.text.push('\n');
            }
        }
        if let Some((_, y)) = series.points.last()
            && has_name(self.chart, series)
        {
            let y = self.y(*y);
            self.names.push((y, series.name.clone(), style));
        }
    }

    fn stroke(&mut self, series: &Series, style: Style) {
        let mut path = String::new();
        let mut last_y = None;
        for (x, y) in &series.points {
            let (x, y) = (self.x(*x), self.y(*y));
            match last_y {
                None => path += &format!("M{x:.1} {y:.1}"),
                Some(last) if series.form == Form::Steps => {
                    path += &format!(" L{x:.1} {last:.1} L{x:.1} {y:.1}");
                }
                Some(_) => path += &format!(" L{x:.1} {y:.1}"),
            }
            last_y = Some(y);
        }
        let dash = if series.form == Form::Curve { "1 2" } else { style.dash };
        let width = if series.form == Form::Curve { 1.0 } else { 1.6 };
        self.text += &format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" stroke-dasharray=\"{dash}\"/>\n",
            style.colour
        );
    }

    fn bars(&mut self, series: &Series, style: Style) {
        let width = (WIDTH - LEFT - self.right) / (self.chart.x.most - self.chart.x.least) * 0.6;
        for (number, (x, y)) in series.points.iter().enumerate() {
            let left = self.x(*x) - width / 2.0;
            let (top, bottom) = (self.y(*y), HEIGHT - self.bottom);
            self.text += &format!(
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>\n",
                width.max(1.0),
                (bottom - top).max(0.5),
                style.colour
            );
            if let Some(label) = series.labels.get(number) {
                self.write(left + width / 2.0, top - 4.0, "text-anchor=\"middle\"", label);
            }
        }
    }

    fn boxes(&mut self, series: &Series, style: Style) {
        for five in series.points.chunks_exact(5) {
            let x = self.x(five[0].0);
            let [least, low, middle, high, most] = [0, 1, 2, 3, 4].map(|at| self.y(five[at].1));
            let pen = format!("stroke=\"{}\" stroke-width=\"1.4\"", style.colour);
            self.line((x, least), (x, low), &pen);
            self.line((x, high), (x, most), &pen);
            self.text += &format!(
                "<rect x=\"{:.1}\" y=\"{high:.1}\" width=\"24\" height=\"{:.1}\" fill=\"none\" {pen}/>\n",
                x - 12.0,
                (low - high).max(0.5)
            );
            let thick = format!("stroke=\"{}\" stroke-width=\"2.6\"", style.colour);
            self.line((x - 12.0, middle), (x + 12.0, middle), &thick);
        }
    }

    /// Names stand at the ends of their lines, pushed apart where they would cover each other.
    fn write_names(&mut self) {
        let mut names = std::mem::take(&mut self.names);
        names.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut next = TOP;
        for (wish, ..) in &mut names {
            *wish = wish.max(next);
            next = *wish + NAME_HEIGHT;
        }
        let mut most = HEIGHT - self.bottom + 4.0;
        for (wish, ..) in names.iter_mut().rev() {
            *wish = wish.min(most);
            most = *wish - NAME_HEIGHT;
        }
        let x = WIDTH - self.right + 8.0;
        for (y, name, style) in names {
            self.line(
                (x, y),
                (x + 18.0, y),
                &format!(
                    "stroke=\"{}\" stroke-width=\"1.6\" stroke-dasharray=\"{}\"",
                    style.colour, style.dash
                ),
            );
            self.text += &style.marker.draw(x + 9.0, y, style.colour);
            let short = cut(&name, ((self.right - KEY) / LETTER) as usize);
            self.write(x + 23.0, y + 4.0, &format!("fill=\"{}\"", style.colour), &short);
        }
    }
}

/// Does the name of a series stand at the end of its line? What the axis names needs no name there.
fn has_name(chart: &Chart, series: &Series) -> bool {
    let named_below = || chart.x.names.contains(&series.name);
    match series.form {
        Form::Bars | Form::Curve => false,
        Form::Boxes => !named_below(),
        _ => !series.points.is_empty(),
    }
}

/// A name of at most so many letters: what is cut says so.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

pub fn note_lines(chart: &Chart) -> Vec<String> {
    lines(&chart.note, ((WIDTH - LEFT) / CHARACTER) as usize)
}

/// Words on lines of at most so many characters.
fn lines(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one");
        if !line.is_empty() && line.chars().count() + word.chars().count() >= most {
            lines.push(word.to_owned());
        } else {
            let space = if line.is_empty() { "" } else { " " };
            line.extend([space, word]);
        }
    }
    lines
}

fn axis_label(axis: &Axis) -> String {
    match axis.scale {
        Scale::Log => words::AXIS_LOGARITHMIC.with("label", &axis.label).written(),
        Scale::Linear => axis.label.clone(),
    }
}

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(names: &[&str], form: Form) -> Chart {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let series = |(place, name): (usize, &String)| Series {
            name: name.clone(),
            style: place,
            form,
            points: vec![(place as f64 + 1.0, 1.0)],
            labels: Vec::new(),
        };
        Chart {
            id: "x".into(),
            title: "x".into(),
            note: "a note".into(),
            detail: false,
            series: names.iter().enumerate().map(series).collect(),
            x: Axis::named("", names),
            y: Axis::linear("", std::iter::once(1.0)),
            rules: Vec::new(),
        }
    }

    #[test]
    fn a_name_is_cut_only_with_an_ellipsis() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("too long", 5), "too …");
        let long = "a method with a name that has no end at all";
        let drawn = svg(&bars(&[long, "b"], Form::Dots));
        assert!(drawn.contains("a method with") && drawn.contains('…'), "{drawn}");
        let names: Vec<String> = (0..12).map(|number| format!("{long} {number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(svg(&bars(&names, Form::Bars)).matches('…').count(), 12);
    }

    /// Where no name stands at the right, and none leans below, the drawing has the room.
    #[test]
    fn a_chart_fills_its_place() {
        let (few, named) = (bars(&["a", "b"], Form::Bars), bars(&["a", "b"], Form::Dots));
        let (few, named) = (Drawing::new(&few), Drawing::new(&named));
        assert!(few.right < 30.0 && few.bottom < 70.0, "{} {}", few.right, few.bottom);
        assert!(named.right > few.right && named.right < RIGHT.1, "{}", named.right);
    }
}
