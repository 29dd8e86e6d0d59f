//! Sessions of all five puzzles: gestures give the expected histories, nothing is forgotten, and hints
//! keep their promises.

use std::time::Duration;

use ingenio_catalog::{PUZZLES, read_level};
use ingenio_coach::{Rung, hint, review};
use ingenio_core::{Budget, Cell, Dir, Gesture, LevelRef, Rng, Sense, Silent, Spot};
use ingenio_play::{Action, Event, Session};

const NOW: Duration = Duration::ZERO;

fn level(puzzle: &str, text: &str) -> LevelRef {
    read_level(puzzle, text).unwrap()
}

fn cell(row: usize, column: usize) -> Spot {
    Spot::Cell(Cell::new(row, column))
}

fn tap(session: &mut Session, at: Spot) {
    let held = session.held();
    session.gesture(&Gesture::Tap { at, held }, NOW);
}

fn arrow(session: &mut Session, dir: Dir) {
    let held = session.held();
    session.gesture(&Gesture::Arrow { dir, held }, NOW);
}

fn drag(session: &mut Session, from: Spot, through: &[(usize, usize)]) {
    let through = through.iter().map(|(row, column)| Cell::new(*row, *column)).collect();
    session.gesture(&Gesture::Drag { from, through }, NOW);
}

#[test]
fn sokoban_is_walked_tapped_and_dragged() {
    let room = level("sokoban", "#######\n#@    #\n# $ . #\n#     #\n#######\n");
    let mut session = Session::new(room.clone());
    tap(&mut session, cell(3, 3));
    assert_eq!(session.moves().len(), 4);
    session.restart(NOW);
    drag(&mut session, cell(2, 2), &[(2, 3), (2, 4)]);
    assert!(session.won(), "{}", session.history());
    assert_eq!(session.history(), "dRR");
    let mut session = Session::new(room);
    tap(&mut session, cell(2, 2));
    assert_eq!(session.held(), Some(cell(2, 2)));
    tap(&mut session, cell(2, 4));
    assert!(session.won() && session.held().is_none());
    let mut session = Session::new(level("sokoban", "#####\n#@$.#\n#####\n"));
    arrow(&mut session, Dir::Up);
    arrow(&mut session, Dir::Right);
    assert_eq!(session.history(), "R");
}

#[test]
fn taquin_tiles_follow_arrows_and_slide_in_line() {
    let board = level("taquin", "1 2 3\n4 5 6\n_ 7 8\n");
    let mut session = Session::new(board.clone());
    arrow(&mut session, Dir::Left);
    arrow(&mut session, Dir::Left);
    assert!(session.won());
    assert_eq!(session.history(), "RR");
    let mut session = Session::new(board.clone());
    tap(&mut session, cell(2, 2));
    assert_eq!(session.history(), "RR");
    let mut session = Session::new(board);
    drag(&mut session, cell(2, 2), &[(2, 1)]);
    assert!(session.won());
    drag(&mut session, cell(0, 0), &[(0, 1)]);
    assert_eq!(session.history(), "RR", "a tile that is not in line stays");
}

#[test]
fn unblock_slides_that_go_on_are_one_move() {
    let board = level("unblock", "oooooo\nooooBo\nAAooBo\noooooo\noooooo\noooooo\n");
    let mut session = Session::new(board.clone());
    tap(&mut session, cell(2, 4));
    arrow(&mut session, Dir::Down);
    arrow(&mut session, Dir::Left);
    arrow(&mut session, Dir::Down);
    assert_eq!(session.history(), "B+2");
    arrow(&mut session, Dir::Up);
    arrow(&mut session, Dir::Up);
    assert_eq!(session.history(), "", "back where it was, it has not moved");
    drag(&mut session, cell(1, 4), &[(5, 3)]);
    assert_eq!(session.history(), "B+3", "as far as it can go");
    tap(&mut session, cell(4, 4));
    tap(&mut session, cell(3, 0));
    assert_eq!((session.history().as_str(), session.held()), ("B+3", None), "not on its line: put down");
    tap(&mut session, cell(5, 4));
    tap(&mut session, cell(2, 4));
    assert_eq!(session.history(), "B+1", "as far as the cell that was tapped");
    tap(&mut session, cell(2, 4));
    tap(&mut session, cell(5, 4));
    drag(&mut session, cell(2, 1), &[(2, 9)]);
    assert!(session.won());
}

