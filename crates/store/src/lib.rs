//! What is kept between runs: players, plays move by move, progress, records, and the solutions that
//! methods found. Nothing becomes a record or a run here that the referee has not replayed:
//! the types accept [`ingenio_core::Verified`] only.
//!
//! [`Store`] is the handle that many people share: asynchronous, cheap to clone, over a file of `SQLite`
//! or a server of `PostgreSQL`. [`LocalStore`] is the same for one person and no runtime: its calls
//! block. A change is committed before the call that made it returns, so what was shown is never lost.
//!
//! The SQL stands with its subject (`players`, `sessions`, `settings`, `levels`, `made`, `packs`, `plays`, `progress`,
//! `records`, `runs`, `campaign_runs`, `judge`, `finishes`, `dailies`, `people`, `statistics`, `findings`, `quotas`,
//! `classes`, `homework`, `started_campaigns`, `races`, `devices`, `housekeeping`, `exchange`), once, in the language
//! that both databases speak; `sqlite` and `postgres` hold
//! what differs: opening, versions, and how a change is committed. Every test runs on both. Work for other machines
//! (`work`) is `PostgreSQL`'s alone.

mod campaign_runs;
mod checkpoint;
mod classes;
mod dailies;
mod database;
mod devices;
mod exchange;
mod exchange_classes;
mod findings;
mod finishes;
mod group_commit;
mod homework;
mod housekeeping;
mod judge;
mod levels;
mod lines;
mod local;
mod local_work;
mod login_failures;
mod made;
mod migrations;
mod names;
mod neighbours;
mod packs;
mod people;
mod players;
mod plays;
#[cfg_attr(not(feature = "postgres"), path = "no_postgres.rs")]
mod postgres;
mod progress;
mod quotas;
mod race_rows;
mod races;
mod records;
mod rows;
mod runs;
mod sessions;
mod settings;
mod sqlite;
mod started_campaigns;
mod statistics;
mod store;
mod trouble;
pub mod words;
mod work;

pub use campaign_runs::KeptRun;
pub use classes::{Class, ClassKey, ClassWish, Joined, MOST_PUPILS, Pupil, Returned};
pub use dailies::{DailyWin, DailyWins, is_somewhere};
pub use findings::Finding;
pub use homework::{Given, HomeAnswer, HomePlay, Homework, MOST_CLASS_LEVELS, Task};
pub use housekeeping::{Drill, OpenedLevel, Resident, open_copy};
pub use levels::LevelText;
pub use local::LocalStore;
pub use login_failures::{FailureCount, REMEMBERED};
pub use made::{MadeKey, MadeLevel, Publication};
pub use names::folded;
pub use packs::{Arrangement, OwnPack, PackKey, PackedLevel};
pub use people::{Best, Bests, Side};
pub use postgres::Listener;
pub use progress::{Win, Won};
pub use quotas::{MOST_UNMOVED, MOST_UNUSED, Swept, Usage};
pub use race_rows::{
    LEG_LIMIT, LOBBY_PATIENCE, Leg, MOST_RACERS, OpenRace, Phase, RACE_LENGTHS, Race, RaceCode, RacePlay,
    RaceStep, Racer, RacerKind,
};
pub use races::{Machine, NewRace};
pub use rows::{
    Account, Counts, Hint, Holder, LevelProgress, Page, PlayId, PlayKey, PlayRow, Player, PlayerId, Record,
    SavedPlay, now,
};
pub use settings::Settings;
pub use statistics::{Ended, LevelStatistics, PlayerStatistics};
pub use store::{Store, is_postgres, without_password};
pub use trouble::Trouble;
pub use work::{
    HandedOut, JobNews, JobOrder, JobPulse, JobSeen, NewJob, NewWork, NoRoom, SharesStanding, TakenJob,
    TakenShare, WaitingJob, WorkLevel, WorkTerms, WorkerRow, WorkersSeen,
};
