//! The room where levels are painted: end points, holes, bridges, walls between cells; squares or hexagons, borders
//! that join, rules. A draft may have a colour with one end or three, and bridges that nobody can cross.
//!
//! Hexagons have no quarter turn that stays on their lattice: they turn half around or are mirrored, each where the
//! number of columns allows it, and grow on the left by two columns. Pipes that a level gives go along with the
//! board; they are not painted, and an empty cell painted over one takes it away.

use ingenio_core::edit::{Brush, Change, Choice, Draft, Editor, Lines, Reach, Sheet, Touch};
use ingenio_core::kind::Kind;
use ingenio_core::rooms::Texts as _;
use ingenio_core::scene::{Ground, Piece};
use ingenio_core::{
    Cell, Dir, Fault, Lattice, Message, Options, Puzzle, Scene, Side, Size, Source, Template, rooms,
};

use crate::Flow;
use crate::level::board::{MOST_CELLS, MOST_SIDE};
use crate::level::text::{build_walls, built};
use crate::level::{Level, Rules, Shape, Stroke};
use crate::look::{END, PIPE};
use crate::scene::fixtures;
use crate::words;

impl rooms::Editing for Flow {
    fn editor() -> Option<&'static Editor> {
        Some(&EDITOR)
    }
}

pub static EDITOR: Editor = Editor {
    first: Size::new(5, 5),
    least_side: 1,
    most_side: MOST_SIDE,
    most_cells: MOST_CELLS,
    blank: |size| Box::new(Board::plain(size)),
    open,
};

/// Letters for new colours.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const KEYS: [&str; 7] = ["title", "author", "rules", "board", "warps", "walls", "drawn"];

struct Board {
    shape: Shape,
    ends: Sheet<Option<String>>,
    rules: Rules,
    drawn: Vec<Stroke>,
}

fn open(text: &str) -> Result<Box<dyn Draft>, Fault> {
    let read = || {
        Flow::read(&Source::new(text), &Options::defaults(Flow::INFO.settings)).into_iter().flatten().next()
    };
    let of_level = || read().map(|entry| Board::of(&entry.level));
    let board = drawn(text, true).or_else(of_level).or_else(|| drawn(text, false));
    Ok(Box::new(board.ok_or_else(|| words::NO_DRAWING.say())?))
}

/// What stands in a cell of a text.
enum Mark {
    Empty,
    Hole,
    Bridge,
    End(String),
}

fn mark(word: &str, separated: bool) -> Option<Mark> {
    let short = word.chars().count() == 1;
    let number = word.len() <= 5 && word.bytes().all(|byte| byte.is_ascii_digit());
    match word {
        "." => Some(Mark::Empty),
        "0" if separated => Some(Mark::Empty),
        "-" if separated => Some(Mark::Hole),
        "#" => Some(Mark::Hole),
        "+" => Some(Mark::Bridge),
        _ if (short && !word.contains([';', ':', '_'])) || (separated && number) => {
            Some(Mark::End(word.to_owned()))
        }
        _ => None,
    }
}

/// The rows of a text as we write them; where they need not be, they are filled up to the longest.
fn drawn(text: &str, is_strict: bool) -> Option<Board> {
    let lines = Lines::of(text, &KEYS);
    let is_gap = |letter: char| letter.is_whitespace() || letter == ',';
    let separated = lines.rows.iter().any(|row| row.contains(is_gap));
    let row = |row: &&str| -> Option<Vec<Mark>> {
        if separated {
            return row.split(is_gap).filter(|word| !word.is_empty()).map(|word| mark(word, true)).collect();
        }
        row.chars().map(|letter| mark(letter.encode_utf8(&mut [0; 4]), false)).collect()
    };
    let rows: Vec<Vec<Mark>> = lines.rows.iter().map(row).collect::<Option<_>>()?;
    let width = rows.iter().map(Vec::len).max().filter(|width| *width > 0)?;
    let size = Size::new(width, rows.len());
    let large = width > MOST_SIDE || rows.len() > MOST_SIDE || size.cells() > MOST_CELLS;
    if large || (is_strict && rows.iter().any(|row| row.len() != width)) {
        return None;
    }
    Board::plain(size).filled(rows).with_keys(&lines, is_strict)
}

impl Board {
    fn plain(size: Size) -> Self {
        let shape = Shape::plain(size);
        Board { shape, ends: Sheet::new(size, &None), rules: Rules::Touch, drawn: Vec::new() }
    }

