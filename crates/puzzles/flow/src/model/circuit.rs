//! One circuit. Every cell leads on to a neighbour, NEXT(cell) by the place of the link among its links;
//! the second end of a pipe leads on to the first end of the next, the last one to the first: so all pipes
//! together are one circuit through all cells. COLOUR(cell) goes along. Smaller circuits are cut off when
//! they occur, in both directions.

use std::sync::Arc;

use ingenio_model::{Assignment, Constraint, Decoded, GroupId, Lit, Model, Next, Problem, Size, Var};

use super::{cell, text, trace};
use crate::level::{Level, Node, Rules};
use crate::words;

pub struct Circuit {
    level: Arc<Level>,
    /// Where a cell leads on to; none for the second end of a pipe, whose way is known.
    next: Vec<Option<Var>>,
    loops: Option<GroupId>,
}

impl Circuit {
    pub fn new(level: &Arc<Level>) -> Self {
        Circuit { level: level.clone(), next: Vec::new(), loops: None }
    }

    fn cell(&self, node: Node) -> [i32; 2] {
        cell(&self.level, node)
    }

    fn is_last(&self, node: Node) -> bool {
        self.level.ends().iter().any(|ends| ends[1] == node)
    }

    fn is_first(&self, node: Node) -> bool {
        self.level.ends().iter().any(|ends| ends[0] == node)
    }

    /// "This cell leads on to that one", where it may.
    fn arc(&self, from: Node, to: Node) -> Option<Lit> {
        let place = self.level.board().links(from).iter().position(|link| link.to == to)?;
        (!self.is_first(to)).then(|| self.next[usize::from(from)].map(|var| var.is(place as i32)))?
    }

    fn variables(&mut self, model: &mut Model) -> Vec<Var> {
        let next =
            model.family("NEXT", &["row", "column"], "the link by which the pipe goes on from the cell");
        let colour = model.family("COLOUR", &["row", "column"], "the colour of the cell");
        let mut colours = Vec::new();
        for node in self.level.board().nodes() {
            let index = self.cell(node);
            let links = self.level.board().links(node).len() as i32;
            let leads = !self.is_last(node) && links > 0;
            self.next.push(leads.then(|| model.integer(next, &index, 0, links - 1)));
            let (least, most) = match self.level.colour_at(node) {
                Some(colour) => (colour as i32 + 1, colour as i32 + 1),
                None => (1, self.level.colours() as i32),
            };
            colours.push(model.integer(colour, &index, least, most));
        }
        colours
    }

    fn arcs(&self, model: &mut Model, colours: &[Var]) {
        let one = model.group("one-before", "every cell but the first ends is led to from one cell");
        let starts = model.group("starts", "no neighbour leads on to the first end of a pipe");
        let equal = model.group("equal", "a cell leads on to one of its colour");
        let back = model.group("no-return", "two cells do not lead to each other");
        let touch = model.group("no-touch", "neighbours of one colour lead on to each other");
        let board = self.level.board();
        for node in board.nodes() {
            let into: Vec<Lit> =
                board.links(node).iter().filter_map(|link| self.arc(link.to, node)).collect();
            if self.is_first(node) {
                for link in board.links(node) {
                    let place = board.links(link.to).iter().position(|back| back.to == node);
                    if let (Some(var), Some(place)) = (self.next[usize::from(link.to)], place) {
                        model.clause(starts, &[!var.is(place as i32)]);
                    }
                }
            } else {
                model.add(one, Constraint::ExactlyOne(into));
            }
        }
        for [from, to] in board.edges() {
            let arcs: Vec<Lit> = [self.arc(*from, *to), self.arc(*to, *from)].into_iter().flatten().collect();
            if arcs.len() == 2 {
                model.clause(back, &[!arcs[0], !arcs[1]]);
            }
            let (here, there) = (colours[usize::from(*from)], colours[usize::from(*to)]);
            for colour in 1..=self.level.colours() as i32 {
                for arc in &arcs {
                    model.clause(equal, &[!*arc, !here.is(colour), there.is(colour)]);
                    model.clause(equal, &[!*arc, here.is(colour), !there.is(colour)]);
                }
                if self.level.rules() == Rules::NoTouch {
                    let apart = [!here.is(colour), !there.is(colour)];
                    model.clause(touch, &[&apart[..], &arcs].concat());
                }
            }
        }
        let given = model.group("given", "pipes that are drawn already");
        for [from, to] in self.level.given_links() {
            let arcs: Vec<Lit> = [self.arc(from, to), self.arc(to, from)].into_iter().flatten().collect();
            model.clause(given, &arcs);
        }
    }

    fn linked(&self, values: &Assignment, from: Node, to: Node) -> bool {
        [self.arc(from, to), self.arc(to, from)].into_iter().flatten().any(|arc| values.holds(arc))
    }
}

impl Problem for Circuit {
    fn size(&self, _: u32) -> Size {
        let board = self.level.board();
        let (cells, links, colours) =
            (board.len() as u64, board.edges().len() as u64, self.level.colours() as u64);
        let clauses = 6 * links * colours;
        Size::new(2 * cells, 6 * cells + links + clauses, 8 * cells + 4 * links + 4 * clauses)
    }

    fn grow(&mut self, _: u32, model: &mut Model) {
        let colours = self.variables(model);
        self.arcs(model, &colours);
        self.loops = Some(model.group("loops", "no smaller circuit is closed (cut off when it occurs)"));
    }

    fn infeasible(&mut self, _: u32, _: &mut Model) -> Next {
        Next::Unsolvable(words::EXHAUSTED.say())
    }

    fn decode(&mut self, _: u32, model: &mut Model, values: &Assignment, _: bool) -> Decoded {
        let traced = trace(&self.level, |from, to| self.linked(values, from, to));
        if traced.loops.is_empty() {
            return Decoded::Solution { text: text(&self.level, &traced.pipes), optimal: false };
        }
        let group = self.loops.expect("the model was built");
        for mut cells in traced.loops {
            for _ in 0..2 {
                let next = cells.iter().cycle().skip(1);
                let arcs: Option<Vec<Lit>> =
                    cells.iter().zip(next).map(|(from, to)| self.arc(*from, *to)).collect();
                if let Some(arcs) = arcs {
                    let lits: Vec<Lit> = arcs.into_iter().map(|arc| !arc).collect();
                    model.clause(group, &lits);
                }
                cells.reverse();
            }
        }
        Decoded::Cut
    }
}