#[test]
fn flow_pipes_are_drawn_back_and_cut() {
    let board = level("flow", "A..A\nB..B\n....\n");
    let mut session = Session::new(board);
    drag(&mut session, cell(1, 0), &[(2, 0), (2, 1), (1, 1)]);
    assert_eq!(session.history(), "B@1,0:DRU");
    session.undo(NOW);
    drag(&mut session, cell(1, 0), &[(2, 0), (2, 1), (2, 2), (2, 1)]);
    assert_eq!(session.history(), "B@1,0:DR", "drawing back shortens");
    drag(&mut session, cell(0, 0), &[(0, 1), (1, 1), (2, 1), (2, 2)]);
    let scene = session.scene();
    let pipe = scene.pieces.iter().find(|piece| piece.label == "B" && piece.cells.len() > 1).unwrap();
    assert_eq!(pipe.cells.len(), 2, "crossing another pipe cuts it");
    session.undo(NOW);
    let scene = session.scene();
    let pipe = scene.pieces.iter().find(|piece| piece.label == "B" && piece.cells.len() > 1).unwrap();
    assert_eq!(pipe.cells.len(), 3, "undo restores it");
    tap(&mut session, cell(1, 0));
    assert!(
        session.scene().pieces.iter().all(|piece| piece.cells.len() == 1),
        "a tap on the end point takes it away"
    );
}

#[test]
fn tetravex_tiles_are_placed_swapped_and_lifted() {
    let board = level("tetravex", "2x1\n0 1 0 0\n0 2 0 1\n");
    let mut session = Session::new(board);
    drag(&mut session, Spot::Tray(1), &[(0, 1)]);
    tap(&mut session, Spot::Tray(2));
    tap(&mut session, cell(0, 0));
    assert!(!session.won(), "2 beside 0 clash");
    drag(&mut session, cell(0, 0), &[(0, 1)]);
    assert_eq!(session.history(), "1@0,1 2@0,0 2@0,1");
    assert!(session.won());
    session.gesture(&Gesture::Away { from: cell(0, 0) }, NOW);
    assert_eq!(session.history(), "1@0,1 2@0,0 2@0,1 1@-");
}

/// Anything a player can do, at random; gives the fingerprint at the start.
fn wild_play(session: &mut Session, rng: &mut Rng) {
    for number in 0..40 {
        let now = Duration::from_secs(number);
        match rng.below(10) {
            0 => drop(session.undo(now)),
            1 => drop(session.redo(now)),
            2 => drop(session.restart(now)),
            3 => session.keep(&format!("here {}", rng.below(2)), now),
            4 => drop(session.recall(&format!("here {}", rng.below(2)), now)),
            _ => {
                let moves = session.play().moves();
                if let Some(action) = rng.choose(&moves) {
                    session.apply(action, now).unwrap();
                }
            }
        }
    }
}

#[test]
fn undo_after_any_play_returns_to_the_start_and_events_tell_all() {
    for puzzle in PUZZLES {
        for number in 0..20 {
            let mut rng = Rng::stream(3, number);
            let level = puzzle.sample(&mut rng, 2);
            let mut session = Session::new(level.clone());
            let start = session.play().fingerprint();
            wild_play(&mut session, &mut rng);
            let texts: Vec<String> = session.events().iter().map(|event| event.action.text()).collect();
            let read: Vec<Event> = texts
                .iter()
                .zip(session.events())
                .map(|(text, event)| Event { action: Action::parse(text).unwrap(), at: event.at })
                .collect();
            assert_eq!(read, session.events());
            let mut resumed = Session::resume(level, &read).unwrap();
            assert_eq!(resumed.play().fingerprint(), session.play().fingerprint());
            assert_eq!(resumed.moves(), session.moves());
            while resumed.undo(NOW) {}
            assert_eq!(resumed.play().fingerprint(), start);
            while session.undo(NOW) {}
            assert_eq!(session.play().fingerprint(), start);
            assert!(session.moves().is_empty());
        }
    }
}

#[test]
fn a_saved_play_that_does_not_fit_is_refused() {
    let room = level("sokoban", "#####\n#@$.#\n#####\n");
    let event = Event { action: Action::Move("u".into()), at: NOW };
    assert!(Session::resume(room, &[event]).is_err());
}

