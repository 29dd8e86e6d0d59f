//! The face of a puzzle, which everyone but its author sees, hands on what the rooms say: nothing is lost and nothing
//! added where types are erased.

use std::sync::Arc;

use ingenio_core::face::{find_format, find_generator, find_method};
use ingenio_core::rooms::Rooms;
use ingenio_core::{
    AnyLevel, AnyPuzzle, Face, Gesture, LevelRef, Options, Rng, Source, Spot, Step, Tally, Verified,
};

use crate::tools::{TABLES, any_solution, task};

/// Levels as their puzzle has them and as everyone else does.
fn pairs<P: Rooms>(count: u64) -> impl Iterator<Item = (Arc<P::Level>, LevelRef)> {
    (0..count).map(|number| {
        let level = P::sample(&mut Rng::stream(41, number), 1);
        (Arc::new(level.clone()), Face::<P>::level(level))
    })
}

fn face<P: Rooms>() -> &'static dyn AnyPuzzle {
    const { &Face::<P>::new() }
}

pub fn tell_what_there_is<P: Rooms>() {
    let puzzle = face::<P>();
    let names: Vec<&str> = P::methods().iter().map(|method| method.name).collect();
    assert_eq!(puzzle.methods().iter().map(|method| method.name).collect::<Vec<_>>(), names);
    for name in names {
        assert_eq!(find_method(puzzle, name).map(|found| found.name), Ok(name));
    }
    assert!(find_method(puzzle, "nobody").is_err() && find_format(puzzle, "nobody").is_err());
    let heuristics: Vec<_> = P::heuristics().iter().map(|it| (it.name, it.metric, it.admissible)).collect();
    assert_eq!(puzzle.heuristics(), heuristics);
    assert_eq!((puzzle.table_sets(), puzzle.need_files()), (P::table_sets(), P::need_files()));
    for set in P::table_sets() {
        let needs = P::table_needs(set);
        assert!(!needs.keys.is_empty() && needs.bytes > 0, "{}: nobody knows what it takes", set.name);
        assert_eq!(puzzle.table_needs(set), needs);
    }
    assert!(puzzle.need_files().iter().all(|name| find_method(puzzle, name).is_ok()));
    assert_eq!((puzzle.explains(), puzzle.editor().is_some()), (P::explains(), P::editor().is_some()));
    let generators: Vec<&str> = P::generators().iter().map(|generator| generator.name).collect();
    for name in &generators {
        assert_eq!(find_generator(puzzle, Some(name)).map(|found| found.name), Ok(*name));
    }
    assert_eq!(find_generator(puzzle, None).ok().map(|found| found.name), generators.first().copied());
    assert!(find_generator(puzzle, Some("nobody")).is_err());
}

pub fn read_what_is_read<P: Rooms>() {
    let settings = Options::defaults(P::INFO.settings);
    for (level, _) in pairs::<P>(20) {
        let source = Source::new(&P::canonical(&level));
        let (typed, erased) = (P::read(&source, &settings), face::<P>().read(&source, &settings));
        assert_eq!(typed.len(), erased.len());
        for (typed, erased) in typed.into_iter().zip(erased) {
            let (typed, erased) = (typed.expect("it was written"), erased.expect("it was written"));
            assert_eq!(erased.level.canonical(), P::canonical(&typed.level));
            let heads = (&typed.title, &typed.author, &typed.solution, typed.line);
            assert_eq!((&erased.title, &erased.author, &erased.solution, erased.line), heads);
        }
    }
}

pub fn hand_on_what_rooms_say<P: Rooms>() {
    for (level, face) in pairs::<P>(20) {
        assert_eq!(face.kin(), P::kin(&level));
        assert_eq!(face.parts(), P::parts(&level));
        let mends: Vec<_> = P::mends(&level).map(|mend| (mend.what, mend.size)).collect();
        assert_eq!(face.mends().map(|mend| (mend.what, mend.size)).collect::<Vec<_>>(), mends);
        let easier = P::easier(&level).map(|easier| (P::canonical(&easier.level), easier.otherwise));
        assert_eq!(face.easier().map(|easier| (easier.level.canonical(), easier.otherwise)), easier);
        let task = task();
        assert_eq!(face.study(&task).is_some(), P::study(&level, &task).is_some());
        assert_eq!(face.rate(&task).is_some(), P::rate(&level, &task).is_some());
        assert_eq!(face.count(2, &task).is_some(), P::count(&level, 2, &task).is_some());
        for heuristic in P::heuristics() {
            let estimate = (heuristic.estimate)(&level, &P::start(&level), &TABLES);
            assert_eq!(face.estimate(heuristic.name, &TABLES), Some(estimate), "{} {face:?}", heuristic.name);
        }
        assert_eq!(face.estimate("nobody", &TABLES), None);
    }
}

