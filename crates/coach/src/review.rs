//! The review of a play: what every move cost against the best from there, the first mistake, where it was lost and why,
//! and the best line beside it. A cost is said only where the truth on both sides of the move is proved.
//!
//! Puzzles with a figure to keep small are judged by it, those with one to make large (`TetraVex`) by how much can still be
//! reached. Where there is no figure (Flow) a move is right or leads into a dead end: what was drawn then has to be taken
//! back. Ways that were taken back are looked through too, because a play that was won was lost nowhere else.

use ingenio_catalog::Request;
use ingenio_core::metric::counted;
use ingenio_core::{Answer, AnyPlay, Budget, LevelRef, Message, Metric, Outcome, Sense, Silent};

use crate::words;

/// What is known of one move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    pub action: String,
    /// How much longer the best way became by it; 0 for a best move.
    pub cost: Option<u64>,
    /// From here there is no way on.
    pub loses: bool,
    /// Why not, where that can be said.
    pub why: Option<Message>,
    /// What is left to do after it, in the puzzle's first metric, where that is proved.
    pub left: Option<u64>,
}

/// A way that was taken back after it was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostTry {
    /// From the start of the level to the move that lost it.
    pub moves: Vec<String>,
    pub why: Option<Message>,
}

#[derive(Clone, Debug)]
pub struct Review {
    pub moves: Vec<Judgement>,
    /// The place of the first move that cost something, from 0.
    pub first_mistake: Option<usize>,
    /// The best line from the position before it.
    pub better: Vec<String>,
    /// The best line from the start.
    pub best: Vec<String>,
    pub lost: Vec<LostTry>,
    pub said: Vec<Message>,
}

/// What is left at a position; nothing where it is not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Truth {
    /// So much to go, or so much that can be reached where as much as possible is wanted.
    Figure(u64),
    /// There is a way on.
    Open,
    Lost(Option<Message>),
}

/// What a play is judged by.
#[derive(Clone, Copy)]
struct Judge<'a> {
    metric: Option<&'static Metric>,
    budget: &'a Budget,
}

/// Reviews a play, and the ways that were taken back in it. The budget is for every position by itself; cancelling ends it
/// early.
pub fn review(level: &LevelRef, moves: &[String], tries: &[Vec<String>], budget: &Budget) -> Review {
    let judge = Judge { metric: level.puzzle().info().metrics.first(), budget };
    let judged = judge.moves(level, moves);
    let first_mistake = judged.iter().position(|one| one.loses || one.cost.is_some_and(|cost| cost > 0));
    let better = first_mistake.map_or(Vec::new(), |at| judge.best_line(level, &moves[..at]));
    let best = match first_mistake {
        Some(0) => better.clone(),
        // Up to the mistake it was as good as any.
        Some(at) => [&moves[..at], &better].concat(),
        None => judge.best_line(level, &[]),
    };
    let best = if better.is_empty() && first_mistake.is_some() { judge.best_line(level, &[]) } else { best };
    let lost: Vec<LostTry> = tries.iter().filter_map(|line| judge.lost_try(level, line)).collect();
    let said = judge.sentences(&judged, first_mistake, &lost);
    Review { moves: judged, first_mistake, better, best, lost, said }
}

