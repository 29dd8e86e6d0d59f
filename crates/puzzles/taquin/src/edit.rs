//! The room where levels are made: two tiles change places, on the board or in the goal. A text with numbers twice or
//! missing is a draft as well; the brush for missing numbers mends it by hand.
//!
//! Grown and cut boards are numbered anew, in the order of their numbers, so that what was a board stays one.

use ingenio_core::edit::{Brush, Change, Choice, Draft, Editor, Lines, Reach, Sheet, Touch};
use ingenio_core::rooms::Texts as _;
use ingenio_core::scene::{Ground, Piece};
use ingenio_core::{Cell, Fault, Message, Options, Puzzle, Scene, Size, Source, Template, rooms};

use crate::Taquin;
use crate::level::{Goal, Level, MOST_SIDE, standard_goal};
use crate::look::TILE;
use crate::words;

impl rooms::Editing for Taquin {
    fn editor() -> Option<&'static Editor> {
        Some(&EDITOR)
    }
}

pub static EDITOR: Editor = Editor {
    first: Size::new(3, 3),
    least_side: 2,
    most_side: MOST_SIDE,
    most_cells: MOST_SIDE * MOST_SIDE,
    blank,
    open,
};

/// A tile by its label, or the blank.
type Label = Option<u32>;

struct Board {
    tiles: Sheet<Label>,
    goal: Goal,
    /// What is to be reached, where that is a board of its own.
    own_goal: Sheet<Label>,
    first_label: u32,
}

/// Solved, but for two moves that one sees at once.
fn blank(size: Size) -> Box<dyn Draft> {
    let goal = usual(size, Goal::Last, 1);
    let mut tiles = goal.clone();
    let last = size.cells() - 1;
    tiles.cells_mut().swap(last, last - 1);
    Box::new(Board { tiles, goal: Goal::Last, own_goal: goal, first_label: 1 })
}

/// One of the usual goals.
fn usual(size: Size, goal: Goal, first_label: u32) -> Sheet<Label> {
    let tiles = standard_goal(size, goal).unwrap_or_default();
    let label = |tile: u16| (tile > 0).then(|| u32::from(tile) - 1 + first_label);
    Sheet::of_rows(
        tiles.chunks(size.width).map(|row| row.iter().map(|tile| label(*tile)).collect()).collect(),
        &None,
    )
}

fn open(text: &str) -> Result<Box<dyn Draft>, Fault> {
    let read = Taquin::read(&Source::new(text), &Options::defaults(Taquin::INFO.settings))
        .into_iter()
        .flatten()
        .next();
    let board = match read {
        Some(entry) => Board::of(&entry.level),
        None => drawn(text).ok_or_else(|| words::NO_DRAWING.say())?,
    };
    Ok(Box::new(board))
}

/// Rows of numbers, whatever is wrong with them.
fn drawn(text: &str) -> Option<Board> {
    let lines = Lines::of(text, &["title", "author", "goal"]);
    let rows = lines.rows.iter().flat_map(|row| row.split('/'));
    let rows: Option<Vec<Vec<Label>>> = rows.map(|row| row.split_whitespace().map(label).collect()).collect();
    let rows = rows?;
    let fits =
        (1..=MOST_SIDE).contains(&rows.len()) && rows.iter().all(|row| (1..=MOST_SIDE).contains(&row.len()));
    if !fits {
        return None;
    }
    let tiles = Sheet::of_rows(rows, &None);
    let first_label = u32::from(!tiles.cells().contains(&Some(0)));
    let goal = if lines.key("goal") == Some("first") { Goal::First } else { Goal::Last };
    let own_goal = usual(tiles.size(), goal, first_label);
    Some(Board { tiles, goal, own_goal, first_label })
}

fn label(word: &str) -> Option<Label> {
    match word {
        "_" | "." => Some(None),
        _ => word.parse().ok().filter(|label| *label < 100_000).map(Some),
    }
}

impl Board {
    fn of(level: &Level) -> Self {
        let first_label = u32::from(level.first_label());
        let sheet = |tiles: &[u16]| {
            let label = |tile: &u16| (*tile > 0).then(|| u32::from(*tile) - 1 + first_label);
            let rows = tiles.chunks(level.size().width).map(|row| row.iter().map(label).collect());
            Sheet::of_rows(rows.collect(), &None)
        };
        let (tiles, own_goal) = (sheet(level.tiles()), sheet(level.goal()));
        Board { tiles, goal: level.goal_kind(), own_goal, first_label }
    }

    fn size_now(&self) -> Size {
        self.tiles.size()
    }

    fn goal_now(&self) -> Sheet<Label> {
        if self.goal == Goal::Board {
            self.own_goal.clone()
        } else {
            usual(self.size_now(), self.goal, self.first_label)
        }
    }

