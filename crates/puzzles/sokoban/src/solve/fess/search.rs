//! The forward search along a plan: feature space search with macro moves.
//!
//! Every position falls into a cell by its features, never into a worse one than an ancestor's, and all
//! its moves wait there. A move that an adviser names is free, any other costs one. Complete: no move
//! is left out except into positions that are lost for certain. Source: Y. Shoham, J. Schaeffer, 2020.

use ingenio_core::{Options, Rng};

use super::advise::Table;
use super::cells::{Adviser, Cells, Place, Waiting};
use super::clear::{Board, Clear};
use super::features::{self, Features, LARGEST_ORDER};
use super::ground::{Ground, walks};
use super::hotspots::Hotspots;
use super::mover::{ANY_SIDE, Landing, Mover};
use super::plan::{Plan, Source};
use crate::board::boxway::Way;
use crate::board::corral::{Around, Corrals};
use crate::board::knots::Knots;
use crate::board::maze::Maze;
use crate::board::places::Places;
use crate::board::reach::Reach;
use crate::board::sealed::Sealed;
use crate::board::stuck::Stuck;
use crate::board::{DIRS, Square, opposite, put, shift};
use crate::solve::exact::successor;
use crate::solve::guard::Guard;
use crate::solve::pool::{Full, Node, Pool, ROOT};
use crate::solve::script::Push;

/// Which of the rules beyond the guard's are on, and which of the features and advisers.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the method")]
pub struct Rules {
    pub stuck: bool,
    pub corrals: bool,
    pub sealed: bool,
    pub knots: bool,
    pub rooms: bool,
    pub outs: bool,
    pub hotspots: bool,
    pub explorer: bool,
    pub opener: bool,
    pub clear: bool,
    pub best_cell: bool,
    pub advisers: bool,
}

impl Rules {
    pub fn from_options(options: &Options) -> Self {
        Rules {
            stuck: options.flag("stuck"),
            corrals: options.flag("corrals"),
            sealed: options.flag("sealed"),
            knots: options.flag("knots"),
            rooms: options.flag("rooms"),
            outs: options.flag("outs"),
            hotspots: options.flag("hotspots"),
            explorer: options.flag("explorer"),
            opener: options.flag("opener"),
            clear: options.flag("clear"),
            best_cell: options.flag("best-cell"),
            advisers: options.flag("advisers"),
        }
    }
}

/// What distinguishes searches along the same plan.
#[derive(Clone, Copy, Debug)]
pub struct Temper {
    /// Decides which of equals comes first.
    pub seed: u64,
    pub hotspots: Use,
}

/// What the hotspots are used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// To order the positions of a cell.
    Order,
    /// To tell cells apart as well.
    Cells,
    Nothing,
}

/// How many tempers there are but for chance.
pub const TEMPERS: u64 = 3;

impl Temper {
    pub fn first(seed: u64) -> Self {
        Temper { seed, hotspots: Use::Order }
    }

    /// The temper of a search that begins anew, by its number.
    pub fn next(seed: u64, number: u64) -> Self {
        let hotspots = match number % TEMPERS {
            1 => Use::Cells,
            2 => Use::Nothing,
            _ => Use::Order,
        };
        Temper { seed: seed.wrapping_add(number), hotspots }
    }
}

/// What a search needs and does not change for good.
pub struct Given<'a> {
    pub maze: &'a Maze,
    pub ground: &'a mut Ground,
    pub hotspots: &'a Hotspots,
    pub plan: &'a Plan,
    pub guard: &'a mut Guard,
    pub stuck: &'a mut Stuck,
    pub sealed: &'a mut Sealed,
    pub knots: &'a mut Knots,
    pub rules: Rules,
    pub places: &'a mut Places,
}

pub struct Search {
    pub pool: Pool,
    cells: Cells,
    /// For each node, its best features up to the root, and the move that made it.
    best_past: Vec<u64>,
    moves: Vec<Option<Waiting>>,
    places: Vec<Place>,
    mover: Mover,
    corrals: Corrals,
    /// For each square, the sides from which a first push may be made.
    first: Vec<u8>,
    reach: Reach,
    region: Reach,
    occupied: Vec<bool>,
    state: Vec<Square>,
    child: Vec<Square>,
    listed: Vec<Waiting>,
    loose: Vec<u64>,
    /// A random number for each square; see [`Features::order`].
    chance: Vec<u32>,
    clear: Clear,
    placed: Vec<bool>,
    /// Steps from the square to be filled at each stage.
    walks: Vec<Option<Vec<u16>>>,
    hotspots: Use,
    pub nodes: u64,
    pub generated: u64,
    pub unmatched: u64,
    /// Positions of which only the pushes of a corral were listed.
    pub corralled: u64,
    pub best: u64,
    /// Bytes that others than this search take.
    fixed: u64,
}