impl Judge<'_> {
    fn wants_most(self) -> bool {
        self.metric.is_some_and(|metric| metric.sense == Sense::Most)
    }

    fn moves(self, level: &LevelRef, moves: &[String]) -> Vec<Judgement> {
        let mut play = level.play();
        let mut spent = 0;
        let mut before = self.truth(play.as_ref());
        let mut judged: Vec<Judgement> = Vec::with_capacity(moves.len());
        for action in moves {
            if play.apply(action).is_err() {
                break;
            }
            let mut one = Judgement { action: action.clone(), ..Judgement::default() };
            if !self.budget.cancel.is_cancelled() {
                let now_spent = self.spent(play.as_ref());
                let after = self.truth(play.as_ref());
                self.compare(&mut one, before.as_ref(), after.as_ref(), now_spent - spent);
                (before, spent) = (after, now_spent);
            }
            judged.push(one);
        }
        judged
    }

    fn spent(self, play: &dyn AnyPlay) -> u64 {
        self.metric.and_then(|metric| play.measures().get(metric.name)).unwrap_or(0)
    }

    fn compare(self, one: &mut Judgement, before: Option<&Truth>, after: Option<&Truth>, spent: u64) {
        if let Some(Truth::Figure(left)) = after {
            one.left = Some(*left).filter(|_| !self.wants_most());
        }
        match (before, after) {
            (Some(Truth::Figure(most)), Some(Truth::Figure(still))) if self.wants_most() => {
                one.cost = Some(most.saturating_sub(*still));
            }
            (Some(Truth::Figure(old)), Some(Truth::Figure(new))) => {
                one.cost = Some((spent + new).saturating_sub(*old));
            }
            (Some(Truth::Figure(_) | Truth::Open), Some(Truth::Lost(why))) => {
                one.loses = true;
                one.why.clone_from(why);
            }
            _ => {}
        }
    }

    fn truth(self, play: &dyn AnyPlay) -> Option<Truth> {
        if play.won() && !self.wants_most() {
            return Some(if self.metric.is_some() { Truth::Figure(0) } else { Truth::Open });
        }
        let why = play.stuck();
        let request = self.request();
        let outcome = request.run(&play.level_here()?, &mut Silent).ok()?.outcome;
        match (outcome, self.metric) {
            (Outcome::Solved { .. }, None) => Some(Truth::Open),
            (Outcome::Solved { solution, optimal: true }, Some(metric)) => {
                solution.measures().get(metric.name).map(Truth::Figure)
            }
            (Outcome::Unsolvable { reason }, _) => Some(Truth::Lost(why.or(Some(reason)))),
            _ => None,
        }
    }

    fn request(self) -> Request {
        Request { optimal: self.metric.is_some(), budget: self.budget.clone(), ..Request::default() }
    }

    fn best_line(self, level: &LevelRef, moves: &[String]) -> Vec<String> {
        let mut play = level.play();
        if moves.iter().any(|action| play.apply(action).is_err()) {
            return Vec::new();
        }
        let Some(here) = play.level_here() else { return Vec::new() };
        let answer = self.request().run(&here, &mut Silent).ok();
        let solution = answer.as_ref().and_then(Answer::solution);
        solution.and_then(|solution| here.solution_moves(solution.text()).ok()).unwrap_or_default()
    }

    /// Where a way that was taken back was lost, if it was. Lost stays lost, so the place is found by halving.
    fn lost_try(self, level: &LevelRef, line: &[String]) -> Option<LostTry> {
        let at = |count: usize| -> Option<Truth> {
            if self.budget.cancel.is_cancelled() {
                return None;
            }
            let mut play = level.play();
            line[..count].iter().try_for_each(|action| play.apply(action)).ok()?;
            self.truth(play.as_ref())
        };
        let Some(Truth::Lost(mut why)) = at(line.len()) else { return None };
        let (mut open, mut lost) = (0, line.len());
        while lost - open > 1 {
            let middle = usize::midpoint(open, lost);
            match at(middle) {
                Some(Truth::Lost(earlier)) => (lost, why) = (middle, earlier.or(why)),
                Some(_) => open = middle,
                // Not known: what is known stays.
                None => break,
            }
        }
        Some(LostTry { moves: line[..lost].to_vec(), why })
    }

    fn sentences(self, judged: &[Judgement], first: Option<usize>, lost: &[LostTry]) -> Vec<Message> {
        let mut said: Vec<Message> = self.in_all(judged).into_iter().collect();
        said.extend(first.and_then(|at| {
            let one = &judged[at];
            let number = at + 1;
            match (one.loses, one.cost) {
                (true, _) => Some(dead_end([words::LOST_AT, words::LOST_AT_PLAIN], number, one.why.as_ref())),
                (false, Some(cost)) => Some(words::FIRST_MISTAKE.with("number", number).with("cost", cost)),
                (false, None) => None,
            }
        }));
        said.extend(lost.first().map(|one| {
            dead_end([words::LOST_TRY, words::LOST_TRY_PLAIN], one.moves.len(), one.why.as_ref())
        }));
        said
    }

    fn in_all(self, judged: &[Judgement]) -> Option<Message> {
        let Some(metric) = self.metric else {
            return judged.iter().all(|one| !one.loses).then(|| words::NO_DEAD_END.say());
        };
        let costs: Option<Vec<u64>> = judged.iter().map(|one| one.cost).collect();
        let template = if self.wants_most() { words::LESS } else { words::COST };
        Some(match costs.map(|costs| costs.iter().sum::<u64>()) {
            Some(0) => words::FLAWLESS.say(),
            Some(sum) => template.with("figure", counted(metric.name, sum)),
            None => words::NOT_REVIEWED.say(),
        })
    }
}

