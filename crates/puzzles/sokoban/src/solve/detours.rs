//! Detours of a solution: a box that stops somewhere on its way and goes on later, and two boxes that go
//! where it would be shorter for the other.
//!
//! A solution is taken as a list of macro moves (a box, any number of pushes). Wherever a box moves twice,
//! it is tried whether it could go the whole way at once, the first time or the second; wherever two moves
//! end where it would be shorter to go for the other box, they are exchanged; and all other moves must
//! still be possible, each by the fewest pushes. What a detour costs may lie hundreds of pushes apart,
//! further than a search of the positions beside the path ever sees. One macro move is one step of work.

use std::ops::Range;

use super::fess::mover::{ANY_SIDE, Mover};
use super::script::{Push, goes};
use crate::board::boxway::{BoxWays, Way};
use crate::board::maze::Maze;
use crate::board::reach::Reach;
use crate::board::{Square, put};

/// One box moved while the others stay; the player ends beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Macro {
    from: Square,
    to: Square,
    player: Square,
}

/// A list that is being tried.
#[derive(Debug)]
struct Trial {
    moves: Vec<Macro>,
    /// The next move, and the position before it.
    next: usize,
    boxes: Vec<Square>,
    player: Square,
    pushes: Vec<Push>,
}

#[derive(Debug)]
pub struct Detours {
    moves: Vec<Macro>,
    /// Pushes of the solution in hand.
    best: usize,
    /// The move that is looked at, and the number of the next change to try with it.
    at: usize,
    change: usize,
    /// Pushes of a box alone from squares to all others, as far as they were asked for.
    far: Vec<Option<Box<[u16]>>>,
    ways: BoxWays,
    empty: Vec<bool>,
    trial: Option<Trial>,
    mover: Mover,
    reach: Reach,
    board: Vec<bool>,
}

/// What a step brought.
#[derive(Debug)]
pub enum Tried {
    Nothing,
    Shorter(Vec<Push>),
    /// No detour is left to try.
    All,
}

impl Detours {
    pub fn new(maze: &Maze, pushes: &[Push]) -> Self {
        Detours {
            moves: macros(maze, pushes),
            best: pushes.len(),
            at: 0,
            change: 0,
            far: vec![None; maze.count],
            ways: ways_of(maze),
            empty: maze.empty(),
            trial: None,
            mover: Mover::new(maze, Way::Push),
            reach: Reach::new(maze),
            board: maze.empty(),
        }
    }

    /// The pushes of the trial in hand.
    pub fn tried(&self) -> &[Push] {
        self.trial.as_ref().map_or(&[], |trial| &trial.pushes)
    }

    /// Makes one macro move of a trial, or begins the next one.
    pub fn step(&mut self, maze: &Maze, dead: &[bool]) -> Tried {
        let Some(mut trial) = self.trial.take() else { return self.begin(maze) };
        if !self.play(maze, dead, &mut trial) || trial.pushes.len() >= self.best {
            return Tried::Nothing;
        }
        if trial.next < trial.moves.len() {
            self.trial = Some(trial);
            return Tried::Nothing;
        }
        self.best = trial.pushes.len();
        self.moves = macros(maze, &trial.pushes);
        self.change = 0;
        Tried::Shorter(trial.pushes)
    }

    /// Begins the next trial.
    fn begin(&mut self, maze: &Maze) -> Tried {
        while self.at < self.moves.len() {
            let (at, change) = (self.at, self.change);
            self.change += 1;
            if at + self.change > self.moves.len() + 1 {
                (self.at, self.change) = (at + 1, 0);
            }
            if let Some(moves) = self.changed(maze, at, change) {
                let (boxes, player) = (maze.boxes.clone(), maze.player);
                self.trial = Some(Trial { moves, next: 0, boxes, player, pushes: Vec::new() });
                return Tried::Nothing;
            }
        }
        Tried::All
    }

    /// The list with one change: two without a detour, then exchanges with each later move.
    fn changed(&mut self, maze: &Maze, at: usize, change: usize) -> Option<Vec<Macro>> {
        match change {
            0 | 1 => without_detour(&self.moves, at, change == 1),
            _ => self.exchanged(maze, at, at + change - 1),
        }
    }

    /// The list with the boxes of two moves exchanged, if that looks shorter and the second box already
    /// stands there at the time of the first move.
    fn exchanged(&mut self, maze: &Maze, at: usize, later: usize) -> Option<Vec<Macro>> {
        let (first, second) = (self.moves[at], *self.moves.get(later)?);
        if first.to == second.from || self.moves[at..later].iter().any(|moved| moved.to == second.from) {
            return None;
        }
        let now = self.pushes(maze, first.from, first.to) + self.pushes(maze, second.from, second.to);
        let then = self.pushes(maze, second.from, first.to) + self.pushes(maze, first.from, second.to);
        if then >= now {
            return None;
        }
        let mut list = self.moves.clone();
        list[at].from = second.from;
        list[later].from = first.from;
        Some(list)
    }

