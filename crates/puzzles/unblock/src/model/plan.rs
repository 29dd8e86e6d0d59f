//! From single steps to a solution as a player would give it: nothing after the target is out, no
//! useless moves, and steps of one piece merged into slides. The paper did this by hand.

use crate::level::Level;
use crate::play::Move;

/// Shortens a legal plan that solves the level. The result has no more steps and no more moves.
pub fn tidy(level: &Level, plan: &[Move]) -> Vec<Move> {
    let mut plan = Replay::new(level).until_won(plan).expect("the plan solves the level");
    while let Some(shorter) = improved(level, &plan) {
        plan = shorter;
    }
    plan
}

/// The plan without one move, or with two moves of a piece made one.
fn improved(level: &Level, plan: &[Move]) -> Option<Vec<Move>> {
    let tries = (0..plan.len()).flat_map(|at| {
        let later = (at + 1..plan.len()).filter(move |other| plan[*other].piece == plan[at].piece);
        let merged =
            later.take(1).flat_map(move |other| [merge(plan, at, other, at), merge(plan, at, other, other)]);
        let mut without = plan.to_vec();
        without.remove(at);
        merged.chain([without])
    });
    tries.into_iter().find_map(|attempt| {
        let legal = Replay::new(level).until_won(&attempt)?;
        (legal.len() < plan.len()).then_some(legal)
    })
}

/// Two moves of a piece as one, at the place of either; nothing where they cancel out.
fn merge(plan: &[Move], first: usize, second: usize, place: usize) -> Vec<Move> {
    let mut merged = plan.to_vec();
    merged[place].by = plan[first].by + plan[second].by;
    if merged[place].by == 0 {
        merged.remove(second);
        merged.remove(first);
    } else {
        merged.remove(first + second - place);
    }
    merged
}

/// A board on which plans are tried: quicker than the rules, which explain themselves.
struct Replay<'a> {
    level: &'a Level,
    offsets: Vec<u8>,
    taken: Vec<bool>,
}

impl<'a> Replay<'a> {
    fn new(level: &'a Level) -> Self {
        let offsets = level.offsets();
        let cover = level.cover(&offsets);
        let size = level.size();
        let taken = (0..size.cells()).map(|at| cover[at].is_some() || level.is_wall(size.cell(at))).collect();
        Replay { level, offsets, taken }
    }

    /// The moves up to the one that gets the target out, if all of them are legal.
    fn until_won(mut self, plan: &[Move]) -> Option<Vec<Move>> {
        let won = |replay: &Self| usize::from(replay.offsets[0]) == replay.level.goal_offset();
        for (done, action) in plan.iter().enumerate() {
            if won(&self) {
                return Some(plan[..done].to_vec());
            }
            for _ in 0..action.by.abs() {
                self.step(action.piece, action.by.signum())?;
            }
        }
        won(&self).then(|| plan.to_vec())
    }

    fn step(&mut self, piece: usize, by: i32) -> Option<()> {
        let shape = &self.level.pieces()[piece];
        let (offset, length) = (usize::from(self.offsets[piece]), usize::from(shape.length));
        let (enters, leaves) =
            if by > 0 { (offset + length, offset) } else { (offset.checked_sub(1)?, offset + length - 1) };
        if enters >= shape.span(self.level.size()) {
            return None;
        }
        let size = self.level.size();
        let (enters, leaves) = (size.index(shape.cell_at(enters)), size.index(shape.cell_at(leaves)));
        if self.taken[enters] {
            return None;
        }
        (self.taken[enters], self.taken[leaves]) = (true, false);
        self.offsets[piece] = self.offsets[piece].checked_add_signed(by as i8)?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Unblock, referee};
    use ingenio_core::rooms::Texts as _;
    use ingenio_core::{Options, Source};

    fn level(board: &str) -> Level {
        Unblock::read(&Source::new(board), &Options::default()).remove(0).unwrap().level
    }

    /// Down and up again, then up out of the way; the target step by step; more moves when it is out.
    #[test]
    fn useless_moves_are_dropped_and_steps_become_slides() {
        let level = level("oooooooooBooAAoBoooooooooooooooooooo");
        let plan = crate::play::parse_moves(&level, "B+1 B-1 A+1 B-1 A+1 A+1 A+1 B+1 A-1 A+1").unwrap();
        assert_eq!(referee::text(&tidy(&level, &plan)), "B-1 A+4");
        let plan = crate::play::parse_moves(&level, "B-1 A+1 A+1 B+1").unwrap();
        assert!(Replay::new(&level).until_won(&plan).is_none(), "B would come down on A");
    }
}
