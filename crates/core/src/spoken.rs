//! Scenes in words, for those who listen: the whole board on demand, and after a move only what changed.
//! Rows and columns count from 1, as people count.

use std::cmp::Ordering;

use crate::grid::{Cell, Dir, Lattice, Side};
use crate::kind::{Handling, Way};
use crate::scene::{FixtureKind, Ground, Mark, MarkKind, Piece, Scene};
use crate::words::{Listed, Message, Template};

crate::words! {
    BOARD = "spoken.board", "{width} by {height} board.";
    HEXAGONS = "spoken.hexagons", "{width} by {height} board of hexagons; odd columns lie half a cell lower than even ones.";
    BRIDGES = "spoken.bridges", "Bridges: {places}.";
    WALLS = "spoken.walls", "Walls: {places}.";
    GATES = "spoken.gates", "What leaves by these sides comes in on the other border: {places}.";
    SIDE_UP = "spoken.side-up", "above {place}";
    SIDE_DOWN = "spoken.side-down", "below {place}";
    SIDE_LEFT = "spoken.side-left", "left of {place}";
    SIDE_RIGHT = "spoken.side-right", "right of {place}";
    SIDE_UP_LEFT = "spoken.side-up-left", "upper left of {place}";
    SIDE_UP_RIGHT = "spoken.side-up-right", "upper right of {place}";
    SIDE_DOWN_LEFT = "spoken.side-down-left", "lower left of {place}";
    SIDE_DOWN_RIGHT = "spoken.side-down-right", "lower right of {place}";
    ROW = "spoken.row", "Row {row}: {pieces}.";
    GAP = "spoken.gap", "gap";
    PIECE = "spoken.piece", "{piece}: {facts}.";
    GONE = "spoken.gone", "{piece} is gone.";
    NOTHING = "spoken.nothing", "Nothing has changed.";
    GOALS = "spoken.goals", "Free goals: {places}.";

    CELL = "spoken.cell", "row {row}, column {column}";
    ACROSS = "spoken.across", "row {row}, columns {first} to {last}";
    DOWN = "spoken.down", "rows {first} to {last}, column {column}";
    WINDING = "spoken.winding", "{first} to {last}, {count} {count|cell|cells}";
    IN_HAND = "spoken.in-hand", "in hand";
    IN_PLACE = "spoken.in-place", "in place";
    COMPLETE = "spoken.complete", "complete";
    CAN_GO = "spoken.can-go", "can go {ways}";
    UP = "spoken.up", "up {cells}";
    DOWNWARDS = "spoken.downwards", "down {cells}";
    LEFT = "spoken.left", "left {cells}";
    RIGHT = "spoken.right", "right {cells}";

    MARK_LOST = "spoken.mark-lost", "Lost at {place}.";
    MARK_CONFLICT = "spoken.mark-conflict", "Conflict at {place}.";
    MARK_CLASH = "spoken.mark-clash", "Clash at {place}.";
    MARK_HINT = "spoken.mark-hint", "Look at {place}.";
    MARK_EXIT = "spoken.mark-exit", "Exit at {place}.";
    MARK_EXIT_UP = "spoken.mark-exit-up", "Exit upwards at {place}.";
    MARK_EXIT_DOWN = "spoken.mark-exit-down", "Exit downwards at {place}.";
    MARK_EXIT_LEFT = "spoken.mark-exit-left", "Exit to the left at {place}.";
    GO_UP = "spoken.go-up", "up";
    GO_DOWN = "spoken.go-down", "down";
    GO_LEFT = "spoken.go-left", "to the left";
    GO_RIGHT = "spoken.go-right", "to the right";
    AWAY = "spoken.away", "Next: take the marked piece away.";
    WAY_UP = "spoken.way-up", "up";
    WAY_DOWN = "spoken.way-down", "down";
    WAY_LEFT = "spoken.way-left", "left";
    WAY_RIGHT = "spoken.way-right", "right";
    WAY_UP_LEFT = "spoken.way-up-left", "up to the left";
    WAY_UP_RIGHT = "spoken.way-up-right", "up to the right";
    WAY_DOWN_LEFT = "spoken.way-down-left", "down to the left";
    WAY_DOWN_RIGHT = "spoken.way-down-right", "down to the right";
}

impl Cell {
    /// `row 3, column 5`, as people count.
    pub fn said(self) -> Message {
        CELL.with("row", self.row + 1).with("column", self.column + 1)
    }
}

impl Side {
    /// The way that leads over this side: `up`.
    pub fn said_way(self) -> Message {
        let way = match self {
            Side::Up => WAY_UP,
            Side::Down => WAY_DOWN,
            Side::Left => WAY_LEFT,
            Side::Right => WAY_RIGHT,
            Side::UpLeft => WAY_UP_LEFT,
            Side::UpRight => WAY_UP_RIGHT,
            Side::DownLeft => WAY_DOWN_LEFT,
            Side::DownRight => WAY_DOWN_RIGHT,
        };
        way.say()
    }
}

