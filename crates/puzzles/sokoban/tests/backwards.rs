//! Playing from the end to the start: what was pulled back is a solution when read from behind, and
//! whatever a player does can be taken back.

use ingenio_core::rooms::{Gestures as _, Referee as _, Rules as _, Samples as _, Texts as _};
use ingenio_core::{Cell, Gesture, Options, Play, Rng, Source, Spot};
use ingenio_sokoban::Sokoban;
use ingenio_sokoban::level::Level;
use ingenio_sokoban::play::{self, Step};

fn read(text: &str) -> Level {
    Sokoban::read(&Source::new(text), &Options::default()).remove(0).unwrap().level
}

fn played(level: &Level, text: &str) -> Play<Sokoban> {
    let mut play = Play::<Sokoban>::backwards(level.clone().into()).unwrap();
    for step in play::parse(text).unwrap() {
        play.apply(step).unwrap_or_else(|why| panic!("{step} of {text}: {why:?}"));
    }
    play
}

fn solution(play: &Play<Sokoban>) -> String {
    Sokoban::solution(play.level(), play.position(), play.history()).expect("a play backwards has its own")
}

const CORRIDOR: &str = "#######\n#@ $ .#\n#######\n";

#[test]
fn a_box_is_pulled_from_its_goal_to_where_it_begins() {
    let level = read(CORRIDOR);
    // The player walks beside the box on the goal and pulls it two squares.
    let play = played(&level, "rrrLL");
    assert!(play.won() && play.is_backwards());
    let (text, measures) = Sokoban::referee(&level, &solution(&play)).unwrap();
    assert_eq!((text.as_str(), measures.get("pushes")), ("rRR", Some(2)));
}

#[test]
fn before_the_first_pull_the_player_walks_through_boxes_and_not_after() {
    // The player begins on the far side of the box; he comes to its other side through it.
    let level = read("########\n# . $ @#\n########\n");
    let mut play = played(&level, "llll");
    assert_eq!(
        play.apply(Step { dir: ingenio_core::Dir::Left, push: true }).unwrap_err().id(),
        "sokoban.on-a-box"
    );
    for text in ["lllRR", "lllllrrRR"] {
        let play = played(&level, text);
        assert!(play.won(), "{:?}", play.position());
        assert_eq!(Sokoban::referee(&level, &solution(&play)).unwrap().0, "lLL");
    }
    let mut after = played(&level, "lllR");
    assert_eq!(
        after.apply(Step { dir: ingenio_core::Dir::Left, push: false }).unwrap_err().id(),
        "sokoban.box-ahead"
    );
}

#[test]
fn a_box_is_dragged_back_and_the_shift_key_pulls() {
    let level = read("#######\n#     #\n#@$  .#\n#     #\n#######\n");
    let start = play::backwards::start(&level);
    let drag = Gesture::Drag { from: Spot::Cell(Cell::new(2, 5)), through: vec![Cell::new(2, 2)] };
    let reaction = Sokoban::gesture(&level, &start, None, &drag);
    let play = played(&level, &play::to_text(&reaction.moves));
    assert!(play.won(), "{}", play::to_text(&reaction.moves));
    assert!(Sokoban::referee(&level, &solution(&play)).is_ok());
    let beside = played(&level, "rrr");
    let pull = Gesture::Shift { dir: ingenio_core::Dir::Left };
    let walk = Gesture::Arrow { dir: ingenio_core::Dir::Left, held: None };
    let text = |gesture| play::to_text(&Sokoban::gesture(&level, beside.position(), None, gesture).moves);
    assert_eq!((text(&pull).as_str(), text(&walk).as_str()), ("L", "l"));
}

/// Random pulls from the end of a level lead to a position; the level that begins there is solved by
/// reading them from behind.
#[test]
fn whatever_is_pulled_apart_can_be_pushed_together() {
    let mut solved = 0;
    for number in 0..300 {
        let mut rng = Rng::stream(31, number);
        let level = Sokoban::sample(&mut rng, 3);
        let mut apart = Play::<Sokoban>::backwards(level.clone().into()).unwrap();
        let begun = apart.position().clone();
        for _ in 0..60 {
            let steps = Sokoban::moves(&level, apart.position());
            let pulls: Vec<Step> = steps.iter().copied().filter(|step| step.push).collect();
            let Some(step) = rng.choose(if pulls.is_empty() { &steps } else { &pulls }) else { break };
            apart.apply(*step).unwrap();
        }
        let text = play::to_text(apart.history());
        let player = apart.position().player;
        if apart.position().box_at(player).is_none() {
            let there = level.with_start(&apart.position().boxes, player);
            // The first steps depend on where the player began; only the pulls and what follows count.
            let mut again = Play::<Sokoban>::backwards(there.clone().into()).unwrap();
            let place = play::path::walk(&there, again.position(), begun.player).unwrap();
            for step in place.into_iter().chain(play::parse(&text).unwrap()) {
                again.apply(step).unwrap();
            }
            assert!(again.won(), "{there:?}");
            Sokoban::referee(&there, &solution(&again)).unwrap_or_else(|why| panic!("{why:?} in {there:?}"));
            solved += 1;
        }
        while apart.undo() {}
        assert_eq!(*apart.position(), begun);
    }
    assert!(solved > 200, "{solved}");
}

#[test]
fn box_lines_and_box_changes_are_counted() {
    let level = read("########\n#@ $  .#\n#  $  .#\n#      #\n########\n");
    let figures = |text: &str| {
        let mut play = Play::<Sokoban>::new(level.clone().into());
        play::parse(text).unwrap().into_iter().for_each(|step| play.apply(step).unwrap());
        let measures = play.measures();
        ["pushes", "moves", "box_lines", "box_changes"].map(|name| measures.get(name).unwrap())
    };
    assert_eq!(figures("rRR"), [2, 3, 1, 0]);
    assert_eq!(figures("rRRlldRR"), [4, 8, 2, 1], "another box");
    assert_eq!(figures("rRldRuR"), [3, 7, 3, 2], "back to the first box is a change and a new line");
    assert_eq!(figures("rRlrR"), [2, 5, 1, 0], "a walk in between does not end a line");
}
