//! The object-safe face of a puzzle, made from the typed one by [`Face`]. Types are erased once per
//! level, run or play; inside a run nothing is virtual.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::panic::RefUnwindSafe;
use std::sync::{Arc, OnceLock};

use crate::alarm::StopOnAlarm;
use crate::budget::Cancel;
use crate::doctor::{Easier, Mend, Mends, Part, rescued};
use crate::edit::Editor;
use crate::fault::Fault;
use crate::generate::{Attempt, Generator, GeneratorInfo, Maker};
use crate::gesture::{Gesture, Reaction};
use crate::id::LevelId;
use crate::meant::meant;
use crate::method::{Heuristic, Method, MethodInfo, Task};
use crate::metric::{Criterion, Measures};
use crate::note::Note;
use crate::options::Options;
use crate::play::{Play, moves_text};
use crate::puzzle::{Entry, Format, Info, Likeness, Puzzle, Reading};
use crate::rating::Rating;
use crate::rng::Rng;
use crate::rooms::{Rooms, Rules};
use crate::run::{Run, Tally};
use crate::scene::Scene;
use crate::solution::{Refusal, Verified};
use crate::source::Source;
use crate::tables::{TableNeeds, TableSet, TablesRef};
use crate::words::{Message, table};

/// Methods that others than the author add to a puzzle's table. The catalog joins formulations with
/// engines here, so that a puzzle's crate need not know any engine.
pub trait Extras<P: Puzzle>: 'static {
    /// Can levels be solved, made, rated and mended? A program that only plays them leaves all of that out: what
    /// nothing asks for is not linked.
    const THINKS: bool = true;

    /// Their rows, to be listed behind those of the puzzle.
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

/// Levels are played, and that is all.
#[derive(Clone, Copy, Debug)]
pub struct JustPlay;

impl<P: Puzzle> Extras<P> for JustPlay {
    const THINKS: bool = false;

    fn methods() -> &'static [MethodInfo] {
        &[]
    }

    fn start(method: &MethodInfo, _: &Arc<P::Level>, _: &Task) -> Result<Box<dyn Run>, Message> {
        unreachable!("{} is in no table", method.name)
    }
}

/// A level of any puzzle, shared: what everybody but the puzzles themselves hands about.
pub type LevelRef = Arc<dyn AnyLevel>;

/// A maker of levels of any puzzle.
pub type AnyMaker = Box<dyn Maker<LevelRef>>;

/// `RefUnwindSafe`, because fuzzers catch panics across it: a puzzle has no state to be torn.
pub trait AnyPuzzle: AnySamples + Send + Sync + RefUnwindSafe {
    /// Its name, texts, metrics and formats.
    fn info(&self) -> &'static Info;
    /// See [`Texts::recognise`](crate::rooms::Texts::recognise).
    fn recognise(&self, source: &Source) -> Likeness;
    /// See [`Texts::read`](crate::rooms::Texts::read).
    fn read(&self, source: &Source, settings: &Options) -> Vec<Reading<LevelRef>>;
    /// The rows of its table, then those that [`Extras`] add.
    fn methods(&self) -> Vec<MethodInfo>;
    /// Names of the heuristics with the metric they bound and whether they are admissible.
    fn heuristics(&self) -> Vec<(&'static str, Criterion, bool)>;
    /// Has it a plan to tell?
    fn explains(&self) -> bool;
    /// Tables that its methods keep.
    fn table_sets(&self) -> &'static [TableSet];
    /// See [`Methods::table_needs`](crate::rooms::Methods::table_needs).
    fn table_needs(&self, set: &TableSet) -> TableNeeds;
    /// Names of methods whose tables are built ahead and kept as files.
    fn need_files(&self) -> &'static [&'static str];
    /// The rows of its table of generators, the usual one first.
    fn generators(&self) -> Vec<GeneratorInfo>;
    /// Begins to make levels with a generator of the table.
    fn generate(&self, generator: &str, wishes: &Options, cancel: Cancel) -> Result<AnyMaker, Message>;
    /// See [`Referee::solution_parts`](crate::rooms::Referee::solution_parts).
    fn solution_parts(&self, solution: &str) -> Vec<String>;
    /// What the text around a fault could have meant, smallest changes first, see [`Doctor::slips`](crate::rooms::Doctor::slips).
    fn rescued(&self, source: &Source, fault: &Fault, settings: &Options) -> Vec<Mend<LevelRef>>;
    /// The room where levels are painted, see [`Editing::editor`](crate::rooms::Editing::editor).
    fn editor(&self) -> Option<&'static Editor>;
}

