//! The estimate: what the assignment lacks, learned as a sum of patterns.

use std::sync::Arc;

use ingenio_core::Rng;
use ingenio_nets::Net;
use ingenio_sokoban::learned::eyes::{Eyes, MOST_LACKING};
use ingenio_sokoban::learned::space::{Guess, Opinion, Pushes, State};

use super::{BITS, Drawn, Plan, Settings, draw, for_each};
use crate::fit::{Course, Fit, until_no_better};
use crate::held_out::HeldOut;

/// What lost positions are taught to lack, in pushes. Chosen by hand.
const LOST: f32 = 12.0;

/// Positions as rows, with what the assignment lacks.
#[derive(Debug, Default)]
pub struct Samples {
    rows: Vec<u32>,
    ends: Vec<usize>,
    pub lacking: Vec<f32>,
}

impl Samples {
    pub fn len(&self) -> usize {
        self.lacking.len()
    }

    pub fn is_empty(&self) -> bool {
        self.lacking.is_empty()
    }

    fn rows(&self, at: usize) -> &[u32] {
        let begin = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.rows[begin..self.ends[at]]
    }

    fn append(&mut self, more: &Samples) {
        let before = self.rows.len();
        self.rows.extend_from_slice(&more.rows);
        self.ends.extend(more.ends.iter().map(|end| before + end));
        self.lacking.extend_from_slice(&more.lacking);
    }

    fn push(&mut self, rows: &[u32], lacking: f32) {
        self.rows.extend_from_slice(rows);
        self.ends.push(self.rows.len());
        self.lacking.push(lacking);
    }
}

/// Samples to learn from, and samples held back.
#[derive(Debug, Default)]
pub struct Lesson {
    pub learned: Samples,
    pub back: Samples,
    pub rooms: usize,
}

/// Draws the rooms of these numbers.
pub fn gather(
    lesson: &mut Lesson,
    plan: &Plan,
    held_out: &HeldOut,
    numbers: std::ops::Range<u64>,
    guess: &Guess,
    tell: &(dyn Fn(u64) + Sync),
) {
    let room = |number| {
        let drawn = draw(plan, held_out, number, guess)?;
        let mut lesson = Lesson { rooms: 1, ..Lesson::default() };
        lesson.add(plan, &drawn, number);
        Some(lesson)
    };
    for more in for_each(numbers, plan.threads, room, tell).into_iter().flatten() {
        lesson.rooms += 1;
        lesson.learned.append(&more.learned);
        lesson.back.append(&more.back);
    }
}

impl Lesson {
    fn add(&mut self, plan: &Plan, drawn: &Drawn, number: u64) {
        let rng = &mut Rng::stream(plan.seed ^ 0x5a, number);
        let space = Pushes::new(drawn.maze.clone(), Guess::Assignment, Opinion::Even);
        let mut eyes = Eyes::new(&drawn.maze);
        let samples = if drawn.back { &mut self.back } else { &mut self.learned };
        let mut rows = Vec::new();
        let mut add = |state: &State| {
            let Some(assignment) = eyes.look(&drawn.maze, state) else { return };
            let lacking = drawn.truth.far(state).map_or(LOST, |far| f32::from(far) - assignment as f32);
            eyes.patterns(&drawn.maze, state, assignment, BITS, &mut rows);
            samples.push(&rows, lacking.min(MOST_LACKING));
        };
        for state in &drawn.ways {
            add(state);
            if rng.one_in(plan.one_in) {
                space.pushes(state, |_, next| add(&next));
            }
        }
        drawn.astray.iter().for_each(&mut add);
    }
}

/// The loss on what is held back where nothing but one figure is known of all positions: the best such figure.
pub fn loss_of_a_constant(lesson: &Lesson) -> f64 {
    let samples = &lesson.back.lacking;
    let of = |constant: f32| samples.iter().map(|lacking| loss(constant - lacking)).sum::<f64>();
    let least = (0..240).map(|step| of(step as f32 / 20.0)).fold(f64::MAX, f64::min);
    least / samples.len().max(1) as f64
}

/// How far off, in the measure that is made small: squares for small errors, lengths for large ones.
fn loss(error: f32) -> f64 {
    let error = f64::from(error.abs());
    if error < FAR_OFF { error * error / 2.0 } else { FAR_OFF * (error - FAR_OFF / 2.0) }
}

/// From so many pushes on an error counts by its length. Chosen by hand.
const FAR_OFF: f64 = 6.0;

fn loss_on(fit: &Fit, samples: &Samples) -> f64 {
    let sum: f64 = (0..samples.len()).map(|at| loss(fit.value(samples.rows(at)) - samples.lacking[at])).sum();
    sum / samples.len().max(1) as f64
}

/// Fits a net to a lesson. `tell` hears the pass and the loss on what is held back.
pub fn fit(lesson: &Lesson, settings: &Settings, tell: &dyn Fn(usize, f64)) -> (Arc<Net>, Course) {
    let pass = |fit: &mut Fit, number: usize| {
        let mut order: Vec<usize> = (0..lesson.learned.len()).collect();
        Rng::stream(settings.seed, number as u64).shuffle(&mut order);
        for at in order {
            let rows = lesson.learned.rows(at);
            let error = fit.value(rows) - lesson.learned.lacking[at];
            fit.step(rows, error.clamp(-FAR_OFF as f32, FAR_OFF as f32));
        }
    };
    let begun = Fit::new(BITS, settings.pace);
    let (fit, course) =
        until_no_better(begun, settings.patience, pass, |fit| loss_on(fit, &lesson.back), tell);
    (Arc::new(fit.net()), course)
}
