//! The play screen as it is drawn: the board as large as it can be seen, beside it or below it what was said and
//! the figures, and around it what every screen has. What stands where does not depend on what is said, so that
//! nothing jumps.

use ingenio_core::{Cell, Measures, Message, Scene, Spot, Template};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{Desk, PlayScreen};
use crate::board::{self, Overlay, View};
use crate::screen::{cut, frame, list, put, put_keys, wrap};
use crate::watch::Watch;
use crate::words;

/// Columns beside the board in which sentences are easy to read, and the fewest for it.
const PANEL: u16 = 36;
const LEAST_PANEL: u16 = 24;
/// Lines below the board for what was said.
const MOST_SAID: u16 = 3;

/// Where board, figures and words go.
struct Layout {
    board: Rect,
    figures: Rect,
    said: Rect,
}

impl Layout {
    /// Beside the board there is more room for words, below it more for wide boards: the one with the larger cells is
    /// taken.
    fn of(scene: &Scene, area: Rect) -> Self {
        let below = Layout::below(area);
        match Layout::beside(scene, area) {
            Some(beside) if View::is_better(scene, beside.board, below.board) => beside,
            _ => below,
        }
    }

    /// Title, figures, board, words, keys.
    fn below(area: Rect) -> Self {
        let inside = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
        let said = (area.height / 8).clamp(1, MOST_SAID);
        let board = area.height.saturating_sub(3 + said);
        Layout {
            figures: Rect { y: area.y + 1, height: 1, ..inside },
            board: Rect { y: area.y + 2, height: board, ..inside },
            said: Rect { y: area.y + 2 + board, height: said, ..inside },
        }
    }

    /// Figures and words on the right, where the board leaves room for them.
    fn beside(scene: &Scene, area: Rect) -> Option<Self> {
        let height = area.height.saturating_sub(2);
        let most = area.width.checked_sub(LEAST_PANEL + 4)?;
        let left = Rect { x: area.x + 1, y: area.y + 1, width: most, height };
        let board = Rect { width: View::columns_of(scene, left), ..left };
        let x = board.x + board.width + 2;
        let panel = Rect { x, width: (area.x + area.width).saturating_sub(x + 1).min(PANEL), ..left };
        let rows = (height / 3).clamp(1, 7);
        let figures = Rect { height: rows, ..panel };
        Some(Layout {
            board,
            figures,
            said: Rect { y: panel.y + rows + 1, height: height.saturating_sub(rows + 1), ..panel },
        })
    }
}

impl PlayScreen {
    pub fn draw(&mut self, desk: Desk<'_>, buffer: &mut Buffer, area: Rect) {
        let keys = self.keys();
        if self.spoken.is_some() || self.choose.is_some() {
            let room = frame(buffer, area, desk.look, &self.title, &self.said, keys);
            self.draw_list(desk, buffer, room);
            return;
        }
        let width = area.width.saturating_sub(2);
        let title = cut(&self.title, usize::from(width), desk.look);
        put(buffer, area.x + 1, area.y, width, &title, desk.look.title());
        put_keys(buffer, area, desk.look, keys);
        let scene = self.scene_shown();
        let layout = Layout::of(&scene, area);
        self.draw_figures(desk, buffer, layout.figures);
        self.draw_said(desk, buffer, layout.said);
        if !self.paused {
            let view = View::of(&scene, layout.board, self.near(&scene));
            board::draw(buffer, &scene, &view, desk.look, &self.overlay(desk));
            self.view = Some(view);
        }
    }

    const fn keys(&self) -> Template {
        if self.spoken.is_some() {
            words::HELP_KEYS
        } else if self.choose.is_some() {
            words::CHOOSE_KEYS
        } else if self.solving.is_some() {
            words::SOLVING_KEYS
        } else if self.watch.is_some() {
            words::WATCH_KEYS
        } else {
            words::PLAY_KEYS
        }
    }

    fn scene_shown(&self) -> Scene {
        let preview = self.drag.as_ref().and_then(|drag| drag.preview.clone());
        let watched = self.watch.as_ref().map(Watch::scene);
        let mut scene = watched.or(preview).unwrap_or_else(|| self.session.scene());
        if !self.dead_shown {
            scene.hide_dead();
        }
        scene
    }

    fn overlay(&self, desk: Desk<'_>) -> Overlay {
        if self.watch.is_some() {
            return Overlay::default();
        }
        let over = if self.session.solved() { words::WON_BANNER } else { words::PUT_DOWN_BANNER };
        Overlay {
            cursor: self.cursor.filter(|_| !self.session.won()),
            held: self.session.held(),
            pointed: self.pointed.clone(),
            banner: self.session.won().then(|| desk.look.say(over)),
        }
    }

