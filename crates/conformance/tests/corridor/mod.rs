//! The smallest puzzle there is, as a template for new ones and as a victim for planted mistakes:
//! a walker in a corridor must reach the goal. `>..#.o`: walker, floor, wall, goal.
//!
//! `PLANT` chooses the mistake; [`NONE`] is the puzzle as it should be.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ingenio_core::scene::{Ground, Piece, Role, Scene};
use ingenio_core::{
    Criterion, Dir, Entry, Fault, Format, Gesture, Guarantee, Heuristic, Info, Likeness, Measures, Message,
    Method, Metric, Options, Progress, Puzzle, Reaction, Reading, Refusal, Rng, Run, Settled, Size, Source,
    Step, Task, Verdict,
};
use ingenio_search::{BreadthFirst, Claims, Graph, PathRun};

pub const NONE: u8 = 0;
pub const FALSE_OPTIMAL: u8 = 1;
pub const FALSE_UNSOLVABLE: u8 = 2;
pub const ILLEGAL_MOVE: u8 = 3;
pub const DEAF: u8 = 4;
pub const OVERDOES: u8 = 5;
pub const MOODY: u8 = 6;
pub const HIGH_ESTIMATE: u8 = 7;
pub const BLIND_REFEREE: u8 = 8;
pub const BAD_UNDO: u8 = 9;
pub const FORGETFUL_WRITER: u8 = 10;
pub const FALSE_STUCK: u8 = 11;
pub const FRAGILE_READER: u8 = 12;
pub const GLUTTON: u8 = 13;
pub const FROZEN_SCENE: u8 = 14;
pub const SLICED: u8 = 15;
pub const BAD_ADVICE: u8 = 16;
pub const FALSE_BOUND: u8 = 17;
pub const WILD_GESTURE: u8 = 18;

mod words {
    ingenio_core::words! {
        NOT_A_CELL = "corridor.not-a-cell", "'{letter}' is not part of a corridor";
        NO_WALKER = "corridor.no-walker", "a corridor has one walker and one goal";
        NOT_A_MOVE = "corridor.not-a-move", "'{letter}' is not a move";
        WALL = "corridor.wall", "there is a wall";
        NOT_THERE = "corridor.not-there", "the walker does not reach the goal";
        CLOSED = "corridor.closed", "a wall stands in the way";
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    wall: Vec<bool>,
    start: usize,
    goal: usize,
}

impl Level {
    fn next(&self, at: usize, dir: Dir) -> Option<usize> {
        let next = match dir {
            Dir::Left => at.checked_sub(1)?,
            Dir::Right => at + 1,
            Dir::Up | Dir::Down => return None,
        };
        (next < self.wall.len() && !self.wall[next]).then_some(next)
    }
}

const METRICS: &[Metric] = &[Metric::least("moves", "steps")];
const MOVES: Criterion = Criterion::new(METRICS);

#[derive(Clone, Copy, Debug)]
pub struct Corridor<const PLANT: u8>;

impl<const PLANT: u8> Puzzle for Corridor<PLANT> {
    const INFO: Info = Info {
        name: "corridor",
        title: "Corridor",
        also_known_as: &[],
        about: "walk to the goal",
        metrics: METRICS,
        formats: &[Format { name: "line", about: "> walker, o goal, # wall, . floor" }],
        settings: &[],
        extensions: &[],
        separator: "",
        words: words::ALL,
    };

    type Level = Level;
    type Position = usize;
    type Move = Dir;
    type Undo = usize;

    fn recognise(source: &Source) -> Likeness {
        if source.text().contains('>') { Likeness::Sure } else { Likeness::No }
    }

    fn read(source: &Source, _: &Options) -> Vec<Reading<Level>> {
        let lines = source.lines().filter(|(_, line)| !line.trim().is_empty());
        lines.map(|(number, line)| read_line::<PLANT>(number, line.trim())).collect()
    }

