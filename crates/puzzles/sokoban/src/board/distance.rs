//! Push distances of a single box, aware of the side the player stands on.
//!
//! A box on a square may cut the free squares in two; then it matters on which side the player is.
//! States are (square, side), sides that a walk connects being one. The tables are exact for one
//! box alone on the board, so their sum over an assignment never exceeds the pushes that are still
//! needed, and one push changes one entry by at most one (the bound is consistent).

use std::collections::VecDeque;

use ingenio_core::Alarm;

use super::maze::Maze;
use super::reach::Reach;
use super::{DIRS, Square, opposite};

/// No way at all.
pub const NEVER: u16 = u16::MAX;

/// Above this many squares all sides of a box count as connected, to save memory and time. Chosen by hand.
const MOST_AWARE: usize = 2_500;

/// For every square, which sides of a box on it are connected by a walk around it.
#[derive(Clone, Debug)]
pub struct Sides {
    /// The first side that is connected with each side.
    same: Vec<[u8; 4]>,
    /// For squares that cut the maze: the side on which each player square lies.
    cut: Vec<Option<Box<[u8]>>>,
}

impl Sides {
    pub fn new(maze: &Maze) -> Self {
        let mut reach = Reach::new(maze);
        let mut occupied = maze.empty();
        let mut sides = Sides { same: Vec::with_capacity(maze.count), cut: Vec::with_capacity(maze.count) };
        for square in maze.squares().take_while(|_| !maze.alarm.rings()) {
            let aware = maze.count <= MOST_AWARE && !ring_connected(maze, square);
            occupied[usize::from(square)] = true;
            let (same, cut) = split(maze, &mut reach, &occupied, square, aware);
            occupied[usize::from(square)] = false;
            sides.same.push(same);
            sides.cut.push(cut);
        }
        // What was broken off is never used, but it has its full length.
        sides.same.resize(maze.count, [0; 4]);
        sides.cut.resize(maze.count, None);
        sides
    }

    /// The side (by its first direction) on which the player stands.
    pub fn of(&self, square: Square, player: Square) -> usize {
        let at = usize::from(square);
        match &self.cut[at] {
            Some(side) => usize::from(side[usize::from(player)]),
            None => usize::from(
                self.same[at][0].min(self.same[at][1]).min(self.same[at][2]).min(self.same[at][3]),
            ),
        }
    }

    fn same(&self, square: Square, dir: usize) -> usize {
        usize::from(self.same[usize::from(square)][dir])
    }

    fn bytes(&self) -> u64 {
        let cut: usize = self.cut.iter().flatten().map(|cut| cut.len()).sum();
        (self.same.len() * 4 + self.cut.len() * 16 + cut) as u64
    }
}

/// Can one walk around the square within its eight neighbours? Then it cuts nothing.
fn ring_connected(maze: &Maze, square: Square) -> bool {
    const RING: [(usize, usize); 4] = [(0, 3), (3, 1), (1, 2), (2, 0)];
    let open = |dir: &usize| !maze.is_wall(maze.next(square, *dir));
    let sides = DIRS.into_iter().filter(open).count();
    let corner = |(one, other): &(usize, usize)| {
        let (first, second) = (maze.next(square, *one), maze.next(square, *other));
        !maze.is_wall(first) && !maze.is_wall(second) && !maze.is_wall(maze.next(first, *other))
    };
    let corners = RING.iter().filter(|pair| corner(pair)).count();
    corners + 1 >= sides
}

/// The classes of the sides of one square.
fn split(
    maze: &Maze,
    reach: &mut Reach,
    occupied: &[bool],
    square: Square,
    aware: bool,
) -> ([u8; 4], Option<Box<[u8]>>) {
    let open: Vec<usize> = DIRS.into_iter().filter(|dir| !maze.is_wall(maze.next(square, *dir))).collect();
    let first = open.first().copied().unwrap_or(0) as u8;
    let mut same = [first; 4];
    if !aware {
        return (same, None);
    }
    let mut side = vec![first; maze.count + 1].into_boxed_slice();
    let mut classes = 0;
    reach.begin();
    for dir in open {
        let start = maze.next(square, dir);
        if !reach.contains(start) {
            classes += 1;
            reach.spread(maze, occupied, start);
            reach.squares().iter().for_each(|at| side[usize::from(*at)] = dir as u8);
        }
        same[dir] = side[usize::from(start)];
    }
    (same, (classes > 1).then_some(side))
}