impl Dir {
    /// As in a sentence about a move: `up`.
    pub fn said(self) -> Message {
        Side::from(self).said_way()
    }
}

impl Scene {
    /// The whole board.
    pub fn describe(&self) -> Vec<Message> {
        let board = if self.lattice == Lattice::Hexagons { HEXAGONS } else { BOARD };
        let mut said = vec![board.with("width", self.size.width).with("height", self.size.height)];
        said.extend(self.built());
        if self.pieces.iter().any(|piece| piece.handling() == Handling::Shoves) {
            said.extend((0..self.size.height).map(|row| self.row(row)));
        } else {
            said.extend(self.pieces.iter().filter(|piece| self.is_worth_a_word(piece)).map(piece));
        }
        said.extend(self.free_goals());
        said.extend(marks(&self.marks));
        said
    }

    /// What is different in a later scene of the same play.
    pub fn describe_change(&self, later: &Scene) -> Vec<Message> {
        // What stays may be another thing now: a lamp that is lit has another name.
        let renamed = |old: &Piece, new: &Piece| (old.kind.name)(old) != (new.kind.name)(new);
        let moved = |piece: &&Piece| {
            let differs = |old: &Piece| old.cells != piece.cells || old.in_place != piece.in_place;
            self.piece(piece.id).is_none_or(|old| differs(old) || renamed(old, piece))
        };
        let difference = self.difference(later);
        let gone = difference.gone.iter().filter_map(|id| self.piece(*id));
        let mut said: Vec<Message> = gone.map(|gone| GONE.with("piece", (gone.kind.name)(gone))).collect();
        said.extend(
            difference.changed.iter().filter(moved).filter(|new| later.is_worth_a_word(new)).map(piece),
        );
        let new: Vec<Mark> = later.marks.iter().filter(|mark| !self.marks.contains(mark)).cloned().collect();
        said.extend(marks(&new));
        if said.is_empty() { vec![NOTHING.say()] } else { said }
    }

    /// What is built on the ground: bridges, walls, borders that are open.
    fn built(&self) -> Vec<Message> {
        let of_kind = |say: &dyn Fn(FixtureKind, Cell) -> Option<Message>| -> Vec<Message> {
            self.fixtures.iter().filter_map(|fixture| say(fixture.kind, fixture.cell)).collect()
        };
        let bridges = of_kind(&|kind, cell| (kind == FixtureKind::Bridge).then(|| place(cell)));
        let walls = of_kind(&|kind, cell| match kind {
            FixtureKind::Wall(side) => Some(beside(side, cell)),
            _ => None,
        });
        let gates = of_kind(&|kind, cell| match kind {
            FixtureKind::Gate(side) => Some(beside(side, cell)),
            _ => None,
        });
        let all = [(BRIDGES, bridges), (WALLS, walls), (GATES, gates)];
        let there = all.into_iter().filter(|(_, places)| !places.is_empty());
        there.map(|(template, places)| template.with("places", Listed("; ", places))).collect()
    }

    /// One row of tiles.
    fn row(&self, row: usize) -> Message {
        let label = |column: usize| {
            let cell = Cell::new(row, column);
            let tile = self.pieces.iter().find(|piece| piece.cells.contains(&cell));
            tile.map_or_else(|| GAP.say(), |tile| Message::told(&tile.label))
        };
        ROW.with("row", row + 1).with("pieces", Listed::commas((0..self.size.width).map(label)))
    }

    /// Where a line begins goes without saying once it is drawn.
    fn is_worth_a_word(&self, piece: &Piece) -> bool {
        let is_line = |one: &Piece| one.handling() == Handling::Drawn && one.kind.under;
        let drawn = |line: &Piece| is_line(line) && line.tone == piece.tone;
        piece.handling() != Handling::Drawn || piece.kind.under || !self.pieces.iter().any(drawn)
    }

    fn free_goals(&self) -> Option<Message> {
        let taken =
            |cell: &Cell| self.pieces.iter().any(|piece| piece.in_place && piece.cells.contains(cell));
        let cells = (0..self.size.cells()).filter(|at| self.ground[*at] == Ground::Goal);
        let free: Vec<Message> =
            cells.map(|at| self.size.cell(at)).filter(|cell| !taken(cell)).map(place).collect();
        (!free.is_empty()).then(|| GOALS.with("places", Listed("; ", free)))
    }

