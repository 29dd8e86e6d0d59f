//! The Unblock paper's two models. ALFA(i,j,t) is 1 if piece i begins at place j of its line after period t;
//! MOVE(i,j,t) is 1 if it leaves place j in period t. Pieces and places count from 1, periods too;
//! period 0 is the start.
//!
//! The rows are those of its program, in its order, doubles included: crossings are said once for each
//! order of the two pieces. Two things differ from what it prints: every variable is 0/1 (it declares
//! only the inner places so), and boards may have walls and other sizes.
//!
//! Without a number of periods the fewest are searched for, with the goal assumed. For the fewest steps
//! that is not enough: a plan with fewer steps may take more periods. But a plan of S steps needs no
//! more than S periods, one step each; so once S steps are found, S - 1 periods prove the least.

use std::sync::Arc;

use ingenio_core::{Message, Sense, Task};
use ingenio_model::{
    Assignment, Decoded, GroupId, Lit, Model, Next, Objective, Problem, Relation, Size, Var, fixed_periods,
};

use super::{order, tidy};
use crate::level::Level;
use crate::play::Move;
use crate::{confine, referee, words};

/// A ring of pieces that cannot move at once, each with its place before and after.
type Ring = Vec<(usize, u8, u8)>;

pub struct Periods {
    level: Arc<Level>,
    /// Model 2 counts steps.
    counted: bool,
    weight: i64,
    fixed: Option<u32>,
    /// Is a proof wanted that takes more periods than the first plan?
    prove: bool,
    /// As many periods as a proof needs, once a plan is found.
    enough: Option<u32>,
    /// So many periods are too few.
    too_few: u32,
    /// By period, piece and place.
    alfa: Vec<Vec<Vec<Var>>>,
    moves: Vec<Vec<Vec<Var>>>,
    names: Option<Names>,
    rings: Vec<Ring>,
    /// Rings pass, as in print: the plan is shown and refused instead of cut off.
    printed: bool,
}

/// Families and groups of the model.
#[derive(Clone, Copy)]
struct Names {
    alfa: ingenio_model::FamilyId,
    moves: Option<ingenio_model::FamilyId>,
    count: GroupId,
    start: GroupId,
    one_place: GroupId,
    no_jump: GroupId,
    no_overlap: GroupId,
    walls: GroupId,
    rings: GroupId,
}

impl Periods {
    pub fn new(level: &Arc<Level>, task: &Task, counted: bool) -> Self {
        Periods {
            level: level.clone(),
            counted,
            weight: task.options.integer(super::WEIGHT.name),
            fixed: fixed_periods(task),
            prove: task.optimal,
            enough: None,
            too_few: 0,
            alfa: Vec::new(),
            moves: Vec::new(),
            names: None,
            rings: Vec::new(),
            printed: false,
        }
    }

    /// The model as it was printed, which lets rings pass.
    #[must_use]
    pub fn into_printed(mut self) -> Self {
        self.printed = true;
        self
    }

    /// The number of periods of a stage: as asked; else one more each time, and in the end as many as
    /// the proof needs.
    fn periods(&self, stage: u32) -> u32 {
        // Not 0: the paper leaves the other places of period 0 open, and nothing may stand there.
        self.fixed.or(self.enough).unwrap_or(stage + 1)
    }

    fn places(&self, piece: usize) -> usize {
        places(&self.level, piece)
    }

    fn alfa(&self, piece: usize, place: usize, period: u32) -> Var {
        self.alfa[period as usize][piece][place]
    }

    /// The goal: the target is at the exit after the last period.
    fn goal(&self, stage: u32) -> Var {
        self.alfa(0, self.level.goal_offset(), self.periods(stage))
    }

    /// Where the pieces stand after each period.
    fn positions(&self, stage: u32, values: &Assignment) -> Vec<Vec<u8>> {
        let mut positions = vec![self.level.offsets()];
        for period in 1..=self.periods(stage) {
            let places = self.alfa[period as usize].iter().map(|places| {
                places.iter().position(|var| values.is_on(*var)).expect("every piece has a place") as u8
            });
            positions.push(places.collect());
        }
        positions
    }

    // --- the rows, one function for each group, period by period ---

