//! The search for a packing plan: boxes are pulled off the solved board until none is left.
//!
//! A box that comes far enough away to a start square that any box from outside could use (a *base*)
//! leaves the board together with that base: how it got there is no matter of packing. While a box can
//! leave, nothing else is tried. Else boxes are pulled off the goals and parked. The search is over
//! cells of boxes left, boxes on goals, regions and broken links; its best position's way, reversed,
//! is the plan. It is advice, so it may stop at any time. Source: Y. Shoham, J. Schaeffer, 2020, and
//! Festival 3.1 (ideas).

use ingenio_core::Rng;

use super::cells::{Adviser, Cells, Place, Waiting};
use super::ground::{Ground, walks};
use super::mover::{ANY_SIDE, Mover};
use super::plan::Plan;
use crate::board::boxway::{BoxWays, Way};
use crate::board::maze::Maze;
use crate::board::reach::Reach;
use crate::board::{DIRS, Square, put, shift};
use crate::solve::pool::{Full, Node, Pool, ROOT};

/// Moves of a position that the explorer looks at, the most promising first. Chosen by hand.
const MOST_EXPLORED: usize = 400;

/// A box that went so many steps is far from where it was.
const FAR: u16 = 6;

/// Bits of the features in a promise, the first feature highest: boxes left, regions, boxes on goals,
/// broken links, and how far the boxes are from the goals (more is better).
const DISTANCE_BITS: u32 = 28;

#[derive(Debug)]
pub struct Unpack {
    pool: Pool,
    cells: Cells,
    /// For each node, its best features up to the root, and the move that made it.
    best_past: Vec<u64>,
    moves: Vec<Option<Waiting>>,
    places: Vec<Place>,
    best: Option<(u64, u32)>,
    mover: Mover,
    ways: BoxWays,
    reach: Reach,
    region: Reach,
    occupied: Vec<bool>,
    /// Boxes, then bases, padded with the number of the wall; then the player.
    state: Vec<Square>,
    /// How far a square is from all goals together, in pushes.
    distance: Vec<u32>,
    /// Steps from each start square.
    walks: Vec<Vec<u16>>,
    roots: Vec<Square>,
    listed: Vec<Waiting>,
    pub nodes: u64,
    pub generated: u64,
    ended: bool,
    leave: Leave,
    /// What each square counts further than it is, by chance.
    bonus: Vec<u16>,
}

/// The bases by which a box may leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// Those of the largest groups between which boxes can be pushed freely, once the player reaches all
    /// of them: such a plan is the surest.
    BySharedBases,
    /// Any that the player reaches. There are levels where he never reaches all of a group at once. What
    /// is otherwise equal or nearly so is decided by chance from this seed: no such plan is sure, so
    /// whoever fails with one tries another.
    ByAnyBase(u64),
}

/// The largest bonus of a square, in pushes. Chosen by hand.
const MOST_BONUS: u64 = 8;

impl Leave {
    fn bonus(self, maze: &Maze) -> Vec<u16> {
        match self {
            Leave::BySharedBases => vec![0; maze.count],
            Leave::ByAnyBase(seed) => {
                let mut rng = Rng::new(seed);
                maze.squares().map(|_| (rng.next_u64() % MOST_BONUS) as u16).collect()
            }
        }
    }
}

impl Unpack {
    pub fn new(maze: &Maze, ground: &Ground, leave: Leave, memory: u64) -> Self {
        let bonus = leave.bonus(maze);
        let goals = |square: Square| {
            let far = maze.goals.iter().map(|goal| ground.pushes(square, *goal));
            let far = far.filter(|far| *far != u16::MAX);
            far.map(|far| u32::from(far) + u32::from(bonus[usize::from(square)])).sum()
        };
        let mut search = Unpack {
            pool: Pool::new(2 * maze.boxes.len(), memory),
            cells: Cells::default(),
            best_past: Vec::new(),
            moves: Vec::new(),
            places: Vec::new(),
            best: None,
            mover: Mover::new(maze, Way::Pull),
            ways: BoxWays::new(maze),
            reach: Reach::new(maze),
            region: Reach::new(maze),
            occupied: maze.empty(),
            state: Vec::new(),
            distance: maze.squares().map(goals).collect(),
            walks: maze.boxes.iter().map(|square| walks(maze, *square)).collect(),
            roots: Vec::new(),
            listed: Vec::new(),
            nodes: 0,
            generated: 0,
            ended: false,
            leave,
            bonus,
        };
        search.find_roots(maze);
        search
    }

