//! Sokoban as a plan of fixed length, 0/1. P(square,t) is where the player is after t moves, B(square,t)
//! where boxes are, U(square,d,t) says that move t pushes a box into a square in direction d. The player
//! steps to a neighbour each time; a box stays unless the player steps onto its square, and stands in a new
//! square only if it is pushed there. Dead squares hold no box.
//!
//! The plan grows move by move with the goal assumed, so that the first success is the least number of
//! moves. Only tiny levels are within reach: a level of 60 squares and 60 moves is a model of some ten
//! thousand variables, and every push multiplies the ways to get there.

mod hand;

use std::sync::Arc;

use ingenio_core::{Dir, Guarantee, Message, OptionSpec, Task};
use ingenio_model::{
    Assignment, Capability, Constraint, Decoded, FamilyId, Formulation, GroupId, Horizon, Lit, Model,
    Modelled, Next, Problem, Size, Var, periods_option,
};

use crate::Sokoban;
use crate::board::maze::Maze;
use crate::board::{DIRS, Square};
use crate::level::Level;
use crate::metric::MOVES;
use crate::play::{Step, to_text};
use crate::words;

const PERIODS: OptionSpec = periods_option("so many moves and no others; 0 looks for the fewest", 10_000);

/// Larger levels make models that no engine solves in a lifetime.
const MOST_SQUARES: usize = 120;

/// The table of formulations.
pub const FORMULATIONS: &[Formulation<Sokoban>] = &[Formulation {
    name: "plan",
    about: "0/1 positions of player and boxes after every move, for tiny levels; the plan grows until it is long enough",
    guarantee: Guarantee::OptimalIfSolvable,
    metrics: &[MOVES],
    options: &[PERIODS],
    engines: &[Capability::Clauses, Capability::Linear, Capability::Domains],
    fits: small,
    open: |level, task| Box::new(Plan::new(level, task)),
    by_hand: &[("opl", hand::opl), ("minizinc", hand::minizinc), ("pddl", hand::pddl)],
}];

impl Modelled for Sokoban {
    fn formulations() -> &'static [Formulation<Self>] {
        FORMULATIONS
    }

    fn plan(_: &Level, actions: &[Vec<String>]) -> Option<String> {
        hand::plan(actions)
    }
}

fn small(level: &Level) -> Result<(), Message> {
    let squares = Maze::new(level).count;
    if squares <= MOST_SQUARES {
        return Ok(());
    }
    Err(words::PLAN_TOO_LARGE.with("most", MOST_SQUARES).with("squares", squares))
}

struct Plan {
    maze: Maze,
    dead: Vec<bool>,
    horizon: Horizon,
    names: Option<Names>,
    /// By time and square.
    player: Vec<Vec<Var>>,
    /// By time and square; none where a box would be lost.
    boxes: Vec<Vec<Option<Var>>>,
    /// By time from 1.
    pushes: Vec<Vec<Var>>,
}

#[derive(Clone, Copy)]
struct Names {
    player: FamilyId,
    boxes: FamilyId,
    pushes: FamilyId,
    start: GroupId,
    one_player: GroupId,
    apart: GroupId,
    walk: GroupId,
    stays: GroupId,
    pushed: GroupId,
    arrives: GroupId,
    means: GroupId,
    shorter: GroupId,
}

impl Plan {
    fn new(level: &Arc<Level>, task: &Task) -> Self {
        let maze = Maze::new(level);
        let dead = maze.dead_squares();
        Plan {
            maze,
            dead,
            horizon: Horizon::new(task, 0, 1),
            names: None,
            player: Vec::new(),
            boxes: Vec::new(),
            pushes: vec![Vec::new()],
        }
    }

    fn declare(&mut self, model: &mut Model) -> Names {
        if let Some(names) = self.names {
            return names;
        }
        let names = Names {
            player: model.family("P", &["square", "time"], "1 if the player is here after so many moves"),
            boxes: model.family("B", &["square", "time"], "1 if a box is here after so many moves"),
            pushes: model.family(
                "U",
                &["square", "direction", "time"],
                "1 if this move pushes a box into the square",
            ),
            start: model.group("start", "everything begins where the level says"),
            one_player: model.group("one-player", "the player is on one square"),
            apart: model.group("apart", "the player is not where a box is"),
            walk: model.group("walk", "the player steps to a neighbour"),
            stays: model.group("stays", "a box stays unless the player steps onto its square"),
            pushed: model.group("pushed", "who steps onto a box pushes it"),
            arrives: model.group("arrives", "a box comes to a square only by a push"),
            means: model.group("means", "what a push means for player and box"),
            shorter: model.group("shorter", "the level is not solved earlier: that was tried"),
        };
        self.names = Some(names);
        names
    }

