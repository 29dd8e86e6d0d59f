//! Models for other solvers, and their answers: from a level and the name of a formulation to files, and
//! from what a solver printed back to a solution.

use ingenio_core::{Fault, LevelRef, Message, Options, Source, Task};
use ingenio_model::read::{Said, read};
use ingenio_model::write::{Document, Writer};
use ingenio_model::{FormulationInfo, Stated, write};

use crate::models::{AnyModelled, modelled};
use crate::words;

/// The option by which formulations that plan ahead are told how far.
const PERIODS: &str = "periods";

/// A level and the formulation that it is put in.
pub struct Exchange<'a> {
    level: &'a LevelRef,
    puzzle: &'static dyn AnyModelled,
    formulation: FormulationInfo,
    options: Options,
    memory: u64,
}

impl<'a> Exchange<'a> {
    /// The formulation is given as `NAME` or `NAME:key=value,...`; an empty name stands for the puzzle's
    /// first. Models that would take more than `memory` bytes are refused before they are built.
    pub fn new(level: &'a LevelRef, formulation: &str, memory: u64) -> Result<Self, Message> {
        let name = level.puzzle().info().name;
        let puzzle = modelled(name).ok_or_else(|| words::NO_FORMULATIONS.with("puzzle", name))?;
        let (wanted, options) = formulation.split_once(':').unwrap_or((formulation, ""));
        let mut all = puzzle.formulations();
        let at = if wanted.is_empty() { Some(0) } else { all.iter().position(|known| known.name == wanted) };
        let Some(at) = at else {
            let known: Vec<&str> = all.iter().map(|known| known.name).collect();
            let message = words::UNKNOWN_FORMULATION.with("puzzle", name).with("name", wanted);
            return Err(message.with("known", known.join(", ")));
        };
        let formulation = all.swap_remove(at);
        let options = Options::parse(formulation.options, options)?;
        Ok(Exchange { level, puzzle, formulation, options, memory })
    }

    pub fn formulation(&self) -> &FormulationInfo {
        &self.formulation
    }

    /// Writes the model for a target of [`write::WRITERS`].
    pub fn write(&self, target: &str) -> Result<Vec<Document>, Message> {
        let Some(writer) = write::find(target) else {
            let known: Vec<&str> = write::WRITERS.iter().map(|writer| writer.name).collect();
            return Err(words::UNKNOWN_TARGET.with("target", target).with("known", known.join(", ")));
        };
        // Written by hand or not: a model that is too large for anybody is refused. Planners find the
        // horizon themselves.
        if target != "pddl" {
            self.horizon()?;
            self.open(&self.options)?.size(0).check(self.memory)?;
        }
        let task = self.task(&self.options);
        if let Some(files) = self.puzzle.by_hand(self.level, self.formulation.name, target, &task) {
            return Ok(files);
        }
        self.state(writer)?.write(writer, &self.title()).map_err(|reason| {
            let message = words::NOT_WRITTEN.with("formulation", self.formulation.name);
            message.with("target", target).with("reason", reason)
        })
    }

    /// The solution in what another solver printed, which a referee has yet to see.
    pub fn solution(&self, answer: &Source) -> Result<String, Fault> {
        match read(answer)? {
            Said::Solution(text) => Ok(text),
            Said::Plan(actions) => {
                let text = self.puzzle.plan(self.level, &actions);
                text.ok_or_else(|| words::FOREIGN_PLAN.with("puzzle", self.puzzle.puzzle()).into())
            }
            said => {
                self.horizon()?;
                Stated::new(self.open(&self.options)?, 0, self.memory)?.solution(&said)
            }
        }
    }

    /// How far the formulation is to plan, if it does; refuses to guess.
    fn horizon(&self) -> Result<Option<u32>, Message> {
        let plans = self.formulation.options.iter().any(|option| option.name == PERIODS);
        if !plans {
            return Ok(None);
        }
        match u32::try_from(self.options.integer(PERIODS)) {
            Ok(periods) if periods > 0 => Ok(Some(periods)),
            _ => Err(words::HOW_MANY_PERIODS.with("formulation", self.formulation.name)),
        }
    }

    /// The model that a writer gets. One that cannot say what is best gets the question whether the goal
    /// can be reached in so many periods.
    fn state(&self, writer: &Writer) -> Result<Stated, Message> {
        match self.horizon()? {
            Some(periods) if !writer.objective => {
                let mut free = self.options.clone();
                free.set(self.formulation.options, PERIODS, "0")?;
                Stated::new(self.open(&free)?, periods, self.memory)
            }
            _ => Stated::new(self.open(&self.options)?, 0, self.memory),
        }
    }

    fn open(&self, options: &Options) -> Result<Box<dyn ingenio_model::Problem>, Message> {
        self.puzzle.open(self.level, self.formulation.name, &self.task(options))
    }

    fn task(&self, options: &Options) -> Task {
        Task { options: options.clone(), optimal: true, ..Task::default() }
    }

    /// What stands at the head of a file: the puzzle, the formulation and the level's id.
    fn title(&self) -> String {
        let settings = self.formulation.options.iter().filter_map(|option| {
            self.options.get(option.name).map(|value| format!(", {} {value}", option.name))
        });
        let settings: String = settings.collect();
        let name = self.puzzle.puzzle();
        format!("{name}, {}{}, level {}", self.formulation.name, settings, self.level.id())
    }
}

impl std::fmt::Debug for Exchange<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Exchange({})", self.formulation.name)
    }
}