/// Levels to test with, see [`Samples`](crate::rooms::Samples).
pub trait AnySamples {
    /// See [`Samples::sample`](crate::rooms::Samples::sample).
    fn sample(&self, rng: &mut Rng, size: usize) -> LevelRef;
}

/// A level whose puzzle is not known. Nobody implements it but [`FaceWith`]; each function stands for one of a
/// [room](crate::rooms), with moves and solutions as texts.
pub trait AnyLevel: Send + Sync {
    /// The puzzle it is a level of.
    fn puzzle(&self) -> &'static dyn AnyPuzzle;
    /// The typed level, an `Arc<P::Level>`, for those who know the puzzle.
    fn as_any(&self) -> &dyn Any;
    /// The hash of puzzle and canonical text: the same on every machine.
    fn id(&self) -> LevelId;
    /// The text that is the level's identity.
    fn canonical(&self) -> String;
    /// In one of the formats of the puzzle, or why that cannot be.
    fn write(&self, format: &str) -> Result<String, Message>;
    /// Does a format give things names of its own, and the level another id?
    fn renames(&self, format: &str) -> bool;
    /// Lets the referee replay a solution.
    fn verify(&self, solution: &str) -> Result<Verified, Refusal>;
    /// Lets the referee replay a solution and writes it in another form.
    fn rewrite(&self, solution: &str, form: &str) -> Result<String, Refusal>;
    /// The moves that play a solution, one text each.
    fn solution_moves(&self, solution: &str) -> Result<Vec<String>, Fault>;
    /// A play from its start.
    fn play(&self) -> Box<dyn AnyPlay>;
    /// A play from the end to the start, where the puzzle has one; its solution is one of the level.
    fn play_backwards(&self) -> Option<Box<dyn AnyPlay>>;
    /// The method that `auto` stands for here.
    fn auto(&self, task: &Task) -> MethodInfo;
    /// Starts a method of the table, or says why it does not fit. What the task leaves open is decided.
    fn start(&self, method: &MethodInfo, task: &Task) -> Result<Started, Message>;
    /// The plan of the level, and why the moves of a solution are made, see [`Methods::explain`](crate::rooms::Methods::explain).
    fn explain(&self, solution: Option<&Verified>, task: &Task) -> Vec<Note>;
    /// Starts a run that betters a solution of this level, where the puzzle can.
    fn improve(&self, solution: &Verified, task: &Task) -> Option<Box<dyn Run>>;
    /// Starts a run that counts different solutions up to a limit, where the puzzle can; 2 asks
    /// whether the solution is unique.
    fn count(&self, limit: u128, task: &Task) -> Option<Box<dyn Run<Tally>>>;
    /// Starts a run that looks at the level as a whole and tells what it found, a sentence each.
    fn study(&self, task: &Task) -> Option<Box<dyn Run<Vec<Message>>>>;
    /// Starts a run that tells at its end how hard the level is for a person.
    fn rate(&self, task: &Task) -> Option<Box<dyn Run<Option<Rating>>>>;
    /// Keys by which equal and nearly equal levels are known, see [`Makers::kin`](crate::rooms::Makers::kin).
    fn kin(&self) -> Vec<String>;
    /// The parts that could be left out.
    fn parts(&self) -> Vec<Part>;
    /// The level without some of its parts.
    fn without(&self, parts: &[usize]) -> Option<LevelRef>;
    /// Small changes that might mend the level, smallest first.
    fn mends(&self) -> Mends<'_, LevelRef>;
    /// A level that asks for less, see [`Doctor::easier`](crate::rooms::Doctor::easier).
    fn easier(&self) -> Option<Easier<LevelRef>>;
    /// Where two solutions differ.
    fn difference(&self, one: &Verified, other: &Verified) -> Option<Part>;
    /// A heuristic's estimate at the start: `Some(None)` claims unsolvable, `None` is unknown.
    fn estimate(&self, heuristic: &str, tables: &TablesRef) -> Option<Option<u64>>;
}

