//! From a problem and an engine to a verdict: stage by stage, cut by cut. Every assignment is checked
//! against the model before it is believed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ingenio_core::{Cancel, Limit, Message, Verdict};

use crate::answer::{EngineAnswer, Proof};
use crate::assignment::Assignment;
use crate::engine::{News, Session, Watch};
use crate::formulation::{Decoded, Next, Problem};
use crate::model::Model;
use crate::words;

/// Those who follow a pursuit, besides what they hear as a watch of the engine. All of it must be written; an empty
/// function is an audience that does not care.
pub trait Audience: Watch {
    /// Bytes that may be in use.
    fn memory_limit(&self) -> u64;

    /// A stage begins, with so many bytes in use and so many periods; this much of the metric is proved.
    fn stage(&self, stage: u32, bytes: u64, bound: Option<u64>, periods: Option<u32>);

    /// The bound of the metric rose, or the objective of the best assignment got better.
    fn metric(&self, bound: Option<u64>, best: Option<u64>);

    /// A solution in hand.
    fn solution(&self, text: &str);

    /// An assignment was no solution and was cut off.
    fn cut(&self);

    /// What else is known in the end, and the measure that the model's best stands for.
    fn remark(&self, remark: Message, measure: Option<u64>);

    /// The assignment behind the solution, as people print it.
    fn table(&self, table: String);
}

/// Solves a problem with an engine.
pub fn pursue(
    engine: &str,
    problem: &mut dyn Problem,
    session: &mut dyn Session,
    audience: &dyn Audience,
) -> Verdict {
    let mut pursuit = Pursuit { engine, model: Model::until(audience.cancel()), best: None };
    let mut stage = 0;
    loop {
        if let Some(limit) = audience.stop() {
            return Verdict::Stopped { limit };
        }
        if let Err(message) = problem.size(stage).check(audience.memory_limit()) {
            // What is in hand counts more than a larger model.
            if pursuit.best.is_none() && stage == 0 {
                audience.remark(message, None);
            }
            return Verdict::Stopped { limit: Limit::Memory };
        }
        problem.grow(stage, &mut pursuit.model);
        // To build a large model takes a while; one that was given up half built must not be solved.
        if let Some(limit) = audience.stop() {
            return Verdict::Stopped { limit };
        }
        let bytes = pursuit.model.size().bytes().max(session.memory());
        audience.stage(stage, bytes, problem.bound(stage, None), problem.periods(stage));
        match pursuit.stage(stage, problem, session, audience) {
            Some(verdict) => return verdict,
            None => stage += 1,
        }
    }
}

struct Pursuit<'a> {
    engine: &'a str,
    model: Model,
    best: Option<String>,
}

