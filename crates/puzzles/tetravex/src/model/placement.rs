//! Placement in 0/1. X(t,r,c) is 1 if tile t lies on the cell, EMPTY(r,c) if none does; ACROSS and
//! DOWN(r,c,k) say that the seam to the right of the cell, or below it, has colour k. A tile gives its
//! seams their colours, and a colour needs, on either side, a tile that has it or an empty cell. As few
//! cells as possible stay empty.

use std::sync::Arc;

use ingenio_core::{Dir, Sense};
use ingenio_model::{
    Assignment, Constraint, Decoded, FamilyId, GroupId, Lit, Model, Next, Objective, Problem, Relation, Size,
    Var,
};

use crate::level::{Level, Place, Question};

pub struct Placements {
    level: Arc<Level>,
    colours: Vec<u32>,
    /// By cell: the tiles that may lie there, and their variables.
    tiles: Vec<Vec<(u16, Var)>>,
    empty: Vec<Option<Var>>,
}

impl Placements {
    pub fn new(level: &Arc<Level>) -> Self {
        let mut colours: Vec<u32> = level.tiles().iter().flat_map(|tile| tile.0).collect();
        colours.sort_unstable();
        colours.dedup();
        Placements { level: level.clone(), colours, tiles: Vec::new(), empty: Vec::new() }
    }

    fn cells(&self) -> usize {
        self.level.size().cells()
    }

    fn index(&self, cell: usize) -> [i32; 2] {
        let size = self.level.size();
        [size.row(cell) as i32 + 1, size.column(cell) as i32 + 1]
    }

    /// The tiles that may lie on a cell.
    fn choices(&self, cell: usize) -> std::ops::Range<u16> {
        match self.level.places()[cell] {
            Place::Blocked => 0..0,
            Place::Fixed(tile) => tile..tile + 1,
            Place::Open => 0..self.level.tiles().len() as u16,
        }
    }

    /// May the cell stay empty? A blocked one always is.
    fn may_be_empty(&self, cell: usize) -> bool {
        match self.level.places()[cell] {
            Place::Blocked => true,
            Place::Fixed(_) => false,
            Place::Open => self.level.question() == Question::Maximise,
        }
    }

    fn place_tiles(&mut self, model: &mut Model) {
        let family = model.family("X", &["tile", "row", "column"], "1 if the tile lies on the cell");
        let empty = model.family("EMPTY", &["row", "column"], "1 if the cell stays empty");
        let one = model.group("one-tile", "a cell holds one tile or stays empty");
        for cell in 0..self.cells() {
            let [row, column] = self.index(cell);
            let tiles: Vec<(u16, Var)> = self
                .choices(cell)
                .map(|tile| (tile, model.binary(family, &[i32::from(tile) + 1, row, column])))
                .collect();
            let none = self.may_be_empty(cell).then(|| model.binary(empty, &[row, column]));
            let lits = tiles.iter().map(|(_, var)| *var).chain(none).map(Var::on).collect();
            model.add(one, Constraint::ExactlyOne(lits));
            self.tiles.push(tiles);
            self.empty.push(none);
        }
        let once = model.group("once", "every tile is used at most once");
        for tile in 0..self.level.tiles().len() as u16 {
            let of_tile = self.tiles.iter().flatten().filter(|(known, _)| *known == tile);
            let lits: Vec<Lit> = of_tile.map(|(_, var)| var.on()).collect();
            if lits.len() > 1 {
                model.add(once, Constraint::AtMostOne(lits));
            }
        }
    }

    fn seams(&self, model: &mut Model) {
        let about = "1 if the seam has this colour";
        let across = model.family("ACROSS", &["row", "column", "colour"], about);
        let down = model.family("DOWN", &["row", "column", "colour"], about);
        let groups = Groups {
            one: model.group("one-colour", "a seam has one colour"),
            gives: model.group("gives", "a tile gives its seams their colours"),
            needs: model
                .group("needs", "a seam's colour comes from a tile on each side, or the cell is empty"),
        };
        for cell in 0..self.cells() {
            for (dir, family) in [(Dir::Right, across), (Dir::Down, down)] {
                if let Some(other) = self.level.size().step(cell, dir) {
                    self.seam(model, &groups, family, cell, other, dir);
                }
            }
        }
    }