/// Moves are the same one by one, as a text, and as what a gesture means.
pub fn play_what_is_played<P: Rooms>() {
    for (number, (level, face)) in pairs::<P>(20).enumerate() {
        let mut rng = Rng::stream(43, number as u64);
        let mut play = face.play();
        let mut position = P::start(&level);
        let mut made: Vec<String> = Vec::new();
        for _ in 0..6 {
            let moves = P::moves(&level, &position);
            assert_eq!(play.moves(), texts(&moves));
            let Some(action) = rng.choose(&moves) else { break };
            P::apply(&level, &mut position, action).expect("a legal move");
            play.apply(&action.to_string()).expect("a legal move");
            made.push(action.to_string());
            assert_eq!(
                (play.made(), play.length(), play.last()),
                (made.clone(), made.len(), made.last().cloned())
            );
            assert_eq!(play.split(&play.history()), Ok(made.clone()), "{face:?}");
            assert_eq!(play.won(), P::won(&level, &position));
            assert_eq!(play.stuck(), P::stuck(&level, &position));
            for cell in play.scene().pieces.iter().filter_map(|piece| piece.cells.first().copied()) {
                let gesture = Gesture::Tap { at: Spot::Cell(cell), held: None };
                let meant = P::gesture(&level, &position, Some(action), &gesture);
                let reaction = play.gesture(&gesture);
                assert_eq!((reaction.take_back, reaction.held), (meant.take_back, meant.held), "{gesture:?}");
                assert_eq!(reaction.moves, texts(&meant.moves), "{gesture:?} {face:?}");
            }
        }
    }
}

fn texts<M: ToString>(moves: &[M]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// A solution is accepted in every form in which it is written, and is then the same; a refusal names a move of it.
pub fn accept_every_form<P: Rooms>() {
    for (level, face) in pairs::<P>(30) {
        let Some((solution, _)) = any_solution(face.as_ref()) else { continue };
        let (text, measures) = P::referee(&level, &solution).expect("it is a solution");
        let verified = face.verify(&solution).expect("it is a solution");
        assert_eq!((verified.text(), verified.measures()), (text.as_str(), &measures));
        for form in P::solution_forms() {
            let written = face.rewrite(&solution, form.name).expect("a form of the table");
            assert_eq!(written, P::write_solution(&level, &text, form.name));
            // A form that looks like another says which it is: `tiles:URDL`.
            let named = format!("{}:{written}", form.name);
            let (again, same) = P::referee(&level, &named)
                .or_else(|_| P::referee(&level, &written))
                .unwrap_or_else(|refusal| panic!("{written} as {}: {refusal:?} on {face:?}", form.name));
            assert_eq!((again, same), (text.clone(), measures.clone()), "{}", form.name);
        }
        assert!(face.rewrite(&solution, "nobody").is_err());
        assert_eq!(face.explain(Some(&verified), &task()), P::explain(&level, Some(&text), &task()));
        let parts = P::solution_parts(&text).len();
        if let Err(refusal) = face.verify(&format!("{text}{}?", P::INFO.separator)) {
            assert!(refusal.at_move.is_none_or(|at| (1..=parts + 1).contains(&at)), "{refusal:?} of {parts}");
        }
    }
}

/// Where solutions are counted, each example is one, no two are equal, and what tells two apart is the puzzle's word.
pub fn count_solutions<P: Rooms>() {
    for (level, face) in pairs::<P>(20) {
        let Some(tally) = counted(face.as_ref()) else { continue };
        assert_eq!(tally.found > 0, any_solution(face.as_ref()).is_some(), "{face:?}");
        let examples: Vec<Verified> =
            tally.examples.iter().map(|text| face.verify(text).expect("an example is a solution")).collect();
        if let [one, other] = &examples[..] {
            assert_ne!(one.text(), other.text());
            assert_eq!(face.difference(one, other), P::difference(&level, one.text(), other.text()));
        }
    }
}

fn counted(level: &dyn AnyLevel) -> Option<Tally> {
    let mut run = level.count(2, &task())?;
    while let Step::Running = run.advance(1000) {}
    Some(run.found())
}