    fn of(level: &Level) -> Self {
        let shape = level.board().shape().clone();
        let mut ends = Sheet::new(shape.size, &None);
        for (colour, pair) in level.ends().iter().enumerate() {
            for end in pair {
                ends.set(level.board().place(*end), Some(level.name(colour).to_owned()));
            }
        }
        let given = level.drawn().iter().enumerate().filter(|(_, pipe)| !pipe.is_empty());
        let drawn = given.map(|(colour, pipe)| Stroke::of_pipe(level, colour, pipe)).collect();
        Board { shape, ends, rules: level.rules(), drawn }
    }

    fn filled(mut self, rows: Vec<Vec<Mark>>) -> Self {
        for (row, marks) in rows.into_iter().enumerate() {
            for (column, mark) in marks.into_iter().enumerate() {
                let index = row * self.shape.size.width + column;
                match mark {
                    Mark::Empty => {}
                    Mark::Hole => drop(self.shape.holes.insert(index)),
                    Mark::Bridge => drop(self.shape.bridges.insert(index)),
                    Mark::End(name) => self.ends.cells_mut()[index] = Some(name),
                }
            }
        }
        self
    }

    /// What stands before the rows; nothing where it must be understood and is not.
    fn with_keys(mut self, lines: &Lines<'_>, is_strict: bool) -> Option<Self> {
        let mut is_known = true;
        let mut hear = |known: bool| is_known &= known;
        if let Some(rules) = lines.key("rules") {
            hear(Rules::parse(rules).map(|rules| self.rules = rules).is_some());
        }
        if let Some(board) = lines.key("board") {
            hear(matches!(board, "hexes" | "squares"));
            self.shape.lattice = if board == "hexes" { Lattice::Hexagons } else { Lattice::Squares };
        }
        if let Some(warps) = lines.key("warps") {
            hear(matches!(warps, "across" | "down" | "both"));
            self.set_warps(warps);
        }
        if let Some(walls) = lines.key("walls") {
            hear(build_walls(&mut self.shape, walls).is_ok());
        }
        if let Some(drawn) = lines.key("drawn") {
            let strokes = Stroke::parse_all(drawn);
            hear(strokes.is_ok());
            self.drawn = strokes.unwrap_or_default();
        }
        (is_known || !is_strict).then_some(self)
    }

    fn set_warps(&mut self, value: &str) {
        self.shape.across = matches!(value, "across" | "both");
        self.shape.down = matches!(value, "down" | "both");
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        self.ends.has(cell).then(|| self.shape.size.index(cell))
    }