    fn seam(
        &self,
        model: &mut Model,
        groups: &Groups,
        family: FamilyId,
        cell: usize,
        other: usize,
        dir: Dir,
    ) {
        let [row, column] = self.index(cell);
        let colours: Vec<Var> = (1..=self.colours.len() as i32)
            .map(|colour| model.binary(family, &[row, column, colour]))
            .collect();
        model.add(groups.one, Constraint::ExactlyOne(colours.iter().map(|var| var.on()).collect()));
        for (at, side) in [(cell, dir), (other, dir.opposite())] {
            let mut with: Vec<Vec<Lit>> = vec![Vec::new(); colours.len()];
            for (tile, var) in &self.tiles[at] {
                let colour = self.level.tiles()[usize::from(*tile)].side(side);
                let colour = self.colours.binary_search(&colour).expect("every colour is listed");
                model.clause(groups.gives, &[var.off(), colours[colour].on()]);
                with[colour].push(var.on());
            }
            for (colour, mut having) in with.into_iter().enumerate() {
                having.extend(self.empty[at].map(Var::on));
                having.push(colours[colour].off());
                model.clause(groups.needs, &having);
            }
        }
    }

    /// Cells that certainly stay empty: there are not enough tiles.
    fn too_few(&self, model: &mut Model) {
        let lits: Vec<Lit> = self.empty.iter().flatten().map(|var| var.on()).collect();
        let least = self.cells() - self.level.most_placed();
        let blocked = self.level.places().iter().filter(|place| **place == Place::Blocked).count();
        if least > blocked && self.level.question() == Question::Maximise {
            let group = model.group("too-few", "there are fewer tiles than cells");
            model.add(group, Constraint::Count { lits, relation: Relation::AtLeast, number: least as i32 });
        }
    }
}

struct Groups {
    one: GroupId,
    gives: GroupId,
    needs: GroupId,
}

impl Problem for Placements {
    fn size(&self, _: u32) -> Size {
        let (cells, tiles, colours) =
            (self.cells() as u64, self.level.tiles().len() as u64, self.colours.len() as u64);
        let seams = 2 * cells;
        let variables = cells * (tiles + 1) + seams * colours;
        let constraints = cells + tiles + 1 + seams * (1 + 2 * tiles + 2 * colours);
        let terms = 3 * cells * (tiles + 1) + seams * (colours + 4 * tiles + 2 * tiles + 4 * colours) + cells;
        Size::new(variables, constraints, terms)
    }

    fn grow(&mut self, _: u32, model: &mut Model) {
        self.place_tiles(model);
        self.seams(model);
        self.too_few(model);
        if self.level.question() == Question::Maximise {
            let terms = self.empty.iter().flatten().map(|var| (1, *var)).collect();
            model.set_objective(Some(Objective { sense: Sense::Least, terms }));
        }
    }

    fn infeasible(&mut self, _: u32, _: &mut Model) -> Next {
        Next::Unsolvable(super::unsolvable(&self.level))
    }

    fn decode(&mut self, _: u32, _: &mut Model, values: &Assignment, proved: bool) -> Decoded {
        let on =
            |tiles: &Vec<(u16, Var)>| tiles.iter().find(|(_, var)| values.is_on(*var)).map(|(tile, _)| *tile);
        let board: Vec<Option<u16>> = self.tiles.iter().map(on).collect();
        super::solution(&self.level, &board)
            .map_or(Decoded::Nothing, |text| Decoded::Solution { text, optimal: proved })
    }

    fn bound(&self, _: u32, objective: Option<i64>) -> Option<u64> {
        let most = self.level.most_placed() as u64;
        let placed = objective.and_then(|empty| (self.cells() as u64).checked_sub(empty.max(0) as u64));
        Some(placed.map_or(most, |placed| placed.min(most)))
    }

    fn measure(&self, _: u32, objective: i64) -> Option<u64> {
        (self.cells() as u64).checked_sub(u64::try_from(objective).ok()?)
    }
}