/// Pushes from (square, side) to each of a list of targets, or from the targets.
#[derive(Clone, Debug)]
pub struct Distances {
    targets: usize,
    table: Vec<u16>,
    dead: Vec<bool>,
    /// Of the maze: an assignment of hundreds of boxes takes long as well.
    pub alarm: Alarm,
}

impl Distances {
    /// Pushes to each goal.
    pub fn to_goals(maze: &Maze, sides: &Sides) -> Self {
        Distances::fill(maze, sides, &maze.goals, |goal, column| spread(maze, sides, goal, true, column))
    }

    /// What the pushes to each goal cost if a push that takes the player from one square to another has a
    /// price of 0, 1 or 2.
    pub fn at_prices(maze: &Maze, sides: &Sides, price: impl Fn(Square, Square) -> u16) -> Self {
        Distances::fill(maze, sides, &maze.goals, |goal, column| {
            spread_at_prices(maze, sides, goal, &price, column);
        })
    }

    /// Pushes from each start square of the level.
    pub fn from_boxes(maze: &Maze, sides: &Sides) -> Self {
        Distances::fill(maze, sides, &maze.boxes, |start, column| spread(maze, sides, start, false, column))
    }

    fn fill(
        maze: &Maze,
        sides: &Sides,
        targets: &[Square],
        spread: impl Fn(Square, &mut Column<'_>),
    ) -> Self {
        let count = targets.len();
        let Some(mut table) = no_ways(maze, maze.count * 4 * count) else {
            return Distances::broken_off(maze);
        };
        for (target, square) in targets.iter().enumerate().take_while(|_| !maze.alarm.rings()) {
            spread(*square, &mut Column { table: &mut table, count, target });
        }
        // Sides without a state of their own repeat the one they are connected with.
        for square in maze.squares().take_while(|_| !maze.alarm.rings()) {
            for dir in DIRS {
                let (own, same) =
                    (usize::from(square) * 4 + dir, usize::from(square) * 4 + sides.same(square, dir));
                table.copy_within(same * count..(same + 1) * count, own * count);
            }
        }
        let reached =
            |square: usize| table[square * 4 * count..(square + 1) * 4 * count].iter().any(|d| *d != NEVER);
        let mut dead: Vec<bool> = (0..maze.count).map(|square| !reached(square)).collect();
        dead.push(true);
        Distances { targets: count, table, dead, alarm: maze.alarm.clone() }
    }

    /// What is left where the alarm rang before there was a table: no box has any way, and nobody asks.
    fn broken_off(maze: &Maze) -> Self {
        let dead = vec![true; maze.count + 1];
        Distances { targets: 0, table: Vec::new(), dead, alarm: maze.alarm.clone() }
    }

    /// Where the row of distances of a box begins, given the player's side.
    pub fn row_start(&self, square: Square, side: usize) -> u32 {
        ((usize::from(square) * 4 + side) * self.targets) as u32
    }

    pub fn row(&self, start: u32) -> &[u16] {
        &self.table[start as usize..start as usize + self.targets]
    }

    /// Squares with no way from any side.
    pub fn dead(&self) -> &[bool] {
        &self.dead
    }

    /// The least distance to any target.
    pub fn nearest(&self, start: u32) -> u16 {
        self.row(start).iter().copied().min().unwrap_or(NEVER)
    }

    pub fn bytes(&self, sides: &Sides) -> u64 {
        (self.table.len() * 2 + self.dead.len()) as u64 + sides.bytes()
    }

    /// Can the rows of a level's table be numbered?
    pub fn can_be_made(maze: &Maze) -> bool {
        u32::try_from(maze.count * 4 * maze.boxes.len()).is_ok()
    }

    /// What the tables of a level will take, before they are made.
    pub fn estimate(maze: &Maze) -> u64 {
        let cuts = if maze.count <= MOST_AWARE { maze.count * maze.count } else { 0 };
        (maze.count * 4 * maze.boxes.len() * 2 + cuts + maze.count * 24) as u64
    }
}

/// A table without any way yet; nothing if the alarm rings. On the largest boards it has hundreds of
/// megabytes, and to take them from the system needs longer than a cancelled run may go on.
fn no_ways(maze: &Maze, entries: usize) -> Option<Vec<u16>> {
    const AT_ONCE: usize = 1 << 20;
    let mut table = Vec::with_capacity(entries);
    while table.len() < entries {
        if maze.alarm.rings() {
            return None;
        }
        table.resize(entries.min(table.len() + AT_ONCE), NEVER);
    }
    Some(table)
}

/// The distances of one target.
struct Column<'a> {
    table: &'a mut [u16],
    count: usize,
    target: usize,
}

