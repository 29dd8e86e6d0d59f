//! What the level doctor asks of Flow: colours, holes and given pipes can be left out; end points
//! can be moved or exchanged, holes made and filled, colours dropped, and pipes cut into two colours.
//! Who is to blame is looked for where cells may stay empty: only there a colour less is never in the way.
//! What a text that is no board could have meant is in `doctor/slips.rs`.

mod slips;

pub use slips::slips;

use ingenio_core::{Cell, Easier, Fault, Mend, Mends, Message, Part, Side, Slip, Template, rooms};

use crate::Flow;
use crate::level::{Board, Level, Node, Rules, Shape};
use crate::solve::weave::{Event, Weave};
use crate::{referee, words};

impl rooms::Doctor for Flow {
    fn parts(level: &Level) -> Vec<Part> {
        parts(level)
    }

    fn without(level: &Level, parts: &[usize]) -> Option<Level> {
        without(level, parts)
    }

    fn mends(level: &Level) -> Mends<'_, Level> {
        mends(level)
    }

    fn easier(level: &Level) -> Option<Easier<Level>> {
        easier(level)
    }

    fn difference(level: &Level, one: &str, other: &str) -> Option<Part> {
        difference(level, one, other)
    }

    fn slips(text: &str, fault: &Fault) -> Vec<Slip> {
        slips(text, fault)
    }
}

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Colour(usize),
    /// A hole, by its place in the rectangle.
    Hole(usize),
    Wall(usize, Side),
    Bridge(usize),
    /// The pipe that the level gives for a colour.
    Given(usize),
}

fn kinds(level: &Level) -> Vec<Kind> {
    let colours = (0..level.colours()).map(Kind::Colour);
    let given = (0..level.colours()).filter(|colour| !level.drawn()[*colour].is_empty()).map(Kind::Given);
    let shape = level.board().shape();
    let walls = shape.walls.iter().map(|(index, side)| Kind::Wall(*index, *side));
    let bridges = shape.bridges.iter().map(|index| Kind::Bridge(*index));
    let holes = shape.holes.iter().map(|index| Kind::Hole(*index));
    colours.chain(given).chain(holes).chain(walls).chain(bridges).collect()
}

pub fn parts(level: &Level) -> Vec<Part> {
    let board = level.board();
    let built = |template: Template, index: usize| {
        let cell = board.size().cell(index);
        Part { name: template.with("cell", cell.said()), cells: vec![cell], hinders: true }
    };
    let part = |kind| match kind {
        Kind::Colour(colour) => Part {
            name: words::PART_COLOUR.with("colour", level.name(colour)),
            cells: level.ends()[colour].iter().map(|end| board.place(*end)).collect(),
            hinders: true,
        },
        Kind::Given(colour) => Part {
            name: words::PART_GIVEN.with("colour", level.name(colour)),
            cells: level.drawn()[colour].iter().map(|node| board.place(*node)).collect(),
            hinders: true,
        },
        Kind::Hole(index) => built(words::PART_HOLE, index),
        Kind::Bridge(index) => built(words::PART_BRIDGE, index),
        Kind::Wall(index, side) => {
            let part = built(words::PART_WALL, index);
            let other = board.shape().beyond(index, side).map(|to| board.size().cell(to));
            let there = other.map_or_else(|| Message::told(""), Cell::said);
            let cells = part.cells.into_iter().chain(other).collect();
            Part { name: part.name.with("to", there), cells, hinders: part.hinders }
        }
    };
    kinds(level).into_iter().map(part).collect()
}

/// A cell as people name it.
fn said(level: &Level, node: Node) -> Message {
    level.board().place(node).said()
}

/// The same board where cells may stay empty.
pub fn easier(level: &Level) -> Option<Easier<Level>> {
    let easier = || Easier { level: level.with_rules(Rules::Partial), otherwise: words::NOT_FILLED.say() };
    level.rules().fills().then(easier)
}

