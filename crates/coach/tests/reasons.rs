//! Hints of Flow say why. Levels of every size of the shipped packs are played by doing what each hint
//! says; what counts is a reason that a person can follow on the board.

use ingenio_coach::{Rung, hint};
use ingenio_core::{Budget, LevelRef, Message, Silent};
use ingenio_flow::words;
use ingenio_workshop::shipped;

/// Every so manieth level of the packs.
const EVERY: usize = 15;

#[test]
fn nine_of_ten_hints_of_flow_have_a_reason_that_can_be_followed() {
    let seen = [words::HINT_ONE_EXIT.id, words::HINT_TWO_EXITS.id, words::HINT_RULED_OUT.id];
    let packs = shipped().into_iter().filter(|(_, pack)| pack.puzzle == "flow");
    let levels: Vec<LevelRef> =
        packs.flat_map(|(_, pack)| pack.readings().unwrap()).map(|entry| entry.unwrap().level).collect();
    let (mut plain, mut proved, mut all) = (0, 0, 0);
    for level in levels.iter().step_by(EVERY) {
        let mut play = level.play();
        while !play.won() {
            let next = hint(level, play.as_ref(), Rung::Move, &Budget::default(), &mut Silent);
            assert!(!next.lost, "following hints lost {level:?} after {}", play.history());
            let before = play.fingerprint();
            play.apply(&next.moves[0]).unwrap();
            assert_ne!(play.fingerprint(), before, "{} does nothing", next.moves[0]);
            all += 1;
            let reason = next.reason.as_ref().map(Message::id);
            plain += usize::from(reason.is_some_and(|reason| seen.contains(&reason)));
            proved += usize::from(reason == Some(words::HINT_PROVED.id));
        }
    }
    println!("{all} hints, {plain} with a reason that is seen, {proved} proved by search alone");
    assert!(all > 500, "{all}");
    assert!(plain * 10 >= all * 9, "{plain} of {all}");
}
