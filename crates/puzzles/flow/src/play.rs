//! A play of Flow: strokes draw pipes. A stroke begins at an end point or on a pipe and goes from
//! cell to cell; going back shortens the pipe, crossing another one cuts that. The win test is the
//! one of the Flow paper: as many complete pipes as colours, and the whole board filled.

use ingenio_core::{Fault, Measures, Message, rooms};

use crate::Flow;
use crate::level::{Level, NO_COLOUR, Node, Rules, Stroke};
use crate::words;

impl rooms::Rules for Flow {
    fn start(level: &Level) -> Drawing {
        Drawing::new(level)
    }

    fn moves(level: &Level, drawing: &Drawing) -> Vec<Stroke> {
        moves(level, drawing)
    }

    fn parse_moves(_: &Level, text: &str) -> Result<Vec<Stroke>, Fault> {
        Stroke::parse_all(text)
    }

    fn apply(level: &Level, drawing: &mut Drawing, stroke: &Stroke) -> Result<Erased, Message> {
        apply(level, drawing, stroke)
    }

    fn undo(_: &Level, drawing: &mut Drawing, erased: Erased) {
        undo(drawing, erased);
    }

    fn won(level: &Level, drawing: &Drawing) -> bool {
        won(level, drawing)
    }

    fn stuck(level: &Level, drawing: &Drawing) -> Option<Message> {
        crate::solve::quick::look(level, drawing.pipes()).map(|reason| reason.message)
    }

    fn forced(level: &Level, drawing: &Drawing) -> Option<(Stroke, Message)> {
        let possible = words::HINT_POSSIBLE.id;
        let hint = crate::solve::truth::hint(level, drawing).filter(|hint| hint.reason.id() != possible)?;
        hint.stroke.map(|stroke| (stroke, hint.reason))
    }

    fn measure(level: &Level, drawing: &Drawing, history: &[Stroke]) -> Measures {
        measure(level, drawing, history.len())
    }

    fn solution(level: &Level, drawing: &Drawing, _: &[Stroke]) -> Option<String> {
        let all_drawn = drawing.pipes().iter().all(|pipe| !pipe.is_empty());
        all_drawn.then(|| crate::level::stroke::solution_text(level, drawing.pipes()))
    }

    fn level_from(level: &Level, drawing: &Drawing) -> Option<Level> {
        level_from(level, drawing)
    }
}

/// The pipes as drawn: per colour the cells from one of its end points on, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    pipes: Vec<Vec<Node>>,
}

/// The pipes that a stroke has changed, as they were.
#[derive(Clone, Debug)]
pub struct Erased(Vec<(usize, Vec<Node>)>);

impl Drawing {
    pub fn new(level: &Level) -> Self {
        let mut drawing = Drawing { pipes: level.drawn().to_vec() };
        drawing.forget_dots();
        drawing
    }

    pub fn pipes(&self) -> &[Vec<Node>] {
        &self.pipes
    }

    /// Does the pipe of this colour join its end points?
    pub fn is_complete(&self, level: &Level, colour: usize) -> bool {
        let pipe = &self.pipes[colour];
        pipe.len() > 1 && level.colour_at(pipe[pipe.len() - 1]) == Some(colour)
    }

    pub fn complete(&self, level: &Level) -> usize {
        (0..level.colours()).filter(|colour| self.is_complete(level, *colour)).count()
    }

    /// Covered cells. An end point counts once a pipe leaves it.
    pub fn covered(&self) -> usize {
        self.pipes.iter().map(Vec::len).sum()
    }

    /// The colour that lies in every cell, end points included.
    pub fn owners(&self, level: &Level) -> Vec<u16> {
        let mut owners = vec![NO_COLOUR; level.board().len()];
        for (colour, (pipe, ends)) in self.pipes.iter().zip(level.ends()).enumerate() {
            for node in pipe.iter().chain(ends) {
                owners[usize::from(*node)] = colour as u16;
            }
        }
        owners
    }

    fn owner(&self, node: Node) -> Option<(usize, usize)> {
        let place = |pipe: &Vec<Node>| pipe.iter().position(|known| *known == node);
        self.pipes.iter().enumerate().find_map(|(colour, pipe)| place(pipe).map(|at| (colour, at)))
    }

    /// A pipe of one cell is no pipe: equal pictures are equal positions.
    fn forget_dots(&mut self) {
        for pipe in &mut self.pipes {
            if pipe.len() == 1 {
                pipe.clear();
            }
        }
    }

    fn draw(&mut self, level: &Level, stroke: &Stroke) -> Result<(), Message> {
        let colour =
            level.colour(&stroke.name).ok_or_else(|| words::NO_COLOUR.with("colour", &stroke.name))?;
        let mut nodes = stroke.nodes(level)?;
        // A cut on a bridge means the way that this pipe takes over it.
        if nodes.len() == 1 && level.board().is_bridge(nodes[0]) {
            let here = |node: &&Node| level.board().place(**node) == stroke.start;
            nodes[0] = self.pipes[colour].iter().rfind(here).copied().unwrap_or(nodes[0]);
        }
        self.begin(level, colour, nodes[0])?;
        for node in &nodes[1..] {
            self.extend(level, colour, *node)?;
        }
        self.forget_dots();
        self.refuse_loss_of_given(level)
    }

