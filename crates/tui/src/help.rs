//! All keys, page by page where the window is small.

use ingenio_core::{Message, Template};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::look::Look;
use crate::screen::{frame, put, wrap};
use crate::words;

/// What is told, keys and what they do with a bar between them.
const LINES: [Template; 20] = [
    words::HELP_MOVE,
    words::HELP_TAKE,
    words::HELP_TRAY,
    words::HELP_SHIFT,
    words::HELP_MOUSE,
    words::HELP_UNDO,
    words::HELP_RESTART,
    words::HELP_HINT,
    words::HELP_SOLVE,
    words::HELP_BACK,
    words::HELP_KEEP,
    words::HELP_TURN,
    words::HELP_DONE,
    words::HELP_SAY,
    words::HELP_MODE,
    words::HELP_CLOCK,
    words::HELP_NEXT,
    words::HELP_REVIEW,
    words::HELP_MAKE,
    words::HELP_LEAVE,
];

/// Columns of the keys; what they do stands below them where not as much again is left.
const KEYS: u16 = 22;

/// The page that is shown.
#[derive(Debug, Default)]
pub struct Help {
    first: usize,
    /// Rows that fit and rows in all, as drawn last.
    rows: usize,
    all: usize,
}

impl Help {
    /// The next page; nothing after the last.
    pub fn next(self) -> Option<Self> {
        let first = self.first + self.rows.max(1);
        (first < self.all).then_some(Help { first, ..self })
    }

    pub fn draw(&mut self, buffer: &mut Buffer, area: Rect, look: Look) {
        let lines = lines(look, area.width.saturating_sub(2));
        let rows = usize::from(area.height.saturating_sub(2));
        let keys = if self.first + rows < lines.len() { words::MORE_KEYS } else { words::HELP_KEYS };
        let room = frame(buffer, area, look, "ingenio", &Message::empty(), keys);
        (self.rows, self.all) = (usize::from(room.height), lines.len());
        for (row, (keys, indent, what)) in (0..room.height).zip(lines.iter().skip(self.first)) {
            put(buffer, room.x, room.y + row, room.width, keys, look.accent());
            put(buffer, room.x + indent, room.y + row, room.width.saturating_sub(*indent), what, look.ink());
        }
    }
}

/// Keys, where the words begin, and the words.
fn lines(look: Look, width: u16) -> Vec<(String, u16, String)> {
    let mut lines = Vec::new();
    for line in LINES {
        let line = look.say(line);
        let (keys, what) = line.split_once('|').unwrap_or((&line, ""));
        if width >= 2 * KEYS {
            let mut what = wrap(what, usize::from(width - KEYS - 1)).into_iter();
            lines.push((keys.to_owned(), KEYS + 1, what.next().unwrap_or_default()));
            lines.extend(what.map(|more| (String::new(), KEYS + 1, more)));
        } else {
            lines.push((keys.to_owned(), 0, String::new()));
            lines.extend(
                wrap(what, usize::from(width.saturating_sub(2)))
                    .into_iter()
                    .map(|more| (String::new(), 2, more)),
            );
        }
    }
    lines
}
