//! Packing layers: in which order the goals should be filled.
//!
//! Seen from the end: with all goals full, the boxes that can be pulled away to a start square while
//! the others stay form the last layer; without them the next ones come off, and so on. What never
//! comes off by itself is the first layer. This is advice only: nothing is pruned by it.

use std::collections::VecDeque;

use crate::board::maze::Maze;
use crate::board::reach::Reach;
use crate::board::{DIRS, Square, opposite, put};

#[derive(Debug)]
pub struct Packing {
    /// Goals in layers, the layer to be filled first at the front.
    layers: Vec<Vec<Square>>,
}

impl Packing {
    pub fn new(maze: &Maze) -> Self {
        let mut occupied = maze.empty();
        put(&mut occupied, &maze.goals, true);
        let mut left = maze.goals.clone();
        let mut layers = Vec::new();
        while !left.is_empty() {
            let mut layer: Vec<Square> =
                left.iter().copied().filter(|goal| comes_off(maze, &mut occupied, *goal)).collect();
            if layer.is_empty() {
                layer.clone_from(&left);
            }
            put(&mut occupied, &layer, false);
            left.retain(|goal| !layer.contains(goal));
            layers.push(layer);
        }
        layers.reverse();
        Packing { layers }
    }

    /// The goals in layers, the layer to be filled first at the front.
    pub fn layers(&self) -> &[Vec<Square>] {
        &self.layers
    }

    /// Boxes that stand right: all of the full layers, and those of the first layer that is not.
    pub fn packed(&self, occupied: &[bool]) -> u16 {
        let mut packed = 0;
        for layer in &self.layers {
            let filled = layer.iter().filter(|goal| occupied[usize::from(**goal)]).count();
            packed += filled as u16;
            if filled < layer.len() {
                break;
            }
        }
        packed
    }
}

/// Can the box on a goal be pulled to a start square while the others stay?
fn comes_off(maze: &Maze, occupied: &mut [bool], goal: Square) -> bool {
    let mut reach = Reach::new(maze);
    let mut tried = vec![0u8; maze.count + 1];
    let mut open = VecDeque::new();
    for dir in DIRS.into_iter().filter(|dir| !occupied[usize::from(maze.next(goal, *dir))]) {
        open.push_back((goal, maze.next(goal, dir)));
    }
    occupied[usize::from(goal)] = false;
    let mut off = false;
    while let Some((square, player)) = open.pop_front().filter(|_| !maze.alarm.rings()) {
        off = maze.boxes.contains(&square) && square != goal;
        if off {
            break;
        }
        occupied[usize::from(square)] = true;
        reach.flood(maze, occupied, player);
        occupied[usize::from(square)] = false;
        for dir in DIRS {
            let to = maze.next(square, dir);
            let beyond = maze.next(to, dir);
            let bit = 1 << opposite(dir);
            let free = !maze.is_wall(to) && reach.contains(to) && !occupied[usize::from(beyond)];
            if free && tried[usize::from(to)] & bit == 0 {
                tried[usize::from(to)] |= bit;
                open.push_back((to, beyond));
            }
        }
    }
    occupied[usize::from(goal)] = true;
    off
}
