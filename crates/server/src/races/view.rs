//! A race as everybody may see it: who is there, how far each has come, and in which order they arrive. No moves and no
//! levels: those are for whoever plays them, and for all when it is over.

use ingenio_store::{Phase, Race, Racer, RacerKind};
use serde::Serialize;
use utoipa::ToSchema;

use super::company::Trace;

#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct RaceBody {
    /// Its name: whoever knows it may join, or watch.
    pub code: String,
    /// `lobby`, `countdown`, `running` or `over`.
    pub phase: &'static str,
    pub puzzle: String,
    /// The pack that its levels were drawn from, if they were.
    pub pack: Option<String>,
    pub levels: usize,
    pub listed: bool,
    /// The server's clock, and its start by the same clock, in milliseconds since 1970.
    pub now: i64,
    pub starts: Option<i64>,
    /// From when on everybody in it may call the start, by the same clock: in the lobby, where the one who opened it may
    /// have gone.
    pub opens: Option<i64>,
    /// The race that follows, once somebody has opened it.
    pub rematch: Option<String>,
    /// In the order of their seats.
    pub racers: Vec<RacerBody>,
}

#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct RacerBody {
    pub seat: i64,
    pub name: String,
    /// `person`, `ghost` or `solver`.
    pub kind: &'static str,
    /// May this one call the start?
    pub host: bool,
    /// Has this one left?
    pub gone: bool,
    /// The level that this one is at, from 0.
    pub place: usize,
    /// In the puzzle's first measure.
    pub figure: i64,
    /// At least so much is left; nothing where the position is lost, or nobody can tell.
    pub to_go: Option<i64>,
    /// When something last happened, in milliseconds after the start.
    pub moved: Option<i64>,
    /// The time for all levels, in milliseconds.
    pub finished: Option<i64>,
    /// The place in the finish, from 1, for who has finished.
    pub rank: Option<usize>,
    /// Hints or solutions helped: such finishes come after all others.
    pub helped: bool,
    /// The plays, level by level, when the race is over: to be watched.
    pub plays: Vec<String>,
}

pub const fn word(phase: Phase) -> &'static str {
    match phase {
        Phase::Lobby => "lobby",
        Phase::Countdown => "countdown",
        Phase::Running => "running",
        Phase::Over => "over",
    }
}

impl RaceBody {
    pub fn of(race: &Race) -> Self {
        let phase = race.phase();
        let mut racers: Vec<RacerBody> =
            race.racers.iter().map(|racer| RacerBody::of(race, racer, phase)).collect();
        rank(&mut racers);
        RaceBody {
            code: race.code.to_string(),
            phase: word(phase),
            puzzle: race.puzzle.clone(),
            pack: race.pack.clone(),
            levels: race.levels.len(),
            listed: race.listed,
            now: race.now,
            starts: race.starts,
            opens: (phase == Phase::Lobby).then(|| race.opens()),
            rematch: race.rematch.map(|code| code.to_string()),
            racers,
        }
    }
}

impl RacerBody {
    fn of(race: &Race, racer: &Racer, phase: Phase) -> Self {
        let body = RacerBody {
            seat: racer.seat,
            name: racer.name.clone(),
            kind: racer.kind.word(),
            host: race.host().is_some_and(|host| host.seat == racer.seat),
            gone: racer.gone,
            place: 0,
            figure: 0,
            to_go: None,
            moved: None,
            finished: None,
            rank: None,
            helped: racer.helped(),
            plays: Vec::new(),
        };
        if racer.kind == RacerKind::Person {
            body.person(race, racer, phase)
        } else {
            body.machine(race, racer, phase)
        }
    }

    fn person(self, race: &Race, racer: &Racer, phase: Phase) -> Self {
        let done = racer.legs.iter().filter(|leg| leg.finished.is_some()).count();
        let leg = racer.legs.last();
        let is_at_next = leg.is_some_and(|leg| leg.finished.is_some()) && done < race.levels.len();
        let leg = leg.filter(|_| !is_at_next);
        let plays = racer.legs.iter().filter(|leg| leg.finished.is_some()).map(|leg| leg.play.to_string());
        RacerBody {
            place: done.min(race.levels.len().saturating_sub(1)),
            figure: leg.and_then(|leg| leg.figure).unwrap_or(0),
            to_go: leg.and_then(|leg| leg.to_go),
            moved: racer.legs.last().zip(race.starts).map(|(leg, starts)| leg.moved - starts),
            finished: racer.finished(race.levels.len()),
            plays: if phase == Phase::Over { plays.collect() } else { Vec::new() },
            ..self
        }
    }

    /// When it is over nobody waits for a ghost: its time is known.
    fn machine(self, race: &Race, racer: &Racer, phase: Phase) -> Self {
        let trace = Trace::read(racer.trace.as_deref());
        let time = match phase {
            Phase::Lobby | Phase::Countdown => return self,
            Phase::Running => race.time(),
            Phase::Over => i64::MAX,
        };
        let seen = trace.at(time);
        RacerBody {
            place: seen.place,
            figure: seen.figure,
            to_go: seen.to_go,
            finished: seen.finished,
            helped: trace.helped(),
            ..self
        }
    }
}

/// Gives those who have finished their places: who needed no help before who did, then by time. At the same millisecond
/// both have the better place.
fn rank(racers: &mut [RacerBody]) {
    let times: Vec<(bool, i64)> =
        racers.iter().filter_map(|racer| Some((racer.helped, racer.finished?))).collect();
    for racer in racers {
        let Some(finished) = racer.finished else { continue };
        let before = times.iter().filter(|other| **other < (racer.helped, finished)).count();
        racer.rank = Some(before + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helped_finishes_come_last_and_equal_times_share_a_place() {
        let racer = |finished, helped| RacerBody {
            seat: 0,
            name: String::new(),
            kind: "person",
            host: false,
            gone: false,
            place: 0,
            figure: 0,
            to_go: None,
            moved: None,
            finished,
            rank: None,
            helped,
            plays: Vec::new(),
        };
        let mut racers =
            [racer(Some(50), true), racer(Some(90), false), racer(None, false), racer(Some(90), false)];
        rank(&mut racers);
        assert_eq!(racers.map(|racer| racer.rank), [Some(3), Some(1), None, Some(1)]);
    }
}
