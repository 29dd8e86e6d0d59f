//! Ways for a player who points instead of stepping: the shortest walk to a square (click), and
//! where a box can be pushed while the others stay (drag), with the steps that do it.

use std::collections::VecDeque;

use ingenio_core::Dir;

use super::{Position, Step};
use crate::level::Level;

/// The squares the player reaches without a push.
pub fn reachable(level: &Level, position: &Position) -> Vec<bool> {
    distances(level, position).into_iter().map(|distance| distance != usize::MAX).collect()
}

/// Steps to every square without a push; `usize::MAX` where there is no way.
fn distances(level: &Level, position: &Position) -> Vec<usize> {
    let mut distance = vec![usize::MAX; level.size().cells()];
    let mut blocked = vec![false; level.size().cells()];
    position.boxes.iter().for_each(|at| blocked[*at] = true);
    distance[position.player] = 0;
    let mut open = VecDeque::from([position.player]);
    while let Some(at) = open.pop_front() {
        for next in Dir::ALL.into_iter().filter_map(|dir| level.step(at, dir)) {
            if !blocked[next] && distance[next] == usize::MAX {
                distance[next] = distance[at] + 1;
                open.push_back(next);
            }
        }
    }
    distance
}

/// The shortest walk to a square without a push.
pub fn walk(level: &Level, position: &Position, to: usize) -> Option<Vec<Step>> {
    let distance = distances(level, position);
    if to >= distance.len() || distance[to] == usize::MAX {
        return None;
    }
    let mut steps = Vec::with_capacity(distance[to]);
    let mut at = to;
    while at != position.player {
        let nearer =
            |dir: &Dir| level.step(at, dir.opposite()).is_some_and(|from| distance[from] == distance[at] - 1);
        let dir = Dir::ALL.into_iter().find(nearer)?;
        steps.push(Step { dir, push: false });
        at = level.step(at, dir.opposite())?;
    }
    steps.reverse();
    Some(steps)
}

/// The squares to which one box can be pushed while the others stay, nearest first by pushes.
pub fn places(level: &Level, position: &Position, which: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut push = OneBox::new(level, position, which);
    while let Some(state) = push.next() {
        if !found.contains(&state.at) && state.at != position.boxes[which] {
            found.push(state.at);
        }
    }
    found
}

/// The steps that push one box to a square with the fewest pushes while the others stay.
pub fn push_to(level: &Level, position: &Position, which: usize, to: usize) -> Option<Vec<Step>> {
    let mut push = OneBox::new(level, position, which);
    while let Some(state) = push.next() {
        if state.at == to {
            return push.steps(state);
        }
    }
    None
}

/// A box and the direction from which it came there: the player stands behind it.
#[derive(Clone, Copy, PartialEq)]
struct Pushed {
    at: usize,
    player: usize,
    pushes: usize,
    parent: Option<usize>,
    dir: Option<Dir>,
}

/// Breadth-first search over pushes of one box; states are told apart by box square and the side
/// the player stands on.
struct OneBox<'a> {
    level: &'a Level,
    position: Position,
    which: usize,
    seen: Vec<bool>,
    states: Vec<Pushed>,
    next: usize,
}

impl<'a> OneBox<'a> {
    fn new(level: &'a Level, position: &Position, which: usize) -> Self {
        let at = position.boxes[which];
        let first = Pushed { at, player: position.player, pushes: 0, parent: None, dir: None };
        let seen = vec![false; level.size().cells() * 4];
        OneBox { level, position: position.clone(), which, seen, states: vec![first], next: 0 }
    }

    fn next(&mut self) -> Option<Pushed> {
        let index = self.next;
        let state = *self.states.get(index)?;
        self.next += 1;
        self.position.boxes[self.which] = state.at;
        self.position.player = state.player;
        let reach = reachable(self.level, &self.position);
        for dir in Dir::ALL {
            let (Some(to), Some(behind)) =
                (self.level.step(state.at, dir), self.level.step(state.at, dir.opposite()))
            else {
                continue;
            };
            let slot = to * 4 + dir as usize;
            if reach[behind] && self.position.box_at(to).is_none() && !self.seen[slot] {
                self.seen[slot] = true;
                let pushes = state.pushes + 1;
                let pushed = Pushed { at: to, player: state.at, pushes, parent: Some(index), dir: Some(dir) };
                self.states.push(pushed);
            }
        }
        Some(state)
    }

    fn steps(&mut self, last: Pushed) -> Option<Vec<Step>> {
        let mut chain = vec![last];
        while let Some(parent) = chain.last().and_then(|state| state.parent) {
            chain.push(self.states[parent]);
        }
        chain.reverse();
        let mut steps = Vec::new();
        for pair in chain.windows(2) {
            let dir = pair[1].dir?;
            self.position.boxes[self.which] = pair[0].at;
            self.position.player = pair[0].player;
            let behind = self.level.step(pair[0].at, dir.opposite())?;
            steps.extend(walk(self.level, &self.position, behind)?);
            steps.push(Step { dir, push: true });
        }
        Some(steps)
    }
}
