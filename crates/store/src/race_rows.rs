//! What a race is, as it is read: its levels, who is in it, and how far each has come. What state it is in follows from
//! its rows and the database's clock alone, so that every server that asks says the same, also one that was just started.

use std::fmt;
use std::str::FromStr;

use ingenio_core::{Foreign, LevelId};

use crate::rows::{PlayKey, PlayerId};
use crate::trouble::Trouble;
use crate::words;

/// People, ghosts and solvers of one race.
pub const MOST_RACERS: usize = 10;
/// So many levels there are in a race: one, or a series.
pub const RACE_LENGTHS: [usize; 3] = [1, 3, 5];
/// A race ends so long after its start for every level, whoever has not arrived: one who stalls holds nobody up.
pub const LEG_LIMIT: i64 = 20 * 60_000;

/// Whoever opened a race calls its start; when nobody new has come for so long, everybody in it may: the one who should have
/// may be gone.
pub const LOBBY_PATIENCE: i64 = 60_000;

/// Crockford's digits: no letter looks like another.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 6;

/// The name of a race, short enough to be told across a room. A thousand million of them: whoever tries some
/// finds none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RaceCode([u8; LENGTH]);

impl RaceCode {
    pub(crate) fn draw() -> Result<Self, Trouble> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes)
            .map_err(|error| Trouble::Failed(words::FAILED.with("error", Foreign(error))))?;
        Ok(RaceCode(bytes.map(|byte| DIGITS[usize::from(byte % 32)])))
    }
}

impl fmt::Display for RaceCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|digit| write!(f, "{}", char::from(*digit)))
    }
}

impl fmt::Debug for RaceCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RaceCode({self})")
    }
}

/// The text is no code of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotARaceCode;

impl FromStr for RaceCode {
    type Err = NotARaceCode;

    /// However it was typed: small letters, in groups, with an O for a zero.
    fn from_str(text: &str) -> Result<Self, NotARaceCode> {
        let digit = |letter: u8| match letter.to_ascii_uppercase() {
            b'O' => b'0',
            b'I' | b'L' => b'1',
            other => other,
        };
        let plain = text.bytes().filter(|byte| !matches!(byte, b' ' | b'-')).map(digit);
        let digits: Vec<u8> = plain.take(LENGTH + 1).collect();
        let code: [u8; LENGTH] = digits.try_into().map_err(|_| NotARaceCode)?;
        if code.iter().all(|digit| DIGITS.contains(digit)) { Ok(RaceCode(code)) } else { Err(NotARaceCode) }
    }
}

/// Who races.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RacerKind {
    Person,
    /// A play of before, at its own speed.
    Ghost,
    /// A method: it searches, then it plays what it found.
    Solver,
}

impl RacerKind {
    pub const fn word(self) -> &'static str {
        match self {
            RacerKind::Person => "person",
            RacerKind::Ghost => "ghost",
            RacerKind::Solver => "solver",
        }
    }

    pub(crate) fn parse(word: &str) -> Option<Self> {
        [RacerKind::Person, RacerKind::Ghost, RacerKind::Solver].into_iter().find(|kind| kind.word() == word)
    }
}

/// A race with everybody in it. Moments are milliseconds since 1970 by the clock of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    pub code: RaceCode,
    pub puzzle: String,
    /// The pack that its levels were drawn from; nothing where they were named.
    pub pack: Option<String>,
    pub listed: bool,
    pub made: i64,
    pub starts: Option<i64>,
    pub version: i64,
    pub rematch: Option<RaceCode>,
    /// When this was read.
    pub now: i64,
    pub levels: Vec<LevelId>,
    pub racers: Vec<Racer>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Racer {
    pub seat: i64,
    /// Nobody for a ghost or a solver.
    pub player: Option<PlayerId>,
    pub name: String,
    pub kind: RacerKind,
    /// How a ghost or a solver goes.
    pub trace: Option<String>,
    pub gone: bool,
    pub joined: i64,
    pub legs: Vec<Leg>,
}

/// A person on one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    pub place: usize,
    pub play: PlayKey,
    /// When something last happened.
    pub moved: i64,
    pub figure: Option<i64>,
    pub to_go: Option<i64>,
    /// Milliseconds after the start.
    pub finished: Option<i64>,
    pub helped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Whoever wants to may come in.
    Lobby,
    Countdown,
    Running,
    Over,
}

impl Race {
    pub fn phase(&self) -> Phase {
        self.phase_at(self.now)
    }

    /// What its rows come to at another moment.
    pub fn phase_at(&self, now: i64) -> Phase {
        match self.starts {
            None => Phase::Lobby,
            Some(starts) if now < starts => Phase::Countdown,
            Some(starts) if now - starts >= limit(self.levels.len()) || self.is_run() => Phase::Over,
            Some(_) => Phase::Running,
        }
    }

    /// Have all people arrived or left?
    fn is_run(&self) -> bool {
        let mut people = self.racers.iter().filter(|racer| racer.kind == RacerKind::Person);
        people.all(|racer| racer.gone || racer.finished(self.levels.len()).is_some())
    }

    /// Milliseconds since the start; none before it.
    pub fn time(&self) -> i64 {
        self.starts.map_or(0, |starts| (self.now - starts).max(0))
    }

    /// Who may call the start: the first person who is still there.
    pub fn host(&self) -> Option<&Racer> {
        self.racers.iter().find(|racer| racer.kind == RacerKind::Person && !racer.gone)
    }

    /// From when on everybody in it may call the start.
    pub fn opens(&self) -> i64 {
        self.racers.iter().map(|racer| racer.joined).max().unwrap_or(self.made) + LOBBY_PATIENCE
    }

