//! The truth while playing: can the drawing still be completed, which pipe is wrong, and what comes
//! next and why. The reasons go from the obvious to the deep: an end with one way out, a cell with
//! two usable neighbours, a step whose alternatives fail at once, a step proved by search.

use std::cell::Cell;

use ingenio_core::{Message, Side};

use super::weave::{Event, Weave};
use crate::level::{Level, NO_COLOUR, Node, Rules, Stroke};
use crate::play::{self, Drawing};
use crate::words;

/// What to do next, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub reason: Message,
    /// The cells it is about.
    pub cells: Vec<Node>,
    /// The stroke to make, where a pipe can be drawn on at once.
    pub stroke: Option<Stroke>,
}

/// A pipe that no solution has, together with the pipes before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    pub colour: usize,
    /// The first cell that is wrong; the pipe up to the cell before it can stay.
    pub cell: Node,
    pub last_good: Node,
}

/// Nodes that one question may cost; beyond them the answer is "not known". Chosen by hand.
const MOST_NODES: u64 = 200_000;
/// Nodes that all the questions behind one hint may cost together: a player does not wait. Chosen by hand.
const HINT_NODES: u64 = 40_000;

/// The nodes that are left for questions.
struct Patience(Cell<u64>);

impl Patience {
    const fn of(nodes: u64) -> Self {
        Patience(Cell::new(nodes))
    }

    fn spend(&self, nodes: u64) {
        self.0.set(self.0.get().saturating_sub(nodes));
    }
}

/// What a search for a completion has come to.
enum Completion {
    Found(Vec<Vec<Node>>),
    Impossible,
    NotKnown,
}

/// Can a drawing be completed? Nothing if that is not found out.
pub fn can_be_completed(level: &Level, pipes: &[Vec<Node>]) -> Option<bool> {
    completable(level, pipes, &Patience::of(MOST_NODES))
}

fn completable(level: &Level, pipes: &[Vec<Node>], patience: &Patience) -> Option<bool> {
    match completion(level, pipes, patience) {
        Completion::Found(_) => Some(true),
        Completion::Impossible => Some(false),
        Completion::NotKnown => None,
    }
}

/// A solution that contains the drawing; without self-touch is quicker where both are allowed.
fn completion(level: &Level, pipes: &[Vec<Node>], patience: &Patience) -> Completion {
    let Ok(here) = level.clone().with_drawn(pipes.to_vec()) else { return Completion::Impossible };
    if level.rules() == Rules::Touch {
        let calm = search(&here, Rules::NoTouch, patience);
        if matches!(calm, Completion::Found(_)) {
            return calm;
        }
    }
    search(&here, level.rules(), patience)
}

fn search(level: &Level, rules: Rules, patience: &Patience) -> Completion {
    let mut weave = Weave::new(level, rules);
    let most = patience.0.get();
    let found = loop {
        if weave.nodes >= most {
            break Completion::NotKnown;
        }
        match weave.step() {
            Event::Node => {}
            Event::Solution => break Completion::Found(weave.pipes()),
            Event::Exhausted => break Completion::Impossible,
        }
    };
    patience.spend(weave.nodes);
    found
}

/// The pipes that stand in the way of every solution, if the drawing cannot be completed: those that
/// do not fit to the ones before them, from their first wrong cell on.
pub fn wrong_pipes(level: &Level, drawing: &Drawing) -> Option<Vec<Wrong>> {
    wrong_ones(level, drawing, &Patience::of(u64::MAX))
}

fn wrong_ones(level: &Level, drawing: &Drawing, patience: &Patience) -> Option<Vec<Wrong>> {
    let mut kept = level.drawn().to_vec();
    let mut wrong = Vec::new();
    for (colour, pipe) in drawing.pipes().iter().enumerate().filter(|(_, pipe)| pipe.len() > 1) {
        let given = kept[colour].len().max(1);
        let mut good = pipe.len();
        loop {
            kept[colour] = pipe[..good].to_vec();
            if completable(level, &kept, patience)? || good <= given {
                break;
            }
            good -= 1;
        }
        // A bridge is no place to end: which of its two ways is meant would stay open.
        while good > given && level.board().is_bridge(pipe[good - 1]) && good < pipe.len() {
            good -= 1;
            kept[colour].truncate(good);
        }
        if good < pipe.len() {
            wrong.push(Wrong { colour, cell: pipe[good], last_good: pipe[good - 1] });
        }
    }
    Some(wrong)
}