    /// The colours in the order in which the board shows them.
    fn colours(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.ends.cells().iter().flatten() {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    fn clear(&mut self, cell: Cell) {
        let Some(index) = self.index(cell) else { return };
        self.shape.holes.remove(&index);
        self.shape.bridges.remove(&index);
        self.ends.set(cell, None);
        let through = |stroke: &Stroke| self.cells_of(stroke).0.contains(&cell);
        let kept: Vec<bool> = self.drawn.iter().map(|stroke| !through(stroke)).collect();
        let mut kept = kept.into_iter();
        self.drawn.retain(|_| kept.next().unwrap_or(true));
    }

    /// The cells that a stroke passes and the sides by which it leaves them, as far as the board goes.
    fn cells_of(&self, stroke: &Stroke) -> (Vec<Cell>, Vec<Side>) {
        let (mut cells, mut sides) = (vec![stroke.start], Vec::new());
        let mut at = self.index(stroke.start);
        for side in stroke.ways.chars().filter_map(Side::from_letter) {
            let Some(next) = at.and_then(|at| self.shape.beyond(at, side)) else { break };
            cells.push(self.shape.size.cell(next));
            sides.push(side);
            at = Some(next);
        }
        (cells, sides)
    }

    fn toggle_wall(&mut self, cell: Cell, side: Side) -> Result<(), Message> {
        let fits = self.shape.lattice.sides().contains(&side);
        let known = self.index(cell).filter(|_| fits).and_then(|index| self.shape.known(index, side));
        let wall = known.ok_or_else(|| words::NO_WALL_HERE.say())?;
        if !self.shape.walls.remove(&wall) {
            self.shape.walls.insert(wall);
        }
        Ok(())
    }

    fn is_hex(&self) -> bool {
        self.shape.lattice == Lattice::Hexagons
    }

    /// What a change means on hexagons, where even columns lie lower than odd ones and must go on doing so.
    fn on_hexagons(&self, change: Change) -> Result<Vec<Change>, Message> {
        let columns = self.shape.size.width;
        match change {
            Change::Rotate | Change::TurnOver if columns.is_multiple_of(2) => Ok(vec![Change::TurnOver]),
            Change::Rotate | Change::TurnOver => Err(words::HEX_TURN.with("columns", columns)),
            Change::Mirror if columns.is_multiple_of(2) => Err(words::HEX_MIRROR.with("columns", columns)),
            Change::Shrink(Dir::Left) if columns < 3 => Ok(Vec::new()),
            Change::Grow(Dir::Left) | Change::Shrink(Dir::Left) => Ok(vec![change; 2]),
            Change::Crop(first, last) => {
                Ok(vec![Change::Crop(Cell { column: first.column - first.column % 2, ..first }, last)])
            }
            _ => Ok(vec![change]),
        }
    }

    fn apply(&mut self, change: Change) {
        let from = self.shape.size;
        let moved = |index: usize| {
            let cell = change.cell(from, from.cell(index))?;
            Some(change.size(from).index(cell))
        };
        let mut shape = Shape { lattice: self.shape.lattice, ..Shape::plain(change.size(from)) };
        (shape.across, shape.down) = (self.shape.across, self.shape.down);
        if change == Change::Rotate {
            std::mem::swap(&mut shape.across, &mut shape.down);
        }
        shape.holes = self.shape.holes.iter().filter_map(|at| moved(*at)).collect();
        shape.bridges = self.shape.bridges.iter().filter_map(|at| moved(*at)).collect();
        for (index, side) in &self.shape.walls {
            if let Some(to) = moved(*index) {
                shape.wall(to, change.side(*side));
            }
        }
        let stroke = |stroke: &Stroke| {
            let start = self.ends.has(stroke.start).then(|| change.cell(from, stroke.start))??;
            let ways =
                stroke.ways.chars().filter_map(Side::from_letter).map(|side| change.side(side).letter());
            Some(Stroke { name: stroke.name.clone(), start, ways: ways.collect() })
        };
        self.drawn = self.drawn.iter().filter_map(stroke).collect();
        self.ends = self.ends.changed(change, &None);
        self.shape = shape;
    }

    fn header(&self) -> String {
        let mut text = String::new();
        if self.rules != Rules::Touch {
            text += &format!("rules: {}\n", self.rules.word());
        }
        text += &built(&self.shape);
        let drawn: Vec<String> = self.drawn.iter().map(ToString::to_string).collect();
        if drawn.is_empty() { text } else { text + "drawn: " + &drawn.join(" ") + "\n" }
    }
}

fn choice(
    name: &'static str,
    said: Template,
    now: &'static str,
    values: &[(&'static str, Template)],
) -> Choice {
    let values = values.iter().map(|(value, said)| (*value, said.say())).collect();
    Choice { name, said: said.say(), now, values }
}

const RULES: [(&str, Template); 3] =
    [("touch", words::RULES_TOUCH), ("no-touch", words::RULES_NO_TOUCH), ("partial", words::RULES_PARTIAL)];
const BOARDS: [(&str, Template); 2] = [("squares", words::BOARD_SQUARES), ("hexes", words::BOARD_HEXES)];
const WARPS: [(&str, Template); 4] = [
    ("none", words::WARPS_NONE),
    ("across", words::WARPS_ACROSS),
    ("down", words::WARPS_DOWN),
    ("both", words::WARPS_BOTH),
];

impl Draft for Board {
    fn size(&self) -> Size {
        self.shape.size
    }

    fn text(&self) -> String {
        let long = self.ends.cells().iter().flatten().any(|name| name.chars().count() > 1);
        let (empty, hole, between) = if long { ("0", "-", " ") } else { (".", "#", "") };
        let cell = |index: usize| {
            let end = self.ends.cells()[index].as_deref();
            if self.shape.holes.contains(&index) {
                hole
            } else if self.shape.bridges.contains(&index) {
                "+"
            } else {
                end.unwrap_or(empty)
            }
        };
        let Size { width, height } = self.shape.size;
        // A narrow board of numbers gets commas, so that its rows are not taken for a size.
        let end = if long && width <= 2 { ",\n" } else { "\n" };
        let row = |row: usize| {
            (0..width).map(|column| cell(row * width + column)).collect::<Vec<_>>().join(between)
        };
        self.header() + &(0..height).map(|at| row(at) + end).collect::<String>()
    }

    fn brushes(&self) -> Vec<Brush> {
        let used = self.colours();
        let next = LETTERS.chars().map(String::from).find(|letter| !used.contains(&letter.as_str()));
        let names = used.iter().map(|name| (*name).to_owned()).chain(next);
        let colour = |name: String| {
            let said = words::BRUSH_COLOUR.with("colour", &name);
            Brush::new(format!("end {name}"), said, Reach::Cells)
        };
        let mut brushes: Vec<Brush> = names.map(colour).collect();
        brushes.extend([
            Brush::new("empty", words::BRUSH_EMPTY.say(), Reach::Cells),
            Brush::new("hole", words::BRUSH_HOLE.say(), Reach::Cells),
            Brush::new("bridge", words::BRUSH_BRIDGE.say(), Reach::Cells),
            Brush::new("wall", words::BRUSH_WALL.say(), Reach::Sides),
        ]);
        brushes
    }

    fn paint(&mut self, brush: &str, touch: Touch) -> Result<(), Message> {
        if let ("wall", Touch::Side(cell, side)) = (brush, touch) {
            return self.toggle_wall(cell, side);
        }
        let Some(index) = self.index(touch.end()) else { return Ok(()) };
        let name = brush.strip_prefix("end ").filter(|name| matches!(mark(name, true), Some(Mark::End(_))));
        match (brush, name) {
            ("empty", _) => self.clear(touch.end()),
            ("hole", _) => {
                self.clear(touch.end());
                self.shape.holes.insert(index);
            }
            ("bridge", _) => {
                self.clear(touch.end());
                self.shape.bridges.insert(index);
            }
            (_, Some(name)) => {
                self.clear(touch.end());
                self.ends.set(touch.end(), Some(name.to_owned()));
            }
            _ => {}
        }
        Ok(())
    }

    fn choices(&self) -> Vec<Choice> {
        let warps = match (self.shape.across, self.shape.down) {
            (true, true) => "both",
            (true, false) => "across",
            (false, true) => "down",
            (false, false) => "none",
        };
        vec![
            choice("rules", words::CHOICE_RULES, self.rules.word(), &RULES),
            choice("board", words::CHOICE_BOARD, if self.is_hex() { "hexes" } else { "squares" }, &BOARDS),
            choice("warps", words::CHOICE_WARPS, warps, &WARPS),
        ]
    }

    fn choose(&mut self, name: &str, value: &str) {
        match name {
            "rules" => self.rules = Rules::parse(value).unwrap_or(self.rules),
            "board" if BOARDS.iter().any(|(known, _)| *known == value) => {
                let lattice = if value == "hexes" { Lattice::Hexagons } else { Lattice::Squares };
                if lattice != self.shape.lattice {
                    // Walls and pipes go by sides, and the sides are others.
                    self.shape.walls.clear();
                    self.drawn.clear();
                    self.shape.lattice = lattice;
                }
            }
            "warps" if WARPS.iter().any(|(known, _)| *known == value) => {
                self.set_warps(value);
                let walls = std::mem::take(&mut self.shape.walls);
                let stays = |wall: &(usize, Side)| self.shape.beyond(wall.0, wall.1).is_some();
                self.shape.walls = walls.into_iter().filter(stays).collect();
            }
            _ => {}
        }
    }

    fn change(&mut self, change: Change) -> Result<(), Message> {
        let changes = if self.is_hex() { self.on_hexagons(change)? } else { vec![change] };
        for change in changes {
            self.apply(change);
        }
        Ok(())
    }

    fn content(&self) -> Option<(Cell, Cell)> {
        let mut there = Sheet::new(self.shape.size, &true);
        self.shape.holes.iter().for_each(|hole| there.cells_mut()[*hole] = false);
        there.bounds(|is_there| *is_there)
    }

    fn scene(&self, _: &str) -> Scene {
        let ground = (0..self.shape.size.cells())
            .map(|index| if self.shape.holes.contains(&index) { Ground::Outside } else { Ground::Floor });
        let colours = self.colours();
        let tone = |name: &str| colours.iter().position(|known| *known == name).unwrap_or(0) as u16;
        let piece = |kind: &'static Kind, name: &str, cells: Vec<Cell>, sides: Vec<Side>| Piece {
            tone: tone(name),
            sides,
            ..Piece::new(kind, 0, name, cells)
        };
        let pipes = self.drawn.iter().filter(|stroke| self.ends.has(stroke.start)).map(|stroke| {
            let (cells, sides) = self.cells_of(stroke);
            piece(&PIPE, &stroke.name, cells, sides)
        });
        let ends = self
            .ends
            .places()
            .filter_map(|(cell, name)| Some(piece(&END, name.as_deref()?, vec![cell], Vec::new())));
        let pieces = pipes.chain(ends).zip(0..).map(|(piece, id)| Piece { id, ..piece });
        Scene {
            size: self.shape.size,
            lattice: self.shape.lattice,
            ground: ground.collect(),
            fixtures: fixtures(&self.shape),
            pieces: pieces.collect(),
            marks: Vec::new(),
        }
    }

    fn sample(&self, brush: &str) -> Option<Scene> {
        // A hole is seen by what is around it, and a wall by what it parts.
        let columns = if matches!(brush, "hole" | "wall") { 2 } else { 1 };
        let mut board = Board::plain(Size::new(columns, 1));
        board.shape.lattice = self.shape.lattice;
        let cell = Cell::new(0, 0);
        let touch = match (brush, self.is_hex()) {
            ("wall", true) => Touch::Side(cell, Side::UpRight),
            ("wall", false) => Touch::Side(cell, Side::Right),
            _ => Touch::Cell(cell),
        };
        board.paint(brush, touch).ok()?;
        let mut scene = board.scene(brush);
        // A colour looks as it does on the board; one that is not there yet comes after all others.
        let colours = self.colours();
        let tone = |name: &str| colours.iter().position(|known| *known == name).unwrap_or(colours.len());
        scene.pieces.iter_mut().for_each(|piece| piece.tone = tone(&piece.label) as u16);
        Some(scene)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(row: usize, column: usize) -> Touch {
        Touch::Cell(Cell::new(row, column))
    }

    #[test]
    fn a_level_is_painted_and_read() {
        let mut draft = (EDITOR.blank)(Size::new(3, 2));
        for (brush, touch) in
            [("end A", at(0, 0)), ("end A", at(1, 2)), ("hole", at(1, 1)), ("bridge", at(0, 1))]
        {
            draft.paint(brush, touch).unwrap();
        }
        draft.paint("wall", Touch::Side(Cell::new(0, 1), Side::Left)).unwrap();
        draft.choose("rules", "partial");
        assert_eq!(draft.text(), "rules: partial\nwalls: 0,0:R\nA+.\n.#A\n");
        draft.paint("wall", Touch::Side(Cell::new(0, 0), Side::Right)).unwrap();
        assert_eq!(draft.text(), "rules: partial\nA+.\n.#A\n", "painted twice it is gone");
        let off = draft.paint("wall", Touch::Side(Cell::new(0, 0), Side::Up));
        assert!(off.unwrap_err().is(words::NO_WALL_HERE));
        let brushes: Vec<String> = draft.brushes().into_iter().map(|brush| brush.name).collect();
        assert_eq!(brushes, ["end A", "end B", "empty", "hole", "bridge", "wall"]);
    }

    #[test]
    fn hexagons_turn_as_far_as_they_can() {
        let text = "board: hexes\nwalls: 0,0:C\nA.B\n..#\nA.B\n";
        let mut draft = EDITOR.read(text).unwrap();
        assert!(draft.change(Change::Rotate).unwrap_err().is(words::HEX_TURN));
        draft.change(Change::Mirror).unwrap();
        assert_eq!(draft.text(), "board: hexes\nwalls: 1,1:E\nB.A\n#..\nB.A\n");
        draft.change(Change::Grow(Dir::Left)).unwrap();
        assert_eq!(draft.size().width, 5, "columns keep their height");
        draft.change(Change::Shrink(Dir::Left)).unwrap();
        draft.change(Change::Mirror).unwrap();
        assert_eq!(draft.text(), text);
    }

    #[test]
    fn drafts_of_any_text() {
        for text in
            ["A.A\n", "A.B\nCCC\n", "warps: both\nA..\n..A\n", "drawn: A@0,0:R\nA..A\n", "1 22 0\n22 - 1\n"]
        {
            assert_eq!(EDITOR.read(text).unwrap().text(), text);
        }
        assert_eq!(EDITOR.read("A..\nA\n").unwrap().text(), "A..\nA..\n", "short rows are filled up");
        let given = EDITOR.read("drawn: A@0,0:R\nA..A\n").unwrap();
        assert_eq!(given.scene("").pieces.len(), 3);
        for wrong in ["", "what is this", &".".repeat(20_000)] {
            assert!(EDITOR.read(wrong).is_err(), "{wrong}");
        }
    }
}