impl Pursuit<'_> {
    /// Solves one stage; nothing if the next has to be tried.
    fn stage(
        &mut self,
        stage: u32,
        problem: &mut dyn Problem,
        session: &mut dyn Session,
        audience: &dyn Audience,
    ) -> Option<Verdict> {
        loop {
            let assumed = problem.assumed(stage);
            let relay = Relay { audience, problem, model: &self.model, stage };
            let (nodes, before) = (audience.nodes(), audience.nodes().load(Ordering::Relaxed));
            let answer = session.solve(&self.model, &assumed, &relay);
            // Work without a node counts as one, so that a limit of nodes ends a row of easy stages.
            let spent = before.saturating_add(1).min(audience.node_limit());
            nodes.fetch_max(spent, Ordering::Relaxed);
            if let Some(bound) = answer.bound {
                audience.metric(problem.bound(stage, Some(bound)), None);
            }
            if let Some(verdict) = self.wrong(&answer) {
                return Some(verdict);
            }
            match (answer.proof, answer.assignment) {
                (Proof::Failed(reason), _) => return Some(self.broken_engine(&reason)),
                (Proof::Infeasible, _) => return self.failed(stage, problem),
                // An optimum without an assignment proves nothing.
                (Proof::Optimal, None) => return Some(self.broken_engine(&words::NO_VALUES.say())),
                (Proof::Open(limit), None) => return Some(Verdict::Stopped { limit }),
                (Proof::Open(limit), Some(values)) => {
                    let decoded = problem.decode(stage, &mut self.model, &values, false);
                    if let Decoded::Solution { text, .. }
                    | Decoded::GoOn { text }
                    | Decoded::Within { text, .. } = decoded
                    {
                        audience.solution(&text);
                    }
                    return Some(Verdict::Stopped { limit });
                }
                (Proof::Optimal, Some(values)) => {
                    // Before decoding, which may change what the next stage is.
                    let table = problem.table(stage, &values);
                    let decoded = problem.decode(stage, &mut self.model, &values, true);
                    if let Some(table) = table.filter(|_| is_plan(&decoded)) {
                        audience.table(table);
                    }
                    match decoded {
                        Decoded::Solution { text, optimal } => {
                            audience.solution(&text);
                            return Some(Verdict::Solved { solution: text, optimal });
                        }
                        Decoded::GoOn { text } => {
                            audience.solution(&text);
                            self.best = Some(text);
                            return None;
                        }
                        Decoded::Within { text, remark } => {
                            audience.solution(&text);
                            audience.remark(remark, self.measure(stage, problem, &values));
                            return Some(Verdict::Stopped { limit: Limit::Periods });
                        }
                        Decoded::Illegal { remark } => {
                            audience.remark(remark, self.measure(stage, problem, &values));
                            return Some(Verdict::Stopped { limit: Limit::Method });
                        }
                        Decoded::Cut => audience.cut(),
                        Decoded::Nothing => return self.failed(stage, problem),
                    }
                }
            }
        }
    }

    fn measure(&self, stage: u32, problem: &dyn Problem, values: &Assignment) -> Option<u64> {
        problem.measure(stage, self.model.value(values)?)
    }

    fn broken_engine(&self, reason: &Message) -> Verdict {
        let message = words::ENGINE_FAILED.with("engine", self.engine).with("reason", reason);
        Verdict::Failed { fault: message.into() }
    }

    fn failed(&mut self, stage: u32, problem: &mut dyn Problem) -> Option<Verdict> {
        match problem.infeasible(stage, &mut self.model) {
            Next::Grow => None,
            Next::Unsolvable(reason) => Some(Verdict::Unsolvable { reason }),
            Next::GiveUp => {
                let limit = if problem.periods(stage).is_some() { Limit::Periods } else { Limit::Method };
                Some(Verdict::Stopped { limit })
            }
        }
    }

    /// An engine's answer that breaks the model is our own mistake; it is told, not used.
    fn wrong(&self, answer: &EngineAnswer) -> Option<Verdict> {
        let number = self.model.broken(answer.assignment.as_ref()?)?;
        let group =
            self.model.constraints().get(number).map_or("bounds", |(id, _)| self.model.group_of(*id).name);
        let message =
            words::NO_ANSWER.with("engine", self.engine).with("number", number).with("group", group);
        Some(Verdict::Failed { fault: message.into() })
    }
}

/// Has the assignment a table that people want to see: a plan, legal or not?
fn is_plan(decoded: &Decoded) -> bool {
    !matches!(decoded, Decoded::Cut | Decoded::Nothing)
}

/// Hands an engine's news on, in terms of the puzzle.
struct Relay<'a> {
    audience: &'a dyn Audience,
    problem: &'a dyn Problem,
    model: &'a Model,
    stage: u32,
}

impl Relay<'_> {
    fn measure(&self, found: &Assignment) -> Option<u64> {
        self.problem.measure(self.stage, self.model.value(found)?)
    }
}

impl Watch for Relay<'_> {
    fn cancel(&self) -> Cancel {
        self.audience.cancel()
    }

    fn nodes(&self) -> Arc<AtomicU64> {
        self.audience.nodes()
    }

    fn node_limit(&self) -> u64 {
        self.audience.node_limit()
    }

    fn tell(&self, news: News<'_>) {
        self.audience.tell(news);
        let bound = news.bound.and_then(|bound| self.problem.bound(self.stage, Some(bound)));
        let best = news.found.and_then(|found| self.measure(found));
        if bound.is_some() || best.is_some() {
            self.audience.metric(bound, best);
        }
    }
}
