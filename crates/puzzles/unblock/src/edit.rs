//! The room where levels are painted: blocks are drawn from end to end or dragged elsewhere, walls and empty cells are
//! painted, and the exit is on any side. A draft is a board of letters as in texts (`o` empty, `x` wall, `A` the
//! target); its blocks may be bent, short or in two parts, as a text may have them.
//!
//! Limit: a draft has a letter for every block, so at most 50 of them.

use ingenio_core::edit::{Brush, Change, Choice, Draft, Editor, Lines, Reach, Sheet, Touch};
use ingenio_core::rooms::Texts as _;
use ingenio_core::scene::{Ground, Mark, MarkKind, Piece};
use ingenio_core::{Cell, Dir, Fault, Message, Options, Puzzle, Scene, Size, Source, Template, rooms};

use crate::Unblock;
use crate::level::{LETTERS, MAX_CELLS, MAX_SIDE, exit, text};
use crate::look::{BLOCK, TARGET as RED};
use crate::words;

impl rooms::Editing for Unblock {
    fn editor() -> Option<&'static Editor> {
        Some(&EDITOR)
    }
}

pub static EDITOR: Editor = Editor {
    first: Size::new(6, 6),
    least_side: 2,
    most_side: MAX_SIDE,
    most_cells: MAX_CELLS,
    blank: |size| Box::new(Board { cells: Sheet::new(size, &EMPTY), exit: Dir::Right }),
    open,
};

const EMPTY: char = 'o';
const WALL: char = 'x';
const TARGET: char = 'A';

struct Board {
    cells: Sheet<char>,
    exit: Dir,
}

fn open(text: &str) -> Result<Box<dyn Draft>, Fault> {
    let own = || drawn(text).ok_or_else(|| words::NO_DRAWING.say());
    let board = match Unblock::read(&Source::new(text), &Options::defaults(Unblock::INFO.settings))
        .into_iter()
        .flatten()
        .next()
    {
        // A board with more blocks than letters has no text of letters.
        Some(entry) => drawn(&text::write_grid(&entry.level)?).ok_or_else(|| words::NO_DRAWING.say())?,
        None => own()?,
    };
    Ok(Box::new(board))
}

/// Rows of letters, with a size and an exit before them or not, whatever rules they break.
fn drawn(text: &str) -> Option<Board> {
    let lines = Lines::of(text, &[exit::KEY, "title", "author"]);
    let exit = lines.key(exit::KEY).and_then(exit::side).unwrap_or(Dir::Right);
    let sized = lines.rows.first().and_then(|row| row.split_once(':'));
    let rows: Vec<Vec<char>> = match sized {
        Some((_, "")) => lines.rows[1..].iter().map(|row| letters(row)).collect(),
        Some((size, rest)) => {
            let width: usize = size.split_once(['x', 'X'])?.0.trim().parse().ok()?;
            letters(rest).chunks(width.clamp(1, MAX_SIDE)).map(<[char]>::to_vec).collect()
        }
        None if lines.rows.len() == 1 => {
            let all = letters(lines.rows[0]);
            all.chunks(all.len().isqrt().max(1)).map(<[char]>::to_vec).collect()
        }
        None => lines.rows.iter().map(|row| letters(row)).collect(),
    };
    let known = |letter: &char| *letter == EMPTY || *letter == WALL || LETTERS.contains(&(*letter as u8));
    let fits = rows.len() <= MAX_SIDE && rows.iter().all(|row| (1..=MAX_SIDE).contains(&row.len()));
    let fits = fits && !rows.is_empty() && rows.iter().flatten().all(known);
    fits.then(|| Board { cells: Sheet::of_rows(rows, &EMPTY), exit })
}

fn letters(row: &str) -> Vec<char> {
    let letters = row.chars().filter(|letter| !letter.is_whitespace());
    letters.map(|letter| if letter == '.' { EMPTY } else { letter }).collect()
}

