//! The lesson's solver for Sokoban: A* over pushes. Positions are the boxes and the region that the player
//! can walk in; the estimate is each box's pushes to its nearest goal, which never says too much, and nothing
//! that could improve is dropped: so it proves the fewest pushes, which the paper's searches do not. Alone:
//! `rustc -O sokoban.rs && ./sokoban < level.xsb`.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap, VecDeque};

pub fn main() {
    let text = std::io::read_to_string(std::io::stdin()).expect("a level as text");
    println!("{}", solve(&text).unwrap_or_else(|| "unsolvable".into()));
}

/// Small letters walk, capitals push.
pub fn solve(text: &str) -> Option<String> {
    let (level, boxes, player) = Level::read(text)?;
    let start = level.position(boxes, player);
    let mut queue = BinaryHeap::from([Reverse((level.estimate(&start)?, 0, start.clone()))]);
    let mut found: Found = HashMap::from([(start, (0, None))]);
    while let Some(Reverse((_, pushes, position))) = queue.pop() {
        if position.boxes.is_subset(&level.goals) {
            return Some(level.tell(player, position, &found));
        }
        if found[&position].0 < pushes {
            continue; // A shorter way was found while it waited.
        }
        for push in level.pushes(&position) {
            let next = level.after(&position, push);
            let Some(estimate) = level.estimate(&next) else { continue };
            if found.get(&next).is_none_or(|(known, _)| pushes + 1 < *known) {
                found.insert(next.clone(), (pushes + 1, Some((position.clone(), push))));
                queue.push(Reverse((pushes + 1 + estimate, pushes + 1, next)));
            }
        }
    }
    None
}

/// Pushes to each position on the best way known, and the last of them.
type Found = HashMap<Position, (usize, Option<(Position, Push)>)>;

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Position {
    boxes: BTreeSet<usize>,
    /// The first cell of the region that the player can walk in: where in it he stands does not matter.
    player: usize,
}

/// The box that is pushed, and where to, as a step between cells.
type Push = (usize, isize);

fn go(cell: usize, step: isize) -> usize {
    cell.wrapping_add_signed(step)
}

struct Level {
    floor: BTreeSet<usize>,
    goals: BTreeSet<usize>,
    /// Steps to the cells on the left, on the right, above and below, with their letters.
    steps: [(isize, char); 4],
    /// The fewest pushes from a cell to a goal with no other box about; none from a dead cell.
    nearest: HashMap<usize, usize>,
}

impl Level {
    fn read(text: &str) -> Option<(Self, BTreeSet<usize>, usize)> {
        let rows: Vec<&str> = text.lines().filter(|row| row.contains('#')).collect();
        let width = rows.iter().map(|row| row.len()).max()? + 1; // An empty column: no step wraps.
        let cells: String = rows.iter().map(|row| format!("{row:width$}")).collect();
        let of = |kinds: &str| -> BTreeSet<usize> {
            cells.match_indices(|cell| kinds.contains(cell)).map(|(at, _)| at).collect()
        };
        let steps = [(-1, 'l'), (1, 'r'), (-(width as isize), 'u'), (width as isize, 'd')];
        let mut level = Level { floor: of(" .$*@+"), goals: of(".*+"), steps, nearest: HashMap::new() };
        level.pull_from_goals();
        Some((level, of("$*"), of("@+").into_iter().next()?))
    }

    /// Pushes backwards from all goals at once: what they do not reach is dead.
    fn pull_from_goals(&mut self) {
        let mut queue: VecDeque<usize> = self.goals.iter().copied().collect();
        self.nearest = self.goals.iter().map(|goal| (*goal, 0)).collect();
        while let Some(cell) = queue.pop_front() {
            for (step, _) in self.steps {
                let from = go(cell, -step);
                let room = [from, go(from, -step)].iter().all(|cell| self.floor.contains(cell));
                if room && !self.nearest.contains_key(&from) {
                    self.nearest.insert(from, self.nearest[&cell] + 1);
                    queue.push_back(from);
                }
            }
        }
    }

    fn estimate(&self, position: &Position) -> Option<usize> {
        position.boxes.iter().map(|cell| self.nearest.get(cell)).sum()
    }

    fn position(&self, boxes: BTreeSet<usize>, player: usize) -> Position {
        let player = self.walks(&boxes, player).into_keys().min().unwrap_or(player);
        Position { boxes, player }
    }

    fn after(&self, position: &Position, (from, step): Push) -> Position {
        let mut boxes = position.boxes.clone();
        boxes.remove(&from);
        boxes.insert(go(from, step));
        self.position(boxes, from)
    }

    fn pushes(&self, position: &Position) -> Vec<Push> {
        let walks = self.walks(&position.boxes, position.player);
        let free = |cell: usize| self.floor.contains(&cell) && !position.boxes.contains(&cell);
        let all = position.boxes.iter().flat_map(|cell| self.steps.map(|(step, _)| (*cell, step)));
        all.filter(|(cell, step)| walks.contains_key(&go(*cell, -step)) && free(go(*cell, *step))).collect()
    }

    /// Every cell that can be walked to, with a shortest way.
    fn walks(&self, boxes: &BTreeSet<usize>, from: usize) -> HashMap<usize, String> {
        let mut walks = HashMap::from([(from, String::new())]);
        let mut queue = VecDeque::from([from]);
        while let Some(cell) = queue.pop_front() {
            for (step, letter) in self.steps {
                let next = go(cell, step);
                if self.floor.contains(&next) && !boxes.contains(&next) && !walks.contains_key(&next) {
                    walks.insert(next, format!("{}{letter}", walks[&cell]));
                    queue.push_back(next);
                }
            }
        }
        walks
    }

    fn tell(&self, mut player: usize, mut end: Position, found: &Found) -> String {
        let mut way = Vec::new();
        while let Some((before, push)) = &found[&end].1 {
            way.push((before, *push));
            end = before.clone();
        }
        let mut told = String::new();
        for (position, (cell, step)) in way.into_iter().rev() {
            told += &self.walks(&position.boxes, player)[&go(cell, -step)];
            let letter =
                self.steps.iter().find(|(known, _)| *known == step).map_or('?', |(_, letter)| *letter);
            told.push(letter.to_ascii_uppercase());
            player = cell;
        }
        told
    }
}