    /// A goal of one's own that is a usual one is called so.
    fn name_goal(&mut self) {
        for kind in [Goal::Last, Goal::First] {
            if self.goal_now() == usual(self.size_now(), kind, self.first_label) {
                self.goal = kind;
            }
        }
    }

    /// The labels that a board of this size has: the blank comes last.
    fn wanted(&self) -> impl Iterator<Item = Label> + use<> {
        let first = self.first_label;
        (0..self.size_now().cells() as u32 - 1).map(move |tile| Some(tile + first)).chain([None])
    }

    /// The first that this board lacks.
    fn missing(&self) -> Option<Label> {
        self.wanted().find(|label| !self.tiles.cells().contains(label))
    }

    fn put_missing(&mut self, cell: Cell) {
        if let Some(label) = self.missing() {
            self.tiles.set(cell, label);
        }
    }

    /// Numbers a board anew, in the order of its numbers; new cells come after all others, in reading order.
    fn renumber(&self, cells: &Sheet<Option<Label>>) -> Sheet<Label> {
        let count = cells.size().cells();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|at| {
            cells.cells()[*at].map_or((1, 0, *at), |label| (0, label.unwrap_or(u32::MAX), *at))
        });
        let blank = order.iter().position(|at| cells.cells()[*at] == Some(None)).unwrap_or(count - 1);
        let blank = order.remove(blank);
        let mut tiles = Sheet::new(cells.size(), &None);
        for (number, at) in (self.first_label..).zip(order) {
            tiles.cells_mut()[at] = Some(number);
        }
        tiles.cells_mut()[blank] = None;
        tiles
    }
}

fn rows_of(sheet: &Sheet<Label>) -> String {
    let cell = |label: &Label| label.map_or_else(|| "_".to_owned(), |label| label.to_string());
    sheet.rows().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" ") + "\n").collect()
}

const GOALS: [(&str, Goal, Template); 3] = [
    ("last", Goal::Last, words::GOAL_LAST),
    ("first", Goal::First, words::GOAL_FIRST),
    ("own", Goal::Board, words::GOAL_OWN),
];

impl Draft for Board {
    fn size(&self) -> Size {
        self.size_now()
    }

    fn text(&self) -> String {
        let goal = match self.goal {
            Goal::Last => String::new(),
            Goal::First => "goal: first\n".to_owned(),
            Goal::Board => format!("goal:\n{}", rows_of(&self.own_goal)),
        };
        rows_of(&self.tiles) + &goal
    }

    fn brushes(&self) -> Vec<Brush> {
        vec![
            Brush::moving("swap", words::BRUSH_SWAP.say()),
            Brush::new("missing", words::BRUSH_MISSING.say(), Reach::Cells),
            Brush::moving("goal", words::BRUSH_GOAL.say()),
        ]
    }

    fn paint(&mut self, brush: &str, touch: Touch) -> Result<(), Message> {
        let (from, to) = (touch.cell(), touch.end());
        if !self.tiles.has(from) || !self.tiles.has(to) {
            return Ok(());
        }
        let (one, other) = (self.tiles.size().index(from), self.tiles.size().index(to));
        match brush {
            "swap" => self.tiles.cells_mut().swap(one, other),
            "missing" => self.put_missing(to),
            "goal" if one != other => {
                self.own_goal = self.goal_now();
                self.goal = Goal::Board;
                self.own_goal.cells_mut().swap(one, other);
                self.name_goal();
            }
            _ => {}
        }
        Ok(())
    }

    fn choices(&self) -> Vec<Choice> {
        let now = GOALS.iter().find(|(_, goal, _)| *goal == self.goal).map_or("last", |(name, ..)| name);
        // A board of one's own comes of painting it.
        let offered = GOALS.iter().filter(|(_, goal, _)| *goal != Goal::Board || *goal == self.goal);
        let values = offered.map(|(name, _, said)| (*name, said.say())).collect();
        vec![Choice { name: "goal", said: words::CHOICE_GOAL.say(), now, values }]
    }

    fn choose(&mut self, name: &str, value: &str) {
        let chosen = GOALS.iter().find(|(known, ..)| name == "goal" && *known == value);
        if let Some((_, goal, _)) = chosen {
            self.own_goal = self.goal_now();
            self.goal = *goal;
            self.name_goal();
        }
    }

