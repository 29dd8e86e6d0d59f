//! The room where levels are made: digits on sides of tiles, blocked cells, tiles that are given. A draft shows the
//! tiles as they lie in the author's solution; the level that it stands for has them in the order of their digits,
//! which gives nothing away. A side that touches an equal one takes it along, so that what fits goes on fitting;
//! sides that differ, as in a level whose solution nobody has laid, are painted one by one.
//!
//! Where the tiles lie is a comment in the text of a draft (`; laid 1 2 0 3`, tile by cell), so that the text is a
//! level as well. Tiles for which there is no cell are spares; they stay as they are.

use std::fmt::Write as _;

use ingenio_core::edit::{Brush, Change, Choice, Draft, Editor, Lines, Reach, Sheet, Touch};
use ingenio_core::rooms::Texts as _;
use ingenio_core::scene::{Ground, Mark, MarkKind, Piece};
use ingenio_core::{Cell, Dir, Fault, Message, Options, Puzzle, Scene, Side, Size, Source, rooms};

use crate::Tetravex;
use crate::level::{MOST_SIDE, MOST_TILES, Question, Tile, cell_name, side_index, write};
use crate::look::TILE;
use crate::words;

impl rooms::Editing for Tetravex {
    fn editor() -> Option<&'static Editor> {
        Some(&EDITOR)
    }
}

pub static EDITOR: Editor = Editor {
    first: Size::new(3, 3),
    least_side: 1,
    most_side: MOST_SIDE,
    most_cells: MOST_SIDE * MOST_SIDE,
    blank,
    open,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Square {
    Open,
    Blocked,
    Laid { tile: Tile, given: bool },
}

impl Square {
    const fn tile(self) -> Option<Tile> {
        if let Square::Laid { tile, .. } = self { Some(tile) } else { None }
    }
}

struct Board {
    squares: Sheet<Square>,
    spares: Vec<Tile>,
    question: Question,
}

const LAID: &str = "; laid";

/// Tiles without a difference: all of them fit.
fn blank(size: Size) -> Box<dyn Draft> {
    let tile = Square::Laid { tile: Tile([0; 4]), given: false };
    Box::new(Board { squares: Sheet::new(size, &tile), spares: Vec::new(), question: Question::Complete })
}

fn open(text: &str) -> Result<Box<dyn Draft>, Fault> {
    let other = || {
        let first = Tetravex::read(&Source::new(text), &Options::defaults(Tetravex::INFO.settings))
            .into_iter()
            .flatten()
            .next()?;
        drawn(&write(&first.level, "plain").ok()?)
    };
    Ok(Box::new(drawn(text).or_else(other).ok_or_else(|| words::NO_DRAWING.say())?))
}

/// A size, and tiles under it, whatever rules they break.
fn drawn(text: &str) -> Option<Board> {
    let lines = Lines::of(text, &["title", "author", "solution", "question"]);
    let mut rows = lines.rows.iter().filter(|row| !row.trim_start().starts_with(';'));
    let (width, height) = rows.next()?.trim().split_once(['x', 'X'])?;
    let side = |text: &str| text.parse::<usize>().ok().filter(|side| (1..=MOST_SIDE).contains(side));
    let size = Size::new(side(width)?, side(height)?);
    let (mut tiles, mut given, mut blocked) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        let words: Vec<&str> = row
            .split(|letter: char| letter.is_whitespace() || letter == ',')
            .filter(|word| !word.is_empty())
            .collect();
        match words[..] {
            ["fixed", row, column, tile] => given.push((cell(row, column)?, tile.parse::<usize>().ok()?)),
            ["blocked", row, column] => blocked.push(cell(row, column)?),
            [top, right, bottom, left] => {
                let side = |text: &str| text.parse::<u32>().ok();
                tiles.push(Tile([side(top)?, side(right)?, side(bottom)?, side(left)?]));
            }
            _ => return None,
        }
    }
    let question =
        if lines.key("question") == Some("complete") { Question::Complete } else { Question::Maximise };
    let mut board = Board { squares: Sheet::new(size, &Square::Open), spares: Vec::new(), question };
    for cell in blocked {
        board.squares.set(cell, Square::Blocked);
    }
    (tiles.len() <= MOST_TILES).then(|| board.lay(&tiles, &given, &laid(text)))
}

