//! Cells, sides and what becomes of them when a board is turned, grown or cut.

use ingenio_core::edit::{Change, Lines, Sheet};
use ingenio_core::{Cell, Dir, Lattice, Reaction, Side, Size, Spot};

#[test]
fn cells_are_numbered_row_by_row() {
    let size = Size::new(5, 3);
    assert_eq!(size.cells(), 15);
    for row in 0..3 {
        for column in 0..5 {
            let (cell, index) = (Cell::new(row, column), 5 * row + column);
            assert_eq!((size.index(cell), size.cell(index)), (index, cell));
            assert_eq!((size.row(index), size.column(index)), (row, column));
        }
    }
    assert_eq!(size.step(7, Dir::Up), Some(2));
    assert_eq!(size.step(7, Dir::Down), Some(12));
    assert_eq!(size.step(7, Dir::Left), Some(6));
    assert_eq!(size.step(7, Dir::Right), Some(8));
    assert_eq!(Dir::ALL.map(Dir::is_vertical), Dir::ALL.map(|dir| matches!(dir, Dir::Up | Dir::Down)));
}

/// Even columns of hexagons lie half a cell lower: their upper neighbours are in the same row.
#[test]
fn a_cell_lies_beyond_each_side_and_back() {
    let size = Size::new(5, 5);
    let beyond = |lattice: Lattice, (row, column), side| {
        let cell = lattice.beyond(size, Cell::new(row, column), side)?;
        Some((usize::from(cell.row), usize::from(cell.column)))
    };
    let hexagons = |cell| Side::HEXAGON.map(|side| (side, beyond(Lattice::Hexagons, cell, side)));
    for (side, cell) in hexagons((2, 2)) {
        let expected = match side {
            Side::Up => (1, 2),
            Side::Down => (3, 2),
            Side::UpLeft => (2, 1),
            Side::UpRight => (2, 3),
            Side::DownLeft => (3, 1),
            Side::DownRight => (3, 3),
            Side::Left | Side::Right => continue,
        };
        assert_eq!(cell, Some(expected), "{side:?} of an even column");
    }
    for (side, cell) in hexagons((2, 1)) {
        let expected = match side {
            Side::Up => (1, 1),
            Side::Down => (3, 1),
            Side::UpLeft => (1, 0),
            Side::UpRight => (1, 2),
            Side::DownLeft => (2, 0),
            Side::DownRight => (2, 2),
            Side::Left | Side::Right => continue,
        };
        assert_eq!(cell, Some(expected), "{side:?} of an odd column");
    }
    for lattice in [Lattice::Squares, Lattice::Hexagons] {
        assert_eq!(lattice.sides().len(), if lattice == Lattice::Squares { 4 } else { 6 });
        for index in 0..size.cells() {
            let cell = size.cell(index);
            for side in lattice.sides() {
                if let Some(there) = lattice.beyond(size, cell, *side) {
                    assert_ne!(there, cell);
                    assert_eq!(
                        lattice.beyond(size, there, side.opposite()),
                        Some(cell),
                        "{lattice:?} {side:?}"
                    );
                }
            }
        }
    }
    assert_eq!(beyond(Lattice::Squares, (0, 2), Side::Up), None);
    assert_eq!(beyond(Lattice::Squares, (4, 2), Side::Down), None);
    assert_eq!(beyond(Lattice::Squares, (2, 4), Side::Right), None);
}

#[test]
fn a_change_moves_each_cell_and_tells_the_size() {
    let from = Size::new(4, 3);
    let to = |change: Change, row, column| change.cell(from, Cell::new(row, column));
    assert_eq!(Change::Rotate.size(from), Size::new(3, 4));
    assert_eq!(Change::Grow(Dir::Left).size(from), Size::new(5, 3));
    assert_eq!(Change::Shrink(Dir::Up).size(from), Size::new(4, 2));
    assert_eq!(to(Change::Rotate, 2, 0), Some(Cell::new(0, 0)));
    assert_eq!(to(Change::Mirror, 1, 0), Some(Cell::new(1, 3)));
    assert_eq!(to(Change::TurnOver, 0, 0), Some(Cell::new(2, 3)));
    assert_eq!(to(Change::Grow(Dir::Up), 2, 3), Some(Cell::new(3, 3)));
    assert_eq!(to(Change::Grow(Dir::Left), 2, 3), Some(Cell::new(2, 4)));
    assert_eq!(to(Change::Grow(Dir::Down), 2, 3), Some(Cell::new(2, 3)));
    assert_eq!(to(Change::Shrink(Dir::Up), 0, 1), None);
    assert_eq!(to(Change::Shrink(Dir::Down), 2, 1), None, "the last row is cut off");
    assert_eq!(to(Change::Shrink(Dir::Right), 1, 3), None);
    assert_eq!(to(Change::Shrink(Dir::Right), 1, 2), Some(Cell::new(1, 2)));
    assert_eq!(to(Change::Rotate, 3, 0), None, "off the board nothing is");
    assert_eq!(to(Change::Rotate, 0, 4), None);
    let crop = Change::Crop(Cell::new(1, 1), Cell::new(2, 3));
    assert_eq!(
        (crop.size(from), to(crop, 1, 1), to(crop, 0, 1)),
        (Size::new(3, 2), Some(Cell::new(0, 0)), None)
    );
    assert_eq!([Dir::Up, Dir::Right].map(|dir| Change::Rotate.dir(dir)), [Dir::Right, Dir::Down]);
    assert_eq!([Dir::Up, Dir::Left].map(|dir| Change::Mirror.dir(dir)), [Dir::Up, Dir::Right]);
    assert_eq!(Dir::ALL.map(|dir| Change::TurnOver.dir(dir)), Dir::ALL.map(Dir::opposite));
}

#[test]
fn a_sheet_is_written_where_it_is_and_nowhere_else() {
    let mut sheet = Sheet::of_rows(vec![vec!['a', 'b'], vec!['c']], &'.');
    assert_eq!((sheet.size(), sheet.cells()), (Size::new(2, 2), ['a', 'b', 'c', '.'].as_slice()));
    sheet.set(Cell::new(1, 1), 'd');
    sheet.set(Cell::new(2, 0), 'x');
    sheet.set(Cell::new(0, 2), 'x');
    assert_eq!(sheet.rows().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>(), ["ab", "cd"]);
    assert_eq!((sheet.get(Cell::new(1, 0)), sheet.get(Cell::new(0, 2))), (Some(&'c'), None));
    assert_eq!(sheet.bounds(|cell| *cell == 'x'), None);
}

#[test]
fn the_lines_of_a_draft_end_at_an_empty_one() {
    let lines = Lines::of("\ntitle: A\nab\n\ncd\ngoal: x\n", &["title", "goal"]);
    assert_eq!(
        (lines.rows.as_slice(), lines.key("title"), lines.key("goal")),
        (["ab"].as_slice(), Some("A"), None)
    );
    let odd = Lines::of("author: B\nab\nTitle:  C \ncd", &["title"]);
    assert_eq!((odd.rows.as_slice(), odd.key("title")), (["author: B", "ab", "cd"].as_slice(), Some("C")));
}

#[test]
fn a_reaction_keeps_what_it_takes_back_and_holds() {
    let held = Some(Spot::Cell(Cell::new(1, 2)));
    let reaction = Reaction { take_back: 2, moves: vec![1, 2], held }.map(|number: u8| number.to_string());
    assert_eq!(reaction, Reaction { take_back: 2, moves: vec!["1".to_owned(), "2".to_owned()], held });
}
