//! The object-safe face of a puzzle, made from the typed one by [`Face`]. Types are erased once per
//! level, run or play; inside a run nothing is virtual.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::panic::RefUnwindSafe;
use std::sync::Arc;

use crate::alarm::Heeding;
use crate::budget::Cancel;
use crate::doctor::{Mend, Part};
use crate::fault::Fault;
use crate::generate::{Attempt, Generator, GeneratorInfo, Maker};
use crate::gesture::{Gesture, Reaction};
use crate::id::LevelId;
use crate::method::{Method, MethodInfo, Task};
use crate::metric::Measures;
use crate::options::Options;
use crate::play::{Play, moves_text};
use crate::puzzle::{Entry, Format, Info, Likeness, Puzzle, Reading};
use crate::rng::Rng;
use crate::run::Run;
use crate::scene::Scene;
use crate::solution::{Refusal, Verified};
use crate::source::Source;
use crate::tables::TableSet;
use crate::words::{Message, table};

/// Methods that others than the author add to a puzzle's table. The catalog joins formulations with
/// engines here, so that a puzzle's crate need not know any engine.
pub trait Extras<P: Puzzle>: 'static {
    fn methods() -> &'static [MethodInfo];

    /// Starts one of them, or says why it does not fit the level.
    fn start(method: &MethodInfo, level: &Arc<P::Level>, task: &Task) -> Result<Box<dyn Run>, Message>;
}

/// No further methods.
impl<P: Puzzle> Extras<P> for () {
    fn methods() -> &'static [MethodInfo] {
        &[]
    }

    fn start(method: &MethodInfo, _: &Arc<P::Level>, _: &Task) -> Result<Box<dyn Run>, Message> {
        unreachable!("{} is in no table", method.name)
    }
}

pub type LevelRef = Arc<dyn AnyLevel>;

/// A maker of levels of any puzzle.
pub type AnyMaker = Box<dyn Maker<LevelRef>>;

/// `RefUnwindSafe`, because fuzzers catch panics across it: a puzzle has no state to be torn.
pub trait AnyPuzzle: Send + Sync + RefUnwindSafe {
    fn info(&self) -> &'static Info;
    fn recognise(&self, source: &Source) -> Likeness;
    fn read(&self, source: &Source, settings: &Options) -> Vec<Reading<LevelRef>>;
    fn methods(&self) -> Vec<MethodInfo>;
    /// Names of the heuristics with the metric they bound and whether they are admissible.
    fn heuristics(&self) -> Vec<(&'static str, &'static str, bool)>;
    /// Tables that its methods keep.
    fn table_sets(&self) -> &'static [TableSet];
    fn generators(&self) -> Vec<GeneratorInfo>;
    /// Begins to make levels with a generator of the table.
    fn generate(&self, generator: &str, wishes: &Options, cancel: Cancel) -> Result<AnyMaker, Message>;
    fn sample(&self, rng: &mut Rng, size: usize) -> LevelRef;
    fn solution_parts(&self, solution: &str) -> Vec<String>;
}

