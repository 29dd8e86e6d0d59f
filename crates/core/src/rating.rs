//! How hard a level is for a person: one number from 0 to 100, the grade that follows from it, and
//! the factors it was added up from, each with its sentence.

use crate::run::{Progress, Run, Step, Tally, Verdict};
use crate::words::{Filling, Message, Template, Value, table};
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    Beginner,
    Intermediate,
    Advanced,
    Expert,
}

impl Grade {
    pub const ALL: [Grade; 4] = [Grade::Beginner, Grade::Intermediate, Grade::Advanced, Grade::Expert];

    /// The grade of a number of points: a quarter of the scale each.
    pub const fn of(points: u32) -> Self {
        match points {
            0..25 => Grade::Beginner,
            25..50 => Grade::Intermediate,
            50..75 => Grade::Advanced,
            _ => Grade::Expert,
        }
    }

    /// For people.
    pub const fn said(self) -> Template {
        match self {
            Grade::Beginner => table::BEGINNER,
            Grade::Intermediate => table::INTERMEDIATE,
            Grade::Advanced => table::ADVANCED,
            Grade::Expert => table::EXPERT,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Grade::Beginner => "beginner",
            Grade::Intermediate => "intermediate",
            Grade::Advanced => "advanced",
            Grade::Expert => "expert",
        }
    }
}

impl Value for Grade {
    fn filling(self) -> Filling {
        self.said().filling()
    }
}

/// One thing that makes a level hard, and how many of the points it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// A word for tables and JSON: `box-changes`.
    pub name: &'static str,
    pub points: f64,
    /// What was seen, with its figures.
    pub why: Message,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    points: u32,
    factors: Vec<Factor>,
    exact: bool,
}

impl Rating {
    /// Adds the factors up. `exact`: everything it stands on was proved, nothing cut short.
    pub fn new(factors: Vec<Factor>, exact: bool) -> Self {
        let total: f64 = factors.iter().map(|factor| factor.points).sum();
        Rating { points: total.clamp(0.0, 100.0).round() as u32, factors, exact }
    }

    /// 0 to 100.
    pub const fn points(&self) -> u32 {
        self.points
    }

    pub const fn grade(&self) -> Grade {
        Grade::of(self.points)
    }

    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    pub const fn is_exact(&self) -> bool {
        self.exact
    }
}

/// The points of a figure that matters less and less as it grows: half of `most` at `half`.
pub fn saturating(figure: f64, half: f64, most: f64) -> f64 {
    most * figure / (figure + half)
}

/// A run that solves with another one and then judges what came of it: the usual way to rate.
pub struct Appraisal<J> {
    inner: Box<dyn Run>,
    judge: J,
    rating: Option<Rating>,
}

impl<J: FnMut(&Verdict, &dyn Run) -> Option<Rating> + Send> Appraisal<J> {
    pub fn new(inner: Box<dyn Run>, judge: J) -> Self {
        Appraisal { inner, judge, rating: None }
    }
}

impl<J: FnMut(&Verdict, &dyn Run) -> Option<Rating> + Send> Run for Appraisal<J> {
    fn advance(&mut self, expansions: u64) -> Step {
        let step = self.inner.advance(expansions);
        if let Step::Done(verdict) = &step {
            self.rating = (self.judge)(verdict, self.inner.as_ref());
        }
        step
    }

    fn progress(&self) -> Progress {
        self.inner.progress()
    }

    fn best(&self) -> Option<String> {
        self.inner.best()
    }

    fn tally(&self) -> Option<Tally> {
        self.inner.tally()
    }

    fn rating(&self) -> Option<Rating> {
        self.rating.clone()
    }
}

impl<J> fmt::Debug for Appraisal<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Appraisal({:?})", self.rating)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Settled;
    use crate::words::Template;

    const WHY: Template = Template::new("t", "because");

    fn factor(points: f64) -> Factor {
        Factor { name: "length", points, why: WHY.say() }
    }

    #[test]
    fn factors_add_up_to_points_and_a_grade() {
        let rating = Rating::new(vec![factor(20.4), factor(29.2)], true);
        assert_eq!((rating.points(), rating.grade()), (50, Grade::Advanced));
        assert_eq!(Rating::new(vec![factor(80.0), factor(70.0)], true).points(), 100);
        assert_eq!(Rating::new(Vec::new(), true).grade(), Grade::Beginner);
    }

    #[test]
    fn saturating_points_approach_their_most() {
        assert!((saturating(10.0, 10.0, 30.0) - 15.0).abs() < 1e-9);
        assert!(saturating(1e9, 10.0, 30.0) < 30.0);
    }

    #[test]
    fn an_appraisal_judges_when_its_run_is_over() {
        let solved = Verdict::Solved { solution: "x".into(), optimal: true };
        let mut run = Appraisal::new(Box::new(Settled(solved)), |verdict, _: &dyn Run| {
            matches!(verdict, Verdict::Solved { .. }).then(|| Rating::new(vec![factor(7.0)], true))
        });
        assert!(run.rating().is_none());
        assert!(matches!(run.advance(1), Step::Done(_)));
        assert_eq!(run.rating().unwrap().points(), 7);
    }
}