fn cell(row: &str, column: &str) -> Option<Cell> {
    Some(Cell { row: row.parse().ok()?, column: column.parse().ok()? })
}

/// Which tile lies on each cell, from 1, as the comment says it.
fn laid(text: &str) -> Vec<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix(LAID)).unwrap_or_default();
    line.split_whitespace().map(|word| word.parse().unwrap_or(0)).collect()
}

impl Board {
    /// Puts the tiles where they are given or laid, and all others on cells that are left, in order.
    fn lay(mut self, tiles: &[Tile], given: &[(Cell, usize)], laid: &[usize]) -> Self {
        let mut used = vec![false; tiles.len()];
        let mut take = |number: usize| {
            let at = number.checked_sub(1).filter(|at| used.get(*at) == Some(&false))?;
            used[at] = true;
            Some(tiles[at])
        };
        for (cell, number) in given {
            if let Some(tile) = take(*number) {
                self.squares.set(*cell, Square::Laid { tile, given: true });
            }
        }
        for (square, number) in self.squares.cells_mut().iter_mut().zip(laid) {
            if *square == Square::Open
                && let Some(tile) = take(*number)
            {
                *square = Square::Laid { tile, given: false };
            }
        }
        let mut rest = tiles.iter().zip(&used).filter(|(_, used)| !**used).map(|(tile, _)| *tile);
        // A text of ours says where every tile lies; what is left over then has no cell.
        let open = self.squares.cells_mut().iter_mut().filter(|square| **square == Square::Open);
        for (square, tile) in open.take(if laid.is_empty() { usize::MAX } else { 0 }).zip(&mut rest) {
            *square = Square::Laid { tile, given: false };
        }
        self.spares = rest.collect();
        self
    }

    fn tile(&self, cell: Cell) -> Option<Tile> {
        self.squares.get(cell).and_then(|square| square.tile())
    }

    fn beside(&self, cell: Cell, dir: Dir) -> Option<Cell> {
        let size = self.squares.size();
        size.step(size.index(cell), dir).map(|at| size.cell(at))
    }

    /// The digit that faces a side of a cell.
    fn facing(&self, cell: Cell, dir: Dir) -> Option<u32> {
        self.beside(cell, dir).and_then(|other| self.tile(other)).map(|tile| tile.side(dir.opposite()))
    }

    /// A tile that fits where it lies.
    fn fitting(&self, cell: Cell) -> Tile {
        let mut sides = [0; 4];
        for dir in Dir::ALL {
            sides[side_index(dir)] = self.facing(cell, dir).unwrap_or(0);
        }
        Tile(sides)
    }

    fn put_tile(&mut self, cell: Cell) {
        if self.squares.has(cell) && self.tile(cell).is_none() {
            let tile = self.fitting(cell);
            self.squares.set(cell, Square::Laid { tile, given: false });
        }
    }

    fn put_digit(&mut self, cell: Cell, dir: Dir, digit: u32) {
        if !self.squares.has(cell) {
            return;
        }
        self.put_tile(cell);
        let before = self.tile(cell).map(|tile| tile.side(dir));
        let fits = self.facing(cell, dir) == before;
        self.write_side(cell, dir, digit);
        if let Some(other) = self.beside(cell, dir).filter(|_| fits) {
            self.write_side(other, dir.opposite(), digit);
        }
    }

    fn write_side(&mut self, cell: Cell, dir: Dir, digit: u32) {
        if let Some(Square::Laid { mut tile, given }) = self.squares.get(cell).copied() {
            tile.0[side_index(dir)] = digit;
            self.squares.set(cell, Square::Laid { tile, given });
        }
    }

    fn clashes(&self, cell: Cell, dir: Dir) -> bool {
        let facing = self.facing(cell, dir);
        facing.is_some() && self.tile(cell).map(|tile| tile.side(dir)) != facing
    }

    /// The text of a level with these tiles, each with the cell on which it is given.
    fn written(&self, tiles: &[(Tile, Option<Cell>)]) -> String {
        let mut text = format!("{}\n", self.squares.size());
        for (tile, _) in tiles {
            let _ = writeln!(text, "{tile}");
        }
        for (number, cell) in (1..).zip(tiles).filter_map(|(number, (_, cell))| Some((number, (*cell)?))) {
            let _ = writeln!(text, "fixed {} {number}", cell_name(cell));
        }
        for (cell, _) in self.squares.places().filter(|(_, square)| **square == Square::Blocked) {
            let _ = writeln!(text, "blocked {}", cell_name(cell));
        }
        if self.question == Question::Complete {
            text.push_str("question: complete\n");
        }
        text
    }