    fn find_roots(&mut self, maze: &Maze) {
        put(&mut self.occupied, &maze.goals, true);
        self.reach.begin();
        for square in maze.squares() {
            if !self.occupied[usize::from(square)] && !self.reach.contains(square) {
                self.roots.push(self.reach.spread(maze, &self.occupied, square));
            }
        }
        put(&mut self.occupied, &maze.goals, false);
    }

    /// One expansion; false when the search has ended. `fixed` bytes are taken by others.
    pub fn step(&mut self, maze: &Maze, ground: &mut Ground, fixed: u64) -> bool {
        if self.ended {
            return false;
        }
        self.nodes += 1;
        let done = match self.roots.pop() {
            Some(root) => self.enter_root(maze, ground, root),
            None => match self.cells.next() {
                Some(moved) => self.make(maze, ground, moved),
                None => Err(Full),
            },
        };
        self.pool.others = fixed + self.cells.bytes() + self.moves.len() as u64 * 64;
        self.ended = done.is_err() || !self.pool.allows(0) || self.is_complete();
        !self.ended
    }

    /// Has every box left the board?
    pub fn is_complete(&self) -> bool {
        self.best.is_some_and(|(best, _)| best >> 54 == 0)
    }

    fn enter_root(&mut self, maze: &Maze, ground: &mut Ground, player: Square) -> Result<(), Full> {
        self.state.clear();
        self.state.extend_from_slice(&maze.goals);
        self.state.extend_from_slice(&maze.boxes);
        self.state.push(player);
        self.enter(maze, ground, None)
    }

    /// Makes a move and enters the position unless it is known.
    fn make(&mut self, maze: &Maze, ground: &mut Ground, moved: Waiting) -> Result<(), Full> {
        let wall = maze.count as Square;
        let count = maze.boxes.len();
        self.state.clear();
        self.state.extend_from_slice(self.pool.state(moved.parent));
        let at = self.state[..count].iter().position(|square| *square == moved.from).expect("a box to pull");
        self.state[at] = if moved.sinks { wall } else { moved.to };
        self.state[..count].sort_unstable();
        if moved.sinks {
            let bases = &mut self.state[count..2 * count];
            let base = bases.iter().position(|base| *base == moved.to).expect("a base to end on");
            bases[base] = wall;
            bases.sort_unstable();
        }
        self.place(maze, true);
        self.state[2 * count] = self.region.flood(maze, &self.occupied, moved.player);
        self.place(maze, false);
        if self.pool.find(&self.state).is_some() {
            return Ok(());
        }
        self.enter(maze, ground, Some(moved))
    }

    fn place(&mut self, maze: &Maze, occupied: bool) {
        put(&mut self.occupied, &self.state[..maze.boxes.len()], occupied);
        self.occupied[maze.count] = true;
    }

    /// Adds the position in `state` and lines up its moves.
    fn enter(&mut self, maze: &Maze, ground: &mut Ground, moved: Option<Waiting>) -> Result<(), Full> {
        let count = maze.boxes.len();
        let parent = moved.map_or(ROOT, |moved| moved.parent);
        let weight = moved.map_or(0, |moved| moved.weight);
        let node = Node { closed: true, ..Node::new(parent, 0, u64::from(weight)) };
        let number = self.pool.add(&self.state, node)?;
        self.place(maze, true);
        self.reach.flood(maze, &self.occupied, self.state[2 * count]);
        let own = self.list(maze, ground, number, weight);
        self.place(maze, false);
        let best_past = match moved {
            Some(moved) => own.min(self.best_past[moved.parent as usize]),
            None => own,
        };
        self.best_past.push(best_past);
        self.moves.push(moved);
        if self.best.is_none_or(|(best, _)| own < best) {
            self.best = Some((own, number));
        }
        let before = moved.map(|moved| self.places[moved.parent as usize]);
        let place = self.cells.place(best_past >> DISTANCE_BITS, best_past, before);
        self.places.push(place);
        self.cells.add(place, self.listed.drain(..));
        Ok(())
    }

