//! What a board that is no level could have meant: the commonest slips of the pen are a second player or
//! none, a hole in the outer wall, more boxes than goals or fewer, and boxes or goals behind walls.
//! Each change is tried by itself; the doctor solves what comes of it.

use ingenio_core::{Cell, Dir, Fault, Message, Size, Slip, Template};

use crate::level::{Square, drawing};
use crate::words;

/// Holes that are closed at once, at most.
const MOST_HOLES: usize = 3;
/// Larger boards are not searched for holes.
const MOST_SQUARES: usize = 4000;
/// Places that are offered for a new goal, box or player.
const MOST_PLACES: usize = 16;

pub fn slips(text: &str, fault: &Fault) -> Vec<Slip> {
    let Some(draft) = Draft::of(text) else { return Vec::new() };
    match fault.kind() {
        kind if kind == words::TWO_PLAYERS.id => draft.one_player(),
        kind if kind == words::NO_PLAYER.id => draft.new_player(),
        kind if kind == words::OPEN.id => draft.closed(),
        kind if kind == words::COUNT.id => draft.matched(),
        kind if kind == words::BOX_OUTSIDE.id || kind == words::GOAL_OUTSIDE.id => draft.reached(),
        _ => Vec::new(),
    }
}

/// Squares to be closed: are they all drawn ones, how many squares are inside then, which they are.
type Closing = (bool, usize, Vec<usize>);

/// A drawn board with a ring of empty squares around it, so that every drawn square has neighbours.
#[derive(Clone)]
struct Draft {
    size: Size,
    squares: Vec<Square>,
    players: Vec<usize>,
}

impl Draft {
    fn of(text: &str) -> Option<Self> {
        let drawn = drawing(text)?;
        let size = Size::new(drawn.size.width + 2, drawn.size.height + 2);
        let ringed = |at: usize| size.width * (drawn.size.row(at) + 1) + drawn.size.column(at) + 1;
        let mut squares = vec![Square::Floor; size.cells()];
        for (at, square) in drawn.squares.iter().enumerate() {
            squares[ringed(at)] = *square;
        }
        Some(Draft { size, squares, players: drawn.players.iter().map(|at| ringed(*at)).collect() })
    }

    fn text(&self) -> String {
        let letter = |at: usize| self.squares[at].letter(self.players.contains(&at));
        let row = |row: usize| (row * self.size.width..(row + 1) * self.size.width).map(letter);
        let rows = (0..self.size.height).map(|at| row(at).collect::<String>().trim_end().to_owned());
        let rows: Vec<String> = rows.filter(|row| !row.is_empty()).collect();
        rows.join("\n") + "\n"
    }

    /// As people count the drawn squares; the ring lies outside of them.
    fn place(&self, at: usize) -> Message {
        Cell::new(self.size.row(at) - 1, self.size.column(at) - 1).said()
    }

    fn slip(&self, template: Template, at: usize, change: impl FnOnce(&mut Draft)) -> Slip {
        let mut draft = self.clone();
        change(&mut draft);
        Slip { what: template.with("place", self.place(at)), text: draft.text(), size: 1 }
    }

    fn on_ring(&self, at: usize) -> bool {
        let (row, column) = (self.size.row(at), self.size.column(at));
        row == 0 || column == 0 || row + 1 == self.size.height || column + 1 == self.size.width
    }

    /// Nothing lies there.
    fn is_bare(&self, at: usize) -> bool {
        self.squares[at] == Square::Floor && !self.players.contains(&at)
    }

    fn near(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        Dir::ALL.into_iter().filter_map(move |dir| self.size.step(at, dir))
    }

    /// The squares that can be reached from one without crossing walls.
    fn room(&self, from: usize) -> Vec<bool> {
        let mut seen = vec![false; self.squares.len()];
        let mut open = vec![from];
        seen[from] = true;
        while let Some(at) = open.pop() {
            for to in self.near(at) {
                if !seen[to] && self.squares[to] != Square::Wall {
                    seen[to] = true;
                    open.push(to);
                }
            }
        }
        seen
    }

