//! The space of the searches with learned weights: positions are boxes and the player's region, an edge is one push. The
//! same pushes are tried whatever a search goes by: none that the sound deadlock tests refuse (dead squares, boxes frozen or
//! stuck for good), and of a PI-corral its own pushes alone; so searches with weights and without compare.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ingenio_nets::{Net, surprises};
use ingenio_search::{Advice, Advised, Graph, Guided};

use super::eyes::{Eyes, PARTS};
use super::policy::{self, Choice};
use crate::board::corral::{Around, Corrals};
use crate::board::flood::Flood;
use crate::board::freeze::Freeze;
use crate::board::maze::Maze;
use crate::board::stuck::Stuck;
use crate::board::{DIRS, Square, opposite, put, shift};
use crate::solve::exact::successor;
use crate::solve::script::Push;

/// Boxes in order, then the least square of the player's region.
pub type State = Box<[Square]>;

/// What a search goes by.
#[derive(Clone, Debug)]
pub enum Guess {
    /// The cheapest assignment.
    Assignment,
    /// The assignment and what these weights say is lacking.
    Learned(Arc<Net>),
}

/// What a policy thinks of the pushes at a position.
#[derive(Clone, Debug)]
pub enum Opinion {
    /// All are as good.
    Even,
    /// By these weights.
    Learned(Arc<Net>),
}

/// Pushes on a maze.
#[derive(Debug)]
pub struct Pushes {
    pub maze: Maze,
    pub guess: Guess,
    pub opinion: Opinion,
    hand: Mutex<Hand>,
}

/// What is used again and again.
#[derive(Debug)]
struct Hand {
    eyes: Eyes,
    /// For the positions after pushes.
    after: Eyes,
    corrals: Corrals,
    freeze: Freeze,
    /// Remembers what follows from sets of stuck boxes, so it needs room.
    stuck: Option<Stuck>,
    flood: Flood,
    occupied: Vec<bool>,
    child: Vec<Square>,
    rows: Vec<u32>,
}

impl Pushes {
    pub fn new(maze: Maze, guess: Guess, opinion: Opinion) -> Self {
        let eyes = Eyes::new(&maze);
        let hand = Hand {
            after: eyes.clone(),
            eyes,
            corrals: Corrals::new(&maze),
            freeze: Freeze::new(&maze),
            stuck: Some(Stuck::new(&maze)),
            flood: Flood::new(&maze),
            occupied: maze.empty(),
            child: Vec::new(),
            rows: Vec::new(),
        };
        Pushes { maze, guess, opinion, hand: Mutex::new(hand) }
    }

    fn hand(&self) -> MutexGuard<'_, Hand> {
        self.hand.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Without the test that remembers what it finds: for runs with little memory.
    #[must_use]
    pub fn forgetful(self) -> Self {
        self.hand().stuck = None;
        self
    }

    /// What the tables take.
    pub fn bytes(&self) -> u64 {
        let hand = self.hand();
        hand.eyes.bound.bytes()
            + hand.eyes.bytes()
            + hand.after.bytes()
            + hand.stuck.as_ref().map_or(0, Stuck::bytes)
    }

    /// The position of the level's start.
    pub fn root(&self) -> State {
        self.named(&self.maze.state())
    }

    /// A position with the player's region by its name.
    pub fn named(&self, state: &[Square]) -> State {
        let hand = &mut *self.hand();
        let (player, boxes) = state.split_last().expect("a player follows the boxes");
        put(&mut hand.occupied, boxes, true);
        let least = hand.flood.least(&self.maze, &hand.occupied, boxes, *player);
        put(&mut hand.occupied, boxes, false);
        boxes.iter().copied().chain([least]).collect()
    }

    pub fn is_solved(&self, state: &[Square]) -> bool {
        self.maze.solved(&state[..state.len() - 1])
    }

    /// Every push that may lead on, in a fixed order, with the position after it.
    pub fn pushes(&self, state: &[Square], visit: impl FnMut(Push, State)) {
        self.hand().pushes(&self.maze, state, visit);
    }

    /// The cheapest assignment; nothing if there is none.
    pub fn assignment(&self, state: &[Square]) -> Option<u32> {
        self.hand().after.bound.of(state)
    }

    /// What is left to do, by what the search goes by, in parts of a push; nothing if the position is lost for certain.
    pub fn guess(&self, state: &[Square]) -> Option<u32> {
        self.hand().guess(&self.maze, &self.guess, state)
    }

    /// The pushes that may lead on with what becomes of them.
    pub fn choices(&self, state: &[Square]) -> Vec<Choice> {
        let hand = &mut *self.hand();
        let mut choices = Vec::new();
        let mut found = Vec::new();
        hand.pushes(&self.maze, state, |push, state| found.push((push, state)));
        for (push, state) in found {
            let Some(estimate) = hand.guess(&self.maze, &self.guess, &state) else { continue };
            let Some(assignment) = hand.after.bound.of(&state) else { continue };
            choices.push(Choice {
                to: self.maze.next(push.from, push.dir),
                push,
                state,
                assignment,
                estimate,
            });
        }
        choices
    }

    /// The rows of the choices at a position, one list after the other, and where each ends; nothing at a lost position.
    pub fn patterns(
        &self,
        state: &[Square],
        choices: &[Choice],
        bits: u32,
        rows: &mut Vec<u32>,
    ) -> Option<Vec<usize>> {
        let hand = &mut *self.hand();
        let assignment = hand.eyes.look(&self.maze, state)?;
        Some(policy::patterns(&hand.eyes, assignment, choices, bits, rows))
    }

