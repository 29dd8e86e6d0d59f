//! The constraint program. TILE(r,c) is the number of the tile on a cell, 0 for none; TOP, RIGHT, BOTTOM
//! and LEFT(r,c) are its colours, by element from the list of tiles, 0 where there is none. Touching
//! colours are equal unless one is 0; every tile is used at most once; PLACED(r,c) says that a cell holds
//! a tile, and as many as possible do.
//!
//! As the TetraVex paper prints it, the program maximises the sum of the tile numbers instead, which is not
//! the same: one tile with a large number counts for more than two with small ones.

use std::sync::Arc;

use ingenio_core::{Dir, Sense};
use ingenio_model::{
    Assignment, Constraint, Decoded, Lit, Model, Next, Objective, Problem, Relation, Size, Var,
};

use crate::level::{Level, Place, Question};

const SIDES: [(Dir, &str); 4] =
    [(Dir::Up, "TOP"), (Dir::Right, "RIGHT"), (Dir::Down, "BOTTOM"), (Dir::Left, "LEFT")];

pub struct Elements {
    level: Arc<Level>,
    /// The colours that occur, sorted; the model numbers them from 1.
    colours: Vec<u32>,
    tiles: Vec<Var>,
    /// The sum of the tile numbers is to be most, as in print.
    printed: bool,
}

impl Elements {
    pub fn new(level: &Arc<Level>) -> Self {
        let mut colours: Vec<u32> = level.tiles().iter().flat_map(|tile| tile.0).collect();
        colours.sort_unstable();
        colours.dedup();
        Elements { level: level.clone(), colours, tiles: Vec::new(), printed: false }
    }

    /// With the objective as it was printed.
    #[must_use]
    pub fn into_printed(mut self) -> Self {
        self.printed = true;
        self
    }

    fn number(&self, colour: u32) -> i32 {
        self.colours.binary_search(&colour).map_or(0, |at| at as i32 + 1)
    }

    /// The least and the greatest tile number of a cell.
    fn domain(&self, cell: usize) -> (i32, i32) {
        let most = self.level.tiles().len() as i32;
        match self.level.places()[cell] {
            Place::Blocked => (0, 0),
            Place::Fixed(tile) => (i32::from(tile) + 1, i32::from(tile) + 1),
            Place::Open => (i32::from(self.level.question() == Question::Complete), most),
        }
    }

    fn index(&self, cell: usize) -> [i32; 2] {
        let size = self.level.size();
        [size.row(cell) as i32 + 1, size.column(cell) as i32 + 1]
    }

    fn tiles(&mut self, model: &mut Model) {
        let family =
            model.family("TILE", &["row", "column"], "the number of the tile on the cell, 0 for none");
        for cell in 0..self.level.size().cells() {
            let (least, most) = self.domain(cell);
            let var = model.integer(family, &self.index(cell), least, most);
            self.tiles.push(var);
        }
        let once = model.group("once", "every tile is used at most once");
        for tile in 1..=self.level.tiles().len() as i32 {
            let lits: Vec<Lit> = self.tiles.iter().map(|var| var.is(tile)).collect();
            model.add(once, Constraint::Count { lits, relation: Relation::AtMost, number: 1 });
        }
        if self.level.question() == Question::Complete {
            let different = model.group("different", "no two cells hold the same tile");
            let open = (0..self.tiles.len()).filter(|cell| self.level.places()[*cell] != Place::Blocked);
            model.add(different, Constraint::AllDifferent(open.map(|cell| self.tiles[cell]).collect()));
        }
    }

