//! The policy: which push is one of the best. Several may be; the chance given to all of them together is made large, so
//! that it may settle on one.

use std::sync::Arc;

use ingenio_core::Rng;
use ingenio_nets::Net;
use ingenio_sokoban::learned::space::{Guess, Opinion, Pushes, State};

use super::{BITS, Drawn, Plan, Settings, draw, for_each};
use crate::fit::{Course, Fit, until_no_better};
use crate::held_out::HeldOut;

/// Positions with their choices.
#[derive(Debug, Default)]
pub struct Samples {
    rows: Vec<u32>,
    /// Where the rows of each choice end.
    ends: Vec<usize>,
    is_best: Vec<bool>,
    /// Where the choices of each position end.
    positions: Vec<usize>,
}

impl Samples {
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    fn choices(&self, position: usize) -> std::ops::Range<usize> {
        let begin = if position == 0 { 0 } else { self.positions[position - 1] };
        begin..self.positions[position]
    }

    fn rows(&self, choice: usize) -> &[u32] {
        let begin = if choice == 0 { 0 } else { self.ends[choice - 1] };
        &self.rows[begin..self.ends[choice]]
    }
}

/// Samples to learn from, and samples held back.
#[derive(Debug, Default)]
pub struct Lesson {
    pub learned: Samples,
    pub back: Samples,
    pub rooms: usize,
}

/// Draws the rooms of these numbers. `guess` is the learned estimate, which the policy looks at.
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
        lesson.add(&drawn, guess);
        Some(lesson)
    };
    for more in for_each(numbers, plan.threads, room, tell).into_iter().flatten() {
        lesson.rooms += 1;
        lesson.learned.append(&more.learned);
        lesson.back.append(&more.back);
    }
}

impl Lesson {
    fn add(&mut self, drawn: &Drawn, guess: &Guess) {
        let space = Pushes::new(drawn.maze.clone(), guess.clone(), Opinion::Even);
        let samples = if drawn.back { &mut self.back } else { &mut self.learned };
        let mut rows = Vec::new();
        for state in drawn.ways.iter().chain(&drawn.astray) {
            samples.add(drawn, &space, state, &mut rows);
        }
    }
}

impl Samples {
    fn scores(&self, fit: &Fit, choices: std::ops::Range<usize>) -> Vec<f32> {
        choices.map(|choice| fit.value(self.rows(choice))).collect()
    }

    fn append(&mut self, more: &Samples) {
        let (rows, choices) = (self.rows.len(), self.is_best.len());
        self.rows.extend_from_slice(&more.rows);
        self.ends.extend(more.ends.iter().map(|end| rows + end));
        self.is_best.extend_from_slice(&more.is_best);
        self.positions.extend(more.positions.iter().map(|end| choices + end));
    }

    fn add(&mut self, drawn: &Drawn, space: &Pushes, state: &State, rows: &mut Vec<u32>) {
        let Some(far) = drawn.truth.far(state).filter(|far| *far > 0) else { return };
        let choices = space.choices(state);
        let is_best = |state: &State| drawn.truth.far(state) == Some(far - 1);
        let best = choices.iter().filter(|choice| is_best(&choice.state)).count();
        // Where all pushes are as good there is nothing to learn.
        if best == 0 || best == choices.len() {
            return;
        }
        let Some(ends) = space.patterns(state, &choices, BITS, rows) else { return };
        let before = self.rows.len();
        self.rows.extend_from_slice(rows);
        self.ends.extend(ends.iter().map(|end| before + end));
        self.is_best.extend(choices.iter().map(|choice| is_best(&choice.state)));
        self.positions.push(self.is_best.len());
    }
}

/// Surprise at the best pushes of a position, in nats, and the slope of the loss by each score.
fn judge(scores: &[f32], is_best: &[bool], slopes: &mut Vec<f32>) -> f64 {
    let most = scores.iter().fold(f32::MIN, |most, score| most.max(*score));
    let weights: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
    let all: f32 = weights.iter().sum();
    let best: f32 = weights.iter().zip(is_best).filter(|(_, best)| **best).map(|(weight, _)| *weight).sum();
    let best = best.max(1e-20);
    slopes.clear();
    slopes.extend(
        weights.iter().zip(is_best).map(|(weight, is)| weight / all - if *is { weight / best } else { 0.0 }),
    );
    f64::from((all / best).ln())
}

fn loss_on(fit: &Fit, samples: &Samples) -> f64 {
    let mut slopes = Vec::new();
    let sum: f64 = (0..samples.len())
        .map(|position| {
            let choices = samples.choices(position);
            let scores = samples.scores(fit, choices.clone());
            judge(&scores, &samples.is_best[choices], &mut slopes)
        })
        .sum();
    sum / samples.len().max(1) as f64
}

/// Fits a net to a lesson. `tell` hears the pass and the loss on what is held back.
pub fn fit(lesson: &Lesson, settings: &Settings, tell: &dyn Fn(usize, f64)) -> (Arc<Net>, Course) {
    let samples = &lesson.learned;
    let pass = |fit: &mut Fit, number: usize| {
        let mut order: Vec<usize> = (0..samples.len()).collect();
        Rng::stream(settings.seed, number as u64).shuffle(&mut order);
        let mut slopes = Vec::new();
        for position in order {
            let choices = samples.choices(position);
            let scores = samples.scores(fit, choices.clone());
            judge(&scores, &samples.is_best[choices.clone()], &mut slopes);
            for (choice, slope) in choices.zip(&slopes) {
                fit.step(samples.rows(choice), *slope);
            }
        }
    };
    let begun = Fit::new(BITS, settings.pace);
    let (fit, course) =
        until_no_better(begun, settings.patience, pass, |fit| loss_on(fit, &lesson.back), tell);
    (Arc::new(fit.net()), course)
}
