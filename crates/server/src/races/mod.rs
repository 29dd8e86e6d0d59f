//! Races: people on the same levels at the same time, beside ghosts and solvers.
//!
//! The store is the truth (`ingenio_store::races`): seats, the start, every finish. What is here only tells those who have
//! a line to this server. A race play is an ordinary live play; its win is stored, and with it the finish, in one change. So
//! a race goes on after a restart, and its players may be at different servers that share one database: each server looks
//! for races that changed (one question for all of them, every [`BEAT`]), and after what it changed itself at once.
//!
//! How far each has come is noted beside the moves, not with them: every second all who moved here are noted, some at a time.
//! What is lost when a server dies in between is a second of somebody's progress bar.

pub mod api;
pub mod company;
pub mod line;
pub mod view;

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ingenio_coach::{Standing, standing};
use ingenio_core::LevelRef;
use ingenio_play::Line;
use ingenio_store::{Leg, Phase, PlayKey, Race, RaceCode, RaceStep, RacerKind};
use tokio::sync::watch;
use tokio::time::interval;

use crate::app::App;
use crate::live::Live;
use crate::problem::{Problem, Reply};
use view::RaceBody;

/// So often it is looked which races changed.
const BEAT: Duration = Duration::from_millis(500);
/// So many of these go by until it is noted how far everybody is: notes share the writer with moves, and what has moved
/// twice meanwhile is written once.
const BEATS_A_NOTE: u32 = 2;

/// What is told of a race to everybody who looks.
pub type News = Arc<str>;

/// A race that somebody here looks at.
#[derive(Debug)]
struct Room {
    race: Race,
    /// When that was read.
    read: Instant,
    news: watch::Sender<News>,
}

#[derive(Debug, Default)]
pub struct Races {
    rooms: Mutex<HashMap<RaceCode, Room>>,
    /// Race plays in which something happened since the last beat.
    moved: Mutex<HashMap<PlayKey, Arc<Live>>>,
    /// And levels that were begun since.
    begun: Mutex<Vec<RaceStep>>,
    /// When it was last seen which races changed, by the database's clock: a look that fails or comes late loses nothing.
    looked: AtomicI64,
}

impl Races {
    fn rooms(&self) -> MutexGuard<'_, HashMap<RaceCode, Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something happened in a play that is part of a race.
    pub fn moved(&self, live: &Arc<Live>) {
        self.moved.lock().unwrap_or_else(PoisonError::into_inner).insert(live.key, live.clone());
    }

    /// What is told of a race, from now on; nobody is told of one that there is not.
    async fn look(&self, app: &App, code: RaceCode) -> Reply<watch::Receiver<News>> {
        let race = app.store.race(code).await?.ok_or_else(Problem::not_found)?;
        let mut rooms = self.rooms();
        let room = rooms.entry(code).or_insert_with(|| {
            let (news, _) = watch::channel(text(&race));
            Room { race: race.clone(), read: Instant::now(), news }
        });
        room.enter(race);
        Ok(room.news.subscribe())
    }

    /// Tells those who look at a race how it stands now.
    pub async fn tell(&self, app: &App, code: RaceCode) {
        if !self.rooms().contains_key(&code) {
            return;
        }
        match app.store.race(code).await {
            Ok(Some(race)) => {
                self.rooms().get_mut(&code).into_iter().for_each(|room| room.enter(race.clone()));
            }
            // Its last person left before it began.
            Ok(None) => drop(self.rooms().remove(&code)),
            Err(trouble) => tracing::warn!(trouble = trouble.english(), "a race was not read"),
        }
    }

    /// Somebody is at the beginning of a level: how far it is, the others see with the next beat and not after a first move.
    fn begun(&self, leg: &Leg, level: &LevelRef) {
        if leg.figure.is_none() {
            let step = step_of(leg.play, standing(level, level.play().as_ref()));
            self.begun.lock().unwrap_or_else(PoisonError::into_inner).push(step);
        }
    }