/// The first cell that two solutions give to different colours, or through which their pipes run otherwise.
pub fn difference(level: &Level, one: &str, other: &str) -> Option<Part> {
    let [one, other] = [one, other].map(|text| referee::read(level, text).ok());
    let (one, other) = (one?, other?);
    let owner = |pipes: &[Vec<Node>], node: Node| pipes.iter().position(|pipe| pipe.contains(&node));
    let differs = |node: &Node| owner(&one, *node) != owner(&other, *node);
    if let Some(node) = level.board().nodes().find(differs) {
        let name = |pipes| {
            owner(pipes, node).map_or_else(
                || words::NOBODY.say(),
                |colour| words::PART_COLOUR.with("colour", level.name(colour)),
            )
        };
        let name = words::DIFFER_CELL
            .with("cell", said(level, node))
            .with("one", name(&one[..]))
            .with("other", name(&other[..]));
        return Some(Part { name, cells: vec![level.board().place(node)], hinders: false });
    }
    let colour = (0..level.colours()).find(|colour| one[*colour] != other[*colour])?;
    let at = one[colour].iter().zip(&other[colour]).find(|(one, other)| one != other)?.0;
    let name = words::DIFFER_WAY.with("colour", level.name(colour)).with("cell", said(level, *at));
    Some(Part { name, cells: vec![level.board().place(*at)], hinders: false })
}

pub fn without(level: &Level, parts: &[usize]) -> Option<Level> {
    let kinds = kinds(level);
    let mut draft = Draft::of(level);
    for part in parts {
        match *kinds.get(*part)? {
            Kind::Colour(colour) => draft.colours[colour].gone = true,
            Kind::Given(colour) => draft.colours[colour].drawn.clear(),
            Kind::Hole(index) => _ = draft.shape.holes.remove(&index),
            Kind::Wall(index, side) => _ = draft.shape.walls.remove(&(index, side)),
            Kind::Bridge(index) => _ = draft.shape.bridges.remove(&index),
        }
    }
    draft.level()
}

/// A level on its way to another one. Cells are named by their place in the rectangle, which stays
/// the same when holes come and go.
#[derive(Clone)]
struct Draft<'a> {
    level: &'a Level,
    colours: Vec<Coloured>,
    shape: Shape,
}

#[derive(Clone)]
struct Coloured {
    name: String,
    ends: [usize; 2],
    /// Cells, and whether it is the way down over a bridge.
    drawn: Vec<(usize, bool)>,
    gone: bool,
}

impl<'a> Draft<'a> {
    fn of(level: &'a Level) -> Self {
        let index = |node: &Node| level.board().size().index(level.board().place(*node));
        let way = |node: &Node| (index(node), level.board().at(level.board().place(*node)) != Some(*node));
        let colour = |colour: usize| Coloured {
            name: level.name(colour).to_owned(),
            ends: level.ends()[colour].map(|end| index(&end)),
            drawn: level.drawn()[colour].iter().map(way).collect(),
            gone: false,
        };
        let shape = level.board().shape().clone();
        Draft { level, colours: (0..level.colours()).map(colour).collect(), shape }
    }

    /// The level, if it is one that can be written and read again: a board whose end points are all
    /// neighbours would be read as blocks.
    fn level(&self) -> Option<Level> {
        let old = self.level.board();
        let board =
            if self.shape == *old.shape() { old.clone() } else { Board::of(self.shape.clone()).ok()? };
        let node = |index: usize| board.at(board.size().cell(index));
        let mut colours = Vec::new();
        let mut drawn = Vec::new();
        for colour in self.colours.iter().filter(|colour| !colour.gone) {
            let ends = [node(colour.ends[0])?, node(colour.ends[1])?];
            colours.push((colour.name.clone(), ends));
            let way = |(index, over): &(usize, bool)| {
                board.all_at(board.size().cell(*index)).nth(usize::from(*over))
            };
            let pipe: Option<Vec<Node>> = colour.drawn.iter().map(way).collect();
            drawn.push((*ends.iter().min()?, pipe?));
        }
        let apart = colours.iter().any(|(_, ends)| board.link(ends[0], ends[1]).is_none());
        if !apart {
            return None;
        }
        drawn.sort_by_key(|(first, _)| *first);
        let level = Level::new(board, colours, self.level.rules()).ok()?;
        level.with_drawn(drawn.into_iter().map(|(_, pipe)| pipe).collect()).ok()
    }
}

