//! Walking distance where a slide of several tiles counts once. In the space of one axis a slide of the
//! blank over some lines takes one tile from each of them, whichever; its distances by slides bound the
//! slides along that axis, and as no slide is along both, the two add up.

use ingenio_core::{Dir, Heuristic};
use ingenio_search::Walk;

use super::{Axis, WalkingWalk, fits};
use crate::Taquin;
use crate::level::Level;
use crate::metric::SLIDES;
use crate::solve::deepening::paths::Slides;
use crate::solve::graph::space::Slide;

pub const HEURISTIC: Heuristic<Taquin> = Heuristic {
    name: "walking-distance-in-slides",
    metric: SLIDES,
    admissible: true,
    estimate: |level, position, _| {
        let estimate = || u64::from(SlidesWalk::new(&level.from_here(position.tiles().to_vec())).estimate());
        Some(if fits(level).is_ok() { estimate() } else { 0 })
    },
};

const UNKNOWN: u8 = u8::MAX;

impl Axis {
    /// By state, the slides to the goal: breadth-first again, over all slides of a state.
    fn slides(&self) -> &[u8] {
        self.slides.get_or_init(|| {
            let mut distances = vec![UNKNOWN; self.distances.len()];
            distances[0] = 0;
            let mut queue = vec![0];
            let mut at = 0;
            while let Some(state) = queue.get(at).copied() {
                at += 1;
                let distance = distances[state as usize] + 1;
                for on in [0, 1] {
                    self.slide(state, on, distance, &mut distances, &mut queue);
                }
            }
            distances
        })
    }

    /// Reaches all states further on in one direction.
    fn slide(&self, from: u32, on: usize, distance: u8, distances: &mut [u8], queue: &mut Vec<u32>) {
        for next in self.links[from as usize][on].into_iter().filter(|next| *next != u32::MAX) {
            if distances[next as usize] == UNKNOWN {
                distances[next as usize] = distance;
                queue.push(next);
            }
            self.slide(next, on, distance, distances, queue);
        }
    }
}

/// The same walk with slides for actions, each at the cost of one.
#[derive(Clone, Debug)]
pub struct SlidesWalk(WalkingWalk);

#[derive(Clone, Copy, Debug)]
pub struct Back {
    slide: Slide,
    states: [u32; 2],
}

impl SlidesWalk {
    pub fn new(level: &Level) -> Self {
        SlidesWalk(WalkingWalk::new(level))
    }

    /// The states after a slide.
    fn after(&self, slide: Slide) -> [u32; 2] {
        let WalkingWalk { paths, tiles, .. } = &self.0;
        let (mut states, mut blank) = (self.0.states, self.0.blank);
        for _ in 0..slide.cells {
            blank = paths.next(blank, slide.dir);
            states = self.0.states_after(states, tiles[usize::from(blank & 15)], slide.dir);
        }
        states
    }

    fn sum(&self, states: [u32; 2]) -> u32 {
        let of = |axis: usize| u32::from(self.0.axes[axis].slides()[states[axis] as usize]);
        of(0) + of(1)
    }

    /// The blank goes some cells in one direction, and its tiles the other way.
    fn go(&mut self, dir: Dir, cells: u8) {
        let WalkingWalk { paths, tiles, blank, .. } = &mut self.0;
        for _ in 0..cells {
            let next = paths.next(*blank, dir);
            tiles[usize::from(*blank & 15)] = tiles[usize::from(next & 15)];
            *blank = next;
        }
    }
}

impl Walk for SlidesWalk {
    type Action = Slide;
    type Undo = Back;
    type Actions = Slides;

    fn is_goal(&self) -> bool {
        self.estimate() == 0
    }

    fn estimate(&self) -> u32 {
        self.sum(self.0.states)
    }

    fn actions(&self, last: Option<Slide>) -> Slides {
        self.0.paths.slides(self.0.blank, last)
    }

    fn peek(&self, slide: Slide) -> u32 {
        self.sum(self.after(slide))
    }

    fn apply(&mut self, slide: Slide) -> Back {
        let back = Back { slide, states: self.0.states };
        self.0.states = self.after(slide);
        self.go(slide.dir, slide.cells);
        back
    }

    fn undo(&mut self, back: Back) {
        self.go(back.slide.dir.opposite(), back.slide.cells);
        self.0.states = back.states;
    }
}