    fn change(&mut self, change: Change) -> Result<(), Message> {
        let goal = self.goal_now();
        if matches!(change, Change::Rotate | Change::TurnOver | Change::Mirror) {
            self.tiles = self.tiles.changed(change, &None);
            self.own_goal = goal.changed(change, &None);
            self.goal = Goal::Board;
            self.name_goal();
            return Ok(());
        }
        let known = |sheet: &Sheet<Label>| {
            let mut all = Sheet::new(sheet.size(), &None);
            all.cells_mut().iter_mut().zip(sheet.cells()).for_each(|(cell, label)| *cell = Some(*label));
            all.changed(change, &None)
        };
        self.tiles = self.renumber(&known(&self.tiles));
        // Tiles that are gone would be missed in a goal of one's own.
        if self.goal == Goal::Board {
            self.goal = Goal::Last;
        }
        self.own_goal = self.goal_now();
        Ok(())
    }

    fn content(&self) -> Option<(Cell, Cell)> {
        None
    }

    fn scene(&self, brush: &str) -> Scene {
        let goal = self.goal_now();
        let shown = if brush == "goal" { &goal } else { &self.tiles };
        let home = |label: &u32| {
            let at = goal.cells().iter().position(|other| *other == Some(*label))?;
            Some(goal.size().cell(at))
        };
        let piece = |(cell, label): (Cell, &Label)| {
            let label = (*label)?;
            let home = home(&label);
            Some((cell, label, home))
        };
        let pieces = shown.places().filter_map(piece).zip(0..).map(|((cell, label, home), id)| Piece {
            tone: home.map_or(0, |home| (home.row + home.column) % 2),
            in_place: home == Some(cell),
            home,
            ..Piece::new(&TILE, id, label.to_string(), vec![cell])
        });
        Scene::plain(self.size_now(), vec![Ground::Floor; shown.cells().len()], pieces.collect(), Vec::new())
    }

    fn sample(&self, brush: &str) -> Option<Scene> {
        // Two tiles that have changed places on the board, and two that are where the goal wants them.
        let labels: &[u32] = match brush {
            "swap" => &[2, 1],
            "goal" => &[1, 2],
            _ => &[1],
        };
        let tiles = Sheet::of_rows(vec![labels.iter().map(|label| Some(*label)).collect()], &None);
        let own_goal = Sheet::of_rows(vec![(1..=labels.len() as u32).map(Some).collect()], &None);
        let mut scene = Board { tiles, goal: Goal::Board, own_goal, first_label: 1 }.scene("");
        if brush == "missing" {
            let number = self.missing().flatten().map_or_else(|| "?".to_owned(), |label| label.to_string());
            scene.pieces.iter_mut().for_each(|piece| (piece.label, piece.in_place) = (number.clone(), false));
        }
        Some(scene)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ingenio_core::Dir;

    fn drag(from: (usize, usize), to: (usize, usize)) -> Touch {
        Touch::Drag(Cell::new(from.0, from.1), Cell::new(to.0, to.1))
    }

    #[test]
    fn tiles_change_places_on_the_board_and_in_the_goal() {
        let mut draft = (EDITOR.blank)(Size::new(3, 2));
        assert_eq!(draft.text(), "1 2 3\n4 _ 5\n");
        draft.paint("swap", drag((0, 0), (1, 1))).unwrap();
        assert_eq!(draft.text(), "_ 2 3\n4 1 5\n");
        draft.paint("goal", drag((0, 0), (0, 1))).unwrap();
        assert_eq!(draft.text(), "_ 2 3\n4 1 5\ngoal:\n2 1 3\n4 5 _\n");
        assert_eq!(draft.scene("goal").pieces[0].label, "2");
        draft.paint("goal", drag((0, 0), (0, 1))).unwrap();
        assert_eq!(draft.text(), "_ 2 3\n4 1 5\n", "a usual goal has its name");
        draft.choose("goal", "first");
        assert_eq!(draft.text(), "_ 2 3\n4 1 5\ngoal: first\n");
    }

    #[test]
    fn broken_boards_are_drafts_and_can_be_mended() {
        let mut draft = EDITOR.read("1 2 2\n4 5").unwrap();
        assert_eq!(draft.text(), "1 2 2\n4 5 _\n");
        draft.paint("missing", Touch::Cell(Cell::new(0, 2))).unwrap();
        assert_eq!(draft.text(), "1 2 3\n4 5 _\n");
        for wrong in ["", "a b", "1", "1 2 3"] {
            assert!(EDITOR.read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_grown_board_is_a_board() {
        let mut draft = EDITOR.read("4 1\n_ 2\n3 5").unwrap();
        EDITOR.change(&mut *draft, Change::Grow(Dir::Right)).unwrap();
        assert_eq!(draft.text(), "4 1 6\n_ 2 7\n3 5 8\n");
        EDITOR.change(&mut *draft, Change::Shrink(Dir::Left)).unwrap();
        assert_eq!(draft.text(), "1 4\n2 5\n3 _\n", "the blank was cut off, and the last tile with it");
    }
}