    fn all_tiles(&self) -> Vec<(Tile, Option<Cell>)> {
        let laid = self.squares.places().filter_map(|(cell, square)| match square {
            Square::Laid { tile, given } => Some((*tile, given.then_some(cell))),
            _ => None,
        });
        laid.chain(self.spares.iter().map(|tile| (*tile, None))).collect()
    }
}

/// A tile on a board that was turned or mirrored.
fn turned(tile: Tile, change: Change) -> Tile {
    let mut sides = [0; 4];
    for dir in Dir::ALL {
        sides[side_index(change.dir(dir))] = tile.side(dir);
    }
    Tile(sides)
}

impl Draft for Board {
    fn size(&self) -> Size {
        self.squares.size()
    }

    fn text(&self) -> String {
        let mut number = 0;
        let mut laid = |square: &Square| {
            number += usize::from(square.tile().is_some());
            square.tile().map_or(0, |_| number).to_string()
        };
        let laid: Vec<String> = self.squares.cells().iter().map(&mut laid).collect();
        format!("{}{LAID} {}\n", self.written(&self.all_tiles()), laid.join(" "))
    }

    fn level_text(&self) -> String {
        let mut tiles = self.all_tiles();
        tiles.sort_by_key(|(tile, given)| (*tile, *given));
        self.written(&tiles)
    }

    fn brushes(&self) -> Vec<Brush> {
        let digit =
            |digit: u32| Brush::new(digit.to_string(), words::BRUSH_DIGIT.with("digit", digit), Reach::Sides);
        let mut brushes: Vec<Brush> = (0..10).map(digit).collect();
        brushes.extend([
            Brush::new("tile", words::BRUSH_TILE.say(), Reach::Cells),
            Brush::new("given", words::BRUSH_FIXED.say(), Reach::Cells),
            Brush::new("blocked", words::BRUSH_BLOCKED.say(), Reach::Cells),
            Brush::new("empty", words::BRUSH_EMPTY.say(), Reach::Cells),
            Brush::moving("swap", words::BRUSH_SWAP.say()),
        ]);
        brushes
    }

