//! What the level doctor asks of a puzzle: of which parts a level is made, what it is without some
//! of them, which small changes could mend it, where two solutions differ, and what a text that is
//! no level could have meant. The doctor itself tries them out and proves what it says.

use crate::fault::Fault;
use crate::grid::Cell;
use crate::options::Options;
use crate::rooms::{Doctor, Texts};
use crate::source::Source;
use crate::words::{Message, table};

/// A part that could be left out: a piece, a box with its goal, an inner wall, a colour, a clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// As in a sentence: `piece C`, `the wall at row 3, column 4`.
    pub name: Message,
    /// Where it lies, to be marked on the board.
    pub cells: Vec<Cell>,
    /// Can the level only become easier without it? Only such parts can be to blame: a level that
    /// lacks something is not made solvable by leaving out more.
    pub hinders: bool,
}

/// A level that asks for less than another one, for those who look for who is to blame.
#[derive(Clone, Debug)]
pub struct Easier<L> {
    /// The level that asks for less.
    pub level: L,
    /// What is wrong where this one can be solved and the other cannot.
    pub otherwise: Message,
}

/// A small change of a level.
#[derive(Clone, Debug)]
pub struct Mend<L> {
    /// What to do: `move piece C one cell down`.
    pub what: Message,
    /// The level after the change.
    pub level: L,
    /// How much of the level changes; smaller ones are tried first.
    pub size: u32,
}

impl<L> Mend<L> {
    /// The same with another level: how types are erased.
    pub fn map<M>(self, change: impl FnOnce(L) -> M) -> Mend<M> {
        Mend { what: self.what, level: change(self.level), size: self.size }
    }
}

/// Small changes of a level one after the other, the smallest first. Each holds a whole level, so that they are
/// made as they are asked for: whoever looks for one that helps keeps one of them.
pub type Mends<'a, L> = Box<dyn Iterator<Item = Mend<L>> + 'a>;

/// A small change of a text that is no level.
#[derive(Clone, Debug)]
pub struct Slip {
    /// What to do: `leave out the player at row 3, column 4`.
    pub what: Message,
    /// The text with the change.
    pub text: String,
    /// How much of the text changes; smaller ones are tried first.
    pub size: u32,
}

/// Two changes, one after the other.
pub fn both(first: &Message, second: &Message) -> Message {
    table::BOTH.with("first", first).with("second", second)
}

/// A second slip is looked for where one change is not enough, and no third.
const MOST_SLIPS: u32 = 2;
/// Levels that one broken text is taken for, at most.
const MOST_READINGS: usize = 200;

/// What the text around a fault could have meant: levels that it becomes by one small change or two,
/// the smallest first.
pub fn rescued<P: Texts + Doctor>(source: &Source, fault: &Fault, settings: &Options) -> Vec<Mend<P::Level>> {
    let mut mends = Vec::new();
    let text = paragraph(source, fault.line.map_or(1, |line| line as usize));
    rescue::<P>(&text, settings, MOST_SLIPS, &mut mends);
    mends.sort_by_key(|mend| mend.size);
    mends
}

/// The lines around a line, up to empty ones.
fn paragraph(source: &Source, line: usize) -> String {
    let lines: Vec<&str> = source.text().lines().collect();
    let at = line.saturating_sub(1).min(lines.len());
    let is_empty = |line: &&str| line.trim().is_empty();
    let from = lines[..at].iter().rposition(is_empty).map_or(0, |empty| empty + 1);
    let until = lines[at..].iter().position(is_empty).map_or(lines.len(), |empty| at + empty);
    lines[from..until].join("\n")
}

fn rescue<P: Texts + Doctor>(text: &str, settings: &Options, depth: u32, mends: &mut Vec<Mend<P::Level>>) {
    let readings = P::read(&Source::new(text), settings);
    let [Err(fault)] = &readings[..] else { return };
    for slip in P::slips(text, fault) {
        if mends.len() >= MOST_READINGS {
            return;
        }
        let mut after = P::read(&Source::new(&slip.text), settings);
        match after.pop() {
            Some(Ok(entry)) if after.is_empty() => {
                mends.push(Mend { what: slip.what, level: entry.level, size: slip.size });
            }
            Some(Err(_)) if after.is_empty() && depth > 1 => {
                let known = mends.len();
                rescue::<P>(&slip.text, settings, depth - 1, mends);
                for mend in &mut mends[known..] {
                    mend.what = both(&slip.what, &mend.what);
                    mend.size += slip.size;
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_ends_at_empty_lines() {
        let source = Source::new("a\n\nb\nc\n\nd\n");
        assert_eq!([1, 3, 4, 6].map(|line| paragraph(&source, line)), ["a", "b\nc", "b\nc", "d"]);
        assert_eq!(paragraph(&Source::new(""), 1), "");
        assert_eq!(paragraph(&source, 99), "d");
    }
}
