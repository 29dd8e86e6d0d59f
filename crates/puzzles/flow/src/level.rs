//! A level of Flow: a board, two end points per colour, the rules, and perhaps pipes that are
//! drawn already. Texts are read and written in `level/text.rs`.

pub mod board;
mod line;
pub mod shape;
pub mod stroke;
pub mod text;

use ingenio_core::Message;

use crate::words;
pub use board::{Board, Link, Node};
pub use shape::Shape;
pub use stroke::Stroke;

/// What a complete board is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Every cell is covered; a pipe may run beside itself.
    #[default]
    Touch,
    /// Every cell is covered; neighbouring cells of one pipe are linked.
    NoTouch,
    /// Cells may stay empty.
    Partial,
}

impl Rules {
    pub const ALL: [Rules; 3] = [Rules::Touch, Rules::NoTouch, Rules::Partial];

    pub const fn word(self) -> &'static str {
        match self {
            Rules::Touch => "touch",
            Rules::NoTouch => "no-touch",
            Rules::Partial => "partial",
        }
    }

    pub fn parse(text: &str) -> Option<Rules> {
        Rules::ALL.into_iter().find(|rules| rules.word() == text)
    }

    /// Must every cell be covered?
    pub const fn fills(self) -> bool {
        !matches!(self, Rules::Partial)
    }
}

/// Colours are numbered in the order in which the board shows them.
pub type Colour = u16;

/// "No colour" in tables by cell.
pub const NO_COLOUR: Colour = Colour::MAX;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    board: Board,
    names: Vec<String>,
    ends: Vec<[Node; 2]>,
    rules: Rules,
    drawn: Vec<Vec<Node>>,
    colours: Vec<Colour>,
}

impl Level {
    /// Brings a level together. The ends are sorted by cell and the colours by their first end, so
    /// that equal levels are equal however they were built.
    pub fn new(board: Board, colours: Vec<(String, [Node; 2])>, rules: Rules) -> Result<Self, Message> {
        let mut colours = colours;
        for (_, ends) in &mut colours {
            ends.sort_unstable();
        }
        colours.sort_by_key(|(_, ends)| *ends);
        if colours.is_empty() {
            return Err(words::NO_COLOURS.say());
        }
        let mut at = vec![NO_COLOUR; board.len()];
        for (colour, (name, ends)) in colours.iter().enumerate() {
            for end in ends {
                let slot = at.get_mut(usize::from(*end)).ok_or_else(|| words::NO_CELL.with("cell", end))?;
                if board.is_bridge(*end) {
                    return Err(words::END_ON_BRIDGE.with("colour", name).with("cell", board.name(*end)));
                }
                if *slot != NO_COLOUR {
                    let both = format!("{} {name}", colours[usize::from(*slot)].0);
                    return Err(words::TWO_IN_CELL
                        .with("cell", board.place(*end).said())
                        .with("found", both));
                }
                *slot = colour as Colour;
            }
        }
        let drawn = vec![Vec::new(); colours.len()];
        let (names, ends) = colours.into_iter().unzip();
        Ok(Level { board, names, ends, rules, drawn, colours: at })
    }

    /// The same level with pipes drawn: one list of cells per colour, from one of its end points,
    /// empty where nothing is drawn.
    pub fn with_drawn(mut self, drawn: Vec<Vec<Node>>) -> Result<Self, Message> {
        assert_eq!(drawn.len(), self.colours(), "one pipe per colour, empty or not");
        let mut used = vec![false; self.board.len()];
        for (colour, pipe) in drawn.iter().enumerate().filter(|(_, pipe)| !pipe.is_empty()) {
            self.refuse_pipe(colour, pipe, &mut used).map_err(|reason| {
                words::BAD_DRAWN.with("colour", &self.names[colour]).with("reason", reason)
            })?;
        }
        self.drawn = drawn;
        Ok(self)
    }

    fn refuse_pipe(&self, colour: usize, pipe: &[Node], used: &mut [bool]) -> Result<(), Message> {
        let cell = |node: Node| self.board.name(node);
        let name = &self.names[colour];
        if !self.ends[colour].contains(&pipe[0]) {
            return Err(words::NOT_AT_END.with("colour", name).with("cell", cell(pipe[0])));
        }
        for (at, node) in pipe.iter().enumerate() {
            let owner = self.colour_at(*node);
            if owner.is_some_and(|owner| owner != colour)
                || std::mem::replace(&mut used[usize::from(*node)], true)
            {
                let message = words::CELL_TWICE.with("cell", cell(*node)).with("first", name);
                return Err(message.with("second", owner.map_or(name, |owner| &self.names[owner])));
            }
            if at > 0 && self.board.link(pipe[at - 1], *node).is_none() {
                return Err(words::NO_WAY.with("way", cell(*node)).with("cell", cell(pipe[at - 1])));
            }
            if at > 0 && owner.is_some() && at + 1 < pipe.len() {
                return Err(words::ALREADY_JOINED.with("colour", name).with("cell", cell(*node)));
            }
        }
        Ok(())
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The same board under other rules.
    pub fn with_rules(&self, rules: Rules) -> Level {
        Level { rules, ..self.clone() }
    }

    /// The number of colours.
    pub fn colours(&self) -> usize {
        self.names.len()
    }

    pub fn name(&self, colour: usize) -> &str {
        &self.names[colour]
    }

    pub fn colour(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The two end points of every colour, the upper left one first.
    pub fn ends(&self) -> &[[Node; 2]] {
        &self.ends
    }

    /// The colour whose end point lies in a cell.
    pub fn colour_at(&self, node: Node) -> Option<usize> {
        let colour = self.colours[usize::from(node)];
        (colour != NO_COLOUR).then_some(usize::from(colour))
    }

    /// The end point of a colour that is not this one.
    pub fn other_end(&self, colour: usize, end: Node) -> Node {
        let [first, second] = self.ends[colour];
        if end == first { second } else { first }
    }

    /// The pipes that the level itself gives, per colour.
    pub fn drawn(&self) -> &[Vec<Node>] {
        &self.drawn
    }

    /// The links that the level itself gives.
    pub fn given_links(&self) -> impl Iterator<Item = [Node; 2]> + '_ {
        self.drawn.iter().flat_map(|pipe| pipe.windows(2).map(|pair| [pair[0], pair[1]]))
    }
}
