//! ingenio as a library: reads a level, solves it, lets the referee judge a solution, and plays a move.

use std::time::Duration;

use ingenio_catalog::core::{Budget, Options, Outcome, Silent, Source};
use ingenio_catalog::{Request, identify};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A text tells its puzzle. It may hold many levels; a broken one is a fault with line and column.
    let source = Source::new("BBBooHooEooHAAEooHCoEoGGCoooFoDDDoFo");
    let puzzle = identify(&source, None)?;
    let settings = Options::defaults(puzzle.info().settings);
    let level = puzzle.read(&source, &settings).remove(0)?.level;
    println!("{} {}", puzzle.info().name, level.id());

    // What `ingenio solve --optimal --time 10s` asks. What is left out is as on the command line.
    let budget = Budget { time: Some(Duration::from_secs(10)), ..Budget::default() };
    let request = Request { method: "bfs".into(), optimal: true, budget, ..Request::default() };
    let answer = request.run(&level, &mut Silent)?;
    match &answer.outcome {
        // A solution is here only because the referee has replayed it.
        Outcome::Solved { solution, .. } => {
            println!("{} in {}", solution.text(), solution.measures().english());
        }
        other => println!("{}", other.word()),
    }

    // The referee judges any solution from the level alone, and says at which move it fails.
    if let Err(refusal) = level.verify("B+2 C-1 A+3") {
        println!("refused: {}", refusal.english());
    }

    // A play knows the legal moves, as texts; undo has no limit.
    let mut play = level.play();
    let first = play.moves().remove(0);
    play.apply(&first)?;
    println!("{first}: won {}, {} moves from here", play.won(), play.moves().len());
    assert!(play.undo());
    Ok(())
}
