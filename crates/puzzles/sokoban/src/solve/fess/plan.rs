//! The packing plan: in which order boxes go to which squares, and where some are parked meanwhile.
//!
//! It counts how far a position has come along it, which a mere order of the goals cannot: a parked box
//! counts until the plan takes it away again. And it tells, for each stage, the squares a box must have
//! left because the boxes placed next would shut it off from everything still to be filled. This is
//! advice only: nothing is pruned by it.

use crate::board::boxway::{BoxWays, NEVER, Way};
use crate::board::maze::Maze;
use crate::board::{Square, put};
use crate::solve::packing::Packing;

/// Where the box of a step comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It stands there from the start.
    Start,
    /// Any box from outside will do.
    Anywhere,
    /// It was parked on this square.
    Parked(Square),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub from: Source,
    pub to: Square,
    /// The later step that takes the box away again, if it is only parked.
    pub until: Option<usize>,
}

#[derive(Debug, Default)]
pub struct Plan {
    /// In place of steps: layers of goals, any order within a layer.
    layers: Option<Packing>,
    steps: Vec<Step>,
    /// Steps that are boxes already there at the start; they come first.
    starts: usize,
    /// For each number of steps done, the squares that boxes must have left.
    zones: Vec<Vec<bool>>,
    /// How far each square is from these, in pushes out of them.
    far: Vec<Vec<u16>>,
}

impl Plan {
    /// A plan from pulls: the boxes left at the end of them, and the pulls (from, to), the first pull
    /// first; a pull to nowhere takes a box off the board.
    pub fn from_pulls(maze: &Maze, left: &[Square], pulls: &[(Square, Option<Square>)]) -> Self {
        let start = left.iter().map(|square| (Source::Start, *square));
        let back =
            pulls.iter().rev().map(|(goal, end)| (end.map_or(Source::Anywhere, Source::Parked), *goal));
        let mut steps: Vec<Step> =
            start.chain(back).map(|(from, to)| Step { from, to, until: None }).collect();
        merge(&mut steps);
        if left.len() == maze.boxes.len() {
            keep_places(&mut steps);
        }
        steps.sort_by_key(|step| !(step.from == Source::Start && step.until.is_none()));
        link(&mut steps);
        let starts = steps.iter().filter(|step| step.from == Source::Start).count();
        let mut plan = Plan { layers: None, steps, starts, zones: Vec::new(), far: Vec::new() };
        plan.make_zones(maze);
        plan
    }

    /// A plan that only counts goals filled layer by layer.
    pub fn from_layers(maze: &Maze) -> Self {
        let stages = maze.goals.len() + 1;
        let (zones, far) =
            (vec![vec![false; maze.count + 1]; stages], vec![vec![NEVER; maze.count + 1]; stages]);
        Plan { layers: Some(Packing::new(maze)), zones, far, ..Plan::default() }
    }

