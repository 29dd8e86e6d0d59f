//! Charts drawn as SVG: paper ground, ink axes, hairline grid, names beside the lines.

use super::axis::{Axis, Scale};
use super::style::{Style, style};
use super::{Chart, Form, RuleKind, Series};
use crate::words;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 206.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 112.0;

const PAPER: &str = "#faf8f4";
const INK: &str = "#1d1b19";
const MUTED: &str = "#6b665f";
const LINE: &str = "#e4dfd6";
const WARN: &str = "#9a6410";

/// Beyond this many points markers would cover each other and the file would swell.
const MOST_MARKERS: usize = 600;

/// The width of a character of the small size.
const CHARACTER: f64 = 5.2;

/// Longer names under the axis are cut.
const LONGEST_TICK: usize = 24;

/// The least distance between two names.
const NAME_HEIGHT: f64 = 14.0;

pub fn svg(chart: &Chart) -> String {
    let mut drawing = Drawing { chart, text: String::new(), names: Vec::new() };
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
}

impl Drawing<'_> {
    fn x(&self, value: f64) -> f64 {
        LEFT + self.chart.x.place(value) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - self.chart.y.place(value) * (HEIGHT - TOP - BOTTOM)
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
        let lines = lines(&self.chart.note, ((WIDTH - LEFT) / CHARACTER) as usize);
        for (number, line) in lines.iter().rev().enumerate() {
            let y = HEIGHT - 9.0 - 12.0 * number as f64;
            self.write(LEFT, y, &format!("font-size=\"9\" fill=\"{MUTED}\""), line);
        }
    }

    fn grid(&mut self) {
        let hair = format!("stroke=\"{LINE}\" stroke-width=\"1\"");
        let (left, right, top, bottom) = (LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM);
        for (value, text) in self.chart.y.ticks() {
            let y = self.y(value);
            self.line((left, y), (right, y), &hair);
            self.write(left - 6.0, y + 4.0, &format!("text-anchor=\"end\" fill=\"{MUTED}\""), &text);
        }
        let ticks = self.chart.x.ticks();
        let every = (ticks.len() / 24).max(1);
        let crowded = ticks.iter().map(|(_, text)| text.chars().count() + 1).sum::<usize>() / every > 80;
        let longest = ticks.iter().map(|(_, text)| text.chars().count().min(LONGEST_TICK)).max().unwrap_or(0);
        for (at, (value, text)) in ticks.into_iter().enumerate() {
            let x = self.x(value);
            if self.chart.x.names.is_empty() {
                self.line((x, top), (x, bottom), &hair);
            }
            if at.is_multiple_of(every) {
                self.tick(x, bottom, &text, crowded);
            }
        }
        let ink = format!("stroke=\"{INK}\" stroke-width=\"1\"");
        self.line((left, bottom), (right, bottom), &ink);
        self.line((left, top), (left, bottom), &ink);
        let muted = format!("text-anchor=\"end\" fill=\"{MUTED}\"");
        // Leaning by 30 degrees, names reach half their length down.
        let depth = if crowded { longest as f64 * CHARACTER / 2.0 } else { 0.0 };
        self.write(right, bottom + 33.0 + depth, &muted, &axis_label(&self.chart.x));
        self.write(left, 38.0, &format!("fill=\"{MUTED}\""), &axis_label(&self.chart.y));
    }

    /// Long names under the axis lean.
    fn tick(&mut self, x: f64, bottom: f64, text: &str, crowded: bool) {
        let y = bottom + 15.0;
        if crowded {
            let short: String = text.chars().take(LONGEST_TICK).collect();
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
        let (left, right, top, bottom) = (LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM);
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
        }
    }

    fn series(&mut self, series: &Series) {
        let style = style(series.style);
        match series.form {
            Form::Bars => return self.bars(series, style),
            Form::Boxes => self.boxes(series, style),
            Form::Line | Form::Steps | Form::Curve => self.stroke(series, style),
            Form::Dots => {}
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
            && series.form != Form::Curve
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
        let width = (WIDTH - LEFT - RIGHT) / (self.chart.x.most - self.chart.x.least) * 0.6;
        for (number, (x, y)) in series.points.iter().enumerate() {
            let left = self.x(*x) - width / 2.0;
            let (top, bottom) = (self.y(*y), HEIGHT - BOTTOM);
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
        let mut most = HEIGHT - BOTTOM + 4.0;
        for (wish, ..) in names.iter_mut().rev() {
            *wish = wish.min(most);
            most = *wish - NAME_HEIGHT;
        }
        let x = WIDTH - RIGHT + 8.0;
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
            let short: String = name.chars().take(26).collect();
            self.write(x + 23.0, y + 4.0, &format!("fill=\"{}\"", style.colour), &short);
        }
    }
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
        Scale::Log => words::AXIS_LOGARITHMIC.with("label", &axis.label).to_string(),
        Scale::Linear => axis.label.clone(),
    }
}

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
