//! A solution as the positions it passes, for those who shorten it.

use super::exact::Weights;
use super::script::Push;
use crate::board::Square;
use crate::board::maze::Maze;
use crate::level::Level;
use crate::play;

/// The positions after each push, the start first, with what they cost so far.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// Boxes in order, then the player's square.
    pub states: Vec<Vec<Square>>,
    pub pushes: Vec<Push>,
    costs: Vec<u64>,
}

impl Path {
    /// The path of a refereed solution.
    pub fn of(level: &Level, maze: &Maze, weights: Weights, solution: &str) -> Self {
        let mut path = Path::default();
        let mut position = play::start(level);
        let state = |position: &play::Position| {
            let mut state: Vec<Square> = position.boxes.iter().map(|at| maze.inner(*at)).collect();
            state.sort_unstable();
            state.push(maze.inner(position.player));
            state
        };
        path.states.push(state(&position));
        path.costs.push(0);
        let mut cost = 0;
        for step in play::parse(solution).expect("the solution was refereed") {
            let before = maze.inner(position.player);
            play::apply(level, &mut position, step).expect("the solution was refereed");
            cost += if step.push { weights.push } else { weights.walk };
            if step.push {
                let from = maze.inner(position.player);
                let dir = (0..4).find(|dir| maze.next(before, *dir) == from).expect("a step to a neighbour");
                path.pushes.push(Push { from, dir });
                path.states.push(state(&position));
                path.costs.push(cost);
            }
        }
        path
    }

    pub fn last(&self) -> usize {
        self.states.len().saturating_sub(1)
    }

    /// What the part between two positions costs.
    pub fn cost(&self, from: usize, to: usize) -> u64 {
        self.costs[to] - self.costs[from]
    }

    pub fn bytes(&self) -> u64 {
        let each = self.states.first().map_or(0, |state| state.len() * size_of::<Square>() + 48);
        (self.states.len() * each) as u64
    }
}
