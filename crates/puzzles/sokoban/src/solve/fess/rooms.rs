//! Rooms and the links between them: how much of the floor's layout the boxes leave usable.
//!
//! A room is a connected group of 2x2 blocks of floor, at least 2x3; everything else is corridor. Two
//! rooms are linked if a walk leads from one to the other without entering a third. Boxes break a link
//! when some free part of one room no longer sees the other. Source: Y. Shoham, J. Schaeffer, 2020.

use ingenio_core::Rng;

use crate::board::maze::Maze;
use crate::board::reach::ROUND;
use crate::board::{Square, put};

const CORRIDOR: u16 = u16::MAX;

/// Levels with more links use the first ones only, and large levels none, where each look at them would
/// take long: the feature is a hint.
const MOST_LINKS: usize = 64;
const MOST_SQUARES: usize = 1_000;

#[derive(Clone, Debug)]
pub struct Rooms {
    /// The room of each square.
    room: Vec<u16>,
    /// The squares of each room.
    squares: Vec<Vec<Square>>,
    links: Vec<Link>,
    /// For each square, the links it matters to, as bits.
    touches: Vec<u64>,
    mark: Vec<u32>,
    stamp: u32,
    open: Vec<Square>,
    known: Known,
}

/// What was found of links: few boxes move between two looks, so that most looks are repeated. Remembered by a
/// random number for the boxes of the link's area (links are advice: two areas with one number would
/// mislead, not lie).
#[derive(Clone, Debug)]
struct Known {
    /// A random number for each square.
    numbers: Vec<u64>,
    /// The numbers of the boxes in each link's area on the board last looked at in full, and the square whose
    /// box was taken off since, if any.
    areas: Vec<u64>,
    off: Option<Square>,
    /// Numbers of areas whose lowest bit tells whether the link holds.
    verdicts: Vec<u64>,
}

/// Verdicts that are remembered, as a power of two.
const VERDICT_BITS: u32 = 15;

impl Known {
    fn new(maze: &Maze) -> Self {
        let rng = &mut Rng::new(0);
        let numbers = (0..=maze.count + MOST_LINKS).map(|_| rng.next_u64()).collect();
        Known { numbers, areas: Vec::new(), off: None, verdicts: vec![0; 1 << VERDICT_BITS] }
    }

    /// The number of a link's area after a box of it was taken off and one was put on, if any.
    fn name(&self, link: usize, (off, on): (Option<Square>, Option<Square>)) -> u64 {
        let squares = off.into_iter().chain(on);
        squares.fold(self.areas[link], |name, square| name ^ self.numbers[usize::from(square)])
    }

    fn verdict(&self, name: u64) -> Option<bool> {
        let known = self.verdicts[(name >> (64 - VERDICT_BITS)) as usize];
        (known | 1 == name | 1).then_some(known & 1 != 0)
    }

    fn remember(&mut self, name: u64, holds: bool) {
        self.verdicts[(name >> (64 - VERDICT_BITS)) as usize] = name & !1 | u64::from(holds);
    }
}

#[derive(Clone, Debug)]
struct Link {
    from: u16,
    to: u16,
    /// Both rooms and the corridors at them.
    area: Vec<bool>,
    /// The squares of the second room by which a walk leaves it.
    doors: Vec<Square>,
}

impl Rooms {
    pub fn new(maze: &Maze) -> Self {
        let (room, squares) = find_rooms(maze);
        let (links, touches) = (Vec::new(), vec![0; maze.count + 1]);
        let mark = vec![0; maze.count + 1];
        let known = Known::new(maze);
        let mut all = Rooms { room, squares, links, touches, mark, stamp: 0, open: Vec::new(), known };
        all.find_links(maze);
        all
    }

    pub fn room(&self, square: Square) -> Option<u16> {
        Some(self.room[usize::from(square)]).filter(|room| *room != CORRIDOR)
    }

    /// The squares of each room.
    pub fn all(&self) -> &[Vec<Square>] {
        &self.squares
    }

    fn find_links(&mut self, maze: &Maze) {
        let empty = maze.empty();
        let rooms = if maze.count > MOST_SQUARES { 0 } else { self.squares.len() as u16 };
        for from in 0..rooms {
            let seen = self.seen_from(maze, from);
            for to in from + 1..self.squares.len() as u16 {
                let linked = self.squares[usize::from(to)].iter().any(|square| seen[usize::from(*square)]);
                if linked && self.links.len() < MOST_LINKS {
                    let area = self.area(maze, from, to);
                    let bit = 1 << self.links.len();
                    area.iter().zip(&mut self.touches).for_each(|(inside, bits)| {
                        *bits |= if *inside { bit } else { 0 };
                    });
                    let doors = self.doors(maze, to, &area);
                    self.links.push(Link { from, to, area, doors });
                }
            }
        }
        debug_assert_eq!(self.broken(maze, &empty), 0, "an empty board has all its links");
    }

