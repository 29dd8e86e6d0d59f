//! The template puzzle with a mistake planted into it, so that the suite is tested itself. Everything is the template's but
//! for what a mistake changes.
//!
//! `PLANT` chooses the mistake; [`NONE`] is the template as it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ingenio_core::rooms::{
    Doctor, Drawing, Editing, Gestures, Makers, Methods, Referee, Rules, Samples, Texts,
};
use ingenio_core::scene::Scene;
use ingenio_core::{
    Dir, Fault, Gesture, Guarantee, Heuristic, InHand, Info, Likeness, Measures, Message, Method, Options,
    Progress, Puzzle, Reaction, Reading, Refusal, Rng, Run, Settled, Source, Step, Task, Verdict,
};
use ingenio_corridor::level::Level;
use ingenio_corridor::solve::bfs;
use ingenio_corridor::{Corridor, MOVES, words};

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
pub const OFF_THE_BOARD: u8 = 14;
pub const SLICED: u8 = 15;
pub const BAD_ADVICE: u8 = 16;
pub const FALSE_BOUND: u8 = 17;
pub const WILD_GESTURE: u8 = 18;

#[derive(Clone, Copy, Debug)]
pub struct Planted<const PLANT: u8>;

impl<const PLANT: u8> Puzzle for Planted<PLANT> {
    const INFO: Info = Corridor::INFO;

    type Level = Level;
    type Position = usize;
    type Move = Dir;
    type Undo = usize;
}

impl<const PLANT: u8> Texts for Planted<PLANT> {
    fn recognise(source: &Source) -> Likeness {
        Corridor::recognise(source)
    }

    fn read(source: &Source, settings: &Options) -> Vec<Reading<Level>> {
        assert!(PLANT != FRAGILE_READER || !source.text().contains('@'), "planted");
        Corridor::read(source, settings)
    }

    fn write(level: &Level, format: &str) -> Result<String, Message> {
        let text = Corridor::write(level, format)?;
        Ok(if PLANT == FORGETFUL_WRITER { text.replace('#', ".") } else { text })
    }
}

impl<const PLANT: u8> Rules for Planted<PLANT> {
    fn start(level: &Level) -> usize {
        Corridor::start(level)
    }

    fn moves(level: &Level, position: &usize) -> Vec<Dir> {
        Corridor::moves(level, position)
    }

    fn parse_moves(level: &Level, text: &str) -> Result<Vec<Dir>, Fault> {
        Corridor::parse_moves(level, text)
    }

    fn apply(level: &Level, position: &mut usize, action: &Dir) -> Result<usize, Message> {
        let before = Corridor::apply(level, position, action)?;
        Ok(if PLANT == BAD_UNDO { *position } else { before })
    }

    fn undo(level: &Level, position: &mut usize, undo: usize) {
        Corridor::undo(level, position, undo);
    }

    fn won(level: &Level, position: &usize) -> bool {
        Corridor::won(level, position)
    }

    fn measure(level: &Level, position: &usize, history: &[Dir]) -> Measures {
        Corridor::measure(level, position, history)
    }

    fn level_from(level: &Level, position: &usize) -> Option<Level> {
        Corridor::level_from(level, position)
    }

    fn stuck(level: &Level, position: &usize) -> Option<Message> {
        let false_alarm = PLANT == FALSE_STUCK && position.abs_diff(level.goal) > 1;
        Corridor::stuck(level, position).or_else(|| false_alarm.then(|| words::CLOSED.say()))
    }

    fn forced(_: &Level, _: &usize) -> Option<(Dir, Message)> {
        (PLANT == BAD_ADVICE).then(|| (Dir::Up, words::CLOSED.say()))
    }
}

impl<const PLANT: u8> Gestures for Planted<PLANT> {
    fn gesture(level: &Level, position: &usize, last: Option<&Dir>, gesture: &Gesture) -> Reaction<Dir> {
        match gesture {
            Gesture::Arrow { dir, .. } if PLANT == WILD_GESTURE => Reaction::moves(vec![*dir]),
            _ => Corridor::gesture(level, position, last, gesture),
        }
    }
}

impl<const PLANT: u8> Referee for Planted<PLANT> {
    fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
        let verdict = Corridor::referee(level, solution);
        let blind = |_| Measures::new().count("moves", solution.len() as u64);
        if PLANT == BLIND_REFEREE {
            return verdict.or_else(|refusal| Ok((solution.to_owned(), blind(refusal))));
        }
        verdict
    }

    fn solution_parts(solution: &str) -> Vec<String> {
        Corridor::solution_parts(solution)
    }
}

impl<const PLANT: u8> Drawing for Planted<PLANT> {
    fn scene(level: &Level, position: &usize) -> Scene {
        let at = if PLANT == OFF_THE_BOARD { level.walls.len() + *position } else { *position };
        Corridor::scene(level, &at)
    }
}

impl<const PLANT: u8> Methods for Planted<PLANT> {
    fn methods() -> &'static [Method<Self>] {
        const { &[Self::row("bfs", bfs::start), Self::row("suspect", |level, task| suspect(PLANT, level, task))] }
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
}

impl<const PLANT: u8> Planted<PLANT> {
    /// A row like that of the template's method.
    const fn row(name: &'static str, start: fn(&Arc<Level>, &Task) -> Box<dyn Run>) -> Method<Self> {
        Method {
            name,
            about: "the method of the template, with a mistake or without",
            guarantee: Guarantee::Optimal,
            metrics: &[MOVES],
            options: &[],
            needs: "",
            steppable: true,
            fits: |_| Ok(()),
            start,
        }
    }
}

impl<const PLANT: u8> Makers for Planted<PLANT> {}

impl<const PLANT: u8> Doctor for Planted<PLANT> {}

impl<const PLANT: u8> Editing for Planted<PLANT> {}

impl<const PLANT: u8> Samples for Planted<PLANT> {
    fn sample(rng: &mut Rng, size: usize) -> Level {
        Corridor::sample(rng, size)
    }
}

fn suspect(plant: u8, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let honest = bfs::start(level, task);
    match plant {
        FALSE_OPTIMAL | ILLEGAL_MOVE => Box::new(Spoiler { run: honest, plant }),
        FALSE_UNSOLVABLE if level.walls.len() > 9 => {
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

    fn found(&self) -> InHand {
        self.run.found()
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

    fn found(&self) -> InHand {
        InHand::default()
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

    fn found(&self) -> InHand {
        self.run.found()
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

    fn found(&self) -> InHand {
        self.run.found()
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

    fn found(&self) -> InHand {
        self.run.found()
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

    fn found(&self) -> InHand {
        self.0.found()
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

    fn found(&self) -> InHand {
        InHand::default()
    }
}
