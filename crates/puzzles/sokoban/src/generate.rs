//! Making rooms: walls from templates, goals in the room, and a play backwards from the solved board.
//! Pulls are tried layer by layer, so that the depth of a position is the least number of pushes that
//! solve it; among the positions the start is chosen by how often the solution changes boxes and
//! pushes a box the wrong way, not by its length alone.
//!
//! A room is refused if a box never moves or if no box has to wait for another. Nooks that the
//! solution does not use are walled up; that takes possibilities away but no push of the solution, so
//! its length stays the least.

mod retro;
mod room;

use std::sync::Arc;

use ingenio_core::{
    Attempt, Cancel, Dir, Generator, Made, Maker, Message, Near, OptionSpec, Options, Rating, Rng, Run, Size,
    Step, Task, Verdict, rooms,
};

use crate::Sokoban;
use crate::board::maze::Maze;
use crate::doctor;
use crate::level::{Level, Square};
use crate::metric::PUSHES;
use crate::play;
use crate::solve::METHODS;
use crate::words;
use retro::{Manner, Retro};

impl rooms::Makers for Sokoban {
    fn generators() -> &'static [Generator<Self>] {
        GENERATORS
    }

    fn rate(level: &Arc<Level>, task: &Task) -> Option<Box<dyn Run<Option<Rating>>>> {
        Some(crate::rate::start(level, task))
    }

    fn kin(level: &Level) -> Vec<String> {
        doctor::kin(level)
    }
}

pub const GENERATORS: &[Generator<Sokoban>] = &[Generator {
    name: "reverse",
    about: "rooms from templates, played backwards from the solved board to a start far away",
    options: OPTIONS,
    by_grade: [
        "boxes=2,width=7,height=7",
        "boxes=4,pushes=16",
        "boxes=6,pushes=35,width=9,height=9,goals=together",
        "boxes=10,pushes=90,width=14,height=12,goals=together",
    ],
    start,
}];

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::integer("boxes", "number of boxes", 1..=14, 3),
    OptionSpec::integer(
        "pushes",
        "the least number of pushes of the best solution; 0 for two per box",
        0..=500,
        0,
    ),
    OptionSpec::integer("width", "columns at most, walls included", 3..=16, 8),
    OptionSpec::integer("height", "rows at most, walls included", 3..=16, 8),
    OptionSpec::choice(
        "goals",
        "where the goals lie: as it comes, or all together and the boxes far away from them, for long levels that need an order",
        &["anywhere", "together"],
    ),
];

/// The largest room in squares: what the play backwards can number.
const MOST_FLOOR: usize = 120;
/// Nodes that the proof of the least number of pushes may cost where the play backwards gave none. Chosen by hand.
const PROOF_NODES: u64 = 150_000;
/// Nodes for the question whether a box matters.
const MATTER_NODES: u64 = 20_000;
/// Placements of the goals tried in a room, divided by the number of boxes. Chosen by hand.
const GOAL_TRIALS: usize = 18;
/// Starts looked at per placement of the goals.
const CANDIDATES: usize = 24;

/// The walls of a random room of templates with at least so many squares of floor, row by row.
pub fn walls(rng: &mut Rng, size: Size, least: usize) -> Option<Vec<bool>> {
    room::draw(rng, size, least)
}

fn start(wish: &Options, cancel: Cancel) -> Result<Box<dyn Maker<Level>>, Message> {
    let number = |name: &str| wish.integer(name) as usize;
    let boxes = number("boxes");
    let size = Size::new(number("width"), number("height"));
    let pushes = if number("pushes") == 0 { 2 * boxes } else { number("pushes") };
    refuse_impossible(size, boxes, pushes)?;
    let together = wish.choice("goals") == "together";
    Ok(Box::new(Rooms { size, boxes, pushes, together, cancel }))
}

