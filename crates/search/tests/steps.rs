//! Every engine step by step on worlds so small that each figure can be found by hand: what was expanded, what waits,
//! what is looked at, what is proved.

use ingenio_core::{Limit, Message, Run, Step, Verdict};
use ingenio_search::{
    AStar, Beam, BestFirst, Bidirectional, BreadthFirst, Claims, Engine, Found, Graph, Greedy, IdaStar,
    Index, Order, PathRun, Reversible, Revisit, UniformCost, Walk, Weighted, fingerprint,
};

/// The whole numbers, from 0 to 4; right before left. The estimate is the distance, or nothing is known.
#[derive(Clone, Copy)]
struct Line {
    knows: bool,
}

const GOAL: i32 = 4;

impl Graph for Line {
    type State = i32;
    type Action = char;
    const CONSISTENT: bool = true;

    fn start(&self) -> i32 {
        0
    }

    fn is_goal(&self, state: &i32) -> bool {
        *state == GOAL
    }

    fn expand(&self, state: &i32, mut visit: impl FnMut(char, i32, u32)) {
        visit('r', state + 1, 1);
        visit('l', state - 1, 1);
    }

    fn estimate(&self, state: &i32) -> Option<u32> {
        Some(if self.knows { state.abs_diff(GOAL) } else { 0 })
    }
}

impl Reversible for Line {
    fn goals(&self) -> Vec<i32> {
        vec![GOAL]
    }

    fn expand_back(&self, state: &i32, mut visit: impl FnMut(char, i32, u32)) {
        visit('r', state - 1, 1);
        visit('l', state + 1, 1);
    }
}

const LINE: Line = Line { knows: true };
const DARK: Line = Line { knows: false };

fn word(path: Vec<char>) -> String {
    path.into_iter().collect()
}

/// What can be seen of an engine: expanded, generated, waiting, proved.
fn figures<E: Engine>(engine: &E) -> (u64, u64, Option<u64>, Option<u64>) {
    let counts = engine.counts();
    (counts.expanded, counts.generated, engine.frontier(), counts.bound)
}

/// What it looks at: the way, the cost, the estimate.
fn sight<E: Engine<Action = char>>(engine: &E) -> Option<(String, u64, Option<u64>)> {
    engine.glance().map(|glance| (word(glance.path), glance.cost, glance.estimate))
}

#[test]
fn breadth_first_goes_layer_by_layer_and_sees_the_goal_a_layer_early() {
    let mut search = BreadthFirst::new(LINE, u64::MAX);
    assert_eq!((figures(&search), sight(&search)), ((0, 0, Some(1), Some(0)), None));
    let seen = [("", 0), ("r", 1), ("l", 1), ("rr", 2), ("ll", 2), ("rrr", 3)];
    for (number, (way, depth)) in (1..).zip(seen) {
        assert_eq!(search.advance(1), Found::Running);
        assert_eq!(sight(&search), Some((way.to_owned(), depth, None)));
        assert_eq!(figures(&search), (number, 2 * number, Some(2), Some(depth + 1)), "{way}");
        assert_eq!(u64::from(search.depth()), depth);
    }
    assert_eq!((search.advance(1), word(search.path())), (Found::Goal, "rrrr".to_owned()));
    assert_eq!(search.counts().expanded, 6, "the goal itself is not expanded");
}

#[test]
fn a_star_goes_straight_where_it_knows_the_way() {
    let mut search = BestFirst::new(LINE, AStar, Revisit::Waiting, u64::MAX);
    assert_eq!((figures(&search), sight(&search)), ((0, 0, Some(1), None), None));
    for (number, way) in (1..).zip(["", "r", "rr", "rrr"]) {
        assert_eq!(search.advance(1), Found::Running);
        assert_eq!(sight(&search), Some((way.to_owned(), number - 1, Some(5 - number))));
        assert_eq!(figures(&search), (number, 2 * number, Some(2), Some(4)), "{way}: one ahead, one behind");
    }
    assert_eq!((search.advance(9), word(search.path())), (Found::Goal, "rrrr".to_owned()));
    assert_eq!(
        (figures(&search), sight(&search)),
        ((4, 8, Some(1), Some(4)), Some(("rrrr".into(), 4, Some(0))))
    );
}

