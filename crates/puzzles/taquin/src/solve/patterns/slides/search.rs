//! The walk by slides that sees the board through all views, for iterative deepening.

use ingenio_core::{Dir, Table};
use ingenio_search::Walk;

use super::places::{Placed, Places};
use super::{Key, Plan};
use crate::level::{BLANK, Level, Tile};
use crate::solve::deepening::paths::{Paths, Slides};
use crate::solve::graph::space::Slide;
use crate::solve::modulo_3::{beside, remainder};
use crate::solve::patterns::pdb::View;

/// The beginning and the end of the goal, by rows and by columns.
const MOST_VIEWS: usize = 4;
const NOBODY: u8 = u8::MAX;

/// A group as it stands: where its tiles are, and how many slides it is from home.
#[derive(Clone, Copy, Debug)]
struct Seen {
    placed: Placed,
    number: u32,
    distance: u8,
}

type AllSeen = [Seen; MOST_VIEWS];

#[derive(Clone)]
#[allow(missing_debug_implementations, reason = "tables are megabytes of bits")]
pub struct PatternSlides {
    tiles: [u8; 64],
    goal: [u8; 64],
    blank: u8,
    paths: Paths,
    keys: Vec<Key>,
    tables: Vec<Table>,
    views: Vec<View>,
    places: Vec<Places>,
    seen: AllSeen,
}

#[derive(Clone, Copy, Debug)]
pub struct Back {
    slide: Slide,
    seen: AllSeen,
}

impl PatternSlides {
    pub fn new(level: &Level, plan: Plan, tables: Vec<Table>) -> Self {
        let board = |tiles: &[Tile]| {
            let mut board = [0; 64];
            for (cell, tile) in tiles.iter().enumerate() {
                board[cell] = *tile as u8;
            }
            board
        };
        let blank = level.tiles().iter().position(|tile| *tile == BLANK).expect("every board has a blank");
        let places = plan.views.iter().map(|view| plan.keys[view.pattern].places()).collect();
        let mut walk = PatternSlides {
            tiles: board(level.tiles()),
            goal: board(level.goal()),
            blank: blank as u8,
            paths: Paths::new(level.size()),
            keys: plan.keys,
            tables,
            views: plan.views,
            places,
            seen: [Seen { placed: Placed::NONE, number: 0, distance: 0 }; MOST_VIEWS],
        };
        for at in 0..walk.views.len() {
            let placed = walk.look(at, level.tiles());
            let number = walk.places[at].number(placed) as u32;
            walk.seen[at] = Seen { placed, number, distance: walk.count_down(at, placed) };
        }
        walk
    }

    /// The largest distance of a group.
    pub fn distance(&self) -> u8 {
        self.seen[..self.views.len()].iter().map(|seen| seen.distance).max().unwrap_or(0)
    }

    /// The placement of a view's group.
    fn look(&self, at: usize, tiles: &[Tile]) -> Placed {
        let view = &self.views[at];
        let own = tiles.iter().enumerate().filter(|(_, tile)| **tile != BLANK && view.has(**tile));
        own.fold(Placed::NONE, |placed, (cell, tile)| {
            placed.with(usize::from(view.label(*tile)), view.cell(cell as u8))
        })
    }

    #[inline]
    fn remainder(&self, at: usize, entry: usize) -> u8 {
        remainder(self.tables[self.views[at].pattern].as_ref().as_ref(), entry)
    }

    /// The distance of a placement: slides downhill until the group is at home.
    fn count_down(&self, at: usize, mut placed: Placed) -> u8 {
        let view = &self.views[at];
        let key = self.keys[view.pattern];
        let paths = Paths::new(key.size);
        let mut blank = view.cell(self.blank);
        let mut steps = 0;
        while (placed, blank) != (key.placed(), key.blank) {
            let places = self.places[at];
            let nearer = (self.remainder(at, places.entry(placed, blank)) + 2) % 3;
            let mut slides = paths.slides(blank, None);
            let down = slides.find_map(|slide| {
                let (mut after, mut here) = (placed, blank);
                for _ in 0..slide.cells {
                    let next = paths.next(here, slide.dir);
                    if let Some(label) = (0..places.tiles).find(|label| after.cell(*label) == next) {
                        after = after.with(label, here);
                    }
                    here = next;
                }
                (self.remainder(at, places.entry(after, here)) == nearer).then_some((after, here))
            });
            (placed, blank) = down.expect("every placement but the goal has a neighbour that is nearer");
            steps += 1;
        }
        steps
    }

    /// What a view sees after a slide.
    #[inline]
    fn after(&self, at: usize, slide: Slide) -> Seen {
        let (view, before) = (&self.views[at], self.seen[at]);
        let (mut placed, mut blank) = (before.placed, self.blank);
        for _ in 0..slide.cells {
            let next = self.paths.next(blank, slide.dir);
            let label = view.label(Tile::from(self.tiles[usize::from(next & 63)]));
            if label != NOBODY {
                placed = placed.with(usize::from(label & 7), view.cell(blank));
            }
            blank = next;
        }
        let places = &self.places[at];
        let number = if placed == before.placed { before.number } else { places.number(placed) as u32 };
        let entry = number as usize * places.blanks() + Places::digit(placed, view.cell(blank));
        Seen { placed, number, distance: beside(before.distance, self.remainder(at, entry)) }
    }

    /// The blank goes some cells in one direction, and its tiles the other way.
    fn go(&mut self, dir: Dir, cells: u8) {
        for _ in 0..cells {
            let next = self.paths.next(self.blank, dir);
            self.tiles[usize::from(self.blank & 63)] = self.tiles[usize::from(next & 63)];
            self.blank = next;
        }
        self.tiles[usize::from(self.blank & 63)] = BLANK as u8;
    }
}

impl Walk for PatternSlides {
    type Action = Slide;
    type Undo = Back;
    type Actions = Slides;

    fn is_goal(&self) -> bool {
        self.distance() == 0 && self.tiles == self.goal
    }

    fn estimate(&self) -> u32 {
        u32::from(self.distance())
    }

    fn actions(&self, last: Option<Slide>) -> Slides {
        self.paths.slides(self.blank, last)
    }

    fn peek(&self, slide: Slide) -> u32 {
        self.peek_within(slide, u32::MAX)
    }

    #[inline]
    fn peek_within(&self, slide: Slide, most: u32) -> u32 {
        let mut largest = 0;
        for at in 0..self.views.len() {
            largest = largest.max(u32::from(self.after(at, slide).distance));
            if largest > most {
                break;
            }
        }
        largest
    }

    fn apply(&mut self, slide: Slide) -> Back {
        let back = Back { slide, seen: self.seen };
        for at in 0..self.views.len() {
            self.seen[at] = self.after(at, slide);
        }
        self.go(slide.dir, slide.cells);
        back
    }

    fn undo(&mut self, back: Back) {
        self.go(back.slide.dir.opposite(), back.slide.cells);
        self.seen = back.seen;
    }

    fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.as_ref().as_ref().len() as u64).sum()
    }
}