pub trait AnyLevel: Send + Sync {
    fn puzzle(&self) -> &'static dyn AnyPuzzle;
    /// The typed level, an `Arc<P::Level>`, for those who know the puzzle.
    fn as_any(&self) -> &dyn Any;
    fn id(&self) -> LevelId;
    fn canonical(&self) -> String;
    fn write(&self, format: &str) -> Result<String, Message>;
    /// Lets the referee replay a solution.
    fn verify(&self, solution: &str) -> Result<Verified, Refusal>;
    /// Lets the referee replay a solution and writes it in another form.
    fn rewrite(&self, solution: &str, form: &str) -> Result<String, Refusal>;
    /// The moves that play a solution, one text each.
    fn solution_moves(&self, solution: &str) -> Result<Vec<String>, Fault>;
    fn play(&self) -> Box<dyn AnyPlay>;
    /// A play from the end to the start, where the puzzle has one; its solution is one of the level.
    fn play_backwards(&self) -> Option<Box<dyn AnyPlay>>;
    /// The method that `auto` stands for here.
    fn auto(&self, task: &Task) -> &'static str;
    /// Starts a method of the table. The task's options and metric are checked against it.
    fn start(&self, method: &str, task: &Task) -> Result<Box<dyn Run>, Message>;
    /// Starts a run that counts different solutions up to a limit, where the puzzle can; 2 asks
    /// whether the solution is unique. Its [`Run::tally`] tells the number.
    fn count(&self, limit: u128, task: &Task) -> Option<Box<dyn Run>>;
    /// Starts a run that looks at the level as a whole; its [`Run::findings`] tell what it found.
    fn study(&self, task: &Task) -> Option<Box<dyn Run>>;
    /// Starts a run whose [`Run::rating`] tells how hard the level is for a person.
    fn rate(&self, task: &Task) -> Option<Box<dyn Run>>;
    /// Keys by which equal and nearly equal levels are known, see [`Puzzle::kin`].
    fn kin(&self) -> Vec<String>;
    /// The parts that could be left out.
    fn parts(&self) -> Vec<Part>;
    /// The level without some of its parts.
    fn without(&self, parts: &[usize]) -> Option<LevelRef>;
    /// Small changes that might mend the level, smallest first.
    fn mends(&self) -> Vec<Mend<LevelRef>>;
    /// A heuristic's estimate at the start: `Some(None)` claims unsolvable, `None` is unknown.
    fn estimate(&self, heuristic: &str) -> Option<Option<u64>>;
}

impl fmt::Debug for dyn AnyLevel + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} level {}:\n{}", self.puzzle().info().name, self.id(), self.canonical())
    }
}

pub trait AnyPlay: Send {
    /// Makes the moves of a text one after another; stops at the first that is not allowed.
    fn apply(&mut self, moves: &str) -> Result<(), Fault>;
    fn undo(&mut self) -> bool;
    fn redo(&mut self) -> bool;
    fn moves(&self) -> Vec<String>;
    fn history(&self) -> String;
    fn won(&self) -> bool;
    /// Is there nothing left to better, whatever is known of the level?
    fn finished(&self) -> bool;
    /// Do the moves lead from the end to the start?
    fn is_backwards(&self) -> bool;
    fn stuck(&self) -> Option<Message>;
    /// Reads a text of moves as one text each, without asking whether they are legal.
    fn split(&self, moves: &str) -> Result<Vec<String>, Fault>;
    /// What a gesture means here, with moves as texts.
    fn gesture(&self, gesture: &Gesture) -> Reaction<String>;
    /// A move that is certainly right, with the reason, where one is known at once.
    fn forced(&self) -> Option<(String, Message)>;
    fn measures(&self) -> Measures;
    fn scene(&self) -> Scene;
    /// The play as a solution text, for the referee.
    fn solution(&self) -> String;
    /// The level that begins here, where that makes sense.
    fn level_here(&self) -> Option<LevelRef>;
    /// A text that is equal for equal positions, for tests.
    fn fingerprint(&self) -> String;
}

/// Makes the object-safe face of a typed puzzle: `static TAQUIN: Face<Taquin> = Face::new();`
pub type Face<P> = FaceWith<P, ()>;

/// The face of a puzzle to whose methods `X` adds some.
pub struct FaceWith<P, X>(PhantomData<fn() -> (P, X)>);

impl<P: Puzzle, X: Extras<P>> FaceWith<P, X> {
    pub const fn new() -> Self {
        FaceWith(PhantomData)
    }

    /// The face of one level.
    pub fn level(level: P::Level) -> LevelRef {
        Arc::new(LevelFace::<P, X>(Arc::new(level), PhantomData))
    }

    fn instance() -> &'static dyn AnyPuzzle {
        // A zero-sized constant: promoted to a static, so no memory is leaked or initialised.
        &FaceWith::<P, X>(PhantomData)
    }

    /// The puzzle's own methods, then those that were added.
    fn table() -> impl Iterator<Item = MethodInfo> {
        P::methods().iter().map(Method::info).chain(X::methods().iter().copied())
    }
}

