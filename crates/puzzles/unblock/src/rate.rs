//! How hard a board is for a person. The formula and its sources are in `docs/difficulty-unblock.md`.
//!
//! Everything stands on the field, which knows the distance of every position, so all figures are
//! exact. They are taken along the optimal solution that reads best.

use std::sync::Arc;

use ingenio_core::rating::saturating;
use ingenio_core::{Decimal, Factor, Progress, Rating, Run, Step, Task, Verdict};

use crate::level::{Axis, Level};
use crate::metric::MOVES;
use crate::play::{self, Move, Position};
use crate::solve::field::{Field, FieldWork, NoField};
use crate::{referee, words};

#[derive(Debug)]
pub struct Rate {
    work: FieldWork,
    end: Option<(Verdict, Option<Rating>)>,
}

impl Rate {
    pub fn new(level: &Arc<Level>, task: &Task) -> Self {
        Rate { work: FieldWork::new(level, MOVES, task.memory), end: None }
    }
}

impl Run<Option<Rating>> for Rate {
    fn advance(&mut self, expansions: u64) -> Step {
        if self.end.is_none() {
            self.end = self.work.advance(expansions).map(judge);
        }
        self.end.as_ref().map_or(Step::Running, |(verdict, _)| Step::Done(verdict.clone()))
    }

    fn progress(&self) -> Progress {
        self.work.progress()
    }

    fn found(&self) -> Option<Rating> {
        self.end.as_ref().and_then(|(_, rating)| rating.clone())
    }
}

fn judge(end: Result<Field, NoField>) -> (Verdict, Option<Rating>) {
    match end {
        Err(NoField::Stopped(limit)) => (Verdict::Stopped { limit }, None),
        Err(NoField::Unsolvable(reason)) => (Verdict::Unsolvable { reason }, None),
        Ok(field) => {
            let moves = field.solution(&play::start(field.level())).expect("the start belongs to its field");
            let rating = rating(&field, &moves);
            (Verdict::Solved { solution: referee::text(&moves), optimal: true }, Some(rating))
        }
    }
}

/// The rating of the start of a field, given its best solution.
fn rating(field: &Field, moves: &[Move]) -> Rating {
    let level = field.level();
    let path = Path::follow(field, moves);
    let tangle = Tangle::of(level, &play::start(level));
    let factors = vec![
        length(moves.len()),
        again(&path, moves.len()),
        against(&path),
        choices(field, &path),
        blockers(&tangle),
        cluster(field),
    ];
    let rating = Rating::on_scale(factors, GRADES_BEGIN, true);
    if path.only_way { rating.forced() } else { rating }
}

/// The sums of points at which the grades begin: where the best known cards, ordered by their makers, change
/// from one of their four grades to the next (docs/difficulty-unblock.md).
const GRADES_BEGIN: [f64; 3] = [44.0, 65.5, 74.5];

fn length(moves: usize) -> Factor {
    let why = words::RATE_LENGTH.with("moves", moves);
    Factor { name: "length", points: saturating(moves as f64, 27.0, 30.0), why }
}

/// Pieces that have to move more than once: the plan cannot be split into independent parts.
fn again(path: &Path, moves: usize) -> Factor {
    let why = words::RATE_AGAIN.with("again", path.again).with("moves", moves);
    Factor { name: "interplay", points: saturating(path.again as f64, 12.0, 25.0), why }
}

/// Moves that look wrong.
fn against(path: &Path) -> Factor {
    let why = words::RATE_AGAINST.with("back", path.back).with("into", path.into);
    Factor { name: "counter-intuitive", points: saturating((path.back + path.into) as f64, 5.0, 30.0), why }
}

/// How much must be known to choose right all along: the optimal graph is narrow among the moves.
fn choices(field: &Field, path: &Path) -> Factor {
    let why = words::RATE_CHOICES
        .with("moves", Decimal(path.open, 1))
        .with("best", Decimal(path.best, 1))
        .with("forced", path.forced)
        .with("solutions", solutions(field))
        .with("bits", format!("{:.0}", path.bits));
    Factor { name: "choices", points: saturating(path.bits, 50.0, 30.0), why }
}

fn solutions(field: &Field) -> String {
    match field.optimal_solutions(&play::start(field.level())) {
        u64::MAX => "countless".to_owned(),
        number => number.to_string(),
    }
}

