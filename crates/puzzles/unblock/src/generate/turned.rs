//! Boards with the exit on another side: made with the exit on the right, then turned.

use ingenio_core::{Attempt, Dir, Made, Maker, Near, OptionSpec, OptionValue, Options, Rng};

use crate::level::{Axis, Level, exit};
use crate::play::{self, Move};
use crate::referee;

/// The wish for a side.
pub const EXIT: OptionSpec =
    OptionSpec::choice("exit", "the side on which the target leaves", &["right", "left", "up", "down"]);

/// The side that is wished; the right where a generator has no such wish.
pub fn exit_of(wishes: &Options) -> Dir {
    match wishes.get(EXIT.name) {
        Some(OptionValue::Choice(name)) => exit::side(name).unwrap_or(Dir::Right),
        _ => Dir::Right,
    }
}

/// A maker whose boards are turned as it is wished.
pub fn turned(maker: impl Maker<Level> + 'static, wishes: &Options) -> Box<dyn Maker<Level>> {
    match exit_of(wishes) {
        Dir::Right => Box::new(maker),
        exit => Box::new(Turned { maker, exit }),
    }
}

struct Turned<M> {
    maker: M,
    exit: Dir,
}

impl<M: Maker<Level>> Maker<Level> for Turned<M> {
    fn attempt(&mut self, number: u64, rng: &mut Rng) -> Attempt<Level> {
        match self.maker.attempt(number, rng) {
            Attempt::Made(made) => {
                Attempt::Made(made.into_iter().map(|made| turn_made(&made, self.exit)).collect())
            }
            Attempt::Near(near) => Attempt::Near(Near { level: near.level.turned(self.exit), ..near }),
            other => other,
        }
    }
}

/// The level turned, and its solution with it.
fn turn_made(made: &Made<Level>, exit: Dir) -> Made<Level> {
    let level = made.level.turned(exit);
    let moves = play::parse_moves(&made.level, &made.solution).expect("a maker writes moves");
    let moves: Vec<Move> = moves
        .into_iter()
        .map(|action| {
            let across = made.level.pieces()[action.piece].axis == Axis::Across;
            let by = if across && exit::turn_reverses(exit) { -action.by } else { action.by };
            Move::new(&level, action.piece, by)
        })
        .collect();
    Made { level, solution: referee::text(&moves), optimal: made.optimal, unique: made.unique }
}