    fn write(level: &Level, _: &str) -> Result<String, Message> {
        let wall = |cell: &usize| level.wall[*cell] && PLANT != FORGETFUL_WRITER;
        let letter = |cell| match cell {
            _ if cell == level.start && cell == level.goal => '*',
            _ if cell == level.start => '>',
            _ if cell == level.goal => 'o',
            _ if wall(&cell) => '#',
            _ => '.',
        };
        Ok((0..level.wall.len()).map(letter).collect())
    }

    fn start(level: &Level) -> usize {
        level.start
    }

    fn moves(level: &Level, position: &usize) -> Vec<Dir> {
        Dir::ALL.into_iter().filter(|dir| level.next(*position, *dir).is_some()).collect()
    }

    fn parse_moves(_: &Level, text: &str) -> Result<Vec<Dir>, Fault> {
        let read =
            |letter| Dir::from_letter(letter).ok_or_else(|| words::NOT_A_MOVE.with("letter", letter).into());
        text.chars().map(read).collect()
    }

    fn apply(level: &Level, position: &mut usize, action: &Dir) -> Result<usize, Message> {
        let before = *position;
        *position = level.next(before, *action).ok_or_else(|| words::WALL.say())?;
        Ok(if PLANT == BAD_UNDO { *position } else { before })
    }

    fn undo(_: &Level, position: &mut usize, undo: usize) {
        *position = undo;
    }

    fn won(level: &Level, position: &usize) -> bool {
        *position == level.goal
    }

    fn stuck(level: &Level, position: &usize) -> Option<Message> {
        (PLANT == FALSE_STUCK && position.abs_diff(level.goal) > 1).then(|| words::CLOSED.say())
    }

    /// In a corridor there is one way.
    fn forced(level: &Level, position: &usize) -> Option<(Dir, Message)> {
        let towards = if *position < level.goal { Dir::Right } else { Dir::Left };
        let dir = if PLANT == BAD_ADVICE { Dir::Up } else { towards };
        level.next(*position, towards).filter(|_| *position != level.goal).map(|_| (dir, words::CLOSED.say()))
    }

    fn measure(_: &Level, _: &usize, history: &[Dir]) -> Measures {
        Measures::new().count("moves", history.len() as u64)
    }

    fn gesture(level: &Level, position: &usize, _: Option<&Dir>, gesture: &Gesture) -> Reaction<Dir> {
        let Gesture::Arrow { dir, .. } = gesture else { return Reaction::default() };
        let free = PLANT == WILD_GESTURE || level.next(*position, *dir).is_some();
        Reaction::moves(if free { vec![*dir] } else { Vec::new() })
    }

    fn level_from(level: &Level, position: &usize) -> Option<Level> {
        Some(Level { start: *position, ..level.clone() })
    }

    fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
        let moves = Self::parse_moves(level, solution).map_err(|fault| fault.message)?;
        let mut at = level.start;
        for (number, dir) in moves.iter().enumerate() {
            match level.next(at, *dir) {
                Some(next) => at = next,
                None if PLANT == BLIND_REFEREE => {}
                None => return Err(Refusal::at(number + 1, words::WALL.say())),
            }
        }
        if at != level.goal && PLANT != BLIND_REFEREE {
            return Err(words::NOT_THERE.say().into());
        }
        Ok((moves.iter().map(Dir::to_string).collect(), Self::measure(level, &at, &moves)))
    }

    fn solution_parts(solution: &str) -> Vec<String> {
        solution.chars().map(String::from).collect()
    }