/// Sizes of changes.
const MOVE_END: u32 = 1;
const EXCHANGE: u32 = 2;
const HOLE: u32 = 2;
const DROP: u32 = 3;
const CUT: u32 = 4;

/// One after the other, as they are asked for: those of a large board together would not fit into memory.
pub fn mends(level: &Level) -> Mends<'_, Level> {
    let cut = std::iter::once_with(|| cut_pipes(level)).flatten();
    let ends = moved_ends(level).chain(exchanged_ends(level));
    Box::new(ends.chain(other_holes(level)).chain(other_walls(level)).chain(dropped(level)).chain(cut))
}

/// The change, if what it makes is a level.
fn mend(draft: &Draft<'_>, size: u32, what: impl FnOnce() -> Message) -> Option<Mend<Level>> {
    draft.level().map(|level| Mend { what: what(), level, size })
}

fn moved_ends(level: &Level) -> impl Iterator<Item = Mend<Level>> {
    let board = level.board();
    let ends = (0..level.colours()).flat_map(|colour| [(colour, 0), (colour, 1)]);
    let moves = ends.flat_map(move |(colour, which)| {
        let ends = level.ends()[colour];
        // End points side by side would give their colour away.
        let apart = move |to: Node| board.link(to, ends[1 - which]).is_none();
        let links = board.links(ends[which]).iter().map(|link| link.to);
        let free = links.filter(move |to| level.colour_at(*to).is_none() && apart(*to));
        free.map(move |to| (colour, which, to))
    });
    moves.filter_map(move |(colour, which, to)| {
        let mut draft = Draft::of(level);
        draft.colours[colour].ends[which] = board.size().index(board.place(to));
        draft.colours[colour].drawn.clear();
        mend(&draft, MOVE_END, || {
            let cell = said(level, level.ends()[colour][which]);
            let what = words::MEND_MOVE.with("colour", level.name(colour));
            what.with("cell", cell).with("to", said(level, to))
        })
    })
}

/// One end point of a colour changes places with one of another.
fn exchanged_ends(level: &Level) -> impl Iterator<Item = Mend<Level>> {
    let pairs = (1..level.colours()).flat_map(|other| (0..other).map(move |one| (one, other)));
    pairs.flat_map(|(one, other)| [(one, other, 0), (one, other, 1)]).filter_map(|(one, other, which)| {
        let mut draft = Draft::of(level);
        let (first, second) = (draft.colours[one].ends[1], draft.colours[other].ends[which]);
        draft.colours[one].ends[1] = second;
        draft.colours[other].ends[which] = first;
        draft.colours[one].drawn.clear();
        draft.colours[other].drawn.clear();
        mend(&draft, EXCHANGE, || {
            let cells = [level.ends()[one][1], level.ends()[other][which]];
            let [from, to] = cells.map(|node| said(level, node));
            let what = words::MEND_EXCHANGE.with("one", level.name(one)).with("cell", from);
            what.with("other", level.name(other)).with("to", to)
        })
    })
}

fn other_holes(level: &Level) -> impl Iterator<Item = Mend<Level>> {
    let size = level.board().size();
    (0..size.cells()).filter_map(move |index| {
        let mut draft = Draft::of(level);
        let template = match level.board().at(size.cell(index)) {
            None => {
                draft.shape.holes.remove(&index);
                words::MEND_FILL
            }
            Some(node) if level.colour_at(node).is_none() => {
                draft.shape.holes.insert(index);
                words::MEND_HOLE
            }
            Some(_) => return None,
        };
        mend(&draft, HOLE, || template.with("cell", size.cell(index).said()))
    })
}

