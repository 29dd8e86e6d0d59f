//! The parts of a solution that are solved anew, one after the other.
//!
//! They overlap, and when a whole sweep has found nothing, they get longer and each may take more work.
//! Every sweep is made twice, with the boxes that a part does not move as walls and without. The last
//! part is the whole solution; if nothing shorter is left then, it is proved to be the shortest.
//! Source: F. H. Siddiqui, P. Haslum, "Plan Quality Optimisation via Block Decomposition", 2013, for the
//! idea of windows.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::RangeInclusive;

use super::path::Path;
use super::pool::Full;
use super::script::Push;
use super::window::{Part, Step, Window};
use crate::board::maze::Maze;

/// Pushes of the first parts: an eighth of the solution within these limits. Short parts are right for short
/// solutions, longer ones spare many tries in vain on long ones (bench/SOKOBAN.md).
const FIRST_LENGTH: RangeInclusive<usize> = 20..=40;
const FIRST_SHARE: usize = 8;

/// How much longer parts get (in per cent), and which share of a part the next one is further on. Measured, see
/// bench/SOKOBAN.md.
const LONGER: usize = 150;
const OVERLAP: usize = 3;

/// Expansions for each push of the first parts, and how many times more for longer ones. Chosen by hand.
const FIRST_WORK: usize = 15;
const MORE_WORK: u64 = 2;

#[derive(Debug)]
pub struct Windows {
    /// Pushes of a part and expansions for it; nothing before the first one.
    length: usize,
    work: u64,
    from: usize,
    /// Are boxes that a part does not move walls in this sweep?
    fixed: bool,
    /// Has this sweep found anything?
    found: bool,
    /// The part in hand and the expansions left for it.
    window: Option<(Box<Window>, Part, u64)>,
    /// Steps that stand for the work of beginning with a part.
    debt: u64,
    /// Parts without a shorter way in sweeps like this one, by the hash of their ends. Two parts with the
    /// same hash cost a try, no more.
    failed: HashSet<u64>,
    memory: u64,
    peak: u64,
    pub tried: u64,
    pub shorter: u64,
    /// Positions of all parts that are over.
    pub generated: u64,
}

/// What a step brought.
#[derive(Debug)]
pub enum Tried {
    Nothing,
    /// The pushes of a shorter solution.
    Shorter(Vec<Push>),
    /// A sweep with the whole solution as one part is over and has found nothing.
    Swept,
    /// There is no shorter solution.
    Proved,
    /// There is no room to go on.
    Full,
}

impl Windows {
    pub fn new(memory: u64) -> Self {
        Windows {
            length: 0,
            work: 0,
            from: 0,
            fixed: true,
            found: false,
            window: None,
            debt: 0,
            failed: HashSet::new(),
            memory,
            peak: 0,
            tried: 0,
            shorter: 0,
            generated: 0,
        }
    }

    pub fn bytes(&self) -> u64 {
        let failed = self.failed.capacity() * 2 * size_of::<u64>();
        failed as u64 + self.window.as_ref().map_or(0, |(window, ..)| window.bytes())
    }

    pub fn peak(&self) -> u64 {
        self.peak.max(self.bytes())
    }

    /// The pushes of the solution before the part in hand.
    pub const fn from(&self) -> usize {
        self.from
    }

    /// One expansion of a part, or the beginning of the next.
    pub fn step(&mut self, maze: &Maze, path: &Path) -> Tried {
        if self.debt > 0 {
            self.debt -= 1;
            return Tried::Nothing;
        }
        let Some((mut window, part, left)) = self.window.take() else { return self.begin(maze, path) };
        let step = window.step();
        self.peak = self.peak.max(self.bytes() + window.peak());
        if left > 0 && matches!(step, Step::Running) {
            self.window = Some((window, part, left - 1));
            return Tried::Nothing;
        }
        self.generated += window.positions();
        match step {
            Step::Shorter(pushes) => {
                (self.found, self.shorter) = (true, self.shorter + 1);
                let (before, after) = (&path.pushes[..part.from], &path.pushes[part.to..]);
                Tried::Shorter([before, &pushes, after].concat())
            }
            Step::Full if self.is_whole(path) => Tried::Full,
            Step::None if self.is_whole(path) && !self.fixed => Tried::Proved,
            Step::Running | Step::None | Step::Full => self.fail(path, part),
        }
    }

    fn is_whole(&self, path: &Path) -> bool {
        self.length >= path.last()
    }

