//! A plan in words and cells: what is packed in which order, what is parked where, the rooms, the boxes in
//! the way; and which adviser would name each macro move of a solution.
//!
//! The advisers judge any solution, whoever found it: at every position along it they are asked as in the
//! search, and the move that was made is looked up among those they name.

use std::sync::Arc;

use ingenio_core::{Cell, Message, Note, Options, Task};

use super::cells::Adviser;
use super::plan::{Source, Step};
use super::{FIRST, Fess, Ground, OPTIONS, Stage};
use crate::board::Square;
use crate::board::distance::Distances;
use crate::board::maze::Maze;
use crate::level::Level;
use crate::metric::PUSHES;
use crate::solve::exact::Weights;
use crate::solve::path::Path;
use crate::solve::script::goes;
use crate::words;

/// The plan of a level and, of a solution that was refereed, why its moves are made. Nothing where the board
/// is too large for the memory of the task.
pub fn explain(level: &Arc<Level>, solution: Option<&str>, task: &Task) -> Vec<Note> {
    let task = Task { metric: PUSHES, options: Options::defaults(OPTIONS), ..task.clone() };
    let maze = Maze::of_run(level, &task);
    let fits = Distances::can_be_made(&maze) && Distances::estimate(&maze) <= task.memory / 2;
    if !fits || Ground::estimate(&maze) > task.memory / 2 {
        return Vec::new();
    }
    let mut fess = Fess::new(maze, &task, false);
    while fess.end.is_none() && !matches!(fess.stage, Stage::Search) && !task.alarm.rings() {
        fess.work();
    }
    let mut notes = fess.plan_notes();
    if let Some(solution) = solution.filter(|_| !task.alarm.was_heard()) {
        let path = Path::of(level, &fess.maze, Weights::of(PUSHES), solution);
        notes.extend(fess.move_notes(&path));
    }
    notes
}

impl Fess {
    /// The plan as far as there is one: steps in their order, rooms, and boxes that stand in the way.
    pub fn plan_notes(&self) -> Vec<Note> {
        if self.plan.steps().is_empty() {
            return Vec::new();
        }
        let sight = self.sight();
        let steps = self.plan.steps().iter().map(|step| sight.step(step));
        let rooms = self.ground.rooms.all().iter().map(|squares| sight.room(squares));
        let hot = self.hotspots.hindered(&self.maze);
        let hot = hot.into_iter().map(|(square, count)| sight.hot(square, count));
        steps.chain(rooms).chain(hot).collect()
    }

    fn sight(&self) -> Sight<'_> {
        Sight { maze: &self.maze }
    }

    /// The macro moves of a solution, each with the adviser that names it.
    fn move_notes(&mut self, path: &Path) -> Vec<Note> {
        let Some(mut search) = self.searches[FIRST].take() else { return Vec::new() };
        let mut notes = Vec::new();
        for go in goes(&self.maze, &path.pushes) {
            if self.maze.alarm.rings() {
                break;
            }
            let (first, last) = (path.pushes[go.start], path.pushes[go.end - 1]);
            let (from, to) = (first.from, self.maze.next(last.from, last.dir));
            let listed = search.advised(&mut self.given(FIRST), &path.states[go.start]);
            // A box that can stop on both sides of the player is listed twice: who names one of them counts.
            let fits = listed.iter().filter(|other| (other.from, other.to) == (from, to));
            let adviser = fits.map(|named| named.adviser).max().unwrap_or(Adviser::Nobody);
            notes.push(self.sight().moved(notes.len() + 1, (from, to, go.len()), adviser));
        }
        self.searches[FIRST] = Some(search);
        notes
    }
}

/// The board as a reader sees it.
struct Sight<'a> {
    maze: &'a Maze,
}

impl Sight<'_> {
    fn cell(&self, square: Square) -> Cell {
        self.maze.cell(square)
    }

    fn place(&self, square: Square) -> Message {
        let cell = self.cell(square);
        words::PLACE.with("row", cell.row + 1).with("column", cell.column + 1)
    }

    fn step(&self, step: &Step) -> Note {
        let to = self.place(step.to);
        let (kind, said, from) = match (step.from, step.until) {
            (Source::Start, None) => ("stay", words::PLAN_STAY.with("to", to), None),
            (Source::Start, Some(_)) => ("wait", words::PLAN_WAIT.with("to", to), None),
            (Source::Anywhere, Some(_)) => ("park", words::PLAN_PARK.with("to", to), None),
            (Source::Anywhere, None) => ("pack", words::PLAN_PACK.with("to", to), None),
            (Source::Parked(from), until) => {
                let said = words::PLAN_MOVE_ON.with("from", self.place(from)).with("to", to);
                (if until.is_some() { "park" } else { "pack" }, said, Some(from))
            }
        };
        let cells = from.into_iter().chain([step.to]).map(|square| self.cell(square)).collect();
        Note { kind, said, cells }
    }

    fn room(&self, squares: &[Square]) -> Note {
        let cells: Vec<Cell> = squares.iter().map(|square| self.cell(*square)).collect();
        let first = squares.first().map_or_else(Message::empty, |square| self.place(*square));
        let said = words::PLAN_ROOM.with("count", cells.len()).with("first", first);
        Note { kind: "room", said, cells }
    }

    fn hot(&self, square: Square, count: usize) -> Note {
        let at = self.place(square);
        let said = match count {
            1 => words::PLAN_HOTSPOT_ONE.with("at", at),
            _ => words::PLAN_HOTSPOT.with("at", at).with("count", count),
        };
        Note { kind: "hotspot", said, cells: vec![self.cell(square)] }
    }

    fn moved(&self, number: usize, (from, to, pushes): (Square, Square, usize), adviser: Adviser) -> Note {
        let said = words::PLAN_MOVE.with("number", number).with("from", self.place(from));
        let said = said.with("to", self.place(to)).with("pushes", pushes).with("why", why(adviser));
        Note { kind: "move", said, cells: vec![self.cell(from), self.cell(to)] }
    }
}