/// The next step from a drawing; nothing if it is won, or if nothing is found out.
pub fn hint(level: &Level, drawing: &Drawing) -> Option<Hint> {
    if play::won(level, drawing) {
        return None;
    }
    let patience = Patience::of(HINT_NODES);
    let found = completion(level, drawing.pipes(), &patience);
    if matches!(found, Completion::Impossible) {
        return take_back(level, drawing, &patience);
    }
    let heads = heads(level, drawing);
    let one_exit = || heads.iter().find_map(|head| one_exit(level, drawing, *head));
    let two_exits = || level.board().nodes().find_map(|node| two_exits(level, drawing, node));
    let ruled_out = || heads.iter().find_map(|head| ruled_out(level, drawing, *head));
    let proved = || match &found {
        Completion::Found(pipes) => proved(level, drawing, pipes, &patience),
        _ => None,
    };
    one_exit().or_else(two_exits).or_else(ruled_out).or_else(proved)
}

fn take_back(level: &Level, drawing: &Drawing, patience: &Patience) -> Option<Hint> {
    let wrong = wrong_ones(level, drawing, patience)?.into_iter().next()?;
    let reason = words::HINT_WRONG.with("colour", level.name(wrong.colour));
    let reason = reason.with("cell", level.board().place(wrong.cell).said());
    let stroke = Stroke::of_pipe(level, wrong.colour, &[wrong.last_good]);
    Some(Hint { reason, cells: vec![wrong.cell], stroke: Some(stroke) })
}

/// The cells where pipes can be drawn on: the heads of open pipes, or both end points.
fn heads(level: &Level, drawing: &Drawing) -> Vec<(usize, Node)> {
    let open = (0..level.colours()).filter(|colour| !drawing.is_complete(level, *colour));
    let of_colour = |colour: usize| {
        let ends = &level.ends()[colour];
        let pipe = &drawing.pipes()[colour];
        pipe.last().map_or(&ends[..], std::slice::from_ref).iter().map(move |head| (colour, *head))
    };
    open.flat_map(of_colour).collect()
}

/// The steps that the rules of play allow from a head.
fn ways(level: &Level, drawing: &Drawing, (colour, head): (usize, Node)) -> Vec<Node> {
    let owners = drawing.owners(level);
    let goal =
        |node: Node| level.colour_at(node) == Some(colour) && drawing.pipes()[colour].first() != Some(&node);
    let free = |node: Node| owners[usize::from(node)] == NO_COLOUR || goal(node);
    let links = level.board().links(head).iter().map(|link| link.to).filter(|to| free(*to));
    let allowed =
        |to: &Node| play::apply(level, &mut drawing.clone(), &step(level, colour, head, *to)).is_ok();
    links.filter(allowed).collect()
}

fn step(level: &Level, colour: usize, from: Node, to: Node) -> Stroke {
    Stroke::of_pipe(level, colour, &[from, to])
}

fn way_name(level: &Level, from: Node, to: Node) -> Message {
    let way = level.board().link(from, to).expect("a step goes to a neighbour").way;
    Side::from_letter(way).map_or_else(|| Message::told(way), Side::said_way)
}

fn one_exit(level: &Level, drawing: &Drawing, head: (usize, Node)) -> Option<Hint> {
    let [to] = ways(level, drawing, head)[..] else { return None };
    let (colour, from) = head;
    let reason = words::HINT_ONE_EXIT
        .with("colour", level.name(colour))
        .with("cell", level.board().place(from).said());
    let reason = reason.with("way", way_name(level, from, to));
    Some(Hint { reason, cells: vec![from, to], stroke: Some(step(level, colour, from, to)) })
}