/// A push needs a box, the player behind it and a free square ahead; and no solution without detours
/// meets a position twice, so it has no more pushes than there are positions.
fn refuse_impossible(size: Size, boxes: usize, pushes: usize) -> Result<(), Message> {
    let shape = format!("{}x{}", size.width, size.height);
    let floor = (size.width - 2) * (size.height - 2);
    if floor < boxes + 2 {
        let message = words::NO_ROOM.with("boxes", boxes).with("size", shape);
        return Err(message.with("floor", floor).with("needed", boxes + 2));
    }
    let placements = (0..boxes).fold(1.0, |all, at| all * (floor - at) as f64 / (at + 1) as f64);
    let positions = placements * (floor - boxes) as f64;
    if pushes as f64 > positions {
        let message = words::TOO_MANY_PUSHES.with("pushes", pushes).with("boxes", boxes);
        return Err(message.with("size", shape).with("positions", positions));
    }
    Ok(())
}

struct Rooms {
    size: Size,
    boxes: usize,
    pushes: usize,
    /// Are the goals to lie together, and the boxes far away from them?
    together: bool,
    cancel: Cancel,
}

/// A start with a solution of the least number of pushes, if that is proved.
struct Draft {
    level: Level,
    solution: String,
    figures: Figures,
    optimal: bool,
}

/// What makes a solution worth while.
#[derive(Clone, Debug, Default)]
struct Figures {
    pushes: usize,
    /// How often the player leaves a box for another one.
    changes: usize,
    /// Pushes per box.
    each: Vec<usize>,
}

impl Maker<Level> for Rooms {
    fn attempt(&mut self, _: u64, rng: &mut Rng) -> Attempt<Level> {
        match self.draft(rng) {
            None => Attempt::Nothing,
            Some(draft) if draft.figures.pushes < self.pushes => {
                let found = draft.figures.pushes;
                let what = words::FEWER_PUSHES.with("found", found).with("wanted", self.pushes);
                Attempt::Near(Near { level: draft.level, miss: (self.pushes - found) as u64, what })
            }
            Some(Draft { level, solution, optimal, .. }) => {
                Attempt::Made(vec![Made { level, solution, optimal, unique: false }])
            }
        }
    }
}

impl Rooms {
    /// The best of some placements of the goals in one room.
    fn draft(&self, rng: &mut Rng) -> Option<Draft> {
        let walls = room::draw(rng, self.size, 2 * self.boxes + 4)?;
        let manner = if self.together { Manner::FAR } else { Manner::TANGLED };
        let mut plays = Vec::new();
        for _ in 0..(GOAL_TRIALS / self.boxes).max(1) {
            let Some(solved) = self.with_goals(rng, &walls) else { continue };
            let maze = Maze::new(&solved);
            if maze.count > MOST_FLOOR {
                return None;
            }
            let retro = Retro::play(&maze, manner, &self.cancel)?;
            plays.push((retro.most_worth(self.pushes), solved, maze, retro));
        }
        plays.sort_by_key(|(worth, ..)| std::cmp::Reverse(*worth));
        let starts = plays.iter().flat_map(|play| {
            let best = play.3.best(self.pushes, CANDIDATES);
            best.into_iter().map(move |state| (play, state))
        });
        let mut finished =
            starts.filter_map(|((_, solved, maze, retro), at)| self.finish(rng, solved, maze, retro, at));
        finished.next()
    }

