//! Ghosts and solvers: how they will go is known before the start, and shown as the clock runs. A ghost is a play of
//! before at its own speed; a solver's clock is its search, then it plays its moves one after another.

use std::time::Duration;

use ingenio_catalog::Request;
use ingenio_coach::{Standing, standing};
use ingenio_core::{Answer, Budget, LevelRef, Message, Silent};
use ingenio_play::{Event, Session};
use serde::{Deserialize, Serialize};

use crate::words;

/// A solver makes a move so often: about as fast as a practised hand, so that what decides is the search.
const SOLVER_MOVE: i64 = 250;
/// Looks at a way that are kept of one level.
const MOST_LOOKS: usize = 200;

/// The way of one who is no person, level by level, in milliseconds after the start of the race.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace(pub Vec<Way>);

/// Through one level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way {
    pub looks: Vec<Look>,
    /// When it was through; never where a method found nothing in its time.
    pub finished: Option<i64>,
    /// Was the play helped? Then its finish comes after those of others.
    #[serde(default)]
    pub helped: bool,
}

/// Where it stood: the moment, the figure, and what was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look(pub i64, pub i64, pub Option<i64>);

/// Where it stands at a moment of the race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub place: usize,
    pub figure: i64,
    pub to_go: Option<i64>,
    /// When it was through with everything, if it is.
    pub finished: Option<i64>,
}

impl Trace {
    pub fn read(text: Option<&str>) -> Self {
        text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }

    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub fn helped(&self) -> bool {
        self.0.iter().any(|way| way.helped)
    }

    /// When it will be through with everything.
    pub fn ends(&self) -> Option<i64> {
        self.0.iter().map(|way| way.finished).collect::<Option<Vec<_>>>()?.last().copied()
    }

    pub fn at(&self, time: i64) -> Seen {
        let done = self.0.iter().take_while(|way| way.finished.is_some_and(|end| end <= time)).count();
        let place = done.min(self.0.len().saturating_sub(1));
        let Some(way) = self.0.get(place) else { return Seen::default() };
        let look = way.looks.iter().rev().find(|look| look.0 <= time);
        let finished = self.ends().filter(|end| *end <= time);
        Seen {
            place,
            figure: look.map_or(0, |look| look.1),
            to_go: if finished.is_some() { Some(0) } else { look.and_then(|look| look.2) },
            finished,
        }
    }

    /// Adds the way through the next level, told from its own beginning.
    fn go_on(&mut self, way: Way) -> bool {
        let Some(from) = (if self.0.is_empty() { Some(0) } else { self.ends() }) else { return false };
        let later = |Look(at, figure, to_go): Look| Look(from + at, figure, to_go);
        let finished = way.finished.map(|end| from + end);
        self.0.push(Way { looks: way.looks.into_iter().map(later).collect(), finished, ..way });
        finished.is_some()
    }
}