/// A free cell with exactly two neighbours that are free or the end of an open pipe, one of which is
/// such an end: the pipe goes on into the cell.
fn two_exits(level: &Level, drawing: &Drawing, node: Node) -> Option<Hint> {
    let owners = drawing.owners(level);
    if owners[usize::from(node)] != NO_COLOUR || !level.rules().fills() {
        return None;
    }
    let heads = heads(level, drawing);
    let goals = (0..level.colours()).filter(|colour| !drawing.is_complete(level, *colour));
    let goals: Vec<Node> = goals
        .filter_map(|colour| drawing.pipes()[colour].first().map(|first| level.other_end(colour, *first)))
        .collect();
    let usable = |to: Node| {
        let open_end = heads.iter().any(|(_, head)| *head == to) || goals.contains(&to);
        owners[usize::from(to)] == NO_COLOUR || open_end
    };
    let exits: Vec<Node> =
        level.board().links(node).iter().map(|link| link.to).filter(|to| usable(*to)).collect();
    let [one, other] = exits[..] else { return None };
    let reason = words::HINT_TWO_EXITS.with("cell", level.board().place(node).said());
    let reason = reason.with("way", way_name(level, node, one)).with("second", way_name(level, node, other));
    let (colour, head) = heads.iter().find(|(_, head)| exits.contains(head))?;
    let stroke = Some(step(level, *colour, *head, node));
    Some(Hint { reason, cells: vec![node, one, other], stroke })
}

/// A head where all steps but one fail as soon as their consequences are drawn.
fn ruled_out(level: &Level, drawing: &Drawing, head: (usize, Node)) -> Option<Hint> {
    let (colour, from) = head;
    let survives = |to: &Node| {
        let mut next = drawing.clone();
        let drawn = play::apply(level, &mut next, &step(level, colour, from, *to));
        let here = drawn.ok().and_then(|_| play::level_from(level, &next));
        here.is_some_and(|here| Weave::new(&here, level.rules()).step() != Event::Exhausted)
    };
    let left: Vec<Node> = ways(level, drawing, head).into_iter().filter(survives).collect();
    let [to] = left[..] else { return None };
    let reason = words::HINT_RULED_OUT
        .with("cell", level.board().place(from).said())
        .with("way", way_name(level, from, to));
    Some(Hint { reason, cells: vec![from, to], stroke: Some(step(level, colour, from, to)) })
}

/// A step of a solution, and whether every solution has it.
fn proved(level: &Level, drawing: &Drawing, found: &[Vec<Node>], patience: &Patience) -> Option<Hint> {
    let heads = heads(level, drawing);
    let next = |(colour, head): (usize, Node)| {
        let mut pipe = found[colour].clone();
        if drawing.pipes()[colour].first().is_some_and(|first| pipe[0] != *first)
            || head == pipe[pipe.len() - 1]
        {
            pipe.reverse();
        }
        let at = pipe.iter().position(|node| *node == head)?;
        Some((colour, head, *pipe.get(at + 1)?))
    };
    let steps: Vec<_> = heads.into_iter().filter_map(next).collect();
    let certain = |(colour, head, to): &(usize, Node, Node)| {
        let others = ways(level, drawing, (*colour, *head)).into_iter().filter(|other| other != to);
        others.into_iter().all(|other| {
            let mut next = drawing.clone();
            play::apply(level, &mut next, &step(level, *colour, *head, other)).is_ok()
                && completable(level, next.pipes(), patience) == Some(false)
        })
    };
    let sure = steps.iter().find(|step| certain(step));
    let (colour, from, to) = *sure.or(steps.first())?;
    let template = if sure.is_some() { words::HINT_PROVED } else { words::HINT_POSSIBLE };
    let reason =
        template.with("way", way_name(level, from, to)).with("cell", level.board().place(from).said());
    Some(Hint { reason, cells: vec![from, to], stroke: Some(step(level, colour, from, to)) })
}
