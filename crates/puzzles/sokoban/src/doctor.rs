//! What the level doctor asks of Sokoban: boxes with their goals and inner walls can be left out;
//! boxes, goals and the player can be moved, walls removed. And the keys by which two levels are
//! known to be the same up to symmetry or up to one box. What a board that is no level could have
//! meant is in `doctor/slips.rs`.

mod slips;

pub use slips::slips;

use ingenio_core::{Dir, Fault, Mend, Mends, Message, Part, Slip, Template, rooms};

use crate::Sokoban;
use crate::board::maze::Maze;
use crate::level::{Level, Square, normal_form};
use crate::words;

impl rooms::Doctor for Sokoban {
    fn parts(level: &Level) -> Vec<Part> {
        let part = |kind| match kind {
            Kind::Box(at, goal) => {
                let mut cells = vec![level.cell(at)];
                if goal != at {
                    cells.push(level.cell(goal));
                }
                Part { name: place(words::PART_BOX, level, at), cells, hinders: true }
            }
            Kind::Wall(at) => {
                Part { name: place(words::PART_WALL, level, at), cells: vec![level.cell(at)], hinders: true }
            }
        };
        kinds(level).into_iter().map(part).collect()
    }

    fn without(level: &Level, parts: &[usize]) -> Option<Level> {
        without(level, parts)
    }

    fn mends(level: &Level) -> Mends<'_, Level> {
        let mut mends = Vec::new();
        moved(level, &mut mends);
        removed_walls(level, &mut mends);
        other_regions(level, &mut mends);
        for (at, goal) in all_pairs(level) {
            let mut draft = Draft::of(level);
            draft.drop(at, goal);
            let cell = level.cell(goal);
            let what = place(words::MEND_DROP, level, at);
            let what = what.with("goal_row", cell.row + 1).with("goal_column", cell.column + 1);
            mends.extend(draft.level().map(|level| Mend { what, level, size: DROP }));
        }
        Box::new(mends.into_iter())
    }

    fn slips(text: &str, fault: &Fault) -> Vec<Slip> {
        slips(text, fault)
    }
}

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A box and the goal that goes with it.
    Box(usize, usize),
    Wall(usize),
}

fn kinds(level: &Level) -> Vec<Kind> {
    let boxes = pairs(level).into_iter().map(|(at, goal)| Kind::Box(at, goal));
    boxes.chain(inner_walls(level).into_iter().map(Kind::Wall)).collect()
}

/// Every box with a goal: its own if it stands on one, else the nearest by pushes that is left.
fn pairs(level: &Level) -> Vec<(usize, usize)> {
    let maze = Maze::new(level);
    let mut ways: Vec<(u16, usize, usize)> = Vec::new();
    for goal in level.goals() {
        let far = maze.pushes_to(&[maze.inner(goal)]);
        ways.extend(level.boxes().into_iter().map(|at| (far[usize::from(maze.inner(at))], at, goal)));
    }
    ways.sort_unstable();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (_, at, goal) in ways {
        if pairs.iter().all(|(other, taken)| *other != at && *taken != goal) {
            pairs.push((at, goal));
        }
    }
    pairs.sort_unstable();
    pairs
}

/// Walls with the room on two sides or more, without which the room is still closed.
fn inner_walls(level: &Level) -> Vec<usize> {
    let size = level.size();
    let inner = |at: &usize| {
        let sides = Dir::ALL.map(|dir| size.step(*at, dir));
        let inside = sides.iter().flatten().filter(|to| level.is_inside(**to)).count();
        let closed = sides.iter().all(|to| to.is_some_and(|to| level.is_inside(to) || level.is_wall(to)));
        level.is_wall(*at) && inside >= 2 && closed
    };
    (0..size.cells()).filter(inner).collect()
}

fn place(template: Template, level: &Level, at: usize) -> Message {
    template.at(level.cell(at))
}

pub fn without(level: &Level, parts: &[usize]) -> Option<Level> {
    let kinds = kinds(level);
    let mut draft = Draft::of(level);
    for part in parts {
        match *kinds.get(*part)? {
            Kind::Box(at, goal) => draft.drop(at, goal),
            Kind::Wall(at) => draft.squares[at] = Square::Floor,
        }
    }
    draft.level()
}

/// A level on its way to another one.
struct Draft<'a> {
    from: &'a Level,
    squares: Vec<Square>,
    player: usize,
}