fn nodes(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), ..Budget::default() }
}

/// Following the third rung wins in exactly the promised number where the truth is exact.
#[test]
fn hints_keep_their_promise() {
    for puzzle in PUZZLES {
        let metric = puzzle.info().metrics.first();
        let mut followed = 0;
        for number in 0..12 {
            let mut rng = Rng::stream(8, number);
            let level = puzzle.sample(&mut rng, 1);
            let mut session = Session::new(level.clone());
            let first = hint(&level, session.play(), Rung::Distance, &nodes(200_000), &mut Silent);
            let Some(promise) = first.to_go.filter(|to_go| to_go.proved).map(|to_go| to_go.count) else {
                continue;
            };
            if metric.is_some_and(|metric| metric.sense == Sense::Most) {
                continue;
            }
            for _ in 0..200 {
                if session.won() {
                    break;
                }
                let next = hint(&level, session.play(), Rung::Move, &nodes(200_000), &mut Silent);
                assert!(!next.lost && !next.moves.is_empty(), "no way on in {level:?}: {:?}", next.said);
                session.apply(&next.moves.join(puzzle.info().separator), NOW).unwrap();
            }
            assert!(session.won(), "{level:?}");
            let reached = session.measures().get(metric.map_or("", |metric| metric.name)).unwrap_or(promise);
            assert_eq!(reached, promise, "{level:?}");
            followed += 1;
        }
        let has_way = metric.is_some_and(|metric| metric.sense == Sense::Least);
        assert!(followed > 0 || !has_way, "{}: no hint was followed", puzzle.info().name);
    }
}

#[test]
fn the_lower_rungs_tell_less() {
    let room = level("sokoban", "#######\n#@    #\n# $ . #\n#     #\n#######\n");
    let session = Session::new(room.clone());
    let tell = |rung| hint(&room, session.play(), rung, &nodes(10_000), &mut Silent);
    assert!(tell(Rung::Distance).moves.is_empty() && tell(Rung::Distance).cells.is_empty());
    assert_eq!(tell(Rung::Distance).to_go.map(|to_go| (to_go.count, to_go.proved)), Some((2, true)));
    assert_eq!(tell(Rung::Piece).cells, [Cell::new(2, 2)]);
    assert!(tell(Rung::Piece).moves.is_empty());
    let plan = tell(Rung::Plan);
    assert!(plan.moves.is_empty() && plan.cells == [Cell::new(2, 4)], "{:?}", plan.said);
    assert_eq!(plan.said[0].english(), "First bring a box to row 3, column 5.");
    let over = Budget::default();
    over.cancel.cancel();
    let none = hint(&room, session.play(), Rung::Plan, &over, &mut Silent);
    assert_eq!(none.said[0].english(), "There was no time for a plan.", "there is one");
    assert_eq!(tell(Rung::Moves(2)).moves.len(), 2);
    assert_eq!(tell(Rung::Solution).moves.concat(), "dRR");
    let mut lost = Session::new(level("sokoban", "#####\n#  .#\n# $@#\n#   #\n#####\n"));
    lost.apply("l", NOW).unwrap();
    let told = hint(&lost.level().clone(), lost.play(), Rung::Distance, &nodes(10_000), &mut Silent);
    assert!(told.lost, "{:?}", told.said);
    assert_eq!(lost.undo_to_hope(NOW), 1);
}

#[test]
fn a_review_finds_the_first_mistake() {
    let board = level("taquin", "1 2 3\n4 5 6\n_ 7 8\n");
    let moves: Vec<String> = ["R", "U", "D", "R"].map(String::from).to_vec();
    let found = review(&board, &moves, &[], &nodes(100_000));
    let costs: Vec<Option<u64>> = found.moves.iter().map(|one| one.cost).collect();
    assert_eq!(costs, [Some(0), Some(2), Some(0), Some(0)]);
    assert_eq!(found.first_mistake, Some(1));
    assert_eq!(found.better, ["R"]);
    let flawless = review(&board, &["R".to_owned(), "R".to_owned()], &[], &nodes(100_000));
    assert_eq!(flawless.first_mistake, None);
}