    /// May this player call the start now?
    pub fn may_start(&self, player: PlayerId) -> bool {
        let is_host = self.host().is_some_and(|host| host.player == Some(player));
        let waits = self.racer(player).is_some_and(|racer| !racer.gone) && self.now >= self.opens();
        is_host || waits
    }

    /// Is there a seat for one more?
    pub fn check_open(&self) -> Result<(), Trouble> {
        if self.starts.is_some() {
            return Err(Trouble::Refused(words::RACE_BEGUN.say()));
        }
        if self.racers.len() >= MOST_RACERS {
            return Err(Trouble::Refused(words::RACE_FULL.with("most", MOST_RACERS)));
        }
        Ok(())
    }

    /// May this player give a ghost or a solver a seat?
    pub fn check_company(&self, player: PlayerId) -> Result<(), Trouble> {
        self.check_open()?;
        self.racer(player).map(|_| ()).ok_or_else(|| Trouble::Refused(words::RACE_NOT_IN.say()))
    }

    pub fn racer(&self, player: PlayerId) -> Option<&Racer> {
        self.racers.iter().find(|racer| racer.player == Some(player))
    }
}

impl Racer {
    /// When a person had finished all levels, in milliseconds after the start.
    pub fn finished(&self, levels: usize) -> Option<i64> {
        self.legs.iter().find(|leg| leg.place + 1 == levels)?.finished
    }

    pub fn helped(&self) -> bool {
        self.legs.iter().any(|leg| leg.helped)
    }
}

/// The longest that a race of so many levels takes, in milliseconds.
pub const fn limit(levels: usize) -> i64 {
    LEG_LIMIT * levels as i64
}

/// A race that is open to all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenRace {
    pub code: RaceCode,
    pub puzzle: String,
    pub pack: Option<String>,
    pub levels: usize,
    pub racers: usize,
    /// The one who called it.
    pub host: String,
}

/// The race that a play is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RacePlay {
    pub code: RaceCode,
    pub level: LevelId,
    pub player: PlayerId,
}

/// How far somebody has come in a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceStep {
    pub play: PlayKey,
    pub figure: Option<i64>,
    pub to_go: Option<i64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leg(finished: Option<i64>) -> Leg {
        let play = "0123456789abcdef0123456789abcdef".parse().unwrap();
        Leg { place: 0, play, moved: 0, figure: None, to_go: None, finished, helped: false }
    }

    fn person(player: i64, joined: i64) -> Racer {
        Racer {
            seat: player,
            player: Some(PlayerId(player)),
            name: String::new(),
            kind: RacerKind::Person,
            trace: None,
            gone: false,
            joined,
            legs: vec![leg(None)],
        }
    }

    fn race(starts: Option<i64>, racers: Vec<Racer>) -> Race {
        Race {
            code: "ABCDEF".parse().unwrap(),
            puzzle: "sokoban".to_owned(),
            pack: None,
            listed: false,
            made: 0,
            starts,
            version: 0,
            rematch: None,
            now: 0,
            levels: vec!["0123456789abcdef0123".parse().unwrap()],
            racers,
        }
    }

    #[test]
    fn a_race_ends_at_its_limit_whoever_has_not_arrived() {
        let mut race = race(Some(1000), vec![person(1, 0), person(2, 0)]);
        let at = |race: &Race, after: i64| race.phase_at(1000 + after);
        assert_eq!(at(&race, -1), Phase::Countdown);
        assert_eq!(at(&race, 0), Phase::Running);
        assert_eq!(at(&race, LEG_LIMIT - 1), Phase::Running);
        assert_eq!(at(&race, LEG_LIMIT), Phase::Over);
        race.racers[0].legs = vec![leg(Some(5))];
        assert_eq!(at(&race, 10), Phase::Running, "one is at it still");
        race.racers[1].gone = true;
        assert_eq!(at(&race, 10), Phase::Over);
        race.levels.push(race.levels[0]);
        race.racers[1].gone = false;
        assert_eq!(at(&race, LEG_LIMIT), Phase::Running, "two levels have twice the time");
        assert_eq!(at(&race, 2 * LEG_LIMIT), Phase::Over);
    }

    #[test]
    fn whoever_waits_may_start_when_nobody_new_has_come_for_a_while() {
        let mut race = race(None, vec![person(1, 0), person(2, 5000)]);
        let may = |race: &Race, now: i64| {
            [1, 2, 3].map(|player| Race { now, ..race.clone() }.may_start(PlayerId(player)))
        };
        assert_eq!(may(&race, 5000), [true, false, false]);
        assert_eq!(may(&race, 4999 + LOBBY_PATIENCE), [true, false, false], "since the last who came");
        assert_eq!(may(&race, 5000 + LOBBY_PATIENCE), [true, true, false], "who has no seat never");
        race.racers[1].gone = true;
        assert_eq!(may(&race, 5000 + LOBBY_PATIENCE), [true, false, false]);
    }

    #[test]
    fn codes_may_be_typed_carelessly_and_nothing_else_is_one() {
        let code = RaceCode::draw().unwrap();
        let careless = code.to_string().to_lowercase().replace('0', "o").replace('1', "l");
        let (head, tail) = careless.split_at(3);
        assert_eq!(format!("{head}-{tail} ").parse(), Ok(code));
        for wrong in ["", "ABCDE", "ABCDEFG", "ABCDE!", "ÄBCDE", "<scri>", "UUUUUU"] {
            assert_eq!(wrong.parse::<RaceCode>(), Err(NotARaceCode), "{wrong}");
        }
    }
}
