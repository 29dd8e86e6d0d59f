//! The desk of one play: it carries orders out, and says where the play stands.

use std::sync::Arc;
use std::time::Duration;

use ingenio_core::{Fault, Language, LevelRef, Message, Scene};
use ingenio_play::{Action, Event, Session, helps};

use crate::order::{EventBody, ModeBody, Wish, event_bodies};
use crate::scene::{BoardBody, ChangeBody, SpotBody};
use crate::state::StateBody;
use crate::told::Told;
use crate::words;

/// No gesture makes more moves at once: the longest walk through a large maze.
pub const MOST_AT_ONCE: usize = 1000;
/// A move as text is short, and counts nothing in thousands.
const LONGEST_MOVE: usize = 4096;
/// Positions that a play keeps by name.
const MOST_KEPT: usize = 16;

pub struct Desk {
    session: Session,
    /// As it was last told.
    scene: Arc<Scene>,
    turns: bool,
    /// What is known to be possible.
    aim: Option<u64>,
    pub mode: ModeBody,
    pub stars: Option<u8>,
    pub record: Option<Message>,
    pub helped: bool,
    /// The language of its player.
    pub reader: Language,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Desk({:?})", self.session)
    }
}

impl Desk {
    /// The desk of a play that left these events; `aim` is what is known to be possible.
    pub fn resume(
        level: &LevelRef,
        events: &[Event],
        mode: ModeBody,
        aim: Option<u64>,
    ) -> Result<Self, Message> {
        let mut session = Session::resume(level.clone(), events)?;
        session.aim_at(aim);
        Ok(Desk {
            scene: Arc::new(session.scene()),
            turns: level.play_backwards().is_some(),
            session,
            aim,
            mode,
            stars: None,
            record: None,
            helped: false,
            reader: Language::default(),
        })
    }

    /// The same play after other events.
    pub fn stand_after(&mut self, events: &[Event]) -> Result<(), Message> {
        self.session = Session::resume(self.session.level().clone(), events)?;
        self.session.aim_at(self.aim);
        Ok(())
    }

    /// The position as it was after so many events.
    pub fn forget_after(&mut self, events: usize) {
        let kept = self.session.events()[..events].to_vec();
        // They were made here: they can be made again.
        let _ = self.stand_after(&kept);
    }

    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// What is known to be possible.
    pub const fn aim(&self) -> Option<u64> {
        self.aim
    }

    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// Carries an order out; perhaps there is something to say.
    pub fn apply(&mut self, wish: Wish, now: Duration) -> Result<Option<Message>, Fault> {
        let session = &mut self.session;
        match wish {
            Wish::Gesture { gesture } => {
                let gesture = gesture.gesture(session);
                if session.size_of(&gesture) > MOST_AT_ONCE {
                    return Err(words::TOO_MUCH_AT_ONCE.with("most", MOST_AT_ONCE).into());
                }
                session.gesture(&gesture, now);
            }
            Wish::Move { text } => {
                check_length(&text)?;
                // All of it or nothing: what is refused leaves no trace, and needs no replay to take it back.
                session.rehearse(&text, MOST_AT_ONCE)?;
                session.apply(&text, now)?;
            }
            Wish::Undo => drop(session.undo(now)),
            Wish::Redo => drop(session.redo(now)),
            Wish::Restart => drop(session.restart(now)),
            Wish::Back => {
                let steps = session.undo_to_hope(now);
                return Ok(Some(words::WENT_BACK.with("count", steps)));
            }
            Wish::Keep { name } => {
                check_name(session, &name)?;
                session.keep(&name, now);
            }
            Wish::Recall { name } => session.recall(&name, now)?,
            Wish::Pause => session.pause(now),
            Wish::Turn => session.turn(now)?,
            Wish::Done => drop(session.call_done(now)),
            Wish::Mode { mode } => {
                if session.has_begun() {
                    return Err(words::MODE_FIXED.say().into());
                }
                self.mode = mode;
                let words = match mode {
                    ModeBody::Relax => words::RELAX,
                    ModeBody::Challenge => words::CHALLENGE,
                };
                return Ok(Some(words.say()));
            }
            Wish::Events { after, events } => self.follow(after, &events, now)?,
            Wish::Hinted { rung } => self.helped |= helps(rung),
        }
        Ok(None)
    }