    fn declare(&mut self, model: &mut Model) -> Names {
        if let Some(names) = self.names {
            return names;
        }
        let axes = &["piece", "place", "period"];
        let names = Names {
            alfa: model.family(
                "ALFA",
                axes,
                "1 if the piece begins at this place of its line after the period",
            ),
            moves: self
                .counted
                .then(|| model.family("MOVE", axes, "1 if the piece leaves this place in the period")),
            count: model.group("count-moves", "whoever leaves a place moves"),
            start: model.group("start", "every piece begins where the level says"),
            one_place: model.group("one-place", "every piece is at one place after every period"),
            no_jump: model.group("no-jump", "no piece moves more than one cell in a period"),
            no_overlap: model.group("no-overlap", "no two pieces cover the same cell after a period"),
            walls: model.group("walls", "no piece covers a wall"),
            rings: model.group(
                "rings",
                "no ring of pieces moves through itself in one period (cut off when it occurs)",
            ),
        };
        self.names = Some(names);
        names
    }

    fn add_variables(&mut self, model: &mut Model, names: Names, periods: u32) {
        let first = self.alfa.len() as i32;
        for period in first..=periods as i32 {
            let family = |this: &Self, model: &mut Model, id| -> Vec<Vec<Var>> {
                let pieces = 0..this.level.pieces().len();
                pieces
                    .map(|piece| {
                        let index = |place: usize| [piece as i32 + 1, place as i32 + 1, period];
                        (0..this.places(piece)).map(|place| model.binary(id, &index(place))).collect()
                    })
                    .collect()
            };
            let alfa = family(self, model, names.alfa);
            self.alfa.push(alfa);
            if let Some(id) = names.moves {
                // Nothing moves in period 0.
                let moves = if period == 0 { Vec::new() } else { family(self, model, id) };
                self.moves.push(moves);
            }
        }
    }

    fn each(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.level.pieces().len())
            .flat_map(|piece| (0..self.places(piece)).map(move |place| (piece, place)))
    }

    fn count_moves(&self, model: &mut Model, group: GroupId, period: u32) {
        for (piece, place) in self.each() {
            let (before, after) = (self.alfa(piece, place, period - 1), self.alfa(piece, place, period));
            let moves = self.moves[period as usize][piece][place];
            model.linear(group, vec![(1, before), (-1, after), (-1, moves)], Relation::AtMost, 0);
        }
    }

    fn start(&self, model: &mut Model, group: GroupId) {
        for (piece, offset) in self.level.offsets().into_iter().enumerate() {
            model.linear(group, vec![(1, self.alfa(piece, offset.into(), 0))], Relation::Equal, 1);
        }
    }

    fn one_place(&self, model: &mut Model, group: GroupId, period: u32) {
        for places in &self.alfa[period as usize] {
            let terms = places.iter().map(|var| (1, *var)).collect();
            model.linear(group, terms, Relation::Equal, 1);
        }
    }

    fn no_jump(&self, model: &mut Model, group: GroupId, period: u32) {
        for (piece, from) in self.each() {
            for to in (0..self.places(piece)).filter(|to| to.abs_diff(from) > 1) {
                let pair = vec![(1, self.alfa(piece, from, period - 1)), (1, self.alfa(piece, to, period))];
                model.linear(group, pair, Relation::AtMost, 1);
            }
        }
    }

    fn no_overlap(&self, model: &mut Model, group: GroupId, period: u32) {
        let pieces = self.level.pieces().len();
        for (one, other) in (0..pieces).flat_map(|one| (0..pieces).map(move |other| (one, other))) {
            for (place, other_place, times) in overlaps(&self.level, one, other) {
                for _ in 0..times {
                    let pair =
                        vec![(1, self.alfa(one, place, period)), (1, self.alfa(other, other_place, period))];
                    model.linear(group, pair, Relation::AtMost, 1);
                }
            }
        }
    }

    fn walls(&self, model: &mut Model, group: GroupId, period: u32) {
        for (piece, place) in self.each() {
            if self.level.pieces()[piece].cells(place).any(|cell| self.level.is_wall(cell)) {
                model.linear(group, vec![(1, self.alfa(piece, place, period))], Relation::Equal, 0);
            }
        }
    }

    /// Forbids a ring in one period.
    fn forbid(&self, model: &mut Model, group: GroupId, ring: &Ring, period: u32) {
        let lits: Vec<Lit> = ring
            .iter()
            .flat_map(|(piece, from, to)| {
                let before = self.alfa(*piece, usize::from(*from), period - 1);
                [before.off(), self.alfa(*piece, usize::from(*to), period).off()]
            })
            .collect();
        model.clause(group, &lits);
    }

    fn objective(&self, stage: u32) -> Option<Objective> {
        let mut terms = vec![(self.weight, self.goal(stage))];
        if self.counted {
            let all = self.moves[..=self.periods(stage) as usize].iter().flatten().flatten();
            terms.extend(all.map(|var| (-1, *var)));
        }
        // Where the goal is assumed, nothing is left to be best in model 1.
        let wanted = self.counted || self.fixed.is_some();
        wanted.then_some(Objective { sense: Sense::Most, terms })
    }
}

