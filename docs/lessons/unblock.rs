//! The lesson's solver for Unblock: breadth-first search over positions, one slide a step, so the first way
//! out has the fewest slides. Alone: `rustc -O unblock.rs && ./unblock < board.txt`, where a board is one
//! line: its cells row by row, a letter for a piece, `o` for a free cell; piece A leaves on the right.

use std::collections::{HashMap, VecDeque};
pub fn main() {
    let text = std::io::read_to_string(std::io::stdin()).expect("a board as text");
    println!("{}", solve(&text).unwrap_or_else(|| "unsolvable".into()));
}

/// Slides such as `A+2 B-1`: a piece, and cells to the right or down (+), to the left or up (-).
pub fn solve(text: &str) -> Option<String> {
    let board = Board::read(text)?;
    // Where a position came from, and by which slide; the start came from nowhere.
    let mut seen: HashMap<Vec<usize>, Option<(Vec<usize>, Slide)>> = HashMap::new();
    let mut queue = VecDeque::from([board.start.clone()]);
    seen.insert(board.start.clone(), None);
    while let Some(places) = queue.pop_front() {
        if board.is_out(&places) {
            return Some(way_to(&places, &seen));
        }
        for slide in board.slides(&places) {
            let mut next = places.clone();
            next[slide.piece] = next[slide.piece].checked_add_signed(slide.cells)?;
            if !seen.contains_key(&next) {
                seen.insert(next.clone(), Some((places.clone(), slide)));
                queue.push_back(next);
            }
        }
    }
    None
}

fn way_to(end: &[usize], seen: &HashMap<Vec<usize>, Option<(Vec<usize>, Slide)>>) -> String {
    let mut slides = Vec::new();
    let mut at = end;
    while let Some(Some((before, slide))) = seen.get(at) {
        slides.push(format!("{}{:+}", slide.name, slide.cells));
        at = before;
    }
    slides.reverse();
    slides.join(" ")
}

#[derive(Clone, Copy)]
struct Slide {
    piece: usize,
    name: char,
    cells: isize,
}

struct Piece {
    name: char,
    across: bool,
    /// Its row if it lies across, its column otherwise: that never changes.
    line: usize,
    length: usize,
}

struct Board {
    size: usize,
    pieces: Vec<Piece>,
    /// Where each piece begins on its line: all that a position is.
    start: Vec<usize>,
}

impl Board {
    fn read(text: &str) -> Option<Self> {
        let cells: Vec<char> = text.split_whitespace().next()?.chars().collect();
        let size = (1..=cells.len()).find(|side| side * side == cells.len())?;
        let mut names: Vec<char> = cells.iter().copied().filter(char::is_ascii_uppercase).collect();
        names.sort_unstable();
        names.dedup();
        let (mut pieces, mut start) = (Vec::new(), Vec::new());
        for name in names {
            let of: Vec<usize> = (0..cells.len()).filter(|cell| cells[*cell] == name).collect();
            let across = of.len() > 1 && of[1] == of[0] + 1;
            let (row, column) = (of[0] / size, of[0] % size);
            pieces.push(Piece { name, across, line: if across { row } else { column }, length: of.len() });
            start.push(if across { column } else { row });
        }
        Some(Board { size, pieces, start })
    }

    /// The cells of a piece that begins there.
    fn cells(&self, piece: usize, place: usize) -> impl Iterator<Item = usize> {
        let (size, Piece { across, line, length, .. }) = (self.size, &self.pieces[piece]);
        let (across, line) = (*across, *line);
        (place..place + length)
            .map(move |along| if across { line * size + along } else { along * size + line })
    }

    /// Piece A, the first by name, touches the right edge.
    fn is_out(&self, places: &[usize]) -> bool {
        places[0] + self.pieces[0].length == self.size
    }

    fn slides(&self, places: &[usize]) -> Vec<Slide> {
        let mut taken = vec![false; self.size * self.size];
        for (piece, place) in places.iter().enumerate() {
            self.cells(piece, *place).for_each(|cell| taken[cell] = true);
        }
        let mut slides = Vec::new();
        for (piece, Piece { name, length, .. }) in self.pieces.iter().enumerate() {
            // One cell after the other, until something is in the way.
            let free =
                |place: usize, end: usize| self.cells(piece, place).nth(end).is_some_and(|cell| !taken[cell]);
            let down = (0..places[piece]).rev().take_while(|place| free(*place, 0)).count();
            let up =
                (places[piece] + 1..=self.size - length).take_while(|place| free(*place, length - 1)).count();
            let steps = (1..=down as isize).map(|cells| -cells).chain(1..=up as isize);
            slides.extend(steps.map(|cells| Slide { piece, name: *name, cells }));
        }
        slides
    }
}
