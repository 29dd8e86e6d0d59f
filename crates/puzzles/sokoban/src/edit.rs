//! The room where levels are painted: walls, floor, boxes, goals and the player. A draft is its drawing, one letter
//! per square, with `-` for floor so that empty lines at the border stay. A box on a goal and a player on a goal come
//! of painting one over the other.

use ingenio_core::edit::{Brush, Change, Draft, Editor, Reach, Sheet, Touch};
use ingenio_core::scene::{Ground, Piece};
use ingenio_core::{Cell, Fault, Message, Scene, Size, rooms};

use crate::Sokoban;
use crate::level::{self, MOST_SIDE, Square};
use crate::look::{CRATE, PLAYER};
use crate::words;

impl rooms::Editing for Sokoban {
    fn editor() -> Option<&'static Editor> {
        Some(&EDITOR)
    }
}

pub static EDITOR: Editor = Editor {
    first: Size::new(8, 7),
    least_side: 3,
    most_side: MOST_SIDE,
    most_cells: MOST_SIDE * MOST_SIDE,
    blank,
    open,
};

const FLOOR: char = '-';
/// What a drawing of ours is made of.
const LETTERS: &str = "#-.$*@+";

struct Drawing(Sheet<char>);

/// A room with a wall around it.
fn blank(size: Size) -> Box<dyn Draft> {
    let mut sheet = Sheet::new(size, &FLOOR);
    for index in 0..size.cells() {
        let (row, column) = (size.row(index), size.column(index));
        if row == 0 || column == 0 || row + 1 == size.height || column + 1 == size.width {
            sheet.cells_mut()[index] = '#';
        }
    }
    Box::new(Drawing(sheet))
}

fn open(text: &str) -> Result<Box<dyn Draft>, Fault> {
    Ok(Box::new(Drawing(own(text).or_else(|| foreign(text)).ok_or_else(|| words::NO_DRAWING.say())?)))
}

/// A drawing of ours, with all of its border.
fn own(text: &str) -> Option<Sheet<char>> {
    let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let is_ours = |row: &Vec<char>| {
        row.len() == rows[0].len() && !row.is_empty() && row.iter().all(|letter| LETTERS.contains(*letter))
    };
    let fits = rows.len() <= MOST_SIDE && rows.first().is_some_and(|row| row.len() <= MOST_SIDE);
    (fits && rows.iter().all(is_ours)).then(|| Sheet::of_rows(rows, &FLOOR))
}

/// The first board of any text, whatever rules it breaks.
fn foreign(text: &str) -> Option<Sheet<char>> {
    let drawing = level::drawing(text)?;
    let mut sheet = Sheet::new(drawing.size, &FLOOR);
    for (at, square) in drawing.squares.iter().enumerate() {
        let letter = square.letter(drawing.players.contains(&at));
        sheet.cells_mut()[at] = if letter == ' ' { FLOOR } else { letter };
    }
    Some(sheet)
}

const fn is_goal(letter: char) -> bool {
    matches!(letter, '.' | '*' | '+')
}

const fn is_player(letter: char) -> bool {
    matches!(letter, '@' | '+')
}

impl Drawing {
    fn letter(&self, cell: Cell) -> char {
        self.0.get(cell).copied().unwrap_or(FLOOR)
    }

    /// There is one player: whoever stood elsewhere is gone.
    fn put_player(&mut self, cell: Cell) {
        for letter in self.0.cells_mut().iter_mut().filter(|letter| is_player(**letter)) {
            *letter = Square::of(is_goal(*letter), false).letter(false);
            if *letter == ' ' {
                *letter = FLOOR;
            }
        }
        let letter = if is_goal(self.letter(cell)) { '+' } else { '@' };
        self.0.set(cell, letter);
    }
}

impl Draft for Drawing {
    fn size(&self) -> Size {
        self.0.size()
    }

    fn text(&self) -> String {
        self.0.rows().map(|row| row.iter().collect::<String>() + "\n").collect()
    }