/// Why an adviser names a move.
fn why(adviser: Adviser) -> Message {
    let template = match adviser {
        Adviser::Nobody => words::ADVISER_NOBODY,
        Adviser::Pack => words::ADVISER_PACK,
        Adviser::Connect => words::ADVISER_CONNECT,
        Adviser::Rooms => words::ADVISER_ROOMS,
        Adviser::Hotspots => words::ADVISER_HOTSPOTS,
        Adviser::Explore => words::ADVISER_EXPLORE,
        Adviser::Open => words::ADVISER_OPEN,
        Adviser::OutOfPlan => words::ADVISER_OUT_OF_PLAN,
        Adviser::Clear => words::ADVISER_CLEAR,
    };
    template.say()
}

#[cfg(test)]
mod tests {
    use ingenio_core::{Puzzle, Run, Step as Advance, Verdict};

    use super::super::along_plan;
    use super::*;
    use crate::Sokoban;
    use crate::board::put;

    /// A corner, a way round, and a room of goals behind a door, whose far end comes first.
    const LEVELS: [&str; 3] = [
        "########\n#   .  #\n# $$ . #\n# @  # #\n########",
        "#########\n#   #   #\n# $ # . #\n#@$   . #\n#   #   #\n#########",
        "##########\n#        #\n# $ $ $  #\n#   @  ###\n#####  ###\n   #    #\n   # ...#\n   ######",
    ];

    fn levels() -> impl Iterator<Item = Arc<Level>> {
        let read =
            |rows: &str| Sokoban::read(&ingenio_core::Source::new(rows), &Options::default()).remove(0);
        LEVELS.into_iter().map(move |rows| Arc::new(read(rows).unwrap().level))
    }

    fn fess(level: &Arc<Level>) -> Box<dyn Run> {
        along_plan(level, &Task { options: Options::defaults(OPTIONS), ..Task::default() })
    }

    /// Whoever follows the plan fills every goal: what is parked is fetched, and every goal has its step.
    #[test]
    fn a_plan_fills_all_goals() {
        for level in levels() {
            let maze = Maze::new(&level);
            let mut standing: Vec<Cell> = Vec::new();
            for note in explain(&level, None, &Task::default()) {
                if let ("stay" | "wait" | "pack" | "park", [from @ .., to]) = (note.kind, &note.cells[..]) {
                    standing.retain(|at| !from.contains(at));
                    standing.push(*to);
                }
            }
            assert!(maze.goals.iter().all(|goal| standing.contains(&maze.cell(*goal))), "{standing:?}");
        }
    }

    #[test]
    fn the_far_end_of_a_goal_room_comes_first() {
        let notes = explain(&levels().last().unwrap(), None, &Task::default());
        let packs: Vec<&Note> = notes.iter().filter(|note| note.kind == "pack").collect();
        assert_eq!(packs[0].cells.last(), Some(&Cell::new(6, 7)), "{packs:?}");
        assert_eq!(packs.len(), 3);
        assert_eq!(notes.iter().filter(|note| note.kind == "room").count(), 1, "{notes:?}");
    }

    /// Every box move of a solution has a note, in order, and together they lead from start to end.
    #[test]
    fn every_move_of_a_solution_is_explained() {
        for level in levels() {
            let Advance::Done(Verdict::Solved { solution, .. }) = fess(&level).advance(20_000) else {
                panic!("not solved: {level:?}");
            };
            let maze = Maze::new(&level);
            let path = Path::of(&level, &maze, Weights::of(PUSHES), &solution);
            let notes = explain(&level, Some(&solution), &Task::default());
            let moves: Vec<&Note> = notes.iter().filter(|note| note.kind == "move").collect();
            assert_eq!(moves.len(), goes(&maze, &path.pushes).len(), "{level:?}");
            assert!(moves.iter().any(|note| note.said.english().contains("the plan goes on")));
            let mut board = maze.empty();
            put(&mut board, &maze.boxes, true);
            let square = |cell: Cell| maze.squares().find(|square| maze.cell(*square) == cell).unwrap();
            for note in moves {
                let (from, to) = (usize::from(square(note.cells[0])), usize::from(square(note.cells[1])));
                assert!(board[from], "{:?}", note.said);
                (board[from], board[to]) = (false, true);
            }
            assert!(maze.goals.iter().all(|goal| board[usize::from(*goal)]), "{level:?}");
        }
    }

    /// Whoever watches the search sees the plan that it follows.
    #[test]
    fn the_plan_is_in_focus() {
        for level in levels() {
            let mut run = fess(&level);
            let seen = (0..5_000).find_map(|_| {
                run.advance(1);
                run.focus().filter(|focus| !focus.notes.is_empty())
            });
            assert_eq!(seen.map(|focus| focus.notes), Some(explain(&level, None, &Task::default())));
        }
    }
}