/// Moves of a position that the explorer looks at, the most promising first. Chosen by hand.
const MOST_EXPLORED: usize = 400;

/// Above so many pairs of a box and a square nobody asks for each move whether the boxes can still be
/// assigned to goals: on such boards that alone would take seconds for a position.
const MOST_PAIRS: usize = 50_000;

fn is_matched(maze: &Maze) -> bool {
    maze.count * maze.boxes.len() <= MOST_PAIRS
}

/// How a step of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Nothing,
    Solved(u32),
    /// No move is left.
    Exhausted,
}

impl Search {
    pub fn new(given: &mut Given<'_>, temper: Temper, memory: u64, fixed: u64) -> Result<Self, Full> {
        let maze = given.maze;
        let mut rng = Rng::new(temper.seed);
        let mut search = Search {
            pool: Pool::new(maze.boxes.len(), memory),
            cells: Cells::with(given.rules.best_cell),
            best_past: Vec::new(),
            moves: Vec::new(),
            places: Vec::new(),
            mover: Mover::new(maze, Way::Push),
            corrals: Corrals::new(maze),
            first: vec![ANY_SIDE; maze.count + 1],
            reach: Reach::new(maze),
            region: Reach::new(maze),
            occupied: maze.empty(),
            state: maze.boxes.clone(),
            child: Vec::new(),
            listed: Vec::new(),
            loose: vec![0; given.hotspots.words()],
            chance: (0..maze.count).map(|_| rng.next_u64() as u32 & LARGEST_ORDER).collect(),
            clear: Clear::new(maze),
            placed: vec![false; maze.count + 1],
            walks: vec![None; given.plan.stages()],
            hotspots: if given.rules.hotspots { temper.hotspots } else { Use::Nothing },
            nodes: 0,
            generated: 0,
            unmatched: 0,
            corralled: 0,
            best: u64::MAX,
            fixed,
        };
        put(&mut search.occupied, &maze.boxes, true);
        let region = search.region.flood(maze, &search.occupied, maze.player);
        put(&mut search.occupied, &maze.boxes, false);
        search.state.push(region);
        search.enter(given, None)?;
        Ok(search)
    }

    fn place(&mut self, maze: &Maze, occupied: bool) {
        put(&mut self.occupied, &self.state[..maze.boxes.len()], occupied);
    }

    pub fn set_fixed(&mut self, bytes: u64) {
        self.fixed = bytes;
        self.count_bytes();
    }

    /// What this search takes itself.
    pub fn own_bytes(&self) -> u64 {
        self.pool.bytes() - self.fixed
    }

    fn count_bytes(&mut self) {
        self.pool.others = self.fixed + self.cells.bytes() + self.moves.len() as u64 * 64;
    }

    /// Makes the next move.
    pub fn step(&mut self, given: &mut Given<'_>) -> Result<Found, Full> {
        let Some(moved) = self.cells.next() else { return Ok(Found::Exhausted) };
        self.nodes += 1;
        let maze = given.maze;
        let boxes = maze.boxes.len();
        self.state.clear();
        self.state.extend_from_slice(self.pool.state(moved.parent));
        self.place(maze, true);
        let fresh = self.makes_fresh(given, moved);
        self.place(maze, false);
        if !fresh {
            return Ok(Found::Nothing);
        }
        std::mem::swap(&mut self.state, &mut self.child);
        let number = self.enter(given, Some(moved))?;
        let solved = maze.solved(&self.pool.state(number)[..boxes]);
        Ok(if solved { Found::Solved(number) } else { Found::Nothing })
    }

    /// Is the position in `child` lost by the box that was just moved?
    fn is_lost(&mut self, given: &mut Given<'_>, moved: Waiting) -> bool {
        let boxes = &self.child[..self.child.len() - 1];
        given.guard.is_lost(given.maze, &self.occupied, boxes, moved.to, moved.player)
            || self.is_lost_together(given, moved)
    }

    /// The same by the tests that look at many boxes at once, the cheapest first.
    fn is_lost_together(&mut self, given: &mut Given<'_>, moved: Waiting) -> bool {
        let Some((least, boxes)) = self.child.split_last() else { return false };
        let (maze, dead) = (given.maze, given.guard.dead());
        let Waiting { to, player, .. } = moved;
        given.rules.stuck && given.stuck.is_lost(maze, boxes, dead)
            || given.rules.sealed && given.sealed.is_lost(maze, &self.occupied, dead, to, player)
            || given.rules.knots && given.knots.is_lost(maze, boxes, (*least, &self.region), dead)
    }