    fn brushes(&self) -> Vec<Brush> {
        let brush = |name: &str, said: ingenio_core::Template| Brush::new(name, said.say(), Reach::Cells);
        vec![
            brush("wall", words::BRUSH_WALL),
            brush("floor", words::BRUSH_FLOOR),
            brush("box", words::BRUSH_BOX),
            brush("goal", words::BRUSH_GOAL),
            brush("player", words::BRUSH_PLAYER),
        ]
    }

    fn paint(&mut self, brush: &str, touch: Touch) -> Result<(), Message> {
        let cell = touch.end();
        let old = self.letter(cell);
        match brush {
            "wall" => self.0.set(cell, '#'),
            "floor" => self.0.set(cell, FLOOR),
            "box" => self.0.set(cell, if is_goal(old) { '*' } else { '$' }),
            "goal" => self.0.set(
                cell,
                match old {
                    '$' | '*' => '*',
                    '@' | '+' => '+',
                    _ => '.',
                },
            ),
            "player" if self.0.has(cell) => self.put_player(cell),
            _ => {}
        }
        Ok(())
    }

    fn change(&mut self, change: Change) -> Result<(), Message> {
        self.0 = self.0.changed(change, &FLOOR);
        Ok(())
    }

    fn content(&self) -> Option<(Cell, Cell)> {
        self.0.bounds(|letter| *letter != FLOOR)
    }

    fn scene(&self, _: &str) -> Scene {
        let ground = self.0.cells().iter().map(|letter| match letter {
            '#' => Ground::Wall,
            letter if is_goal(*letter) => Ground::Goal,
            _ => Ground::Floor,
        });
        let pieces = self.0.places().zip(0..).filter_map(|((cell, letter), id)| piece(id, cell, *letter));
        Scene::plain(self.size(), ground.collect(), pieces.collect(), Vec::new())
    }

    fn sample(&self, brush: &str) -> Option<Scene> {
        let mut square = Drawing(Sheet::new(Size::new(1, 1), &FLOOR));
        square.paint(brush, Touch::Cell(Cell::new(0, 0))).ok()?;
        Some(square.scene(brush))
    }
}

fn piece(id: u32, cell: Cell, letter: char) -> Option<Piece> {
    let kind = match letter {
        '$' | '*' => &CRATE,
        letter if is_player(letter) => &PLAYER,
        _ => return None,
    };
    Some(Piece { in_place: letter == '*', ..Piece::new(kind, id, letter, vec![cell]) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(row: usize, column: usize) -> Touch {
        Touch::Cell(Cell::new(row, column))
    }

    #[test]
    fn a_level_is_painted_and_read() {
        let mut draft = blank(Size::new(6, 3));
        for (brush, column) in [("player", 3), ("player", 1), ("box", 2), ("goal", 4)] {
            draft.paint(brush, cell(1, column)).unwrap();
        }
        assert_eq!(draft.text(), "######\n#@$-.#\n######\n");
        draft.paint("goal", cell(1, 2)).unwrap();
        draft.paint("box", cell(1, 4)).unwrap();
        draft.paint("goal", cell(1, 1)).unwrap();
        assert_eq!(draft.text(), "######\n#+*-*#\n######\n");
        draft.paint("player", cell(1, 3)).unwrap();
        assert_eq!(draft.text(), "######\n#.*@*#\n######\n");
        draft.paint("wall", cell(7, 7)).unwrap();
        assert_eq!(draft.text(), "######\n#.*@*#\n######\n", "there is nothing off the board");
    }

    #[test]
    fn what_is_no_level_is_a_draft_all_the_same() {
        let draft = EDITOR.read("Title: none\n\n  ####\n###  #\n#  $ #\n####  ").unwrap();
        assert_eq!(draft.text(), "--####\n###--#\n#--$-#\n####--\n", "there is no player and no goal");
        let margin = "-----\n-###-\n-----\n";
        assert_eq!(EDITOR.read(margin).unwrap().text(), margin);
        assert!(EDITOR.read("what is this").is_err());
    }
}
