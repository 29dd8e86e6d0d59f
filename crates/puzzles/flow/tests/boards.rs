//! Ten boards of each shape, made by our generator, each with its one solution: the referee accepts it, counting
//! proves it alone, every complete method finds it, it is played to a win by gestures, and its texts come back.

mod known;

use ingenio_core::rooms::{Methods as _, Texts as _};
use ingenio_core::{Cell, Gesture, Lattice, Options, Rng, Side, Source, Spot, Step, Task, Verdict};
use ingenio_flow::Flow;
use ingenio_flow::level::{Level, Stroke, text};
use ingenio_flow::play::{self, Drawing};
use ingenio_flow::solve::METHODS;
use ingenio_flow::{gesture, referee, scene};

use known::{Known, boards};

#[test]
fn there_are_ten_of_each_shape() {
    let boards = boards();
    let count = |has: fn(&Level) -> bool| boards.iter().filter(|board| has(&board.level)).count();
    let shape = |level: &Level| level.board().shape().clone();
    assert!(count(|level| !level.board().shape().holes.is_empty()) >= 10);
    assert!(count(|level| !level.board().shape().walls.is_empty()) >= 10);
    assert!(count(|level| !level.board().shape().bridges.is_empty()) >= 10);
    assert!(count(|level| level.board().shape().across || level.board().shape().down) >= 10);
    assert!(count(|level| level.board().shape().lattice == Lattice::Hexagons) >= 10);
    let features = |level: &Level| {
        let shape = shape(level);
        [
            !shape.holes.is_empty(),
            !shape.walls.is_empty(),
            !shape.bridges.is_empty(),
            shape.across || shape.down,
        ]
        .into_iter()
        .filter(|has| *has)
        .count()
    };
    assert!(boards.iter().filter(|board| features(&board.level) > 1).count() >= 10, "mixtures");
}

fn finish<A>(run: &mut dyn ingenio_core::Run<A>) -> Verdict {
    loop {
        if let Step::Done(verdict) = run.advance(10_000) {
            return verdict;
        }
    }
}

#[test]
fn each_has_the_one_solution_that_is_known() {
    for Known { title, level, solution } in boards() {
        let (accepted, _) =
            referee::referee(&level, &solution).unwrap_or_else(|refusal| panic!("{title}: {refusal:?}"));
        assert_eq!(accepted, solution, "{title}");
        let mut run = Flow::count(&level, u128::MAX, &Task::default()).expect("solutions are counted");
        finish(run.as_mut());
        let tally = run.found();
        assert!(tally.complete && tally.found == 1, "{title}: {tally:?}");
        for name in ["links", "frontier", "portfolio"] {
            let method = METHODS.iter().find(|method| method.name == name).expect("a method");
            if (method.fits)(&level).is_err() {
                continue;
            }
            let verdict = finish((method.start)(&level, &Task::default()).as_mut());
            assert!(
                matches!(&verdict, Verdict::Solved { solution: found, .. } if *found == solution),
                "{title}: {name} {verdict:?}"
            );
        }
    }
}

/// A drag along the cells of every pipe draws it, over bridges and beyond borders that join.
#[test]
fn each_is_won_by_drags_and_by_keys() {
    for Known { title, level, solution } in boards() {
        let strokes = Stroke::parse_all(&solution).unwrap();
        let mut by_drags = Drawing::new(&level);
        let mut by_keys = Drawing::new(&level);
        for stroke in &strokes {
            let cells: Vec<Cell> =
                stroke.nodes(&level).unwrap().iter().map(|node| level.board().place(*node)).collect();
            let drag = Gesture::Drag { from: Spot::Cell(cells[0]), through: cells[1..].to_vec() };
            for action in gesture::gesture(&level, &by_drags, &drag).moves {
                play::apply(&level, &mut by_drags, &action).unwrap();
            }
            let mut held = Some(Spot::Cell(stroke.start));
            for way in stroke.ways.chars() {
                let side = Side::from_letter(way).unwrap();
                let dir = ingenio_core::Dir::from_letter(way);
                let key = match dir {
                    Some(dir) => Gesture::Arrow { dir, held },
                    None => Gesture::Slant { side, held },
                };
                let reaction = gesture::gesture(&level, &by_keys, &key);
                for action in &reaction.moves {
                    play::apply(&level, &mut by_keys, action).unwrap();
                }
                held = reaction.held;
            }
        }
        assert!(play::won(&level, &by_drags), "{title} by drags");
        assert!(play::won(&level, &by_keys), "{title} by keys");
        // What is drawn goes from cell to cell by the sides that the scene tells.
        let scene = scene::scene(&level, &by_drags);
        for piece in scene.pieces.iter().filter(|piece| piece.cells.len() > 1) {
            assert_eq!(piece.sides.len() + 1, piece.cells.len(), "{title}");
            for (pair, side) in piece.cells.windows(2).zip(&piece.sides) {
                let index = scene.size.index(pair[0]);
                assert_eq!(
                    level.board().shape().way(index, *side),
                    Some(scene.size.index(pair[1])),
                    "{title}"
                );
            }
        }
    }
}

