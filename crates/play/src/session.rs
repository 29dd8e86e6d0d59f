//! A session: one person's attempt at one level. It is the sum of its events, each a line that can be
//! stored at once and replayed; undo goes back without limit, across restarts and snapshots too.

use std::time::Duration;

use ingenio_core::{AnyPlay, Fault, Gesture, LevelRef, Measures, Message, Scene, Sense, Spot};

use crate::clock::PlayClock;
use crate::words;

/// What happened, and what the clock showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub action: Action,
    pub at: Duration,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// One move, as text.
    Move(String),
    Undo,
    Redo,
    Restart,
    /// The position got a name.
    Keep(String),
    /// Back to the position of that name.
    Recall(String),
    /// To the other end of the level: boxes are pulled from the goals back to the start.
    Turn,
    /// The player calls it done, where as much as possible is wanted.
    Done,
}

impl Action {
    /// As a line that [`Action::parse`] reads: `move R`, `undo`, `keep before the door`.
    pub fn text(&self) -> String {
        match self {
            Action::Move(text) => format!("move {text}"),
            Action::Undo => "undo".into(),
            Action::Redo => "redo".into(),
            Action::Restart => "restart".into(),
            Action::Keep(name) => format!("keep {name}"),
            Action::Recall(name) => format!("recall {name}"),
            Action::Turn => "turn".into(),
            Action::Done => "done".into(),
        }
    }

    pub fn parse(line: &str) -> Option<Self> {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("move", text) if !text.is_empty() => Some(Action::Move(text.to_owned())),
            ("undo", "") => Some(Action::Undo),
            ("redo", "") => Some(Action::Redo),
            ("restart", "") => Some(Action::Restart),
            ("keep", name) => Some(Action::Keep(name.to_owned())),
            ("recall", name) => Some(Action::Recall(name.to_owned())),
            ("turn", "") => Some(Action::Turn),
            ("done", "") => Some(Action::Done),
            _ => None,
        }
    }
}

/// A way through a level: the moves, and from which end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pub moves: Vec<String>,
    pub backwards: bool,
}

impl Line {
    /// A play that stands at the end of the line; nothing where it cannot be played.
    pub fn play(&self, level: &LevelRef) -> Result<Box<dyn AnyPlay>, Fault> {
        let mut play = if self.backwards {
            level.play_backwards().ok_or_else(|| words::NOT_BACKWARDS.say())?
        } else {
            level.play()
        };
        for action in &self.moves {
            play.apply(action)?;
        }
        Ok(play)
    }
}

/// A position with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    pub name: String,
    pub line: Line,
}

/// Something that was done and can be taken back. The moves themselves are in the play.
enum Done {
    Move,
    /// To another line of moves; this is the one that was left.
    Jump(Line),
}

/// Something that was taken back and can be done again.
enum Undone {
    Move(String),
    /// To this line.
    Jump(Line),
}

pub struct Session {
    level: LevelRef,
    play: Box<dyn AnyPlay>,
    /// What is known to be possible, where as much as possible is wanted.
    aim: Option<u64>,
    called_done: bool,
    done: Vec<Done>,
    undone: Vec<Undone>,
    snapshots: Vec<Snapshot>,
    events: Vec<Event>,
    clock: PlayClock,
    held: Option<Spot>,
}

impl Session {
    pub fn new(level: LevelRef) -> Self {
        let play = level.play();
        Session {
            level,
            play,
            aim: None,
            called_done: false,
            done: Vec::new(),
            undone: Vec::new(),
            snapshots: Vec::new(),
            events: Vec::new(),
            clock: PlayClock::default(),
            held: None,
        }
    }

    /// The session that left these events; they are made again one by one.
    pub fn resume(level: LevelRef, events: &[Event]) -> Result<Self, Message> {
        let mut session = Session::new(level);
        for event in events {
            session.replay(event)?;
        }
        let shown = events.last().map_or(Duration::ZERO, |event| event.at);
        session.clock = PlayClock::at(shown);
        if session.won() {
            session.clock.stop(Duration::ZERO);
        }
        Ok(session)
    }

    /// Makes an event again as it happened.
    pub fn replay(&mut self, event: &Event) -> Result<(), Message> {
        let number = self.events.len() + 1;
        self.clock = PlayClock::at(event.at);
        self.perform(&event.action, event.at)
            .map_err(|fault| words::NOT_RESUMED.with("number", number).with("reason", fault))
    }

    /// Lets happen here what happened at another place. A time that is longer than the one shown here counts,
    /// because whoever was away has played on; a shorter one does not, because anybody could claim it.
    pub fn follow(&mut self, event: &Event, now: Duration) -> Result<(), Fault> {
        self.clock.show_at_least(event.at, now);
        self.perform(&event.action, now)
    }