    fn layer(&mut self, model: &mut Model, names: Names) {
        let time = self.player.len();
        let player: Vec<Var> = self
            .maze
            .squares()
            .map(|square| model.binary(names.player, &[number(square), time as i32]))
            .collect();
        let boxes: Vec<Option<Var>> = self
            .maze
            .squares()
            .map(|square| {
                let alive = !self.dead[usize::from(square)];
                alive.then(|| model.binary(names.boxes, &[number(square), time as i32]))
            })
            .collect();
        model.add(names.one_player, Constraint::ExactlyOne(player.iter().map(|var| var.on()).collect()));
        for (here, crated) in player.iter().zip(&boxes) {
            if let Some(crated) = crated {
                model.clause(names.apart, &[here.off(), crated.off()]);
            }
        }
        self.player.push(player);
        self.boxes.push(boxes);
        if time > 0 {
            self.moves(model, names, time);
        } else {
            self.start(model, names);
        }
    }

    fn start(&self, model: &mut Model, names: Names) {
        model.clause(names.start, &[self.player[0][usize::from(self.maze.player)].on()]);
        for square in self.maze.squares() {
            let there = self.maze.boxes.contains(&square);
            match self.boxes[0][usize::from(square)] {
                Some(var) => model.clause(names.start, &[if there { var.on() } else { var.off() }]),
                // A box that is lost from the start: nothing satisfies this.
                None if there => model.clause(names.start, &[]),
                None => {}
            }
        }
    }

    fn moves(&mut self, model: &mut Model, names: Names, time: usize) {
        let mut pushes = Vec::new();
        for square in self.maze.squares() {
            let at = usize::from(square);
            let near: Vec<Lit> = DIRS
                .iter()
                .map(|dir| self.maze.next(square, *dir))
                .filter(|next| !self.maze.is_wall(*next))
                .map(|next| self.player[time][usize::from(next)].on())
                .collect();
            model.clause(names.walk, &[&[self.player[time - 1][at].off()], &near[..]].concat());
            if let (Some(before), Some(after)) = (self.boxes[time - 1][at], self.boxes[time][at]) {
                model.clause(names.stays, &[before.off(), self.player[time][at].on(), after.on()]);
                let arriving = self.pushes_into(model, names, square, time, &mut pushes);
                let mut clause = vec![before.on(), after.off()];
                clause.extend(arriving.iter().map(|var| var.on()));
                model.clause(names.arrives, &clause);
            }
        }
        self.forbid_pushes(model, names, time);
        self.pushes.push(pushes);
    }

    /// The pushes into a square, with what they mean.
    fn pushes_into(
        &self,
        model: &mut Model,
        names: Names,
        square: Square,
        time: usize,
        pushes: &mut Vec<Var>,
    ) -> Vec<Var> {
        let mut arriving = Vec::new();
        for dir in DIRS {
            let Some((from, behind)) = self.behind(square, dir) else { continue };
            let Some(crated) = self.boxes[time - 1][from] else { continue };
            let push = model.binary(names.pushes, &[number(square), dir as i32 + 1, time as i32]);
            let (stood, steps) = (self.player[time - 1][behind], self.player[time][from]);
            let (free, lands) =
                (self.boxes[time - 1][usize::from(square)], self.boxes[time][usize::from(square)]);
            for lit in [stood.on(), steps.on(), crated.on()]
                .into_iter()
                .chain(free.map(Var::off))
                .chain(lands.map(Var::on))
            {
                model.clause(names.means, &[push.off(), lit]);
            }
            model.clause(names.pushed, &[stood.off(), steps.off(), crated.off(), push.on()]);
            arriving.push(push);
            pushes.push(push);
        }
        arriving
    }

