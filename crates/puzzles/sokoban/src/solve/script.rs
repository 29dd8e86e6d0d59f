//! From pushes to the text of a solution: replays pushes on the board and fills in the shortest
//! walks between them.

use std::ops::Range;

use ingenio_core::Dir;

use crate::board::maze::Maze;
use crate::board::reach::Walk;
use crate::board::{Square, opposite, put, shift};

/// One push: the square of the box before it, and the direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    pub from: Square,
    pub dir: usize,
}

/// The steps (`LURD`) that make these pushes from the start; nothing if one cannot be made.
pub fn to_text(maze: &Maze, pushes: &[Push]) -> Option<String> {
    let mut occupied = maze.empty();
    put(&mut occupied, &maze.boxes, true);
    let mut player = maze.player;
    let mut walk = Walk::new(maze);
    let mut text = String::new();
    let mut dirs = Vec::new();
    for push in pushes {
        let behind = maze.next(push.from, opposite(push.dir));
        let to = maze.next(push.from, push.dir);
        walk.flood(maze, &occupied, player);
        if !occupied[usize::from(push.from)] || occupied[usize::from(to)] || walk.to(behind) == Walk::FAR {
            return None;
        }
        dirs.clear();
        walk.path(maze, behind, &mut dirs);
        text.extend(dirs.iter().map(|dir| Dir::ALL[*dir].letter().to_ascii_lowercase()));
        text.push(Dir::ALL[push.dir].letter());
        shift(&mut occupied, push.from, to);
        player = push.from;
    }
    Some(text)
}

/// Where in a list of pushes each box begins and ends to move at one go.
pub fn goes(maze: &Maze, pushes: &[Push]) -> Vec<Range<usize>> {
    let mut goes: Vec<Range<usize>> = Vec::new();
    for (at, push) in pushes.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| pushes[before]);
        let goes_on = before.is_some_and(|before| maze.next(before.from, before.dir) == push.from);
        match goes.last_mut().filter(|_| goes_on) {
            Some(last) => last.end = at + 1,
            None => goes.push(at..at + 1),
        }
    }
    goes
}

/// The unit push between two positions that differ by it (boxes in order, then the player).
pub fn difference(maze: &Maze, before: &[Square], after: &[Square]) -> Option<Push> {
    let (from, to) = moved_box(before, after)?;
    let dir = (0..4).find(|dir| maze.next(from, *dir) == to)?;
    Some(Push { from, dir })
}

/// The one box that stands elsewhere: before and after.
pub fn moved_box(before: &[Square], after: &[Square]) -> Option<(Square, Square)> {
    let boxes = before.len() - 1;
    let from = before[..boxes].iter().find(|square| after[..boxes].binary_search(square).is_err())?;
    let to = after[..boxes].iter().find(|square| before[..boxes].binary_search(square).is_err())?;
    Some((*from, *to))
}