impl fmt::Debug for dyn AnyLevel + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} level {}:\n{}", self.puzzle().info().name, self.id(), self.canonical())
    }
}

/// A run at its beginning, and what was decided for it.
#[allow(missing_debug_implementations, reason = "a run holds all of its search")]
pub struct Started {
    /// Not yet advanced.
    pub run: Box<dyn Run>,
    /// What the method searches by.
    pub metric: Criterion,
}

/// A play whose puzzle is not known. Nobody implements it but [`FaceWith`].
pub trait AnyPlay: Send {
    /// Makes the moves of a text one after another; stops at the first that is not allowed.
    fn apply(&mut self, moves: &str) -> Result<(), Fault>;
    /// Takes the last move back; false at the start.
    fn undo(&mut self) -> bool;
    /// The moves that are allowed now.
    fn moves(&self) -> Vec<String>;
    /// The moves that were made, one text each.
    fn made(&self) -> Vec<String>;
    /// The last of them.
    fn last(&self) -> Option<String>;
    /// How many they are.
    fn length(&self) -> usize;
    /// The moves that were made as one text, as the puzzle writes it.
    fn history(&self) -> String;
    /// Is the level solved here?
    fn won(&self) -> bool;
    /// Is there nothing left to better, whatever is known of the level?
    fn finished(&self) -> bool;
    /// Do the moves lead from the end to the start?
    fn is_backwards(&self) -> bool;
    /// Why the position is lost, where a quick and sound test knows it.
    fn stuck(&self) -> Option<Message>;
    /// Reads a text of moves as one text each, without asking whether they are legal.
    fn split(&self, moves: &str) -> Result<Vec<String>, Fault>;
    /// What a gesture means here, with moves as texts.
    fn gesture(&self, gesture: &Gesture) -> Reaction<String>;
    /// A move that is certainly right, with the reason, where one is known at once.
    fn forced(&self) -> Option<(String, Message)>;
    /// The figures of the play so far.
    fn measures(&self) -> Measures;
    /// What front ends draw.
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

impl<P: Rooms, X: Extras<P>> FaceWith<P, X> {
    /// A face holds nothing: all there is to it is its type.
    pub const fn new() -> Self {
        FaceWith(PhantomData)
    }

    /// The face of one level.
    pub fn level(level: P::Level) -> LevelRef {
        Arc::new(LevelFace::<P, X> { level: Arc::new(level), id: OnceLock::new(), extras: PhantomData })
    }

    fn instance() -> &'static dyn AnyPuzzle {
        // A zero-sized constant: promoted to a static, so no memory is leaked or initialised.
        &FaceWith::<P, X>(PhantomData)
    }

    fn own_methods() -> &'static [Method<P>] {
        if X::THINKS { P::methods() } else { &[] }
    }

    fn own_heuristics() -> &'static [Heuristic<P>] {
        if X::THINKS { P::heuristics() } else { &[] }
    }

    fn own_generators() -> &'static [Generator<P>] {
        if X::THINKS { P::generators() } else { &[] }
    }

    /// The puzzle's own methods, then those that were added.
    fn table() -> impl Iterator<Item = MethodInfo> {
        Self::own_methods().iter().map(Method::info).chain(X::methods().iter().copied())
    }
}

impl<P: Rooms, X: Extras<P>> Default for FaceWith<P, X> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P, X> fmt::Debug for FaceWith<P, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Face")
    }
}

impl<P: Rooms, X: Extras<P>> AnyPuzzle for FaceWith<P, X> {
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

