//! The model: families of variables, groups of constraints, the objective.

use std::collections::HashMap;

use ingenio_core::Cancel;

use crate::assignment::Assignment;
use crate::constraint::{Constraint, Objective, Relation};
use crate::size::Size;
use crate::variable::{Lit, Var};

/// Variables of one meaning, told apart by their index: `ALFA(piece,place,period)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Capital letters, as they are used in files of models.
    pub name: &'static str,
    /// What each part of the index counts.
    pub axes: &'static [&'static str],
    /// One sentence: what the value means.
    pub about: &'static str,
}

/// A family, by its number in its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FamilyId(u16);

/// Constraints of one meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// A word or two, with hyphens.
    pub name: &'static str,
    /// One sentence: what the constraints say.
    pub about: &'static str,
}

/// A group, by its number in its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GroupId(u16);

#[derive(Clone, Debug)]
struct Variable {
    family: FamilyId,
    /// Where its index stands in `Model::indices`.
    index: u32,
    least: i32,
    most: i32,
}

/// It only grows: what was added stays, so that engines can follow.
#[derive(Clone, Debug, Default)]
pub struct Model {
    families: Vec<Family>,
    variables: Vec<Variable>,
    indices: Vec<i32>,
    groups: Vec<Group>,
    constraints: Vec<(GroupId, Constraint)>,
    terms: u64,
    objective: Option<Objective>,
    given_up: Cancel,
}

impl Model {
    /// A model that stops growing once the flag is raised.
    pub fn until(given_up: Cancel) -> Self {
        Model { given_up, ..Model::new() }
    }

    /// Empty, and never given up.
    pub fn new() -> Self {
        Self::default()
    }

    /// Does nobody want it any more? Then it is not whole, and to take it over is work for nothing.
    pub fn is_given_up(&self) -> bool {
        self.given_up.is_cancelled()
    }

    // --- variables ---

