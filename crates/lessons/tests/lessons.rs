//! The lessons keep what they promise: answers are right and mistakes are not, solvers solve, texts are whole.

use ingenio_core::{Cancel, Language, Options, Source};
use ingenio_lessons::{LESSONS, Lesson, find};

#[allow(dead_code, reason = "the program around it is not run here")]
#[path = "../../../docs/lessons/flow.rs"]
mod flow;
#[allow(dead_code, reason = "the program around it is not run here")]
#[path = "../../../docs/lessons/sokoban.rs"]
mod sokoban;
#[allow(dead_code, reason = "the program around it is not run here")]
#[path = "../../../docs/lessons/taquin.rs"]
mod taquin;
#[allow(dead_code, reason = "the program around it is not run here")]
#[path = "../../../docs/lessons/tetravex.rs"]
mod tetravex;
#[allow(dead_code, reason = "the program around it is not run here")]
#[path = "../../../docs/lessons/unblock.rs"]
mod unblock;

#[test]
fn every_lesson_has_five_exercises_whose_answers_are_right() {
    for lesson in &LESSONS {
        let exercises = lesson.exercises();
        assert_eq!(exercises.len(), 5, "{}", lesson.name);
        for (index, exercise) in exercises.iter().enumerate() {
            let judgement = exercise.judge(&exercise.answer, &Cancel::default());
            assert!(judgement.right, "{} {}: {}", lesson.name, index + 1, judgement.why.english());
            assert!(!exercise.hint.is_empty() && !judgement.why.english().is_empty());
        }
    }
}

#[test]
fn every_mistake_is_refused_with_its_own_reason() {
    let mut mistakes = 0;
    for lesson in &LESSONS {
        for (index, exercise) in lesson.exercises().iter().enumerate() {
            for mistake in &exercise.mistakes {
                let judgement = exercise.judge(&mistake.answer, &Cancel::default());
                assert!(!judgement.right, "{} {}: {}", lesson.name, index + 1, mistake.answer);
                assert_eq!(judgement.why.english(), mistake.why.trim());
                mistakes += 1;
            }
        }
    }
    assert!(mistakes > 20, "{mistakes}");
}

fn why(lesson: &str, number: usize, answer: &str) -> String {
    let judgement = find(lesson).unwrap().exercise(number).unwrap().judge(answer, &Cancel::default());
    assert!(!judgement.right, "{answer}");
    judgement.why.english()
}

#[test]
fn any_other_wrong_answer_is_told_what_is_wrong_with_it() {
    assert_eq!(why("taquin", 1, "7"), "It is not 7: that is too great.");
    assert_eq!(why("taquin", 1, "1"), "It is not 1: that is too small.");
    assert!(why("taquin", 1, "two").contains("whole number"));
    assert!(why("taquin", 1, "  ").contains("needed"));
    assert!(why("taquin", 2, "1 2 3/4 5 6/7 _ 8").contains("should be unsolvable"));
    assert!(why("taquin", 2, "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 _").contains("at most 11"));
    assert!(why("taquin", 2, "words").contains("cannot be read"));
    assert!(why("taquin", 4, "perhaps").contains("one of: yes, no"));
    assert!(why("taquin", 5, "DRURDLLUURD").contains("referee refuses"));
    assert!(why("taquin", 5, "DUDRURDLLUURDRD").contains("15 moves; 13 will do"));
    assert!(why("sokoban", 2, "#####\n#@$.#\n#####").contains("should miss the best"));
    assert!(why("unblock", 5, "ooooooooBCoDAABCoDoooooooooooooooooo").contains("should have 5"));
    let judged = find("taquin").unwrap().exercise(3).unwrap().judge(" 1,816 ", &Cancel::default());
    assert!(judged.right, "marks between thousands do not matter");
}

