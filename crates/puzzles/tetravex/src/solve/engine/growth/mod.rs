//! Growing a rectangle of tiles, line by line: plain depth-first search in an order that keeps what is
//! laid as compact as can be, because every edge inside it divides the number of ways by the number of
//! colours. Ten colours and 81 tiles leave about 10^6 squares of 5x5, but 10^10 beginnings of two rows.
//!
//! - Before each line, the four lines around the rectangle are looked at (`lines.rs`): each is a chain,
//!   so the ways to lay it (a tile may be used twice) are counted exactly, colour by colour. A line
//!   without a way needs an empty cell; more such lines than empty cells are the end. The line with the
//!   fewest ways for its length is laid next, and only by tiles that some way uses: by ways alone short
//!   lines would be preferred, the rectangle become long and thin, and a thin one has few edges inside
//!   (17.7 instead of 243 million nodes on a board of 9x9).
//! - The colours of opposite borders are weighed against each other (`borders.rs`).
//! - With empty cells, some quarter of the board holds at most its share of them, with one some half none. So
//!   as many searches as there are parts to choose from begin in one each, with that share, and together miss
//!   nothing.
//!
//! There is no trail: a tile that is laid writes the colours of its edges, one taken back wipes them.

mod borders;
mod lines;

use ingenio_core::{Rng, Size};

use super::bits::Bits;
use super::instance::Instance;
use super::search::{Counters, Search, Turn, words_for};
use borders::Borders;
use lines::{Line, Lines, possible};

/// The kind on a spot that stays empty.
const BLANK: u16 = u16::MAX;
const NOWHERE: u16 = u16::MAX;
/// A board has at most 32 rows and 32 columns, and each becomes a line once.
const MOST_LINES: usize = 64;

/// Rows and columns from, to (not included).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    rows: [u8; 2],
    columns: [u8; 2],
}

impl Rectangle {
    /// The rectangle with one more line on a side, if there is room for it.
    fn grown(self, side: usize, within: Rectangle) -> Option<Rectangle> {
        let mut grown = self;
        let (edge, limit) = match side {
            0 => (&mut grown.rows[0], within.rows[0]),
            1 => (&mut grown.columns[1], within.columns[1]),
            2 => (&mut grown.rows[1], within.rows[1]),
            _ => (&mut grown.columns[0], within.columns[0]),
        };
        if *edge == limit {
            return None;
        }
        *edge = if side == 0 || side == 3 { *edge - 1 } else { *edge + 1 };
        Some(grown)
    }

    /// The line beside a rectangle, as a rectangle.
    fn beside(self, side: usize) -> Rectangle {
        let ([top, bottom], [left, right]) = (self.rows, self.columns);
        match side {
            0 => Rectangle { rows: [top - 1, top], columns: self.columns },
            1 => Rectangle { rows: self.rows, columns: [right, right + 1] },
            2 => Rectangle { rows: [bottom, bottom + 1], columns: self.columns },
            _ => Rectangle { rows: self.rows, columns: [left - 1, left] },
        }
    }

    fn covers(self, other: Rectangle) -> bool {
        let covers = |outer: [u8; 2], inner: [u8; 2]| outer[0] <= inner[0] && inner[1] <= outer[1];
        covers(self.rows, other.rows) && covers(self.columns, other.columns)
    }

    fn is_empty(self) -> bool {
        self.rows[0] == self.rows[1]
    }
}

/// What never changes.
#[derive(Debug)]
struct Ground<const W: usize> {
    size: Size,
    /// The spot on each cell.
    spot_at: Vec<u16>,
    edges_of: Vec<[u16; 4]>,
    /// The sides of the kinds, in the order in which they are tried, and their own numbers.
    sides: Vec<[u8; 4]>,
    numbers: Vec<u16>,
    /// For each side and colour the kinds that show it; behind the last colour all of them.
    shows: [Vec<Bits<W>>; 4],
    any: u8,
}

/// Where a line of tiles begins on the stack, and what it has to keep to.
#[derive(Clone, Copy, Debug)]
struct Laid {
    depth: usize,
    side: usize,
    before: Rectangle,
    end: usize,
    /// How many spots may be empty when it is laid.
    most_blanks: usize,
}