fn blockers(tangle: &Tangle) -> Factor {
    let why = words::RATE_BLOCKERS.with("pieces", tangle.pieces).with("depth", tangle.depth);
    let points = saturating(tangle.pieces as f64, 8.0, 8.0) + saturating(tangle.depth as f64, 4.0, 7.0);
    Factor { name: "blockers", points, why }
}

fn cluster(field: &Field) -> Factor {
    let why = words::RATE_CLUSTER.with("positions", field.positions());
    Factor { name: "cluster", points: saturating((field.positions() as f64).log2(), 20.0, 10.0), why }
}

/// What is seen along a solution.
#[derive(Debug, Default)]
struct Path {
    /// Moves of pieces that had moved before.
    again: usize,
    /// Moves of the target away from the exit.
    back: usize,
    /// Moves that put a piece into the target's way.
    into: usize,
    /// Positions with one move only that is best.
    forced: usize,
    /// Moves that are possible and moves that are best, on average.
    open: f64,
    best: f64,
    /// The sum of log2(possible / best).
    bits: f64,
    /// Was there never another piece to move but the right one and the one just moved?
    only_way: bool,
}

impl Path {
    fn follow(field: &Field, moves: &[Move]) -> Path {
        let level = field.level();
        let mut path = Path { only_way: true, ..Path::default() };
        let mut last = None;
        let mut position = play::start(level);
        let mut moved = vec![false; level.pieces().len()];
        for action in moves {
            let possible = play::moves(level, &position);
            path.only_way &= possible.iter().all(|one| one.piece == action.piece || Some(one.piece) == last);
            last = Some(action.piece);
            let open = possible.len() as f64;
            let best = field.best_moves(&position).len() as f64;
            path.open += open / moves.len() as f64;
            path.best += best / moves.len() as f64;
            path.forced += usize::from(best < 1.5);
            path.bits += (open / best).log2();
            let covered = covers_way(level, &position, action.piece);
            play::apply(level, &mut position, action).expect("a solution can be played");
            path.again += usize::from(std::mem::replace(&mut moved[action.piece], true));
            path.back += usize::from(action.piece == 0 && (action.by > 0) != level.leaves_forward());
            path.into += usize::from(!covered && covers_way(level, &position, action.piece));
        }
        path
    }
}

/// Does a piece stand between the target and the exit?
fn covers_way(level: &Level, position: &Position, piece: usize) -> bool {
    let (shape, target) = (&level.pieces()[piece], level.target());
    let mut way = level.way_from(position.offsets[0].into()).map(|place| target.cell_at(place));
    piece != 0 && way.any(|passed| shape.cells(position.offsets[piece].into()).any(|cell| cell == passed))
}

/// Who stands in whose way: the pieces before the target, those before them in both directions, and
/// so on, as a person would think it through from the exit backwards.
struct Tangle {
    pieces: usize,
    depth: usize,
}

impl Tangle {
    fn of(level: &Level, position: &Position) -> Tangle {
        let cover = level.cover(&position.offsets);
        let mut known = vec![false; level.pieces().len()];
        known[0] = true;
        let way = (1..known.len()).filter(|piece| covers_way(level, position, *piece));
        let mut layer: Vec<usize> = way.collect();
        let mut tangle = Tangle { pieces: 0, depth: 0 };
        while !layer.is_empty() {
            for piece in &layer {
                known[*piece] = true;
            }
            tangle.pieces += layer.len();
            tangle.depth += 1;
            let mut next: Vec<usize> = Vec::new();
            for piece in layer {
                next.extend(neighbours(level, position, &cover, piece).filter(|other| !known[*other]));
            }
            next.sort_unstable();
            next.dedup();
            layer = next;
        }
        tangle
    }
}

/// The pieces that stand right before or behind a piece in its line.
fn neighbours<'a>(
    level: &'a Level,
    position: &Position,
    cover: &'a [Option<usize>],
    piece: usize,
) -> impl Iterator<Item = usize> + 'a {
    let shape = &level.pieces()[piece];
    let offset = usize::from(position.offsets[piece]);
    let after = offset + usize::from(shape.length);
    let span = match shape.axis {
        Axis::Across => level.size().width,
        Axis::Down => level.size().height,
    };
    let places = [offset.checked_sub(1), Some(after).filter(|after| *after < span)];
    places.into_iter().flatten().filter_map(move |place| cover[level.size().index(shape.cell_at(place))])
}