    // --- players ---

    fn one_player(&self) -> Vec<Slip> {
        let without = |at: &usize| {
            self.slip(words::SLIP_PLAYER, *at, |draft| draft.players.retain(|player| player != at))
        };
        self.players.iter().map(without).collect()
    }

    /// One square of every room that is closed and has a box in it.
    fn new_player(&self) -> Vec<Slip> {
        let mut seen = vec![false; self.squares.len()];
        let mut slips = Vec::new();
        for at in 0..self.squares.len() {
            if seen[at] || !self.is_bare(at) {
                continue;
            }
            let room = self.room(at);
            let inside = |to: &usize| room[*to];
            let is_closed = !(0..room.len()).filter(inside).any(|to| self.on_ring(to));
            let has_box = (0..room.len()).filter(inside).any(|to| self.squares[to].is_crate());
            if is_closed && has_box {
                let bare = (0..room.len()).filter(|to| room[*to] && self.is_bare(*to)).take(MOST_PLACES);
                slips.extend(
                    bare.map(|to| self.slip(words::SLIP_NEW_PLAYER, to, |draft| draft.players.push(to))),
                );
            }
            seen.iter_mut().zip(&room).for_each(|(seen, inside)| *seen |= inside);
        }
        slips
    }

    // --- holes ---

    /// The fewest squares that close the wall; of these, drawn ones that leave the most room inside.
    fn closed(&self) -> Vec<Slip> {
        if self.squares.len() > MOST_SQUARES || self.players.len() != 1 {
            return Vec::new();
        }
        for holes in 1..=MOST_HOLES {
            let mut found = Vec::new();
            self.close(holes, &mut Vec::new(), &mut found);
            found.sort();
            found.dedup();
            if let Some((drawn, most, _)) = found.last() {
                let best = found.iter().filter(|(is_drawn, inside, _)| (is_drawn, inside) == (drawn, most));
                return best.map(|(_, _, at)| self.walled(at)).collect();
            }
        }
        Vec::new()
    }

    /// Every way out passes one of the squares that are closed: those of the shortest way are tried.
    fn close(&self, left: usize, closed: &mut Vec<usize>, found: &mut Vec<Closing>) {
        let room = self.room(self.players[0]);
        let Some(way) = self.way_out() else {
            let mut at = closed.clone();
            at.sort_unstable();
            let is_drawn = !at.iter().any(|at| self.on_ring(*at));
            found.push((is_drawn, room.iter().filter(|inside| **inside).count(), at));
            return;
        };
        for at in way.into_iter().filter(|at| left > 0 && self.is_bare(*at)) {
            let mut draft = self.clone();
            draft.squares[at] = Square::Wall;
            closed.push(at);
            draft.close(left - 1, closed, found);
            closed.pop();
        }
    }

    /// The shortest way of the player to the ring, from its end.
    fn way_out(&self) -> Option<Vec<usize>> {
        let mut from = vec![usize::MAX; self.squares.len()];
        let mut queue = std::collections::VecDeque::from([self.players[0]]);
        from[self.players[0]] = self.players[0];
        while let Some(at) = queue.pop_front() {
            if self.on_ring(at) {
                let mut way = vec![at];
                while from[way[way.len() - 1]] != way[way.len() - 1] {
                    way.push(from[way[way.len() - 1]]);
                }
                return Some(way);
            }
            for to in self.near(at) {
                if from[to] == usize::MAX && self.squares[to] != Square::Wall {
                    from[to] = at;
                    queue.push_back(to);
                }
            }
        }
        None
    }