pub struct Growth<const W: usize> {
    ground: Ground<W>,
    borders: Borders,
    lines: Lines<W>,
    /// Where it begins, how many spots may be empty there, and on the whole board.
    quarter: Rectangle,
    blanks_there: usize,
    blanks: usize,
    whole: Rectangle,
    forbidden: Option<(usize, usize)>,
    // What changes.
    rectangle: Rectangle,
    colours: Vec<u8>,
    free: Bits<W>,
    left: Vec<u16>,
    used_blanks: usize,
    laid: Vec<Laid>,
    /// For each depth: the spot, what may lie there by its line, what is still to be tried, what lies there.
    spots: Vec<u16>,
    allowed: Vec<Bits<W>>,
    untried: Vec<Bits<W>>,
    blank_untried: Vec<bool>,
    chosen: Vec<u16>,
    /// Which edges had no colour before.
    wrote: Vec<u8>,
    depth: usize,
    over: Option<Turn>,
    nodes: u64,
    failures: u64,
}

/// The bytes of a search on this instance.
pub fn bytes(instance: &Instance) -> u64 {
    let width = words_for(instance.kinds.len());
    let (spots, kinds, colours) = (instance.spots.len(), instance.kinds.len(), instance.colours + 1);
    let cells = instance.around.len();
    let sets = 4 * colours + 2 * spots + 4 * lines::LONGEST.min(cells);
    let scratch = (lines::LONGEST.min(cells) + 1) * colours * 4 + colours * 32;
    (sets * width * 8 + scratch + cells * 2 + spots * 48 + kinds * 10 + instance.edges.len() * 8 + 512) as u64
}

impl<const W: usize> Growth<W> {
    /// Begins in the quarter of that number of so many; with one, on the whole board.
    pub fn new(instance: &Instance, blanks: usize, seed: u64, quarter: usize, of: usize) -> Self {
        let ground = Ground::of(instance, seed);
        let whole = ground.bounds(instance);
        let quarter = quarter_of(whole, quarter, of);
        let balanced = blanks == 0 && instance.tiles() == instance.spots.len();
        let spots = instance.spots.len();
        let colours = instance.edges.iter().map(|edge| edge.colour.unwrap_or(ground.any)).collect();
        let left = ground.numbers.iter().map(|kind| instance.kinds[usize::from(*kind)].tiles.len() as u16);
        let mut growth = Growth {
            borders: Borders::of(instance, balanced),
            lines: Lines::new(&ground),
            quarter,
            blanks_there: if quarter == whole { blanks } else { blanks / of },
            blanks,
            whole,
            forbidden: None,
            rectangle: middle(quarter),
            colours,
            free: Bits::below(instance.kinds.len()),
            left: left.collect(),
            used_blanks: 0,
            laid: Vec::with_capacity(MOST_LINES),
            spots: vec![0; spots],
            allowed: vec![Bits::EMPTY; spots],
            untried: vec![Bits::EMPTY; spots + 1],
            blank_untried: vec![false; spots + 1],
            chosen: vec![BLANK; spots],
            wrote: vec![0; spots],
            depth: 0,
            over: None,
            nodes: 0,
            failures: 0,
            ground,
        };
        if spots == 0 {
            growth.over = Some(Turn::Found);
        } else if !growth.borders.possible() || !growth.grow() {
            growth.over = Some(Turn::Refuted);
        }
        growth
    }

    /// Chooses the next line, and makes ready to lay it; false if there is no way.
    fn grow(&mut self) -> bool {
        loop {
            if self.depth == self.spots.len() {
                return true;
            }
            let within = if self.rectangle.covers(self.quarter) { self.whole } else { self.quarter };
            let Some(line) = self.best_line(within) else { return false };
            let most_blanks = self.used_blanks + line.blanks;
            let (depth, end) = (self.depth, self.depth + line.length);
            self.laid.push(Laid { depth, end, side: line.side, before: self.rectangle, most_blanks });
            self.rectangle = line.rectangle;
            if line.length > 0 {
                self.lines.write(&line, self.depth, &mut self.spots, &mut self.allowed);
                self.make_ready();
                return true;
            }
        }
    }