    /// Begins with the next part.
    fn begin(&mut self, maze: &Maze, path: &Path) -> Tried {
        if self.length == 0 {
            self.length = (path.last() / FIRST_SHARE).clamp(*FIRST_LENGTH.start(), *FIRST_LENGTH.end());
            self.work = (self.length * FIRST_WORK) as u64;
        }
        self.from = self.from.min(path.last().saturating_sub(1));
        let part = Part { from: self.from, to: path.last().min(self.from + self.length) };
        if self.failed.contains(&name(path, part)) {
            return self.slide(path);
        }
        self.tried += 1;
        self.debt = Window::cost(maze);
        match Window::new(maze, path, part, self.fixed, self.memory) {
            Ok(Some(window)) => {
                self.window = Some((Box::new(window), part, self.work));
                Tried::Nothing
            }
            Err(Full) => Tried::Full,
            Ok(None) if self.is_whole(path) && !self.fixed => Tried::Proved,
            Ok(None) => self.fail(path, part),
        }
    }

    fn fail(&mut self, path: &Path, part: Part) -> Tried {
        self.failed.insert(name(path, part));
        self.slide(path)
    }

    /// Goes on to the next part, or to the next sweep.
    fn slide(&mut self, path: &Path) -> Tried {
        if self.from + self.length < path.last() {
            self.from += (self.length / OVERLAP).max(1);
            return Tried::Nothing;
        }
        self.from = 0;
        if std::mem::take(&mut self.found) {
            return Tried::Nothing;
        }
        self.failed.clear();
        self.fixed = !self.fixed;
        if !self.fixed {
            return Tried::Nothing;
        }
        let whole = self.is_whole(path);
        self.length = self.length * LONGER / 100;
        self.work = self.work.saturating_mul(MORE_WORK);
        if whole { Tried::Swept } else { Tried::Nothing }
    }
}

/// A part by its ends, wherever they are in the solution.
fn name(path: &Path, part: Part) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&path.states[part.from], &path.states[part.to]).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use ingenio_core::rooms::Texts as _;
    use ingenio_core::{Options, Source};

    use super::*;
    use crate::Sokoban;
    use crate::metric::PUSHES;
    use crate::solve::exact::Weights;
    use crate::solve::script;

    /// Pushes of a solution as given and in the end, and whether it is proved to be the shortest.
    fn shortened(rows: &str, solution: &str) -> (usize, usize, bool) {
        let level = Sokoban::read(&Source::new(rows), &Options::default()).remove(0).unwrap().level;
        let maze = Maze::new(&level);
        let path_of = |text: &str| Path::of(&level, &maze, Weights::of(PUSHES), text);
        let (mut path, mut windows) = (path_of(solution), Windows::new(1 << 20));
        let before = path.last();
        for _ in 0..100_000 {
            match windows.step(&maze, &path) {
                Tried::Nothing | Tried::Swept => {}
                Tried::Shorter(pushes) => {
                    let text = script::to_text(&maze, &pushes).expect("the parts fit together");
                    assert!(pushes.len() < path.last(), "{} pushes after {}", pushes.len(), path.last());
                    path = path_of(&text);
                }
                Tried::Proved => return (before, path.last(), true),
                Tried::Full => break,
            }
        }
        (before, path.last(), false)
    }

    /// Each box goes to the goal beside the other.
    #[test]
    fn a_short_solution_is_one_part_and_proved() {
        let rows = "###########\n#@        #\n# $.   .$ #\n#         #\n#         #\n###########";
        assert_eq!(shortened(rows, "dRRRRRurrDrdLLLLLdlU"), (12, 2, true));
    }

    /// A box is pushed down and up again in the middle of its way: thirty pushes are looked at, not all.
    #[test]
    fn a_detour_of_a_long_way_is_found_by_a_part_of_it() {
        const WIDTH: usize = 60;
        let (wall, floor) = ("#".repeat(WIDTH), format!("#{}#", " ".repeat(WIDTH - 2)));
        let boxes = format!("#@${}.#", " ".repeat(WIDTH - 5));
        let rows = [&wall, &floor, &boxes, &floor, &floor, &wall].map(String::as_str).join("\n");
        let (before, after) = ("R".repeat(20), "R".repeat(WIDTH - 24));
        assert_eq!(shortened(&rows, &format!("{before}urDlddrUlu{after}")), (58, 56, true));
    }

    /// Without room nothing is proved.
    #[test]
    fn without_room_nothing_is_said() {
        let rows = "###########\n#@        #\n# $.   .$ #\n#         #\n#         #\n###########";
        let level = Sokoban::read(&Source::new(rows), &Options::default()).remove(0).unwrap().level;
        let maze = Maze::new(&level);
        let path = Path::of(&level, &maze, Weights::of(PUSHES), "dRRRRRurrDrdLLLLLdlU");
        let mut windows = Windows::new(0);
        assert!((0..100).any(|_| matches!(windows.step(&maze, &path), Tried::Full)));
    }
}
