//! The fewest moves from both ends: one step of the player after the other from the start, and back from the
//! solved board by pulls, until a position has been seen from both.
//!
//! A layer holds all positions so many steps from its end. Positions with the same boxes are one entry, the
//! player's squares being bits of it: walks cost next to nothing, and so does a position (see `boxsets`).
//! The layer that is next is taken on the side where fewer entries wait. When all positions within f steps
//! of the start and within b steps of the end are known and none is in both, a solution has more than f + b
//! steps; so the first meeting makes a shortest one. If a side has nothing left, there is no solution.
//! For small boards only: where the bound of `exact` says more than the number of positions, that is better.

use ingenio_core::{Focus, InHand, Limit, Progress, Run, Step, Verdict, step_by_step};

use super::boxsets::{Bits, BoxSets, Entry, MOST_SQUARES, NO_PARENT, Side, bit, next_capacity, squares};
use super::exact::start_dead;
use super::guard::Rules;
use super::pool::Full;
use super::script::{self, Push};
use super::sieve::Sieve;
use crate::board::maze::Maze;
use crate::board::reach::Walk;
use crate::board::{DIRS, Square, opposite, put};
use crate::words;

/// The most sets of boxes that a level may have for this search, whether or not they come up.
/// Chosen by hand.
const MOST_SETS: f64 = 1e9;

/// Entries that are taken at once. Chosen by hand.
const BATCH: usize = 32;

/// Squares of the player that come into a set of boxes at once.
#[derive(Clone, Copy, Debug)]
struct Open {
    set: u32,
    player: Bits,
}

/// A position after a push or a pull from a set.
#[derive(Clone, Copy, Debug)]
struct Child {
    boxes: Bits,
    parent: u32,
    player: Square,
}

/// A set and a square of the player where the two sides meet.
type Meeting = (u32, Square);

pub struct Meet {
    maze: Maze,
    /// Where a box may stand: dead from no side.
    places: Bits,
    /// The neighbours of each square.
    near: Vec<Bits>,
    sieve: Sieve,
    sets: BoxSets,
    /// The layer in hand of each side, and the one after it.
    layers: [Vec<Open>; 2],
    next: [Vec<Open>; 2],
    side: Side,
    /// The next entry of the layer in hand.
    at: usize,
    /// The positions after the pushes of a batch.
    children: Vec<Child>,
    /// Steps from each end within which all positions are known.
    steps: [u32; 2],
    nodes: u64,
    generated: u64,
    /// Work of a batch that is not done yet.
    saved: usize,
    end: Option<Verdict>,
}

impl Meet {
    /// Is this the search for a level? Its boxes can stand in few enough ways, and start and end are among
    /// them.
    pub fn fits(maze: &Maze, rules: Rules) -> bool {
        if maze.count > MOST_SQUARES || maze.boxes.len() != maze.goals.len() {
            return false;
        }
        let places = places(maze, &Sieve::new(maze, rules));
        let stands = |square: &Square| places & bit(*square) != 0;
        let ways = ways(places.count_ones() as usize, maze.boxes.len());
        ways <= MOST_SETS && maze.boxes.iter().chain(&maze.goals).all(stands)
    }

    pub fn new(maze: Maze, rules: Rules, memory: u64) -> Self {
        let sieve = Sieve::new(&maze, rules);
        let near = |square: Square| {
            let next = DIRS.map(|dir| maze.next(square, dir));
            next.into_iter().filter(|next| !maze.is_wall(*next)).fold(0, |bits, next| bits | bit(next))
        };
        let mut meet = Meet {
            places: places(&maze, &sieve),
            near: maze.squares().map(near).collect(),
            sieve,
            sets: BoxSets::new(memory),
            layers: [Vec::new(), Vec::new()],
            next: [Vec::new(), Vec::new()],
            side: Side::Start,
            at: 0,
            children: Vec::new(),
            steps: [0; 2],
            nodes: 0,
            generated: 0,
            saved: 0,
            end: None,
            maze,
        };
        meet.begin();
        meet
    }