    /// The line with the fewest ways for its length; nothing if more lines have none than cells may be empty.
    fn best_line(&mut self, within: Rectangle) -> Option<Line> {
        if self.rectangle.is_empty() {
            return Some(self.first_line());
        }
        let here = if within == self.whole { self.blanks } else { self.blanks_there } - self.used_blanks;
        let (mut best, mut stuck, mut stuck_here): (Option<Line>, usize, usize) = (None, 0, 0);
        for turn in [0, 1, 3, 2] {
            // Beside the line that was just laid all is new: that is where most ways end.
            let side = (self.laid.last().map_or(0, |line| line.side) + turn) % 4;
            let Some(grown) = self.rectangle.grown(side, self.whole) else { continue };
            let inside = self.rectangle.grown(side, within).is_some();
            let line = self.look(side, grown);
            stuck += usize::from(line.ways == 0);
            stuck_here += usize::from(line.ways == 0 && inside);
            if stuck > self.blanks - self.used_blanks || stuck_here > here {
                return None;
            }
            if inside && best.is_none_or(|best| line.freedom() < best.freedom()) {
                best = Some(line);
            }
        }
        let mut line = best?;
        let elsewhere = usize::from(line.ways == 0);
        line.blanks =
            (here - (stuck_here - elsewhere)).min(self.blanks - self.used_blanks - (stuck - elsewhere));
        Some(line)
    }

    fn first_line(&mut self) -> Line {
        let rows = self.rectangle.rows;
        let cell = Rectangle { rows: [rows[0], rows[0] + 1], columns: self.rectangle.columns };
        let mut line = self.lines.look(&self.ground, &self.colours, self.free, 1, cell);
        (line.rectangle, line.blanks) = (cell, self.blanks_there);
        line
    }

    fn look(&mut self, side: usize, grown: Rectangle) -> Line {
        let cells = self.rectangle.beside(side);
        let mut line = self.lines.look(&self.ground, &self.colours, self.free, side, cells);
        line.rectangle = grown;
        line
    }

    /// What may lie on the next spot.
    fn make_ready(&mut self) {
        let depth = self.depth;
        let spot = usize::from(self.spots[depth]);
        let may_be_empty = self.laid.last().is_some_and(|line| self.used_blanks < line.most_blanks);
        let mut kinds = possible(&self.ground, &self.colours, self.free, self.ground.edges_of[spot]);
        // A line with an empty cell need not go by the ways without one.
        if !may_be_empty {
            kinds = kinds.and(&self.allowed[depth]);
        }
        if let Some((barred, kind)) = self.forbidden
            && barred == spot
        {
            kinds.remove(kind);
        }
        self.untried[depth] = kinds;
        self.blank_untried[depth] = may_be_empty;
    }

    /// The next thing to try at this depth.
    fn next(&mut self) -> Option<u16> {
        if let Some(kind) = self.untried[self.depth].pop() {
            return Some(kind as u16);
        }
        std::mem::take(&mut self.blank_untried[self.depth]).then_some(BLANK)
    }

    /// Lays a tile, or nothing; false if the borders cannot bear it.
    fn put(&mut self, kind: u16) -> bool {
        let (depth, spot) = (self.depth, usize::from(self.spots[self.depth]));
        self.chosen[depth] = kind;
        if kind == BLANK {
            self.used_blanks += 1;
            self.depth += 1;
            return true;
        }
        let sides = self.ground.sides[usize::from(kind)];
        if !self.borders.put(spot, sides) {
            return false;
        }
        self.wrote[depth] = self.colour(spot, sides);
        let left = &mut self.left[usize::from(kind)];
        *left -= 1;
        if *left == 0 {
            self.free.remove(usize::from(kind));
        }
        self.depth += 1;
        true
    }