/// A wall torn down; a bridge made a cell.
fn other_walls(level: &Level) -> impl Iterator<Item = Mend<Level>> {
    let shape = level.board().shape();
    let name = |index: usize| shape.size.cell(index).said();
    let walls = shape.walls.iter().filter_map(move |(index, side)| {
        let to = shape.beyond(*index, *side)?;
        let mut draft = Draft::of(level);
        draft.shape.walls.remove(&(*index, *side));
        mend(&draft, HOLE, || words::MEND_WALL.with("cell", name(*index)).with("to", name(to)))
    });
    walls.chain(shape.bridges.iter().filter_map(move |index| {
        let mut draft = Draft::of(level);
        draft.shape.bridges.remove(index);
        mend(&draft, HOLE, || words::MEND_BRIDGE.with("cell", name(*index)))
    }))
}

fn dropped(level: &Level) -> impl Iterator<Item = Mend<Level>> {
    (0..level.colours()).filter_map(|colour| {
        let mut draft = Draft::of(level);
        draft.colours[colour].gone = true;
        mend(&draft, DROP, || words::MEND_DROP.with("colour", level.name(colour)))
    })
}

/// Nodes that the search for two solutions may cost.
const MOST_NODES: u64 = 20_000;

/// Two solutions, as far as they are found quickly.
fn solutions(level: &Level) -> Vec<Vec<Vec<Node>>> {
    let mut weave = Weave::new(level, level.rules());
    let mut found = Vec::new();
    while weave.nodes < MOST_NODES && found.len() < 2 {
        match weave.step() {
            Event::Node => {}
            Event::Solution => found.push(weave.pipes()),
            Event::Exhausted => break,
        }
    }
    found
}

/// Where two solutions differ, a pipe of the first is cut into two of three cells or more; that
/// leaves at least this solution.
fn cut_pipes(level: &Level) -> impl Iterator<Item = Mend<Level>> {
    let mut found = solutions(level).into_iter();
    let two = found.next().zip(found.next()).zip(fresh_name(level));
    two.into_iter().flat_map(move |((one, other), name)| {
        let pipes = one.into_iter().zip(other).enumerate().filter(|(_, (one, other))| one != other);
        pipes.flat_map(move |(colour, (pipe, _))| cuts(level, colour, pipe, name.clone()))
    })
}

/// The ways to cut the pipe of a colour in two, the second one with a new name.
fn cuts(level: &Level, colour: usize, pipe: Vec<Node>, name: String) -> impl Iterator<Item = Mend<Level>> {
    let index = |node: Node| level.board().size().index(level.board().place(node));
    (3..pipe.len().saturating_sub(2)).filter_map(move |at| {
        let mut draft = Draft::of(level);
        draft.colours[colour].ends = [index(pipe[0]), index(pipe[at - 1])];
        draft.colours[colour].drawn.clear();
        draft.colours.push(Coloured {
            name: name.clone(),
            ends: [index(pipe[at]), index(pipe[pipe.len() - 1])],
            drawn: Vec::new(),
            gone: false,
        });
        mend(&draft, CUT, || {
            let what = words::MEND_CUT.with("colour", level.name(colour)).with("name", &name);
            what.with("cell", said(level, pipe[at - 1])).with("to", said(level, pipe[at]))
        })
    })
}

/// A name that no colour has, of the kind that the level uses.
fn fresh_name(level: &Level) -> Option<String> {
    let numbers = (0..level.colours()).all(|colour| level.name(colour).parse::<u32>().is_ok());
    let letters = ('A'..='Z').chain('a'..='z').map(String::from);
    let all: Vec<String> =
        if numbers { (1..1000).map(|number: u32| number.to_string()).collect() } else { letters.collect() };
    all.into_iter().find(|name| level.colour(name).is_none())
}
