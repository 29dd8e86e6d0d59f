//! How hard a level is for a person: one number from 0 to 100, the grade that follows from it, and
//! the factors it was added up from, each with its sentence.

use crate::run::{Progress, Run, Step, Verdict};
use crate::words::{Filling, Message, Template, Value, table};
use std::fmt;

/// A quarter of the scale: what packs are sorted by and wishes are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// 0 to 24 points.
    Beginner,
    /// 25 to 49 points.
    Intermediate,
    /// 50 to 74 points.
    Advanced,
    /// 75 to 100 points.
    Expert,
}

impl Grade {
    /// From the easiest.
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

    /// As command lines, packs and JSON call it.
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
    /// Its share of the points of the rating.
    pub points: f64,
    /// What was seen, with its figures.
    pub why: Message,
}

/// How hard a level is, and why.
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

    /// The same where the sums of the factors have to be brought to the scale of the grades: the three given ones
    /// become 25, 50 and 75 points. The factors still add up to the points.
    pub fn on_scale(factors: Vec<Factor>, grades_begin: [f64; 3], exact: bool) -> Self {
        let total: f64 = factors.iter().map(|factor| factor.points).sum();
        let points = on_scale(total, grades_begin);
        Rating::new(scaled(factors, points / total.max(f64::MIN_POSITIVE)), exact)
    }

    /// Of a level in which there is only one thing to do at a time: it is a beginner's, however long it takes.
    #[must_use]
    pub fn forced(self) -> Self {
        let most = f64::from(MOST_FORCED);
        let total: f64 = self.factors.iter().map(|factor| factor.points).sum();
        if total <= most { self } else { Rating::new(scaled(self.factors, most / total), self.exact) }
    }

    /// 0 to 100.
    pub const fn points(&self) -> u32 {
        self.points
    }

    /// The quarter of the scale that the points lie in.
    pub const fn grade(&self) -> Grade {
        Grade::of(self.points)
    }

    /// Whose points add up to those of the rating.
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// Was everything it stands on proved, nothing cut short?
    pub const fn is_exact(&self) -> bool {
        self.exact
    }
}

/// The most points that are a beginner's.
const MOST_FORCED: u32 = 24;

fn scaled(factors: Vec<Factor>, by: f64) -> Vec<Factor> {
    factors.into_iter().map(|factor| Factor { points: factor.points * by, ..factor }).collect()
}

/// In straight lines from 0 over the sums at which the grades begin to 100.
fn on_scale(total: f64, [intermediate, advanced, expert]: [f64; 3]) -> f64 {
    let knots = [(0.0, 0.0), (intermediate, 25.0), (advanced, 50.0), (expert, 75.0), (100.0, 100.0)];
    let above = knots.iter().position(|(sum, _)| total <= *sum).unwrap_or(knots.len() - 1).max(1);
    let ((low, from), (high, to)) = (knots[above - 1], knots[above]);
    (from + (total - low) * (to - from) / (high - low)).clamp(0.0, 100.0)
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
    /// `judge` says what the run that solves has shown, once it is over.
    pub fn new(inner: Box<dyn Run>, judge: J) -> Self {
        Appraisal { inner, judge, rating: None }
    }
}

impl<J: FnMut(&Verdict, &dyn Run) -> Option<Rating> + Send> Run<Option<Rating>> for Appraisal<J> {
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

    fn found(&self) -> Option<Rating> {
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
    fn a_scale_moves_the_grades_and_keeps_the_sum() {
        let begin = [40.0, 60.0, 70.0];
        for (sum, points) in
            [(0.0, 0), (20.0, 13), (40.0, 25), (50.0, 38), (65.0, 63), (85.0, 88), (120.0, 100)]
        {
            let rating = Rating::on_scale(vec![factor(sum / 4.0), factor(sum * 3.0 / 4.0)], begin, true);
            assert_eq!(rating.points(), points, "{sum}");
            let added: f64 = rating.factors().iter().map(|factor| factor.points).sum();
            assert!((added - f64::from(points)).abs() <= 0.5, "{sum}: {added}");
        }
    }

    #[test]
    fn what_is_forced_is_for_beginners() {
        let long = Rating::new(vec![factor(30.0), factor(60.0)], true).forced();
        assert_eq!((long.points(), long.grade()), (24, Grade::Beginner));
        assert_eq!(Rating::new(vec![factor(7.0)], true).forced().points(), 7);
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
        assert!(run.found().is_none());
        assert!(matches!(run.advance(1), Step::Done(_)));
        assert_eq!(run.found().unwrap().points(), 7);
    }
}