const fn is_piece(letter: char) -> bool {
    !matches!(letter, EMPTY | WALL)
}

/// The cells from one to another, along the longer way.
fn line(from: Cell, to: Cell) -> Vec<Cell> {
    let across = from.column.abs_diff(to.column) >= from.row.abs_diff(to.row);
    if across {
        let (first, last) = (from.column.min(to.column), from.column.max(to.column));
        (first..=last).map(|column| Cell { row: from.row, column }).collect()
    } else {
        let (first, last) = (from.row.min(to.row), from.row.max(to.row));
        (first..=last).map(|row| Cell { row, column: from.column }).collect()
    }
}

impl Board {
    fn letter(&self, cell: Cell) -> char {
        self.cells.get(cell).copied().unwrap_or(EMPTY)
    }

    fn cells_of(&self, letter: char) -> Vec<Cell> {
        self.cells.places().filter(|(_, other)| **other == letter).map(|(cell, _)| cell).collect()
    }

    /// What covered a cell makes room, whole.
    fn clear(&mut self, cell: Cell) {
        let letter = self.letter(cell);
        if is_piece(letter) {
            self.cells
                .cells_mut()
                .iter_mut()
                .filter(|other| **other == letter)
                .for_each(|other| *other = EMPTY);
        } else {
            self.cells.set(cell, EMPTY);
        }
    }

    fn draw(&mut self, brush: &str, from: Cell, to: Cell) -> Result<(), Message> {
        if !self.cells.has(from) || !self.cells.has(to) {
            return Ok(());
        }
        let cells = line(from, to);
        if cells.len() < 2 {
            return Err(words::LONG_DRAG.say());
        }
        for cell in &cells {
            self.clear(*cell);
        }
        let letter = if brush == "target" { TARGET } else { self.free_letter()? };
        for cell in self.cells_of(TARGET) {
            if letter == TARGET {
                self.cells.set(cell, EMPTY);
            }
        }
        for cell in cells {
            self.cells.set(cell, letter);
        }
        Ok(())
    }

    fn free_letter(&self) -> Result<char, Message> {
        let mut all = LETTERS.iter().map(|letter| char::from(*letter)).filter(|letter| *letter != TARGET);
        let free = all.find(|letter| !self.cells.cells().contains(letter));
        free.ok_or_else(|| words::NO_LETTER.with("letters", LETTERS.len()))
    }

    fn slide(&mut self, from: Cell, to: Cell) -> Result<(), Message> {
        let letter = self.letter(from);
        if !is_piece(letter) {
            return Err(words::NO_PIECE.say());
        }
        let cells = self.cells_of(letter);
        let moved = |cell: &Cell| {
            let row = (cell.row + to.row).checked_sub(from.row)?;
            let column = (cell.column + to.column).checked_sub(from.column)?;
            let there = Cell { row, column };
            let free = self.cells.get(there).is_some_and(|other| *other == EMPTY || *other == letter);
            free.then_some(there)
        };
        let there: Option<Vec<Cell>> = cells.iter().map(moved).collect();
        let there = there.ok_or_else(|| words::IN_THE_WAY.with("piece", letter))?;
        for cell in cells {
            self.cells.set(cell, EMPTY);
        }
        for cell in there {
            self.cells.set(cell, letter);
        }
        Ok(())
    }

    /// Where the exit is drawn: at the end of the target's line, or in the middle of the side.
    fn exit_cell(&self) -> Cell {
        let size = self.cells.size();
        let target = self.cells_of(TARGET).first().copied();
        let target = target.unwrap_or_else(|| Cell::new((size.height - 1) / 2, (size.width - 1) / 2));
        match self.exit {
            Dir::Up => Cell { row: 0, ..target },
            Dir::Down => Cell { row: size.height as u16 - 1, ..target },
            Dir::Left => Cell { column: 0, ..target },
            Dir::Right => Cell { column: size.width as u16 - 1, ..target },
        }
    }
}