impl<'a> Draft<'a> {
    fn of(from: &'a Level) -> Self {
        let squares = (0..from.size().cells()).map(|at| from.square(at)).collect();
        Draft { from, squares, player: from.player() }
    }

    fn set(&mut self, at: usize, goal: Option<bool>, crated: Option<bool>) {
        let old = self.squares[at];
        self.squares[at] = Square::of(goal.unwrap_or(old.is_goal()), crated.unwrap_or(old.is_crate()));
    }

    fn drop(&mut self, at: usize, goal: usize) {
        self.set(at, None, Some(false));
        self.set(goal, Some(false), None);
    }

    fn level(self) -> Option<Level> {
        Level::new(self.from.size(), self.squares, self.player).ok()
    }
}

/// Sizes of changes.
const SMALL: u32 = 1;
const DROP: u32 = 2;

/// Levels with more boxes are not mended by dropping any box with any goal.
const MOST_PAIRED: usize = 8;

fn all_pairs(level: &Level) -> Vec<(usize, usize)> {
    let (boxes, goals) = (level.boxes(), level.goals());
    if boxes.len() > MOST_PAIRED {
        return pairs(level);
    }
    boxes.iter().flat_map(|at| goals.iter().map(move |goal| (*at, *goal))).collect()
}

/// Boxes and goals one square further.
fn moved(level: &Level, mends: &mut Vec<Mend<Level>>) {
    let free = |to: usize| level.is_inside(to) && !level.square(to).is_crate() && to != level.player();
    for dir in Dir::ALL {
        for at in level.boxes() {
            let Some(to) = level.step(at, dir).filter(|to| free(*to)) else { continue };
            let mut draft = Draft::of(level);
            draft.set(at, None, Some(false));
            draft.set(to, None, Some(true));
            let what = place(words::MEND_BOX, level, at).with("way", dir.said());
            mends.extend(draft.level().map(|level| Mend { what, level, size: SMALL }));
        }
        for at in level.goals() {
            let open = |to: &usize| level.is_inside(*to) && !level.is_goal(*to);
            let Some(to) = level.step(at, dir).filter(open) else { continue };
            let mut draft = Draft::of(level);
            draft.set(at, Some(false), None);
            draft.set(to, Some(true), None);
            let what = place(words::MEND_GOAL, level, at).with("way", dir.said());
            mends.extend(draft.level().map(|level| Mend { what, level, size: SMALL }));
        }
    }
}

/// Every wall beside the room without which it is still closed.
fn removed_walls(level: &Level, mends: &mut Vec<Mend<Level>>) {
    let beside = |at: &usize| {
        let near = Dir::ALL.iter().filter_map(|dir| level.size().step(*at, *dir));
        level.is_wall(*at) && near.into_iter().any(|to| level.is_inside(to))
    };
    for at in (0..level.size().cells()).filter(beside) {
        let mut draft = Draft::of(level);
        draft.squares[at] = Square::Floor;
        let what = place(words::MEND_WALL, level, at);
        mends.extend(draft.level().map(|level| Mend { what, level, size: SMALL }));
    }
}

/// The player in each of the other regions that the boxes leave.
fn other_regions(level: &Level, mends: &mut Vec<Mend<Level>>) {
    let mut seen = vec![false; level.size().cells()];
    let mut flood = |from: usize| {
        let mut open = vec![from];
        seen[from] = true;
        while let Some(at) = open.pop() {
            for to in Dir::ALL.iter().filter_map(|dir| level.step(at, *dir)) {
                if !seen[to] && !level.square(to).is_crate() {
                    seen[to] = true;
                    open.push(to);
                }
            }
        }
        (0..seen.len()).find(|at| level.is_inside(*at) && !level.square(*at).is_crate() && !seen[*at])
    };
    let mut next = flood(level.player());
    while let Some(at) = next {
        let draft = Draft { player: at, ..Draft::of(level) };
        let what = place(words::MEND_PLAYER, level, at);
        mends.extend(draft.level().map(|level| Mend { what, level, size: SMALL }));
        next = flood(at);
    }
}

/// The normal form of the level, and of the level without any one box and any one goal.
pub fn kin(level: &Level) -> Vec<String> {
    let fewer = all_pairs(level).into_iter().filter_map(|(at, goal)| {
        let mut draft = Draft::of(level);
        draft.drop(at, goal);
        draft.level()
    });
    let mut keys = vec![normal_form(level)];
    keys.extend(fewer.map(|level| normal_form(&level)));
    keys
}