#[test]
fn uniform_cost_takes_the_oldest_of_equals_and_raises_its_bound() {
    let mut search = BestFirst::new(DARK, UniformCost, Revisit::Waiting, u64::MAX);
    for (number, way) in (1..).zip(["", "r", "l", "rr", "ll", "rrr", "lll"]) {
        assert_eq!(search.advance(1), Found::Running);
        let cost = way.len() as u64;
        assert_eq!(
            (sight(&search), search.counts().bound),
            (Some((way.to_owned(), cost, Some(0))), Some(cost))
        );
        assert_eq!(search.counts().expanded, number);
    }
    assert_eq!((search.advance(1), search.counts().bound), (Found::Goal, Some(4)));
}

#[test]
fn bounds_are_proved_only_where_the_order_and_the_revisits_prove_them() {
    fn bound<O: Order<i32> + Send>(order: O, revisit: Revisit) -> Option<u64>
    where
        O::Key: Send,
    {
        let mut search = BestFirst::new(LINE, order, revisit, u64::MAX);
        assert_eq!(search.advance(50), Found::Goal);
        search.counts().bound
    }
    assert_eq!(bound(AStar, Revisit::Always), Some(4));
    assert_eq!(bound(AStar, Revisit::Never), None, "the first way found may be any");
    // 150 for each step to go: the first node promises 600.
    assert_eq!(bound(Weighted { percent: 150 }, Revisit::Always), Some(4));
    assert_eq!(bound(Weighted { percent: 250 }, Revisit::Always), Some(4));
    assert_eq!(bound(Greedy, Revisit::Always), None);
}

#[test]
fn two_searches_meet_in_the_middle() {
    let mut search = Bidirectional::new(DARK, u64::MAX);
    assert_eq!((figures(&search), search.best()), ((0, 0, Some(2), Some(0)), None));
    assert_eq!((search.advance(1), sight(&search)), (Found::Running, Some((String::new(), 0, None))));
    assert_eq!(figures(&search), (1, 2, Some(3), Some(1)));
    assert_eq!(
        (search.advance(1), sight(&search)),
        (Found::Running, None),
        "from the goal there is no way yet"
    );
    assert_eq!(figures(&search), (2, 4, Some(4), Some(2)));
    while search.best().is_none() {
        assert_eq!(search.advance(1), Found::Running);
    }
    let (path, cost) = search.best().expect("they met");
    assert_eq!((word(path), cost), ("rrrr".to_owned(), 4));
    assert_eq!(
        (search.advance(50), word(search.path()), search.counts().bound),
        (Found::Goal, "rrrr".into(), Some(4))
    );
}

/// The line as a walk.
struct Stroll {
    at: i32,
    knows: bool,
}

impl Walk for Stroll {
    type Action = char;
    type Undo = i32;
    type Actions = std::vec::IntoIter<char>;

    fn is_goal(&self) -> bool {
        self.at == GOAL
    }

    fn estimate(&self) -> u32 {
        if self.knows { self.at.abs_diff(GOAL) } else { 0 }
    }

    fn actions(&self, last: Option<char>) -> Self::Actions {
        let ways = ['r', 'l'].into_iter().filter(|way| last.is_none_or(|last| last == *way));
        ways.collect::<Vec<_>>().into_iter()
    }

    fn peek(&self, action: char) -> u32 {
        let at = if action == 'r' { self.at + 1 } else { self.at - 1 };
        Stroll { at, knows: self.knows }.estimate()
    }

    fn apply(&mut self, action: char) -> i32 {
        let before = self.at;
        self.at += if action == 'r' { 1 } else { -1 };
        before
    }