    /// Takes back what was laid last.
    fn take(&mut self) {
        self.depth -= 1;
        let (kind, spot) = (self.chosen[self.depth], usize::from(self.spots[self.depth]));
        if kind == BLANK {
            self.used_blanks -= 1;
            return;
        }
        let sides = self.ground.sides[usize::from(kind)];
        self.borders.take(spot, sides);
        self.left[usize::from(kind)] += 1;
        self.free.insert(usize::from(kind));
        for side in (0..4).filter(|side| self.wrote[self.depth] >> side & 1 == 1) {
            self.colours[usize::from(self.ground.edges_of[spot][side])] = self.ground.any;
        }
    }

    /// Gives the edges around a spot the colours of a tile; tells which had none.
    fn colour(&mut self, spot: usize, sides: [u8; 4]) -> u8 {
        let mut wrote = 0;
        for (side, colour) in sides.into_iter().enumerate() {
            let edge = &mut self.colours[usize::from(self.ground.edges_of[spot][side])];
            wrote |= u8::from(*edge == self.ground.any) << side;
            *edge = colour;
        }
        wrote
    }

    /// Back to the last spot where something is left to try; false if there is none.
    fn back(&mut self) -> bool {
        while self.laid.last().is_some_and(|line| line.depth == self.depth) {
            self.rectangle = self.laid.pop().expect("there is a last one").before;
        }
        if self.depth == 0 {
            return false;
        }
        self.take();
        true
    }

    /// What comes after something was laid: the next spot of the line, or the next line.
    fn go_deeper(&mut self) -> Turn {
        if self.depth == self.spots.len() {
            return Turn::Found;
        }
        if self.laid.last().is_some_and(|line| self.depth < line.end) {
            self.make_ready();
        } else if !self.grow() {
            self.failures += 1;
            self.nothing_to_try();
        }
        Turn::Running
    }

    fn nothing_to_try(&mut self) {
        self.untried[self.depth] = Bits::EMPTY;
        self.blank_untried[self.depth] = false;
    }

    fn advance(&mut self) -> Turn {
        loop {
            if let Some(kind) = self.next() {
                self.nodes += 1;
                return if self.put(kind) { self.go_deeper() } else { Turn::Running };
            }
            if !self.back() {
                return Turn::Refuted;
            }
        }
    }
}

impl<const W: usize> Search for Growth<W> {
    fn step(&mut self) -> Turn {
        if let Some(turn) = self.over {
            return turn;
        }
        let turn = self.advance();
        self.over = (turn != Turn::Running).then_some(turn);
        turn
    }

    fn forbid(&mut self, spot: usize, kind: u16) {
        let at = self.ground.numbers.iter().position(|number| *number == kind);
        self.forbidden = at.map(|at| (spot, at));
        if self.over.is_none() && self.depth == 0 {
            self.make_ready();
        }
    }

    fn go_on(&mut self) {
        if self.over == Some(Turn::Found) && !self.spots.is_empty() {
            self.over = None;
            self.nothing_to_try();
        }
    }

    fn chosen(&self) -> Vec<Option<u16>> {
        let mut kinds = vec![None; self.spots.len()];
        for depth in (0..self.depth).filter(|depth| self.chosen[*depth] != BLANK) {
            kinds[usize::from(self.spots[depth])] =
                Some(self.ground.numbers[usize::from(self.chosen[depth])]);
        }
        kinds
    }

    fn placed(&self) -> Option<usize> {
        Some(self.depth - self.used_blanks)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn counters(&self) -> Counters {
        Counters { failures: self.failures, ..Counters::default() }
    }
}

impl<const W: usize> Ground<W> {
    /// The kinds in random order: that is the order in which they are tried.
    fn of(instance: &Instance, seed: u64) -> Self {
        let mut numbers: Vec<u16> = (0..instance.kinds.len() as u16).collect();
        Rng::new(seed).shuffle(&mut numbers);
        let sides: Vec<[u8; 4]> =
            numbers.iter().map(|kind| instance.kinds[usize::from(*kind)].sides).collect();
        let mut shows: [Vec<Bits<W>>; 4] = std::array::from_fn(|_| vec![Bits::EMPTY; instance.colours + 1]);
        for (kind, sides) in sides.iter().enumerate() {
            for (side, colour) in sides.iter().enumerate() {
                shows[side][usize::from(*colour)].insert(kind);
                shows[side][instance.colours].insert(kind);
            }
        }
        let mut spot_at = vec![NOWHERE; instance.around.len()];
        for (spot, place) in instance.spots.iter().enumerate() {
            spot_at[place.at] = spot as u16;
        }
        let edges_of = instance.spots.iter().map(|spot| spot.edges).collect();
        Ground { size: instance.size, spot_at, edges_of, sides, numbers, shows, any: instance.colours as u8 }
    }