#[test]
fn each_is_written_and_read_in_every_form() {
    for Known { title, level, solution } in boards() {
        for format in text::FORMATS {
            let text =
                Flow::write(&level, format.name).unwrap_or_else(|message| panic!("{title}: {message:?}"));
            let entry = text::read(&Source::new(&text), &Options::default()).remove(0).unwrap();
            assert_eq!(entry.level.board(), level.board(), "{title} as {}", format.name);
            assert_eq!(Flow::write(&entry.level, format.name).unwrap(), text, "{title} as {}", format.name);
            if format.name == text::LINE {
                let ways = |solution: &str| -> Vec<String> {
                    let mut ways: Vec<String> =
                        Stroke::parse_all(solution).unwrap().into_iter().map(|stroke| stroke.ways).collect();
                    ways.sort();
                    ways
                };
                assert_eq!(ways(&entry.solution.unwrap()), ways(&solution), "{title}");
            }
        }
    }
}

/// Whoever follows the hints wins, on boards of every shape.
#[test]
fn hints_lead_to_the_win() {
    for Known { title, level, .. } in boards().into_iter().step_by(3) {
        let mut drawing = Drawing::new(&level);
        for _ in 0..400 {
            let Some(hint) = ingenio_flow::solve::truth::hint(&level, &drawing) else { break };
            let stroke = hint.stroke.unwrap_or_else(|| panic!("{title}: a hint without a stroke"));
            play::apply(&level, &mut drawing, &stroke).unwrap();
        }
        assert!(play::won(&level, &drawing), "{title}");
    }
}

/// Bytes thrown at the readers of lines and of what is built: a level or a fault, never a panic.
#[test]
fn damaged_boards_are_read_or_refused() {
    let mut rng = Rng::new(29);
    let boards = boards();
    let signs = b"0123456789:|,;_+WXRULDQEZC#. \n-ABboardhexwlsp";
    let mut read = 0;
    for turn in 0..4000 {
        let board = &boards[rng.below(boards.len())];
        let format = if turn % 2 == 0 { text::LINE } else { text::ROWS };
        let mut bytes = Flow::write(&board.level, format).unwrap().into_bytes();
        for _ in 0..rng.between(1, 4) {
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => bytes[at] = signs[rng.below(signs.len())],
                1 => bytes.insert(at, signs[rng.below(signs.len())]),
                _ => _ = bytes.remove(at),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        for entry in text::read(&Source::new(&text), &Options::default()).into_iter().flatten() {
            read += 1;
            let canonical = Flow::canonical(&entry.level);
            let again = text::read(&Source::new(&canonical), &Options::default()).remove(0).unwrap().level;
            assert_eq!(Flow::canonical(&again), canonical);
            if let Some(solution) = entry.solution {
                assert!(referee::referee(&entry.level, &solution).is_ok(), "{text}");
            }
        }
    }
    assert!(read > 30, "{read}");
}

/// What is built is told to those who listen, before the pieces.
#[test]
fn boards_of_every_shape_are_told_in_words() {
    let told = |text: &str| -> Vec<String> {
        let level = text::read(&Source::new(text), &Options::default()).remove(0).unwrap().level;
        let said = scene::scene(&level, &Drawing::new(&level)).describe();
        said.iter().map(ingenio_core::Message::english).collect()
    };
    assert_eq!(
        told("walls: 0,1:R 1,0:D\nA..\n.BA\n..B")[..2],
        ["3 by 3 board.", "Walls: right of row 1, column 2; below row 2, column 1."]
    );
    assert_eq!(told("A.B\n.+.\nB.A")[..2], ["3 by 3 board.", "Bridges: row 2, column 2."]);
    assert_eq!(
        told("warps: across\n.AA\n.BB")[1],
        "What leaves by these sides comes in on the other border: left of row 1, column 1; right of row 1, column 3; \
         left of row 2, column 1; right of row 2, column 3."
    );
    let hexes = told("board: hexes\nwalls: 0,0:C\nA..\n.BA\n..B");
    assert_eq!(
        hexes[..2],
        [
            "3 by 3 board of hexagons; odd columns lie half a cell lower than even ones.",
            "Walls: lower right of row 1, column 1."
        ]
    );
    assert_eq!(told("A..\n.BA\n..B")[1].split(':').next(), Some("End of A"), "nothing built, nothing said");
}
