//! Several sweeps of one board at the same time, because the number of border states differs
//! tenfold between them and cannot be foreseen. All get the same number of states first; then always
//! the one goes on that has least to do if all its layers are as large as the present one. Who falls
//! behind waits, and goes on when the others turn out to be worse.

use super::{Count, Plan, Stage, orders, plan, start};
use crate::level::{Level, Node, Rules};

/// States that every sweep gets first.
/// bench/FLOW.md has another one that was tried.
const FIRST_ROUND: u64 = 200_000;

/// Goes from sweep to sweep in turns of so many states. Chosen by hand.
const TURN: u64 = 1_000;

#[expect(missing_debug_implementations, reason = "the sweeps differ in the width of their states")]
pub struct Race {
    sweeps: Vec<Box<dyn Count>>,
    turn: usize,
    left_in_turn: u64,
    memory: u64,
    spent: u64,
    peak: u64,
}

impl Race {
    /// Nothing if the border of the board is too wide.
    pub fn new(level: &Level, memory: u64) -> Option<Self> {
        if !Race::fits(level) {
            return None;
        }
        let plans = orders(level).into_iter();
        let plans = plans.filter_map(|(order, heading)| Plan::new(level, &order, heading));
        let sweeps: Vec<_> = plans.map(start).collect();
        if sweeps.is_empty() {
            return None;
        }
        Some(Race { sweeps, turn: 0, left_in_turn: TURN, memory, spent: 0, peak: 0 })
    }

    /// Is the border of the board narrow enough, and are the rules those that it can count?
    pub fn fits(level: &Level) -> bool {
        level.rules() != Rules::NoTouch && plan::first_fits(level)
    }

    /// Visits at most so many states.
    pub fn advance(&mut self, states: u64) -> Stage {
        let mut left = states;
        while left > 0 {
            let now = left.min(self.left_in_turn);
            let others: u64 = self.memory_in_use() - self.sweeps[self.turn].memory();
            let sweep = &mut self.sweeps[self.turn];
            sweep.allow(self.memory.saturating_sub(others));
            let before = sweep.states();
            let stage = sweep.advance(now);
            self.spent += sweep.states() - before;
            self.peak = self.peak.max(self.memory_in_use());
            match stage {
                Stage::Running => self.pass_on(now),
                Stage::Done => {
                    self.sweeps.swap(0, self.turn);
                    self.sweeps.truncate(1);
                    self.turn = 0;
                    return Stage::Done;
                }
                Stage::Memory if self.sweeps.len() == 1 => return Stage::Memory,
                Stage::Memory => self.drop_sweep(),
            }
            left -= now;
        }
        Stage::Running
    }

    /// The number of solutions, when done.
    pub fn found(&self) -> u128 {
        self.sweeps[0].found()
    }

    /// Up to two solutions as sets of links, when done.
    pub fn examples(&mut self) -> Vec<Vec<[Node; 2]>> {
        self.sweeps[0].examples()
    }

    pub fn states(&self) -> u64 {
        self.spent
    }

    pub fn memory_in_use(&self) -> u64 {
        self.sweeps.iter().map(|sweep| sweep.memory()).sum()
    }

    pub fn peak(&self) -> u64 {
        self.peak
    }

    fn pass_on(&mut self, states: u64) {
        self.left_in_turn -= states;
        if self.left_in_turn > 0 {
            return;
        }
        self.left_in_turn = TURN;
        self.turn = self.next_turn();
    }

    /// Whose turn it is: in the first round all in order, then the one with the best prospects.
    fn next_turn(&self) -> usize {
        if self.sweeps.iter().any(|sweep| sweep.states() < FIRST_ROUND) {
            return (self.turn + 1) % self.sweeps.len();
        }
        let prospects = self.sweeps.iter().map(|sweep| sweep.prospect());
        prospects.enumerate().min_by_key(|(_, prospect)| *prospect).map_or(0, |(turn, _)| turn)
    }

    /// A sweep that does not fit leaves the race; what it had done is lost.
    fn drop_sweep(&mut self) {
        self.sweeps.remove(self.turn);
        self.turn %= self.sweeps.len();
        self.left_in_turn = TURN;
    }
}
