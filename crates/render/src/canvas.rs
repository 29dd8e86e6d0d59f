//! A growing SVG document. Lengths are in hundredths of a cell, so that whole numbers do.

use std::fmt::Write;

#[derive(Debug, Default)]
pub struct Canvas {
    body: String,
}

/// A place on the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    pub const fn new(x: f32, y: f32) -> Self {
        Point { x, y }
    }

    pub fn shifted(self, x: f32, y: f32) -> Self {
        Point::new(self.x + x, self.y + y)
    }
}

/// How a shape looks: attributes of an element.
#[derive(Clone, Debug, Default)]
pub struct Pen(String);

impl Pen {
    pub fn fill(colour: &str) -> Self {
        Pen(format!(" fill=\"{colour}\""))
    }

    pub fn stroke(colour: &str, width: f32) -> Self {
        Pen(" fill=\"none\"".to_owned()).edge(colour, width)
    }

    pub fn edge(mut self, colour: &str, width: f32) -> Self {
        let _ = write!(self.0, " stroke=\"{colour}\" stroke-width=\"{}\"", number(width));
        self.0 += " stroke-linejoin=\"round\" stroke-linecap=\"round\"";
        self
    }

    pub fn opacity(mut self, opacity: f32) -> Self {
        let _ = write!(self.0, " opacity=\"{}\"", number(opacity));
        self
    }
}

impl Canvas {
    /// What was drawn, as SVG elements.
    pub fn into_elements(self) -> String {
        self.body
    }

    /// Elements drawn elsewhere, moved.
    pub fn group(&mut self, at: Point, elements: &str) {
        let _ = write!(
            self.body,
            "<g transform=\"translate({} {})\">\n{elements}</g>\n",
            number(at.x),
            number(at.y)
        );
    }

    pub fn elements(&mut self, elements: &str) {
        self.body += elements;
    }

    pub fn rectangle(&mut self, at: Point, width: f32, height: f32, radius: f32, pen: &Pen) {
        let (x, y, width, height) = (number(at.x), number(at.y), number(width), number(height));
        let round = if radius > 0.0 { format!(" rx=\"{}\"", number(radius)) } else { String::new() };
        let _ = writeln!(
            self.body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}{}/>",
            pen.0
        );
    }

    pub fn circle(&mut self, at: Point, radius: f32, pen: &Pen) {
        let (x, y, radius) = (number(at.x), number(at.y), number(radius));
        let _ = writeln!(self.body, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{}/>", pen.0);
    }

    /// The upper half of a disc, on a base around a point.
    pub fn dome(&mut self, at: Point, radius: f32, pen: &Pen) {
        let (left, right, y) = (number(at.x - radius), number(at.x + radius), number(at.y));
        let radius = number(radius);
        self.path(&format!("M{left} {y}A{radius} {radius} 0 0 1 {right} {y}Z"), pen);
    }

    /// Straight lines through points, closed or not.
    pub fn polyline(&mut self, points: &[Point], closed: bool, pen: &Pen) {
        let mut path = String::new();
        for (at, point) in points.iter().enumerate() {
            let _ =
                write!(path, "{}{} {}", if at == 0 { "M" } else { "L" }, number(point.x), number(point.y));
        }
        self.path(&if closed { path + "Z" } else { path }, pen);
    }

    pub fn path(&mut self, path: &str, pen: &Pen) {
        let _ = writeln!(self.body, "<path d=\"{path}\"{}/>", pen.0);
    }

    /// Bold text, centred on a point.
    pub fn text(&mut self, at: Point, size: f32, colour: &str, text: &str) {
        // Digits and capitals of the font are 0.73 of its size high: half of that below the middle.
        let (x, y) = (number(at.x), number(at.y + 0.365 * size));
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" fill=\"{colour}\">{}</text>",
            number(size),
            escape(text)
        );
    }

    /// A whole document.
    pub fn finish(self, width: f32, height: f32, alt: &str) -> String {
        let (width, height) = (number(width), number(height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             role=\"img\" font-family=\"'DejaVu Sans', Verdana, sans-serif\" font-weight=\"bold\" text-anchor=\"middle\">\n\
             <title>{}</title>\n{}</svg>\n",
            escape(alt),
            self.body
        )
    }
}

/// At most two digits after the point, and no point where none is needed.
pub fn number(value: f32) -> String {
    // Whole hundredths: the machinery for any float would be a hundredth of the module that pages load first.
    let hundredths = (f64::from(value) * 100.0).round() as i64;
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match (part, part % 10) {
        (0, _) => format!("{sign}{whole}"),
        (_, 0) => format!("{sign}{whole}.{}", part / 10),
        _ => format!("{sign}{whole}.{part:02}"),
    }
}

/// Text that can stand anywhere in a document: levels may hold any characters.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            _ if letter.is_control() => escaped.push(' '),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_texts_are_harmless() {
        assert_eq!([number(1.0), number(0.5), number(-3.25), number(0.004)], ["1", "0.5", "-3.25", "0"]);
        assert_eq!(
            [number(-0.05), number(86.6), number(100.0), number(-0.5)],
            ["-0.05", "86.6", "100", "-0.5"]
        );
        assert_eq!(escape("<b>&\"\u{1}"), "&lt;b&gt;&amp;&quot; ");
    }
}
