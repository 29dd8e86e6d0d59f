//! What a text that is no board could have meant: the commonest slips are a missing target, a piece of one cell,
//! two pieces with one letter, a piece with a gap or a corner, and a strange character.

use ingenio_core::{Dir, Fault, Message, Size, Slip};

use crate::level::LETTERS;
use crate::words;

pub fn slips(text: &str, fault: &Fault) -> Vec<Slip> {
    let Some(drawn) = Drawn::of(text) else { return Vec::new() };
    let at = drawn.at(fault);
    match fault.kind() {
        kind if kind == words::NO_TARGET.id => drawn.targets(),
        kind if kind == words::SHORT.id => at.map_or_else(Vec::new, |at| drawn.longer(at)),
        kind if kind == words::GAP.id => at.map_or_else(Vec::new, |at| drawn.whole(at)),
        kind if kind == words::BENT.id => at.map_or_else(Vec::new, |at| vec![drawn.emptied(at)]),
        kind if kind == words::APART.id => at.and_then(|at| drawn.renamed(at)).into_iter().collect(),
        kind if kind == words::BAD_CELL.id => at.map_or_else(Vec::new, |at| vec![drawn.emptied(at)]),
        _ => Vec::new(),
    }
}

/// The cells of a board that is written as letters, with their places in the text.
#[derive(Clone)]
struct Drawn {
    size: Size,
    letters: Vec<char>,
    places: Vec<(usize, usize)>,
}

impl Drawn {
    fn of(text: &str) -> Option<Self> {
        let (mut letters, mut places, mut rows) = (Vec::new(), Vec::new(), 0);
        let mut announced = None;
        for (number, line) in text.lines().enumerate() {
            let (head, cells) = line.split_once(':').unwrap_or(("", line));
            if let Some((width, height)) = head.trim().split_once(['x', 'X']) {
                announced = Some(Size::new(width.trim().parse().ok()?, height.trim().parse().ok()?));
            } else if !head.is_empty() || line.trim_start().starts_with(['#', ';']) {
                continue;
            }
            let before = line.chars().count() - cells.chars().count();
            let found = cells.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace());
            let known = letters.len();
            for (column, letter) in found {
                letters.push(letter);
                places.push((number + 1, before + column + 1));
            }
            rows += usize::from(letters.len() > known);
        }
        let side = if rows == 1 { letters.len().isqrt() } else { rows };
        let size = announced.unwrap_or(Size::new(letters.len() / side.max(1), side));
        (!letters.is_empty() && size.cells() == letters.len()).then_some(Drawn { size, letters, places })
    }

    fn at(&self, fault: &Fault) -> Option<usize> {
        let place = (fault.line? as usize, fault.column? as usize);
        self.places.iter().position(|known| *known == place)
    }

    fn said(&self, at: usize) -> Message {
        self.size.cell(at).said()
    }

    fn slip(&self, what: Message, change: impl FnOnce(&mut [char])) -> Slip {
        let mut letters = self.letters.clone();
        change(&mut letters);
        let rows: Vec<String> = letters.chunks(self.size.width).map(|row| row.iter().collect()).collect();
        Slip { what, text: format!("{}:\n{}\n", self.size, rows.join("\n")), size: 1 }
    }

    fn is_empty(&self, at: usize) -> bool {
        matches!(self.letters[at], 'o' | '.')
    }

    /// Every piece that lies along a row could be the target.
    fn targets(&self) -> Vec<Slip> {
        let lies = |letter: &char| {
            let cells: Vec<usize> =
                (0..self.letters.len()).filter(|at| self.letters[*at] == *letter).collect();
            cells.len() > 1 && cells.iter().all(|at| self.size.row(*at) == self.size.row(cells[0]))
        };
        let letters = LETTERS.iter().map(|letter| char::from(*letter)).filter(lies);
        let called = |piece: char| {
            self.slip(words::SLIP_TARGET.with("piece", piece), |letters| {
                for letter in letters.iter_mut().filter(|letter| **letter == piece) {
                    *letter = 'A';
                }
            })
        };
        letters.map(called).collect()
    }

    fn emptied(&self, at: usize) -> Slip {
        self.slip(words::SLIP_EMPTY.with("cell", self.said(at)), |letters| letters[at] = 'o')
    }

    /// A piece of one cell gets a second one, or goes.
    fn longer(&self, at: usize) -> Vec<Slip> {
        let free =
            Dir::ALL.into_iter().filter_map(|dir| self.size.step(at, dir)).filter(|to| self.is_empty(*to));
        let longer = free.map(|to| {
            let what = words::SLIP_LONGER.with("piece", self.letters[at]).with("cell", self.said(to));
            self.slip(what, |letters| letters[to] = self.letters[at])
        });
        longer.chain([self.emptied(at)]).collect()
    }

    /// The gap that begins at a cell is filled by the piece on both of its sides, or these are two pieces.
    fn whole(&self, at: usize) -> Vec<Slip> {
        let mut slips = Vec::new();
        for (back, ahead) in [(Dir::Left, Dir::Right), (Dir::Up, Dir::Down)] {
            let Some(before) = self.size.step(at, back).filter(|to| !self.is_empty(*to)) else { continue };
            let mut gap = vec![at];
            while let Some(to) = self.size.step(gap[gap.len() - 1], ahead) {
                gap.push(to);
                if !self.is_empty(to) {
                    break;
                }
            }
            let Some(far) = gap.pop().filter(|to| self.letters[*to] == self.letters[before]) else {
                continue;
            };
            if let [only] = gap[..] {
                let what =
                    words::SLIP_LONGER.with("piece", self.letters[before]).with("cell", self.said(only));
                slips.push(self.slip(what, |letters| letters[only] = self.letters[before]));
            }
            slips.extend(self.renamed(far));
        }
        slips
    }

    /// The second piece of that letter gets a letter of its own.
    fn renamed(&self, at: usize) -> Option<Slip> {
        let old = self.letters[at];
        let fresh =
            LETTERS.iter().map(|letter| char::from(*letter)).find(|new| !self.letters.contains(new))?;
        let mut second = vec![at];
        let mut next = 0;
        while next < second.len() {
            let near = Dir::ALL.into_iter().filter_map(|dir| self.size.step(second[next], dir));
            let new: Vec<usize> =
                near.filter(|to| self.letters[*to] == old && !second.contains(to)).collect();
            second.extend(new);
            next += 1;
        }
        let what = words::SLIP_RENAME.with("piece", old).with("cell", self.said(at)).with("new", fresh);
        let rename = |letters: &mut [char]| {
            for at in second {
                letters[at] = fresh;
            }
        };
        Some(self.slip(what, rename))
    }
}