    fn methods() -> &'static [Method<Self>] {
        const {
            &[
                Method {
                    name: "bfs",
                    about: "breadth first",
                    guarantee: Guarantee::Optimal,
                    metrics: &[MOVES],
                    options: &[],
                    needs: "",
                    steppable: true,
                    fits: |_| Ok(()),
                    start: |level, task| breadth_first(level, task),
                },
                Method {
                    name: "suspect",
                    about: "the method with the planted mistake",
                    guarantee: Guarantee::Optimal,
                    metrics: &[MOVES],
                    options: &[],
                    needs: "",
                    steppable: true,
                    fits: |_| Ok(()),
                    start: |level, task| suspect(PLANT, level, task),
                },
            ]
        }
    }

    fn auto(_: &Level, _: &Task) -> &'static str {
        "bfs"
    }

    fn heuristics() -> &'static [Heuristic<Self>] {
        const {
            &[Heuristic {
                name: "distance",
                metric: MOVES,
                admissible: true,
                estimate: |level, position, _| {
                    let distance = position.abs_diff(level.goal) as u64;
                    Some(if PLANT == HIGH_ESTIMATE { distance * 2 } else { distance })
                },
            }]
        }
    }

    fn scene(level: &Level, position: &usize) -> Scene {
        let size = Size::new(level.wall.len(), 1);
        let at = if PLANT == FROZEN_SCENE { level.wall.len() + *position } else { *position };
        let ground = level.wall.iter().map(|wall| if *wall { Ground::Wall } else { Ground::Floor }).collect();
        let cells = vec![ingenio_core::Cell::new(0, at)];
        let walker = Piece {
            id: 1,
            role: Role::Player,
            label: ">".into(),
            cells,
            tone: 0,
            in_place: false,
            home: None,
            reach: Vec::new(),
            sides: Vec::new(),
        };
        Scene::plain(size, ground, vec![walker], Vec::new())
    }

    fn sample(rng: &mut Rng, size: usize) -> Level {
        let length = if size == 9 { 60_000 } else { 5 + 4 * size + rng.below(8) };
        let (start, goal) = (rng.below(length), rng.below(length));
        let mut wall: Vec<bool> = (0..length).map(|_| length < 1000 && rng.one_in(12)).collect();
        (wall[start], wall[goal]) = (false, false);
        Level { wall, start, goal }
    }
}

fn read_line<const PLANT: u8>(number: usize, line: &str) -> Reading<Level> {
    let mut level = Level { wall: Vec::new(), start: usize::MAX, goal: usize::MAX };
    for (at, letter) in line.chars().enumerate() {
        assert!(PLANT != FRAGILE_READER || letter != '@', "planted");
        match letter {
            '>' => level.start = at,
            'o' => level.goal = at,
            '*' => (level.start, level.goal) = (at, at),
            '.' | '#' => {}
            _ => return Err(Fault::at(number, at + 1, words::NOT_A_CELL.with("letter", letter))),
        }
        level.wall.push(letter == '#');
    }
    if line.matches(['>', '*']).count() != 1 || line.matches(['o', '*']).count() != 1 {
        return Err(Fault::on_line(number, words::NO_WALKER.say()));
    }
    Ok(Entry { level, title: None, author: None, solution: None, line: number })
}

struct Walks(Arc<Level>);

impl Graph for Walks {
    type State = usize;
    type Action = Dir;

    fn start(&self) -> usize {
        self.0.start
    }

    fn is_goal(&self, state: &usize) -> bool {
        *state == self.0.goal
    }

    fn expand(&self, state: &usize, mut visit: impl FnMut(Dir, usize, u32)) {
        for dir in Dir::ALL {
            if let Some(next) = self.0.next(*state, dir) {
                visit(dir, next, 1);
            }
        }
    }
}

fn write(moves: &[Dir]) -> String {
    moves.iter().map(Dir::to_string).collect()
}

fn breadth_first(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let claims = Claims { optimal: true, exhausted: Some(words::CLOSED.say()) };
    Box::new(PathRun::new(BreadthFirst::new(Walks(level.clone()), task.memory), claims, write))
}