impl Draft for Board {
    fn size(&self) -> Size {
        self.cells.size()
    }

    fn text(&self) -> String {
        let exit = exit::SIDES.iter().find(|(_, side)| *side == self.exit && *side != Dir::Right);
        let exit = exit.map_or_else(String::new, |(name, _)| format!("{}: {name}\n", exit::KEY));
        let rows: String = self.cells.rows().map(|row| row.iter().collect::<String>() + "\n").collect();
        format!("{exit}{}:\n{rows}", self.size())
    }

    fn brushes(&self) -> Vec<Brush> {
        let brush = |name: &str, said: Template, reach| Brush::new(name, said.say(), reach);
        vec![
            brush("target", words::BRUSH_TARGET, Reach::Drags),
            brush("block", words::BRUSH_BLOCK, Reach::Drags),
            Brush::moving("move", words::BRUSH_MOVE.say()),
            brush("wall", words::BRUSH_WALL, Reach::Cells),
            brush("empty", words::BRUSH_EMPTY, Reach::Cells),
        ]
    }

    fn paint(&mut self, brush: &str, touch: Touch) -> Result<(), Message> {
        match brush {
            "target" | "block" => return self.draw(brush, touch.cell(), touch.end()),
            "move" => return self.slide(touch.cell(), touch.end()),
            "wall" if self.cells.has(touch.end()) => {
                self.clear(touch.end());
                self.cells.set(touch.end(), WALL);
            }
            "empty" => self.clear(touch.end()),
            _ => {}
        }
        Ok(())
    }

    fn choices(&self) -> Vec<Choice> {
        let said = [words::EXIT_RIGHT, words::EXIT_LEFT, words::EXIT_UP, words::EXIT_DOWN];
        let values = exit::SIDES.iter().zip(said).map(|((name, _), said)| (*name, said.say())).collect();
        let now = exit::SIDES.iter().find(|(_, side)| *side == self.exit).map_or("right", |(name, _)| name);
        vec![Choice { name: exit::KEY, said: words::CHOICE_EXIT.say(), now, values }]
    }

    fn choose(&mut self, name: &str, value: &str) {
        if name == exit::KEY {
            self.exit = exit::side(value).unwrap_or(self.exit);
        }
    }

    fn change(&mut self, change: Change) -> Result<(), Message> {
        self.cells = self.cells.changed(change, &EMPTY);
        self.exit = change.dir(self.exit);
        // A block of which one cell is left is none.
        for letter in LETTERS.iter().map(|letter| char::from(*letter)) {
            if let [only] = self.cells_of(letter)[..]
                && matches!(change, Change::Shrink(_) | Change::Crop(..))
            {
                self.cells.set(only, EMPTY);
            }
        }
        Ok(())
    }

    fn content(&self) -> Option<(Cell, Cell)> {
        self.cells.bounds(|letter| *letter != WALL)
    }

    fn scene(&self, _: &str) -> Scene {
        let ground = self.cells.cells().iter();
        let ground = ground.map(|letter| if *letter == WALL { Ground::Wall } else { Ground::Floor });
        let marks = vec![Mark { cell: self.exit_cell(), kind: MarkKind::Exit(self.exit) }];
        let letters = LETTERS.iter().zip(0..).map(|(letter, number)| (char::from(*letter), 100 * number));
        let pieces = letters.flat_map(|(letter, id)| pieces(letter, id, &self.cells_of(letter)));
        Scene::plain(self.size(), ground.collect(), pieces.collect(), marks)
    }

    fn sample(&self, brush: &str) -> Option<Scene> {
        let is_block = matches!(brush, "target" | "block" | "move");
        let size = Size::new(if is_block { 2 } else { 1 }, 1);
        let mut board = Board { cells: Sheet::new(size, &EMPTY), exit: self.exit };
        let painted = if brush == "move" { "block" } else { brush };
        board.paint(painted, Touch::Drag(Cell::new(0, 0), Cell::new(0, size.width - 1))).ok()?;
        let mut scene = board.scene(brush);
        // Which letter it gets, the board decides.
        scene.pieces.iter_mut().for_each(|piece| piece.label.clear());
        scene.marks.clear();
        Some(scene)
    }
}