    fn begin(&mut self) {
        if self.maze.solved(&self.maze.boxes) {
            self.end = Some(Verdict::Solved { solution: String::new(), optimal: true });
            return;
        }
        let set_of = |squares: &[Square]| squares.iter().fold(0, |bits, square| bits | bit(*square));
        let (start, solved) = (set_of(&self.maze.boxes), set_of(&self.maze.goals));
        let floor = self.maze.squares().fold(0, |bits, square| bits | bit(square));
        let ends = squares(floor & !solved).filter(|square| self.near[usize::from(*square)] & solved != 0);
        let ends: Vec<Square> = ends.collect();
        let player = self.maze.player;
        let begun = self.enter(Side::Start, (start, NO_PARENT), player);
        let begun = begun.and_then(|_| {
            ends.into_iter().try_for_each(|end| self.enter(Side::End, (solved, NO_PARENT), end).map(|_| ()))
        });
        if begun.is_err() {
            // Whatever is not lined up for want of room proves nothing.
            return self.stop();
        }
        std::mem::swap(&mut self.layers, &mut self.next);
        if self.layers[Side::End as usize].is_empty() {
            self.end = Some(Verdict::Unsolvable { reason: start_dead(words::NO_MATCH.say()) });
        }
    }

    fn stop(&mut self) {
        self.end = Some(Verdict::Stopped { limit: Limit::Memory });
    }

    /// The player on a square with these boxes, come from another set; the set if the two sides meet there.
    fn enter(
        &mut self,
        side: Side,
        (boxes, parent): (Bits, u32),
        player: Square,
    ) -> Result<Option<u32>, Full> {
        let (set, fresh) = self.sets.number(boxes)?;
        let looked = fresh && parent != NO_PARENT && self.drops(side, (set, parent), player);
        let known = self.sets.set_mut(set);
        known.doubtful[side as usize] |= looked;
        let (doubtful, seen) = (known.doubtful[side as usize], known.seen[side as usize] & bit(player) != 0);
        known.seen[side as usize] |= bit(player);
        let meets = known.seen[side.other() as usize] & bit(player) != 0;
        if seen || looked || doubtful && self.drops(side, (set, parent), player) {
            return Ok(None);
        }
        let steps = self.steps[side as usize] + u32::from(parent != NO_PARENT);
        self.sets.log(side, Entry { set, parent, steps, player })?;
        self.line_up(side, Open { set, player: bit(player) })?;
        Ok(meets.then_some(set))
    }

    /// Is a position of no use to a side?
    fn drops(&mut self, side: Side, (set, parent): (u32, u32), player: Square) -> bool {
        let (boxes, before) = (self.sets.set(set).boxes, self.sets.set(parent).boxes);
        let moved = squares(boxes & !before).next();
        moved.is_some_and(|moved| self.sieve.drops(&self.maze, side, boxes, moved, player))
    }

    fn line_up(&mut self, side: Side, open: Open) -> Result<(), Full> {
        let list = &mut self.next[side as usize];
        if list.len() == list.capacity() {
            let wanted = next_capacity(list.capacity());
            if !self.sets.allows((wanted * size_of::<Open>()) as u64) {
                return Err(Full);
            }
            list.reserve_exact(wanted - list.len());
            self.count_bytes();
        }
        self.next[side as usize].push(open);
        Ok(())
    }

    fn count_bytes(&mut self) {
        let lists = self.layers.iter().chain(&self.next).map(Vec::capacity).sum::<usize>();
        self.sets.others = (lists * size_of::<Open>()) as u64 + self.sieve.bytes();
    }

    /// One entry of the layer in hand, or a step on a table. Entries are saved up and made some at once: memory
    /// is much faster then.
    fn work(&mut self) {
        let sets = &mut self.sets;
        if self.saved == 0 && self.sieve.build(&self.maze, self.nodes, |bytes| sets.allows(bytes)) {
            return self.count_bytes();
        }
        let layer = &self.layers[self.side as usize];
        let to = layer.len().min(self.at + BATCH);
        if self.at == to {
            return self.end_layer();
        }
        self.nodes += 1;
        self.saved += 1;
        if self.at + self.saved < to {
            return;
        }
        self.saved = 0;
        let from = std::mem::replace(&mut self.at, to);
        match self.expand_all(from, to) {
            Ok(None) => {}
            Ok(Some((set, player))) => self.end = Some(self.solved(set, player)),
            Err(Full) => self.stop(),
        }
    }

