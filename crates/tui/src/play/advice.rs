//! What others know: hints, solvers at work, solutions to watch, and the review of a play.

use ingenio_coach::{Hint, Review, Rung};
use ingenio_core::{Answer, Decimal, Fault, LevelRef, Listed, Message, Outcome};
use ingenio_play::{Line, helps};

use super::{Desk, PlayScreen};
use crate::known::{record_text, run_text};
use crate::watch::Watch;
use crate::words;
use crate::work::{Done, Work};

impl PlayScreen {
    pub(super) fn ask_hint(&mut self, desk: Desk<'_>) {
        let rung = match self.rung {
            1 => Rung::Distance,
            2 => Rung::Piece,
            3 => Rung::Move,
            4 => Rung::Moves(5),
            _ => Rung::Solution,
        };
        self.save(desk);
        if let Some(id) = self.saved {
            let _ = desk.store.hint_taken(id, self.session.clock().shows(desk.now), self.rung);
        }
        if self.rung >= 4 {
            let _ = desk.store.solution_seen(desk.player, self.level());
        }
        self.asked = self.rung;
        self.rung = (self.rung + 1).min(5);
        self.said = words::THINKING.say();
        self.work = Some(Work::hint(desk.tables, self.level().clone(), self.session.line(), rung));
    }

    /// The plan from here: no step of the ladder, but it helps as much as the second.
    pub(super) fn ask_plan(&mut self, desk: Desk<'_>) {
        const LIKE_A_PIECE: u8 = 2;
        self.save(desk);
        if let Some(id) = self.saved {
            let _ = desk.store.hint_taken(id, self.session.clock().shows(desk.now), LIKE_A_PIECE);
        }
        self.asked = LIKE_A_PIECE;
        self.said = words::THINKING.say();
        self.work = Some(Work::hint(desk.tables, self.level().clone(), self.session.line(), Rung::Plan));
    }

    pub(super) fn solve(&mut self, desk: Desk<'_>, method: &str, optimal: bool) {
        let here = self.session.play().level_here().unwrap_or_else(|| self.level().clone());
        self.solving = Some(method.to_owned());
        self.work = Some(Work::solve(desk.tables, here, method.to_owned(), optimal && method == "auto"));
    }

    /// The best known, from the start of the level.
    pub(super) fn show_best(&mut self, desk: Desk<'_>) {
        let Some(record) = self.known.record().cloned() else {
            self.said = words::NO_RECORD.say();
            return;
        };
        self.said = words::SHOW_RECORD.with("record", record_text(&record));
        self.watch_from(desk, &Line::default(), &record.solution);
    }

    /// What a method found when it was here before, from the start of the level.
    pub(super) fn show_run(&mut self, desk: Desk<'_>, method: &str) {
        let Some(run) = self.known.run(method).cloned() else { return };
        let message = words::SHOW_RUN.with("method", method).with("run", run_text(&run));
        self.said = message;
        let solution = run.solution().map_or("", |solution| &solution.text);
        self.watch_from(desk, &Line::default(), solution);
    }

    fn watch_from(&mut self, desk: Desk<'_>, before: &Line, solution: &str) {
        let moves = self.level().solution_moves(solution).unwrap_or_default();
        self.watch = Watch::new(self.level(), before, moves, desk.now).ok();
        self.note_seen(desk);
    }

    pub fn tick(&mut self, desk: Desk<'_>) {
        self.foresight.tick();
        if let Some(watch) = &mut self.watch {
            watch.tick(desk.now);
            self.note_shown(desk);
        }
        let Some(answer) = self.work.as_ref().and_then(Work::poll) else {
            self.tell_live();
            return;
        };
        self.work = None;
        self.solving = None;
        match answer {
            Done::Hint(hint) => self.show_hint(desk, *hint),
            Done::Solved(from, Ok(answer)) => self.show_solution(desk, &from, &answer),
            Done::Solved(_, Err(message)) => self.said = message,
            Done::Reviewed(review) => self.show_review(&review),
            Done::Made(_) | Done::Looked(_) | Done::Lost => self.said = Message::empty(),
        }
    }

    fn tell_live(&mut self) {
        let (Some(method), Some(work)) = (&self.solving, &self.work) else { return };
        let live = work.live();
        let bound = live.bound.map(|bound| words::BOUND.with("bound", bound));
        let best = live.best.map(|best| words::BEST_SO_FAR.with("best", best));
        let more = Listed("", bound.into_iter().chain(best).collect());
        let message = words::SOLVING.with("method", method).with("nodes", live.nodes).with("more", more);
        self.said = message.with("seconds", Decimal(live.elapsed.as_secs_f64(), 1));
    }

    fn show_hint(&mut self, desk: Desk<'_>, hint: Hint) {
        let mut said = hint.said.clone();
        if helps(self.asked) {
            said.push(words::HELPED_NOW.say());
        }
        self.said = Message::all(said);
        self.foresight.promised(&self.session, &hint);
        self.pointed = hint.cells;
        // From the fourth rung on, the moves are shown on the board.
        if hint.moves.len() > 1 {
            self.watch = Watch::new(self.level(), &self.session.line(), hint.moves, desk.now).ok();
        }
    }

    fn show_solution(&mut self, desk: Desk<'_>, from: &LevelRef, answer: &Answer) {
        let _ = desk.store.ran(from, answer);
        let level = self.level().clone();
        self.known.look_again(desk.store, &level);
        let Some(solution) = answer.solution() else {
            let why = match &answer.outcome {
                Outcome::Unsolvable { reason } => reason.clone(),
                Outcome::Unknown { limit, .. } => limit.said().say(),
                other => other.fault().map_or_else(Message::empty, Fault::said),
            };
            self.said = words::NO_ANSWER.with("method", &answer.chosen).with("why", why);
            return;
        };
        let moves = from.solution_moves(solution.text()).unwrap_or_default();
        let proved = if answer.is_optimal() { words::PROVED } else { words::NOT_PROVED };
        let message =
            words::FOUND.with("method", &answer.chosen).with("figures", &solution.measures().counts());
        let message = message.with("proved", proved.say()).with("seconds", Decimal(answer.seconds(), 2));
        self.said = message;
        // Backwards, a method begins at the start all the same.
        let here = self.session.line();
        let before = if here.backwards { Line::default() } else { here };
        self.watch = Watch::new(&level, &before, moves, desk.now).ok();
        self.note_seen(desk);
    }

    fn show_review(&mut self, review: &Review) {
        let costs =
            review.moves.iter().filter(|one| one.loses || one.cost.is_some_and(|cost| cost > 0)).map(|one| {
                match one.cost {
                    Some(cost) => words::COSTS.with("move", &one.action).with("cost", cost),
                    None => words::LOSES.with("move", &one.action),
                }
            });
        self.said = Message::all(review.said.iter().cloned().chain(costs).collect());
    }

    /// Whoever watches a solution from its first move on has seen it.
    fn note_seen(&self, desk: Desk<'_>) {
        let _ = desk.store.solution_seen(desk.player, self.level());
    }

    /// A solution watched to its end is progress, though not a play.
    pub(super) fn note_shown(&self, desk: Desk<'_>) {
        if self.watch.as_ref().is_some_and(Watch::has_solved) {
            let _ = desk.store.shown(desk.player, self.level());
        }
    }
}