#[test]
fn a_play_turns_to_the_other_end_and_back() {
    let room = level("sokoban", "#######\n#@ $ .#\n#######\n");
    let mut session = Session::new(room.clone());
    session.apply("r", NOW).unwrap();
    session.turn(NOW).unwrap();
    assert!(session.line().backwards && session.moves().is_empty());
    session.apply("rrrLL", NOW).unwrap();
    assert!(session.won());
    let solution = session.play().solution();
    assert_eq!(room.verify(&solution).unwrap().text(), "rRR");
    let told = hint(&room, session.play(), Rung::Move, &nodes(1000), &mut Silent);
    assert!(told.moves.is_empty());
    let resumed = Session::resume(room, session.events()).unwrap();
    assert_eq!(resumed.line(), session.line());
    session.restart(NOW);
    assert!(session.line().backwards, "a restart stays at its end");
    for _ in 0..7 {
        session.undo(NOW);
    }
    assert_eq!((session.line().backwards, session.history().as_str()), (false, "r"), "undo goes back across");
    let mut board = Session::new(level("taquin", "1 2 3\n4 5 6\n_ 7 8\n"));
    assert!(board.turn(NOW).is_err());
}

#[test]
fn as_many_as_possible_is_done_when_it_is_known_or_said() {
    // Two tiles of three fit side by side.
    let board = level("tetravex", "3x1\n0 1 0 0\n0 2 0 1\n9 9 9 9\n");
    let mut session = Session::new(board.clone());
    session.apply("1@0,0", NOW).unwrap();
    assert!(!session.won() && session.can_be_called_done());
    session.apply("2@0,1", NOW).unwrap();
    assert!(!session.won(), "nobody knows yet that it is the most");
    let told = hint(&board, session.play(), Rung::Move, &nodes(10_000), &mut Silent);
    assert!(told.moves.is_empty() && told.solved, "{:?}", told.said);
    assert_eq!(told.to_go.map(|to_go| (to_go.count, to_go.proved)), Some((2, true)));
    assert!(session.call_done(NOW) && session.won());
    let resumed = Session::resume(board, session.events()).unwrap();
    assert!(resumed.won());
    session.undo(NOW);
    assert!(!session.won(), "what is changed is not done any more");
    session.redo(NOW);
    session.aim_at(Some(2));
    assert!(session.won(), "as many as are known to be possible");
    session.apply("3@0,2", NOW).unwrap();
    assert!(!session.won() && !session.call_done(NOW), "a clash is no answer");
}

#[test]
fn a_preview_shows_a_drag_and_changes_nothing() {
    let board = level("flow", "A..A\nB..B\n....\n");
    let mut session = Session::new(board);
    drag(&mut session, cell(1, 0), &[(2, 0)]);
    let before = (session.play().fingerprint(), session.history());
    let over = Gesture::Drag { from: cell(2, 0), through: vec![Cell::new(2, 1), Cell::new(2, 2)] };
    let (shown, _) = session.preview(&over).unwrap();
    assert!(shown.pieces.iter().any(|piece| piece.label == "B" && piece.cells.len() == 4));
    assert_eq!((session.play().fingerprint(), session.history()), before);
    // A slide that goes on takes the last move back first.
    let board = level("unblock", "oooooo\nooooBo\nAAooBo\noooooo\noooooo\noooooo\n");
    let mut session = Session::new(board);
    drag(&mut session, cell(1, 4), &[(2, 4)]);
    let (shown, _) =
        session.preview(&Gesture::Drag { from: cell(2, 4), through: vec![Cell::new(4, 4)] }).unwrap();
    assert_eq!(shown.pieces[1].cells[0].row, 4);
    assert_eq!(session.history(), "B+1");
    assert!(session.preview(&Gesture::Drag { from: cell(0, 0), through: vec![Cell::new(0, 1)] }).is_none());
}

#[test]
fn what_was_taken_back_is_gone_once_another_move_is_made() {
    let mut session = Session::new(level("taquin", "1 2 3\n4 _ 5\n6 7 8\n"));
    arrow(&mut session, Dir::Left);
    assert!(session.undo(NOW) && session.can_redo());
    arrow(&mut session, Dir::Up);
    let history = session.history();
    assert!(!session.can_redo() && !session.redo(NOW), "the other way was left");
    assert_eq!(session.history(), history);
}
