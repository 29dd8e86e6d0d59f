//! Two ideas on one question, in turns: arc consistency with weights and restarts (`search.rs`), which is
//! lucky early or late, and growth (`growth`), which takes about as long as it takes. Whoever is done
//! first gives the answer. Equal shares of time: on boards of 9x9 one step of the first takes as long as
//! about 64 of the second (5.5 and 0.08 microseconds).

use super::growth;
use super::instance::Instance;
use super::search::{Counters, Plan, Search, Turn, bytes as mac_bytes, grow, search};

/// Steps that growth has for each of the search beside it, which takes about as long as so many (measured, see above).
const STEPS_OF_GROWTH: u64 = 64;

struct Team {
    mac: Box<dyn Search>,
    /// One for each quarter in which the growth may begin, those that are refuted at the end.
    growths: Vec<Box<dyn Search>>,
    going: usize,
    turn: u64,
    /// Who did the last step: the first idea, or the growth of that number.
    last: Option<usize>,
}

/// Both ideas on one number of empty cells.
pub fn team(instance: &Instance, plan: Plan) -> Box<dyn Search> {
    // Of that many quarters, one holds no more than its share of the empty cells: none, if it can be.
    let quarters = [1, 2, 4][plan.blanks.min(2)];
    let growths: Vec<Box<dyn Search>> =
        (0..quarters).map(|at| grow(instance, plan.blanks, plan.seed, [at, quarters])).collect();
    Box::new(Team { mac: search(instance, plan), going: growths.len(), growths, turn: 0, last: None })
}

/// The bytes that a team holds at most.
pub fn team_bytes(instance: &Instance) -> u64 {
    mac_bytes(instance) + 4 * growth::bytes(instance) + 512
}

impl Team {
    fn member(&self) -> &dyn Search {
        self.last.map_or(self.mac.as_ref(), |growth| self.growths[growth].as_ref())
    }

    /// Steps one growth after the other; when none is left, there is no way.
    fn step_growth(&mut self) -> Turn {
        let at = (self.turn % self.going as u64) as usize;
        let turn = self.growths[at].step();
        self.last = Some(at);
        if turn != Turn::Refuted {
            return turn;
        }
        self.going -= 1;
        self.growths.swap(at, self.going);
        self.last = Some(self.going);
        if self.going == 0 { Turn::Refuted } else { Turn::Running }
    }
}

impl Search for Team {
    fn step(&mut self) -> Turn {
        self.turn += 1;
        if self.turn % (STEPS_OF_GROWTH + 1) == 1 {
            self.last = None;
            return self.mac.step();
        }
        self.step_growth()
    }

    fn forbid(&mut self, spot: usize, kind: u16) {
        self.mac.forbid(spot, kind);
        self.growths.iter_mut().for_each(|growth| growth.forbid(spot, kind));
    }

    fn go_on(&mut self) {
        self.mac.go_on();
        self.growths.iter_mut().for_each(|growth| growth.go_on());
    }

    fn chosen(&self) -> Vec<Option<u16>> {
        self.member().chosen()
    }

    fn placed(&self) -> Option<usize> {
        self.member().placed()
    }

    fn nodes(&self) -> u64 {
        self.mac.nodes() + self.growths.iter().map(|growth| growth.nodes()).sum::<u64>()
    }

    fn counters(&self) -> Counters {
        let mut counters = self.mac.counters();
        self.growths.iter().for_each(|growth| counters.add(growth.counters()));
        counters
    }
}
