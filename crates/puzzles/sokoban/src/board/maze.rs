//! The fixed part of a level in dense numbers. Square `count` stands for every wall: it is always
//! occupied and its neighbours are itself, so that inner loops need no test for the edge.

use std::collections::VecDeque;

use ingenio_core::{Alarm, Cell, Dir, Size, Task};

use super::Square;
use crate::level::Level;
use crate::play::Position;

#[derive(Clone, Debug)]
pub struct Maze {
    /// How many squares are inside; also the number that means "wall".
    pub count: usize,
    /// The neighbours of each square.
    pub step: Vec<[Square; 4]>,
    pub is_goal: Vec<bool>,
    pub goals: Vec<Square>,
    /// The boxes at the start, in order.
    pub boxes: Vec<Square>,
    pub player: Square,
    /// Rings when whoever works on this maze must break off; on a huge board one step may take seconds.
    pub alarm: Alarm,
    size: Size,
    /// From dense numbers to the level's own and back.
    outer: Vec<usize>,
    inner: Vec<Square>,
}

impl Maze {
    pub fn new(level: &Level) -> Self {
        let cells = level.size().cells();
        let outer: Vec<usize> = (0..cells).filter(|at| level.is_inside(*at)).collect();
        let count = outer.len();
        let wall = count as Square;
        let mut inner = vec![wall; cells];
        for (square, at) in outer.iter().enumerate() {
            inner[*at] = square as Square;
        }
        let neighbour = |at: usize, dir| level.step(at, dir).map_or(wall, |next| inner[next]);
        let mut step: Vec<[Square; 4]> =
            outer.iter().map(|at| Dir::ALL.map(|dir| neighbour(*at, dir))).collect();
        step.push([wall; 4]);
        let mut is_goal: Vec<bool> = outer.iter().map(|at| level.is_goal(*at)).collect();
        is_goal.push(false);
        let goals = (0..wall).filter(|square| is_goal[usize::from(*square)]).collect();
        let boxes = level.boxes().into_iter().map(|at| inner[at]).collect();
        let player = inner[level.player()];
        Maze {
            count,
            step,
            is_goal,
            goals,
            boxes,
            player,
            alarm: Alarm::default(),
            size: level.size(),
            outer,
            inner,
        }
    }

    /// The maze of a run: what is made for it hears the alarm.
    pub fn of_run(level: &Level, task: &Task) -> Self {
        Maze { alarm: task.alarm.clone(), ..Maze::new(level) }
    }

    /// The same maze with the boxes and the player of a position; the boxes in order.
    pub fn at(level: &Level, position: &Position) -> Self {
        let mut maze = Maze::new(level);
        maze.boxes = position.boxes.iter().map(|at| maze.inner[*at]).collect();
        maze.boxes.sort_unstable();
        maze.player = maze.inner[position.player];
        maze
    }

    /// The boxes in order, then the player.
    pub fn state(&self) -> Vec<Square> {
        let mut state = self.boxes.clone();
        state.push(self.player);
        state
    }

    pub fn next(&self, square: Square, dir: usize) -> Square {
        self.step[usize::from(square)][dir]
    }

    pub fn is_wall(&self, square: Square) -> bool {
        usize::from(square) == self.count
    }

    /// The square as a reader counts.
    pub fn cell(&self, square: Square) -> Cell {
        self.size.cell(self.outer(square))
    }

    /// The square as the level numbers it.
    pub fn outer(&self, square: Square) -> usize {
        self.outer[usize::from(square)]
    }

    pub fn inner(&self, at: usize) -> Square {
        self.inner[at]
    }

    pub fn squares(&self) -> std::ops::Range<Square> {
        0..self.count as Square
    }

    /// A board without boxes: only the wall is occupied.
    pub fn empty(&self) -> Vec<bool> {
        let mut occupied = vec![false; self.count + 1];
        occupied[self.count] = true;
        occupied
    }

    pub fn solved(&self, boxes: &[Square]) -> bool {
        boxes.iter().all(|square| self.is_goal[usize::from(*square)])
    }

    /// Makes a square a wall, keeping the numbers of all others.
    pub fn wall_up(&mut self, square: Square) {
        let wall = self.count as Square;
        for dir in super::DIRS {
            let next = self.next(square, dir);
            if !self.is_wall(next) {
                self.step[usize::from(next)][super::opposite(dir)] = wall;
            }
        }
        self.step[usize::from(square)] = [wall; 4];
    }

    /// Squares from which no goal can be reached by pushes of one box alone on the board, whatever
    /// side the player stands on: a flood of pulls from the goals. A box there is lost for certain,
    /// because the other boxes only take ways away.
    pub fn dead_squares(&self) -> Vec<bool> {
        let mut dead = vec![true; self.count + 1];
        let mut open: Vec<Square> = self.goals.clone();
        super::put(&mut dead, &open, false);
        while let Some(square) = open.pop() {
            for dir in super::DIRS {
                let from = self.next(square, dir);
                if !self.is_wall(from) && !self.is_wall(self.next(from, dir)) && dead[usize::from(from)] {
                    dead[usize::from(from)] = false;
                    open.push(from);
                }
            }
        }
        dead
    }

    /// Pushes that bring one box alone from each square to the nearest of some goals, whatever side the
    /// player stands on; [`u16::MAX`] where no way leads.
    pub fn pushes_to(&self, goals: &[Square]) -> Vec<u16> {
        let mut far = vec![u16::MAX; self.count + 1];
        let mut open: VecDeque<Square> = goals.iter().copied().collect();
        for goal in goals {
            far[usize::from(*goal)] = 0;
        }
        while let Some(square) = open.pop_front() {
            for dir in super::DIRS {
                let from = self.next(square, dir);
                let free = !self.is_wall(from) && !self.is_wall(self.next(from, dir));
                if free && far[usize::from(from)] == u16::MAX {
                    far[usize::from(from)] = far[usize::from(square)] + 1;
                    open.push_back(from);
                }
            }
        }
        far
    }
}
