//! Hints are true: whoever follows them wins, and what is called wrong is wrong.

use ingenio_core::rooms::Rules as _;
use ingenio_core::{Options, Rng, Source};
use ingenio_flow::Flow;
use ingenio_flow::level::{Level, Stroke, text};
use ingenio_flow::sample;
use ingenio_flow::solve::truth::{can_be_completed, hint, wrong_pipes};
use ingenio_flow::words;

fn read(text: &str) -> Level {
    text::read(&Source::new(text), &Options::default()).remove(0).unwrap().level
}

#[test]
fn whoever_follows_the_hints_wins() {
    let mut won = 0;
    for number in 0..120 {
        let level = sample::level(&mut Rng::stream(8, number), 2);
        let mut drawing = Flow::start(&level);
        if can_be_completed(&level, drawing.pipes()) != Some(true) {
            continue;
        }
        for _ in 0..200 {
            let Some(hint) = hint(&level, &drawing) else { break };
            assert_eq!(can_be_completed(&level, drawing.pipes()), Some(true), "after a hint");
            // A forced cell that no pipe has reached yet: play some other true step.
            let stroke = hint.stroke.unwrap_or_else(|| true_step(&level, &drawing));
            Flow::apply(&level, &mut drawing, &stroke).unwrap_or_else(|why| panic!("{stroke}: {why:?}"));
        }
        assert!(Flow::won(&level, &drawing), "{level:?}\n{drawing:?}");
        won += 1;
    }
    assert!(won > 60, "{won}");
}

fn true_step(level: &Level, drawing: &ingenio_flow::play::Drawing) -> Stroke {
    let keeps = |stroke: &Stroke| {
        let mut next = drawing.clone();
        let longer = Flow::apply(level, &mut next, stroke).is_ok() && next.covered() > drawing.covered();
        longer && can_be_completed(level, next.pipes()) == Some(true)
    };
    Flow::moves(level, drawing).into_iter().find(keeps).expect("a completable drawing has a next step")
}

#[test]
fn wrong_pipes_are_wrong_and_what_is_left_is_right() {
    let mut found = 0;
    for number in 0..600 {
        let mut rng = Rng::stream(9, number);
        let level = sample::level(&mut rng, 2);
        let mut drawing = Flow::start(&level);
        if can_be_completed(&level, drawing.pipes()) != Some(true) {
            continue;
        }
        for _ in 0..6 {
            let moves = Flow::moves(&level, &drawing);
            let Some(stroke) = rng.choose(&moves) else { break };
            Flow::apply(&level, &mut drawing, stroke).unwrap();
        }
        let wrong = wrong_pipes(&level, &drawing).expect("small boards are decided");
        let fine = can_be_completed(&level, drawing.pipes()) == Some(true);
        assert_eq!(wrong.is_empty(), fine, "{level:?} {drawing:?}");
        for pipe in &wrong {
            let back =
                Stroke { ways: String::new(), ..Stroke::of_pipe(&level, pipe.colour, &[pipe.last_good]) };
            Flow::apply(&level, &mut drawing, &back).unwrap();
        }
        assert_eq!(can_be_completed(&level, drawing.pipes()), Some(true));
        found += usize::from(!wrong.is_empty());
    }
    assert!(found > 40, "{found}");
}

#[test]
fn reasons_are_given_in_words() {
    let corner = read("AB.\n...\nA.B");
    let obvious = hint(&corner, &Flow::start(&corner)).unwrap();
    assert_eq!(obvious.reason.english(), "the end of A at row 1, column 1 has one way out: down");
    assert_eq!(obvious.stroke.unwrap().to_string(), "A@0,0:D");

    let level = read("A..\n.BA\n..B");
    let mut drawing = Flow::start(&level);
    Flow::apply(&level, &mut drawing, &Stroke::parse("A@0,0:D").unwrap()).unwrap();
    let wrong = hint(&level, &drawing).unwrap();
    assert_eq!(wrong.reason.id(), words::HINT_WRONG.id);
    assert_eq!(wrong.stroke.unwrap().to_string(), "A@0,0:");
    assert_eq!(level.board().name(wrong.cells[0]), "1,0");
}

#[test]
fn a_lost_or_won_board_has_no_hint() {
    let lost = read("A.B\n...\nA.B");
    assert_eq!(hint(&lost, &Flow::start(&lost)), None);
    let level = read("A.A\nB.B");
    let mut drawing = Flow::start(&level);
    for stroke in ["A@0,0:RR", "B@1,0:RR"] {
        assert!(hint(&level, &drawing).is_some());
        Flow::apply(&level, &mut drawing, &Stroke::parse(stroke).unwrap()).unwrap();
    }
    assert_eq!(hint(&level, &drawing), None);
}