/// In the pseudo-language every vowel of a sentence has an accent: a word that has one without is English that travelled
/// as a value. Names of methods and what was answered do.
#[test]
fn every_verdict_is_in_the_language_of_its_reader() {
    let given = [
        ("taquin", 1, "7"),
        ("taquin", 1, "1"),
        ("taquin", 1, "2x"),
        ("taquin", 1, "  "),
        ("taquin", 2, "1 2 3/4 5 6/7 _ 8"),
        ("taquin", 2, "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 _"),
        ("taquin", 2, "2 1 3 4/5 6 7 _"),
        ("taquin", 2, "1 2 3/4 5 6"),
        ("taquin", 4, "2x"),
        ("taquin", 5, "DRURDLLUURD"),
        ("taquin", 5, "DUDRURDLLUURDRD"),
        ("sokoban", 2, "#####\n#@$.#\n#####"),
        ("sokoban", 3, "#####\n#$ .#\n# @ #\n#####"),
        ("sokoban", 3, "######\n#@$ .#\n######"),
        ("unblock", 5, "ooooooooBCoDAABCoDoooooooooooooooooo"),
        ("tetravex", 5, "2x2\n1 2 3 4\n5 6 7 2\n3 8 9 1"),
        ("flow", 5, "A#A"),
        ("flow", 5, "A.A\n###\nB#B"),
        ("flow", 5, "A.AB.B."),
    ];
    let names: Vec<&str> = ingenio_catalog::PUZZLES
        .iter()
        .flat_map(|puzzle| puzzle.methods())
        .flat_map(|method| method.name.split('-'))
        .chain(["corners", "blocks", "walls", "paths", "specials", "yes", "no"])
        .collect();
    for (lesson, number, answer) in given {
        let judged = find(lesson).unwrap().exercise(number).unwrap().judge(answer, &Cancel::default());
        let said = Language::pseudo().say(&judged.why);
        let is_plain = |word: &&str| word.len() > 1 && word.contains(['a', 'e', 'i', 'o', 'u', 'y']);
        let words = said.split(|letter: char| !letter.is_alphanumeric());
        let english: Vec<&str> = words.filter(is_plain).filter(|word| !names.contains(word)).collect();
        assert!(
            english.is_empty() && said.starts_with('['),
            "{lesson} {number} {answer}: {said}: {english:?}"
        );
    }
}

#[test]
fn a_level_that_is_not_what_was_asked_for_is_refused_however_methods_end() {
    assert!(why("sokoban", 3, "#####\n#$ .#\n# @ #\n#####").contains("row 2, column 2 stands in a corner"));
    assert!(why("sokoban", 3, "######\n#*   #\n# @$ #\n#   .#\n######").contains("in a corner"));
    assert!(why("taquin", 2, "2 1/3 _").contains("should be 3x3, and is 2x2"));
    assert!(why("taquin", 2, "2 1 3 4/5 6 7 _").contains("should be 3x3, and is 4x2"));
    assert!(why("unblock", 5, ".....\n.....\nAA.B.\n...B.\n.....").contains("should be 6x6, and is 5x5"));
    let other_size = "3x3\n1 2 3 4\n5 6 7 2\n3 8 9 1\n4 5 6 9";
    assert!(why("tetravex", 5, other_size).contains("should be 2x2, and is 3x3"));
    assert!(why("tetravex", 5, "2x2\n1 2 3 4\n5 6 7 2\n3 8 9 1").contains("4 tiles, not 3"));
    let blocked = "2x2\n1 2 3 4\n5 6 7 2\n3 8 9 1\n4 5 6 8\nblocked 0,0";
    assert!(why("tetravex", 5, blocked).contains("no cell blocked"));
}

#[test]
fn pipes_that_hinder_each_other_are_two_that_could_be_joined() {
    assert!(why("flow", 5, "A#A").contains("two pairs"));
    assert!(why("flow", 5, "AA.").contains("two pairs"));
    assert!(why("flow", 5, "A.A\n###\nB#B").contains("two B could not be joined"));
    assert!(
        why("flow", 5, "A.AB.B.").contains("should be unsolvable"),
        "only the cell left over is in the way"
    );
    let exercise = find("flow").unwrap().exercise(5).unwrap();
    for crossing in ["ABAB", "ABBA", "A.B\nB.A", "AB.\nBA."] {
        let judged = exercise.judge(crossing, &Cancel::default());
        assert!(judged.right, "{crossing}: {}", judged.why.english());
    }
}

#[test]
fn no_question_shows_its_answer_as_an_example() {
    for lesson in &LESSONS {
        for (index, exercise) in lesson.exercises().iter().enumerate() {
            for example in exercise.ask.split('`').skip(1).step_by(2) {
                let judged = exercise.judge(example, &Cancel::default());
                assert!(!judged.right, "{} {}: {example}", lesson.name, index + 1);
            }
        }
    }
}