impl<P: Puzzle, X: Extras<P>> Default for FaceWith<P, X> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P, X> fmt::Debug for FaceWith<P, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Face")
    }
}

impl<P: Puzzle, X: Extras<P>> AnyPuzzle for FaceWith<P, X> {
    fn info(&self) -> &'static Info {
        const { &P::INFO }
    }

    fn recognise(&self, source: &Source) -> Likeness {
        P::recognise(source)
    }

    fn read(&self, source: &Source, settings: &Options) -> Vec<Reading<LevelRef>> {
        let readings = P::read(source, settings);
        readings.into_iter().map(|reading| reading.map(erase::<P, X>)).collect()
    }

    fn methods(&self) -> Vec<MethodInfo> {
        Self::table().collect()
    }

    fn heuristics(&self) -> Vec<(&'static str, &'static str, bool)> {
        P::heuristics().iter().map(|known| (known.name, known.metric, known.admissible)).collect()
    }

    fn table_sets(&self) -> &'static [TableSet] {
        P::table_sets()
    }

    fn generators(&self) -> Vec<GeneratorInfo> {
        P::generators().iter().map(Generator::info).collect()
    }

    fn generate(&self, generator: &str, wishes: &Options, cancel: Cancel) -> Result<AnyMaker, Message> {
        let name = find_generator(self, Some(generator))?.name;
        let known = P::generators().iter().find(|known| known.name == name).expect("it was just found");
        let mut options = Options::defaults(known.options);
        options.overlay(wishes.clone());
        let maker = (known.start)(&options, cancel)?;
        Ok(Box::new(MakerFace::<P, X>(maker, PhantomData)))
    }

    fn sample(&self, rng: &mut Rng, size: usize) -> LevelRef {
        Self::level(P::sample(rng, size))
    }

    fn solution_parts(&self, solution: &str) -> Vec<String> {
        P::solution_parts(solution)
    }
}

fn erase<P: Puzzle, X: Extras<P>>(entry: Entry<P::Level>) -> Entry<LevelRef> {
    let Entry { level, title, author, solution, line } = entry;
    Entry { level: FaceWith::<P, X>::level(level), title, author, solution, line }
}

struct LevelFace<P: Puzzle, X>(Arc<P::Level>, PhantomData<fn() -> X>);

impl<P: Puzzle, X: Extras<P>> AnyLevel for LevelFace<P, X> {
    fn puzzle(&self) -> &'static dyn AnyPuzzle {
        FaceWith::<P, X>::instance()
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn id(&self) -> LevelId {
        LevelId::of(P::INFO.name, &self.canonical())
    }

    fn canonical(&self) -> String {
        P::canonical(&self.0)
    }

    fn write(&self, format: &str) -> Result<String, Message> {
        P::write(&self.0, find_format(self.puzzle(), format)?.name)
    }

    fn verify(&self, solution: &str) -> Result<Verified, Refusal> {
        Verified::replay::<P>(&self.0, solution)
    }

    fn rewrite(&self, solution: &str, form: &str) -> Result<String, Refusal> {
        if P::solution_forms().iter().all(|known| known.name != form) {
            let known: Vec<_> = P::solution_forms().iter().map(|known| known.name).collect();
            let known = if known.is_empty() { "none".into() } else { known.join(", ") };
            let message = table::FORMAT_UNKNOWN.with("puzzle", P::INFO.name).with("format", form);
            return Err(message.with("known", known).into());
        }
        let verified = self.verify(solution)?;
        Ok(P::write_solution(&self.0, verified.text(), form))
    }

    fn solution_moves(&self, solution: &str) -> Result<Vec<String>, Fault> {
        let moves = P::solution_moves(&self.0, solution)?;
        Ok(moves.iter().map(ToString::to_string).collect())
    }

    fn play(&self) -> Box<dyn AnyPlay> {
        Box::new(PlayFace::<P, X>(Play::new(self.0.clone()), PhantomData))
    }

