//! Colour, dash and marker of each method: any one of the three tells them apart.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    pub colour: &'static str,
    /// As in SVG; empty for a whole line.
    pub dash: &'static str,
    pub marker: Marker,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    Disc,
    Square,
    Triangle,
    Diamond,
    Cross,
    Ring,
    Box,
    Plus,
}

/// Chosen for colour-blind eyes on paper; red stays with the brand.
const COLOURS: [&str; 8] =
    ["#1f7a7a", "#1d1b19", "#9a6410", "#5b4b8a", "#3b6ea5", "#8c3b63", "#4d7a1f", "#6b665f"];

const DASHES: [&str; 5] = ["", "7 3", "2 3", "9 3 2 3", "5 2 2 2 2 2"];

const MARKERS: [Marker; 8] = [
    Marker::Disc,
    Marker::Square,
    Marker::Triangle,
    Marker::Diamond,
    Marker::Cross,
    Marker::Ring,
    Marker::Box,
    Marker::Plus,
];

pub fn style(number: usize) -> Style {
    // Where a colour comes again, it comes with another marker and another dash.
    let round = number / COLOURS.len();
    Style {
        colour: COLOURS[number % COLOURS.len()],
        dash: DASHES[number % DASHES.len()],
        marker: MARKERS[(number + round) % MARKERS.len()],
    }
}

impl Marker {
    /// The drawing of a marker at a place.
    pub fn draw(self, x: f64, y: f64, colour: &str) -> String {
        let at = |dx: f64, dy: f64| format!("{:.1} {:.1}", x + dx, y + dy);
        let filled = |path: String| format!("<path d=\"{path}\" fill=\"{colour}\"/>");
        let open = |path: String| {
            format!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>")
        };
        match self {
            Marker::Disc => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>"),
            Marker::Ring => {
                format!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>"
                )
            }
            Marker::Square => filled(format!("M{} h5.4 v5.4 h-5.4 z", at(-2.7, -2.7))),
            Marker::Box => open(format!("M{} h5.4 v5.4 h-5.4 z", at(-2.7, -2.7))),
            Marker::Triangle => filled(format!("M{} L{} L{} z", at(0.0, -3.6), at(3.4, 2.6), at(-3.4, 2.6))),
            Marker::Diamond => {
                filled(format!("M{} L{} L{} L{} z", at(0.0, -4.0), at(3.4, 0.0), at(0.0, 4.0), at(-3.4, 0.0)))
            }
            Marker::Cross => open(format!("M{} l5.6 5.6 M{} l-5.6 5.6", at(-2.8, -2.8), at(2.8, -2.8))),
            Marker::Plus => open(format!("M{} h7 M{} v7", at(-3.5, 0.0), at(0.0, -3.5))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_methods_look_different() {
        let styles: Vec<String> = (0..40).map(|number| format!("{:?}", style(number))).collect();
        let different: std::collections::HashSet<_> = styles.iter().collect();
        assert_eq!(different.len(), 40);
        let marked: std::collections::HashSet<_> =
            (0..40).map(style).map(|style| (style.colour, format!("{:?}", style.marker))).collect();
        assert_eq!(marked.len(), 40, "also where lines are too short to show their dashes");
    }
}