    fn undo(&mut self, undo: i32) {
        self.at = undo;
    }
}

#[test]
fn deepening_raises_its_bound_by_what_was_cut() {
    let mut known = IdaStar::new(Stroll { at: 0, knows: true });
    assert_eq!((known.advance(3), figures(&known)), (Found::Running, (3, 2, None, Some(4))));
    assert_eq!(sight(&known), Some(("rr".into(), 2, Some(2))));
    assert_eq!((known.advance(9), word(known.path())), (Found::Goal, "rrrr".into()));
    assert_eq!(figures(&known), (4, 4, None, Some(4)));
    let mut dark = IdaStar::new(Stroll { at: 0, knows: false });
    // The root alone, then one step each way, then two, then three, then all the way right.
    assert_eq!(dark.advance(1 + 3 + 5 + 7), Found::Running);
    assert_eq!(dark.counts().bound, Some(3));
    assert_eq!((dark.advance(99), word(dark.path())), (Found::Goal, "rrrr".into()));
    assert_eq!((dark.counts().bound, dark.counts().expanded), (Some(4), 16 + 4));
    let mut there = IdaStar::new(Stroll { at: GOAL, knows: true });
    assert_eq!((there.advance(0), there.counts().expanded), (Found::Goal, 0));
}

/// Letters; capitals are goals, and the smaller the letter the nearer it looks.
struct Net(&'static [(char, char, u32)]);

impl Graph for Net {
    type State = char;
    type Action = char;

    fn start(&self) -> char {
        's'
    }

    fn is_goal(&self, state: &char) -> bool {
        state.is_uppercase()
    }

    fn expand(&self, state: &char, mut visit: impl FnMut(char, char, u32)) {
        self.0.iter().filter(|(from, ..)| from == state).for_each(|(_, to, cost)| visit(*to, *to, *cost));
    }

    fn estimate(&self, state: &char) -> Option<u32> {
        (*state != 'x').then(|| u32::from(*state) % 32)
    }
}

#[test]
fn a_beam_that_dies_out_begins_again_twice_as_wide() {
    let mut beam =
        Beam::new(Net(&[('s', 'a', 1), ('s', 'b', 1), ('s', 'c', 1), ('c', 'G', 1)]), Greedy, 1, u64::MAX);
    assert_eq!((beam.advance(1), beam.frontier(), beam.width()), (Found::Running, Some(0), 1));
    assert_eq!(
        (beam.advance(1), beam.frontier(), beam.cost()),
        (Found::Running, Some(0), 1),
        "a, and nothing behind it"
    );
    assert_eq!((beam.advance(99), word(beam.path())), (Found::Goal, "cG".into()));
    assert_eq!(beam.width(), 4, "two were too few as well");
    assert_eq!(beam.counts().expanded, 2 + 3 + 4);
    let mut whole = Beam::new(Net(&[('s', 'a', 1)]), Greedy, 1, u64::MAX);
    assert_eq!(
        (whole.advance(99), whole.width()),
        (Found::Exhausted, 1),
        "nothing was dropped: that is a proof"
    );
}

#[test]
fn a_beam_takes_the_cheapest_goal_of_a_layer_and_shows_what_it_looks_at() {
    let net = &[('s', 'a', 1), ('s', 'b', 2), ('a', 'G', 7), ('b', 'H', 3), ('b', 'I', 3)];
    let mut beam = Beam::new(Net(net), Greedy, 9, u64::MAX);
    assert_eq!((beam.advance(2), beam.frontier()), (Found::Running, Some(1)), "b waits");
    assert_eq!(sight(&beam), Some(("a".into(), 1, Some(1))));
    assert_eq!(
        (beam.advance(9), word(beam.path())),
        (Found::Goal, "bH".into()),
        "5 is less than 8, and H came first"
    );
    let mut dead = Beam::new(Net(&[('s', 'x', 1), ('x', 'G', 1)]), Greedy, 9, u64::MAX);
    assert_eq!(dead.advance(9), Found::Exhausted, "no way leads over what is known to be dead");
}

#[test]
fn what_is_known_to_be_dead_is_never_expanded() {
    let net = &[('s', 'x', 1), ('x', 'G', 1), ('s', 'a', 1), ('a', 'x', 0), ('a', 'G', 9)];
    let mut search = BestFirst::new(Net(net), AStar, Revisit::Always, u64::MAX);
    assert_eq!((search.advance(9), word(search.path())), (Found::Goal, "aG".into()));
    assert_eq!(search.glance().map(|glance| glance.cost), Some(10));
}

fn run<E: Engine<Action = char> + 'static>(engine: E, claims: Claims) -> PathRun<E> {
    PathRun::new(engine, claims, |path: &[char]| path.iter().collect())
}