impl Problem for Periods {
    fn size(&self, stage: u32) -> Size {
        let periods = u64::from(self.periods(stage));
        let level = &self.level;
        let pieces = level.pieces().len();
        let places: u64 = (0..pieces).map(|piece| self.places(piece) as u64).sum();
        let jumps: u64 = (0..pieces)
            .map(|piece| {
                let places = self.places(piece) as u64;
                places.saturating_sub(1) * places.saturating_sub(2)
            })
            .sum();
        let pairs = (0..pieces).flat_map(|one| (0..pieces).map(move |other| (one, other)));
        let crossings: u64 = pairs
            .map(|(one, other)| overlaps(level, one, other).map(|(_, _, times)| times as u64).sum::<u64>())
            .sum();
        let walls: u64 = if level.size().cells() == 0 { 0 } else { places };
        let per_period = Size::new(
            places,
            pieces as u64 + jumps + crossings + walls,
            2 * places + 2 * jumps + 2 * crossings,
        );
        let counted = if self.counted { Size::new(places, places, 4 * places) } else { Size::default() };
        let cuts: u64 = self.rings.iter().map(|ring| 2 * ring.len() as u64).sum();
        let rings = Size::new(0, self.rings.len() as u64, cuts);
        Size::new(places, pieces as u64 + walls, pieces as u64 + walls + 1)
            + (per_period + counted + rings) * periods
    }

    fn grow(&mut self, stage: u32, model: &mut Model) {
        let periods = self.periods(stage);
        let first = self.alfa.len() as u32;
        let names = self.declare(model);
        self.add_variables(model, names, periods);
        let new = first.max(1)..=periods;
        if self.counted {
            new.clone().for_each(|period| self.count_moves(model, names.count, period));
        }
        if first == 0 {
            self.start(model, names.start);
        }
        new.clone().for_each(|period| self.one_place(model, names.one_place, period));
        new.clone().for_each(|period| self.no_jump(model, names.no_jump, period));
        new.clone().for_each(|period| self.no_overlap(model, names.no_overlap, period));
        new.clone().for_each(|period| self.walls(model, names.walls, period));
        for ring in &self.rings {
            new.clone().for_each(|period| self.forbid(model, names.rings, ring, period));
        }
        model.set_objective(self.objective(stage));
    }

    fn assumed(&self, stage: u32) -> Vec<Lit> {
        if self.fixed.is_some() { Vec::new() } else { vec![self.goal(stage).on()] }
    }

    fn infeasible(&mut self, stage: u32, _: &mut Model) -> Next {
        if self.fixed.is_some() {
            return Next::GiveUp;
        }
        self.too_few = self.periods(stage);
        confine::blocked(&self.level, &self.level.offsets()).map_or(Next::Grow, Next::Unsolvable)
    }

    fn decode(&mut self, stage: u32, model: &mut Model, values: &Assignment, proved: bool) -> Decoded {
        let plan = match self.plan(stage, values) {
            Ok(plan) => plan,
            Err((period, ring)) if self.printed => {
                let objective = self.counted.then(|| model.value(values)).flatten();
                return Decoded::Illegal { remark: self.ring_sentence(stage, period, &ring, objective) };
            }
            Err((_, ring)) => {
                let group = self.declare(model).rings;
                (1..self.alfa.len() as u32).for_each(|period| self.forbid(model, group, &ring, period));
                self.rings.push(ring);
                return Decoded::Cut;
            }
        };
        if !values.is_on(self.goal(stage)) {
            return Decoded::Nothing;
        }
        let steps: u64 = plan.iter().map(Move::steps).sum();
        let text = referee::text(&tidy(&self.level, &plan));
        let least = self.counted && proved && steps <= u64::from(self.periods(stage)) + 1;
        if let Some(periods) = self.fixed.filter(|_| self.counted && proved && !least) {
            let remark = words::LEAST_WITHIN.with("steps", steps).with("periods", periods);
            return Decoded::Within { text, remark };
        }
        if least || !self.counted || !self.prove || !proved {
            return Decoded::Solution { text, optimal: least };
        }
        self.enough = Some(steps as u32 - 1);
        Decoded::GoOn { text }
    }