fn look(at: i64, seen: Standing) -> Look {
    let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    Look(at, number(seen.figure), seen.to_go.map(number))
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// A play that is to be a ghost.
#[derive(Clone, Debug)]
pub struct Before {
    pub level: LevelRef,
    pub events: Vec<Event>,
    pub helped: bool,
}

/// The way that plays went, one for each level; what is not won is no ghost.
pub fn ghost(plays: &[Before]) -> Result<Trace, Message> {
    let mut trace = Trace::default();
    for Before { level, events, helped } in plays {
        let way = Way { helped: *helped, ..replayed(level, events)? };
        if !trace.go_on(way) {
            return Err(words::RACE_GHOST_NOT_WON.say());
        }
    }
    Ok(trace)
}

fn replayed(level: &LevelRef, events: &[Event]) -> Result<Way, Message> {
    let mut session = Session::new(level.clone());
    let mut way =
        Way { looks: vec![look(0, standing(level, session.play()))], finished: None, helped: false };
    let every = events.len().div_ceil(MOST_LOOKS).max(1);
    for (number, event) in events.iter().enumerate() {
        session.replay(event)?;
        let at = millis(event.at);
        if session.solved() {
            way.looks.push(look(at, standing(level, session.play())));
            way.finished = Some(at);
            break;
        }
        if number % every == 0 {
            way.looks.push(look(at, standing(level, session.play())));
        }
    }
    Ok(way)
}

/// The way of a method: it thinks about a level, then plays; where it finds nothing in its time, it stays there.
pub fn solver(levels: &[LevelRef], method: &str, budget: &Budget) -> Result<Trace, Message> {
    let mut trace = Trace::default();
    for level in levels {
        let request = Request { method: method.to_owned(), budget: budget.clone(), ..Request::default() };
        let answer = request.run(level, &mut Silent)?;
        if !trace.go_on(solved(level, &answer)) {
            break;
        }
    }
    // What it never came to is there too, so that every level has a way.
    trace.0.resize_with(levels.len(), Way::default);
    Ok(trace)
}

fn solved(level: &LevelRef, answer: &Answer) -> Way {
    let search = (answer.elapsed() * 1000.0).ceil() as i64;
    let mut play = level.play();
    let mut way = Way { looks: vec![look(0, standing(level, play.as_ref()))], finished: None, helped: false };
    let moves = answer.solution().and_then(|solution| level.solution_moves(solution.text()).ok());
    let Some(moves) = moves else { return way };
    let every = moves.len().div_ceil(MOST_LOOKS).max(1);
    for (number, action) in (1_i64..).zip(&moves) {
        if play.apply(action).is_err() {
            return way;
        }
        if (number as usize).is_multiple_of(every) || play.won() {
            way.looks.push(look(search + number * SOLVER_MOVE, standing(level, play.as_ref())));
        }
    }
    way.finished = play.won().then_some(search + moves.len() as i64 * SOLVER_MOVE);
    way
}

#[cfg(test)]
mod tests {
    use ingenio_catalog::read_level;
    use ingenio_play::Action;

    use super::*;

    fn taquin() -> LevelRef {
        read_level("taquin", "1 2 3\n4 5 6\n_ 7 8").expect("a level")
    }

    #[test]
    fn a_ghost_goes_at_its_own_speed_through_one_level_after_another() {
        let event =
            |text: &str, at| Event { action: Action::parse(text).unwrap(), at: Duration::from_secs(at) };
        let events = vec![event("move R", 2), event("undo", 3), event("move R", 4), event("move R", 9)];
        let won = Before { level: taquin(), events: events.clone(), helped: false };
        let trace = ghost(&[won.clone(), won.clone()]).unwrap();
        assert_eq!(trace, Trace::read(Some(&trace.text())));
        let at = |time| trace.at(time);
        assert_eq!(at(0), Seen { place: 0, figure: 0, to_go: Some(2), finished: None });
        assert_eq!(at(2_500), Seen { place: 0, figure: 1, to_go: Some(1), finished: None });
        assert_eq!(at(3_500).to_go, Some(2), "it took the move back");
        assert_eq!((at(9_000).place, at(9_000).to_go, at(9_000).finished), (1, Some(2), None));
        assert_eq!((at(18_000).finished, at(99_000).finished), (Some(18_000), Some(18_000)));
        assert!(!trace.helped(), "nobody helped");
        let helped = ghost(&[won.clone(), Before { helped: true, ..won.clone() }]).unwrap();
        assert!(Trace::read(Some(&helped.text())).helped());
        // As they were written before.
        assert!(!Trace::read(Some(r#"[{"looks":[[0,0,2]],"finished":5}]"#)).helped());
        let left = Before { level: taquin(), events: events[..3].to_vec(), helped: false };
        assert!(ghost(&[won, left]).unwrap_err().is(words::RACE_GHOST_NOT_WON));
    }

    #[test]
    fn a_solver_thinks_and_then_plays_and_one_without_an_answer_stays() {
        let levels = [taquin(), taquin()];
        let trace = solver(&levels, "bfs", &Budget::default()).unwrap();
        let ends: Vec<i64> = trace.0.iter().map(|way| way.finished.unwrap()).collect();
        assert!(ends[0] >= 2 * SOLVER_MOVE && ends[1] >= ends[0] + 2 * SOLVER_MOVE);
        assert_eq!(trace.at(ends[1]).finished, Some(ends[1]));
        let unsolvable = read_level("taquin", "2 1 3\n4 5 6\n7 8 _").expect("a level");
        let trace = solver(&[unsolvable, taquin()], "auto", &Budget::default()).unwrap();
        assert_eq!((trace.0.len(), trace.ends(), trace.at(i64::MAX).place), (2, None, 0));
        assert!(solver(&levels, "no-such-method", &Budget::default()).is_err());
    }
}