    fn play_backwards(&self) -> Option<Box<dyn AnyPlay>> {
        let play = Play::backwards(self.0.clone())?;
        Some(Box::new(PlayFace::<P, X>(play, PhantomData)))
    }

    fn auto(&self, task: &Task) -> &'static str {
        P::auto(&self.0, task)
    }

    fn start(&self, name: &str, task: &Task) -> Result<Box<dyn Run>, Message> {
        let methods: Vec<MethodInfo> = FaceWith::<P, X>::table().collect();
        let info = methods
            .iter()
            .find(|method| method.name == name)
            .ok_or_else(|| method_unknown(P::INFO.name, name, methods.iter().map(|method| method.name)))?;
        let own = P::methods().iter().find(|method| method.name == name);
        own.map_or(Ok(()), |method| (method.fits)(&self.0))?;
        let mut task = task.clone();
        task.metric = metric_for(&methods, info, task.metric, task.optimal)?;
        task.options = with_defaults(info, task.options);
        match own {
            Some(method) => Ok(Heeding::boxed((method.start)(&self.0, &task), &task.alarm)),
            None => Ok(Heeding::boxed(X::start(info, &self.0, &task)?, &task.alarm)),
        }
    }

    fn count(&self, limit: u128, task: &Task) -> Option<Box<dyn Run>> {
        P::count(&self.0, limit, task).map(|run| Heeding::boxed(run, &task.alarm))
    }

    fn study(&self, task: &Task) -> Option<Box<dyn Run>> {
        P::study(&self.0, task).map(|run| Heeding::boxed(run, &task.alarm))
    }

    fn rate(&self, task: &Task) -> Option<Box<dyn Run>> {
        P::rate(&self.0, task).map(|run| Heeding::boxed(run, &task.alarm))
    }

    fn kin(&self) -> Vec<String> {
        P::kin(&self.0)
    }

    fn parts(&self) -> Vec<Part> {
        P::parts(&self.0)
    }

    fn without(&self, parts: &[usize]) -> Option<LevelRef> {
        P::without(&self.0, parts).map(FaceWith::<P, X>::level)
    }

    fn mends(&self) -> Vec<Mend<LevelRef>> {
        P::mends(&self.0).into_iter().map(|mend| mend.map(FaceWith::<P, X>::level)).collect()
    }

    fn estimate(&self, heuristic: &str) -> Option<Option<u64>> {
        let known = P::heuristics().iter().find(|known| known.name == heuristic)?;
        Some((known.estimate)(&self.0, &P::start(&self.0)))
    }
}

struct MakerFace<P: Puzzle, X>(Box<dyn Maker<P::Level>>, PhantomData<fn() -> X>);

impl<P: Puzzle, X: Extras<P>> Maker<LevelRef> for MakerFace<P, X> {
    fn attempt(&mut self, number: u64, rng: &mut Rng) -> Attempt<LevelRef> {
        self.0.attempt(number, rng).map(FaceWith::<P, X>::level)
    }
}

/// The generator of that name, or the puzzle's first.
pub fn find_generator(puzzle: &dyn AnyPuzzle, name: Option<&str>) -> Result<GeneratorInfo, Message> {
    let generators = puzzle.generators();
    let named = |known: &&GeneratorInfo| name.is_none_or(|name| name == known.name);
    generators.iter().find(named).copied().ok_or_else(|| {
        let known: Vec<_> = generators.iter().map(|known| known.name).collect();
        let message = table::GENERATOR_UNKNOWN.with("puzzle", puzzle.info().name);
        message.with("generator", name.unwrap_or("")).with("known", known.join(", "))
    })
}

/// The format of that name.
pub fn find_format(puzzle: &dyn AnyPuzzle, name: &str) -> Result<Format, Message> {
    let formats = puzzle.info().formats;
    formats.iter().find(|known| known.name == name).copied().ok_or_else(|| {
        let known: Vec<_> = formats.iter().map(|known| known.name).collect();
        let message = table::FORMAT_UNKNOWN.with("puzzle", puzzle.info().name).with("format", name);
        message.with("known", known.join(", "))
    })
}

