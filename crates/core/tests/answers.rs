//! What is told of runs: the word of an outcome, the figures, what a claim takes over from its run.

use std::time::Duration;

use ingenio_core::{
    Answer, Budget, Claim, Clock, Criterion, Ending, Focus, Guarantee, InHand, Limit, Measures, Message,
    Metric, OptionKind, OptionSpec, Options, Outcome, Progress, Run, Sense, Settled, Silent, Step,
    Unrefereed, Verdict, drive,
};

/// A run of three slices that knows a little more after each.
struct Slow {
    done: u64,
}

impl Run for Slow {
    fn advance(&mut self, expansions: u64) -> Step {
        self.done += expansions.min(1);
        let solution = "RR".to_owned();
        if self.done < 3 { Step::Running } else { Step::Done(Verdict::Solved { solution, optimal: false }) }
    }

    fn progress(&self) -> Progress {
        Progress {
            nodes: self.done,
            generated: 2 * self.done,
            bound: Some(7),
            peak: 1000,
            ..Progress::default()
        }
    }

    fn found(&self) -> InHand {
        InHand { best: Some("R".into()), ..InHand::default() }
    }

    fn focus(&self) -> Option<Focus> {
        Some(Focus { moves: "R".into(), cost: 1, estimate: None, notes: Vec::new() })
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("looks", self.done)]
    }
}

/// It is a second later whenever somebody looks.
struct Ticking(std::cell::Cell<u64>);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        self.0.set(self.0.get() + 1);
        Duration::from_secs(self.0.get())
    }
}

#[test]
fn a_claim_takes_over_what_its_run_counted() {
    let drive =
        drive(&mut Slow { done: 0 }, &Budget::default(), &Ticking(std::cell::Cell::new(0)), &mut Silent);
    let claim = Claim::of_drive(drive);
    assert_eq!((claim.nodes(), claim.effort.generated, claim.bound), (3, Some(6), Some(7)));
    assert_eq!((claim.effort.peak_bytes, claim.effort.counters.get("looks")), (Some(1000), Some(&3)));
    assert!(claim.seconds() >= 2.0 && claim.elapsed() >= claim.seconds(), "{claim:?}");
    assert_eq!(claim.outcome.solution().map(|solution| solution.text.as_str()), Some("RR"));
    assert_eq!(claim.to_string(), "solved");
}

#[test]
fn a_limit_of_nodes_leaves_what_is_in_hand() {
    let budget = Budget { nodes: Some(2), ..Budget::default() };
    let drive = drive(&mut Slow { done: 0 }, &budget, &Ticking(std::cell::Cell::new(0)), &mut Silent);
    let claim = Claim::of_drive(drive);
    assert_eq!((claim.nodes(), claim.outcome.limit()), (2, Some(Limit::Nodes)));
    assert_eq!(claim.outcome.solution().map(|solution| solution.text.as_str()), Some("R"));
}

fn claim(outcome: Outcome<Unrefereed>) -> Claim {
    Answer { metric: Some("pushes,moves".into()), ..Claim::bare(outcome) }
}

#[test]
fn the_length_of_an_answer_is_its_figure_in_the_first_metric() {
    let measures = Measures::new().count("moves", 9).count("pushes", 4).flag("full", true);
    let solution = Unrefereed { text: "R".into(), measures };
    let solved = claim(Outcome::Solved { solution: solution.clone(), optimal: true });
    assert_eq!(
        (solved.first_metric(), solved.length(), solved.measure("moves")),
        ("pushes", Some(4), Some(9))
    );
    assert_eq!(solved.measure("full"), None, "that is no count");
    assert_eq!(Claim::bare(Outcome::Solved { solution, optimal: true }).length(), None);
    assert_eq!((solved.seconds(), solved.nodes()), (0.0, 0), "nobody counted");
    assert_eq!(claim(Outcome::Unknown { limit: Limit::Time, best: None }).length(), None);
}

#[test]
fn what_is_an_answer_and_what_is_none() {
    let answers: Vec<&str> =
        Ending::ALL.iter().filter(|ending| ending.is_answer()).map(|it| it.word()).collect();
    assert_eq!(answers, ["solved", "unsolvable"]);
    let unknown = claim(Outcome::Unknown { limit: Limit::Memory, best: None });
    assert_eq!((unknown.outcome.limit(), unknown.to_string().as_str()), (Some(Limit::Memory), "unknown"));
}

#[test]
fn guarantees_have_words_and_say_what_they_prove() {
    let all = [
        (Guarantee::Optimal, "optimal", true, true),
        (Guarantee::OptimalIfSolvable, "optimal-if-solvable", true, false),
        (Guarantee::Complete, "complete", false, true),
        (Guarantee::Anytime, "anytime", false, false),
        (Guarantee::Incomplete, "incomplete", false, false),
    ];
    for (guarantee, word, optimises, decides) in all {
        assert_eq!(
            (guarantee.word(), guarantee.optimises(), guarantee.decides()),
            (word, optimises, decides)
        );
    }
}

#[test]
fn a_run_that_knows_its_answer_has_nothing_in_hand() {
    let mut settled = Settled(Verdict::Stopped { limit: Limit::Method });
    assert!(matches!(settled.advance(1), Step::Done(Verdict::Stopped { limit: Limit::Method })));
    assert_eq!(
        (settled.found(), settled.counters(), settled.progress()),
        (InHand::default(), Vec::new(), Progress::default())
    );
}

#[test]
fn options_are_what_was_declared() {
    const SPECS: &[OptionSpec] = &[
        OptionSpec { name: "loud", about: "", kind: OptionKind::Flag { default: true } },
        OptionSpec { name: "quiet", about: "", kind: OptionKind::Flag { default: false } },
        OptionSpec { name: "width", about: "", kind: OptionKind::Integer { least: 1, most: 9, default: 3 } },
    ];
    let options = Options::defaults(SPECS);
    assert_eq!((options.flag("loud"), options.flag("quiet"), options.integer("width")), (true, false, 3));
    let refused = Options::parse(SPECS, "width=wide").expect_err("that is no number");
    assert!(refused.english().contains("wide") && refused.english().contains("width"), "{refused:?}");
    assert!(Options::parse(SPECS, "width=10").is_err() && Options::parse(SPECS, "width=9").is_ok());
}

const ONE: Criterion = Criterion::new(&[Metric::least("moves", "")]);

#[test]
fn figures_are_found_by_their_names_and_said() {
    let measures = Measures::new().count("moves", 1).count("box_lines", 2).flag("board_full", false);
    assert_eq!(
        (measures.get("moves"), measures.get("box_lines"), measures.get("lines")),
        (Some(1), Some(2), None)
    );
    assert_eq!(measures.english(), "1 move, 2 box lines, board full: no");
    assert_eq!(Measures::new().count("odd_things", 3).english(), "3 odd things");
    assert_eq!(ingenio_core::metric::named("pushes").english(), "pushes");
    let most = Metric::most("placed", "tiles");
    assert_eq!((most.name, most.sense), ("placed", Sense::Most));
    assert_eq!((ONE.figure(&measures), Criterion::default().figure(&measures)), (Some(1), None));
    assert_eq!((ONE.or(Criterion::default()), Criterion::default().or(ONE)), (ONE, ONE));
    let told: Message = measures.counts().said();
    assert_eq!(told.english(), "1 move, 2 box lines");
}