    pub fn level(&self) -> &LevelRef {
        &self.level
    }

    /// Everything that happened, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The moves from where the play began to here.
    pub fn moves(&self) -> Vec<String> {
        self.play.made()
    }

    /// The way to here, with the end from which it comes.
    pub fn line(&self) -> Line {
        Line { moves: self.moves(), backwards: self.play.is_backwards() }
    }

    pub fn history(&self) -> String {
        self.play.history()
    }

    pub fn measures(&self) -> Measures {
        self.play.measures()
    }

    pub fn scene(&self) -> Scene {
        self.play.scene()
    }

    /// Is it the end? A solved position is; where as much as possible is wanted, it takes all that there
    /// is, what is known to be possible, or the word of the player.
    pub fn won(&self) -> bool {
        self.solved() || (self.play.won() && self.called_done)
    }

    /// Is it won by reaching all that there is, or what is known to be possible? Where as much as possible is
    /// wanted, a play that is only called done is over, but not solved.
    pub fn solved(&self) -> bool {
        let enough = || self.aim.is_some_and(|aim| self.reached().is_some_and(|reached| reached >= aim));
        self.play.won() && (!self.wants_most() || self.play.finished() || enough())
    }

    /// Has a move been made? From then on the mode of the play is fixed.
    pub fn has_begun(&self) -> bool {
        self.events.iter().any(|event| matches!(event.action, Action::Move(_)))
    }

    /// Says what is known to be possible. It matters only where as much as possible is wanted.
    pub const fn aim_at(&mut self, best: Option<u64>) {
        self.aim = best;
    }

    /// Is there something that the player could call done?
    pub fn can_be_called_done(&self) -> bool {
        self.wants_most() && self.play.won() && !self.won()
    }

    fn wants_most(&self) -> bool {
        let first = self.level.puzzle().info().metrics.first();
        first.is_some_and(|metric| metric.sense == Sense::Most)
    }

    fn reached(&self) -> Option<u64> {
        self.measures().get(self.level.puzzle().info().metrics.first()?.name)
    }

    /// Why the position is lost, where that is known at once.
    pub fn stuck(&self) -> Option<Message> {
        self.play.stuck()
    }

    pub fn play(&self) -> &dyn AnyPlay {
        self.play.as_ref()
    }

    pub fn snapshots(&self) -> &[Snapshot] {
        &self.snapshots
    }

    /// What the player has picked up.
    pub const fn held(&self) -> Option<Spot> {
        self.held
    }

    pub fn let_go(&mut self) {
        self.held = None;
    }

    pub const fn clock(&self) -> &PlayClock {
        &self.clock
    }

    pub fn pause(&mut self, now: Duration) {
        self.clock.pause(now);
    }

    /// Makes the moves of a text one after another; stops at the first that is not allowed.
    pub fn apply(&mut self, text: &str, now: Duration) -> Result<(), Fault> {
        for action in self.play.split(text)? {
            self.perform(&Action::Move(action), now)?;
        }
        Ok(())
    }

    /// Could all the moves of a text be made from here? Nothing changes. A text of more than `most` moves is
    /// refused before the first is tried: what is refused should cost little.
    pub fn rehearse(&mut self, text: &str, most: usize) -> Result<(), Fault> {
        let moves = self.play.split(text)?;
        if moves.len() > most {
            return Err(words::TOO_MANY_MOVES.with("most", most).into());
        }
        let mut made = 0;
        let tried = moves.iter().try_for_each(|action| {
            self.play.apply(action)?;
            made += 1;
            Ok(())
        });
        for _ in 0..made {
            self.play.undo();
        }
        tried
    }

    /// How many moves a gesture would make and take back.
    pub fn size_of(&self, gesture: &Gesture) -> usize {
        let reaction = self.play.gesture(gesture);
        reaction.take_back + reaction.moves.len()
    }

    /// What a gesture means is done, and what it picks up is held. True if something moved.
    pub fn gesture(&mut self, gesture: &Gesture, now: Duration) -> bool {
        let reaction = self.play.gesture(gesture);
        for _ in 0..reaction.take_back {
            self.undo(now);
        }
        self.held = reaction.held;
        let mut moved = reaction.take_back > 0;
        for action in reaction.moves {
            moved |= self.perform(&Action::Move(action), now).is_ok();
        }
        moved
    }

    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// What the board and its figures would be after a gesture; nothing where they would stay as they are.
    pub fn preview(&mut self, gesture: &Gesture) -> Option<(Scene, Measures)> {
        let reaction = self.play.gesture(gesture);
        if reaction.take_back == 0 && reaction.moves.is_empty() {
            return None;
        }
        let made = self.moves();
        let taken_back = made.get(made.len().checked_sub(reaction.take_back)?..)?;
        for _ in 0..reaction.take_back {
            self.play.undo();
        }
        let tried = reaction.moves.iter().take_while(|action| self.play.apply(action).is_ok()).count();
        let shown = (self.play.scene(), self.play.measures());
        for _ in 0..tried {
            self.play.undo();
        }
        for action in taken_back {
            self.play.apply(action).expect("a move that was legal here is legal again");
        }
        Some(shown)
    }