fn suspect(plant: u8, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let honest = breadth_first(level, task);
    match plant {
        FALSE_OPTIMAL | ILLEGAL_MOVE => Box::new(Spoiler { run: honest, plant }),
        FALSE_UNSOLVABLE if level.wall.len() > 9 => {
            Box::new(Settled(Verdict::Unsolvable { reason: words::CLOSED.say() }))
        }
        DEAF => Box::new(Deaf),
        OVERDOES => Box::new(Overdoes { run: honest, factor: 3 }),
        MOODY => Box::new(Moody { run: honest, mood: MOOD.fetch_add(1, Ordering::Relaxed) }),
        GLUTTON => Box::new(Glutton { hoard: Vec::new() }),
        FALSE_BOUND => Box::new(Boaster(honest)),
        SLICED => Box::new(Sliced { run: honest, calls: 0 }),
        _ => honest,
    }
}

static MOOD: AtomicU64 = AtomicU64::new(1);

/// Spoils the solution: a detour that is called optimal, or a move into a wall.
struct Spoiler {
    run: Box<dyn Run>,
    plant: u8,
}

impl Run for Spoiler {
    fn advance(&mut self, expansions: u64) -> Step {
        match self.run.advance(expansions) {
            Step::Done(Verdict::Solved { solution, optimal }) => {
                let solution = match (self.plant, solution.chars().next()) {
                    (FALSE_OPTIMAL, Some('L')) => format!("LR{solution}"),
                    (FALSE_OPTIMAL, Some(_)) => format!("RL{solution}"),
                    _ => format!("U{solution}"),
                };
                Step::Done(Verdict::Solved { solution, optimal })
            }
            step => step,
        }
    }

    fn progress(&self) -> Progress {
        self.run.progress()
    }
}

/// Takes its time and listens to nobody.
struct Deaf;

impl Run for Deaf {
    fn advance(&mut self, _: u64) -> Step {
        std::thread::sleep(std::time::Duration::from_secs(2));
        Step::Running
    }

    fn progress(&self) -> Progress {
        Progress::default()
    }
}

/// Does more than it was asked.
struct Overdoes {
    run: Box<dyn Run>,
    factor: u64,
}

impl Run for Overdoes {
    fn advance(&mut self, expansions: u64) -> Step {
        self.run.advance(expansions * self.factor)
    }

    fn progress(&self) -> Progress {
        self.run.progress()
    }
}

/// Counts differently every time.
struct Moody {
    run: Box<dyn Run>,
    mood: u64,
}

impl Run for Moody {
    fn advance(&mut self, expansions: u64) -> Step {
        self.run.advance(expansions)
    }

    fn progress(&self) -> Progress {
        let progress = self.run.progress();
        Progress { generated: progress.generated + self.mood, ..progress }
    }
}

/// What it does depends on how it is called.
struct Sliced {
    run: Box<dyn Run>,
    calls: u64,
}

impl Run for Sliced {
    fn advance(&mut self, expansions: u64) -> Step {
        self.calls += 1;
        self.run.advance(expansions)
    }

    fn progress(&self) -> Progress {
        let progress = self.run.progress();
        Progress { generated: progress.generated + self.calls, ..progress }
    }
}

/// Promises more than it has proved.
struct Boaster(Box<dyn Run>);

impl Run for Boaster {
    fn advance(&mut self, expansions: u64) -> Step {
        self.0.advance(expansions)
    }

    fn progress(&self) -> Progress {
        let progress = self.0.progress();
        Progress { bound: progress.bound.map(|bound| bound + 1), ..progress }
    }
}

/// Takes memory without asking and without counting.
struct Glutton {
    hoard: Vec<Vec<u8>>,
}

impl Run for Glutton {
    fn advance(&mut self, _: u64) -> Step {
        if self.hoard.len() == 60 {
            return Step::Done(Verdict::Stopped { limit: ingenio_core::Limit::Memory });
        }
        self.hoard.push(vec![1; 1_000_000]);
        Step::Running
    }

    fn progress(&self) -> Progress {
        Progress::default()
    }
}
