//! The review of a play: what every move cost against the best from there, the first mistake, and the
//! best line beside it. A cost is said only where the truth on both sides of the move is proved.

use ingenio_catalog::Request;
use ingenio_core::metric::counted;
use ingenio_core::{Answer, Budget, LevelRef, Message, Outcome, Sense, Silent};

use crate::words;

/// What is known of one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub action: String,
    /// How much longer the best way became by it; 0 for a best move.
    pub cost: Option<u64>,
    /// From here there is no way on.
    pub loses: bool,
}

#[derive(Clone, Debug)]
pub struct Review {
    pub moves: Vec<Judgement>,
    /// The place of the first move that cost something, from 0.
    pub first_mistake: Option<usize>,
    /// The best line from the position before it.
    pub better: Vec<String>,
    pub said: Vec<Message>,
}

/// What is left to do at a position: the figure, or that it is lost; nothing where it is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Truth {
    Left(u64),
    Lost,
}

/// Reviews a play. The budget is for every position by itself; cancelling ends it early.
pub fn review(level: &LevelRef, moves: &[String], budget: &Budget) -> Review {
    let metric = level.puzzle().info().metrics.first().filter(|metric| metric.sense == Sense::Least);
    let Some(metric) = metric.map(|metric| metric.name) else { return unjudged(moves) };
    let mut play = level.play();
    let mut spent = 0;
    let mut before = truth(play.level_here().as_ref(), metric, budget);
    let mut judged: Vec<Judgement> = Vec::with_capacity(moves.len());
    for action in moves {
        if play.apply(action).is_err() {
            break;
        }
        if budget.cancel.is_cancelled() {
            judged.push(Judgement { action: action.clone(), cost: None, loses: false });
            continue;
        }
        let now_spent = play.measures().get(metric).unwrap_or(0);
        let after =
            if play.won() { Some(Truth::Left(0)) } else { truth(play.level_here().as_ref(), metric, budget) };
        let (cost, loses) = match (before, after) {
            (Some(Truth::Left(old)), Some(Truth::Left(new))) => {
                (Some((now_spent - spent + new).saturating_sub(old)), false)
            }
            (Some(Truth::Left(_)), Some(Truth::Lost)) => (None, true),
            _ => (None, false),
        };
        judged.push(Judgement { action: action.clone(), cost, loses });
        (before, spent) = (after, now_spent);
    }
    let first_mistake = judged.iter().position(|one| one.loses || one.cost.is_some_and(|cost| cost > 0));
    let better = first_mistake.map_or(Vec::new(), |at| best_line(level, &moves[..at], budget));
    let said = sentences(&judged, first_mistake, metric);
    Review { moves: judged, first_mistake, better, said }
}

fn unjudged(moves: &[String]) -> Review {
    let plain = |action: &String| Judgement { action: action.clone(), cost: None, loses: false };
    let moves = moves.iter().map(plain).collect();
    Review { moves, first_mistake: None, better: Vec::new(), said: vec![words::NOT_REVIEWED.say()] }
}

fn truth(here: Option<&LevelRef>, metric: &'static str, budget: &Budget) -> Option<Truth> {
    let request = Request { optimal: true, budget: budget.clone(), ..Request::default() };
    match request.run(here?, &mut Silent).ok()?.outcome {
        Outcome::Solved { solution, optimal: true } => solution.measures().get(metric).map(Truth::Left),
        Outcome::Unsolvable { .. } => Some(Truth::Lost),
        _ => None,
    }
}

fn best_line(level: &LevelRef, moves: &[String], budget: &Budget) -> Vec<String> {
    let mut play = level.play();
    if moves.iter().any(|action| play.apply(action).is_err()) {
        return Vec::new();
    }
    let Some(here) = play.level_here() else { return Vec::new() };
    let request = Request { optimal: true, budget: budget.clone(), ..Request::default() };
    let answer = request.run(&here, &mut Silent).ok();
    let solution = answer.as_ref().and_then(Answer::solution);
    solution.and_then(|solution| here.solution_moves(solution.text()).ok()).unwrap_or_default()
}

fn sentences(judged: &[Judgement], first_mistake: Option<usize>, metric: &str) -> Vec<Message> {
    let costs: Option<Vec<u64>> = judged.iter().map(|one| one.cost).collect();
    let mut said = match costs.map(|costs| costs.iter().sum::<u64>()) {
        Some(0) => vec![words::FLAWLESS.say()],
        Some(sum) => vec![words::COST.with("figure", counted(metric, sum))],
        None => vec![words::NOT_REVIEWED.say()],
    };
    said.extend(first_mistake.and_then(|at| {
        let one = &judged[at];
        let message = words::FIRST_MISTAKE.with("number", at + 1);
        Some(message.with("cost", one.cost?))
    }));
    said
}
