//! Formulations joined with engines: the methods ENGINE-FORMULATION, and the way from a level to its
//! models without knowing the puzzle.

use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

use ingenio_core::{Extras, LevelRef, Message, MethodInfo, Options, Puzzle, Run, Task};
use ingenio_engines::{ENGINES, EngineRun};
use ingenio_model::write::Document;
use ingenio_model::{Engine, Formulation, FormulationInfo, Modelled, Problem};

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
        let methods: Vec<MethodInfo> = joined::<P>().map(|(engine, formulation)| row(engine, formulation)).collect();
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
        let fitting = ENGINES.iter().filter(|engine| formulation.engines.contains(&engine.capability()));
        fitting.map(move |engine| (*engine, formulation))
    })
}

fn name<P: Puzzle>(engine: &dyn Engine, formulation: &Formulation<P>) -> String {
    format!("{}-{}", engine.name(), formulation.name)
}

fn row<P: Puzzle>(engine: &dyn Engine, formulation: &Formulation<P>) -> MethodInfo {
    MethodInfo {
        name: name(engine, formulation).leak(),
        about: format!("{}; by {}, which counts {}", formulation.about, engine.library(), engine.unit()).leak(),
        guarantee: formulation.guarantee,
        metrics: formulation.metrics,
        options: formulation.options,
        needs: "",
        steppable: false,
    }
}

/// The formulations of one puzzle, without its types.
pub trait AnyModelled: Send + Sync {
    /// The name of the puzzle.
    fn puzzle(&self) -> &'static str;

    fn formulations(&self) -> Vec<FormulationInfo>;

    /// Puts a level as a problem; the options are the formulation's own.
    fn open(&self, level: &LevelRef, formulation: &str, task: &Task) -> Result<Box<dyn Problem>, Message>;

    /// Files of a target that is written by hand, if the formulation has one.
    fn by_hand(&self, level: &LevelRef, formulation: &str, target: &str, task: &Task) -> Option<Vec<Document>>;

    /// The solution that the actions of a plan stand for.
    fn plan(&self, level: &LevelRef, actions: &[Vec<String>]) -> Option<String>;
}

struct Erased<P>(PhantomData<fn() -> P>);

impl<P: Modelled> Erased<P> {
    fn find(name: &str) -> Result<&'static Formulation<P>, Message> {
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

    fn open(&self, level: &LevelRef, formulation: &str, task: &Task) -> Result<Box<dyn Problem>, Message> {
        let (formulation, level) = (Self::find(formulation)?, Self::level(level));
        (formulation.fits)(level)?;
        Ok((formulation.open)(level, &with_defaults(formulation, task)))
    }

    fn by_hand(&self, level: &LevelRef, formulation: &str, target: &str, task: &Task) -> Option<Vec<Document>> {
        let formulation = Self::find(formulation).ok()?;
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
    let metric = formulation.metrics.first().copied().unwrap_or("");
    Task { options, metric, ..task.clone() }
}

static MODELLED: &[&dyn AnyModelled] = &[&Erased::<ingenio_unblock::Unblock>(PhantomData)];

/// The formulations of the puzzle of that name.
pub fn modelled(puzzle: &str) -> Option<&'static dyn AnyModelled> {
    MODELLED.iter().find(|known| known.puzzle() == puzzle).copied()
}