    /// Makes every step from some entries of the layer in hand; where the two sides meet, if they do.
    fn expand_all(&mut self, from: usize, to: usize) -> Result<Option<Meeting>, Full> {
        self.children.clear();
        let layer = &self.layers[self.side as usize][from..to];
        std::hint::black_box(layer.iter().fold(0, |sum, open| sum ^ self.sets.set(open.set).boxes));
        for at in from..to {
            if let Some(met) = self.walk(self.layers[self.side as usize][at])? {
                return Ok(Some(met));
            }
        }
        self.sets.fetch(self.children.iter().map(|child| child.boxes));
        self.generated += self.children.len() as u64;
        for at in 0..self.children.len() {
            let Child { boxes, parent, player } = self.children[at];
            if let Some(set) = self.enter(self.side, (boxes, parent), player)? {
                return Ok(Some((set, player)));
            }
        }
        Ok(None)
    }

    /// All positions one step further are known now.
    fn end_layer(&mut self) {
        let side = self.side as usize;
        self.steps[side] += 1;
        self.layers[side].clear();
        let (layers, next) = (&mut self.layers[side], &mut self.next[side]);
        std::mem::swap(layers, next);
        if layers.is_empty() {
            self.end = Some(Verdict::Unsolvable { reason: words::EXHAUSTED.say() });
        }
        let waiting = |side: Side| self.layers[side as usize].len();
        self.side = if waiting(Side::Start) <= waiting(Side::End) { Side::Start } else { Side::End };
        self.at = 0;
    }

    /// Makes every step from some squares that moves no box, and lists those that do.
    fn walk(&mut self, open: Open) -> Result<Option<Meeting>, Full> {
        let side = self.side;
        let known = self.sets.set_mut(open.set);
        let boxes = known.boxes;
        let near = squares(open.player).fold(0, |bits, square| bits | self.near[usize::from(square)]);
        let walked = near & !boxes & !known.seen[side as usize];
        known.seen[side as usize] |= walked;
        let met = walked & known.seen[side.other() as usize];
        if let Some(player) = squares(met).next() {
            return Ok(Some((open.set, player)));
        }
        if walked != 0 {
            self.line_up(side, Open { set: open.set, player: walked })?;
        }
        if near & boxes != 0 {
            for square in squares(open.player) {
                self.list_pushes(side, (open.set, boxes), square);
            }
        }
        Ok(None)
    }

    /// Lists the positions after the pushes, or pulls, from a square.
    fn list_pushes(&mut self, side: Side, (parent, boxes): (u32, Bits), square: Square) {
        if self.near[usize::from(square)] & boxes == 0 {
            return;
        }
        for dir in DIRS {
            let shifted = self.shift(side, boxes, square, dir);
            self.children.extend(shifted.map(|(boxes, player)| Child { boxes, parent, player }));
        }
    }

    /// The boxes and the player after a push in a direction, or after a pull where the search goes back.
    fn shift(&self, side: Side, boxes: Bits, player: Square, dir: usize) -> Option<(Bits, Square)> {
        let ahead = self.maze.next(player, dir);
        let (from, to) = match side {
            Side::Start => (ahead, self.maze.next(ahead, dir)),
            Side::End => (self.maze.next(player, opposite(dir)), player),
        };
        let holds = |square: Square| !self.maze.is_wall(square) && boxes & bit(square) != 0;
        let free = |square: Square| !self.maze.is_wall(square) && boxes & bit(square) == 0;
        let goes =
            holds(from) && free(to) && self.places & bit(to) != 0 && (side == Side::Start || free(ahead));
        goes.then(|| (boxes & !bit(from) | bit(to), ahead))
    }