    /// One variable for each side of each cell, by cell and then by side.
    fn sides(&self, model: &mut Model) -> Vec<[Var; 4]> {
        let families =
            SIDES.map(|(_, name)| model.family(name, &["row", "column"], "the colour of the tile's side"));
        let group = model.group("colours", "the colours of a cell are those of its tile");
        let lists = SIDES.map(|(dir, _)| {
            let colours = self.level.tiles().iter().map(|tile| self.number(tile.side(dir)));
            std::iter::once(0).chain(colours).collect::<Vec<i32>>()
        });
        let sides = |cell: usize, model: &mut Model| {
            std::array::from_fn(|side| {
                let value = model.integer(families[side], &self.index(cell), 0, self.colours.len() as i32);
                let list = lists[side].clone();
                model.add(group, Constraint::Element { index: self.tiles[cell], first: 0, list, value });
                value
            })
        };
        (0..self.tiles.len()).map(|cell| sides(cell, model)).collect()
    }

    fn seams(&self, model: &mut Model, sides: &[[Var; 4]]) {
        let group = model.group("seams", "colours that touch are equal, unless a cell is empty");
        let (right, bottom, left, top) = (1, 2, 3, 0);
        for cell in 0..sides.len() {
            for (dir, near, far) in [(Dir::Right, right, left), (Dir::Down, bottom, top)] {
                let Some(other) = self.level.size().step(cell, dir) else { continue };
                let (here, there) = (sides[cell][near], sides[other][far]);
                for colour in 1..=self.colours.len() as i32 {
                    model.clause(group, &[!here.is(colour), there.is(colour), there.is(0)]);
                    model.clause(group, &[!there.is(colour), here.is(colour), here.is(0)]);
                }
            }
        }
    }

    fn placed(&self, model: &mut Model) {
        let family = model.family("PLACED", &["row", "column"], "1 if a tile lies on the cell");
        let group = model.group("placed", "a cell is empty or a tile is placed");
        let mut terms = Vec::new();
        for (cell, tile) in self.tiles.iter().enumerate() {
            let placed = model.binary(family, &self.index(cell));
            model.clause(group, &[placed.on(), tile.is(0)]);
            model.clause(group, &[placed.off(), !tile.is(0)]);
            terms.push((1, placed));
        }
        model.set_objective(Some(Objective { sense: Sense::Most, terms }));
    }
}

impl Problem for Elements {
    fn size(&self, _: u32) -> Size {
        let cells = self.level.size().cells() as u64;
        let (tiles, colours) = (self.level.tiles().len() as u64, self.colours.len() as u64);
        let seams = 4 * cells * colours;
        Size::new(
            6 * cells,
            tiles + 1 + 6 * cells + seams,
            tiles * cells + 6 * cells + 4 * cells * (tiles + 3) + 3 * seams,
        )
    }

    fn grow(&mut self, _: u32, model: &mut Model) {
        self.tiles(model);
        let sides = self.sides(model);
        self.seams(model, &sides);
        if self.printed {
            let terms = self.tiles.iter().map(|tile| (1, *tile)).collect();
            model.set_objective(Some(Objective { sense: Sense::Most, terms }));
        } else if self.level.question() == Question::Maximise {
            self.placed(model);
        }
    }

    fn infeasible(&mut self, _: u32, _: &mut Model) -> Next {
        Next::Unsolvable(super::unsolvable(&self.level))
    }

    fn decode(&mut self, _: u32, _: &mut Model, values: &Assignment, proved: bool) -> Decoded {
        let tile = |var: &Var| u16::try_from(values.get(*var) - 1).ok();
        let board: Vec<Option<u16>> = self.tiles.iter().map(tile).collect();
        let placed = board.iter().flatten().count();
        // The largest sum proves nothing about the number of tiles, unless no more can be placed.
        let optimal = if self.printed { placed == self.level.most_placed() } else { proved };
        super::solution(&self.level, &board)
            .map_or(Decoded::Nothing, |text| Decoded::Solution { text, optimal })
    }

    fn bound(&self, _: u32, objective: Option<i64>) -> Option<u64> {
        let most = self.level.most_placed() as u64;
        let objective = objective.filter(|_| !self.printed);
        Some(objective.and_then(|bound| u64::try_from(bound).ok()).map_or(most, |bound| bound.min(most)))
    }

    fn measure(&self, _: u32, objective: i64) -> Option<u64> {
        if self.printed { None } else { u64::try_from(objective).ok() }
    }
}
