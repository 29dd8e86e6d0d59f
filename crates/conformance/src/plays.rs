//! Plays: moves, undo, scenes, and what is said of lost positions.

use ingenio_core::kind::{Frame, Inside, Way};
use ingenio_core::scene::Piece;
use ingenio_core::{AnyPlay, AnyPuzzle, Cell, Dir, Gesture, Message, Rng, Scene, Side, Spot};

use crate::tools::{any_solution, samples};

/// Plays up to `most` random legal moves; gives the fingerprints on the way.
fn random_play(play: &mut dyn AnyPlay, rng: &mut Rng, most: usize) -> Vec<String> {
    let mut prints = vec![play.fingerprint()];
    for _ in 0..most {
        let moves = play.moves();
        let Some(action) = rng.choose(&moves) else { break };
        play.apply(action).unwrap_or_else(|fault| panic!("legal move {action} refused: {fault:?}"));
        prints.push(play.fingerprint());
    }
    prints
}

pub fn go_back_to_the_start(puzzle: &'static dyn AnyPuzzle) {
    for (number, level) in samples(puzzle, 2, 60).enumerate() {
        let mut play = level.play();
        assert!(!play.undo(), "nothing to take back at the start");
        let prints = random_play(play.as_mut(), &mut Rng::new(number as u64), 40);
        let (history, measures, made) = (play.history(), play.measures(), play.made());
        assert_eq!((made.len(), play.length()), (prints.len() - 1, prints.len() - 1));
        for print in prints.iter().rev().skip(1) {
            assert!(play.undo());
            assert_eq!(play.fingerprint(), *print, "undo in {level:?}");
        }
        assert!(!play.undo());
        assert_eq!(play.fingerprint(), level.play().fingerprint());
        for (action, print) in made.iter().zip(&prints[1..]) {
            play.apply(action).unwrap_or_else(|fault| panic!("{action} again: {fault:?}"));
            assert_eq!(play.fingerprint(), *print, "{action} again in {level:?}");
        }
        let mut replay = level.play();
        replay.apply(&history).unwrap_or_else(|fault| panic!("history {history}: {fault:?}"));
        assert_eq!((replay.fingerprint(), replay.measures()), (play.fingerprint(), measures));
        assert_eq!(replay.history(), history);
    }
}

pub fn moves_are_read_as_they_are_written(puzzle: &'static dyn AnyPuzzle) {
    for (number, level) in samples(puzzle, 2, 60).enumerate() {
        let mut play = level.play();
        random_play(play.as_mut(), &mut Rng::new(number as u64), 5);
        for action in play.moves() {
            let before = play.fingerprint();
            play.apply(&action).unwrap_or_else(|fault| panic!("legal move {action} refused: {fault:?}"));
            assert!(play.history().ends_with(&action), "{action} became {}", play.history());
            assert!(play.undo());
            assert_eq!(play.fingerprint(), before);
        }
        let mut sorted = play.moves();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), play.moves().len(), "two legal moves have one text");
    }
}

pub fn scenes_show_what_happens(puzzle: &'static dyn AnyPuzzle) {
    for (number, level) in samples(puzzle, 2, 40).enumerate() {
        let mut play = level.play();
        let mut rng = Rng::new(number as u64);
        let mut before = play.scene();
        check_scene(&before);
        for _ in 0..10 {
            let moves = play.moves();
            let Some(action) = rng.choose(&moves) else { break };
            play.apply(action).expect("a legal move is allowed");
            let now = play.scene();
            check_scene(&now);
            assert_eq!(patched(before, &now), now, "the difference is not what changed");
            before = now;
        }
    }
}

fn check_scene(scene: &Scene) {
    assert_eq!(scene.ground.len(), scene.size.cells());
    let inside = |cell: &Cell| {
        usize::from(cell.row) < scene.size.height && usize::from(cell.column) < scene.size.width
    };
    assert!(scene.pieces.iter().all(|piece| piece.cells.iter().all(inside)));
    assert!(scene.marks.iter().all(|mark| inside(&mark.cell)));
    let mut ids: Vec<u32> = scene.pieces.iter().map(|piece| piece.id).collect();
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "two pieces with one id");
    assert_eq!(scene.to_text().lines().count(), scene.size.height);
    scene.pieces.iter().for_each(check_piece);
}

/// Whoever looks sees something, in pictures and in characters, and whoever listens hears a name.
fn check_piece(piece: &Piece) {
    let kind = piece.kind;
    let is_word = |word: &str| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
    assert!(!kind.word.is_empty() && is_word(kind.word), "{:?} is no class of a style sheet", kind.word);
    assert!(!(kind.shapes)(piece).is_empty(), "{kind:?} is drawn as nothing");
    let way = Way { said: Message::told("up"), cells: 1 };
    for said in [(kind.name)(piece), (kind.phrase)(piece), (kind.advice)(piece, &way)] {
        let said = said.english();
        assert!(!said.is_empty() && !said.contains(['{', '}']), "{kind:?} is called {said:?}");
    }
    let sign = (kind.sign)(piece);
    let is_seen = sign.inside != Inside::Nothing || sign.frame != Frame::None;
    assert!(is_seen, "{kind:?} is not to be seen in characters");
}

