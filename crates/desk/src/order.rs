//! What a tab wants done, as it comes over a line.

use std::time::Duration;

use ingenio_core::{Cell, Gesture};
use ingenio_play::{Action, Event, Mode, Session};
use serde::{Deserialize, Serialize};

use crate::scene::{CellBody, DirBody, SideBody, SpotBody, from_body};

/// What a tab wants done. `n` counts the tab's orders.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Order {
    pub n: u64,
    #[serde(flatten)]
    pub wish: Wish,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Wish {
    Gesture {
        gesture: GestureBody,
    },
    /// A move as text.
    Move {
        text: String,
    },
    Undo,
    Redo,
    Restart,
    /// Back to where it was not lost.
    Back,
    /// Gives the position a name.
    Keep {
        name: String,
    },
    Recall {
        name: String,
    },
    Pause,
    /// To the other end of the level, where the puzzle is played from there too.
    Turn,
    /// The player is content with what there is, where as much as possible is wanted.
    Done,
    Mode {
        mode: ModeBody,
    },
    /// What happened at a page that knows the rules itself, after the first `after` events of the play. Sent
    /// again it changes nothing: what is known already is passed over.
    Events {
        after: usize,
        events: Vec<EventBody>,
    },
    /// The page itself gave a hint of this rung, from 1.
    Hinted {
        rung: u8,
    },
}

/// An event of a play, with the milliseconds that its clock showed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EventBody(pub String, pub u64);

impl EventBody {
    pub fn event(&self) -> Option<Event> {
        Some(Event { action: Action::parse(&self.0)?, at: Duration::from_millis(self.1) })
    }
}

impl From<&Event> for EventBody {
    fn from(event: &Event) -> Self {
        EventBody(event.action.text(), u64::try_from(event.at.as_millis()).unwrap_or(u64::MAX))
    }
}

pub fn event_bodies(events: &[Event]) -> Vec<EventBody> {
    events.iter().map(EventBody::from).collect()
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ModeBody {
    #[default]
    Relax,
    Challenge,
}

impl From<ModeBody> for Mode {
    fn from(mode: ModeBody) -> Mode {
        match mode {
            ModeBody::Relax => Mode::Relax,
            ModeBody::Challenge => Mode::Challenge,
        }
    }
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum GestureBody {
    Arrow(DirBody),
    /// One of the slanted sides of a hexagon.
    Slant(SideBody),
    Tap(SpotBody),
    Drag {
        from: SpotBody,
        through: Vec<CellBody>,
    },
    Away(SpotBody),
    Shift(DirBody),
}

impl GestureBody {
    pub fn gesture(self, session: &Session) -> Gesture {
        let held = session.held();
        match self {
            GestureBody::Arrow(dir) => Gesture::Arrow { dir: dir.into(), held },
            GestureBody::Slant(side) => Gesture::Slant { side: side.into(), held },
            GestureBody::Tap(spot) => Gesture::Tap { at: spot.into(), held },
            GestureBody::Drag { from, through } => {
                let size = session.scene().size;
                let inside = |cell: &Cell| {
                    usize::from(cell.row) < size.height && usize::from(cell.column) < size.width
                };
                let through = through.into_iter().map(from_body).filter(inside).collect();
                Gesture::Drag { from: from.into(), through }
            }
            GestureBody::Away(from) => Gesture::Away { from: from.into() },
            GestureBody::Shift(dir) => Gesture::Shift { dir: dir.into() },
        }
    }
}
