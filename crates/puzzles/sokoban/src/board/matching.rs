//! The cheapest assignment of boxes to targets (the Hungarian method with potentials), kept so
//! that one changed row costs one augmenting path, O(n^2), instead of a new assignment, O(n^3).
//! An assignment without a way for some box has no finite cost: the bipartite deadlock test.

use super::distance::{Distances, NEVER};

/// Stands for "no way"; larger than any real sum.
const INFINITE: i32 = 1 << 24;

/// Columns and rows count from 1; 0 is the slot of the row that is being placed.
#[derive(Clone, Debug, Default)]
struct Assignment {
    row_potential: Vec<i32>,
    column_potential: Vec<i32>,
    /// The row that holds each column, 0 for none.
    row_of: Vec<usize>,
}

#[derive(Clone, Debug)]
pub struct Matching {
    size: usize,
    /// The distance row of each box of the current position.
    rows: Vec<u32>,
    base: Assignment,
    trial: Assignment,
    least: Vec<i32>,
    way: Vec<usize>,
    used: Vec<bool>,
    /// Rows that got their cheapest column at once.
    held: Vec<bool>,
}

impl Matching {
    pub fn new(size: usize) -> Self {
        Matching {
            size,
            rows: Vec::with_capacity(size),
            base: Assignment::default(),
            trial: Assignment::default(),
            least: vec![0; size + 1],
            way: vec![0; size + 1],
            used: vec![false; size + 1],
            held: vec![false; size + 1],
        }
    }

    /// Assigns all boxes anew. Gives the cost, or nothing if there is no assignment.
    pub fn assign(&mut self, distances: &Distances, rows: impl Iterator<Item = u32>) -> Option<u32> {
        if distances.alarm.was_heard() {
            return None;
        }
        self.rows.clear();
        self.rows.extend(rows);
        self.trial.reset(self.size);
        for row in 1..=self.size {
            self.prefer(distances, row);
        }
        for row in 1..=self.size {
            if distances.alarm.rings_at(row) {
                return None;
            }
            if !self.held[row] {
                self.place(distances, row);
            }
        }
        self.base.copy_from(&self.trial);
        self.cost(distances)
    }

    /// Gives a row its cheapest column if that is still free: most rows need no search then.
    fn prefer(&mut self, distances: &Distances, row: usize) {
        let costs = distances.row(self.rows[row - 1]);
        let (column, cost) =
            costs.iter().enumerate().min_by_key(|(_, cost)| **cost).expect("there are targets");
        let free = self.trial.row_of[column + 1] == 0 && *cost != NEVER;
        self.held[row] = free;
        if free {
            self.trial.row_of[column + 1] = row;
            self.trial.row_potential[row] = i32::from(*cost);
        }
    }

    /// The cost if one box had another row; the assignment itself stays.
    pub fn with_row(&mut self, distances: &Distances, which: usize, row: u32) -> Option<u32> {
        if distances.alarm.was_heard() {
            return None;
        }
        let before = std::mem::replace(&mut self.rows[which], row);
        self.trial.copy_from(&self.base);
        let freed = self.trial.row_of.iter().skip(1).position(|held| *held == which + 1);
        if let Some(column) = freed {
            self.trial.row_of[column + 1] = 0;
        }
        self.trial.row_potential[which + 1] = 0;
        self.place(distances, which + 1);
        let cost = self.cost(distances);
        self.rows[which] = before;
        cost
    }

    /// Prices of the boxes and of the targets of the assignment in hand: no box and target cost less than
    /// their prices, and all prices together are the cost.
    pub fn prices(&self) -> (&[i32], &[i32]) {
        (&self.base.row_potential[1..], &self.base.column_potential[1..])
    }

    /// Which target each box of the assignment in hand has, by their numbers.
    pub fn targets(&self, targets: &mut Vec<usize>) {
        targets.clear();
        targets.resize(self.size, 0);
        for (column, row) in self.base.row_of.iter().enumerate().skip(1) {
            targets[*row - 1] = column - 1;
        }
    }

    fn cost(&self, distances: &Distances) -> Option<u32> {
        let mut total = 0;
        for (column, row) in self.trial.row_of.iter().enumerate().skip(1) {
            match distances.row(self.rows[*row - 1])[column - 1] {
                NEVER => return None,
                distance => total += u32::from(distance),
            }
        }
        Some(total)
    }

    /// Finds a column for one row along a cheapest alternating path.
    fn place(&mut self, distances: &Distances, row: usize) {
        let assignment = &mut self.trial;
        assignment.row_of[0] = row;
        self.least.fill(i32::MAX);
        self.used.fill(false);
        let mut column = 0;
        loop {
            self.used[column] = true;
            let row = assignment.row_of[column];
            let costs = distances.row(self.rows[row - 1]);
            let (mut delta, mut next) = (i32::MAX, 0);
            for other in 1..=self.size {
                if self.used[other] {
                    continue;
                }
                let cost = if costs[other - 1] == NEVER { INFINITE } else { i32::from(costs[other - 1]) };
                let reduced = cost - assignment.row_potential[row] - assignment.column_potential[other];
                if reduced < self.least[other] {
                    self.least[other] = reduced;
                    self.way[other] = column;
                }
                if self.least[other] < delta {
                    delta = self.least[other];
                    next = other;
                }
            }
            for other in 0..=self.size {
                if self.used[other] {
                    assignment.row_potential[assignment.row_of[other]] += delta;
                    assignment.column_potential[other] -= delta;
                } else {
                    self.least[other] -= delta;
                }
            }
            column = next;
            if assignment.row_of[column] == 0 {
                break;
            }
        }
        while column != 0 {
            let before = self.way[column];
            assignment.row_of[column] = assignment.row_of[before];
            column = before;
        }
    }
}

impl Assignment {
    fn reset(&mut self, size: usize) {
        for list in [&mut self.row_potential, &mut self.column_potential] {
            list.clear();
            list.resize(size + 1, 0);
        }
        self.row_of.clear();
        self.row_of.resize(size + 1, 0);
    }

    fn copy_from(&mut self, other: &Assignment) {
        self.row_potential.clone_from(&other.row_potential);
        self.column_potential.clone_from(&other.column_potential);
        self.row_of.clone_from(&other.row_of);
    }
}