    /// Lists the moves of the position in `state`, weighed; gives its own features.
    fn list(&mut self, maze: &Maze, ground: &mut Ground, number: u32, weight: u32) -> u64 {
        let count = maze.boxes.len();
        let there = |squares: &[Square]| -> Vec<Square> {
            squares.iter().copied().filter(|square| !maze.is_wall(*square)).collect()
        };
        let (boxes, bases) = (there(&self.state[..count]), there(&self.state[count..2 * count]));
        let own = Standing {
            boxes: boxes.len(),
            regions: self.mover.look(maze, &self.occupied),
            on_goals: boxes.iter().filter(|square| maze.is_goal[usize::from(**square)]).count(),
            broken: ground.rooms.broken(maze, &self.occupied),
            distance: boxes.iter().map(|square| self.distance[usize::from(*square)]).sum(),
        };
        let barred: Vec<bool> = (0..=maze.count)
            .map(|at| at == maze.count || !bases.iter().any(|base| ground.leads(*base, at as Square)))
            .collect();
        self.listed.clear();
        for from in boxes.iter().take_while(|_| !maze.alarm.rings()) {
            self.list_box(maze, ground, *from, &barred, own);
        }
        for moved in &mut self.listed {
            (moved.parent, moved.weight) = (number, weight + 1);
        }
        self.advise(maze, ground, own.promise(), weight, (&boxes, &bases));
        own.promise()
    }

    /// Lists the moves of one box.
    fn list_box(&mut self, maze: &Maze, ground: &mut Ground, from: Square, barred: &[bool], own: Standing) {
        let landings = self.mover.moves(maze, &mut self.occupied, barred, (from, ANY_SIDE), &self.reach);
        self.generated += landings.len() as u64;
        if landings.is_empty() {
            return;
        }
        self.occupied[usize::from(from)] = false;
        let without = ground.rooms.broken_without(maze, &self.occupied, own.broken, from);
        self.occupied[usize::from(from)] = true;
        for landing in landings.iter().filter(|landing| landing.square != from) {
            let to = landing.square;
            shift(&mut self.occupied, from, to);
            let broken = ground.rooms.broken_with(maze, &self.occupied, without, to);
            shift(&mut self.occupied, to, from);
            let is_goal = |square: Square| usize::from(maze.is_goal[usize::from(square)]);
            let far = |square: Square| self.distance[usize::from(square)];
            let after = Standing {
                regions: landing.regions,
                on_goals: own.on_goals - is_goal(from) + is_goal(to),
                broken,
                distance: own.distance + far(to) - far(from),
                ..own
            };
            self.listed.push(Waiting::new(after.promise(), from, to, landing.player));
        }
    }

    /// Keeps only moves by which a box leaves the board, if there are any, and makes the moves that
    /// the advisers name free.
    fn advise(
        &mut self,
        maze: &Maze,
        ground: &Ground,
        own: u64,
        weight: u32,
        (boxes, bases): (&[Square], &[Square]),
    ) {
        let elim = self.open_bases(maze, bases);
        if self.keep_sinks(maze, ground, &elim, (boxes, bases)) {
            let floats = |moved: &Waiting| !maze.is_goal[usize::from(moved.from)];
            let key = |moved: &Waiting| {
                let far = ground.pushes(moved.to, moved.from) + self.bonus[usize::from(moved.from)];
                (
                    !floats(moved),
                    ground.holes[usize::from(moved.from)],
                    regions_of(moved.promise),
                    u16::MAX - far,
                )
            };
            if let Some(best) = least(&self.listed, |_| true, key) {
                (self.listed[best].weight, self.listed[best].adviser) = (weight, Adviser::Pack);
            }
            return;
        }
        let near = |square: Square| elim.iter().any(|base| self.walk(maze, *base)[usize::from(square)] < FAR);
        let packs = |moved: &Waiting| {
            maze.is_goal[usize::from(moved.from)]
                && regions_of(moved.promise) <= regions_of(own)
                && links_of(moved.promise) <= links_of(own)
                && distance_of(moved.promise) > distance_of(own)
        };
        let key = |moved: &Waiting| {
            let length = ground.pushes(moved.to, moved.from) + self.bonus[usize::from(moved.to)];
            let hole = ground.holes[usize::from(moved.from)];
            (hole, near(moved.to), regions_of(moved.promise), links_of(moved.promise), u16::MAX - length)
        };
        let pack = least(&self.listed, packs, key);
        let connect =
            least(&self.listed, |moved| regions_of(moved.promise) < regions_of(own), |moved| moved.promise);
        let link =
            least(&self.listed, |moved| links_of(moved.promise) < links_of(own), |moved| moved.promise);
        let explore = self.explorer(maze);
        let named = [
            (pack, Adviser::Pack),
            (connect, Adviser::Connect),
            (link, Adviser::Rooms),
            (explore, Adviser::Explore),
        ];
        for (index, adviser) in named.into_iter().filter_map(|(index, adviser)| Some((index?, adviser))) {
            (self.listed[index].weight, self.listed[index].adviser) = (weight, adviser);
        }
    }

