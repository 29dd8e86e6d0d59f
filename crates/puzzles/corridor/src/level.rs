//! A level and its text: `>..#.o` is a walker, floor, a wall and the goal; `*` is a walker on the goal.

use ingenio_core::rooms::Texts;
use ingenio_core::{Dir, Entry, Fault, Likeness, Message, Options, Reading, Source};

use crate::{Corridor, words};

/// The most cells: nobody plays longer ones, and a text is refused before much is kept of it.
pub const MOST_CELLS: usize = 60_000;

#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Cell by cell.
    pub walls: Vec<bool>,
    pub start: usize,
    pub goal: usize,
}

impl Level {
    /// The cell that a step leads to; nothing where there is a wall or no cell.
    pub fn beyond(&self, at: usize, dir: Dir) -> Option<usize> {
        let next = match dir {
            Dir::Left => at.checked_sub(1)?,
            Dir::Right => at + 1,
            Dir::Up | Dir::Down => return None,
        };
        (self.walls.get(next) == Some(&false)).then_some(next)
    }
}

impl Texts for Corridor {
    fn recognise(source: &Source) -> Likeness {
        let is_ours = |letter: char| ">o*#.".contains(letter) || letter.is_whitespace();
        let has_walker = source.text().contains(['>', '*']);
        if has_walker && source.text().chars().all(is_ours) { Likeness::Maybe } else { Likeness::No }
    }

    fn read(source: &Source, _: &Options) -> Vec<Reading<Level>> {
        let lines = source.lines().filter(|(_, line)| !line.trim().is_empty());
        lines.map(|(number, line)| read_line(number, line.trim_end())).collect()
    }

    fn write(level: &Level, _: &str) -> Result<String, Message> {
        let letter = |cell| match cell {
            _ if cell == level.start && cell == level.goal => '*',
            _ if cell == level.start => '>',
            _ if cell == level.goal => 'o',
            _ if level.walls[cell] => '#',
            _ => '.',
        };
        Ok((0..level.walls.len()).map(letter).collect())
    }
}

/// Columns count from 1, spaces before the level too.
fn read_line(number: usize, text: &str) -> Reading<Level> {
    let line = text.trim_start();
    let indent = text.chars().count() - line.chars().count();
    if line.len() > MOST_CELLS {
        return Err(Fault::on_line(number, words::TOO_LONG.with("most", MOST_CELLS)));
    }
    if let Some((at, letter)) = line.chars().enumerate().find(|(_, letter)| !">o*#.".contains(*letter)) {
        return Err(Fault::at(number, indent + at + 1, words::NOT_A_CELL.with("letter", letter)));
    }
    let only = |letters: [char; 2]| {
        let mut found = line.match_indices(letters).map(|(at, _)| at);
        found.next().filter(|_| found.next().is_none())
    };
    let (Some(start), Some(goal)) = (only(['>', '*']), only(['o', '*'])) else {
        return Err(Fault::on_line(number, words::ONE_OF_EACH.say()));
    };
    let walls = line.chars().map(|letter| letter == '#').collect();
    Ok(Entry { level: Level { walls, start, goal }, title: None, author: None, solution: None, line: number })
}