/// A straight block as one piece, any other cell by cell.
fn pieces(letter: char, id: u32, cells: &[Cell]) -> Vec<Piece> {
    let kind = if letter == TARGET { &RED } else { &BLOCK };
    let piece = |id: u32, cells: Vec<Cell>| Piece::new(kind, id, letter, cells);
    let (Some(first), Some(last)) = (cells.first(), cells.last()) else { return Vec::new() };
    if line(*first, *last) == cells {
        return vec![piece(id, cells.to_vec())];
    }
    (id..).zip(cells).map(|(id, cell)| piece(id, vec![*cell])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drag(from: (usize, usize), to: (usize, usize)) -> Touch {
        Touch::Drag(Cell::new(from.0, from.1), Cell::new(to.0, to.1))
    }

    #[test]
    fn a_level_is_painted_and_read() {
        let mut draft = (EDITOR.blank)(Size::new(4, 3));
        draft.paint("target", drag((1, 1), (1, 0))).unwrap();
        draft.paint("block", drag((0, 3), (1, 3))).unwrap();
        draft.paint("wall", Touch::Cell(Cell::new(2, 2))).unwrap();
        assert_eq!(draft.text(), "4x3:\noooB\nAAoB\nooxo\n");
        draft.paint("move", drag((1, 3), (2, 3))).unwrap();
        assert_eq!(draft.text(), "4x3:\noooo\nAAoB\nooxB\n");
        assert!(draft.paint("move", drag((1, 3), (1, 2))).unwrap_err().is(words::IN_THE_WAY));
        assert!(draft.paint("block", drag((0, 0), (0, 0))).unwrap_err().is(words::LONG_DRAG));
        assert_eq!(draft.text(), "4x3:\noooo\nAAoB\nooxB\n", "what is refused changes nothing");
        draft.paint("target", drag((0, 0), (1, 0))).unwrap();
        draft.choose("exit", "down");
        assert_eq!(draft.text(), "exit: down\n4x3:\nAooo\nAooB\nooxB\n", "there is one target");
        draft.paint("empty", Touch::Cell(Cell::new(2, 3))).unwrap();
        assert_eq!(draft.text(), "exit: down\n4x3:\nAooo\nAooo\nooxo\n");
        let read = Unblock::read(&Source::new(&draft.text()), &Options::defaults(Unblock::INFO.settings))
            .remove(0)
            .unwrap();
        assert_eq!(read.level.exit(), Dir::Down);
    }

    #[test]
    fn broken_boards_are_drafts() {
        let bent = EDITOR.read("BB.\nB..\nAA.\n").unwrap();
        assert_eq!(bent.text(), "3x3:\nBBo\nBoo\nAAo\n");
        assert_eq!(bent.scene("").pieces.len(), 4, "one block, and three cells of what is none");
        assert_eq!(EDITOR.read("3x2:AAoBoo").unwrap().text(), "3x2:\nAAo\nBoo\n");
        for wrong in ["", "hello, there!", "3x2:\n??\n", &"o".repeat(40_000)] {
            assert!(EDITOR.read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_exit_turns_with_the_board() {
        let mut draft = EDITOR.read("3x2:\nAAo\nooo\n").unwrap();
        EDITOR.change(&mut *draft, Change::Rotate).unwrap();
        assert_eq!(draft.text(), "exit: down\n2x3:\noA\noA\noo\n");
        EDITOR.change(&mut *draft, Change::Shrink(Dir::Up)).unwrap();
        assert_eq!(draft.text(), "exit: down\n2x2:\noo\noo\n", "one cell is no block");
    }
}
