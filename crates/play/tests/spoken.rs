//! The five boards in words, and what is said after a move.

use ingenio_catalog::find;
use ingenio_core::{Message, Options, Source};

fn told(said: &[Message]) -> String {
    said.iter().map(|message| message.english() + "\n").collect()
}

/// The whole board after some moves, and what one more changed.
fn spoken(puzzle: &str, text: &str, before: &str, action: &str) -> String {
    let puzzle = find(puzzle).unwrap();
    let settings = Options::defaults(puzzle.info().settings);
    let mut play = puzzle.read(&Source::new(text), &settings).remove(0).unwrap().level.play();
    play.apply(before).unwrap();
    let scene = play.scene();
    play.apply(action).unwrap();
    format!("{}--- {action}\n{}", told(&scene.describe()), told(&scene.describe_change(&play.scene())))
}

#[test]
fn every_board_can_be_told() {
    let games = [
        ("sokoban", "######\n#@ $.#\n# $ .#\n#    #\n######\n", "r", "R"),
        ("taquin", "1 2 3\n4 5 6\n_ 7 8\n", "R", "R"),
        ("unblock", "oooooo\nooooBo\nAAooBo\noooooo\noooooo\noooooo\n", "", "B+3"),
        ("flow", "A..A\nB..B\n....\n", "B@1,0:DR", "B@2,1:RRU"),
        ("tetravex", "2x1\n0 1 0 0\n0 2 0 1\n", "1@0,1", "2@0,0"),
    ];
    for (puzzle, text, before, action) in games {
        insta::assert_snapshot!(format!("spoken-{puzzle}"), spoken(puzzle, text, before, action));
    }
}