/// How a run ends.
fn end<E: Engine<Action = char> + 'static>(engine: E, claims: Claims) -> Verdict {
    match run(engine, claims).advance(99) {
        Step::Done(verdict) => verdict,
        Step::Running => panic!("it goes on"),
    }
}

fn nothing() -> Claims {
    Claims { optimal: false, exhausted: None }
}

#[test]
fn a_run_claims_what_its_method_may_and_what_a_bound_proves() {
    let solved = |optimal| Verdict::Solved { solution: "rrrr".into(), optimal };
    let astar = |revisit| BestFirst::new(LINE, AStar, revisit, u64::MAX);
    assert_eq!(end(astar(Revisit::Never), nothing()), solved(false), "nothing proves it");
    assert_eq!(end(astar(Revisit::Always), nothing()), solved(true), "the bound does");
    let claims = Claims { optimal: true, ..nothing() };
    assert_eq!(end(astar(Revisit::Never), claims), solved(true), "the method does");
}

#[test]
fn a_run_ends_as_its_engine_does() {
    let net = || BestFirst::new(Net(&[('s', 'a', 1)]), AStar, Revisit::Always, u64::MAX);
    assert_eq!(end(net(), nothing()), Verdict::Stopped { limit: Limit::Method });
    let reason: Message = ingenio_core::words::table::WRONG_ANSWER.say();
    let claims = Claims { optimal: false, exhausted: Some(reason.clone()) };
    assert_eq!(end(net(), claims), Verdict::Unsolvable { reason });
    let small = BestFirst::new(Net(&[('s', 'a', 1)]), AStar, Revisit::Always, 10);
    assert_eq!(end(small, nothing()), Verdict::Stopped { limit: Limit::Memory });
}

#[test]
fn a_run_shows_what_its_engine_shows() {
    let mut search = run(Bidirectional::new(DARK, u64::MAX), nothing());
    assert!(matches!(search.advance(1), Step::Running));
    let focus = search.focus().expect("the start was looked at");
    assert_eq!((focus.moves.as_str(), focus.cost, focus.estimate), ("", 0, None));
    assert_eq!((search.frontier(), search.found().best), (Some(3), None));
    while search.found().best.is_none() {
        assert!(matches!(search.advance(1), Step::Running));
    }
    assert_eq!((search.found().best.as_deref(), search.progress().best), (Some("rrrr"), Some(4)));
    assert_eq!(search.progress().nodes * 2, search.progress().generated);
}

#[test]
fn an_index_that_is_cleared_knows_nothing() {
    let mut index = Index::new();
    index.insert(fingerprint(&7), 7);
    assert_eq!(index.find(fingerprint(&7), |_| true), Some(7));
    index.clear();
    assert_eq!((index.find(fingerprint(&7), |_| true), index.bytes()), (None, 0));
}

#[test]
fn fingerprints_spread_over_all_bits() {
    let prints: Vec<u64> = (0..4096u32).map(|number| fingerprint(&number)).collect();
    for bit in 0..64 {
        let ones = prints.iter().filter(|print| *print >> bit & 1 == 1).count();
        assert!((1700..2400).contains(&ones), "bit {bit} is set {ones} times of 4096");
    }
}