    /// The two squares behind a square, seen in a direction of pushing.
    fn behind(&self, square: Square, dir: usize) -> Option<(usize, usize)> {
        let back = crate::board::opposite(dir);
        let from = self.maze.next(square, back);
        let behind = self.maze.next(from, back);
        (!self.maze.is_wall(from) && !self.maze.is_wall(behind))
            .then_some((usize::from(from), usize::from(behind)))
    }

    /// Nobody steps onto a box that has nowhere to go.
    fn forbid_pushes(&self, model: &mut Model, names: Names, time: usize) {
        for square in self.maze.squares() {
            for dir in DIRS {
                let onto = self.maze.next(square, dir);
                if self.maze.is_wall(onto) {
                    continue;
                }
                let beyond = self.maze.next(onto, dir);
                let Some(crated) = self.boxes[time - 1][usize::from(onto)] else { continue };
                if self.maze.is_wall(beyond) || self.dead[usize::from(beyond)] {
                    let (stood, steps) =
                        (self.player[time - 1][usize::from(square)], self.player[time][usize::from(onto)]);
                    model.clause(names.pushed, &[stood.off(), steps.off(), crated.off()]);
                }
            }
        }
    }
}

/// The number of a square in names.
fn number(square: Square) -> i32 {
    i32::from(square) + 1
}

impl Problem for Plan {
    fn size(&self, stage: u32) -> Size {
        let layers = u64::from(self.horizon.at(stage)) + 1;
        let squares = self.maze.count as u64;
        let layer = Size::new(6 * squares, 2 + 32 * squares, 2 + 90 * squares);
        layer * layers + Size::new(0, squares + 1, squares + 1)
    }

    fn grow(&mut self, stage: u32, model: &mut Model) {
        let names = self.declare(model);
        while self.player.len() <= self.horizon.last_layer(stage) {
            self.layer(model, names);
        }
        if self.horizon.is_fixed() {
            let group = model.group("goal", "every goal holds a box in the end");
            self.assumed(stage).into_iter().for_each(|lit| model.clause(group, &[lit]));
        }
    }

    fn assumed(&self, stage: u32) -> Vec<Lit> {
        let last = &self.boxes[self.horizon.last_layer(stage)];
        let goals = self.maze.goals.iter().filter_map(|goal| last[usize::from(*goal)]);
        // Where goals outnumber the boxes, all boxes are on some of them.
        if self.maze.goals.len() == self.maze.boxes.len() {
            return goals.map(Var::on).collect();
        }
        let others = self.maze.squares().filter(|square| !self.maze.is_goal[usize::from(*square)]);
        others.filter_map(|square| last[usize::from(square)]).map(Var::off).collect()
    }

    fn infeasible(&mut self, stage: u32, model: &mut Model) -> Next {
        if self.maze.boxes.iter().any(|square| self.dead[usize::from(*square)]) {
            return Next::Unsolvable(words::EXHAUSTED.say());
        }
        if self.horizon.is_fixed() {
            return Next::GiveUp;
        }
        let names = self.declare(model);
        let not_yet: Vec<Lit> = self.assumed(stage).into_iter().map(|lit| !lit).collect();
        model.clause(names.shorter, &not_yet);
        Next::Grow
    }

    fn decode(&mut self, stage: u32, _: &mut Model, values: &Assignment, _: bool) -> Decoded {
        let at = |time: usize| {
            let place = self.player[time].iter().position(|var| values.is_on(*var));
            place.expect("the player is somewhere") as Square
        };
        let crated = |time: usize, square: Square| {
            self.boxes[time][usize::from(square)].is_some_and(|var| values.is_on(var))
        };
        let step = |time: usize| {
            let (from, to) = (at(time - 1), at(time));
            let dir = DIRS.into_iter().find(|dir| self.maze.next(from, *dir) == to);
            let dir = Dir::ALL[dir.expect("the player steps to a neighbour")];
            Step { dir, push: crated(time - 1, to) }
        };
        let steps: Vec<Step> = (1..=self.horizon.last_layer(stage)).map(step).collect();
        Decoded::Solution { text: to_text(&steps), optimal: !self.horizon.is_fixed() }
    }

    fn periods(&self, stage: u32) -> Option<u32> {
        Some(self.horizon.at(stage))
    }

    fn bound(&self, stage: u32, _: Option<i64>) -> Option<u64> {
        self.horizon.bound(stage)
    }
}
