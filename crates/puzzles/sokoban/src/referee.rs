//! The referee: replays a solution step by step on the level alone. It knows the rules and nothing
//! of any solver, and it shares no code with the search.

use ingenio_core::{Dir, Measures, Refusal, rooms};

use crate::Sokoban;
use crate::level::Level;
use crate::play::{Step, parse, to_text};
use crate::words;

impl rooms::Referee for Sokoban {
    fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
        referee(level, solution)
    }

    /// The smallest parts of a solution: single letters, run lengths undone.
    fn solution_parts(solution: &str) -> Vec<String> {
        parse(solution).map_or_else(|_| Vec::new(), |steps| steps.iter().map(ToString::to_string).collect())
    }
}

/// Replays a solution; gives its text with pushes as capitals, and its figures.
pub fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
    let mut board = Board::of(level);
    let mut steps = parse(solution).map_err(|fault| Refusal::from(fault.message))?;
    for (index, step) in steps.iter_mut().enumerate() {
        board.make(level, step).map_err(|refusal| Refusal { at_move: Some(index + 1), ..refusal })?;
    }
    let left = level.goals().iter().filter(|goal| !board.crated[**goal]).count();
    if left > 0 {
        return Err(words::NOT_SOLVED.with("left", left).into());
    }
    let pushes = steps.iter().filter(|step| step.push).count() as u64;
    Ok((to_text(&steps), Measures::new().count("pushes", pushes).count("moves", steps.len() as u64)))
}

struct Board {
    player: usize,
    crated: Vec<bool>,
}

impl Board {
    fn of(level: &Level) -> Self {
        let mut crated = vec![false; level.size().cells()];
        level.boxes().into_iter().for_each(|at| crated[at] = true);
        Board { player: level.player(), crated }
    }

    /// Makes a step and corrects its letter: small where nothing is pushed, capital where a box is.
    fn make(&mut self, level: &Level, step: &mut Step) -> Result<(), Refusal> {
        let ahead = free(level, self.player, step.dir).ok_or_else(|| words::WALL_AHEAD.say())?;
        if self.crated[ahead] {
            let behind = free(level, ahead, step.dir).filter(|at| !self.crated[*at]);
            let behind = behind.ok_or_else(|| words::BOX_BLOCKED.say())?;
            self.crated[ahead] = false;
            self.crated[behind] = true;
            step.push = true;
        } else if step.push {
            return Err(words::NO_PUSH.say().into());
        }
        self.player = ahead;
        Ok(())
    }
}

fn free(level: &Level, at: usize, dir: Dir) -> Option<usize> {
    level.size().step(at, dir).filter(|next| !level.is_wall(*next))
}
