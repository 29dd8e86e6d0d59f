//! What is said of lost positions is true, and most of them are recognised. Positions come from random
//! play on the shipped packs and on samples of every size; the truth comes from exact methods.

use ingenio_catalog::{PUZZLES, Request, find};
use ingenio_coach::{Rung, hint};
use ingenio_core::{AnyPlay, Budget, LevelRef, Outcome, Rng, Silent};
use ingenio_workshop::shipped;

/// Enough for the levels used here.
const PROOF: u64 = 2_000_000;
/// What the quickest of our searches do in a small part of 0.2 s.
const AT_ONCE: u64 = 5000;

fn nodes(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), ..Budget::default() }
}

fn verdict(level: &LevelRef) -> Outcome {
    let request = Request { budget: nodes(PROOF), ..Request::default() };
    request.run(level, &mut Silent).unwrap().outcome
}

fn wander(play: &mut dyn AnyPlay, rng: &mut Rng, steps: usize) {
    for _ in 0..steps {
        let moves = play.moves();
        let Some(action) = rng.choose(&moves) else { return };
        play.apply(action).unwrap();
    }
}

/// The rooms of two to seven boxes: in a warehouse, what is dead cannot always be proved to be.
fn rooms() -> Vec<LevelRef> {
    let packs = shipped().into_iter().filter(|(name, _)| ["sokoban-paper", "sokoban-rooms"].contains(name));
    packs.flat_map(|(_, pack)| pack.readings().unwrap()).map(|entry| entry.unwrap().level).collect()
}

/// Of dead positions, how many are called lost by the first rung within a few nodes.
fn recognised(dead: &[Box<dyn AnyPlay>], level: &[LevelRef]) -> usize {
    let called = dead.iter().zip(level).filter(|(play, level)| {
        hint(level, play.as_ref(), Rung::Distance, &nodes(AT_ONCE), &mut Silent).lost
    });
    called.count()
}

#[test]
fn four_of_five_dead_sokoban_positions_are_called_lost_at_once() {
    let levels = rooms();
    let (mut dead, mut homes): (Vec<Box<dyn AnyPlay>>, Vec<LevelRef>) = (Vec::new(), Vec::new());
    for number in 0.. {
        let mut rng = Rng::stream(41, number);
        let level = rng.choose(&levels).unwrap();
        let mut play = level.play();
        // The first position that is dead on a way at random; what follows it is dead anyway.
        for _ in 0..60 {
            wander(play.as_mut(), &mut rng, 1);
            if !play.won() && matches!(verdict(&play.level_here().unwrap()), Outcome::Unsolvable { .. }) {
                dead.push(play);
                homes.push(level.clone());
                break;
            }
        }
        if dead.len() == 200 {
            break;
        }
    }
    let free = dead.iter().filter(|play| play.stuck().is_some()).count();
    let all = recognised(&dead, &homes);
    println!("of 200 dead positions {free} are seen without a search, {all} with a short one");
    assert!(free >= 160 && all >= 190, "{free} {all}");
}

/// Every move of Taquin and Unblock can be taken back by a move, so that a position is dead exactly if
/// its level is: no play can be lost on the way.
#[test]
fn nothing_is_lost_on_the_way_where_every_move_can_be_unmade() {
    for name in ["taquin", "unblock"] {
        let mut unmade = 0;
        for number in 0..200 {
            let mut rng = Rng::stream(42, number);
            let mut play = find(name).unwrap().sample(&mut rng, 2).play();
            wander(play.as_mut(), &mut rng, 20);
            let here = play.fingerprint();
            for action in play.moves() {
                play.apply(&action).unwrap();
                let back = play.moves().into_iter().any(|reply| {
                    play.apply(&reply).unwrap();
                    let is_back = play.fingerprint() == here;
                    play.undo();
                    is_back
                });
                assert!(back, "{action} cannot be unmade from {here}");
                unmade += 1;
                play.undo();
            }
        }
        assert!(unmade > 400, "{name}: {unmade}");
    }
}

/// So 200 dead positions are positions of unsolvable levels.
#[test]
fn four_of_five_dead_positions_of_the_other_path_puzzles_are_called_lost_at_once() {
    for name in ["taquin", "unblock"] {
        let (mut dead, mut homes): (Vec<Box<dyn AnyPlay>>, Vec<LevelRef>) = (Vec::new(), Vec::new());
        for number in 0.. {
            let mut rng = Rng::stream(43, number);
            let level = find(name).unwrap().sample(&mut rng, 1 + number as usize % 3);
            if !matches!(verdict(&level), Outcome::Unsolvable { .. }) {
                continue;
            }
            let mut play = level.play();
            wander(play.as_mut(), &mut rng, 10);
            dead.push(play);
            homes.push(level);
            if dead.len() == 200 {
                break;
            }
        }
        let free = dead.iter().filter(|play| play.stuck().is_some()).count();
        let all = recognised(&dead, &homes);
        println!("{name}: of 200 dead positions {free} are seen without a search, {all} with a short one");
        assert!(all >= 160, "{name}: {free} {all}");
    }
}

#[test]
fn no_position_with_a_way_on_is_called_lost() {
    for puzzle in PUZZLES {
        let (mut looked, mut called) = (0, 0);
        for number in 0..1500_u64 {
            let mut rng = Rng::stream(44, number);
            let level = puzzle.sample(&mut rng, number as usize % 3);
            let mut play = level.play();
            let steps = rng.below(25);
            wander(play.as_mut(), &mut rng, steps);
            looked += 1;
            let (Some(reason), Some(here)) = (play.stuck(), play.level_here()) else { continue };
            called += 1;
            let found = verdict(&here);
            assert!(found.solution().is_none(), "called lost ({reason:?}), but {found:?} in {here:?}");
        }
        println!("{}: {looked} positions, {called} called lost", puzzle.info().name);
        assert!(called > 20, "{}: {called} of {looked}", puzzle.info().name);
    }
}