    fn walled(&self, holes: &[usize]) -> Slip {
        let mut draft = self.clone();
        for at in holes {
            draft.squares[*at] = Square::Wall;
        }
        // A square of the ring has no number of its own: it is named by the one beside it.
        let said = |at: &usize| match self.near(*at).find(|to| !self.on_ring(*to)) {
            Some(beside) if self.on_ring(*at) => words::SLIP_WALL_BESIDE.with("place", self.place(beside)),
            _ => words::SLIP_WALL.with("place", self.place(*at)),
        };
        let what = Message::these(holes.iter().map(said).collect());
        Slip { what, text: draft.text(), size: holes.len() as u32 }
    }

    // --- boxes and goals ---

    /// As many boxes as goals: one less of what there are more of, or one more of the others.
    fn matched(&self) -> Vec<Slip> {
        let Some(player) = self.players.first() else { return Vec::new() };
        let room = self.room(*player);
        let inside: Vec<usize> = (0..room.len()).filter(|at| room[*at]).collect();
        let count = |is: fn(Square) -> bool| inside.iter().filter(|at| is(self.squares[**at])).count();
        let more_boxes = count(Square::is_crate) > count(Square::is_goal);
        let (too_many, drop, add) = if more_boxes {
            (Square::is_crate as fn(Square) -> bool, words::SLIP_BOX, words::SLIP_NEW_GOAL)
        } else {
            (Square::is_goal as fn(Square) -> bool, words::SLIP_GOAL, words::SLIP_NEW_BOX)
        };
        // What lies alone is the likelier slip: a box on a goal was meant.
        let mut surplus: Vec<usize> =
            inside.iter().copied().filter(|at| too_many(self.squares[*at])).collect();
        surplus.sort_by_key(|at| self.squares[*at] == Square::CrateOnGoal);
        let dropped = surplus.into_iter().map(|at| {
            let old = self.squares[at];
            let new = Square::of(old.is_goal() && more_boxes, old.is_crate() && !more_boxes);
            self.slip(drop, at, |draft| draft.squares[at] = new)
        });
        let added = self
            .places(&inside, more_boxes)
            .into_iter()
            .map(|at| self.slip(add, at, |draft| draft.squares[at] = Square::of(more_boxes, !more_boxes)));
        dropped.chain(added).collect()
    }

    /// Where one more could lie: goals beside goals first, boxes away from walls.
    fn places(&self, inside: &[usize], goals: bool) -> Vec<usize> {
        let mut bare: Vec<usize> = inside.iter().copied().filter(|at| self.is_bare(*at)).collect();
        let beside = |at: usize, is: &dyn Fn(usize) -> bool| self.near(at).filter(|to| is(*to)).count();
        bare.sort_by_key(|at| {
            let good = beside(*at, &|to| goals && self.squares[to].is_goal());
            let bad = beside(*at, &|to| !goals && self.squares[to] == Square::Wall);
            (std::cmp::Reverse(good), bad)
        });
        bare.truncate(MOST_PLACES);
        bare
    }

    /// Boxes and goals that lie outside of the player's room: a door, or they go.
    fn reached(&self) -> Vec<Slip> {
        let Some(player) = self.players.first() else { return Vec::new() };
        let room = self.room(*player);
        let lost = |at: &usize| !room[*at] && matches!(self.squares[*at], Square::Crate | Square::Goal);
        let Some(first) = (0..room.len()).find(lost) else { return Vec::new() };
        let other = self.room(first);
        let mut slips = Vec::new();
        if !(0..other.len()).any(|at| other[at] && self.on_ring(at)) {
            let between = |at: &usize| {
                let touches = |room: &[bool]| self.near(*at).any(|to| room[to]);
                self.squares[*at] == Square::Wall && touches(&room) && touches(&other)
            };
            let doors = (0..other.len()).filter(between);
            slips.extend(
                doors.map(|at| self.slip(words::SLIP_DOOR, at, |draft| draft.squares[at] = Square::Floor)),
            );
        }
        let template = if self.squares[first].is_crate() { words::SLIP_BOX } else { words::SLIP_GOAL };
        slips.push(self.slip(template, first, |draft| draft.squares[first] = Square::Floor));
        slips
    }
}