    /// Lets happen what happened at a page; all of it or nothing.
    fn follow(&mut self, after: usize, events: &[EventBody], now: Duration) -> Result<(), Fault> {
        let events = read_events(events)?;
        if events.len() > MOST_AT_ONCE {
            return Err(words::TOO_MUCH_AT_ONCE.with("most", MOST_AT_ONCE).into());
        }
        let before = self.session.events().len();
        let Some(known) = self.session.events().get(after..) else {
            return Err(words::MISSING_EVENTS.with("known", before).with("after", after).into());
        };
        let old = known.len().min(events.len());
        if known.iter().zip(&events).any(|(known, event)| known.action != event.action) {
            return Err(words::WENT_ON_ELSEWHERE.say().into());
        }
        for event in &events[old..] {
            let done = check_event(&self.session, event).and_then(|()| self.session.follow(event, now));
            if let Err(fault) = done {
                self.forget_after(before);
                return Err(fault);
            }
        }
        Ok(())
    }

    /// Where it stands and how that looks, for a tab that comes.
    pub fn board(&mut self, said: Option<Message>, now: Duration) -> (Arc<Scene>, StateBody) {
        self.scene = Arc::new(self.session.scene());
        (self.scene.clone(), self.state(said, now))
    }

    /// What has changed on the board since it was last told.
    pub fn difference(&mut self) -> ChangeBody {
        self.show(self.session.scene())
    }

    /// What is different on another board; from now on it is that one that was told.
    pub(crate) fn show(&mut self, scene: Scene) -> ChangeBody {
        let change = ChangeBody::between(&self.scene, &scene);
        self.scene = Arc::new(scene);
        change
    }

    /// What has changed, as a message.
    pub fn change(&mut self, said: Option<Message>, now: Duration) -> String {
        let change = self.difference();
        Told::Change { change, state: &self.state(said, now) }.text(self.reader)
    }

    /// What happened after the first `from` events, for a page that knows the rules.
    pub fn events_after(&self, from: usize, said: Option<Message>, now: Duration) -> String {
        let events = event_bodies(self.session.events().get(from..).unwrap_or_default());
        Told::Events { from, events, state: &self.state(said, now) }.text(self.reader)
    }

    pub fn drawn(reader: Language, scene: &Scene, state: &StateBody) -> String {
        Told::Board { board: BoardBody::of(scene), state }.text(reader)
    }

    pub fn state(&self, said: Option<Message>, now: Duration) -> StateBody {
        let session = &self.session;
        let measures = session.measures();
        StateBody {
            number: session.events().len(),
            moves: session.play().length(),
            figures: measures.said(),
            measures: measures
                .iter()
                .filter_map(|(name, _)| Some((name.to_owned(), measures.get(name)?)))
                .collect(),
            won: session.won(),
            helped: self.helped,
            stuck: session.stuck().map(|reason| words::SENTENCE.with("text", reason)),
            held: session.held().map(SpotBody::from),
            clock: u64::try_from(session.clock().shows(now).as_millis()).unwrap_or(u64::MAX),
            running: session.clock().is_running(),
            can_undo: session.can_undo(),
            can_redo: session.can_redo(),
            can_turn: self.turns,
            backwards: session.play().is_backwards(),
            can_be_done: session.can_be_called_done(),
            stars: self.stars,
            said,
            mode: self.mode,
            kept: session.snapshots().iter().map(|snapshot| snapshot.name.clone()).collect(),
            record: self.record.clone(),
        }
    }

    /// The session, for what a page only looks at.
    pub(crate) const fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }
}

fn check_length(text: &str) -> Result<(), Fault> {
    let digits = text.split(|letter: char| !letter.is_ascii_digit());
    if text.len() > LONGEST_MOVE || digits.map(str::len).max() > Some(3) {
        return Err(words::TOO_MUCH_AT_ONCE.with("most", MOST_AT_ONCE).into());
    }
    Ok(())
}

fn check_name(session: &Session, name: &str) -> Result<(), Fault> {
    if name.chars().count() > 40 || name.chars().any(char::is_control) {
        return Err(words::BAD_SNAPSHOT.say().into());
    }
    let is_new = session.snapshots().iter().all(|snapshot| snapshot.name != name);
    if is_new && session.snapshots().len() >= MOST_KEPT {
        return Err(words::TOO_MANY_SNAPSHOTS.with("most", MOST_KEPT).into());
    }
    Ok(())
}

/// What a page says happened is held to the same limits as what it asks for.
fn check_event(session: &Session, event: &Event) -> Result<(), Fault> {
    match &event.action {
        Action::Move(text) => check_length(text),
        Action::Keep(name) => check_name(session, name),
        _ => Ok(()),
    }
}

pub(crate) fn read_events(events: &[EventBody]) -> Result<Vec<Event>, Fault> {
    let read = |body: &EventBody| {
        let shown: String = body.0.chars().take(80).collect();
        body.event().ok_or_else(|| words::NOT_AN_EVENT.with("text", shown).into())
    };
    events.iter().map(read).collect()
}
