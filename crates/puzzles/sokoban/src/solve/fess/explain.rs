//! A plan in words and cells: what is packed in which order, what is parked where, the rooms, the boxes in
//! the way; and which adviser named each macro move of a solution.
//!
//! A search that has found a solution knows who named its moves. Where nobody did, because another method
//! found it, the advisers judge afterwards: at every position along it they are asked as in the search, and the
//! move that was made is looked up among those they name. A note says which of the two it is.

use std::collections::HashMap;
use std::sync::Arc;

use ingenio_core::{Cell, Message, Note, Options, Task, Template};

use super::cells::Adviser;
use super::plan::{Source, Step};
use super::{FIRST, Fess, Ground, OPTIONS, OTHER, Stage};
use crate::board::Square;
use crate::board::distance::Distances;
use crate::board::maze::Maze;
use crate::level::Level;
use crate::metric::PUSHES;
use crate::solve::exact::Weights;
use crate::solve::path::Path;
use crate::solve::script::{Push, goes};
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
    let mut notes = fess.plan_notes(FIRST);
    if let Some(solution) = solution.filter(|_| !task.alarm.was_heard()) {
        let path = Path::of(level, &fess.maze, Weights::of(PUSHES), solution);
        notes.push(plain("judged", words::PLAN_JUDGED.say()));
        notes.extend(fess.judge(&path));
    }
    notes
}

impl Fess {
    /// The plan of a search as far as there is one: steps or layers of goals in their order, rooms, and boxes
    /// that stand in the way.
    pub fn plan_notes(&self, which: usize) -> Vec<Note> {
        let other = self.other_plan.as_ref().filter(|_| which == OTHER);
        let plan = other.unwrap_or(&self.plan);
        let sight = self.sight();
        let steps = plan.steps().iter().map(|step| sight.step(step));
        let layers = (1..).zip(plan.layers()).map(|(number, goals)| sight.layer(number, goals));
        let rooms = self.ground.rooms.all().iter().map(|squares| sight.room(squares));
        let hot = self.hotspots.hindered(&self.maze);
        let hot = hot.into_iter().map(|(square, count)| sight.hot(square, count));
        steps.chain(layers).chain(rooms).chain(hot).collect()
    }

    fn sight(&self) -> Sight<'_> {
        Sight { maze: &self.maze }
    }

    /// Why a search made the macro moves of the solution that it found.
    pub fn reasons_of(&self, which: usize, way: &[(Vec<Push>, Adviser)]) -> Vec<Note> {
        let mut notes = self.plan_notes(which);
        let method = if self.layers { "forward" } else { "fess" };
        notes.push(plain("chosen", words::PLAN_CHOSEN.with("method", method)));
        notes.extend(self.way_notes(way));
        notes
    }

    /// Macro moves of a search with the advisers that named them.
    pub fn way_notes(&self, way: &[(Vec<Push>, Adviser)]) -> Vec<Note> {
        let number = 1..;
        let note = |(number, (pushes, adviser)): (usize, &(Vec<Push>, Adviser))| {
            Some(self.sight().moved(number, Leg::of(&self.maze, pushes)?, Chooser::Adviser(*adviser)))
        };
        number.zip(way).filter_map(note).collect()
    }

    /// The macro moves of a solution that somebody found, each with the adviser that names it.
    fn judge(&mut self, path: &Path) -> Vec<Note> {
        let Some(mut search) = self.searches[FIRST].take() else { return Vec::new() };
        let mut notes = Vec::new();
        for go in goes(&self.maze, &path.pushes) {
            if self.maze.alarm.rings() {
                break;
            }
            let Some(leg) = Leg::of(&self.maze, &path.pushes[go.clone()]) else { continue };
            let listed = search.advised(&mut self.given(FIRST), &path.states[go.start]);
            // A box that can stop on both sides of the player is listed twice: who names one of them counts.
            let fits = listed.iter().filter(|other| (other.from, other.to) == (leg.from, leg.to));
            let adviser = fits.map(|named| named.adviser).max().unwrap_or(Adviser::Nobody);
            notes.push(self.sight().moved(notes.len() + 1, leg, Chooser::Adviser(adviser)));
        }
        self.searches[FIRST] = Some(search);
        notes
    }
}

