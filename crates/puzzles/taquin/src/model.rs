//! Taquin as a plan of fixed length, 0/1. B(cell,t) is where the blank is after t moves, X(tile,cell,t)
//! where the tiles are. The blank goes to a neighbour each time and never straight back; the tile it finds
//! there goes the other way; all others stay. Cells that cannot be reached by then have no variable.
//!
//! The length begins at the sum of the tiles' distances, which no solution can beat, and grows by two: each
//! move changes that sum by one. So the first success is proved the shortest. Boards of 3x3 are a matter of
//! seconds; on larger ones only those near their goal: the number of plans grows with the length, and the
//! learning that shortens the search for Unblock finds little to reuse here.

mod hand;

use std::sync::Arc;

use ingenio_core::{Dir, Guarantee, Message, OptionSpec, Task};
use ingenio_model::{
    Assignment, Capability, Constraint, Decoded, FamilyId, Formulation, GroupId, Horizon, Lit, Model,
    Modelled, Next, Problem, Size, Var, periods_option,
};

use crate::Taquin;
use crate::level::{BLANK, Level};
use crate::metric::MOVES;
use crate::words;

const PERIODS: OptionSpec = periods_option("so many moves and no others; 0 looks for the fewest", 1000);

/// Larger boards make models that no engine solves in a lifetime.
const MOST_CELLS: usize = 25;

/// The table of formulations.
pub const FORMULATIONS: &[Formulation<Taquin>] = &[Formulation {
    name: "plan",
    about: "0/1 positions of all tiles after every move, for 3x3 and boards near their goal; the plan grows until it is long enough",
    guarantee: Guarantee::Optimal,
    metrics: &[MOVES],
    options: &[PERIODS],
    engines: &[Capability::Clauses, Capability::Linear, Capability::Domains],
    fits: small,
    open: |level, task| Box::new(Plan::new(level, task)),
    by_hand: &[("opl", hand::opl), ("minizinc", hand::minizinc), ("pddl", hand::pddl)],
}];

impl Modelled for Taquin {
    fn formulations() -> &'static [Formulation<Self>] {
        FORMULATIONS
    }

    fn plan(_: &Level, actions: &[Vec<String>]) -> Option<String> {
        hand::plan(actions)
    }
}

fn small(level: &Level) -> Result<(), Message> {
    let cells = level.size().cells();
    if cells <= MOST_CELLS {
        return Ok(());
    }
    Err(words::TOO_MANY_CELLS.with("method", "plan").with("most", MOST_CELLS).with("cells", cells))
}

struct Plan {
    level: Arc<Level>,
    horizon: Horizon,
    names: Option<Names>,
    /// By time and cell.
    blank: Vec<Vec<Option<Var>>>,
    /// By time, tile from 1 and cell.
    tiles: Vec<Vec<Vec<Option<Var>>>>,
}

#[derive(Clone, Copy)]
struct Names {
    blank: FamilyId,
    tiles: FamilyId,
    start: GroupId,
    cells: GroupId,
    places: GroupId,
    walk: GroupId,
    no_return: GroupId,
    frame: GroupId,
    shift: GroupId,
}

impl Plan {
    fn new(level: &Arc<Level>, task: &Task) -> Self {
        let homes = level.goal_cells();
        let tiles = level.tiles().iter().enumerate().filter(|(_, tile)| **tile != BLANK);
        let first = tiles.map(|(cell, tile)| distance(level, cell, homes[usize::from(*tile)])).sum();
        let horizon = Horizon::new(task, first, 2);
        Plan { level: level.clone(), horizon, names: None, blank: Vec::new(), tiles: Vec::new() }
    }

    fn declare(&mut self, model: &mut Model) -> Names {
        if let Some(names) = self.names {
            return names;
        }
        let names = Names {
            blank: model.family(
                "B",
                &["row", "column", "time"],
                "1 if the blank is here after so many moves",
            ),
            tiles: model.family(
                "X",
                &["tile", "row", "column", "time"],
                "1 if the tile is here after so many moves",
            ),
            start: model.group("start", "everything begins where the level says"),
            cells: model.group("cells", "a cell holds one tile or the blank"),
            places: model.group("places", "every tile is in one cell, and so is the blank"),
            walk: model.group("walk", "the blank goes to a neighbour"),
            no_return: model.group("no-return", "the blank does not go straight back"),
            frame: model.group("frame", "a tile stays where the blank does not come"),
            shift: model.group("shift", "the tile that the blank finds goes the other way"),
        };
        self.names = Some(names);
        names
    }

    fn layer(&mut self, model: &mut Model, names: Names) {
        let time = self.blank.len();
        let level = self.level.clone();
        let (size, cells) = (level.size(), level.size().cells());
        let begun =
            |tile: u16| level.tiles().iter().position(|known| *known == tile).expect("every tile is there");
        let index = |cell: usize| [size.row(cell) as i32 + 1, size.column(cell) as i32 + 1];
        let reached = |tile: u16, cell: usize| distance(&level, begun(tile), cell) as usize <= time;
        let blank: Vec<Option<Var>> = (0..cells)
            .map(|cell| {
                // The blank changes its colour of the chessboard with every move.
                let even = (distance(&level, begun(BLANK), cell) as usize + time).is_multiple_of(2);
                let [row, column] = index(cell);
                (even && reached(BLANK, cell)).then(|| model.binary(names.blank, &[row, column, time as i32]))
            })
            .collect();
        let mut tiles = vec![Vec::new()];
        for tile in 1..cells as u16 {
            let vars = (0..cells).map(|cell| {
                let [row, column] = index(cell);
                let index = [i32::from(tile), row, column, time as i32];
                reached(tile, cell).then(|| model.binary(names.tiles, &index))
            });
            tiles.push(vars.collect::<Vec<Option<Var>>>());
        }
        for cell in 0..cells {
            let here = tiles[1..].iter().map(|vars| vars[cell]).chain([blank[cell]]);
            exactly_one(model, names.cells, here);
        }
        tiles[1..].iter().for_each(|vars| exactly_one(model, names.places, vars.iter().copied()));
        exactly_one(model, names.places, blank.iter().copied());
        self.blank.push(blank);
        self.tiles.push(tiles);
        if time > 0 {
            self.moves(model, names, time);
        }
    }