    /// Pushes of a box alone from one square to another.
    fn pushes(&mut self, maze: &Maze, from: Square, to: Square) -> u32 {
        let (ways, empty) = (&mut self.ways, &self.empty);
        let far = self.far[usize::from(from)]
            .get_or_insert_with(|| ways.spread(maze, empty, &[from], Way::Push).into());
        u32::from(far[usize::from(to)])
    }

    /// Makes the next move of a trial by the fewest pushes; false if it cannot be made.
    fn play(&mut self, maze: &Maze, dead: &[bool], trial: &mut Trial) -> bool {
        let Macro { from, to, player } = trial.moves[trial.next];
        put(&mut self.board, &trial.boxes, true);
        self.reach.flood(maze, &self.board, trial.player);
        self.mover.look(maze, &self.board);
        let landings = self.mover.moves(maze, &mut self.board, dead, (from, ANY_SIDE), &self.reach);
        let fits = landings.iter().filter(|landing| landing.square == to);
        let best = fits.min_by_key(|landing| (landing.player != player, landing.length)).copied();
        put(&mut self.board, &trial.boxes, false);
        let Some(landing) = best else { return false };
        let Some(pushes) = self.mover.pushes(maze, to, landing.player) else { return false };
        trial.pushes.extend(pushes);
        let which = trial.boxes.iter().position(|square| *square == from).expect("the box that moved");
        trial.boxes[which] = to;
        trial.player = landing.player;
        trial.next += 1;
        true
    }
}

fn ways_of(maze: &Maze) -> BoxWays {
    let mut ways = BoxWays::new(maze);
    ways.wall(maze, &maze.empty());
    ways
}

/// The pushes as macro moves.
fn macros(maze: &Maze, pushes: &[Push]) -> Vec<Macro> {
    let moved = |go: Range<usize>| {
        let last = pushes[go.end - 1];
        Macro { from: pushes[go.start].from, to: maze.next(last.from, last.dir), player: last.from }
    };
    goes(maze, pushes).into_iter().map(moved).collect()
}

/// The list with the box of one move going at once where it goes later, now or (`second`) then; nothing if
/// it does not move again.
fn without_detour(moves: &[Macro], at: usize, second: bool) -> Option<Vec<Macro>> {
    let first = moves[at];
    let later = at + 1 + moves[at + 1..].iter().position(|later| later.from == first.to)?;
    let whole = Macro { from: first.from, ..moves[later] };
    let (kept, dropped) = if second { (later, at) } else { (at, later) };
    let mut list = moves.to_vec();
    list[kept] = whole;
    list.remove(dropped);
    if whole.from == whole.to {
        list.retain(|moved| *moved != whole);
    }
    Some(list)
}

#[cfg(test)]
mod tests {
    use ingenio_core::rooms::Texts as _;
    use ingenio_core::{Options, Source};

    use super::*;
    use crate::Sokoban;
    use crate::metric::PUSHES;
    use crate::solve::exact::Weights;
    use crate::solve::path::Path;

    /// Pushes of a solution before and after all changes were tried.
    fn shortened(rows: &str, solution: &str) -> (usize, usize) {
        let level = Sokoban::read(&Source::new(rows), &Options::default()).remove(0).unwrap().level;
        let maze = Maze::new(&level);
        let pushes = Path::of(&level, &maze, Weights::of(PUSHES), solution).pushes;
        let mut detours = Detours::new(&maze, &pushes);
        let dead = maze.dead_squares();
        let mut best = pushes.len();
        loop {
            match detours.step(&maze, &dead) {
                Tried::Nothing => {}
                Tried::Shorter(pushes) => best = pushes.len(),
                Tried::All => return (pushes.len(), best),
            }
        }
    }

    /// The lower box is pushed up, the upper one goes home, the lower one is pushed down again.
    #[test]
    fn a_box_does_not_stop_on_its_way() {
        let rows = "#########\n#@      #\n# $   . #\n#       #\n# $   . #\n#       #\n#########";
        assert_eq!(shortened(rows, "ddddrUluuRRRRlllDldRRRR"), (10, 8));
    }

    /// Each box goes to the goal beside the other.
    #[test]
    fn boxes_exchange_their_goals() {
        let rows = "###########\n#@        #\n# $.   .$ #\n#         #\n#         #\n###########";
        assert_eq!(shortened(rows, "dRRRRRurrDrdLLLLLdlU"), (12, 2));
    }
}