    fn solved(&self, set: u32, player: Square) -> Verdict {
        let start = self.side == Side::Start;
        let known = |side: Side| self.steps[side as usize] + u32::from((side == Side::Start) == start);
        let mut pushes = self.way(Side::Start, (set, player, known(Side::Start)));
        pushes.reverse();
        pushes.extend(self.way(Side::End, (set, player, known(Side::End))));
        let solution = script::to_text(&self.maze, &pushes).expect("what was logged can be replayed");
        Verdict::Solved { solution, optimal: true }
    }

    /// The pushes between a position so many steps from an end and that end, the nearest to the position first.
    /// The log is in order of steps, so it is read backwards once.
    fn way(&self, side: Side, (mut set, mut player, mut steps): (u32, Square, u32)) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut walk = Walk::new(&self.maze);
        let mut occupied = self.maze.empty();
        self.flood(&mut walk, &mut occupied, set, player);
        for entry in self.sets.logs[side as usize].iter().rev() {
            let far = if entry.set == set { walk.to(entry.player) } else { Walk::FAR };
            if far == Walk::FAR || entry.steps + u32::from(far) != steps {
                continue;
            }
            if entry.parent == NO_PARENT {
                break;
            }
            let Some(push) = self.push_between(side, entry) else { break };
            pushes.push(push);
            player = match side {
                Side::Start => self.maze.next(push.from, opposite(push.dir)),
                Side::End => push.from,
            };
            (set, steps) = (entry.parent, entry.steps - 1);
            self.flood(&mut walk, &mut occupied, set, player);
        }
        pushes
    }

    fn flood(&self, walk: &mut Walk, occupied: &mut [bool], set: u32, player: Square) {
        let boxes: Vec<Square> = squares(self.sets.set(set).boxes).collect();
        put(occupied, &boxes, true);
        walk.flood(&self.maze, occupied, player);
        put(occupied, &boxes, false);
    }

    /// The push of an entry of the log; that of a pull is the one that undoes it.
    fn push_between(&self, side: Side, entry: &Entry) -> Option<Push> {
        let (parent, child) = (self.sets.set(entry.parent).boxes, self.sets.set(entry.set).boxes);
        let (before, after) = if side == Side::Start { (parent, child) } else { (child, parent) };
        let (from, to) = (squares(before & !after).next()?, squares(after & !before).next()?);
        let dir = DIRS.into_iter().find(|dir| self.maze.next(from, *dir) == to)?;
        Some(Push { from, dir })
    }
}

/// Squares where a box can stand on a way from its start to a goal.
fn places(maze: &Maze, sieve: &Sieve) -> Bits {
    maze.squares().filter(|square| sieve.is_place(*square)).fold(0, |bits, square| bits | bit(square))
}

/// In how many ways boxes can stand on so many squares.
fn ways(squares: usize, boxes: usize) -> f64 {
    (0..boxes).fold(1.0, |ways, at| ways * squares.saturating_sub(at) as f64 / (at + 1) as f64)
}

impl Run for Meet {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, |run| run.end.clone(), Self::work)
    }

    fn progress(&self) -> Progress {
        let bound = u64::from(self.steps[0] + self.steps[1]) + 1;
        Progress {
            nodes: self.nodes,
            generated: self.generated,
            bound: Some(bound),
            memory: self.sets.bytes(),
            peak: self.sets.peak(),
            ..Progress::default()
        }
    }

    fn found(&self) -> InHand {
        InHand::default()
    }

    /// The position that was reached last from the start.
    fn focus(&self) -> Option<Focus> {
        let last = self.sets.logs[Side::Start as usize].last()?;
        let mut pushes = self.way(Side::Start, (last.set, last.player, last.steps));
        pushes.reverse();
        let cost = u64::from(last.steps);
        Some(Focus { moves: script::to_text(&self.maze, &pushes)?, cost, estimate: None, notes: Vec::new() })
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let [start, end] = self.steps.map(u64::from);
        vec![
            ("sets of boxes", self.sets.len() as u64),
            ("frozen", self.sieve.frozen),
            ("dead pairs", self.sieve.dead_pairs),
            ("dead triples", self.sieve.dead_triples),
            ("steps from the start", start),
            ("steps from the end", end),
        ]
    }
}