    /// Declares a family; its variables are added one by one.
    pub fn family(
        &mut self,
        name: &'static str,
        axes: &'static [&'static str],
        about: &'static str,
    ) -> FamilyId {
        self.families.push(Family { name, axes, about });
        FamilyId(self.families.len() as u16 - 1)
    }

    /// Adds a 0/1 variable.
    pub fn binary(&mut self, family: FamilyId, index: &[i32]) -> Var {
        self.integer(family, index, 0, 1)
    }

    /// Adds an integer variable with its bounds.
    pub fn integer(&mut self, family: FamilyId, index: &[i32], least: i32, most: i32) -> Var {
        let axes = self.families[usize::from(family.0)].axes;
        assert_eq!(index.len(), axes.len(), "an index has one part for each axis");
        assert!(least <= most, "a variable has at least one value");
        self.variables.push(Variable { family, index: self.indices.len() as u32, least, most });
        self.indices.extend_from_slice(index);
        Var(self.variables.len() as u32 - 1)
    }

    /// In the order in which they were declared.
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// All variables, in the order in which they were added.
    pub fn vars(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.variables.len() as u32).map(Var)
    }

    /// How many variables there are.
    pub fn len(&self) -> usize {
        self.variables.len()
    }

    /// Has it no variable?
    pub fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }

    /// The family that a variable belongs to.
    pub fn family_of(&self, var: Var) -> &Family {
        &self.families[usize::from(self.variables[var.index()].family.0)]
    }

    /// Its index, one number for each axis of the family.
    pub fn index_of(&self, var: Var) -> &[i32] {
        let start = self.variables[var.index()].index as usize;
        &self.indices[start..start + self.family_of(var).axes.len()]
    }

    /// The least and the most value that it may have.
    pub fn bounds(&self, var: Var) -> (i32, i32) {
        let variable = &self.variables[var.index()];
        (variable.least, variable.most)
    }

    /// Are 0 and 1 its values?
    pub fn is_binary(&self, var: Var) -> bool {
        self.bounds(var) == (0, 1)
    }

    /// The name in files: `ALFA1_5_10`.
    pub fn name(&self, var: Var) -> String {
        let index: Vec<String> = self.index_of(var).iter().map(ToString::to_string).collect();
        format!("{}{}", self.family_of(var).name, index.join("_"))
    }

    /// The name in print: `ALFA(1,5,10)`.
    pub fn title(&self, var: Var) -> String {
        let index: Vec<String> = self.index_of(var).iter().map(ToString::to_string).collect();
        format!("{}({})", self.family_of(var).name, index.join(","))
    }

    /// From names in files, in capital letters, to variables: the way back from a foreign answer.
    pub fn by_name(&self) -> HashMap<String, Var> {
        self.vars().map(|var| (self.name(var).to_ascii_uppercase(), var)).collect()
    }

    // --- constraints ---

    /// Declares a group; its constraints are added one by one.
    pub fn group(&mut self, name: &'static str, about: &'static str) -> GroupId {
        self.groups.push(Group { name, about });
        GroupId(self.groups.len() as u16 - 1)
    }

    /// In the order in which they were declared.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// What a group is called and says.
    pub fn group_of(&self, id: GroupId) -> &Group {
        &self.groups[usize::from(id.0)]
    }

    /// Adds a constraint, unless whoever wanted the model has given it up: then it is not kept, since the
    /// model will not be solved.
    pub fn add(&mut self, group: GroupId, constraint: Constraint) {
        if self.is_given_up() {
            return;
        }
        debug_assert!(constraint.vars().iter().all(|var| var.index() < self.variables.len()));
        self.terms += constraint.terms() as u64;
        self.constraints.push((group, constraint));
    }

    /// Adds: at least one of these holds. Without any, nothing satisfies the model.
    pub fn clause(&mut self, group: GroupId, lits: &[Lit]) {
        self.add(group, Constraint::Clause(lits.to_vec()));
    }

    /// Adds a sum that is compared with a number.
    pub fn linear(&mut self, group: GroupId, terms: Vec<(i64, Var)>, relation: Relation, right: i64) {
        self.add(group, Constraint::linear(terms, relation, right));
    }

    /// All constraints with their groups, in the order in which they were added.
    pub fn constraints(&self) -> &[(GroupId, Constraint)] {
        &self.constraints
    }

    /// How many constraints a group has.
    pub fn count(&self, group: &str) -> usize {
        let wanted = |(id, _): &&(GroupId, Constraint)| self.group_of(*id).name == group;
        self.constraints.iter().filter(wanted).count()
    }

    // --- objective ---

    /// Says what is to be least or most: the one thing of a model that may be replaced.
    pub fn set_objective(&mut self, objective: Option<Objective>) {
        self.objective = objective;
    }

    /// Nothing where any assignment will do.
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// The objective of an assignment.
    pub fn value(&self, values: &Assignment) -> Option<i64> {
        self.objective.as_ref().map(|objective| values.sum(&objective.terms))
    }

    // --- truth ---

    /// The first constraint that does not hold, by its place in [`Model::constraints`]; a value out
    /// of bounds counts as the place after the last.
    pub fn broken(&self, values: &Assignment) -> Option<usize> {
        assert_eq!(values.values().len(), self.len(), "an assignment has a value for each variable");
        let in_bounds = |var: Var| {
            let (least, most) = self.bounds(var);
            (least..=most).contains(&values.get(var))
        };
        let broken = self.constraints.iter().position(|(_, constraint)| !constraint.holds(values));
        broken.or_else(|| (!self.vars().all(in_bounds)).then_some(self.constraints.len()))
    }

    /// How large it is by now.
    pub fn size(&self) -> Size {
        Size {
            variables: self.len() as u64,
            constraints: self.constraints.len() as u64,
            terms: self.terms + self.objective.as_ref().map_or(0, |known| known.terms.len() as u64),
        }
    }
}