/// Why the moves of a solution are made that was shortened after it was found: the search's reasons, told of the
/// moves that are still made with the boxes where they stood then; the others came with the shortening.
pub fn shortened(level: &Level, reasons: &[Note], solution: &str) -> Vec<Note> {
    let maze = Maze::new(level);
    let path = Path::of(level, &maze, Weights::of(PUSHES), solution);
    let chosen = chosen(level, &maze, reasons);
    let mut notes: Vec<Note> = reasons.iter().filter(|note| note.kind != "move").cloned().collect();
    let mut number = 0;
    let key = |at: usize| (path.states[at][..maze.boxes.len()].to_vec(), path.pushes[at].from);
    for go in goes(&maze, &path.pushes) {
        let mut at = go.start;
        while at < go.end {
            let end_of = |to: Square| {
                let stands = |push: Push| maze.next(push.from, push.dir) == to;
                (at..go.end).find(|last| stands(path.pushes[*last])).map(|last| last + 1)
            };
            let same = chosen.get(&key(at)).and_then(|(to, by)| Some((end_of(*to)?, Chooser::Adviser(*by))));
            let next = (at + 1..go.end).find(|next| chosen.contains_key(&key(*next))).unwrap_or(go.end);
            let (end, by) = same.unwrap_or((next, Chooser::Shortening));
            number += 1;
            let leg = Leg::of(&maze, &path.pushes[at..end]);
            notes.extend(leg.map(|leg| Sight { maze: &maze }.moved(number, leg, by)));
            at = end;
        }
    }
    notes
}

/// For the boxes and the one that moves, where a search took it and by whose advice.
type Choices = HashMap<(Vec<Square>, Square), (Square, Adviser)>;

/// What a search chose where, from its reasons.
fn chosen(level: &Level, maze: &Maze, reasons: &[Note]) -> Choices {
    let square = |cell: Cell| maze.inner(level.size().index(cell));
    let mut boxes = maze.boxes.clone();
    let mut chosen = HashMap::new();
    for note in reasons.iter().filter(|note| note.kind == "move") {
        let (&[from, to], Some(by)) = (&note.cells[..], note.by.and_then(adviser)) else { continue };
        let (from, to) = (square(from), square(to));
        chosen.insert((boxes.clone(), from), (to, by));
        boxes.iter_mut().filter(|square| **square == from).for_each(|square| *square = to);
        boxes.sort_unstable();
    }
    chosen
}

/// A note without a place.
fn plain(kind: &'static str, said: Message) -> Note {
    Note { kind, by: None, said, cells: Vec::new() }
}

/// Pushes of one box in a row.
#[derive(Clone, Copy, Debug)]
struct Leg {
    from: Square,
    to: Square,
    pushes: usize,
}

impl Leg {
    fn of(maze: &Maze, pushes: &[Push]) -> Option<Self> {
        let (first, last) = (pushes.first()?, pushes.last()?);
        Some(Leg { from: first.from, to: maze.next(last.from, last.dir), pushes: pushes.len() })
    }
}

/// Who chose a move.
#[derive(Clone, Copy, Debug)]
enum Chooser {
    Adviser(Adviser),
    /// The pass that shortened the solution.
    Shortening,
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
        words::PLACE.at(self.cell(square))
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
        Note { kind, by: None, said, cells }
    }

    fn layer(&self, number: usize, goals: &[Square]) -> Note {
        self.area("layer", words::PLAN_LAYER.with("number", number), goals)
    }

    fn room(&self, squares: &[Square]) -> Note {
        self.area("room", words::PLAN_ROOM.say(), squares)
    }

    /// Several squares, told by their number and the first of them.
    fn area(&self, kind: &'static str, said: Message, squares: &[Square]) -> Note {
        let cells: Vec<Cell> = squares.iter().map(|square| self.cell(*square)).collect();
        let first = squares.first().map_or_else(Message::empty, |square| self.place(*square));
        Note { kind, by: None, said: said.with("count", cells.len()).with("first", first), cells }
    }

    fn hot(&self, square: Square, count: usize) -> Note {
        let at = self.place(square);
        let said = match count {
            1 => words::PLAN_HOTSPOT_ONE.with("at", at),
            _ => words::PLAN_HOTSPOT.with("at", at).with("count", count),
        };
        Note { kind: "hotspot", by: None, said, cells: vec![self.cell(square)] }
    }

    fn moved(&self, number: usize, Leg { from, to, pushes }: Leg, by: Chooser) -> Note {
        let (name, why) = match by {
            Chooser::Adviser(adviser) => told(adviser),
            Chooser::Shortening => ("shortening", words::ADVISER_SHORTENING),
        };
        let said = words::PLAN_MOVE.with("number", number).with("from", self.place(from));
        let said = said.with("to", self.place(to)).with("pushes", pushes).with("why", why);
        Note { kind: "move", by: Some(name), said, cells: vec![self.cell(from), self.cell(to)] }
    }
}

/// The name of an adviser, and why it names a move.
fn told(adviser: Adviser) -> (&'static str, Template) {
    match adviser {
        Adviser::Nobody => ("nobody", words::ADVISER_NOBODY),
        Adviser::Pack => ("pack", words::ADVISER_PACK),
        Adviser::Connect => ("connect", words::ADVISER_CONNECT),
        Adviser::Rooms => ("rooms", words::ADVISER_ROOMS),
        Adviser::Hotspots => ("hotspots", words::ADVISER_HOTSPOTS),
        Adviser::Explore => ("explore", words::ADVISER_EXPLORE),
        Adviser::Open => ("open", words::ADVISER_OPEN),
        Adviser::OutOfPlan => ("out-of-plan", words::ADVISER_OUT_OF_PLAN),
        Adviser::Clear => ("clear", words::ADVISER_CLEAR),
    }
}