    /// The move that leads to a later scene, as advice: `Next: push the marked box up.` Nothing where nothing moves.
    pub fn advice(&self, later: &Scene) -> Option<Message> {
        let difference = self.difference(later);
        let moves = |piece: &&Piece| self.piece(piece.id).is_none_or(|old| old.cells != piece.cells);
        let moved = difference.changed.iter().filter(moves).min_by_key(|piece| weight(piece));
        match moved {
            Some(piece) if !piece.cells.is_empty() => Some((piece.kind.advice)(piece, &self.way(piece))),
            None if difference.gone.is_empty() => None,
            _ => Some(AWAY.say()),
        }
    }

    /// From where a piece is to where it will be.
    fn way(&self, piece: &Piece) -> Way {
        let from = self.piece(piece.id).and_then(|old| old.cells.first());
        let (Some(from), Some(to)) = (from, piece.cells.first()) else {
            return Way { said: Message::empty(), cells: 1 };
        };
        let said = match (to.row.cmp(&from.row), to.column.cmp(&from.column)) {
            (Ordering::Less, _) => GO_UP,
            (Ordering::Greater, _) => GO_DOWN,
            (_, Ordering::Less) => GO_LEFT,
            _ => GO_RIGHT,
        };
        let cells = to.row.abs_diff(from.row) + to.column.abs_diff(from.column);
        Way { said: said.say(), cells }
    }
}

/// Of several pieces that move, the lightest is the one that a move is about: who pushes is named last.
const fn weight(piece: &Piece) -> u8 {
    match piece.handling() {
        Handling::Pushed => 0,
        Handling::Slides => 1,
        Handling::Shoves => 2,
        Handling::Carried => 3,
        Handling::Drawn => 4,
        Handling::Still => 5,
        Handling::Walks => 6,
    }
}

/// What there is to say of one piece.
fn piece(piece: &Piece) -> Message {
    let mut facts = vec![places(piece)];
    if piece.in_place {
        facts.push(if piece.handling() == Handling::Drawn { COMPLETE.say() } else { IN_PLACE.say() });
    }
    if piece.handling() != Handling::Walks && !piece.reach.is_empty() {
        let ways = piece.reach.iter().map(|(dir, cells)| way(*dir).with("cells", cells));
        facts.push(CAN_GO.with("ways", Listed::commas(ways)));
    }
    PIECE.with("piece", (piece.kind.name)(piece)).with("facts", Listed::commas(facts))
}

fn place(cell: Cell) -> Message {
    CELL.with("row", cell.row + 1).with("column", cell.column + 1)
}

fn beside(side: Side, cell: Cell) -> Message {
    let template = match side {
        Side::Up => SIDE_UP,
        Side::Down => SIDE_DOWN,
        Side::Left => SIDE_LEFT,
        Side::Right => SIDE_RIGHT,
        Side::UpLeft => SIDE_UP_LEFT,
        Side::UpRight => SIDE_UP_RIGHT,
        Side::DownLeft => SIDE_DOWN_LEFT,
        Side::DownRight => SIDE_DOWN_RIGHT,
    };
    template.with("place", place(cell))
}

fn places(piece: &Piece) -> Message {
    let (Some(first), Some(last)) = (piece.cells.first(), piece.cells.last()) else { return IN_HAND.say() };
    let straight = |same: fn(&Cell) -> u16| piece.cells.iter().all(|cell| same(cell) == same(first));
    if piece.cells.len() == 1 {
        return place(*first);
    }
    if piece.handling() == Handling::Drawn {
        let message = WINDING.with("first", place(*first)).with("last", place(*last));
        return message.with("count", piece.cells.len());
    }
    if straight(|cell| cell.row) {
        let message = ACROSS.with("row", first.row + 1);
        return message.with("first", first.column + 1).with("last", last.column + 1);
    }
    DOWN.with("first", first.row + 1).with("last", last.row + 1).with("column", first.column + 1)
}

const fn way(dir: Dir) -> Template {
    match dir {
        Dir::Up => UP,
        Dir::Down => DOWNWARDS,
        Dir::Left => LEFT,
        Dir::Right => RIGHT,
    }
}

/// A clash has two sides; one of them is enough to say.
fn marks(marks: &[Mark]) -> Vec<Message> {
    let said = marks.iter().filter_map(|mark| {
        let template = match mark.kind {
            MarkKind::Lost => MARK_LOST,
            MarkKind::Conflict => MARK_CONFLICT,
            MarkKind::Clash(Dir::Right | Dir::Down) => MARK_CLASH,
            MarkKind::Clash(_) => return None,
            MarkKind::Hint => MARK_HINT,
            MarkKind::Exit(Dir::Right) => MARK_EXIT,
            MarkKind::Exit(Dir::Left) => MARK_EXIT_LEFT,
            MarkKind::Exit(Dir::Up) => MARK_EXIT_UP,
            MarkKind::Exit(Dir::Down) => MARK_EXIT_DOWN,
        };
        Some(template.with("place", place(mark.cell)))
    });
    said.collect()
}