impl Column<'_> {
    fn at(&mut self, square: Square, side: usize) -> &mut u16 {
        &mut self.table[(usize::from(square) * 4 + side) * self.count + self.target]
    }
}

/// The classes of sides of a target, from where the search begins at no cost.
fn begin(maze: &Maze, sides: &Sides, target: Square, column: &mut Column<'_>) -> Vec<(Square, usize)> {
    let mut open = Vec::new();
    for dir in DIRS.into_iter().filter(|dir| !maze.is_wall(maze.next(target, *dir))) {
        let side = sides.same(target, dir);
        let distance = column.at(target, side);
        if *distance == NEVER {
            *distance = 0;
            open.push((target, side));
        }
    }
    open
}

/// Breadth-first search over (square, side), by pulls towards where pushes come from (`to`), or by
/// pushes.
fn spread(maze: &Maze, sides: &Sides, target: Square, to: bool, column: &mut Column<'_>) {
    let mut open = VecDeque::from(begin(maze, sides, target, column));
    while let Some((square, side)) = open.pop_front() {
        // Longer ways than can be told are cut short, which keeps the bound a bound.
        let further = (*column.at(square, side) + 1).min(NEVER - 1);
        // The player stands on the side `dir` of the box; he pulls it there, or pushes it away.
        for dir in DIRS.into_iter().filter(|dir| sides.same(square, *dir) == side) {
            let player = maze.next(square, dir);
            let next = if to { player } else { maze.next(square, opposite(dir)) };
            let room = if to { maze.next(player, dir) } else { player };
            if maze.is_wall(player) || maze.is_wall(next) || maze.is_wall(room) {
                continue;
            }
            let side = sides.same(next, dir);
            let distance = column.at(next, side);
            if *distance == NEVER {
                *distance = further;
                open.push_back((next, side));
            }
        }
    }
}

/// The same search by pulls with prices: what costs the same is taken together, the cheapest first.
fn spread_at_prices(
    maze: &Maze,
    sides: &Sides,
    target: Square,
    price: &impl Fn(Square, Square) -> u16,
    column: &mut Column<'_>,
) {
    // What costs as much as now, one more, two more.
    let mut open = [begin(maze, sides, target, column), Vec::new(), Vec::new()];
    let mut cost = 0;
    while open.iter().any(|places| !places.is_empty()) {
        while let Some((square, side)) = open[0].pop() {
            if *column.at(square, side) != cost {
                continue;
            }
            for dir in DIRS.into_iter().filter(|dir| sides.same(square, *dir) == side) {
                let player = maze.next(square, dir);
                let room = maze.next(player, dir);
                if maze.is_wall(player) || maze.is_wall(room) {
                    continue;
                }
                let further = cost.saturating_add(price(room, player)).min(NEVER - 1);
                let distance = column.at(player, sides.same(player, dir));
                if further < *distance {
                    *distance = further;
                    open[usize::from(further - cost)].push((player, sides.same(player, dir)));
                }
            }
        }
        open.rotate_left(1);
        cost = (cost + 1).min(NEVER - 1);
    }
}
