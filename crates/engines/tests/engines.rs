//! The engines in Rust by themselves: what they prove, that they hear limits, and the run that lets one work beside the
//! driver. Every engine against brute force, those in C++ too: `crates/native/tests/agreement.rs`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use ingenio_core::{Cancel, Limit, Run, Step, Task, Verdict};
use ingenio_engines::{EngineRun, PURE, engines};
use ingenio_model::{
    Assignment, Constraint, Decoded, Engine, Lit, Model, News, Next, Objective, Problem, Proof, Relation,
    Sense, Size, Unwatched, Var, Watch,
};

/// `count` numbers from 1 to `most`, all different.
fn different(model: &mut Model, count: i32, most: i32) -> Vec<Var> {
    let family = model.family("N", &["i"], "a number");
    let group = model.group("different", "no two are equal");
    let vars: Vec<Var> = (0..count).map(|index| model.integer(family, &[index], 1, most)).collect();
    model.add(group, Constraint::AllDifferent(vars.clone()));
    vars
}

#[test]
fn the_least_sum_is_found_and_proved() {
    for engine in PURE {
        let mut model = Model::new();
        let vars = different(&mut model, 4, 6);
        let terms = vars.iter().map(|var| (1, *var)).collect();
        model.set_objective(Some(Objective { sense: Sense::Least, terms }));
        let answer = engine.start(0).solve(&model, &[], &Unwatched::default());
        assert_eq!((answer.proof, answer.bound), (Proof::Optimal, Some(10)), "{}", engine.library());
        let values = answer.assignment.expect("an optimum has values");
        assert_eq!((model.broken(&values), model.value(&values)), (None, Some(10)), "{}", engine.library());
    }
}

#[test]
fn what_is_assumed_holds_for_one_question_alone() {
    for engine in PURE {
        let mut model = Model::new();
        let vars = different(&mut model, 3, 3);
        let mut session = engine.start(0);
        let mut asked = |assumed: &[Lit]| session.solve(&model, assumed, &Unwatched::default());
        let both = asked(&[vars[0].is(2), vars[1].is(2)]);
        assert_eq!(both.proof, Proof::Infeasible, "{}", engine.library());
        let one = asked(&[vars[0].is(2)]);
        assert_eq!(one.proof, Proof::Optimal, "{}", engine.library());
        assert!(one.assignment.expect("values").holds(vars[0].is(2)), "{}", engine.library());
    }
}

/// Ten pigeons in nine holes: no engine proves it in a few nodes.
fn pigeons(model: &mut Model) {
    let family = model.family("P", &["pigeon", "hole"], "a pigeon in a hole");
    let group = model.group("pigeons", "each in one hole, none with another");
    let places: Vec<Vec<Var>> =
        (0..10).map(|pigeon| (0..9).map(|hole| model.binary(family, &[pigeon, hole])).collect()).collect();
    for row in &places {
        let terms = row.iter().map(|var| (1, *var)).collect();
        model.linear(group, terms, Relation::AtLeast, 1);
    }
    for hole in 0..9 {
        let here: Vec<Lit> = places.iter().map(|row| row[hole].on()).collect();
        for (at, one) in here.iter().enumerate() {
            for other in &here[at + 1..] {
                model.add(group, Constraint::AtMostOne(vec![*one, *other]));
            }
        }
    }
}

/// So many nodes and no more.
struct Few {
    cancel: Cancel,
    nodes: Arc<AtomicU64>,
    most: u64,
}

impl Few {
    fn nodes(most: u64) -> Self {
        Few { cancel: Cancel::default(), nodes: Arc::default(), most }
    }
}

impl Watch for Few {
    fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    fn nodes(&self) -> Arc<AtomicU64> {
        self.nodes.clone()
    }

    fn node_limit(&self) -> u64 {
        self.most
    }

    fn tell(&self, _: News<'_>) {}
}

#[test]
fn a_limit_of_nodes_ends_a_proof_that_takes_more() {
    // The linear relaxation proves the pigeons at once, so its engine is not asked.
    for engine in PURE.iter().filter(|engine| engine.name() != "milp") {
        let mut model = Model::new();
        pigeons(&mut model);
        let watch = Few::nodes(20);
        let answer = engine.start(0).solve(&model, &[], &watch);
        assert_eq!(answer.proof, Proof::Open(Limit::Nodes), "{}", engine.library());
        assert!(watch.nodes.load(Ordering::Relaxed) <= 20, "{}", engine.library());
    }
}

#[test]
fn who_is_cancelled_proves_nothing() {
    for engine in PURE {
        let mut model = Model::new();
        pigeons(&mut model);
        let watch = Few::nodes(u64::MAX);
        watch.cancel.cancel();
        let answer = engine.start(0).solve(&model, &[], &watch);
        assert_eq!(answer.proof, Proof::Open(Limit::Cancelled), "{}", engine.library());
    }
}

#[test]
fn there_is_one_engine_of_each_kind() {
    let names: Vec<&str> = engines().map(Engine::name).collect();
    assert_eq!(names, PURE.iter().map(|engine| engine.name()).collect::<Vec<_>>());
    let mut once = names.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), names.len(), "{names:?}");
}

