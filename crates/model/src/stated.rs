//! A problem at one stage, as it is written in a file and as answers to it come back.

use ingenio_core::{Fault, Message};

use crate::assignment::Assignment;
use crate::constraint::Constraint;
use crate::formulation::{Decoded, Problem};
use crate::model::Model;
use crate::read::{Said, assign};
use crate::variable::Lit;
use crate::words;
use crate::write::{Document, Writer};

/// A model together with the problem that it came from, so that foreign answers find their way back.
pub struct Stated {
    problem: Box<dyn Problem>,
    stage: u32,
    model: Model,
    /// Is the goal a constraint, so that an objective may be left out?
    asked: bool,
}

impl Stated {
    /// Builds the model up to a stage, unless it would take more than so many bytes.
    pub fn new(mut problem: Box<dyn Problem>, stage: u32, memory: u64) -> Result<Self, Message> {
        let mut model = Model::new();
        for stage in 0..=stage {
            problem.size(stage).check(memory)?;
            problem.grow(stage, &mut model);
        }
        Ok(Stated { problem, stage, model, asked: false })
    }

    /// Makes what the stage assumes (that the goal is reached by now) part of the model.
    #[must_use]
    pub fn with_goal(mut self) -> Self {
        let goal = self.model.group("goal", "the goal is reached by now");
        for lit in self.problem.assumed(self.stage) {
            self.model.clause(goal, &[lit]);
            self.asked = true;
        }
        self
    }

    /// What is written to files.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Writes it for another solver.
    pub fn write(&self, writer: &Writer, title: &str) -> Result<Vec<Document>, Message> {
        let Some(write) = writer.write else {
            let known: Vec<&str> = crate::write::WRITERS
                .iter()
                .filter(|writer| writer.write.is_some())
                .map(|writer| writer.name)
                .collect();
            return Err(words::NOT_BY_HAND.with("known", known.join(", ")));
        };
        if self.model.objective().is_some() && !writer.objective && !self.asked {
            return Err(words::NO_GOAL.say());
        }
        Ok(write(&self.model, title))
    }

    /// From what a solver said to a solution, which a referee has yet to see.
    pub fn solution(&mut self, said: &Said) -> Result<String, Fault> {
        match said {
            Said::Solution(text) => Ok(text.clone()),
            Said::Plan(_) => Err(words::NO_PLAN.say().into()),
            _ => self.decode(&assign(&self.model, said)?).map_err(Fault::from),
        }
    }

    fn decode(&mut self, values: &Assignment) -> Result<String, Message> {
        if let Some(number) = self.model.broken(values) {
            let group = self.model.group_of(self.model.constraints()[number].0);
            return Err(words::BREAKS.with("number", number + 1).with("group", group.name));
        }
        let before = self.model.constraints().len();
        match self.problem.decode(self.stage, &mut self.model, values, false) {
            Decoded::Solution { text, .. } | Decoded::GoOn { text } | Decoded::Within { text, .. } => {
                Ok(text)
            }
            Decoded::Illegal { remark } => Err(words::ILLEGAL.with("why", remark)),
            Decoded::Cut => Err(words::CUT_OFF.with("cuts", self.cuts(values, before))),
            Decoded::Nothing => Err(words::SOLVES_NOTHING.say()),
        }
    }
}

impl Stated {
    /// The constraints that forbid the answer, out of those that were added since.
    fn cuts(&self, values: &Assignment, since: usize) -> String {
        let new =
            self.model.constraints()[since..].iter().filter(|(_, constraint)| !constraint.holds(values));
        let said: Vec<String> = new.map(|(_, constraint)| self.sentence(constraint)).collect();
        said.join("; ")
    }

    /// `X1_2 = 0 or Y3 = 1` for a clause; others by their variables.
    fn sentence(&self, constraint: &Constraint) -> String {
        let name = |lit: &Lit| {
            let name = self.model.name(lit.var);
            match (self.model.is_binary(lit.var), lit.holds) {
                (true, holds) => format!("{name} = {}", i32::from((lit.value == 1) == holds)),
                (false, true) => format!("{name} = {}", lit.value),
                (false, false) => format!("{name} <> {}", lit.value),
            }
        };
        match constraint {
            Constraint::Clause(lits) => lits.iter().map(name).collect::<Vec<_>>().join(" or "),
            other => {
                let names: Vec<String> = other.vars().iter().map(|var| self.model.name(*var)).collect();
                format!("not ({})", names.join(", "))
            }
        }
    }
}

impl std::fmt::Debug for Stated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Stated({} variables)", self.model.len())
    }
}