    fn moves(&self, model: &mut Model, names: Names, time: usize) {
        let size = self.level.size();
        let (before, after) = (&self.blank[time - 1], &self.blank[time]);
        for cell in 0..size.cells() {
            let near: Vec<usize> = Dir::ALL.iter().filter_map(|dir| size.step(cell, *dir)).collect();
            if let Some(blank) = before[cell] {
                let on: Vec<Lit> = near.iter().filter_map(|next| after[*next]).map(Var::on).collect();
                model.clause(names.walk, &[&[blank.off()], &on[..]].concat());
            }
            if let (Some(now), Some(earlier)) =
                (after[cell], (time > 1).then(|| self.blank[time - 2][cell]).flatten())
            {
                model.clause(names.no_return, &[earlier.off(), now.off()]);
            }
            for (vars, then) in self.tiles[time - 1][1..].iter().zip(&self.tiles[time][1..]) {
                let Some(tile) = vars[cell] else { continue };
                let stays: Vec<Lit> = [after[cell], then[cell]].into_iter().flatten().map(Var::on).collect();
                model.clause(names.frame, &[&[tile.off()], &stays[..]].concat());
                for (next, blank) in near.iter().filter_map(|next| Some((*next, before[*next]?))) {
                    let Some(comes) = after[cell] else { continue };
                    let goes: Vec<Lit> = then[next].map(Var::on).into_iter().collect();
                    model.clause(names.shift, &[&[tile.off(), comes.off(), blank.off()], &goes[..]].concat());
                }
            }
        }
    }

    fn start(&self, model: &mut Model, names: Names) {
        for (cell, tile) in self.level.tiles().iter().enumerate() {
            let var =
                if *tile == BLANK { self.blank[0][cell] } else { self.tiles[0][usize::from(*tile)][cell] };
            model.clause(names.start, &[var.expect("everything is where it begins").on()]);
        }
    }
}

fn exactly_one(model: &mut Model, group: GroupId, vars: impl Iterator<Item = Option<Var>>) {
    model.add(group, Constraint::ExactlyOne(vars.flatten().map(Var::on).collect()));
}

fn distance(level: &Level, one: usize, other: usize) -> u32 {
    let (one, other) = (level.size().cell(one), level.size().cell(other));
    u32::from(one.row.abs_diff(other.row)) + u32::from(one.column.abs_diff(other.column))
}

impl Problem for Plan {
    fn size(&self, stage: u32) -> Size {
        let layers = u64::from(self.horizon.at(stage)) + 1;
        let cells = self.level.size().cells() as u64;
        let vars = cells * cells;
        Size::new(vars, 4 * cells + 5 * vars, 4 * vars + 7 * cells + 3 * vars + 16 * vars) * layers
            + Size::new(0, cells, cells)
    }

    fn grow(&mut self, stage: u32, model: &mut Model) {
        let names = self.declare(model);
        while self.blank.len() <= self.horizon.last_layer(stage) {
            self.layer(model, names);
            if self.blank.len() == 1 {
                self.start(model, names);
            }
        }
        if self.horizon.is_fixed() {
            let group = model.group("goal", "everything ends where it belongs");
            self.assumed(stage).into_iter().for_each(|lit| model.clause(group, &[lit]));
        }
    }

    fn assumed(&self, stage: u32) -> Vec<Lit> {
        let last = self.horizon.last_layer(stage);
        let homes = self.level.goal().iter().enumerate().filter(|(_, tile)| **tile != BLANK);
        // A tile that cannot be home by then: a literal that never holds.
        let never = self.blank[0].iter().flatten().next().map(|var| var.is(2));
        homes
            .filter_map(|(cell, tile)| self.tiles[last][usize::from(*tile)][cell].map(Var::on).or(never))
            .collect()
    }

    fn infeasible(&mut self, stage: u32, _: &mut Model) -> Next {
        let size = self.level.size();
        if !self.level.is_solvable() {
            return Next::Unsolvable(words::PARITY.say());
        }
        // On a single line the blank can only go to one of its ends.
        if size.width.min(size.height) == 1 && self.horizon.last_layer(stage) >= size.cells() {
            return Next::Unsolvable(words::EXHAUSTED.say());
        }
        if self.horizon.is_fixed() { Next::GiveUp } else { Next::Grow }
    }

    fn decode(&mut self, stage: u32, _: &mut Model, values: &Assignment, _: bool) -> Decoded {
        let at = |time: usize| {
            let on = |var: &Option<Var>| var.is_some_and(|var| values.is_on(var));
            self.blank[time].iter().position(on).expect("the blank is somewhere")
        };
        let size = self.level.size();
        let step = |time: usize| {
            let dir = Dir::ALL.into_iter().find(|dir| size.step(at(time - 1), *dir) == Some(at(time)));
            dir.expect("the blank goes to a neighbour").letter()
        };
        let text = (1..=self.horizon.last_layer(stage)).map(step).collect();
        Decoded::Solution { text, optimal: !self.horizon.is_fixed() }
    }

    fn periods(&self, stage: u32) -> Option<u32> {
        Some(self.horizon.at(stage))
    }

    fn bound(&self, stage: u32, _: Option<i64>) -> Option<u64> {
        self.horizon.bound(stage)
    }
}
