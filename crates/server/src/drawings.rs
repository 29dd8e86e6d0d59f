//! What is drawn of levels, once: boards for pages and pictures, by id, off the threads that answer requests.
//! A level never changes, so neither does its drawing; the oldest go when they become too many.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use ingenio_core::{LevelId, LevelRef};
use ingenio_render::{Theme, svg};

use crate::app::App;
use crate::fair::Asker;
use crate::problem::Reply;
use ingenio_desk::BoardBody;

/// Bytes that are kept.
const MOST_BYTES: usize = 32 << 20;

/// The colours of the page, on its own ground.
pub fn page_theme() -> Theme {
    Theme { paper: "none", ..Theme::PAGE }
}

/// What can be drawn of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The board as JSON.
    Board,
    Light,
    Dark,
    /// In the colours of the page, on its own ground.
    Page,
}

impl Kind {
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Board => "board",
            Kind::Light => "light",
            Kind::Dark => "dark",
            Kind::Page => "page",
        }
    }
}

/// A drawing as bytes, without a copy.
#[derive(Debug)]
pub struct Drawn(pub Arc<str>);

impl AsRef<[u8]> for Drawn {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

type Key = (LevelId, Kind);

#[derive(Debug, Default)]
pub struct Drawings(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    drawn: HashMap<Key, Arc<str>>,
    /// The oldest first.
    order: VecDeque<Key>,
    bytes: usize,
}

impl Kept {
    fn keep(&mut self, key: Key, drawing: &Arc<str>) {
        if self.drawn.insert(key, drawing.clone()).is_some() {
            return;
        }
        self.order.push_back(key);
        self.bytes += drawing.len();
        while self.bytes > MOST_BYTES {
            let Some(oldest) = self.order.pop_front() else { return };
            self.bytes -= self.drawn.remove(&oldest).map_or(0, |gone| gone.len());
        }
    }
}

impl App {
    /// A drawing of a level, made now if it is not at hand.
    pub async fn drawing(&self, asker: Asker, level: &LevelRef, kind: Kind) -> Reply<Arc<str>> {
        let key = (level.id(), kind);
        let known = self.drawings.0.lock().unwrap_or_else(PoisonError::into_inner).drawn.get(&key).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let level = level.clone();
        let drawing: Arc<str> = self.think(asker, move || draw(&level, kind)).await?.into();
        self.drawings.0.lock().unwrap_or_else(PoisonError::into_inner).keep(key, &drawing);
        Ok(drawing)
    }
}

fn draw(level: &LevelRef, kind: Kind) -> String {
    let (scene, title) = (level.play().scene(), level.puzzle().info().title);
    match kind {
        Kind::Board => serde_json::to_string(&BoardBody::of(&scene)).expect("boards are plain data"),
        Kind::Light => svg(&scene, &Theme::LIGHT, title),
        Kind::Dark => svg(&scene, &Theme::DARK, title),
        Kind::Page => svg(&scene, &page_theme(), title),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_go_first() {
        let mut kept = Kept::default();
        let large: Arc<str> = "x".repeat(MOST_BYTES / 2).into();
        let id = |number: u8| LevelId::of("test", &number.to_string());
        for number in 0..3 {
            kept.keep((id(number), Kind::Board), &large);
        }
        assert!(!kept.drawn.contains_key(&(id(0), Kind::Board)) && kept.drawn.len() == 2);
        assert_eq!(kept.bytes, MOST_BYTES);
    }
}