    /// Squares a walk from a room meets before it is inside another.
    fn seen_from(&self, maze: &Maze, from: u16) -> Vec<bool> {
        let mut seen = vec![false; maze.count + 1];
        let mut open = self.squares[usize::from(from)].clone();
        put(&mut seen, &open, true);
        while let Some(square) = open.pop() {
            for next in maze.step[usize::from(square)] {
                if maze.is_wall(next) || seen[usize::from(next)] {
                    continue;
                }
                seen[usize::from(next)] = true;
                if self.room[usize::from(next)] == CORRIDOR {
                    open.push(next);
                }
            }
        }
        seen
    }

    fn area(&self, maze: &Maze, from: u16, to: u16) -> Vec<bool> {
        let (one, other) = (self.seen_from(maze, from), self.seen_from(maze, to));
        let inside = |square: usize| {
            let room = self.room[square];
            room == from || room == to || (room == CORRIDOR && (one[square] || other[square]))
        };
        (0..=maze.count).map(|square| square < maze.count && inside(square)).collect()
    }

    /// The squares of a room beside squares of an area that are not of the room.
    fn doors(&self, maze: &Maze, room: u16, area: &[bool]) -> Vec<Square> {
        let leaves = |side: &Square| area[usize::from(*side)] && self.room[usize::from(*side)] != room;
        let is_door = |square: &&Square| maze.step[usize::from(**square)].iter().any(leaves);
        self.squares[usize::from(room)].iter().filter(is_door).copied().collect()
    }

    /// The links that are broken, as bits.
    pub fn broken(&mut self, maze: &Maze, occupied: &[bool]) -> u64 {
        self.known.areas.clear();
        self.known.areas.extend_from_slice(&self.known.numbers[maze.count + 1..][..self.links.len()]);
        self.known.off = None;
        for square in maze.squares().filter(|square| occupied[usize::from(*square)]) {
            for link in links(self.touches[usize::from(square)]) {
                self.known.areas[link] ^= self.known.numbers[usize::from(square)];
            }
        }
        (0..self.links.len())
            .filter(|link| !self.holds(maze, occupied, *link, None))
            .fold(0, |bits, link| bits | 1 << link)
    }

    /// The same after the box on a square was taken off, given what was broken before.
    pub fn broken_without(&mut self, maze: &Maze, occupied: &[bool], before: u64, off: Square) -> u64 {
        let mut broken = before;
        self.known.off = Some(off);
        for link in links(self.touches[usize::from(off)]) {
            broken = with_bit(broken, link, !self.holds(maze, occupied, link, None));
        }
        broken
    }

    /// The same after that box was put on a free square, given what was broken without it.
    pub fn broken_with(&mut self, maze: &Maze, occupied: &[bool], before: u64, on: Square) -> u64 {
        let mut broken = before;
        for link in links(self.touches[usize::from(on)]) {
            if !self.stays(maze, occupied, link, before >> link & 1 != 0, on) {
                broken = with_bit(broken, link, !self.holds(maze, occupied, link, Some(on)));
            }
        }
        broken
    }

    /// Is it plain without a flood that a box put on a square leaves a link as it is? What is broken
    /// mends only if the square was all that a part of the first room had; what holds goes on holding if
    /// all free ways past the square lead round it at once, unless it was all that was seen.
    fn stays(&self, maze: &Maze, occupied: &[bool], link: usize, broken: bool, on: Square) -> bool {
        let Link { from, to, area, .. } = &self.links[link];
        let room = |square: Square| self.room[usize::from(square)];
        if broken {
            return room(on) != *from;
        }
        let sees = |side: &Square| room(*side) == *to && !occupied[usize::from(*side)];
        let is_seen = room(on) != *to || maze.step[usize::from(on)].iter().any(sees);
        is_seen && is_passed(maze, occupied, area, on)
    }

    /// Does a link hold, with a box put on a square since one was taken off?
    fn holds(&mut self, maze: &Maze, occupied: &[bool], link: usize, on: Option<Square>) -> bool {
        let inside = |square: Option<Square>| square.filter(|at| self.links[link].area[usize::from(*at)]);
        let name = self.known.name(link, (inside(self.known.off), inside(on)));
        self.known.verdict(name).unwrap_or_else(|| {
            let holds = self.is_seen(maze, occupied, link);
            self.known.remember(name, holds);
            holds
        })
    }

