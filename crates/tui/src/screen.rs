//! The frame around every screen: a title, the body, what was said last, and one line of keys.

use ingenio_core::{Message, Template};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::look::Look;

/// The least window in which something can be shown.
pub const LEAST: (u16, u16) = (20, 8);

/// Draws title, message and keys, and gives the room that is left.
pub fn frame(
    buffer: &mut Buffer,
    area: Rect,
    look: Look,
    title: &str,
    said: &Message,
    keys: Template,
) -> Rect {
    let width = area.width.saturating_sub(2);
    put(buffer, area.x + 1, area.y, width, &cut(title, usize::from(width), look), look.title());
    let lines = wrap(&look.say(said), usize::from(area.width.saturating_sub(2)));
    let said_rows = lines.len().clamp(1, 3) as u16;
    let below = area.y + area.height.saturating_sub(1 + said_rows);
    for (row, line) in (0..).zip(lines.iter().take(3)) {
        put(buffer, area.x + 1, below + row, area.width.saturating_sub(2), line, look.ink());
    }
    put_keys(buffer, area, look, keys);
    let height = below.saturating_sub(area.y + 2);
    Rect { x: area.x + 1, y: area.y + 1, width: area.width.saturating_sub(2), height: height + 1 }
}

/// The last line: as many keys as fit, and always the one for help.
pub fn put_keys(buffer: &mut Buffer, area: Rect, look: Look, keys: Template) {
    let width = area.width.saturating_sub(2);
    let line = fitting(&look.say(keys), usize::from(width), look.sign(" · ", " - "));
    put(buffer, area.x + 1, area.y + area.height.saturating_sub(1), width, &line, look.muted());
}

/// The keys of a line that fit into a width, in order; help and the way out come before the others.
fn fitting(keys: &str, width: usize, between: &str) -> String {
    let all: Vec<&str> = keys.split(between).collect();
    let length = |kept: &[usize]| {
        let letters: usize = kept.iter().map(|at| all[*at].chars().count()).sum();
        letters + between.chars().count() * kept.len().saturating_sub(1)
    };
    let weight = |at: &usize| (!all[*at].starts_with("? "), !all[*at].starts_with("esc "), *at);
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(weight);
    let mut kept: Vec<usize> = Vec::new();
    for at in order {
        kept.push(at);
        if length(&kept) > width {
            kept.pop();
        }
    }
    kept.sort_unstable();
    kept.iter().map(|at| all[*at]).collect::<Vec<_>>().join(between)
}

/// Text that ends at a width.
pub fn put(buffer: &mut Buffer, x: u16, y: u16, width: u16, text: &str, style: Style) {
    let area = buffer.area;
    if y >= area.y && y < area.y + area.height && x < area.x + area.width {
        let width = width.min(area.x + area.width - x);
        buffer.set_stringn(x, y, text, usize::from(width), style);
    }
}

/// A text that is too long ends with a sign that there was more.
pub fn cut(text: &str, width: usize, look: Look) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let more = look.sign("…", "...");
    let kept: String = text.chars().take(width.saturating_sub(more.chars().count())).collect();
    kept.trim_end().to_owned() + more
}

/// Words in lines of a width.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        lines.push(line);
    }
    lines
}

/// A list with one line chosen, scrolled so that it is seen. Gives the place of the first line shown.
pub fn list(buffer: &mut Buffer, area: Rect, look: Look, lines: &[String], chosen: usize) -> usize {
    let rows = usize::from(area.height).max(1);
    let first = chosen.saturating_sub(rows.saturating_sub(2)).min(lines.len().saturating_sub(rows));
    for (row, (at, line)) in (0..).zip(lines.iter().enumerate().skip(first).take(rows)) {
        let style = if at == chosen { look.chosen() } else { look.ink() };
        let mark = if at == chosen { "> " } else { "  " };
        let text = cut(format!("{mark}{line}").trim_end(), usize::from(area.width), look);
        put(buffer, area.x, area.y + row, area.width, &text, style);
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_between_words() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("", 8), Vec::<String>::new());
        assert_eq!(wrap("unbreakable", 3), ["unbreakable"]);
    }

    #[test]
    fn the_key_for_help_is_there_in_every_width() {
        let keys = "arrows · enter take · ? help · esc leave";
        assert_eq!(fitting(keys, 80, " · "), keys);
        assert_eq!(fitting(keys, 27, " · "), "arrows · ? help · esc leave");
        assert_eq!(fitting(keys, 10, " · "), "? help");
        assert_eq!(fitting("any key closes this", 5, " · "), "");
    }

    #[test]
    fn what_is_cut_says_so() {
        let ascii = Look { ascii: true, ..Look::plain() };
        assert_eq!(cut("join the two", 12, Look::plain()), "join the two");
        assert_eq!(cut("join the two", 10, Look::plain()), "join the…");
        assert_eq!(cut("join the two", 10, ascii), "join th...");
    }
}