    /// The surprise of each choice: how unlikely the policy thinks that it is the one.
    pub fn opinions(&self, state: &[Square], choices: &[Choice], bits: &mut Vec<u32>) {
        let Opinion::Learned(net) = &self.opinion else { return surprises(&vec![0.0; choices.len()], bits) };
        let mut rows = std::mem::take(&mut self.hand().rows);
        let scores = self
            .patterns(state, choices, net.bits(), &mut rows)
            .map_or_else(|| vec![0.0; choices.len()], |ends| policy::scores(net, &rows, &ends));
        self.hand().rows = rows;
        surprises(&scores, bits);
    }
}

/// The space as a graph that goes by the guess, in parts of a push, and by the opinion.
#[derive(Clone, Debug)]
pub struct ByGuess(pub Arc<Pushes>);

/// The space as a graph whose estimate is the assignment, a bound in pushes, with the guess beside it.
#[derive(Clone, Debug)]
pub struct ByBound(pub Arc<Pushes>);

impl Graph for ByGuess {
    type State = State;
    type Action = Push;

    fn start(&self) -> State {
        self.0.root()
    }

    fn is_goal(&self, state: &State) -> bool {
        self.0.is_solved(state)
    }

    fn expand(&self, state: &State, mut visit: impl FnMut(Push, State, u32)) {
        self.0.pushes(state, |push, state| visit(push, state, 1));
    }

    fn estimate(&self, state: &State) -> Option<u32> {
        self.0.guess(state)
    }

    fn heap_bytes(&self, state: &State) -> usize {
        size_of_val::<[Square]>(state)
    }
}

impl Advised for ByGuess {
    fn advise(&self, state: &State) -> Vec<Advice<State>> {
        let choices = self.0.choices(state);
        let mut surprises = Vec::new();
        self.0.opinions(state, &choices, &mut surprises);
        let advice = |(choice, surprise): (Choice, u32)| {
            let Choice { state, estimate, .. } = choice;
            Advice { state, cost: 1, surprise, estimate }
        };
        choices.into_iter().zip(surprises).map(advice).collect()
    }
}

impl Graph for ByBound {
    type State = State;
    type Action = Push;

    fn start(&self) -> State {
        self.0.root()
    }

    fn is_goal(&self, state: &State) -> bool {
        self.0.is_solved(state)
    }

    fn expand(&self, state: &State, mut visit: impl FnMut(Push, State, u32)) {
        self.0.pushes(state, |push, state| visit(push, state, 1));
    }

    fn estimate(&self, state: &State) -> Option<u32> {
        self.0.assignment(state)
    }

    fn heap_bytes(&self, state: &State) -> usize {
        size_of_val::<[Square]>(state)
    }
}

impl Guided for ByBound {
    fn guess(&self, state: &State) -> u32 {
        self.0.guess(state).unwrap_or(u32::MAX)
    }
}

impl Hand {
    fn guess(&mut self, maze: &Maze, guess: &Guess, state: &[Square]) -> Option<u32> {
        match guess {
            Guess::Assignment => self.after.bound.of(state).map(|pushes| pushes * PARTS),
            Guess::Learned(net) => self.after.estimate(maze, net, state),
        }
    }

    fn pushes(&mut self, maze: &Maze, state: &[Square], mut visit: impl FnMut(Push, State)) {
        let (player, boxes) = state.split_last().expect("a player follows the boxes");
        put(&mut self.occupied, boxes, true);
        self.eyes.reach.flood(maze, &self.occupied, *player);
        let (occupied, dead, reach) = (&self.occupied, self.eyes.bound.dead(), &self.eyes.reach);
        let only = self.corrals.pushes(Around { maze, occupied, dead, reach }).map(<[_]>::to_vec);
        match only {
            Some(only) => only
                .into_iter()
                .for_each(|(from, dir)| self.push(maze, state, Push { from, dir }, &mut visit)),
            None => {
                for (at, from) in boxes.iter().enumerate() {
                    if maze.alarm.rings_at(at) {
                        break;
                    }
                    for dir in DIRS {
                        self.push(maze, state, Push { from: *from, dir }, &mut visit);
                    }
                }
            }
        }
        put(&mut self.occupied, boxes, false);
    }

    fn push(&mut self, maze: &Maze, state: &[Square], push: Push, visit: &mut impl FnMut(Push, State)) {
        let Push { from, dir } = push;
        let (behind, to) = (maze.next(from, opposite(dir)), maze.next(from, dir));
        if self.occupied[usize::from(to)]
            || maze.is_wall(behind)
            || self.eyes.bound.dead()[usize::from(to)]
            || !self.eyes.reach.contains(behind)
        {
            return;
        }
        shift(&mut self.occupied, from, to);
        successor(state, from, to, from, &mut self.child);
        let boxes = self.child.len() - 1;
        let dead = self.eyes.bound.dead();
        let lost = self.freeze.is_deadlock(maze, &self.occupied, dead, to)
            || Stuck::is_suspect(maze, &self.occupied, dead, to)
                && self.stuck.as_mut().is_some_and(|stuck| stuck.is_lost(maze, &self.child[..boxes], dead));
        if !lost {
            self.child[boxes] = self.flood.least(maze, &self.occupied, &self.child[..boxes], from);
            visit(push, self.child.as_slice().into());
        }
        shift(&mut self.occupied, to, from);
    }
}