    fn paint(&mut self, brush: &str, touch: Touch) -> Result<(), Message> {
        let cell = touch.end();
        match (brush, touch) {
            ("tile", _) => self.put_tile(cell),
            ("blocked", _) => self.squares.set(cell, Square::Blocked),
            ("empty", _) => self.squares.set(cell, Square::Open),
            ("given", _) => {
                if let Some(Square::Laid { tile, given }) = self.squares.get(cell).copied() {
                    self.squares.set(cell, Square::Laid { tile, given: !given });
                }
            }
            ("swap", Touch::Drag(from, to)) => {
                if let (Some(one), Some(other)) =
                    (self.squares.get(from).copied(), self.squares.get(to).copied())
                {
                    self.squares.set(from, other);
                    self.squares.set(to, one);
                }
            }
            (digit, Touch::Side(cell, side)) => {
                let dir = Dir::from_letter(side.letter()).filter(|dir| Side::from(*dir) == side);
                if let (Some(dir), Ok(digit)) = (dir, digit.parse()) {
                    self.put_digit(cell, dir, digit);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn choices(&self) -> Vec<Choice> {
        let values = vec![("maximise", words::QUESTION_MOST.say()), ("complete", words::QUESTION_ALL.say())];
        let now = if self.question == Question::Complete { "complete" } else { "maximise" };
        vec![Choice { name: "question", said: words::CHOICE_QUESTION.say(), now, values }]
    }

    fn choose(&mut self, name: &str, value: &str) {
        match (name, value) {
            ("question", "complete") => self.question = Question::Complete,
            ("question", "maximise") => self.question = Question::Maximise,
            _ => {}
        }
    }

    fn change(&mut self, change: Change) -> Result<(), Message> {
        self.squares = self.squares.changed(change, &Square::Open);
        for square in self.squares.cells_mut() {
            if let Square::Laid { tile, .. } = square {
                *tile = turned(*tile, change);
            }
        }
        self.spares.iter_mut().for_each(|tile| *tile = turned(*tile, change));
        Ok(())
    }

    fn content(&self) -> Option<(Cell, Cell)> {
        self.squares.bounds(|square| *square != Square::Blocked)
    }

    fn scene(&self, _: &str) -> Scene {
        let ground = self.squares.cells().iter();
        let ground =
            ground.map(|square| if *square == Square::Blocked { Ground::Wall } else { Ground::Floor });
        let laid = self.squares.places().filter_map(|(cell, square)| match square {
            Square::Laid { tile, given } => Some((*tile, Some(cell), *given)),
            _ => None,
        });
        let all = laid.chain(self.spares.iter().map(|tile| (*tile, None, false)));
        let pieces = (1..).zip(all).map(|(id, (Tile([top, right, bottom, left]), cell, given))| Piece {
            in_place: given,
            ..Piece::new(&TILE, id, format!("{top}/{right}/{bottom}/{left}"), cell.into_iter().collect())
        });
        let sides = self.squares.places().flat_map(|(cell, _)| Dir::ALL.map(|dir| (cell, dir)));
        let clashing = sides.filter(|(cell, dir)| self.clashes(*cell, *dir));
        let marks = clashing.map(|(cell, dir)| Mark { cell, kind: MarkKind::Clash(dir) });
        Scene::plain(self.size(), ground.collect(), pieces.collect(), marks.collect())
    }

    fn sample(&self, brush: &str) -> Option<Scene> {
        let laid = |sides: [u32; 4]| Square::Laid { tile: Tile(sides), given: brush == "given" };
        let squares = match (brush, brush.parse()) {
            (_, Ok(digit)) => vec![laid([digit; 4])],
            ("swap", _) => vec![laid([3, 4, 5, 6]), laid([7, 8, 1, 4])],
            ("tile" | "given", _) => vec![laid([1, 2, 3, 4])],
            ("blocked", _) => vec![Square::Blocked],
            _ => vec![Square::Open],
        };
        let squares = Sheet::of_rows(vec![squares], &Square::Open);
        let mut scene = Board { squares, spares: Vec::new(), question: self.question }.scene(brush);
        if brush == "given" {
            scene.marks.push(Mark { cell: Cell::new(0, 0), kind: MarkKind::Hint });
        }
        Some(scene)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(row: usize, column: usize, side: Side) -> Touch {
        Touch::Side(Cell::new(row, column), side)
    }

    #[test]
    fn what_fits_goes_on_fitting() {
        let mut draft = (EDITOR.blank)(Size::new(2, 1));
        draft.paint("7", side(0, 0, Side::Right)).unwrap();
        draft.paint("3", side(0, 1, Side::Up)).unwrap();
        assert_eq!(draft.text(), "2x1\n0 7 0 0\n3 0 0 7\nquestion: complete\n; laid 1 2\n");
        assert!(draft.scene("").marks.is_empty());
        draft.paint("given", Touch::Cell(Cell::new(0, 1))).unwrap();
        draft.paint("blocked", Touch::Cell(Cell::new(0, 0))).unwrap();
        assert_eq!(draft.text(), "2x1\n3 0 0 7\nfixed 0,1 1\nblocked 0,0\nquestion: complete\n; laid 0 1\n");
        draft.paint("tile", Touch::Cell(Cell::new(0, 0))).unwrap();
        assert_eq!(draft.scene("").marks, [], "a new tile fits");
    }

    #[test]
    fn a_level_gives_its_solution_not_away() {
        let draft = EDITOR.read("2x1\n9 1 1 1\n1 2 3 1\nfixed 0,0 1\n; laid 1 2\n").unwrap();
        assert_eq!(draft.level_text(), "2x1\n1 2 3 1\n9 1 1 1\nfixed 0,0 2\n");
        let spare = EDITOR.read("1x1\n1 2 3 4\n5 6 7 8\n").unwrap();
        assert_eq!(spare.text(), "1x1\n1 2 3 4\n5 6 7 8\n; laid 1\n");
        assert_eq!(EDITOR.read(&spare.text()).unwrap().text(), spare.text());
        assert_eq!(EDITOR.read("1234 @\n5678\n9012\n3456\n").unwrap().size(), Size::new(2, 2));
        for wrong in ["", "3x", "99x99\n1 2 3 4", "2x2\nwhat is this"] {
            assert!(EDITOR.read(wrong).is_err(), "{wrong}");
        }
    }
}