    /// The least rectangle with all spots.
    fn bounds(&self, instance: &Instance) -> Rectangle {
        let span = |places: Vec<usize>| {
            let ends = places.iter().min().zip(places.iter().max());
            ends.map_or([0, 1], |(least, most)| [*least as u8, *most as u8 + 1])
        };
        let cells = || instance.spots.iter().map(|spot| spot.at);
        Rectangle {
            rows: span(cells().map(|cell| self.size.row(cell)).collect()),
            columns: span(cells().map(|cell| self.size.column(cell)).collect()),
        }
    }
}

/// One of two or four parts of a rectangle that do not overlap; all of it where it has no such parts.
fn quarter_of(whole: Rectangle, number: usize, of: usize) -> Rectangle {
    let thin = |[from, to]: [u8; 2]| to - from < 2;
    if of == 1 || thin(whole.rows) || thin(whole.columns) {
        return whole;
    }
    let half = |[from, to]: [u8; 2], far: bool| {
        let long = (to - from) / 2;
        if far { [to - long, to] } else { [from, from + long] }
    };
    // Of two parts, each is a half: the more is laid without an empty cell, the fewer ways are left for one.
    let columns = if of == 2 { whole.columns } else { half(whole.columns, number & 2 == 2) };
    Rectangle { rows: half(whole.rows, number & 1 == 1), columns }
}

/// Nothing yet, in the middle of a rectangle.
fn middle(rectangle: Rectangle) -> Rectangle {
    let middle = |[from, to]: [u8; 2]| from + (to - from) / 2;
    let (row, column) = (middle(rectangle.rows), middle(rectangle.columns));
    Rectangle { rows: [row, row], columns: [column, column + 1] }
}

#[cfg(test)]
mod tests {
    use ingenio_core::rooms::Samples as _;
    use std::collections::BTreeSet;

    use super::super::search::{Plan, grow, search};
    use super::*;
    use crate::Tetravex;

    type Boards = BTreeSet<Vec<Option<u16>>>;

    /// Every board of a search, and how many there were.
    fn boards(mut search: Box<dyn Search>) -> (Boards, usize) {
        let (mut boards, mut count) = (Boards::new(), 0);
        loop {
            match search.step() {
                Turn::Running => {}
                Turn::Refuted => return (boards, count),
                Turn::Found => {
                    boards.insert(search.chosen());
                    count += 1;
                    search.go_on();
                }
            }
        }
    }

    fn sampled(number: u64) -> Instance {
        Instance::of(&Tetravex::sample(&mut Rng::stream(30, number), 1))
    }

    #[test]
    fn growth_meets_every_board_once_and_its_quarters_miss_none() {
        let mut met = 0;
        for number in 0..400 {
            let (instance, blanks) = (sampled(number), (number % 4) as usize);
            if instance.spots.is_empty() || instance.spots.len() > 9 {
                continue;
            }
            let plan = Plan { restarts: false, ..Plan::new(blanks, number) };
            let (all, _) = boards(search(&instance, plan));
            let (whole, count) = boards(grow(&instance, blanks, number, [0, 1]));
            assert_eq!((&whole, count), (&all, all.len()), "level {number}");
            for of in [2, 4] {
                let quarters = (0..of).flat_map(|at| boards(grow(&instance, blanks, number, [at, of])).0);
                assert_eq!(quarters.collect::<Boards>(), all, "level {number}, {of} quarters");
            }
            met += all.len();
        }
        assert!(met > 1000, "only {met} boards were met");
    }
}
