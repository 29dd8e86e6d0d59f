//! Colours and links. X(cell,colour) is the colour of a cell, E(link) says that a pipe uses the link. End
//! points use one link, other cells two (or none, where they may stay empty); a used link joins equal
//! colours; under `no-touch` an unused one does not. The smallest loops, round four cells, are forbidden
//! beforehand, the others when they occur.

use std::sync::Arc;

use ingenio_model::{
    Assignment, Constraint, Decoded, GroupId, Lit, Model, Next, Problem, Relation, Size, Var,
};

use super::{cell, text, trace};
use crate::level::{Level, Node, Rules};
use crate::words;

pub struct Edges {
    level: Arc<Level>,
    links: Vec<Var>,
    loops: Option<GroupId>,
}

impl Edges {
    pub fn new(level: &Arc<Level>) -> Self {
        Edges { level: level.clone(), links: Vec::new(), loops: None }
    }

    fn cell(&self, node: Node) -> [i32; 2] {
        cell(&self.level, node)
    }

    /// One variable for each cell and colour.
    fn colours(&self, model: &mut Model) -> Vec<Vec<Var>> {
        let family = model.family("X", &["row", "column", "colour"], "1 if the cell has this colour");
        let one = model.group("one-colour", "a cell has one colour");
        let ends = model.group("ends", "end points have their colours");
        let mut all = Vec::new();
        for node in self.level.board().nodes() {
            let [row, column] = self.cell(node);
            let vars: Vec<Var> = (1..=self.level.colours() as i32)
                .map(|colour| model.binary(family, &[row, column, colour]))
                .collect();
            let lits: Vec<Lit> = vars.iter().map(|var| var.on()).collect();
            let fills = self.level.rules().fills();
            model.add(one, if fills { Constraint::ExactlyOne(lits) } else { Constraint::AtMostOne(lits) });
            if let Some(colour) = self.level.colour_at(node) {
                model.clause(ends, &[vars[colour].on()]);
            }
            all.push(vars);
        }
        all
    }

    fn links(&mut self, model: &mut Model, colours: &[Vec<Var>]) {
        let family = model.family("E", &["row", "column", "row2", "column2"], "1 if a pipe uses the link");
        let equal = model.group("equal", "a used link joins equal colours");
        let touch = model.group("no-touch", "neighbours of one colour are linked");
        let level = self.level.clone();
        for [from, to] in level.board().edges() {
            let index = [self.cell(*from), self.cell(*to)].concat();
            let link = model.binary(family, &index);
            for (here, there) in colours[usize::from(*from)].iter().zip(&colours[usize::from(*to)]) {
                model.clause(equal, &[link.off(), here.off(), there.on()]);
                model.clause(equal, &[link.off(), here.on(), there.off()]);
                if level.rules() == Rules::NoTouch {
                    model.clause(touch, &[link.on(), here.off(), there.off()]);
                }
            }
            self.links.push(link);
        }
        let given = model.group("given", "pipes that are drawn already");
        for [from, to] in level.given_links() {
            model.clause(given, &[self.link(from, to).on()]);
        }
    }

    fn link(&self, from: Node, to: Node) -> Var {
        let link = self.level.board().link(from, to).expect("neighbours are linked");
        self.links[usize::from(link.edge)]
    }

    fn degrees(&self, model: &mut Model, colours: &[Vec<Var>]) {
        let group = model.group("degrees", "end points use one link, other cells two");
        for node in self.level.board().nodes() {
            let links = self.level.board().links(node);
            let lits: Vec<Lit> = links.iter().map(|link| self.links[usize::from(link.edge)].on()).collect();
            let end = self.level.colour_at(node).is_some();
            if end || self.level.rules().fills() {
                let number = if end { 1 } else { 2 };
                model.add(group, Constraint::Count { lits, relation: Relation::Equal, number });
            } else {
                // Twice the cell's being covered.
                let mut terms: Vec<(i64, Var)> = lits.iter().map(|lit| (1, lit.var)).collect();
                terms.extend(colours[usize::from(node)].iter().map(|var| (-2, *var)));
                model.linear(group, terms, Relation::Equal, 0);
            }
        }
    }

    /// Forbids the loop round each square of four cells.
    fn small_loops(&self, model: &mut Model, group: GroupId) {
        let board = self.level.board();
        for first in board.nodes() {
            for (one, other) in pairs(board.links(first)) {
                let closing = board.links(one).iter().map(|link| link.to);
                for last in closing.filter(|last| *last > first && board.link(*last, other).is_some()) {
                    if first < one && first < other && one < other {
                        self.forbid(model, group, &[first, one, last, other]);
                    }
                }
            }
        }
    }

    fn forbid(&self, model: &mut Model, group: GroupId, cells: &[Node]) {
        let next = cells.iter().cycle().skip(1);
        let lits: Vec<Lit> = cells.iter().zip(next).map(|(from, to)| self.link(*from, *to).off()).collect();
        model.clause(group, &lits);
    }
}

/// Every two links of a cell.
fn pairs(links: &[crate::level::Link]) -> impl Iterator<Item = (Node, Node)> + '_ {
    links.iter().flat_map(move |one| links.iter().map(move |other| (one.to, other.to)))
}

impl Problem for Edges {
    fn size(&self, _: u32) -> Size {
        let board = self.level.board();
        let (cells, links, colours) =
            (board.len() as u64, board.edges().len() as u64, self.level.colours() as u64);
        let clauses = 3 * links * colours;
        Size::new(
            cells * colours + links,
            4 * cells + clauses,
            cells * (2 * colours + 6) + 2 * links + 3 * clauses,
        )
    }

    fn grow(&mut self, _: u32, model: &mut Model) {
        let colours = self.colours(model);
        self.links(model, &colours);
        self.degrees(model, &colours);
        let group = model.group("loops", "no links close a loop (cut off when it occurs)");
        self.loops = Some(group);
        self.small_loops(model, group);
    }

    fn infeasible(&mut self, _: u32, _: &mut Model) -> Next {
        Next::Unsolvable(words::EXHAUSTED.say())
    }

    fn decode(&mut self, _: u32, model: &mut Model, values: &Assignment, _: bool) -> Decoded {
        let traced = trace(&self.level, |from, to| values.is_on(self.link(from, to)));
        // Loops of cells that may stay empty are simply left out.
        if traced.loops.is_empty() || !self.level.rules().fills() {
            return Decoded::Solution { text: text(&self.level, &traced.pipes), optimal: false };
        }
        let group = self.loops.expect("the model was built");
        for cells in &traced.loops {
            self.forbid(model, group, cells);
        }
        Decoded::Cut
    }
}