#[test]
fn a_choice_goes_by_its_words_its_number_or_its_beginning() {
    let exercise = find("flow").unwrap().exercise(4).unwrap();
    for right in ["are the ends joined", "Are the ends", "3", "are the e"] {
        assert!(exercise.judge(right, &Cancel::default()).right, "{right}");
    }
    assert!(why("flow", 4, "1").contains("a painted cell is refused"));
    for none in ["are the", "0", "4", "the ends joined"] {
        assert!(why("flow", 4, none).contains("one of: are the cells free"), "{none}");
    }
}

#[test]
fn one_of_a_metric_is_said_in_the_singular() {
    assert!(why("sokoban", 2, "#####\n#@$.#\n#####").contains("finds it: 1 move."));
    assert!(
        why("unblock", 5, "ooooooooooooAAoooooooooooooooooooooo").contains("should have 5 moves, and has 1.")
    );
}

#[test]
fn there_are_no_other_lessons_and_exercises() {
    assert!(find("chess").unwrap_err().english().contains("taquin, sokoban"));
    let refused = find("flow").unwrap().exercise(6).unwrap_err().english();
    assert!(refused.contains("1 to 5"), "{refused}");
    assert!(find("flow").unwrap().exercise(0).is_err());
}

/// What a solver to read says, refereed, on the first levels of a pack; with the pack's best where it is told.
fn try_solver(pack: &str, levels: usize, metric: Option<&str>, solve: fn(&str) -> Option<String>) {
    let packs = ingenio_workshop::shipped();
    let (_, pack) = packs.iter().find(|(name, _)| *name == pack).expect("the pack is shipped");
    let puzzle = ingenio_catalog::find(&pack.puzzle).unwrap();
    let settings = Options::defaults(puzzle.info().settings);
    for known in pack.levels.iter().take(levels) {
        let solution = solve(&known.text).expect("it solves what is solvable");
        let level = puzzle.read(&Source::new(&known.text), &settings).remove(0).unwrap().level;
        let verified =
            level.verify(&solution).unwrap_or_else(|refusal| panic!("{}: {refusal:?}", known.text));
        if let Some(metric) = metric {
            assert_eq!(verified.measures().get(metric), known.best, "{}", known.text);
        }
    }
}

#[test]
fn the_solvers_to_read_solve_and_prove() {
    try_solver("taquin-1-three", 12, Some("moves"), taquin::solve);
    try_solver("sokoban-rooms", 20, Some("pushes"), sokoban::solve);
    try_solver("unblock-1-beginner", 10, Some("moves"), unblock::solve);
    try_solver("tetravex-2-three", 10, Some("placed"), tetravex::solve);
    try_solver("tetravex-5-over", 3, Some("placed"), tetravex::solve);
    try_solver("flow-1-five", 20, None, flow::solve);
    try_solver("flow-3-seven", 5, None, flow::solve);
    assert_eq!(taquin::solve("2 1 3/4 5 6/7 8 _"), None);
    assert_eq!(sokoban::solve("#####\n#@ $#\n#.  #\n#####"), None);
    assert_eq!(flow::solve("AB\nBA"), None);
}

#[test]
fn a_lesson_can_be_read_whole() {
    let parts = ["The problem", "The experiment", "What it shows", "What goes wrong, and why"];
    let parts = parts.into_iter().chain(["What modern methods do", "A solver to read", "Exercises"]);
    for Lesson { name, text, solver, experiment, .. } in &LESSONS {
        for part in parts.clone() {
            assert!(text.contains(&format!("\n## {part}\n")), "{name} has no part '{part}'");
        }
        assert!(text.contains(&format!("docs/lessons/{name}.campaign.toml")), "{name} names its experiment");
        assert!(solver.lines().count() <= 150, "{name}: {}", solver.lines().count());
        assert!(experiment.contains("[[methods]]"));
        let pictures = text.split("](../pictures/").skip(1).filter_map(|rest| rest.split(')').next());
        let pictures: Vec<_> =
            pictures.map(|name| (name, ingenio_lessons::picture(name).is_some())).collect();
        assert!(!pictures.is_empty() && pictures.iter().all(|(_, known)| *known), "{name}: {pictures:?}");
    }
}