    /// To the other end of the level, where the puzzle is played from there too.
    pub fn turn(&mut self, now: Duration) -> Result<(), Fault> {
        self.perform(&Action::Turn, now)
    }

    /// The player is content with what he has. True if that is an answer.
    pub fn call_done(&mut self, now: Duration) -> bool {
        self.can_be_called_done() && self.perform(&Action::Done, now).is_ok()
    }

    pub fn undo(&mut self, now: Duration) -> bool {
        !self.done.is_empty() && self.perform(&Action::Undo, now).is_ok()
    }

    pub fn redo(&mut self, now: Duration) -> bool {
        !self.undone.is_empty() && self.perform(&Action::Redo, now).is_ok()
    }

    pub fn restart(&mut self, now: Duration) -> bool {
        self.play.length() > 0 && self.perform(&Action::Restart, now).is_ok()
    }

    /// Gives the position a name; the same name again means the later position.
    pub fn keep(&mut self, name: &str, now: Duration) {
        let _ = self.perform(&Action::Keep(name.to_owned()), now);
    }

    pub fn recall(&mut self, name: &str, now: Duration) -> Result<(), Fault> {
        self.perform(&Action::Recall(name.to_owned()), now)
    }

    /// Takes back until the position is not known to be lost; tells how many steps that were.
    pub fn undo_to_hope(&mut self, now: Duration) -> usize {
        let mut steps = 0;
        while self.stuck().is_some() && self.undo(now) {
            steps += 1;
        }
        steps
    }

    fn perform(&mut self, action: &Action, now: Duration) -> Result<(), Fault> {
        match action {
            Action::Move(text) => {
                self.play.apply(text)?;
                self.done.push(Done::Move);
                self.undone.clear();
                self.clock.start(now);
            }
            Action::Undo => self.take_back()?,
            Action::Redo => self.make_again()?,
            Action::Restart => self.jump(&Line { moves: Vec::new(), backwards: self.play.is_backwards() })?,
            Action::Keep(name) => {
                self.snapshots.retain(|snapshot| snapshot.name != *name);
                self.snapshots.push(Snapshot { name: name.clone(), line: self.line() });
            }
            Action::Recall(name) => {
                let known = self.snapshots.iter().find(|snapshot| snapshot.name == *name);
                let line = known.ok_or_else(|| words::NO_SNAPSHOT.with("name", name))?.line.clone();
                self.jump(&line)?;
            }
            Action::Turn => self.jump(&Line { moves: Vec::new(), backwards: !self.play.is_backwards() })?,
            Action::Done => {}
        }
        // What was called done is so until something is done to it.
        self.called_done = match action {
            Action::Done => true,
            Action::Keep(_) => self.called_done,
            _ => false,
        };
        self.events.push(Event { action: action.clone(), at: self.clock.shows(now) });
        if self.won() {
            self.clock.stop(now);
        } else {
            self.clock.release();
        }
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), Fault> {
        match self.done.pop() {
            None => {}
            Some(Done::Move) => {
                self.undone.extend(self.play.last().map(Undone::Move));
                self.play.undo();
            }
            Some(Done::Jump(from)) => {
                let left = self.stand_after(&from)?;
                self.undone.push(Undone::Jump(left));
            }
        }
        Ok(())
    }

    fn make_again(&mut self) -> Result<(), Fault> {
        match self.undone.pop() {
            None => {}
            Some(Undone::Move(text)) => {
                self.play.apply(&text)?;
                self.done.push(Done::Move);
            }
            Some(Undone::Jump(to)) => {
                let left = self.stand_after(&to)?;
                self.done.push(Done::Jump(left));
            }
        }
        Ok(())
    }

    fn jump(&mut self, to: &Line) -> Result<(), Fault> {
        let left = self.stand_after(to)?;
        self.held = None;
        self.done.push(Done::Jump(left));
        self.undone.clear();
        Ok(())
    }

    /// Goes to the end of a line; hands back the one that is left.
    fn stand_after(&mut self, line: &Line) -> Result<Line, Fault> {
        let (left, play) = (self.line(), line.play(&self.level)?);
        self.play = play;
        Ok(left)
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Session({}, {} moves)", self.level.id(), self.play.length())
    }
}