/// What is said of a method that a puzzle does not have.
pub fn method_unknown<'a>(puzzle: &str, method: &str, known: impl Iterator<Item = &'a str>) -> Message {
    let known: Vec<_> = std::iter::once("auto").chain(known).collect();
    table::METHOD_UNKNOWN.with("puzzle", puzzle).with("method", method).with("known", known.join(", "))
}

/// The metric a method will search by. Who wants a proof, or asks an exact method, gets the metric
/// asked for or a refusal; the others search as they do, and the figures tell.
fn metric_for(
    methods: &[MethodInfo],
    method: &MethodInfo,
    asked: &str,
    optimal: bool,
) -> Result<&'static str, Message> {
    let default = method.metrics.first().copied().unwrap_or("");
    if asked.is_empty() {
        return Ok(default);
    }
    match method.metrics.iter().find(|known| **known == asked) {
        Some(known) => Ok(known),
        None if !method.guarantee.optimises() && !optimal => Ok(default),
        None => {
            let others: Vec<_> = methods
                .iter()
                .filter(|other| other.guarantee.optimises() && other.metrics.contains(&asked))
                .map(|other| other.name)
                .collect();
            let others = match others.len() {
                0 => "no method does".into(),
                _ => format!("these do: {}", others.join(", ")),
            };
            let message = table::METHOD_METRIC.with("method", method.name).with("metric", asked);
            Err(message.with("others", others))
        }
    }
}

fn with_defaults(method: &MethodInfo, given: Options) -> Options {
    let mut options = Options::defaults(method.options);
    options.overlay(given);
    options
}

struct PlayFace<P: Puzzle, X>(Play<P>, PhantomData<fn() -> X>);

impl<P: Puzzle, X: Extras<P>> AnyPlay for PlayFace<P, X> {
    fn apply(&mut self, moves: &str) -> Result<(), Fault> {
        for (number, action) in (1..).zip(P::parse_moves(self.0.level(), moves)?) {
            let text = action.to_string();
            self.0.apply(action).map_err(|reason| {
                table::MOVE_REFUSED.with("number", number).with("move", text).with("reason", reason)
            })?;
        }
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    fn redo(&mut self) -> bool {
        self.0.redo()
    }

    fn moves(&self) -> Vec<String> {
        P::moves(self.0.level(), self.0.position()).iter().map(ToString::to_string).collect()
    }

    fn history(&self) -> String {
        moves_text::<P>(self.0.history())
    }

    fn won(&self) -> bool {
        self.0.won()
    }

    fn finished(&self) -> bool {
        self.0.finished()
    }

    fn is_backwards(&self) -> bool {
        self.0.is_backwards()
    }

    fn stuck(&self) -> Option<Message> {
        self.0.stuck()
    }

    fn split(&self, moves: &str) -> Result<Vec<String>, Fault> {
        let moves = P::parse_moves(self.0.level(), moves)?;
        Ok(moves.iter().map(ToString::to_string).collect())
    }

    fn gesture(&self, gesture: &Gesture) -> Reaction<String> {
        let last = self.0.history().last();
        P::gesture(self.0.level(), self.0.position(), last, gesture).map(|action| action.to_string())
    }

    fn forced(&self) -> Option<(String, Message)> {
        let (action, reason) = P::forced(self.0.level(), self.0.position())?;
        Some((action.to_string(), reason))
    }

    fn measures(&self) -> Measures {
        self.0.measures()
    }

    fn scene(&self) -> Scene {
        P::scene(self.0.level(), self.0.position())
    }

    fn solution(&self) -> String {
        let history = self.0.history();
        let solution = P::solution(self.0.level(), self.0.position(), history);
        solution.unwrap_or_else(|| moves_text::<P>(history))
    }

    fn level_here(&self) -> Option<LevelRef> {
        P::level_from(self.0.level(), self.0.position()).map(FaceWith::<P, X>::level)
    }

    fn fingerprint(&self) -> String {
        format!("{:?}", self.0.position())
    }
}
