//! Scenes in words, for those who listen: the whole board on demand, and after a move only what changed.
//! Rows and columns count from 1, as people count.

use crate::grid::{Cell, Dir, Lattice, Side};
use crate::scene::{FixtureKind, Ground, Mark, MarkKind, Piece, Role, Scene};
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

    TILE = "spoken.tile", "Tile {label}";
    MATCHING = "spoken.matching", "Tile {number} with {top} on top, {right} on the right, {bottom} at the bottom, {left} on the left";
    BLOCK = "spoken.block", "Block {label}";
    TARGET = "spoken.target", "Target {label}";
    CRATE = "spoken.crate", "Box {number}";
    PLAYER = "spoken.player", "Player";
    END = "spoken.end", "End of {label}";
    PIPE = "spoken.pipe", "Pipe {label}";

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
        if self.pieces.iter().any(|piece| piece.role == Role::Tile) {
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
        let moved = |piece: &&Piece| {
            let old = self.piece(piece.id);
            old.is_none_or(|old| old.cells != piece.cells || old.in_place != piece.in_place)
        };
        let difference = self.difference(later);
        let gone = difference.gone.iter().filter_map(|id| self.piece(*id));
        let mut said: Vec<Message> = gone.map(|gone| GONE.with("piece", name(gone))).collect();
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

    /// The ends of a pipe go without saying once it is drawn.
    fn is_worth_a_word(&self, piece: &Piece) -> bool {
        let drawn = |pipe: &Piece| pipe.role == Role::Pipe && pipe.tone == piece.tone;
        piece.role != Role::End || !self.pieces.iter().any(drawn)
    }

    fn free_goals(&self) -> Option<Message> {
        let taken = |cell: &Cell| {
            self.pieces.iter().any(|piece| piece.role == Role::Crate && piece.cells.contains(cell))
        };
        let cells = (0..self.size.cells()).filter(|at| self.ground[*at] == Ground::Goal);
        let free: Vec<Message> =
            cells.map(|at| self.size.cell(at)).filter(|cell| !taken(cell)).map(place).collect();
        (!free.is_empty()).then(|| GOALS.with("places", Listed("; ", free)))
    }
}

/// What there is to say of one piece.
fn piece(piece: &Piece) -> Message {
    let mut facts = vec![places(piece)];
    if piece.in_place {
        facts.push(if matches!(piece.role, Role::Pipe | Role::End) {
            COMPLETE.say()
        } else {
            IN_PLACE.say()
        });
    }
    if piece.role != Role::Player && !piece.reach.is_empty() {
        let ways = piece.reach.iter().map(|(dir, cells)| way(*dir).with("cells", cells));
        facts.push(CAN_GO.with("ways", Listed::commas(ways)));
    }
    PIECE.with("piece", name(piece)).with("facts", Listed::commas(facts))
}

fn name(piece: &Piece) -> Message {
    let label = |template: Template| template.with("label", &piece.label);
    match piece.role {
        Role::Tile => label(TILE),
        Role::Block => label(BLOCK),
        Role::Target => label(TARGET),
        Role::End => label(END),
        Role::Pipe => label(PIPE),
        Role::Crate => CRATE.with("number", piece.id),
        Role::Player => PLAYER.say(),
        Role::Matching => {
            let sides = ["top", "right", "bottom", "left"].into_iter().zip(piece.label.split('/'));
            sides.fold(MATCHING.with("number", piece.id), |said, (side, colour)| said.with(side, colour))
        }
    }
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
    if piece.role == Role::Pipe {
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
