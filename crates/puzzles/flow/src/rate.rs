//! How hard a board is for a person. What counts is how far one gets by looking (propagation), how
//! many what-ifs the rest takes, how much stays open even then, how far the pipes go out of their
//! way, and how much there is to survey. The weights and where they come from: docs/difficulty-flow.md.

use std::sync::Arc;

use ingenio_core::rating::saturating;
use ingenio_core::{Appraisal, Decimal, Factor, Rating, Run, Step, Task, Verdict};

use crate::level::{Board, Level, Node};
use crate::referee;
use crate::solve::weave::deduce::deduce;
use crate::solve::{self, count};
use crate::words;

/// Solves the level and judges its solution.
pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run<Option<Rating>>> {
    let name = solve::auto(level, task);
    let method = solve::METHODS.iter().find(|method| method.name == name).expect("auto names a row");
    let inner = (method.start)(level, task);
    let (level, task) = (level.clone(), task.clone());
    Box::new(Appraisal::new(inner, move |verdict: &Verdict, _: &dyn Run| match verdict {
        Verdict::Solved { solution, .. } => judge(&level, solution, &task),
        _ => None,
    }))
}

fn judge(level: &Arc<Level>, solution: &str, task: &Task) -> Option<Rating> {
    let pipes = referee::from_strokes(level, solution).ok()?;
    let found = deduce(level, level.rules())?;
    let links = level.board().edges().len().max(1);
    // Where there are several solutions, much stays open because either way is right: nothing has to be guessed.
    let free = if found.open > 0 && has_several_solutions(level, task) { found.open } else { 0 };
    let (plain, open) = (found.plain + free, found.open - free);
    let share = |part: usize| part as f64 / links as f64;
    let percent = |part: usize| (100.0 * share(part)).round();
    let detour = detour(level, &pipes);
    let cells = level.board().len();
    let factors = vec![
        Factor {
            name: "looking",
            points: 20.0 * (1.0 - share(plain)),
            why: words::RATE_LOOKING.with("percent", percent(plain)),
        },
        Factor {
            name: "what-ifs",
            points: saturating(found.questions as f64, 12.0, 25.0),
            why: words::RATE_WHAT_IFS.with("count", found.questions),
        },
        Factor {
            name: "guessing",
            points: 30.0 * share(open),
            why: words::RATE_GUESSING.with("percent", percent(open)),
        },
        Factor {
            name: "detours",
            points: saturating(detour, 4.0, 20.0),
            why: words::RATE_DETOURS.with("cells", Decimal(detour, 1)),
        },
        Factor {
            name: "size",
            points: saturating(cells.saturating_sub(16) as f64, 120.0, 20.0),
            why: words::RATE_SIZE.with("cells", cells).with("colours", level.colours()),
        },
    ];
    let rating = Rating::on_scale(factors, GRADES_BEGIN, !found.cut_short);
    Some(if plain == links { rating.forced() } else { rating })
}

/// The sums of points at which the grades begin: between boards of 6x6, 9x9 and 12x12 as they are sold
/// (docs/difficulty-flow.md).
const GRADES_BEGIN: [f64; 3] = [20.0, 48.0, 72.0];

/// Nodes to find a second solution: where boards have several, it comes soon.
const SECOND_NODES: u64 = 20_000;

fn has_several_solutions(level: &Arc<Level>, task: &Task) -> bool {
    let mut run = count::start(level, 2, task);
    matches!(run.advance(SECOND_NODES), Step::Done(_)) && run.found().found > 1
}

/// The steps between two cells where nothing is in the way but what is built.
fn apart(board: &Board, ends: [Node; 2]) -> usize {
    if board.is_plain() {
        let [from, to] = ends.map(|node| board.place(node));
        return usize::from(from.row.abs_diff(to.row) + from.column.abs_diff(to.column));
    }
    let mut far: Vec<Option<usize>> = vec![None; board.len()];
    far[usize::from(ends[0])] = Some(0);
    let mut queue = std::collections::VecDeque::from([ends[0]]);
    while let Some(node) = queue.pop_front().filter(|node| *node != ends[1]) {
        for link in board.links(node) {
            if far[usize::from(link.to)].is_none() {
                far[usize::from(link.to)] = far[usize::from(node)].map(|steps| steps + 1);
                queue.push_back(link.to);
            }
        }
    }
    far[usize::from(ends[1])].unwrap_or(0)
}

/// Cells that a pipe covers beyond the shortest way between its ends, on average.
fn detour(level: &Level, pipes: &[Vec<Node>]) -> f64 {
    let of_pipe = |pipe: &Vec<Node>| {
        (pipe.len() - 1).saturating_sub(apart(level.board(), [pipe[0], pipe[pipe.len() - 1]]))
    };
    pipes.iter().map(of_pipe).sum::<usize>() as f64 / pipes.len().max(1) as f64
}