    /// Adds the position in `state` to its cell and lines up its moves there.
    fn enter(&mut self, given: &mut Given<'_>, moved: Option<Waiting>) -> Result<u32, Full> {
        let parent = moved.map_or(ROOT, |moved| moved.parent);
        let weight = moved.map_or(0, |moved| moved.weight);
        let node = Node { closed: true, ..Node::new(parent, 0, u64::from(weight)) };
        let number = self.pool.add(&self.state, node)?;
        self.place(given.maze, true);
        let own = self.list(given, number, weight);
        self.advise(given, own, weight);
        self.place(given.maze, false);
        let own = own.promise();
        let past = moved.map_or(own, |moved| own.min(self.best_past[moved.parent as usize]));
        self.best = self.best.min(past);
        self.best_past.push(past);
        self.moves.push(moved);
        self.count_bytes();
        if !self.pool.allows(self.listed.len() as u64 * 64) {
            return Err(Full);
        }
        let before = moved.map(|moved| self.places[moved.parent as usize]);
        let place = self.cells.place(features::cell(past, self.hotspots == Use::Cells), past, before);
        self.places.push(place);
        self.cells.add(place, self.listed.drain(..));
        Ok(number)
    }

    /// The macro moves of a position with the advisers that name them, as if it were entered.
    pub fn advised(&mut self, given: &mut Given<'_>, state: &[Square]) -> &[Waiting] {
        self.state.clear();
        self.state.extend_from_slice(state);
        self.place(given.maze, true);
        let own = self.list(given, 0, 0);
        self.advise(given, own, 0);
        self.place(given.maze, false);
        &self.listed
    }

    /// Lists every macro move of the position in `state`; gives its own features.
    fn list(&mut self, given: &mut Given<'_>, number: u32, weight: u32) -> Features {
        let maze = given.maze;
        let boxes = maze.boxes.len();
        if is_matched(maze) {
            given.places.of(&self.state);
        }
        let broken = if given.rules.rooms { given.ground.rooms.broken(maze, &self.occupied) } else { 0 };
        let regions = self.mover.look(maze, &self.occupied);
        let own = self.features(given, regions, broken);
        self.reach.flood(maze, &self.occupied, self.state[boxes]);
        self.listed.clear();
        self.find_first_pushes(given);
        for which in 0..boxes {
            if maze.alarm.rings() {
                break;
            }
            self.list_box(given, which, broken);
        }
        for moved in &mut self.listed {
            (moved.parent, moved.weight) = (number, weight + 1);
        }
        own
    }

    /// Lists the moves of one box.
    fn list_box(&mut self, given: &mut Given<'_>, which: usize, broken: u64) {
        let maze = given.maze;
        let from = self.state[which];
        let first = (from, self.first[usize::from(from)]);
        let landings =
            self.mover.moves(maze, &mut self.occupied, given.guard.dead(), first, &self.reach).len();
        self.generated += landings as u64;
        if landings == 0 {
            return;
        }
        let broken = self.broken_without(given, broken, from);
        for index in 0..landings {
            if maze.alarm.rings_at(index) {
                break;
            }
            let landing = self.mover.landings()[index];
            if is_matched(maze) && !given.places.has_place(which, landing.square, landing.player) {
                self.unmatched += 1;
                continue;
            }
            let moved = self.land(given, which, landing, broken);
            self.listed.push(moved);
        }
    }

    /// The links that are broken when a box is taken off the board.
    fn broken_without(&mut self, given: &mut Given<'_>, broken: u64, from: Square) -> u64 {
        if !given.rules.rooms {
            return 0;
        }
        self.occupied[usize::from(from)] = false;
        let broken = given.ground.rooms.broken_without(given.maze, &self.occupied, broken, from);
        self.occupied[usize::from(from)] = true;
        broken
    }

    /// The move of a box to a landing, with the features it leads to; `broken` are the links that are
    /// broken without the box.
    fn land(&mut self, given: &mut Given<'_>, which: usize, landing: Landing, broken: u64) -> Waiting {
        let (from, to) = (self.state[which], landing.square);
        self.shift(which, from, to);
        let rooms = &mut given.ground.rooms;
        let broken =
            if given.rules.rooms { rooms.broken_with(given.maze, &self.occupied, broken, to) } else { 0 };
        let after = self.features(given, landing.regions, broken);
        self.shift(which, to, from);
        Waiting::new(after.promise(), from, to, landing.player)
    }