    fn explains(&self) -> bool {
        X::THINKS && P::explains()
    }

    fn heuristics(&self) -> Vec<(&'static str, Criterion, bool)> {
        Self::own_heuristics().iter().map(|known| (known.name, known.metric, known.admissible)).collect()
    }

    fn table_sets(&self) -> &'static [TableSet] {
        if X::THINKS { P::table_sets() } else { &[] }
    }

    fn table_needs(&self, set: &TableSet) -> TableNeeds {
        if X::THINKS { P::table_needs(set) } else { TableNeeds::default() }
    }

    fn need_files(&self) -> &'static [&'static str] {
        P::need_files()
    }

    fn generators(&self) -> Vec<GeneratorInfo> {
        Self::own_generators().iter().map(Generator::info).collect()
    }

    fn generate(&self, generator: &str, wishes: &Options, cancel: Cancel) -> Result<AnyMaker, Message> {
        let name = find_generator(self, Some(generator))?.name;
        let known =
            Self::own_generators().iter().find(|known| known.name == name).expect("it was just found");
        let mut options = Options::defaults(known.options);
        options.overlay(wishes.clone());
        let maker = (known.start)(&options, cancel)?;
        Ok(Box::new(MakerFace::<P, X>(maker, PhantomData)))
    }

    fn solution_parts(&self, solution: &str) -> Vec<String> {
        P::solution_parts(solution)
    }

    fn rescued(&self, source: &Source, fault: &Fault, settings: &Options) -> Vec<Mend<LevelRef>> {
        let mends = if X::THINKS { rescued::<P>(source, fault, settings) } else { Vec::new() };
        mends.into_iter().map(|mend| mend.map(Self::level)).collect()
    }

    fn editor(&self) -> Option<&'static Editor> {
        X::THINKS.then(P::editor)?
    }
}

impl<P: Rooms, X: Extras<P>> AnySamples for FaceWith<P, X> {
    fn sample(&self, rng: &mut Rng, size: usize) -> LevelRef {
        assert!(X::THINKS, "a face that just plays makes no levels");
        Self::level(P::sample(rng, size))
    }
}

fn erase<P: Rooms, X: Extras<P>>(entry: Entry<P::Level>) -> Entry<LevelRef> {
    let Entry { level, title, author, solution, line } = entry;
    Entry { level: FaceWith::<P, X>::level(level), title, author, solution, line }
}

struct LevelFace<P: Puzzle, X> {
    level: Arc<P::Level>,
    /// A hash over all of the level: made once, when somebody asks.
    id: OnceLock<LevelId>,
    extras: PhantomData<fn() -> X>,
}