    /// No plan had fewer periods, so none has fewer steps; and within these periods the objective
    /// tells the steps.
    fn bound(&self, stage: u32, objective: Option<i64>) -> Option<u64> {
        let tried = if self.too_few == 0 { 0 } else { u64::from(self.too_few) + 1 };
        let periods = u64::from(self.periods(stage));
        let within =
            objective.filter(|_| self.counted).and_then(|best| u64::try_from(self.weight - best).ok());
        Some(within.map_or(tried, |steps| steps.min(periods + 1).max(tried)))
    }

    fn measure(&self, _: u32, objective: i64) -> Option<u64> {
        self.counted.then(|| u64::try_from(self.weight - objective).ok())?
    }

    fn periods(&self, stage: u32) -> Option<u32> {
        Some(Periods::periods(self, stage))
    }

    fn table(&self, stage: u32, values: &Assignment) -> Option<String> {
        Some(self.iterations(stage, values))
    }
}

impl Periods {
    /// The moves of all periods in a legal order; or the first period without one, and its ring.
    fn plan(&self, stage: u32, values: &Assignment) -> Result<Vec<Move>, (u32, Ring)> {
        let positions = self.positions(stage, values);
        let mut plan = Vec::new();
        for (period, pair) in (1..).zip(positions.windows(2)) {
            match order(&self.level, &pair[0], &pair[1]) {
                Ok(moves) => plan.extend(moves),
                Err(ring) => {
                    let places = |piece: usize| (piece, pair[0][piece], pair[1][piece]);
                    return Err((period, ring.into_iter().map(places).collect()));
                }
            }
        }
        Ok(plan)
    }

    /// What the printed model says, and why that is no solution.
    fn ring_sentence(&self, stage: u32, period: u32, ring: &Ring, objective: Option<i64>) -> Message {
        let step = |(piece, from, to): &(usize, u8, u8)| {
            referee::text(&[Move::new(&self.level, *piece, i32::from(*to) - i32::from(*from))])
        };
        let ring = ring.iter().map(step).collect::<Vec<_>>().join(", ");
        let message = match objective {
            Some(objective) => {
                let message = words::RING_COUNTED.with("objective", objective).with("weight", self.weight);
                message.with("steps", self.weight - objective)
            }
            None => words::RING.say(),
        };
        message.with("periods", self.periods(stage)).with("period", period).with("ring", ring)
    }

    /// The table of iterations as the paper prints it: one column per period, one line per piece,
    /// with the place it is at and, in model 2, whether it moved.
    fn iterations(&self, stage: u32, values: &Assignment) -> String {
        let positions = self.positions(stage, values);
        let mut text = String::new();
        for (first, chunk) in positions[1..].chunks(5).enumerate().map(|(at, chunk)| (at * 5 + 1, chunk)) {
            let head: Vec<String> =
                (first..first + chunk.len()).map(|period| format!("ITERATION {period}")).collect();
            text += &format!("{}\n", head.join("\t"));
            for piece in 0..self.level.pieces().len() {
                let cells: Vec<String> = (first..first + chunk.len())
                    .map(|period| self.iteration(piece, period, &positions, values))
                    .collect();
                text += &format!("{}\n", cells.join("\t"));
            }
        }
        text
    }

    fn iteration(&self, piece: usize, period: usize, positions: &[Vec<u8>], values: &Assignment) -> String {
        let (from, to) = (positions[period - 1][piece], positions[period][piece]);
        let alfa = format!("ALFA{}_{}_{period}=1", piece + 1, to + 1);
        if !self.counted {
            return alfa;
        }
        let moved = values.get(self.moves[period][piece][usize::from(from)]);
        format!("{alfa} MOVE{}_{}_{period}={moved}", piece + 1, from + 1)
    }
}

