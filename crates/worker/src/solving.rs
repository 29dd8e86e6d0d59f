//! One solver job of a server.

use ingenio_catalog::read_level;
use ingenio_core::{Answer, Cancel, Claim, Language, LevelRef, Message, Outcome};
use ingenio_jobs::Asked;
use ingenio_store::{Store, TakenJob};

use crate::hands::{Active, Worker};
use crate::words;

impl Worker {
    pub fn solve(&self, job: &TakenJob) {
        let stop = self.contact.stop.clone();
        let cancel = Cancel::when(std::sync::Arc::new(move || stop.is_cancelled()));
        self.active().insert(job.id.clone(), Active { cancel: cancel.clone(), progress: None });
        let found =
            level(job).and_then(|level| self.answer(job, &level, cancel).map(|answer| (level, answer)));
        // What was broken off because the worker ends is handed back.
        if !self.contact.stop.is_cancelled() {
            self.hand_in_answer(job, found);
        }
        self.active().remove(&job.id);
    }

    fn answer(&self, job: &TakenJob, level: &LevelRef, cancel: Cancel) -> Result<Answer, Message> {
        let order = &job.order;
        let asked = Asked {
            program: &self.options.program,
            level,
            method: &order.method,
            optimal: order.optimal,
            time: order.time,
            memory: order.memory,
            cancel,
        };
        let mut tell = |pulse: &ingenio_core::ToldPulse| {
            if let (Ok(text), Some(active)) = (serde_json::to_string(pulse), self.active().get_mut(&job.id)) {
                active.progress = Some(text);
            }
        };
        asked.answer(&mut tell).map(|(answer, _)| answer)
    }

    fn hand_in_answer(&self, job: &TakenJob, found: Result<(LevelRef, Answer), Message>) {
        let (claim, kept) = match found {
            Ok((level, answer)) => (answer.told(), Some((level, answer))),
            Err(message) => (Claim::bare(Outcome::Failed { fault: message.into() }), None),
        };
        let text = Language::english().json(&claim).unwrap_or_default();
        let (worker, id) = (&self.row.id, &job.id);
        let ended = self.contact.ask(async |store| store.end_job(worker, id, &text).await);
        if ended != Some(true) {
            return;
        }
        self.count_job();
        // What a method found on a level as it begins may be its best, or a record.
        if let Some((level, answer)) = kept.filter(|_| job.order.from_start) {
            let owner = job.order.owner;
            self.contact.ask(async |store: &Store| {
                store.ran(&level, &answer).await?;
                store.shown(owner, &level).await
            });
        }
    }
}

/// The level of a job; its text is the one that its hash names.
fn level(job: &TakenJob) -> Result<LevelRef, Message> {
    let sent = &job.order.level;
    let level = read_level(&sent.puzzle, &sent.text).map_err(|fault| fault.said())?;
    if level.id().to_string() == sent.id { Ok(level) } else { Err(words::OTHER_LEVEL.say()) }
}