    /// The best move after which some other box can be pulled that could not be before.
    fn explorer(&mut self, maze: &Maze) -> Option<usize> {
        let mut order: Vec<usize> = (0..self.listed.len()).collect();
        order.sort_by_key(|index| self.listed[*index].promise);
        order.into_iter().take(MOST_EXPLORED).find(|index| self.opens(maze, *index))
    }

    fn opens(&mut self, maze: &Maze, index: usize) -> bool {
        let Waiting { from, to, player, .. } = self.listed[index];
        if !self.reach.is_left_by(maze, &self.occupied, from) {
            return false;
        }
        shift(&mut self.occupied, from, to);
        self.region.flood(maze, &self.occupied, player);
        let wall = maze.count as Square;
        let boxes = self.state[..maze.boxes.len()].iter().copied();
        let opens = boxes.filter(|square| *square != wall && *square != from).any(|square| {
            DIRS.into_iter().any(|dir| {
                let side = maze.next(square, dir);
                !maze.is_wall(side)
                    && self.region.contains(side)
                    && !self.reach.contains(side)
                    && side != from
                    && !self.occupied[usize::from(maze.next(side, dir))]
            })
        });
        shift(&mut self.occupied, to, from);
        opens
    }

    /// The bases a box may leave by now.
    fn open_bases(&mut self, maze: &Maze, bases: &[Square]) -> Vec<Square> {
        match self.leave {
            Leave::BySharedBases => self.shared_bases(maze, bases),
            Leave::ByAnyBase(_) => bases.iter().copied().filter(|base| self.reach.contains(*base)).collect(),
        }
    }

    fn shared_bases(&mut self, maze: &Maze, bases: &[Square]) -> Vec<Square> {
        self.ways.wall(maze, &self.occupied);
        let mut leads: Vec<Vec<bool>> = Vec::new();
        for base in bases {
            if maze.alarm.rings() {
                return Vec::new();
            }
            let far = self.ways.spread(maze, &self.occupied, &[*base], Way::Push);
            leads.push(
                bases.iter().map(|other| other == base || far[usize::from(*other)] != u16::MAX).collect(),
            );
        }
        let size =
            |one: usize| (0..bases.len()).filter(|other| leads[one][*other] && leads[*other][one]).count();
        let sizes: Vec<usize> = (0..bases.len()).map(size).collect();
        let largest = sizes.iter().copied().max().unwrap_or(0);
        let open: Vec<Square> =
            (0..bases.len()).filter(|at| sizes[*at] == largest).map(|at| bases[at]).collect();
        if open.iter().all(|base| self.reach.contains(*base)) { open } else { Vec::new() }
    }

    /// Keeps only the moves by which a box leaves the board, one for each box; false if there are none.
    fn keep_sinks(
        &mut self,
        maze: &Maze,
        ground: &Ground,
        open: &[Square],
        (boxes, bases): (&[Square], &[Square]),
    ) -> bool {
        let mut kept: Vec<Waiting> = Vec::new();
        for moved in self.listed.iter().take_while(|_| !maze.alarm.rings()) {
            let leaves = open.contains(&moved.to)
                && kept.iter().all(|kept| kept.from != moved.from)
                && self.is_far(maze, ground, moved.from, moved.to)
                && can_match(ground, boxes, bases, moved);
            if leaves {
                kept.push(Waiting { sinks: true, promise: fewer(moved.promise), ..*moved });
            }
        }
        if kept.is_empty() {
            return false;
        }
        self.listed = kept;
        true
    }