impl<P: Rooms, X: Extras<P>> AnyLevel for LevelFace<P, X> {
    fn puzzle(&self) -> &'static dyn AnyPuzzle {
        FaceWith::<P, X>::instance()
    }

    fn as_any(&self) -> &dyn Any {
        &self.level
    }

    fn id(&self) -> LevelId {
        *self.id.get_or_init(|| LevelId::of(P::INFO.name, &self.canonical()))
    }

    fn canonical(&self) -> String {
        P::canonical(&self.level)
    }

    fn renames(&self, format: &str) -> bool {
        P::renames(format)
    }

    fn write(&self, format: &str) -> Result<String, Message> {
        P::write(&self.level, find_format(self.puzzle(), format)?.name)
    }

    fn verify(&self, solution: &str) -> Result<Verified, Refusal> {
        Verified::replay::<P>(&self.level, solution)
    }

    fn rewrite(&self, solution: &str, form: &str) -> Result<String, Refusal> {
        if P::solution_forms().iter().all(|known| known.name != form) {
            let known: Vec<_> = P::solution_forms().iter().map(|known| known.name).collect();
            let known = if known.is_empty() { "none".into() } else { known.join(", ") };
            let message = table::FORMAT_UNKNOWN.with("puzzle", P::INFO.name).with("format", form);
            return Err(message.with("known", known).into());
        }
        let verified = self.verify(solution)?;
        Ok(P::write_solution(&self.level, verified.text(), form))
    }

    fn solution_moves(&self, solution: &str) -> Result<Vec<String>, Fault> {
        let moves = P::solution_moves(&self.level, solution)?;
        Ok(moves.iter().map(ToString::to_string).collect())
    }

    fn play(&self) -> Box<dyn AnyPlay> {
        Box::new(PlayFace::<P, X>(Play::new(self.level.clone()), PhantomData))
    }

    fn play_backwards(&self) -> Option<Box<dyn AnyPlay>> {
        let play = Play::backwards(self.level.clone())?;
        Some(Box::new(PlayFace::<P, X>(play, PhantomData)))
    }

    fn auto(&self, task: &Task) -> MethodInfo {
        let name = if X::THINKS { P::auto(&self.level, task) } else { "" };
        FaceWith::<P, X>::table().find(|method| method.name == name).expect("auto names a row of the table")
    }

    fn start(&self, method: &MethodInfo, task: &Task) -> Result<Started, Message> {
        let own = FaceWith::<P, X>::own_methods().iter().find(|own| own.name == method.name);
        own.map_or(Ok(()), |own| (own.fits)(&self.level))?;
        let metric = decide_metric(self.puzzle(), method, task)?;
        let mut options = Options::defaults(method.options);
        options.overlay(task.options.clone());
        let task = Task { metric, options, ..task.clone() };
        let run = match own {
            Some(own) => (own.start)(&self.level, &task),
            None => X::start(method, &self.level, &task)?,
        };
        Ok(Started { run: StopOnAlarm::boxed(run, &task.alarm), metric })
    }

    fn explain(&self, solution: Option<&Verified>, task: &Task) -> Vec<Note> {
        if X::THINKS { P::explain(&self.level, solution.map(Verified::text), task) } else { Vec::new() }
    }

    fn improve(&self, solution: &Verified, task: &Task) -> Option<Box<dyn Run>> {
        let run = X::THINKS.then(|| P::improve(&self.level, solution.text(), task))??;
        Some(StopOnAlarm::boxed(run, &task.alarm))
    }

    fn count(&self, limit: u128, task: &Task) -> Option<Box<dyn Run<Tally>>> {
        let run = X::THINKS.then(|| P::count(&self.level, limit, task))??;
        Some(StopOnAlarm::boxed(run, &task.alarm))
    }

    fn study(&self, task: &Task) -> Option<Box<dyn Run<Vec<Message>>>> {
        let run = X::THINKS.then(|| P::study(&self.level, task))??;
        Some(StopOnAlarm::boxed(run, &task.alarm))
    }

    fn rate(&self, task: &Task) -> Option<Box<dyn Run<Option<Rating>>>> {
        let run = X::THINKS.then(|| P::rate(&self.level, task))??;
        Some(StopOnAlarm::boxed(run, &task.alarm))
    }

    fn kin(&self) -> Vec<String> {
        if X::THINKS { P::kin(&self.level) } else { Vec::new() }
    }

    fn parts(&self) -> Vec<Part> {
        if X::THINKS { P::parts(&self.level) } else { Vec::new() }
    }

    fn without(&self, parts: &[usize]) -> Option<LevelRef> {
        X::THINKS.then(|| P::without(&self.level, parts))?.map(FaceWith::<P, X>::level)
    }

    fn mends(&self) -> Mends<'_, LevelRef> {
        if !X::THINKS {
            return Box::new(std::iter::empty());
        }
        Box::new(P::mends(&self.level).map(|mend| mend.map(FaceWith::<P, X>::level)))
    }

    fn easier(&self) -> Option<Easier<LevelRef>> {
        let easier = X::THINKS.then(|| P::easier(&self.level))??;
        Some(Easier { level: FaceWith::<P, X>::level(easier.level), otherwise: easier.otherwise })
    }

    fn difference(&self, one: &Verified, other: &Verified) -> Option<Part> {
        X::THINKS.then(|| P::difference(&self.level, one.text(), other.text()))?
    }

    fn estimate(&self, heuristic: &str, tables: &TablesRef) -> Option<Option<u64>> {
        let known = FaceWith::<P, X>::own_heuristics().iter().find(|known| known.name == heuristic)?;
        Some((known.estimate)(&self.level, &P::start(&self.level), tables))
    }
}

