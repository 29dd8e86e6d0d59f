//! Colours: calm paper, dark ink, one red. Light and dark, readable in both.

use ingenio_core::kind::Paint;

/// The colours of a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    pub paper: &'static str,
    pub sheet: &'static str,
    pub ink: &'static str,
    pub muted: &'static str,
    pub line: &'static str,
    pub red: &'static str,
    pub teal: &'static str,
    pub bad: &'static str,
    /// The hatching of dead squares; `none` where they are not shown.
    pub dead: &'static str,
    pub wall: &'static str,
    pub wood: &'static str,
    pub wood_edge: &'static str,
    pub tile: [&'static str; 2],
    /// How strongly the colours of pipes and tiles shine through.
    pub tint: f32,
}

impl Theme {
    pub const LIGHT: Theme = Theme {
        paper: "#faf8f4",
        sheet: "#ffffff",
        ink: "#1d1b19",
        muted: "#6b665f",
        line: "#e4dfd6",
        red: "#c8402f",
        teal: "#1f7a7a",
        bad: "#b3261e",
        dead: "none",
        wall: "#57514a",
        wood: "#dcb27a",
        wood_edge: "#8a5f2b",
        tile: ["#f3e6cf", "#d9e6e4"],
        tint: 0.16,
    };

    pub const DARK: Theme = Theme {
        paper: "#171614",
        sheet: "#1f1d1b",
        ink: "#ece7df",
        muted: "#a39c92",
        line: "#35312d",
        red: "#e4604e",
        teal: "#4fb3ac",
        bad: "#f08078",
        dead: "none",
        wall: "#6e675e",
        wood: "#a97c45",
        wood_edge: "#e0bd8b",
        tile: ["#4a4032", "#2f4442"],
        tint: 0.28,
    };

    /// Colours as the style sheet of a page says.
    pub const PAGE: Theme = Theme {
        paper: "var(--paper)",
        sheet: "var(--sheet)",
        ink: "var(--ink)",
        muted: "var(--muted)",
        line: "var(--line)",
        red: "var(--red)",
        teal: "var(--teal)",
        bad: "var(--bad)",
        dead: "var(--dead)",
        wall: "var(--wall)",
        wood: "var(--wood)",
        wood_edge: "var(--wood-edge)",
        tile: ["var(--tile-odd)", "var(--tile-even)"],
        tint: 0.2,
    };

    /// The colour of what has that meaning.
    pub fn paint(&self, paint: Paint) -> &'static str {
        match paint {
            Paint::Sheet => self.sheet,
            Paint::Ink => self.ink,
            Paint::Muted => self.muted,
            Paint::Red => self.red,
            Paint::OnRed => "#ffffff",
            Paint::Teal => self.teal,
            Paint::Bad => self.bad,
            Paint::Wall => self.wall,
            Paint::Wood => self.wood,
            Paint::WoodEdge => self.wood_edge,
            Paint::OnWood => "#1d1b19",
            Paint::Tile(number) => self.tile[usize::from(number) % 2],
            Paint::Colour(number) => COLOURS[usize::from(number) % COLOURS.len()].0,
            Paint::OnColour(number) => COLOURS[usize::from(number) % COLOURS.len()].1,
        }
    }

    /// `light` or `dark`.
    pub fn named(name: &str) -> Option<Theme> {
        match name {
            "light" => Some(Self::LIGHT),
            "dark" => Some(Self::DARK),
            _ => None,
        }
    }
}

/// Sixteen colours that colour-blind eyes can tell apart as far as that goes; a letter or a digit
/// always says the same. Each with the colour of what is written on it.
const COLOURS: [(&str, &str); 16] = [
    ("#0072b2", "#ffffff"),
    ("#e69f00", "#1d1b19"),
    ("#009e73", "#1d1b19"),
    ("#d55e00", "#ffffff"),
    ("#cc79a7", "#1d1b19"),
    ("#56b4e9", "#1d1b19"),
    ("#f0e442", "#1d1b19"),
    ("#6a3d9a", "#ffffff"),
    ("#7f4f24", "#ffffff"),
    ("#00454a", "#ffffff"),
    ("#b5e48c", "#1d1b19"),
    ("#f4a6a0", "#1d1b19"),
    ("#8c8c8c", "#1d1b19"),
    ("#9d0208", "#ffffff"),
    ("#3a0ca3", "#ffffff"),
    ("#ffd6a5", "#1d1b19"),
];
