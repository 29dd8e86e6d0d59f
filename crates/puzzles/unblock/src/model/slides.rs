//! Slides: in each period one piece slides as far as it likes. X(piece,place,t) is where a piece stands
//! after t slides, M(piece,t) says that it moved in slide t. Who does not move stays; cells hold one
//! piece; the cells a long slide sweeps are free before it. Places that a piece can never reach (see
//! [`confine`]) have no variable.
//!
//! The horizon grows slide by slide on the same model, with the goal assumed; each failure proves that
//! there is no shorter solution, so the first success is the least number of moves. A piece never moves
//! twice in a row: one slide would do. Two pieces that share no cell may slide in either order, so the
//! earlier piece of the level goes first.

use std::sync::Arc;

use ingenio_core::Task;
use ingenio_model::{
    Assignment, Constraint, Decoded, FamilyId, GroupId, Horizon, Lit, Model, Next, Problem, Relation, Size,
    Var,
};

use crate::confine::{self, Range};
use crate::level::Level;
use crate::play::Move;
use crate::referee;

pub struct Slides {
    level: Arc<Level>,
    ranges: Vec<Range>,
    horizon: Horizon,
    /// For each piece and each two of its places: the cells between them that it covers at neither.
    swept: Vec<Sweep>,
    /// For each cell, who covers it at which place (counted from the piece's range).
    covers: Vec<Vec<(usize, usize)>>,
    names: Option<Names>,
    /// Two pieces that never meet, the earlier one first.
    apart: Vec<(usize, usize)>,
    /// By slide, piece and place in its range.
    places: Vec<Vec<Vec<Var>>>,
    /// By slide from 1 and piece.
    movers: Vec<Vec<Var>>,
}

/// A slide that passes cells it covers neither before nor after.
struct Sweep {
    piece: usize,
    from: usize,
    to: usize,
    cell: usize,
}

#[derive(Clone, Copy)]
struct Names {
    places: FamilyId,
    movers: FamilyId,
    start: GroupId,
    one_place: GroupId,
    one_mover: GroupId,
    frame: GroupId,
    no_repeat: GroupId,
    order: GroupId,
    no_overlap: GroupId,
    swept: GroupId,
    shorter: GroupId,
}

impl Slides {
    pub fn new(level: &Arc<Level>, task: &Task) -> Self {
        let ranges = confine::confine(level, &level.offsets());
        let mut covers = vec![Vec::new(); level.size().cells()];
        for (piece, range) in ranges.iter().enumerate() {
            for place in 0..range.count() {
                let cells = level.pieces()[piece].cells(usize::from(range.low) + place);
                cells.for_each(|cell| covers[level.size().index(cell)].push((piece, place)));
            }
        }
        Slides {
            level: level.clone(),
            horizon: Horizon::new(task, 0, 1),
            swept: sweeps(level, &ranges),
            apart: never_meeting(&covers, ranges.len()),
            ranges,
            covers,
            names: None,
            places: Vec::new(),
            movers: vec![Vec::new()],
        }
    }

    /// The target is out after so many slides; no variable where it can never be.
    fn goal(&self, time: usize) -> Option<Var> {
        let place = self.level.goal_offset().checked_sub(usize::from(self.ranges[0].low))?;
        self.places[time][0].get(place).copied()
    }

    fn declare(&mut self, model: &mut Model) -> Names {
        if let Some(names) = self.names {
            return names;
        }
        let names = Names {
            places: model.family(
                "X",
                &["piece", "place", "time"],
                "1 if the piece stands at this place after so many slides",
            ),
            movers: model.family("M", &["piece", "time"], "1 if the piece moves in this slide"),
            start: model.group("start", "every piece begins where the level says"),
            one_place: model.group("one-place", "every piece is at one place at every time"),
            one_mover: model.group("one-mover", "at most one piece moves in a slide"),
            frame: model.group("frame", "who does not move stays, who moves leaves its place"),
            no_repeat: model.group("no-repeat", "no piece moves twice in a row"),
            order: model.group("order", "of two pieces that never meet the earlier one slides first"),
            no_overlap: model.group("no-overlap", "no cell is covered twice"),
            swept: model.group("swept", "the cells that a slide passes are free before it"),
            shorter: model.group("shorter", "the target is not out earlier: that was tried"),
        };
        self.names = Some(names);
        names
    }

    fn layer(&mut self, model: &mut Model, names: Names) {
        let time = self.places.len();
        let mut layer = Vec::new();
        for (piece, range) in self.ranges.iter().enumerate() {
            let index =
                |place: usize| [piece as i32 + 1, i32::from(range.low) + place as i32 + 1, time as i32];
            let vars: Vec<Var> =
                (0..range.count()).map(|place| model.binary(names.places, &index(place))).collect();
            model.add(names.one_place, Constraint::ExactlyOne(vars.iter().map(|var| var.on()).collect()));
            layer.push(vars);
        }
        for covers in self.covers.iter().filter(|covers| several_pieces(covers)) {
            let lits = covers.iter().map(|(piece, place)| layer[*piece][*place].on()).collect();
            model.add(names.no_overlap, Constraint::AtMostOne(lits));
        }
        self.places.push(layer);
        if time > 0 {
            self.slide(model, names, time);
        }
    }