struct MakerFace<P: Puzzle, X>(Box<dyn Maker<P::Level>>, PhantomData<fn() -> X>);

impl<P: Rooms, X: Extras<P>> Maker<LevelRef> for MakerFace<P, X> {
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

/// The method of that name.
pub fn find_method(puzzle: &dyn AnyPuzzle, name: &str) -> Result<MethodInfo, Message> {
    let methods = puzzle.methods();
    methods.iter().find(|known| known.name == name).copied().ok_or_else(|| {
        let known: Vec<_> = std::iter::once("auto").chain(methods.iter().map(|known| known.name)).collect();
        let message = match meant(name, known.iter().copied()) {
            Some(meant) => table::METHOD_MEANT.with("meant", meant),
            None => table::METHOD_UNKNOWN.say(),
        };
        let message = message.with("puzzle", puzzle.info().name).with("method", name);
        message.with("known", known.join(", "))
    })
}

/// What `moves` or `moves,steps` stands for: one of the puzzle's metrics, or an order of them that some
/// method searches by. An empty text leaves it open.
pub fn find_metric(puzzle: &dyn AnyPuzzle, text: &str) -> Result<Criterion, Message> {
    let singles = puzzle.info().metrics.chunks(1).map(Criterion::new);
    let ordered = puzzle.methods().into_iter().flat_map(|method| method.metrics);
    let mut known: Vec<Criterion> = Vec::new();
    for metric in singles.chain(ordered.copied()).chain([Criterion::default()]) {
        if metric.to_string() == text {
            return Ok(metric);
        }
        if !metric.is_empty() && !known.contains(&metric) {
            known.push(metric);
        }
    }
    let known: Vec<_> = known.iter().map(Criterion::to_string).collect();
    let known = if known.is_empty() { "none".into() } else { known.join(", ") };
    let message = table::METRIC_UNKNOWN.with("puzzle", puzzle.info().name).with("metric", text);
    Err(message.with("known", known))
}

/// What a method will search by. Who wants a proof, or asks an exact method, gets the metric asked for
/// or a refusal; the others search as they do, and the figures tell.
fn decide_metric(puzzle: &dyn AnyPuzzle, method: &MethodInfo, task: &Task) -> Result<Criterion, Message> {
    let asked = task.metric;
    if method.metrics.contains(&asked) {
        return Ok(asked);
    }
    if asked.is_empty() || !method.guarantee.optimises() && !task.optimal {
        return Ok(method.metric());
    }
    let all = puzzle.methods();
    let others = all.iter().filter(|other| other.guarantee.optimises() && other.metrics.contains(&asked));
    let others: Vec<_> = others.map(|other| other.name).collect();
    let others = match others.len() {
        0 => table::NO_METHOD_DOES.say(),
        _ => table::THESE_METHODS_DO.with("methods", others.join(", ")),
    };
    let message = table::METHOD_METRIC.with("method", method.name).with("metric", asked);
    Err(message.with("others", others))
}

struct PlayFace<P: Rules, X>(Play<P>, PhantomData<fn() -> X>);

impl<P: Rooms, X: Extras<P>> AnyPlay for PlayFace<P, X> {
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

    fn moves(&self) -> Vec<String> {
        P::moves(self.0.level(), self.0.position()).iter().map(ToString::to_string).collect()
    }

    fn made(&self) -> Vec<String> {
        self.0.history().iter().map(ToString::to_string).collect()
    }

    fn last(&self) -> Option<String> {
        self.0.history().last().map(ToString::to_string)
    }

    fn length(&self) -> usize {
        self.0.history().len()
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
        let forced = X::THINKS.then(|| P::forced(self.0.level(), self.0.position()))?;
        let (action, reason) = forced?;
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
