//! The play screen as it is drawn: one line of figures, the board, and around it what every screen has.

use ingenio_core::scene::Role;
use ingenio_core::{Cell, Measures, Message, Scene, Spot};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Desk, PlayScreen};
use crate::board::{self, Overlay, View};
use crate::screen::{frame, list, put, wrap};
use crate::watch::Watch;
use crate::words;

impl PlayScreen {
    pub fn draw(&mut self, desk: Desk<'_>, buffer: &mut Buffer, area: Rect) {
        let keys = if self.spoken.is_some() {
            words::HELP_KEYS
        } else if self.choose.is_some() {
            words::CHOOSE_KEYS
        } else if self.solving.is_some() {
            words::SOLVING_KEYS
        } else if self.watch.is_some() {
            words::WATCH_KEYS
        } else {
            words::PLAY_KEYS
        };
        let said = match &self.watch {
            Some(watch) => Message::lines(vec![self.said.clone(), watch.caption()]),
            None => self.said.clone(),
        };
        let room = frame(buffer, area, desk.look, &self.title, &said, keys);
        if let Some(spoken) = &self.spoken {
            let lines = spoken.iter().flat_map(|said| wrap(&desk.look.say(said), usize::from(room.width)));
            for (row, line) in (0..room.height).zip(lines) {
                put(buffer, room.x, room.y + row, room.width, &line, desk.look.ink());
            }
            return;
        }
        if let Some(choose) = &self.choose {
            list(buffer, room, desk.look, &choose.lines(desk.look), choose.chosen);
            return;
        }
        let status = self.status(desk, usize::from(room.width));
        put(buffer, room.x, room.y, room.width, &status, desk.look.muted());
        if self.paused {
            return;
        }
        let board_room = Rect { y: room.y + 1, height: room.height.saturating_sub(1), ..room };
        let preview = self.drag.as_ref().and_then(|drag| drag.preview.clone());
        let watched = self.watch.as_ref().map(Watch::scene);
        let mut scene = watched.or(preview).unwrap_or_else(|| self.session.scene());
        if !self.dead_shown {
            scene.hide_dead();
        }
        let view = View::of(&scene, board_room, self.near(&scene));
        let overlay = if self.watch.is_some() {
            Overlay::default()
        } else {
            Overlay { cursor: self.cursor, held: self.session.held(), pointed: self.pointed.clone() }
        };
        board::draw(buffer, &scene, &view, desk.look, &overlay);
        self.view = Some(view);
    }

    /// What is to be kept in sight of a board that is too large.
    fn near(&self, scene: &Scene) -> Option<Cell> {
        if let Some(Spot::Cell(cell)) = self.cursor {
            return Some(cell);
        }
        let player = scene.pieces.iter().find(|piece| piece.role == Role::Player);
        let blank = || {
            let covered: Vec<Cell> =
                scene.pieces.iter().flat_map(|piece| piece.cells.iter().copied()).collect();
            (0..scene.size.cells()).map(|at| scene.size.cell(at)).find(|cell| !covered.contains(cell))
        };
        player.and_then(|piece| piece.cells.first().copied()).or_else(blank)
    }

    /// The line above the board; where it is too long, only the figures that records count.
    fn status(&self, desk: Desk<'_>, width: usize) -> String {
        let counts = self.session.measures().counts();
        let all = self.status_with(desk, &counts);
        if all.chars().count() <= width {
            return all;
        }
        let metrics = self.level().puzzle().info().metrics;
        let counted = metrics.iter().filter_map(|metric| Some((metric.name, counts.get(metric.name)?)));
        let brief = counted.fold(Measures::new(), |brief, (name, count)| brief.count(name, count));
        self.status_with(desk, if metrics.is_empty() { &counts } else { &brief })
    }

    fn status_with(&self, desk: Desk<'_>, figures: &Measures) -> String {
        let mut parts = vec![desk.look.say(figures.said())];
        if !self.clock_hidden {
            let seconds = self.session.clock().shows(desk.now).as_secs();
            parts.push(format!("{}:{:02}", seconds / 60, seconds % 60));
        }
        parts.push(desk.look.say(self.mode.said()));
        parts.extend(self.known.summary().map(|said| desk.look.say(said)));
        parts.join("  ·  ")
    }
}