    fn slide(&mut self, model: &mut Model, names: Names, time: usize) {
        let pieces = 0..self.ranges.len();
        let movers: Vec<Var> = pieces
            .clone()
            .map(|piece| model.binary(names.movers, &[piece as i32 + 1, time as i32]))
            .collect();
        model.add(names.one_mover, Constraint::AtMostOne(movers.iter().map(|var| var.on()).collect()));
        let (before, after) = (&self.places[time - 1], &self.places[time]);
        for piece in pieces {
            for (from, to) in before[piece].iter().zip(&after[piece]) {
                model.clause(names.frame, &[movers[piece].on(), from.off(), to.on()]);
                model.clause(names.frame, &[movers[piece].off(), from.off(), to.off()]);
            }
            if let Some(last) = self.movers[time - 1].get(piece) {
                model.clause(names.no_repeat, &[last.off(), movers[piece].off()]);
            }
        }
        if let [.., last] = &self.movers[..]
            && time > 1
        {
            for (earlier, later) in &self.apart {
                model.clause(names.order, &[last[*later].off(), movers[*earlier].off()]);
            }
        }
        for sweep in &self.swept {
            let (from, to) = (before[sweep.piece][sweep.from], after[sweep.piece][sweep.to]);
            for (piece, place) in self.covers[sweep.cell].iter().filter(|(piece, _)| *piece != sweep.piece) {
                model.clause(names.swept, &[from.off(), to.off(), before[*piece][*place].off()]);
            }
        }
        self.movers.push(movers);
    }
}

impl Problem for Slides {
    fn size(&self, stage: u32) -> Size {
        let layers = u64::from(self.horizon.at(stage)) + 1;
        let pieces = self.ranges.len() as u64;
        let places: u64 = self.ranges.iter().map(|range| range.count() as u64).sum();
        let cells = self.covers.len() as u64;
        let covers: u64 = self.covers.iter().map(|covers| covers.len() as u64).sum();
        let swept: u64 = self.swept.iter().map(|sweep| self.covers[sweep.cell].len() as u64).sum();
        let apart = self.apart.len() as u64;
        let layer = Size::new(
            places + pieces,
            2 * pieces + cells + 2 * places + swept + apart + 2,
            7 * places + 3 * pieces + covers + 3 * swept + 2 * apart + 2,
        );
        layer * layers + Size::new(0, pieces, pieces)
    }

    fn grow(&mut self, stage: u32, model: &mut Model) {
        let names = self.declare(model);
        while self.places.len() <= self.horizon.last_layer(stage) {
            let first = self.places.is_empty();
            self.layer(model, names);
            if first {
                for (piece, offset) in self.level.offsets().into_iter().enumerate() {
                    let place = usize::from(offset - self.ranges[piece].low);
                    model.clause(names.start, &[self.places[0][piece][place].on()]);
                }
            }
        }
        if self.horizon.is_fixed()
            && let Some(goal) = self.goal(self.horizon.last_layer(stage))
        {
            model.linear(names.shorter, vec![(1, goal)], Relation::Equal, 1);
        }
    }

    fn assumed(&self, stage: u32) -> Vec<Lit> {
        self.goal(self.horizon.last_layer(stage)).map(Var::on).into_iter().collect()
    }

    fn infeasible(&mut self, stage: u32, model: &mut Model) -> Next {
        if self.horizon.is_fixed() {
            return Next::GiveUp;
        }
        if let Some(reason) = confine::blocked(&self.level, &self.level.offsets()) {
            return Next::Unsolvable(reason);
        }
        let names = self.declare(model);
        if let Some(goal) = self.goal(self.horizon.last_layer(stage)) {
            model.clause(names.shorter, &[goal.off()]);
        }
        Next::Grow
    }

    fn decode(&mut self, stage: u32, _: &mut Model, values: &Assignment, _: bool) -> Decoded {
        let at =
            |time: usize, piece: usize| self.places[time][piece].iter().position(|var| values.is_on(*var));
        let moves: Vec<Move> = (1..=self.horizon.last_layer(stage))
            .flat_map(|time| (0..self.ranges.len()).map(move |piece| (time, piece)))
            .filter_map(|(time, piece)| {
                let by = at(time, piece)? as i32 - at(time - 1, piece)? as i32;
                (by != 0).then(|| Move::new(&self.level, piece, by))
            })
            .collect();
        if self.goal(self.horizon.last_layer(stage)).is_none_or(|goal| !values.is_on(goal)) {
            return Decoded::Nothing;
        }
        Decoded::Solution { text: referee::text(&moves), optimal: !self.horizon.is_fixed() }
    }

    fn periods(&self, stage: u32) -> Option<u32> {
        Some(self.horizon.at(stage))
    }

    fn bound(&self, stage: u32, _: Option<i64>) -> Option<u64> {
        self.horizon.bound(stage)
    }
}

fn several_pieces(covers: &[(usize, usize)]) -> bool {
    covers.iter().any(|(piece, _)| *piece != covers[0].0)
}

/// The pairs of pieces that have no cell in common, wherever they stand.
fn never_meeting(covers: &[Vec<(usize, usize)>], pieces: usize) -> Vec<(usize, usize)> {
    let mut meet = vec![false; pieces * pieces];
    for covers in covers {
        for (one, _) in covers {
            for (other, _) in covers {
                meet[one * pieces + other] = true;
            }
        }
    }
    let pairs = (0..pieces).flat_map(|one| (one + 1..pieces).map(move |other| (one, other)));
    pairs.filter(|(one, other)| !meet[one * pieces + other]).collect()
}

fn sweeps(level: &Level, ranges: &[Range]) -> Vec<Sweep> {
    let mut swept = Vec::new();
    for (piece, range) in ranges.iter().enumerate() {
        let shape = &level.pieces()[piece];
        let places = 0..range.count();
        for (from, to) in places.clone().flat_map(|from| places.clone().map(move |to| (from, to))) {
            let (low, high) = (from.min(to), from.max(to));
            for between in low + usize::from(shape.length)..high {
                let cell = level.size().index(shape.cell_at(usize::from(range.low) + between));
                swept.push(Sweep { piece, from, to, cell });
            }
        }
    }
    swept
}
