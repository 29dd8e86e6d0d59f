//! Learned weights against none, in the same searches on the same pushes: levels solved over expansions, expansions and
//! seconds. Whoever measures brings the levels and the clock.

use std::sync::Arc;

use ingenio_core::{Options, Step, Task, Verdict};
use ingenio_sokoban::level::Level;
use ingenio_sokoban::solve::METHODS;

/// Each with weights and without.
pub const PAIRS: [[&str; 2]; 7] = [
    ["greedy", "greedy:h=assignment"],
    ["weighted:weight=300", "weighted:weight=300,h=assignment"],
    ["weighted:weight=100", "weighted:weight=100,h=assignment"],
    ["beam:width=50", "beam:width=50,h=assignment"],
    ["focal:within=150", "focal:within=150,h=assignment"],
    ["levin", "levin:policy=even"],
    ["phs", "phs:policy=even"],
];

/// Expansions at which solved levels are counted.
const AT: [u64; 9] = [20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 20_000];

/// Memory of a run.
const MEMORY: u64 = 4 << 30;

/// One method on one level.
#[derive(Clone, Copy, Debug)]
struct Tried {
    solved: bool,
    nodes: u64,
    seconds: f64,
    pushes: u64,
}

/// What measures: at most so many nodes a level, seconds by a clock.
#[derive(Clone, Copy)]
#[allow(missing_debug_implementations, reason = "a clock is a function")]
pub struct Measure<'a> {
    pub nodes: u64,
    pub clock: &'a dyn Fn() -> f64,
}

impl Measure<'_> {
    /// The policy, then every pair, with what both of a pair solve side by side.
    pub fn pairs(&self, levels: &[Arc<Level>], say: &mut dyn FnMut(String)) -> Result<(), String> {
        say(self.head(levels.len()));
        say(self.row("policy", &self.run("policy", levels)?));
        for pair in PAIRS {
            let (with, without) = (self.run(pair[0], levels)?, self.run(pair[1], levels)?);
            say(self.row(pair[0], &with));
            say(self.row(pair[1], &without));
            say(compared(&with, &without));
        }
        Ok(())
    }

    /// One method, with its options after a colon.
    pub fn one(
        &self,
        method: &str,
        levels: &[Arc<Level>],
        say: &mut dyn FnMut(String),
    ) -> Result<(), String> {
        say(self.head(levels.len()));
        say(self.row(method, &self.run(method, levels)?));
        Ok(())
    }

    fn run(&self, named: &str, levels: &[Arc<Level>]) -> Result<Vec<Tried>, String> {
        let (name, options) = named.split_once(':').unwrap_or((named, ""));
        let method = METHODS.iter().find(|method| method.name == name);
        let method = method.ok_or_else(|| format!("there is no method {name}"))?;
        let options = Options::parse(method.options, options).map_err(|message| message.english())?;
        let metric = method.metrics[0];
        let task = Task { metric, options, memory: MEMORY, ..Task::default() };
        let attempt = |level: &Arc<Level>| {
            let begun = (self.clock)();
            let mut run = (method.start)(level, &task);
            let step = run.advance(self.nodes);
            let solution = match step {
                Step::Done(Verdict::Solved { solution, .. }) => Some(solution),
                _ => None,
            };
            let pushes =
                solution.as_ref().map_or(0, |text| text.chars().filter(char::is_ascii_uppercase).count());
            Tried {
                solved: solution.is_some(),
                nodes: run.progress().nodes,
                seconds: (self.clock)() - begun,
                pushes: pushes as u64,
            }
        };
        Ok(levels.iter().map(attempt).collect())
    }

    fn head(&self, levels: usize) -> String {
        let heads: String = self.at().map(|at| format!("{at:>7}")).collect();
        let nodes = self.nodes;
        format!(
            "{levels} levels, at most {nodes} nodes each; solved within so many expansions\n{:<34}{heads}{:>9}{:>10}{:>9}{:>8}",
            "", "nodes", "CPU s", "us/node", "pushes"
        )
    }

    fn at(&self) -> impl Iterator<Item = u64> {
        let nodes = self.nodes;
        AT.into_iter().filter(move |at| *at <= nodes)
    }

    fn row(&self, method: &str, tried: &[Tried]) -> String {
        let within = |at: u64| tried.iter().filter(|tried| tried.solved && tried.nodes <= at).count();
        let counts: String = self.at().map(|at| format!("{:>7}", within(at))).collect();
        let all: u64 = tried.iter().map(|tried| tried.nodes).sum();
        let seconds: f64 = tried.iter().map(|tried| tried.seconds).sum();
        let pushes: u64 = tried.iter().map(|tried| tried.pushes).sum();
        let each = seconds * 1e6 / all.max(1) as f64;
        format!("{method:<34}{counts}{all:>9}{seconds:>10.2}{each:>9.1}{pushes:>8}")
    }
}

/// What both solve, side by side.
fn compared(with: &[Tried], without: &[Tried]) -> String {
    let both = with.iter().zip(without).filter(|(one, other)| one.solved && other.solved);
    let (mut count, mut sums) = (0, [(0, 0.0); 2]);
    for (one, other) in both {
        count += 1;
        for (sum, tried) in sums.iter_mut().zip([one, other]) {
            *sum = (sum.0 + tried.nodes, sum.1 + tried.seconds);
        }
    }
    let [with, without] = sums;
    let fewer = without.0 as f64 / with.0.max(1) as f64;
    let quicker = without.1 / with.1.max(1e-9);
    format!("    on the {count} that both solve: {fewer:.1} times fewer nodes, {quicker:.2} times as quick")
}
