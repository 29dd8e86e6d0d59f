//! Formulations joined with engines: the methods ENGINE-FORMULATION, and the way from a level to its
//! models without knowing the puzzle.

use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

use ingenio_core::{
    Budget, Extras, Fault, LevelRef, Message, MethodInfo, Observer, Options, Puzzle, Run, Source, Task,
    Verdict, drive,
};
use ingenio_engines::{EngineRun, engines};
use ingenio_model::read::{Said, read};
use ingenio_model::write::{Document, WRITERS};
use ingenio_model::{Engine, Formulation, FormulationInfo, Model, Modelled, Problem, Stated, write};

use crate::clock::SystemClock;
use crate::words;

/// Adds ENGINE-FORMULATION to a puzzle's methods.
#[derive(Clone, Copy, Debug)]
pub struct Models;

impl<P: Modelled> Extras<P> for Models {
    fn methods() -> &'static [MethodInfo] {
        // One table for each puzzle, made once. Names are kept as long as the program runs.
        static TABLES: Mutex<Vec<(&str, &[MethodInfo])>> = Mutex::new(Vec::new());
        let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = tables.iter().find(|(puzzle, _)| *puzzle == P::INFO.name) {
            return known;
        }
        let methods: Vec<MethodInfo> =
            joined::<P>().map(|(engine, formulation)| row(engine, formulation)).collect();
        let methods: &'static [MethodInfo] = methods.leak();
        tables.push((P::INFO.name, methods));
        methods
    }

    fn start(method: &MethodInfo, level: &Arc<P::Level>, task: &Task) -> Result<Box<dyn Run>, Message> {
        let (engine, formulation) = joined::<P>()
            .find(|(engine, formulation)| name(*engine, formulation) == method.name)
            .expect("the method is in the table");
        (formulation.fits)(level)?;
        Ok(Box::new(EngineRun::new(engine, (formulation.open)(level, task), task)))
    }
}

/// Every formulation with every engine that it is made for.
fn joined<P: Modelled>() -> impl Iterator<Item = (&'static dyn Engine, &'static Formulation<P>)> {
    P::formulations().iter().flat_map(|formulation| {
        let fitting = engines().filter(|engine| formulation.engines.contains(&engine.capability()));
        fitting.map(move |engine| (engine, formulation))
    })
}

fn name<P: Puzzle>(engine: &dyn Engine, formulation: &Formulation<P>) -> String {
    format!("{}-{}", engine.name(), formulation.name)
}

fn row<P: Puzzle>(engine: &dyn Engine, formulation: &Formulation<P>) -> MethodInfo {
    MethodInfo {
        name: name(engine, formulation).leak(),
        about: formulation.about,
        guarantee: formulation.guarantee,
        metrics: formulation.metrics,
        options: formulation.options,
        needs: format!("{}, whose {} count as nodes", engine.library(), engine.unit()).leak(),
        steppable: false,
    }
}

/// The formulations of one puzzle, without its types.
pub trait AnyModelled: Send + Sync {
    /// The name of the puzzle.
    fn puzzle(&self) -> &'static str;

    fn formulations(&self) -> Vec<FormulationInfo>;

    /// The formulation of that name.
    fn find(&self, name: &str) -> Result<FormulationInfo, Message>;

    /// Puts a level as a problem; the options are the formulation's own.
    fn open(&self, level: &LevelRef, formulation: &str, task: &Task) -> Result<Box<dyn Problem>, Message>;

    /// Files of a target that is written by hand, if the formulation has one.
    fn by_hand(
        &self,
        level: &LevelRef,
        formulation: &str,
        target: &str,
        task: &Task,
    ) -> Option<Vec<Document>>;

    /// The solution that the actions of a plan stand for.
    fn plan(&self, level: &LevelRef, actions: &[Vec<String>]) -> Option<String>;
}

struct Erased<P>(PhantomData<fn() -> P>);

impl<P: Modelled> Erased<P> {
    fn row(name: &str) -> Result<&'static Formulation<P>, Message> {
        let all = P::formulations();
        all.iter().find(|known| known.name == name).ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|known| known.name).collect();
            let message = words::UNKNOWN_FORMULATION.with("puzzle", P::INFO.name).with("name", name);
            message.with("known", known.join(", "))
        })
    }

    fn level(level: &LevelRef) -> &Arc<P::Level> {
        level.as_any().downcast_ref().expect("the level is of this puzzle")
    }
}