    /// Where a corral must be opened first, only its pushes need be tried.
    fn find_first_pushes(&mut self, given: &Given<'_>) {
        let around = Around {
            maze: given.maze,
            occupied: &self.occupied,
            dead: given.guard.dead(),
            reach: &self.reach,
        };
        let pushes = if given.rules.corrals { self.corrals.pushes(around) } else { None };
        self.corralled += u64::from(pushes.is_some());
        self.first.fill(if pushes.is_some() { 0 } else { ANY_SIDE });
        for (square, dir) in pushes.into_iter().flatten() {
            self.first[usize::from(*square)] |= 1 << opposite(*dir);
        }
    }

    /// Moves a box on the board and in `state`, whose order it may spoil for the moment.
    fn shift(&mut self, which: usize, from: Square, to: Square) {
        shift(&mut self.occupied, from, to);
        self.state[which] = to;
    }

    fn features(&mut self, given: &Given<'_>, regions: u16, broken: u64) -> Features {
        let maze = given.maze;
        let boxes = &self.state[..maze.boxes.len()];
        let done = given.plan.done(&self.occupied);
        let zone = given.plan.zone(done);
        let out = boxes.iter().filter(|square| zone[usize::from(**square)]).count() as u16;
        let out = if given.rules.outs { out } else { 0 };
        self.loose.fill(0);
        for square in boxes.iter().filter(|square| !maze.is_goal[usize::from(**square)]) {
            self.loose[usize::from(*square) / 64] |= 1 << (square % 64);
        }
        let hot = match self.hotspots {
            Use::Nothing => 0,
            _ => given.hotspots.count(boxes, &self.loose),
        };
        let order = boxes.iter().fold(0, |order, square| order ^ self.chance[usize::from(*square)]);
        Features { done, regions, links: broken.count_ones() as u16, out, hot, order }
    }

    /// Makes the moves that the advisers name free.
    fn advise(&mut self, given: &mut Given<'_>, own: Features, weight: u32) {
        let rules = given.rules;
        if !rules.advisers {
            return;
        }
        let stage = usize::from(own.done);
        if self.walks[stage].is_none() {
            self.walks[stage] = given.plan.next_square(own.done).map(|square| walks(given.maze, square));
        }
        let named = self.named(given, own);
        let explored = if rules.explorer { self.explorer(given, own) } else { None };
        let cleared = if rules.clear { self.clearer(given, own) } else { None };
        let (explored, cleared) = ((explored, Adviser::Explore), (cleared, Adviser::Clear));
        for (index, adviser) in named.into_iter().chain([explored, cleared]) {
            if let Some(index) = index.filter(|index| self.listed[*index].weight > weight) {
                (self.listed[index].weight, self.listed[index].adviser) = (weight, adviser);
            }
        }
    }

    /// The moves that the advisers of the table name. One that loses is taken off the list, and they are asked
    /// again: else it would have kept the next best from being named.
    fn named(&mut self, given: &mut Given<'_>, own: Features) -> [(Option<usize>, Adviser); 6] {
        loop {
            // Without it the opener has nothing to go by.
            let walk = self.walks[usize::from(own.done)].as_deref().filter(|_| given.rules.opener);
            let table = Table { own, moves: &self.listed, plan: given.plan, ground: given.ground, walk };
            let named = table.named();
            let mut moves = named.iter().filter_map(|(index, _)| *index);
            // On a huge board there may be thousands of such moves; who is to stop takes what he has.
            match moves.find(|index| !given.maze.alarm.rings() && self.loses(given, *index)) {
                Some(index) => self.listed.remove(index),
                None => return named,
            };
        }
    }

    /// Does a move lose by the tests that are cheap? The others would cost more than the advice is worth, since
    /// most moves that are named never have their turn (bench/SOKOBAN.md).
    fn loses(&mut self, given: &mut Given<'_>, index: usize) -> bool {
        let Waiting { from, to, player, .. } = self.listed[index];
        let (maze, stuck) = (given.maze, given.rules.stuck);
        shift(&mut self.occupied, from, to);
        successor(&self.state, from, to, player, &mut self.child);
        let boxes = &self.child[..self.child.len() - 1];
        let lost = given.guard.is_lost(maze, &self.occupied, boxes, to, player)
            || stuck && given.stuck.is_lost(maze, boxes, given.guard.dead());
        shift(&mut self.occupied, to, from);
        lost
    }