    fn walk(&self, maze: &Maze, base: Square) -> &[u16] {
        let index = maze.boxes.iter().position(|start| *start == base).expect("bases are start squares");
        &self.walks[index]
    }

    fn is_far(&self, maze: &Maze, ground: &Ground, from: Square, base: Square) -> bool {
        let rooms = (ground.rooms.room(from), ground.rooms.room(base));
        let apart = matches!(rooms, (Some(one), Some(other)) if one != other);
        apart || self.walk(maze, base)[usize::from(from)] >= FAR
    }

    /// The plan of the best position found; an empty one if there was no room for a single position.
    pub fn plan(&self, maze: &Maze) -> Plan {
        let Some((_, best)) = self.best else { return Plan::empty(maze) };
        let count = maze.boxes.len();
        let wall = maze.count as Square;
        let left: Vec<Square> =
            self.pool.state(best)[..count].iter().copied().filter(|square| *square != wall).collect();
        let chain = self.pool.chain(best);
        let moves = chain.iter().filter_map(|node| self.moves[*node as usize]);
        let pulls: Vec<(Square, Option<Square>)> =
            moves.map(|moved| (moved.from, (!moved.sinks).then_some(moved.to))).collect();
        Plan::from_pulls(maze, &left, &pulls)
    }

    pub fn bytes(&self) -> u64 {
        self.pool.bytes()
    }

    pub fn peak(&self) -> u64 {
        self.pool.peak()
    }
}

/// Can the other boxes still come from the other bases, each from its own?
fn can_match(ground: &Ground, boxes: &[Square], bases: &[Square], moved: &Waiting) -> bool {
    let boxes: Vec<Square> = boxes.iter().copied().filter(|square| *square != moved.from).collect();
    let bases: Vec<Square> = bases.iter().copied().filter(|base| *base != moved.to).collect();
    let mut holder: Vec<Option<usize>> = vec![None; bases.len()];
    (0..boxes.len()).all(|which| {
        let mut tried = vec![false; bases.len()];
        augment(ground, &boxes, &bases, which, &mut holder, &mut tried)
    })
}

fn augment(
    ground: &Ground,
    boxes: &[Square],
    bases: &[Square],
    which: usize,
    holder: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for (at, base) in bases.iter().enumerate() {
        if tried[at] || !ground.leads(*base, boxes[which]) {
            continue;
        }
        tried[at] = true;
        if holder[at].is_none_or(|other| augment(ground, boxes, bases, other, holder, tried)) {
            holder[at] = Some(which);
            return true;
        }
    }
    false
}

fn least<K: Ord>(
    moves: &[Waiting],
    fits: impl Fn(&Waiting) -> bool,
    key: impl Fn(&Waiting) -> K,
) -> Option<usize> {
    (0..moves.len()).filter(|index| fits(&moves[*index])).min_by_key(|index| key(&moves[*index]))
}

/// How a position stands: boxes left, regions, boxes on goals, broken links and how far the boxes are
/// from the goals.
#[derive(Clone, Copy, Debug)]
struct Standing {
    boxes: usize,
    regions: u16,
    on_goals: usize,
    broken: u64,
    distance: u32,
}

impl Standing {
    fn promise(self) -> u64 {
        let links = u64::from(self.broken.count_ones().min(63));
        let near = (1 << DISTANCE_BITS) - 1 - u64::from(self.distance).min((1 << DISTANCE_BITS) - 1);
        (self.boxes as u64).min(1023) << 54
            | u64::from(self.regions.min(1023)) << 44
            | (self.on_goals as u64).min(1023) << 34
            | links << DISTANCE_BITS
            | near
    }
}

/// The same with one box fewer.
fn fewer(promise: u64) -> u64 {
    promise - (1 << 54)
}

fn regions_of(promise: u64) -> u64 {
    promise >> 44 & 1023
}

fn links_of(promise: u64) -> u64 {
    promise >> DISTANCE_BITS & 63
}

fn distance_of(promise: u64) -> u64 {
    (1 << DISTANCE_BITS) - 1 - (promise & ((1 << DISTANCE_BITS) - 1))
}
