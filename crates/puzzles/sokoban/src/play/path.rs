//! Ways for a player who points instead of stepping: the shortest walk to a square (click), and
//! where a box can be pushed while the others stay (drag), with the steps that do it. In a play
//! backwards, where it can be pulled.

use std::collections::VecDeque;

use ingenio_core::Dir;

use super::{Position, Step, Way};
use crate::level::Level;

/// The squares the player reaches without a push.
pub fn reachable(level: &Level, position: &Position) -> Vec<bool> {
    distances(level, position).into_iter().map(|distance| distance != usize::MAX).collect()
}

/// Steps to every square without a push; `usize::MAX` where there is no way.
fn distances(level: &Level, position: &Position) -> Vec<usize> {
    let mut distance = vec![usize::MAX; level.size().cells()];
    let mut blocked = vec![false; level.size().cells()];
    if position.way != Way::Choosing {
        position.boxes.iter().for_each(|at| blocked[*at] = true);
    }
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

/// A box and the direction from which it came there: the player stands behind it, or before it where
/// it is pulled.
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
    way: Way,
    seen: Vec<bool>,
    states: Vec<Pushed>,
    next: usize,
}

impl<'a> OneBox<'a> {
    fn new(level: &'a Level, position: &Position, which: usize) -> Self {
        let at = position.boxes[which];
        let first = Pushed { at, player: position.player, pushes: 0, parent: None, dir: None };
        let seen = vec![false; level.size().cells() * 4];
        OneBox {
            level,
            position: position.clone(),
            which,
            way: position.way,
            seen,
            states: vec![first],
            next: 0,
        }
    }

    fn next(&mut self) -> Option<Pushed> {
        let index = self.next;
        let state = *self.states.get(index)?;
        self.next += 1;
        self.stand(state);
        let reach = reachable(self.level, &self.position);
        for dir in Dir::ALL {
            let Some((to, from, player)) = self.shove(state.at, dir) else { continue };
            let slot = to * 4 + dir as usize;
            let free = |square: usize| square == state.at || self.position.box_at(square).is_none();
            if reach[from] && free(to) && free(player) && !self.seen[slot] {
                self.seen[slot] = true;
                let pushes = state.pushes + 1;
                self.states.push(Pushed { at: to, player, pushes, parent: Some(index), dir: Some(dir) });
            }
        }
        Some(state)
    }

    /// The box and the player as they are in a state. After a pull the player has found his place.
    fn stand(&mut self, state: Pushed) {
        self.position.boxes[self.which] = state.at;
        self.position.player = state.player;
        self.position.way = match (self.way, state.parent) {
            (Way::Choosing, Some(_)) => Way::Back,
            (way, _) => way,
        };
    }

    /// Where a box goes that is moved one way, from where the player moves it, and where he is then.
    fn shove(&self, at: usize, dir: Dir) -> Option<(usize, usize, usize)> {
        let to = self.level.step(at, dir)?;
        if self.way == Way::Forth {
            return Some((to, self.level.step(at, dir.opposite())?, at));
        }
        Some((to, to, self.level.step(to, dir)?))
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
            self.stand(pair[0]);
            let (_, from, _) = self.shove(pair[0].at, dir)?;
            steps.extend(walk(self.level, &self.position, from)?);
            steps.push(Step { dir, push: true });
        }
        Some(steps)
    }
}