/// How many places a piece has in its line.
fn places(level: &Level, piece: usize) -> usize {
    let shape = &level.pieces()[piece];
    shape.span(level.size()) + 1 - usize::from(shape.length)
}

/// The pairs of places at which two pieces overlap, and how often the paper's program says so: twice
/// for pieces of one line that end together, because both of its conditions hold.
fn overlaps(level: &Level, one: usize, other: usize) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
    let (first, second) = (&level.pieces()[one], &level.pieces()[other]);
    let pairs =
        (0..places(level, one)).flat_map(move |place| (0..places(level, other)).map(move |at| (place, at)));
    let (length, other_length) = (usize::from(first.length), usize::from(second.length));
    pairs.filter_map(move |(place, at)| {
        let times = if first.axis != second.axis {
            let covers =
                |from: usize, length: usize, line: u8| (from..from + length).contains(&usize::from(line));
            usize::from(covers(place, length, second.line) && covers(at, other_length, first.line))
        } else if first.line == second.line && one != other {
            let (end, other_end) = (place + length, at + other_length);
            usize::from(end > at && end <= other_end) + usize::from(other_end > place && other_end <= end)
        } else {
            0
        };
        (times > 0).then_some((place, at, times))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Axis;
    use ingenio_core::rooms::Texts as _;
    use ingenio_core::{Options, Source};

    /// Panel P1 of the paper.
    const P1: &str = "BBBooHooEooHAAEooHCoEoGGCoooFoDDDoFo";

    fn problem(counted: bool, periods: u32) -> (Arc<Level>, Periods) {
        let readings = crate::Unblock::read(&Source::new(P1), &Options::default());
        let level = Arc::new(readings.into_iter().next().unwrap().unwrap().level);
        let options =
            Options::parse(&[super::super::PERIODS, super::super::WEIGHT], &format!("periods={periods}"));
        let task = Task { options: options.unwrap(), ..Task::default() };
        (level.clone(), Periods::new(&level, &task, counted))
    }

    /// The counts by the formulas of the paper, with the corrections of its program: jumps in both
    /// directions, crossings for both orders of two pieces.
    #[test]
    fn the_counts_on_panel_p1_are_those_of_the_formulas() {
        for (counted, periods) in [(false, 10), (true, 10), (true, 1)] {
            let (level, mut problem) = problem(counted, periods);
            let mut model = Model::new();
            problem.grow(0, &mut model);
            let nt = periods as usize;
            let size = |i: &crate::level::Piece| usize::from(i.length);
            let places: usize = level.pieces().iter().map(|i| 7 - size(i)).sum();
            assert_eq!(places, 36);
            let moves = if counted { places * nt } else { 0 };
            assert_eq!(model.len(), places * (nt + 1) + moves);
            assert_eq!(model.count("start"), 8);
            assert_eq!(model.count("one-place"), 8 * nt);
            assert_eq!(model.count("count-moves"), moves);
            let far: usize = level.pieces().iter().map(|i| (6 - size(i)) * (5 - size(i))).sum();
            assert_eq!(model.count("no-jump"), far * nt);
            let through = |i: &crate::level::Piece, line: u8| {
                (1..=7 - size(i)).filter(|j| (*j..j + size(i)).contains(&(usize::from(line) + 1))).count()
            };
            let crossings: usize = level
                .pieces()
                .iter()
                .flat_map(|i| level.pieces().iter().map(move |other| (i, other)))
                .filter(|(i, other)| i.axis == Axis::Across && other.axis == Axis::Down)
                .map(|(i, other)| 2 * through(i, other.line) * through(other, i.line))
                .sum();
            assert_eq!(model.count("no-overlap"), crossings * nt);
            assert_eq!(model.count("walls") + model.count("rings"), 0);
            let (real, told) = (model.size(), problem.size(0));
            assert!(
                told.variables >= real.variables
                    && told.constraints >= real.constraints
                    && told.terms >= real.terms
            );
        }
    }

    #[test]
    fn names_are_those_of_the_thesis() {
        let (_, mut problem) = problem(true, 10);
        let mut model = Model::new();
        problem.grow(0, &mut model);
        assert_eq!(model.name(problem.goal(0)), "ALFA1_5_10");
        assert_eq!(model.title(problem.moves[4][1][2]), "MOVE(2,3,4)");
        assert!(model.by_name().contains_key("MOVE2_3_4"));
    }
}