fn dead_end(
    [with_reason, plain]: [ingenio_core::Template; 2],
    number: usize,
    why: Option<&Message>,
) -> Message {
    match why {
        Some(why) => with_reason.with("number", number).with("why", why),
        None => plain.with("number", number),
    }
}

#[cfg(test)]
mod tests {
    use ingenio_catalog::read_level;

    use super::*;

    fn texts(moves: &[&str]) -> Vec<String> {
        moves.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn every_move_has_its_cost_and_the_best_line_is_there() {
        let level = read_level("taquin", "1 2 3\n4 5 6\n_ 7 8").unwrap();
        let found = review(&level, &texts(&["U", "D", "R", "R"]), &[], &Budget::default());
        let costs: Vec<_> = found.moves.iter().map(|one| one.cost).collect();
        assert_eq!(costs, [Some(2), Some(0), Some(0), Some(0)]);
        let left: Vec<_> = found.moves.iter().map(|one| one.left).collect();
        assert_eq!(left, [Some(3), Some(2), Some(1), Some(0)]);
        assert_eq!(
            (found.first_mistake, &found.better, &found.best),
            (Some(0), &texts(&["R", "R"]), &texts(&["R", "R"]))
        );
        assert!(found.said[0].is(words::COST) && found.said[1].is(words::FIRST_MISTAKE));
    }

    #[test]
    fn a_way_that_was_taken_back_tells_where_and_why_it_was_lost() {
        let level = read_level("sokoban", "#######\n#     #\n#@$ . #\n#     #\n#######").unwrap();
        let moves = texts(&["R", "R"]);
        // Three pushes and the box stands at the wall; the fourth move changes nothing about that.
        let tries = [texts(&["R", "R", "R", "l"]), texts(&["u", "d"])];
        let found = review(&level, &moves, &tries, &Budget::default());
        assert_eq!(found.lost.len(), 1, "{found:?}");
        assert_eq!(found.lost[0].moves, texts(&["R", "R", "R"]));
        assert!(found.lost[0].why.is_some());
        assert!(found.said[0].is(words::FLAWLESS) && found.said[1].is(words::LOST_TRY));
    }

    #[test]
    fn puzzles_to_be_filled_are_judged_by_what_is_still_possible() {
        let level = read_level("tetravex", "2x1\n1 2 3 4\n5 6 7 2").unwrap();
        let right = level.solution_moves("1 2").unwrap();
        let found = review(&level, &right, &[], &Budget::default());
        assert!(found.moves.iter().all(|one| one.cost == Some(0)), "{found:?}");
        let flow = read_level("flow", "AB\n..\nAB").unwrap();
        let answer = Request::default().run(&flow, &mut Silent).unwrap();
        let moves = flow.solution_moves(answer.solution().unwrap().text()).unwrap();
        let found = review(&flow, &moves, &[], &Budget::default());
        assert!(found.first_mistake.is_none() && !found.best.is_empty());
        assert!(found.said[0].is(words::NO_DEAD_END));
    }
}