    /// No plan: a single stage without steps, and squares of which none must be left.
    pub fn empty(maze: &Maze) -> Self {
        let (zones, far) = (vec![vec![false; maze.count + 1]], vec![vec![NEVER; maze.count + 1]]);
        Plan { zones, far, ..Plan::default() }
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The layers of goals that are counted in place of steps.
    pub fn layers(&self) -> &[Vec<Square>] {
        self.layers.as_ref().map_or(&[], Packing::layers)
    }

    /// How many steps of the plan are done.
    pub fn done(&self, occupied: &[bool]) -> u16 {
        if let Some(layers) = &self.layers {
            return layers.packed(occupied);
        }
        let there = |step: &Step| occupied[usize::from(step.to)];
        let (starts, rest) = self.steps.split_at(self.starts);
        let fixed = |step: &&Step| step.until.is_none();
        if !starts.iter().filter(fixed).all(there) {
            return starts.iter().filter(fixed).filter(|step| there(step)).count() as u16;
        }
        let mut done = self.steps.len();
        for (index, step) in rest.iter().enumerate().rev() {
            if !there(step) && step.until.is_none_or(|until| until >= done) {
                done = self.starts + index;
            }
        }
        let missing = |step: &&Step| !there(step) && step.until.is_none_or(|until| until >= done);
        (done - starts.iter().filter(missing).count()) as u16
    }

    /// How many stages there are: one more than steps.
    pub fn stages(&self) -> usize {
        self.zones.len()
    }

    /// After so many; nothing when the plan is carried out.
    pub fn next_step(&self, done: u16) -> Option<Step> {
        self.steps.get(usize::from(done)).copied()
    }

    /// Marks the squares whose boxes stand right at this stage.
    pub fn mark_placed(&self, done: u16, placed: &mut [bool]) {
        placed.fill(false);
        let done = usize::from(done);
        let stands = |step: &&Step| step.until.is_none_or(|until| until >= done);
        for step in self.steps[..done].iter().filter(stands) {
            placed[usize::from(step.to)] = true;
        }
    }

    /// The square to be filled next.
    pub fn next_square(&self, done: u16) -> Option<Square> {
        self.steps.get(usize::from(done)).map(|step| step.to)
    }

    /// Squares that boxes must have left at this stage.
    pub fn zone(&self, done: u16) -> &[bool] {
        &self.zones[usize::from(done)]
    }

    /// How far each square is from the squares that must be left.
    pub fn far(&self, done: u16) -> &[u16] {
        &self.far[usize::from(done)]
    }

    fn make_zones(&mut self, maze: &Maze) {
        let live: Vec<bool> = maze.dead_squares().iter().map(|dead| !dead).collect();
        let mut ways = BoxWays::new(maze);
        let count = self.steps.len();
        let mut zones: Vec<Vec<bool>> =
            (0..count).map(|step| self.zone_of(maze, &mut ways, &live, step)).collect();
        // A box must leave before the step that shuts it in.
        shift_zones(&mut zones);
        zones.push(vec![false; maze.count + 1]);
        self.far = (0..=count).map(|step| self.far_of(maze, &mut ways, &zones[step], step)).collect();
        self.zones = zones;
    }

    /// Squares from which, once this step is made, a box can reach no later square of the plan.
    fn zone_of(&self, maze: &Maze, ways: &mut BoxWays, live: &[bool], step: usize) -> Vec<bool> {
        let mut occupied = maze.empty();
        let placed: Vec<Square> =
            self.steps[..=step].iter().filter(|step| step.until.is_none()).map(|step| step.to).collect();
        put(&mut occupied, &placed, true);
        let later: Vec<Square> = self.steps[step + 1..].iter().map(|step| step.to).collect();
        if later.is_empty() {
            return vec![false; maze.count + 1];
        }
        ways.wall(maze, &occupied);
        let far = ways.spread(maze, &occupied, &later, Way::Pull);
        (0..=maze.count).map(|at| live[at] && !occupied[at] && far[at] == NEVER).collect()
    }

    fn far_of(&self, maze: &Maze, ways: &mut BoxWays, zone: &[bool], done: usize) -> Vec<u16> {
        let mut occupied = maze.empty();
        let stands = |step: &&Step| step.until.is_none_or(|until| until >= done);
        let parked: Vec<Square> =
            self.steps[..done.max(self.starts)].iter().filter(stands).map(|step| step.to).collect();
        put(&mut occupied, &parked, true);
        let squares: Vec<Square> = maze.squares().filter(|square| zone[usize::from(*square)]).collect();
        ways.wall(maze, &occupied);
        ways.spread(maze, &occupied, &squares, Way::Push).to_vec()
    }

    pub fn bytes(&self) -> u64 {
        let tables: usize = self.zones.iter().map(Vec::len).sum::<usize>() * 3;
        (tables + self.steps.len() * size_of::<Step>()) as u64
    }
}

/// Gives each stage the zone of the next stage with another zone.
fn shift_zones(zones: &mut [Vec<bool>]) {
    for step in 0..zones.len() {
        let next = (step + 1..zones.len()).find(|later| zones[*later] != zones[step]);
        // The last zone is empty: nothing is left to be filled then.
        if let Some(next) = next.filter(|next| *next + 1 < zones.len()) {
            let zone = zones[next].clone();
            zones[step] = zone;
        }
    }
}

/// Joins a move a-b followed at once by b-c, and drops moves that end where they began.
fn merge(steps: &mut Vec<Step>) {
    let mut at = 0;
    while at < steps.len() {
        let step = steps[at];
        let next = steps.get(at + 1).copied();
        if step.from == Source::Parked(step.to) {
            steps.remove(at);
            at = at.saturating_sub(1);
        } else if step.from != Source::Start && next.is_some_and(|next| next.from == Source::Parked(step.to))
        {
            steps[at].to = steps[at + 1].to;
            steps.remove(at + 1);
            at = at.saturating_sub(1);
        } else {
            at += 1;
        }
    }
    link(steps);
}

/// Finds for each step the later one that takes its box away.
fn link(steps: &mut [Step]) {
    for at in 0..steps.len() {
        let to = steps[at].to;
        let later = steps[at + 1..].iter().position(|later| later.from == Source::Parked(to));
        steps[at].until = later.map(|later| at + 1 + later);
    }
}

/// Where no box could be taken off, only the last places count, in their order.
fn keep_places(steps: &mut Vec<Step>) {
    steps.retain(|step| step.until.is_none());
    for step in steps.iter_mut().filter(|step| step.from != Source::Start) {
        step.from = Source::Anywhere;
    }
}
