//! Colours and signs: 24-bit colour where the terminal has it, the sixteen usual ones, or none; Unicode
//! or plain ASCII. Nothing is told by colour alone.

use ingenio_core::kind::Paint;
use ingenio_core::{Language, Message};
use ratatui::style::{Color, Modifier, Style};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    None,
    Sixteen,
    Full,
}

/// How this terminal is drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub depth: Depth,
    pub ascii: bool,
    pub language: Language,
}

impl Look {
    /// From what the environment says: `NO_COLOR`, `COLORTERM`, `TERM`.
    pub fn of_environment(ascii: bool, language: Language) -> Self {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let depth = match (set("NO_COLOR"), set("COLORTERM"), set("TERM").as_deref()) {
            (Some(_), _, _) | (_, _, Some("dumb")) => Depth::None,
            (_, Some(term), _) if term.contains("truecolor") || term.contains("24bit") => Depth::Full,
            _ => Depth::Sixteen,
        };
        Look { depth, ascii, language }
    }

    /// Without any colour.
    pub fn plain() -> Self {
        Look { depth: Depth::None, ascii: false, language: Language::english() }
    }

    fn paint(self, full: (u8, u8, u8), plain: Color) -> Color {
        match self.depth {
            Depth::Full => Color::Rgb(full.0, full.1, full.2),
            Depth::Sixteen => plain,
            Depth::None => Color::Reset,
        }
    }

    pub fn ink(self) -> Style {
        Style::default()
    }

    pub fn muted(self) -> Style {
        Style::default().fg(self.paint((0xa3, 0x9c, 0x92), Color::DarkGray))
    }

    pub fn title(self) -> Style {
        Style::default().fg(self.paint((0xe4, 0x60, 0x4e), Color::Red)).add_modifier(Modifier::BOLD)
    }

    pub fn accent(self) -> Style {
        Style::default().fg(self.paint((0x4f, 0xb3, 0xac), Color::Cyan))
    }

    pub fn good(self) -> Style {
        Style::default().fg(self.paint((0x6c, 0xc0, 0x8b), Color::Green)).add_modifier(Modifier::BOLD)
    }

    pub fn bad(self) -> Style {
        Style::default().fg(self.paint((0xf0, 0x80, 0x78), Color::LightRed)).add_modifier(Modifier::BOLD)
    }

    /// The line that is chosen in a list.
    pub fn chosen(self) -> Style {
        Style::default().add_modifier(Modifier::REVERSED)
    }

    /// What lies on a ground of that colour.
    fn on(self, ground: (u8, u8, u8), plain: Color) -> Style {
        let style = Style::default().bg(self.paint(ground, plain));
        let dark = u32::from(ground.0) * 3 + u32::from(ground.1) * 6 + u32::from(ground.2) < 1280;
        let ink = if dark { (0xff, 0xff, 0xff) } else { (0x1d, 0x1b, 0x19) };
        let plain_ink =
            if matches!(plain, Color::Black | Color::Blue | Color::Red | Color::DarkGray | Color::Magenta) {
                Color::White
            } else {
                Color::Black
            };
        style.fg(self.paint(ink, plain_ink))
    }

    pub fn wall(self) -> Style {
        self.on((0x57, 0x51, 0x4a), Color::DarkGray)
    }

    pub fn wood(self) -> Style {
        self.on((0xdc, 0xb2, 0x7a), Color::Yellow)
    }

    fn red(self) -> Style {
        self.on((0xc8, 0x40, 0x2f), Color::Red).add_modifier(Modifier::BOLD)
    }

    fn done(self) -> Style {
        self.on((0x1f, 0x7a, 0x7a), Color::Green).add_modifier(Modifier::BOLD)
    }

    /// What is written on a ground of that meaning.
    pub fn paint_of(self, paint: Paint) -> Style {
        match paint {
            Paint::Sheet | Paint::Ink => self.ink(),
            Paint::Muted => self.muted(),
            Paint::Red | Paint::OnRed => self.red(),
            Paint::Teal => self.done(),
            Paint::Bad => self.bad(),
            Paint::Wall => self.wall(),
            Paint::Wood | Paint::WoodEdge | Paint::OnWood => self.wood(),
            Paint::Tile(number) => self.tile(number),
            Paint::Colour(number) | Paint::OnColour(number) => self.colour(number.into()),
        }
    }

    pub fn tile(self, tone: u16) -> Style {
        if tone.is_multiple_of(2) {
            self.on((0xf3, 0xe6, 0xcf), Color::Gray)
        } else {
            self.on((0xb9, 0xd3, 0xcf), Color::Cyan)
        }
    }

    /// The colour of a pipe or of a side.
    pub fn colour(self, number: usize) -> Style {
        const COLOURS: [((u8, u8, u8), Color); 12] = [
            ((0x00, 0x72, 0xb2), Color::Blue),
            ((0xe6, 0x9f, 0x00), Color::Yellow),
            ((0x00, 0x9e, 0x73), Color::Green),
            ((0xd5, 0x5e, 0x00), Color::Red),
            ((0xcc, 0x79, 0xa7), Color::LightMagenta),
            ((0x56, 0xb4, 0xe9), Color::LightBlue),
            ((0xf0, 0xe4, 0x42), Color::LightYellow),
            ((0x6a, 0x3d, 0x9a), Color::Magenta),
            ((0x7f, 0x4f, 0x24), Color::LightRed),
            ((0x00, 0x45, 0x4a), Color::Cyan),
            ((0xb5, 0xe4, 0x8c), Color::LightGreen),
            ((0x8c, 0x8c, 0x8c), Color::Gray),
        ];
        let (full, plain) = COLOURS[number % COLOURS.len()];
        self.on(full, plain)
    }

    /// What the reader reads.
    pub fn say(self, said: impl Into<Message>) -> String {
        let said = self.language.say(said);
        if self.ascii { plain(&said) } else { said }
    }

    /// A sign, or its plain form.
    pub const fn sign(self, fine: &'static str, plain: &'static str) -> &'static str {
        if self.ascii { plain } else { fine }
    }
}

/// A text without the signs that a plain terminal may not have; letters stay as they are.
fn plain(text: &str) -> String {
    const SIGNS: [(&str, &str); 8] = [
        ("↑↓", "up/down"),
        ("←→", "left/right"),
        (" · ", " - "),
        ("·", "-"),
        ("…", "..."),
        ("★", "*"),
        ("✓", "x"),
        ("×", "x"),
    ];
    SIGNS.iter().fold(text.to_owned(), |text, (fine, plain)| text.replace(fine, plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_terminal_reads_plain_signs() {
        let look = Look { ascii: true, ..Look::plain() };
        for said in crate::words::ALL {
            assert!(look.say(*said).is_ascii(), "{}", look.say(*said));
        }
    }
}