/// The earlier scene with the difference applied, pieces in the order of the later one.
fn patched(mut scene: Scene, later: &Scene) -> Scene {
    let difference = scene.difference(later);
    scene.pieces.retain(|piece| !difference.gone.contains(&piece.id));
    for piece in difference.changed {
        scene.pieces.retain(|known| known.id != piece.id);
        scene.pieces.push(piece);
    }
    let place = |id: u32| later.pieces.iter().position(|piece| piece.id == id);
    scene.pieces.sort_by_key(|piece| place(piece.id));
    if let Some(marks) = difference.marks {
        scene.marks = marks;
    }
    Scene { ground: later.ground.clone(), ..scene }
}

pub fn stuck_is_never_said_of_a_solvable_position(puzzle: &'static dyn AnyPuzzle) {
    for (number, level) in samples(puzzle, 1, 120).enumerate() {
        let mut play = level.play();
        random_play(play.as_mut(), &mut Rng::new(number as u64), 12);
        let Some(reason) = play.stuck() else { continue };
        let Some(here) = play.level_here() else { continue };
        let solution = any_solution(here.as_ref());
        assert!(solution.is_none(), "called stuck ({reason:?}) but {solution:?} solves {here:?}");
    }
}

/// A forced move is legal, and the position stays solvable if it was.
pub fn forced_moves_lose_nothing(puzzle: &'static dyn AnyPuzzle) {
    for (number, level) in samples(puzzle, 1, 80).enumerate() {
        let mut play = level.play();
        random_play(play.as_mut(), &mut Rng::new(number as u64), number % 4);
        let solvable =
            |play: &dyn AnyPlay| play.level_here().is_some_and(|here| any_solution(here.as_ref()).is_some());
        for _ in 0..4 {
            let Some((action, reason)) = play.forced() else { break };
            let before = solvable(play.as_ref());
            play.apply(&action)
                .unwrap_or_else(|fault| panic!("forced move {action} ({reason:?}) refused: {fault:?}"));
            assert!(!before || solvable(play.as_ref()), "{action} ({reason:?}) loses {level:?}");
        }
    }
}

/// Gestures of any kind, on the board and off it, give moves that are allowed, one after another, and
/// hold nothing that is not there.
pub fn gestures_give_legal_moves(puzzle: &'static dyn AnyPuzzle) {
    let mut moved = 0;
    for (number, level) in samples(puzzle, 2, 30).enumerate() {
        let mut rng = Rng::stream(11, number as u64);
        let mut play = level.play();
        let mut held = None;
        for _ in 0..60 {
            let scene = play.scene();
            let gesture = random_gesture(&mut rng, &scene, held);
            let reaction = play.gesture(&gesture);
            for _ in 0..reaction.take_back {
                assert!(play.undo(), "{gesture:?} takes back more than was done in {level:?}");
            }
            for action in &reaction.moves {
                let made = play.apply(action);
                assert!(made.is_ok(), "{gesture:?} gives {action}, which is refused ({made:?}) in {level:?}");
                moved += 1;
            }
            if let Some(Spot::Cell(cell)) = reaction.held {
                let inside =
                    usize::from(cell.row) < scene.size.height && usize::from(cell.column) < scene.size.width;
                assert!(inside, "{gesture:?} holds {cell:?}, off the board");
            }
            held = reaction.held;
        }
    }
    assert!(moved > 50, "gestures hardly move anything: {moved}");
}

fn random_gesture(rng: &mut Rng, scene: &Scene, held: Option<Spot>) -> Gesture {
    // One row and one column more than there are: pointers leave the board.
    let cell = |rng: &mut Rng| Cell::new(rng.below(scene.size.height + 1), rng.below(scene.size.width + 1));
    let on_piece = |rng: &mut Rng| {
        let piece = &scene.pieces[rng.below(scene.pieces.len())];
        rng.choose(&piece.cells).map_or(Spot::Tray(piece.id), |cell| Spot::Cell(*cell))
    };
    let spot = |rng: &mut Rng| {
        if rng.one_in(3) || scene.pieces.is_empty() { Spot::Cell(cell(rng)) } else { on_piece(rng) }
    };
    let dir = Dir::ALL[rng.below(4)];
    match rng.below(9) {
        8 => Gesture::Slant { side: Side::HEXAGON[2 + rng.below(4)], held },
        0 | 1 => Gesture::Arrow { dir, held },
        2 | 3 => Gesture::Tap { at: spot(rng), held },
        4 => Gesture::Away { from: spot(rng) },
        5 => Gesture::Shift { dir },
        _ => Gesture::Drag { from: spot(rng), through: (0..rng.below(5)).map(|_| cell(rng)).collect() },
    }
}