    /// Does every free part of the first room still see the second? Walks back from the doors of the
    /// second until all free squares of the first have been met.
    fn is_seen(&mut self, maze: &Maze, occupied: &[bool], link: usize) -> bool {
        let Link { from, to, area, doors } = &self.links[link];
        let is_free = |square: &&Square| !occupied[usize::from(**square)];
        let mut unmet = self.squares[usize::from(*from)].iter().filter(is_free).count();
        self.stamp += 1;
        self.open.clear();
        self.open.extend(doors.iter().filter(is_free));
        while unmet > 0
            && let Some(square) = self.open.pop()
        {
            for next in maze.step[usize::from(square)] {
                let at = usize::from(next);
                let room = self.room[at];
                // Walks within the second room lead to its doors only, which are all known.
                if area[at] && !occupied[at] && room != *to && self.mark[at] != self.stamp {
                    self.mark[at] = self.stamp;
                    unmet -= usize::from(room == *from);
                    self.open.push(next);
                }
            }
        }
        unmet == 0
    }

    pub fn bytes(&self) -> u64 {
        (self.room.len() * (2 + 8 + 4 + 8 + self.links.len()) + (8 << VERDICT_BITS)) as u64
    }
}

/// The links that bits name.
fn links(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let link = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        link
    })
}

fn with_bit(bits: u64, at: usize, value: bool) -> u64 {
    bits & !(1 << at) | u64::from(value) << at
}

/// Are the free sides of a square, within an area, joined with each other by the squares diagonally
/// beside it?
fn is_passed(maze: &Maze, occupied: &[bool], area: &[bool], square: Square) -> bool {
    let is_free = |square: Square| area[usize::from(square)] && !occupied[usize::from(square)];
    let sides = ROUND.map(|dir| maze.next(square, dir));
    let free = sides.iter().filter(|side| is_free(**side)).count();
    let is_joined = |at: &usize| {
        let next = (at + 1) % 4;
        is_free(sides[*at]) && is_free(sides[next]) && is_free(maze.next(sides[*at], ROUND[next]))
    };
    free <= 1 + (0..4).filter(is_joined).count()
}

/// Groups of 2x2 blocks, named by their first squares, that touch side by side.
fn find_rooms(maze: &Maze) -> (Vec<u16>, Vec<Vec<Square>>) {
    const DOWN: usize = 1;
    const RIGHT: usize = 3;
    let corners = |square: Square| {
        let (down, right) = (maze.next(square, DOWN), maze.next(square, RIGHT));
        [square, down, right, maze.next(down, RIGHT)]
    };
    let is_block = |square: Square| corners(square).iter().all(|corner| !maze.is_wall(*corner));
    let mut seen = vec![false; maze.count + 1];
    let mut room = vec![CORRIDOR; maze.count + 1];
    let mut shared = vec![false; maze.count + 1];
    let mut count = 0;
    for first in maze.squares() {
        if !is_block(first) || seen[usize::from(first)] {
            continue;
        }
        let mut group = vec![first];
        seen[usize::from(first)] = true;
        let mut done = 0;
        while let Some(&block) = group.get(done) {
            done += 1;
            for next in maze.step[usize::from(block)] {
                if !maze.is_wall(next) && is_block(next) && !seen[usize::from(next)] {
                    seen[usize::from(next)] = true;
                    group.push(next);
                }
            }
        }
        if group.len() < 2 {
            continue;
        }
        for square in group.into_iter().flat_map(corners) {
            let at = usize::from(square);
            shared[at] |= room[at] != CORRIDOR && room[at] != count;
            room[at] = count;
        }
        count += 1;
    }
    let mut rooms = vec![Vec::new(); usize::from(count)];
    for square in maze.squares() {
        let at = usize::from(square);
        if shared[at] {
            room[at] = CORRIDOR;
        }
        if room[at] != CORRIDOR {
            rooms[usize::from(room[at])].push(square);
        }
    }
    (room, rooms)
}

#[cfg(test)]
mod tests {
    use ingenio_core::Rng;
    use ingenio_core::rooms::Samples as _;

    use super::*;
    use crate::Sokoban;

    #[test]
    fn links_are_known_after_a_box_went_as_if_all_were_looked_at() {
        let mut changed = 0;
        for number in 0..400 {
            let rng = &mut Rng::stream(16, number);
            let maze = Maze::new(&Sokoban::sample(rng, 6));
            let mut rooms = Rooms::new(&maze);
            let mut occupied = maze.empty();
            put(&mut occupied, &maze.boxes, true);
            for _ in 0..60 {
                let before = rooms.broken(&maze, &occupied);
                let off = maze
                    .squares()
                    .filter(|square| occupied[usize::from(*square)])
                    .min_by_key(|_| rng.next_u64());
                let Some(off) = off else { break };
                occupied[usize::from(off)] = false;
                let without = rooms.broken_without(&maze, &occupied, before, off);
                assert_eq!(without, rooms.broken(&maze, &occupied), "{off} off level {number}");
                let on = rng.below(maze.count);
                if occupied[on] {
                    continue;
                }
                occupied[on] = true;
                let with = rooms.broken_with(&maze, &occupied, without, on as Square);
                assert_eq!(with, rooms.broken(&maze, &occupied), "{on} on level {number}");
                changed += u32::from(with != without);
            }
        }
        assert!(changed > 100, "only {changed} moves changed a link");
    }
}