impl<P: Modelled> AnyModelled for Erased<P> {
    fn puzzle(&self) -> &'static str {
        P::INFO.name
    }

    fn formulations(&self) -> Vec<FormulationInfo> {
        P::formulations().iter().map(Formulation::info).collect()
    }

    fn find(&self, name: &str) -> Result<FormulationInfo, Message> {
        Self::row(name).map(Formulation::info)
    }

    fn open(&self, level: &LevelRef, formulation: &str, task: &Task) -> Result<Box<dyn Problem>, Message> {
        let (formulation, level) = (Self::row(formulation)?, Self::level(level));
        (formulation.fits)(level)?;
        Ok((formulation.open)(level, &with_defaults(formulation, task)))
    }

    fn by_hand(
        &self,
        level: &LevelRef,
        formulation: &str,
        target: &str,
        task: &Task,
    ) -> Option<Vec<Document>> {
        let formulation = Self::row(formulation).ok()?;
        let (_, write) = formulation.by_hand.iter().find(|(known, _)| *known == target)?;
        Some(write(Self::level(level), &with_defaults(formulation, task)))
    }

    fn plan(&self, level: &LevelRef, actions: &[Vec<String>]) -> Option<String> {
        P::plan(Self::level(level), actions)
    }
}

fn with_defaults<P: Puzzle>(formulation: &Formulation<P>, task: &Task) -> Task {
    let mut options = Options::defaults(formulation.options);
    options.overlay(task.options.clone());
    let metric = formulation.metrics.first().copied().unwrap_or_default();
    Task { options, metric, ..task.clone() }
}

macro_rules! erased {
    ($puzzle:ty) => {
        &Erased::<$puzzle>(PhantomData)
    };
}

static MODELLED: &[&dyn AnyModelled] = ingenio_registry::every_puzzle!(erased);

/// The formulations of the puzzle of that name, if it has any.
pub fn modelled(puzzle: &str) -> Option<&'static dyn AnyModelled> {
    let known = MODELLED.iter().find(|known| known.puzzle() == puzzle).copied();
    known.filter(|known| !known.formulations().is_empty())
}

/// A level put as a model, whole: what is written to files and read back from them.
pub struct Statement {
    pub formulation: FormulationInfo,
    stated: Stated,
    modelled: &'static dyn AnyModelled,
    task: Task,
}

impl std::fmt::Debug for Statement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Statement({}, {:?})", self.formulation.name, self.stated)
    }
}

impl Statement {
    /// Builds the model of a level by a formulation given as `NAME` or `NAME:key=value,...`. Where the
    /// number of periods is left open, the fewest are found first, within the budget. Refuses models
    /// for which there is no room before they are built.
    pub fn new(
        level: &LevelRef,
        text: &str,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Self, Message> {
        let puzzle = level.puzzle().info().name;
        let modelled = modelled(puzzle).ok_or_else(|| words::NO_FORMULATION.with("puzzle", puzzle))?;
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let formulation = modelled.find(name)?;
        let options = Options::parse(formulation.options, options)?;
        let memory = budget.memory.unwrap_or(u64::MAX);
        let mut task = Task { options, ..Task::default() }.within(budget, &SystemClock::start());
        if formulation.options.iter().any(|option| option.name == PERIODS)
            && task.options.integer(PERIODS) == 0
        {
            let open = modelled.open(level, name, &task)?;
            let periods = fewest_periods(open, &task, budget, observer)
                .map_err(|why| words::NO_HORIZON.with("why", why).with("formulation", name))?;
            task.options.set(formulation.options, PERIODS, &periods.max(1).to_string())?;
        }
        let stated = Stated::new(modelled.open(level, name, &task)?, 0, memory)?;
        Ok(Statement { formulation, stated, modelled, task })
    }

    pub fn model(&self) -> &Model {
        self.stated.model()
    }

    /// From what another solver said to a solution, which a referee has yet to see.
    pub fn solution(&mut self, said: &Said) -> Result<String, Fault> {
        self.stated.solution(said)
    }

    /// The names of the targets it can be written to.
    pub fn targets(&self) -> Vec<&'static str> {
        let general = WRITERS.iter().filter(|writer| writer.write.is_some()).map(|writer| writer.name);
        general.chain(self.formulation.by_hand.iter().copied()).collect()
    }