    /// The board in words, or the list of methods.
    fn draw_list(&self, desk: Desk<'_>, buffer: &mut Buffer, room: Rect) {
        if let Some(spoken) = &self.spoken {
            let lines = spoken.iter().flat_map(|said| wrap(&desk.look.say(said), usize::from(room.width)));
            for (row, line) in (0..room.height).zip(lines) {
                put(buffer, room.x, room.y + row, room.width, &line, desk.look.ink());
            }
        } else if let Some(choose) = &self.choose {
            list(buffer, room, desk.look, &choose.lines(desk.look), choose.chosen);
        }
    }

    /// What was said last; the words of a win stand out.
    fn draw_said(&self, desk: Desk<'_>, buffer: &mut Buffer, area: Rect) {
        let said = match &self.watch {
            Some(watch) => Message::lines(vec![self.said.clone(), watch.caption()]),
            None => self.said.clone(),
        };
        let won = self.celebrated && self.session.won() && self.watch.is_none();
        let style = if won { desk.look.good() } else { desk.look.ink() };
        let lines = wrap(&desk.look.say(said), usize::from(area.width));
        let lines: Vec<&String> = lines.iter().filter(|line| !line.is_empty()).collect();
        // The last line that is shown says whether there was more.
        let rows = usize::from(area.height);
        for (row, line) in lines.iter().enumerate().take(rows) {
            let style = if row == 0 && won { style.add_modifier(Modifier::REVERSED) } else { style };
            let more = row + 1 == rows && lines.len() > rows;
            let text = if more {
                cut(&format!("{line} {}", lines[row + 1]), usize::from(area.width), desk.look)
            } else {
                (*line).clone()
            };
            put(buffer, area.x, area.y + row as u16, area.width, &text, style);
        }
    }

    /// The figures in one line, or one below the other where they stand beside the board.
    fn draw_figures(&self, desk: Desk<'_>, buffer: &mut Buffer, area: Rect) {
        let style: Style = desk.look.muted();
        if area.height == 1 {
            put(buffer, area.x, area.y, area.width, &self.status(desk, usize::from(area.width)), style);
            return;
        }
        let counts = self.session.measures().counts();
        let parts = self.status_parts(desk, &counts);
        let parts = parts.iter().flat_map(|part| wrap(part, usize::from(area.width)));
        for (row, line) in (0..area.height).zip(parts) {
            put(buffer, area.x, area.y + row, area.width, &line, style);
        }
    }

    /// What is to be kept in sight of a board that is too large.
    fn near(&self, scene: &Scene) -> Option<Cell> {
        if let Some(Spot::Cell(cell)) = self.cursor {
            return Some(cell);
        }
        let player = scene.pieces.iter().find(|piece| piece.kind.leads);
        let blank = || {
            let covered: Vec<Cell> =
                scene.pieces.iter().flat_map(|piece| piece.cells.iter().copied()).collect();
            (0..scene.size.cells()).map(|at| scene.size.cell(at)).find(|cell| !covered.contains(cell))
        };
        player.and_then(|piece| piece.cells.first().copied()).or_else(blank)
    }

    /// The line above the board: where it is too long, only the figures that records count, and only what fits.
    fn status(&self, desk: Desk<'_>, width: usize) -> String {
        let counts = self.session.measures().counts();
        let metrics = self.level().puzzle().info().metrics;
        let counted = metrics.iter().filter_map(|metric| Some((metric.name, counts.get(metric.name)?)));
        let brief = counted.fold(Measures::new(), |brief, (name, count)| brief.count(name, count));
        let between = desk.look.sign("  ·  ", "  -  ");
        let all = self.status_parts(desk, &counts);
        let brief = if metrics.is_empty() { all.clone() } else { self.status_parts(desk, &brief) };
        let lengths = (0..=brief.len()).rev().map(|kept| brief[..kept].join(between));
        let fits = |line: &String| line.chars().count() <= width && !line.is_empty();
        let line = std::iter::once(all.join(between)).chain(lengths).find(fits);
        line.unwrap_or_else(|| cut(&brief[0], width, desk.look))
    }

    fn status_parts(&self, desk: Desk<'_>, figures: &Measures) -> Vec<String> {
        let mut parts = vec![desk.look.say(figures.said())];
        if !self.clock_hidden {
            let seconds = self.session.clock().shows(desk.now).as_secs();
            parts.push(format!("{}:{:02}", seconds / 60, seconds % 60));
        }
        parts.push(desk.look.say(self.mode.said()));
        parts.extend(self.known.summary().map(|said| desk.look.say(said)));
        parts
    }
}
