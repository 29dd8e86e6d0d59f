//! How hard a board is for a person. What counts is how far one gets by looking (propagation), how
//! many what-ifs the rest takes, how much stays open even then, how far the pipes go out of their
//! way, and how much there is to survey. The weights and where they come from: docs/difficulty-flow.md.

use std::sync::Arc;

use ingenio_core::rating::saturating;
use ingenio_core::{Appraisal, Factor, Rating, Run, Task, Verdict};

use crate::level::{Level, Node};
use crate::referee;
use crate::solve;
use crate::solve::weave::deduce::deduce;
use crate::words;

/// Solves the level and judges its solution.
pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let name = solve::auto(level, task);
    let method = solve::METHODS.iter().find(|method| method.name == name).expect("auto names a row");
    let inner = (method.start)(level, task);
    let level = level.clone();
    Box::new(Appraisal::new(inner, move |verdict: &Verdict, _: &dyn Run| match verdict {
        Verdict::Solved { solution, .. } => judge(&level, solution),
        _ => None,
    }))
}

fn judge(level: &Level, solution: &str) -> Option<Rating> {
    let pipes = referee::from_strokes(level, solution).ok()?;
    let found = deduce(level, level.rules())?;
    let links = level.board().edges().len().max(1);
    let share = |part: usize| part as f64 / links as f64;
    let percent = |part: usize| (100.0 * share(part)).round();
    let detour = detour(level, &pipes);
    let cells = level.board().len();
    let factors = vec![
        Factor {
            name: "looking",
            points: 20.0 * (1.0 - share(found.plain)),
            why: words::RATE_LOOKING.with("percent", percent(found.plain)),
        },
        Factor {
            name: "what-ifs",
            points: saturating(found.questions as f64, 12.0, 25.0),
            why: words::RATE_WHAT_IFS.with("count", found.questions),
        },
        Factor {
            name: "guessing",
            points: 30.0 * share(found.open),
            why: words::RATE_GUESSING.with("percent", percent(found.open)),
        },
        Factor {
            name: "detours",
            points: saturating(detour, 4.0, 20.0),
            why: words::RATE_DETOURS.with("cells", format!("{detour:.1}")),
        },
        Factor {
            name: "size",
            points: saturating(cells.saturating_sub(16) as f64, 120.0, 20.0),
            why: words::RATE_SIZE.with("cells", cells).with("colours", level.colours()),
        },
    ];
    Some(Rating::new(factors, !found.cut_short))
}

/// Cells that a pipe covers beyond the shortest way between its ends, on average.
fn detour(level: &Level, pipes: &[Vec<Node>]) -> f64 {
    let of_pipe = |pipe: &Vec<Node>| {
        let [from, to] = [pipe[0], pipe[pipe.len() - 1]].map(|node| level.board().place(node));
        let apart = from.row.abs_diff(to.row) + from.column.abs_diff(to.column);
        (pipe.len() - 1).saturating_sub(usize::from(apart))
    };
    pipes.iter().map(of_pipe).sum::<usize>() as f64 / pipes.len().max(1) as f64
}