/// The adviser of a name.
fn adviser(name: &str) -> Option<Adviser> {
    Adviser::ALL.into_iter().find(|adviser| told(*adviser).0 == name)
}

#[cfg(test)]
mod tests {
    use ingenio_core::rooms::Texts as _;
    use ingenio_core::{Run, Step as Advance, Verdict};

    use super::super::along_plan;
    use super::*;
    use crate::Sokoban;
    use crate::board::put;
    use crate::solve::exact;

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

    /// Where the boxes stand after the moves of some notes.
    fn boxes_after<'a>(maze: &Maze, notes: impl IntoIterator<Item = &'a Note>) -> Vec<Square> {
        let mut board = maze.empty();
        put(&mut board, &maze.boxes, true);
        let square = |cell: Cell| maze.squares().find(|square| maze.cell(*square) == cell).unwrap();
        for note in notes.into_iter().filter(|note| note.kind == "move") {
            let (from, to) = (usize::from(square(note.cells[0])), usize::from(square(note.cells[1])));
            assert!(board[from] && !board[to], "{:?}", note.said);
            (board[from], board[to]) = (false, true);
        }
        maze.squares().filter(|square| board[usize::from(*square)]).collect()
    }

    fn solution_of(run: &mut dyn Run) -> String {
        match run.advance(1_000_000) {
            Advance::Done(Verdict::Solved { solution, .. }) => solution,
            other => panic!("not solved: {other:?}"),
        }
    }

    /// The moves that a search calls its own lead from start to end, and those without an adviser are as many
    /// as it counted when it weighed them: nobody has judged them afterwards.
    #[test]
    fn a_search_tells_who_chose_its_moves() {
        let mut named = 0;
        for level in levels() {
            let task = Task { options: Options::defaults(OPTIONS), ..Task::default() };
            let mut fess = Fess::new(Maze::new(&level), &task, false);
            assert!(fess.found().reasons.is_empty());
            solution_of(&mut fess);
            let reasons = fess.found().reasons;
            assert_eq!(boxes_after(&fess.maze, &reasons), fess.maze.goals, "{level:?}");
            let by = |name: &str| reasons.iter().filter(|note| note.by == Some(name)).count();
            let search = fess.searches[FIRST].as_ref().unwrap();
            let end = search.pool.node(search.pool.len() as u32 - 1);
            assert_eq!(by("nobody") as u64, end.cost, "{reasons:?}");
            named += by("pack");
        }
        assert!(named >= 3, "{named}");
    }

    /// Of an unchanged solution the same is told. Of another one every move is told, and those that the
    /// search did not make are nobody's advice.
    #[test]
    fn a_shortened_solution_keeps_the_reasons_of_what_is_left_of_it() {
        let mut others = 0;
        for level in levels() {
            let mut run = fess(&level);
            let solution = solution_of(run.as_mut());
            assert_eq!(shortened(&level, &run.found().reasons, &solution), run.found().reasons);
            let short = Task { options: Options::defaults(exact::OPTIONS), ..Task::default() };
            let short = solution_of(exact::push_optimal(&level, &short).as_mut());
            let reasons = shortened(&level, &run.found().reasons, &short);
            let maze = Maze::new(&level);
            assert_eq!(boxes_after(&maze, &reasons), maze.goals, "{level:?}");
            others += reasons.iter().filter(|note| note.by == Some("shortening")).count();
        }
        assert!(others > 0, "no solution was another one");
    }

    /// Whoever watches sees the advisers that led to the position in focus.
    #[test]
    fn the_way_to_the_focus_is_told() {
        for level in levels() {
            let (mut run, maze) = (fess(&level), Maze::new(&level));
            let mut told = 0;
            while matches!(run.advance(1), Advance::Running) {
                let Some(focus) = run.focus() else { continue };
                let path = Path::of(&level, &maze, Weights::of(PUSHES), &focus.moves);
                let boxes = &path.states.last().unwrap()[..maze.boxes.len()];
                assert_eq!(boxes_after(&maze, &focus.notes), boxes, "{level:?}");
                told += focus.notes.iter().filter(|note| note.by.is_some()).count();
            }
            assert!(told > 0, "{level:?}");
        }
    }

    /// Every box move of a solution has a note, in order, and together they lead from start to end.
    #[test]
    fn every_move_of_a_solution_is_explained() {
        for level in levels() {
            let solution = solution_of(fess(&level).as_mut());
            let maze = Maze::new(&level);
            let path = Path::of(&level, &maze, Weights::of(PUSHES), &solution);
            let notes = explain(&level, Some(&solution), &Task::default());
            let moves: Vec<&Note> = notes.iter().filter(|note| note.kind == "move").collect();
            assert_eq!(moves.len(), goes(&maze, &path.pushes).len(), "{level:?}");
            assert!(moves.iter().any(|note| note.said.english().contains("the plan goes on")));
            assert_eq!(boxes_after(&maze, moves), maze.goals, "{level:?}");
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