    /// The files of a target, under a title.
    pub fn write(&self, level: &LevelRef, target: &str, title: &str) -> Result<Vec<Document>, Message> {
        if let Some(documents) = self.modelled.by_hand(level, self.formulation.name, target, &self.task) {
            return Ok(documents);
        }
        let writer = write::find(target).filter(|writer| writer.write.is_some());
        let writer = writer.ok_or_else(|| {
            let message = words::UNKNOWN_TARGET.with("formulation", self.formulation.name);
            message.with("target", target).with("known", self.targets().join(", "))
        })?;
        let best = self.model().objective().is_some();
        let written = match self.periods() {
            Some(periods) if best && !writer.objective => self.question(level, periods)?.write(writer, title),
            _ => self.stated.write(writer, title),
        };
        written.map_err(|reason| {
            let message = words::NOT_WRITTEN.with("formulation", self.formulation.name);
            message.with("target", target).with("reason", reason)
        })
    }

    fn periods(&self) -> Option<u32> {
        let plans = self.formulation.options.iter().any(|option| option.name == PERIODS);
        plans.then(|| u32::try_from(self.task.options.integer(PERIODS)).unwrap_or(0))
    }

    /// What is left where a file cannot say what is best: whether the goal can be reached in so many
    /// periods. The variables are the same.
    fn question(&self, level: &LevelRef, periods: u32) -> Result<Stated, Message> {
        let mut task = self.task.clone();
        task.options.set(self.formulation.options, PERIODS, "0")?;
        let problem = self.modelled.open(level, self.formulation.name, &task)?;
        let stage = (0..periods).find(|stage| problem.periods(*stage) == Some(periods)).unwrap_or(periods);
        Ok(Stated::new(problem, stage, task.memory)?.with_goal())
    }
}

/// Writes a level as files of a target.
pub fn write_model(
    level: &LevelRef,
    formulation: &str,
    target: &str,
    title: &str,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Vec<Document>, Message> {
    // Planners find the horizon themselves.
    if target == "pddl"
        && let Some(files) = planning(level, formulation)?
    {
        return Ok(files);
    }
    Statement::new(level, formulation, budget, observer)?.write(level, target, title)
}

fn planning(level: &LevelRef, text: &str) -> Result<Option<Vec<Document>>, Message> {
    let Some(modelled) = modelled(level.puzzle().info().name) else { return Ok(None) };
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let options = Options::parse(modelled.find(name)?.options, options)?;
    Ok(modelled.by_hand(level, name, "pddl", &Task { options, ..Task::default() }))
}

/// The solution in what another solver printed about a model of the level, which a referee has yet to
/// see. Answers that name variables need the formulation, with the options it was written with.
pub fn foreign_solution(
    level: &LevelRef,
    formulation: Option<&str>,
    answer: &Source,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<String, Fault> {
    let puzzle = level.puzzle().info().name;
    match read(answer)? {
        Said::Solution(text) => Ok(text),
        Said::Plan(actions) => {
            let text = modelled(puzzle).and_then(|modelled| modelled.plan(level, &actions));
            text.ok_or_else(|| words::FOREIGN_PLAN.with("puzzle", puzzle).into())
        }
        said => {
            let formulation = formulation.ok_or_else(|| words::WHICH_FORMULATION.say())?;
            Statement::new(level, formulation, budget, observer)?.solution(&said)
        }
    }
}

/// The option that fixes a horizon.
const PERIODS: &str = "periods";

/// Solves with the first engine and tells how many periods it took, or what stopped it.
fn fewest_periods(
    problem: Box<dyn Problem>,
    task: &Task,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<u32, Message> {
    let engine = engines().next().expect("there are engines");
    let mut run = EngineRun::new(engine, problem, task);
    match drive(&mut run, budget, &SystemClock::start(), observer).verdict {
        Verdict::Solved { .. } => Ok(run.periods().unwrap_or(0)),
        Verdict::Stopped { limit } => Err(limit.said().say()),
        Verdict::Unsolvable { reason } => Err(reason),
        Verdict::Failed { fault } => Err(fault.said()),
    }
}