/// A number of at least `goal`, where a stage allows one more than the stage before; what was grown is noted.
struct Climb {
    goal: i32,
    last: u32,
    var: Option<Var>,
    grown: Arc<Mutex<Vec<u32>>>,
}

impl Climb {
    fn to(goal: i32, last: u32) -> (Box<Self>, Arc<Mutex<Vec<u32>>>) {
        let grown = Arc::default();
        (Box::new(Climb { goal, last, var: None, grown: Arc::clone(&grown) }), grown)
    }
}

impl Problem for Climb {
    fn size(&self, _: u32) -> Size {
        Size::new(1, 1, 1)
    }

    fn grow(&mut self, stage: u32, model: &mut Model) {
        self.grown.lock().unwrap().push(stage);
        if stage == 0 {
            let family = model.family("N", &["i"], "a number");
            let group = model.group("goal", "large enough");
            let var = model.integer(family, &[0], 0, 20);
            model.linear(group, vec![(1, var)], Relation::AtLeast, i64::from(self.goal));
            self.var = Some(var);
        }
    }

    fn assumed(&self, stage: u32) -> Vec<Lit> {
        self.var
            .iter()
            .flat_map(|var| (stage as i32 + 1..=20).map(|value| Lit { holds: false, ..var.is(value) }))
            .collect()
    }

    fn infeasible(&mut self, stage: u32, _: &mut Model) -> Next {
        if stage < self.last { Next::Grow } else { Next::GiveUp }
    }

    fn decode(&mut self, stage: u32, _: &mut Model, values: &Assignment, proved: bool) -> Decoded {
        assert!(proved);
        Decoded::Solution { text: format!("{:?} at {stage}", values.values()), optimal: true }
    }

    fn bound(&self, stage: u32, _: Option<i64>) -> Option<u64> {
        Some(stage.into())
    }
}

fn end(run: &mut EngineRun) -> Verdict {
    loop {
        if let Step::Done(verdict) = run.advance(1) {
            return verdict;
        }
    }
}

#[test]
fn a_run_goes_from_stage_to_stage_until_one_has_an_answer() {
    for engine in PURE {
        let (problem, grown) = Climb::to(3, 9);
        let mut run = EngineRun::new(*engine, problem, &Task::default());
        let solution = "[3] at 3".to_owned();
        let verdict = end(&mut run);
        assert_eq!(
            verdict,
            Verdict::Solved { solution: solution.clone(), optimal: true },
            "{}",
            engine.library()
        );
        assert_eq!(*grown.lock().unwrap(), [0, 1, 2, 3], "{}", engine.library());
        assert_eq!(
            (run.found().best, run.progress().bound),
            (Some(solution), Some(3)),
            "{}",
            engine.library()
        );
        assert!(run.counters().contains(&("stages", 4)), "{:?}", run.counters());
    }
}

#[test]
fn a_run_without_an_answer_proves_nothing() {
    let (problem, _) = Climb::to(9, 2);
    let verdict = end(&mut EngineRun::new(PURE[0], problem, &Task::default()));
    assert_eq!(verdict, Verdict::Stopped { limit: Limit::Method });
}

struct Still;

impl ingenio_core::Clock for Still {
    fn now(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}

#[test]
fn what_is_cancelled_before_it_begins_builds_no_model() {
    let (problem, grown) = Climb::to(3, 9);
    let cancel = Cancel::default();
    cancel.cancel();
    let budget = ingenio_core::Budget { cancel, ..ingenio_core::Budget::default() };
    let task = Task::default().within(&budget, &Still);
    let verdict = end(&mut EngineRun::new(PURE[0], problem, &task));
    assert_eq!(verdict, Verdict::Stopped { limit: Limit::Cancelled });
    assert!(grown.lock().unwrap().is_empty());
}

/// An engine that panics takes nothing along but its run.
#[test]
fn a_problem_that_panics_is_a_failure_and_no_end_of_the_program() {
    struct Broken;
    impl Problem for Broken {
        fn size(&self, _: u32) -> Size {
            Size::default()
        }

        fn grow(&mut self, _: u32, _: &mut Model) {
            panic!("as planned");
        }

        fn infeasible(&mut self, _: u32, _: &mut Model) -> Next {
            Next::GiveUp
        }

        fn decode(&mut self, _: u32, _: &mut Model, _: &Assignment, _: bool) -> Decoded {
            Decoded::Nothing
        }
    }
    let verdict = end(&mut EngineRun::new(PURE[0], Box::new(Broken), &Task::default()));
    assert!(matches!(verdict, Verdict::Failed { .. }), "{verdict:?}");
}