    async fn beat(&self, app: &App, number: u32) {
        if number == 0 {
            self.note(app).await;
        }
        self.rooms().retain(|_, room| room.news.receiver_count() > 0);
        for code in self.stale(app).await {
            self.tell(app, code).await;
        }
    }

    /// Notes how far those have come who moved here.
    async fn note(&self, app: &App) {
        let moved = std::mem::take(&mut *self.moved.lock().unwrap_or_else(PoisonError::into_inner));
        let mut places = Vec::with_capacity(moved.len());
        for live in moved.into_values() {
            // One that is gone says it the next time something happens.
            if let Ok((line, _)) = live.position().await {
                places.push((live.key, live.level.clone(), line));
            }
        }
        let mut steps = std::mem::take(&mut *self.begun.lock().unwrap_or_else(PoisonError::into_inner));
        if places.is_empty() && steps.is_empty() {
            return;
        }
        // Those who answer everybody go on meanwhile.
        let looked = app.aside(move || places.iter().filter_map(step).collect::<Vec<_>>()).await;
        // What was begun comes before what was moved.
        steps.extend(looked.unwrap_or_default());
        if let Err(trouble) = app.store.note_race_steps(steps).await {
            tracing::warn!(trouble = trouble.english(), "steps of races were not noted");
        }
    }

    /// Races in which something is new: another server or this one changed them, or the clock did.
    async fn stale(&self, app: &App) -> Vec<RaceCode> {
        if self.rooms().is_empty() {
            // Whoever looks from now on reads anew.
            self.looked.store(0, Ordering::Relaxed);
            return Vec::new();
        }
        let changed = match app.store.changed_races(self.looked.load(Ordering::Relaxed)).await {
            Ok((at, changed)) => {
                self.looked.store(at, Ordering::Relaxed);
                changed
            }
            Err(trouble) => {
                tracing::warn!(trouble = trouble.english(), "races were not looked at");
                Vec::new()
            }
        };
        let changed: HashMap<RaceCode, i64> = changed.into_iter().collect();
        let rooms = self.rooms();
        let is_stale = |room: &&Room| {
            let newer = changed.get(&room.race.code).is_some_and(|version| *version != room.race.version);
            newer || room.goes_by_clock()
        };
        rooms.values().filter(is_stale).map(|room| room.race.code).collect()
    }
}

impl Room {
    /// Nobody is told of what was read before what they know.
    fn enter(&mut self, race: Race) {
        if (race.version, race.now) >= (self.race.version, self.race.now) {
            self.news.send_replace(text(&race));
            self.race = race;
            self.read = Instant::now();
        }
    }

    /// Does something happen in it though nobody does anything?
    fn goes_by_clock(&self) -> bool {
        let later = i64::try_from(self.read.elapsed().as_millis()).unwrap_or(0);
        let phase = self.race.phase_at(self.race.now + later);
        let has_machines = self.race.racers.iter().any(|racer| racer.kind != RacerKind::Person);
        phase != self.race.phase() || (phase == Phase::Running && has_machines)
    }
}

/// How far somebody has come.
fn step((play, level, line): &(PlayKey, LevelRef, Line)) -> Option<RaceStep> {
    Some(step_of(*play, standing(level, line.play(level).ok()?.as_ref())))
}

fn step_of(play: PlayKey, seen: Standing) -> RaceStep {
    let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    RaceStep { play, figure: Some(number(seen.figure)), to_go: seen.to_go.map(number) }
}

fn text(race: &Race) -> News {
    serde_json::to_string(&RaceBody::of(race)).unwrap_or_default().into()
}

/// Tells everybody how their races stand, until the server stops.
pub async fn attend(app: App) {
    let mut beats = interval(BEAT);
    beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    for number in (0..BEATS_A_NOTE).cycle() {
        tokio::select! {
            () = app.stopping() => return,
            _ = beats.tick() => app.races.beat(&app, number).await,
        }
    }
}
