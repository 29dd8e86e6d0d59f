//! `layers` solves boards of every shape and goal.

mod common;

use std::sync::Arc;

use ingenio_core::{Rng, Size, Step, Task, Verdict};
use ingenio_taquin::referee::referee;
use ingenio_taquin::solve::METHODS;

#[test]
fn any_shape_and_any_goal_is_solved() {
    let mut rng = Rng::new(5);
    let method = METHODS.iter().find(|method| method.name == "layers").unwrap();
    let mut shapes: Vec<(usize, usize)> =
        (2..9).flat_map(|width| (2..9).map(move |height| (width, height))).collect();
    shapes.extend([(30, 30), (2, 60), (60, 2)]);
    for (width, height) in shapes {
        for _ in 0..if width * height < 100 { 20 } else { 1 } {
            let level = common::random(&mut rng, Size::new(width, height));
            let mut run = (method.start)(&Arc::new(level.clone()), &Task::default());
            let verdict = loop {
                if let Step::Done(verdict) = run.advance(1000) {
                    break verdict;
                }
            };
            let Verdict::Solved { solution, .. } = verdict else { panic!("{verdict:?}") };
            referee(&level, &solution).unwrap_or_else(|refusal| panic!("{width}x{height}: {refusal:?}"));
        }
    }
}