    fn begin(&mut self, level: &Level, colour: usize, start: Node) -> Result<(), Message> {
        if level.colour_at(start) == Some(colour) {
            self.pipes[colour] = vec![start];
            return Ok(());
        }
        match self.owner(start) {
            Some((owner, at)) if owner == colour => self.pipes[colour].truncate(at + 1),
            _ => {
                let message = words::STROKE_START.with("colour", level.name(colour));
                return Err(message.with("cell", level.board().name(start)));
            }
        }
        Ok(())
    }

    fn extend(&mut self, level: &Level, colour: usize, next: Node) -> Result<(), Message> {
        let cell = || level.board().name(next);
        let name = level.name(colour);
        if let Some(other) = level.colour_at(next).filter(|other| *other != colour) {
            let message = words::FOREIGN_END.with("colour", name).with("cell", cell());
            return Err(message.with("other", level.name(other)));
        }
        match self.owner(next) {
            Some((owner, at)) if owner == colour => {
                self.pipes[colour].truncate(at + 1);
                return Ok(());
            }
            Some((owner, at)) => self.pipes[owner].truncate(at),
            None => {}
        }
        if self.is_complete(level, colour) {
            let head = self.pipes[colour][self.pipes[colour].len() - 1];
            return Err(words::ALREADY_JOINED.with("colour", name).with("cell", level.board().name(head)));
        }
        if level.rules() == Rules::NoTouch && self.would_touch(level, colour, next) {
            return Err(words::TOUCHES_ITSELF.with("colour", name).with("cell", cell()));
        }
        self.pipes[colour].push(next);
        Ok(())
    }

    /// Beside an earlier cell of its pipe, or past its own end point.
    fn would_touch(&self, level: &Level, colour: usize, next: Node) -> bool {
        let pipe = &self.pipes[colour];
        let (head, earlier) = pipe.split_last().expect("a stroke has begun");
        let beside = |node: &Node| level.board().link(*node, next).is_some();
        let end = level.other_end(colour, pipe[0]);
        earlier.iter().any(beside) || (next != end && level.board().link(*head, end).is_some())
    }

    fn refuse_loss_of_given(&self, level: &Level) -> Result<(), Message> {
        let lost = |colour: &usize| {
            let given = &level.drawn()[*colour];
            given.len() > 1 && !self.pipes[*colour].starts_with(given)
        };
        match (0..level.colours()).find(lost) {
            Some(colour) => Err(words::GIVEN_PIPE.with("colour", level.name(colour))),
            None => Ok(()),
        }
    }
}

pub fn apply(level: &Level, drawing: &mut Drawing, stroke: &Stroke) -> Result<Erased, Message> {
    let mut after = drawing.clone();
    after.draw(level, stroke)?;
    let changed = (0..level.colours()).filter(|colour| after.pipes[*colour] != drawing.pipes[*colour]);
    let erased = Erased(changed.map(|colour| (colour, drawing.pipes[colour].clone())).collect());
    *drawing = after;
    Ok(erased)
}

pub fn undo(drawing: &mut Drawing, erased: Erased) {
    for (colour, pipe) in erased.0 {
        drawing.pipes[colour] = pipe;
    }
}

/// Strokes of one cell into free cells, and taps on an end point that take its pipe away.
pub fn moves(level: &Level, drawing: &Drawing) -> Vec<Stroke> {
    let owners = drawing.owners(level);
    let mut strokes = Vec::new();
    for colour in 0..level.colours() {
        let pipe = &drawing.pipes[colour];
        let heads = pipe.last().map_or(&level.ends()[colour][..], std::slice::from_ref);
        for head in heads {
            let open = |to: Node| {
                let owner = owners[usize::from(to)];
                owner == NO_COLOUR || (level.colour_at(to) == Some(colour) && Some(&to) != pipe.first())
            };
            let next = level.board().links(*head).iter().filter(|link| open(link.to));
            strokes.extend(next.map(|link| Stroke::of_pipe(level, colour, &[*head, link.to])));
        }
        strokes.extend(pipe.first().map(|end| Stroke::of_pipe(level, colour, &[*end])));
    }
    strokes.retain(|stroke| drawing.clone().draw(level, stroke).is_ok());
    strokes
}

/// All pipes complete, and no cell left over unless the rules allow it.
pub fn won(level: &Level, drawing: &Drawing) -> bool {
    let full = drawing.covered() == level.board().len() || !level.rules().fills();
    drawing.complete(level) == level.colours() && full
}

/// Complete pipes out of so many colours, and how much of the board is filled, in percent.
pub fn measure(level: &Level, drawing: &Drawing, strokes: usize) -> Measures {
    figures(level, drawing.complete(level), drawing.covered()).count("strokes", strokes as u64)
}

pub fn figures(level: &Level, complete: usize, covered: usize) -> Measures {
    let fill = covered * 100 / level.board().len().max(1);
    Measures::new()
        .count("paths", complete as u64)
        .count("colours", level.colours() as u64)
        .count("fill", fill as u64)
}

/// The same level with this drawing given.
pub fn level_from(level: &Level, drawing: &Drawing) -> Option<Level> {
    level.clone().with_drawn(drawing.pipes.clone()).ok()
}