    /// The solved board: every goal with its box.
    fn with_goals(&self, rng: &mut Rng, walls: &[bool]) -> Option<Level> {
        let floor: Vec<usize> = (0..walls.len()).filter(|at| !walls[*at]).collect();
        let mut goals: Vec<usize> = Vec::new();
        let mut patience = 20 * self.boxes;
        while goals.len() < self.boxes {
            patience = patience.checked_sub(1)?;
            let beside = |at: &usize| {
                Dir::ALL.iter().any(|dir| self.size.step(*at, *dir).is_some_and(|to| goals.contains(&to)))
            };
            let near: Vec<usize> = floor.iter().copied().filter(beside).collect();
            let from = if near.is_empty() || !self.together && rng.one_in(3) { &floor } else { &near };
            let goal = *rng.choose(from)?;
            if !goals.contains(&goal) {
                goals.push(goal);
            }
        }
        let mut squares: Vec<Square> =
            walls.iter().map(|wall| if *wall { Square::Wall } else { Square::Floor }).collect();
        for goal in &goals {
            squares[*goal] = Square::CrateOnGoal;
        }
        let player = *floor.iter().find(|at| !goals.contains(at))?;
        Level::new(self.size, squares, player).ok()
    }

    /// Makes a level of a position of the play backwards, if it is a good one.
    fn finish(&self, rng: &mut Rng, solved: &Level, maze: &Maze, retro: &Retro, at: usize) -> Option<Draft> {
        let (boxes, region) = retro.position(maze, at);
        let player = *rng.choose(&region)?;
        let level = solved.with_start(&boxes, player);
        let pushes = retro.solution(at);
        let solution = retro::to_text(&Maze::new(&level), &pushes)?;
        let mut draft =
            Draft { figures: figures(&level, &solution)?, level, solution, optimal: retro.is_exact(at) };
        if !draft.optimal {
            draft.prove()?;
        }
        let whole = draft.figures.each.iter().all(|pushes| *pushes > 0);
        if !whole || draft.figures.changes < self.boxes.min(draft.figures.pushes) {
            return None;
        }
        draft.level = room::trim(&draft.level, &draft.solution)?;
        // A box that is far from all goals costs its way, whatever the others do.
        (self.together || draft.all_boxes_matter()).then_some(draft)
    }
}

impl Draft {
    /// Looks for a shorter solution, or for the proof that there is none. Nothing if the level turns out
    /// to be no level to keep.
    fn prove(&mut self) -> Option<()> {
        match best(&self.level, PROOF_NODES) {
            Some(Verdict::Solved { solution, optimal }) => {
                self.figures = figures(&self.level, &solution)?;
                (self.solution, self.optimal) = (solution, optimal);
                Some(())
            }
            Some(_) => None,
            None => Some(()),
        }
    }

    /// Does the best solution become shorter (or impossible) without any box and its goal?
    fn all_boxes_matter(&self) -> bool {
        let boxes = self.figures.each.len();
        let fewer = (0..boxes).filter_map(|part| doctor::without(&self.level, &[part]));
        fewer.into_iter().all(|level| match best(&level, MATTER_NODES) {
            Some(Verdict::Solved { solution, .. }) => {
                figures(&level, &solution).is_some_and(|figures| figures.pushes < self.figures.pushes)
            }
            _ => true,
        })
    }
}

/// What the push-optimal search says within so many nodes.
fn best(level: &Level, nodes: u64) -> Option<Verdict> {
    let method = METHODS.iter().find(|method| method.name == "push-optimal")?;
    let task = Task { metric: PUSHES, options: Options::defaults(method.options), ..Task::default() };
    let mut run: Box<dyn Run> = (method.start)(&Arc::new(level.clone()), &task);
    match run.advance(nodes) {
        Step::Done(verdict) => Some(verdict),
        Step::Running => None,
    }
}

/// Counts along a solution.
fn figures(level: &Level, solution: &str) -> Option<Figures> {
    let mut position = play::start(level);
    let mut figures = Figures { each: vec![0; position.boxes.len()], ..Figures::default() };
    let mut last = None;
    for step in play::parse(solution).ok()? {
        let before = position.boxes.clone();
        play::apply(level, &mut position, step).ok()?;
        let Some(which) = (0..before.len()).find(|which| before[*which] != position.boxes[*which]) else {
            continue;
        };
        figures.pushes += 1;
        figures.each[which] += 1;
        figures.changes += usize::from(last.is_some_and(|last| last != which));
        last = Some(which);
    }
    Some(figures)
}