    /// Makes a move of the position in `state`, whose boxes stand on the board, in `child`; true if it is
    /// neither known nor lost.
    fn makes_fresh(&mut self, given: &mut Given<'_>, moved: Waiting) -> bool {
        shift(&mut self.occupied, moved.from, moved.to);
        let region = self.region.flood(given.maze, &self.occupied, moved.player);
        successor(&self.state, moved.from, moved.to, region, &mut self.child);
        let fresh = self.pool.find(&self.child).is_none() && !self.is_lost(given, moved);
        shift(&mut self.occupied, moved.to, moved.from);
        fresh
    }

    /// If nothing can be packed: the best move that takes a box out of the way of the next step.
    fn clearer(&mut self, given: &mut Given<'_>, own: Features) -> Option<usize> {
        let step = given.plan.next_step(own.done)?;
        if self.listed.iter().any(|moved| Features::of(moved.promise).done > own.done) {
            return None;
        }
        given.plan.mark_placed(own.done, &mut self.placed);
        let board =
            Board { maze: given.maze, occupied: &self.occupied, placed: &self.placed, reach: &self.reach };
        let source = if let Source::Parked(square) = step.from { Some(square) } else { None };
        if !self.clear.look(board, step.to, source) {
            return None;
        }
        let fits = |index: &usize| {
            let moved = &self.listed[*index];
            Features::of(moved.promise).done >= own.done && self.clear.clears(moved.from, moved.to)
        };
        let mut order: Vec<usize> = (0..self.listed.len()).filter(fits).collect();
        order.sort_by_key(|index| self.listed[*index].promise);
        order.into_iter().find(|index| !self.loses(given, *index))
    }

    /// The best move that can be undone and after which another box can be pushed as it could not be
    /// before.
    fn explorer(&mut self, given: &mut Given<'_>, own: Features) -> Option<usize> {
        let fits = |moved: &Waiting| {
            Features::of(moved.promise).done >= own.done && given.ground.leads(moved.to, moved.from)
        };
        let mut order: Vec<usize> =
            (0..self.listed.len()).filter(|index| fits(&self.listed[*index])).collect();
        order.sort_by_key(|index| self.listed[*index].promise);
        order
            .into_iter()
            .take(MOST_EXPLORED)
            .find(|index| self.opens(given, *index) && !self.loses(given, *index))
    }

    fn opens(&mut self, given: &Given<'_>, index: usize) -> bool {
        let maze = given.maze;
        let Waiting { from, to, player, .. } = self.listed[index];
        if !self.reach.is_left_by(maze, &self.occupied, from) {
            return false;
        }
        shift(&mut self.occupied, from, to);
        self.region.flood(maze, &self.occupied, player);
        let boxes = self.state[..maze.boxes.len()].iter().filter(|square| **square != from);
        let mut sides = boxes.flat_map(|square| DIRS.map(|dir| (*square, dir)));
        let opens = sides.any(|(square, dir)| {
            let (side, to) = (maze.next(square, dir), maze.next(square, opposite(dir)));
            let fresh = !maze.is_wall(side) && self.region.contains(side) && !self.reach.contains(side);
            fresh && side != from && !self.occupied[usize::from(to)] && !given.guard.dead()[usize::from(to)]
        });
        shift(&mut self.occupied, to, from);
        opens
    }

    /// The macro moves from the start to a node, each with its pushes and the adviser that named it.
    pub fn way(&self, maze: &Maze, dead: &[bool], number: u32) -> Option<Vec<(Vec<Push>, Adviser)>> {
        let (mut mover, mut reach) = (self.mover.clone(), self.reach.clone());
        let mut occupied = maze.empty();
        let mut way = Vec::new();
        for node in self.pool.chain(number) {
            let Some(moved) = self.moves[node as usize] else { continue };
            let (player, boxes) = self.pool.state(moved.parent).split_last()?;
            put(&mut occupied, boxes, true);
            reach.flood(maze, &occupied, *player);
            mover.look(maze, &occupied);
            mover.moves(maze, &mut occupied, dead, (moved.from, ANY_SIDE), &reach);
            put(&mut occupied, boxes, false);
            way.push((mover.pushes(maze, moved.to, moved.player)?, moved.adviser));
        }
        Some(way)
    }

    pub fn cells(&self) -> usize {
        self.cells.count()
    }

    /// Would the search drop the position after a move of another position, because it is lost or known?
    #[cfg(test)]
    pub fn drops(&mut self, given: &mut Given<'_>, state: &[Square], moved: Waiting) -> bool {
        self.state.clear();
        self.state.extend_from_slice(state);
        self.place(given.maze, true);
        let fresh = self.makes_fresh(given, moved);
        self.place(given.maze, false);
        !fresh
    }
}
