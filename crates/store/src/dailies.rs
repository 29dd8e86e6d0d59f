//! Daily puzzles, and who has solved them when.

use std::collections::BTreeMap;

use ingenio_core::day::Day;
use ingenio_core::{LevelId, LevelRef};
use sqlx::{AnyConnection, Row};

use crate::levels;
use crate::plays::level_id;
use crate::rows::PlayerId;
use crate::store::Store;
use crate::trouble::Trouble;

/// How a player solved a daily puzzle: the best that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyWin {
    pub stars: u8,
    /// The player's clock, in milliseconds.
    pub clock: i64,
    pub helped: bool,
    /// While the day was today somewhere on earth?
    pub in_time: bool,
}

/// By day and puzzle.
pub type DailyWins = BTreeMap<(Day, String), DailyWin>;

/// How long before the day begins in Greenwich it has begun in the east, and how long after its end there it goes on
/// in the west, in milliseconds.
const EAST: i64 = 14 * 3_600_000;
const WEST: i64 = 12 * 3_600_000;

/// Is it that day anywhere on earth?
pub const fn is_somewhere(day: Day, moment: i64) -> bool {
    moment >= day.begins() - EAST && moment < day.plus(1).begins() + WEST
}

impl Store {
    /// The level of a day, if it has one yet.
    pub async fn daily(&self, day: Day, puzzle: &str) -> Result<Option<LevelId>, Trouble> {
        let query = sqlx::query("SELECT level FROM daily WHERE day = $1 AND puzzle = $2");
        let row = query.bind(day.number()).bind(puzzle).fetch_optional(&mut *self.reader().await?).await?;
        row.as_ref().map(level_id).transpose()
    }

    /// Gives a day its level; the first stays. Gives the one that it has.
    pub async fn keep_daily(&self, day: Day, level: &LevelRef) -> Result<LevelId, Trouble> {
        let level = level.clone();
        self.write(move |db| Box::pin(async move { keep(db, day, &level).await })).await
    }

    /// The day and the puzzle whose level it is.
    pub async fn day_of(&self, level: LevelId) -> Result<Option<Day>, Trouble> {
        let query = sqlx::query_scalar("SELECT day FROM daily WHERE level = $1 ORDER BY day LIMIT 1");
        let day: Option<i64> =
            query.bind(level.to_string()).fetch_optional(&mut *self.reader().await?).await?;
        Ok(day.map(|day| Day::at(0).plus(day)))
    }

    /// All daily puzzles that a player has solved.
    pub async fn daily_wins(&self, player: PlayerId) -> Result<DailyWins, Trouble> {
        let rows = sqlx::query(
            "SELECT daily.day, daily.puzzle, finish.at, finish.clock, finish.helped, finish.stars \
             FROM daily JOIN play ON play.level = daily.level AND play.player = $1 \
             JOIN finish ON finish.play = play.id AND finish.solved = 1 ORDER BY finish.at, play.id",
        )
        .bind(player.0)
        .fetch_all(&mut *self.reader().await?)
        .await?;
        let mut wins = DailyWins::new();
        for row in &rows {
            let day = Day::at(0).plus(row.try_get("day")?);
            let win = DailyWin {
                stars: u8::try_from(row.try_get::<i64, _>("stars")?).unwrap_or(0),
                clock: row.try_get("clock")?,
                helped: row.try_get::<i64, _>("helped")? != 0,
                in_time: is_somewhere(day, row.try_get("at")?),
            };
            let kept = wins.entry((day, row.try_get("puzzle")?)).or_insert(win);
            if win.counts_before(*kept) {
                *kept = win;
            }
        }
        Ok(wins)
    }
}

impl DailyWin {
    /// In time and alone before late or helped, then more stars; the earlier stays.
    fn counts_before(self, other: DailyWin) -> bool {
        let worth = |win: DailyWin| (win.in_time && !win.helped, !win.helped, win.stars);
        worth(self) > worth(other)
    }
}

async fn keep(db: &mut AnyConnection, day: Day, level: &LevelRef) -> Result<LevelId, Trouble> {
    levels::keep(db, level).await?;
    let puzzle = level.puzzle().info().name;
    sqlx::query(
        "INSERT INTO daily (day, puzzle, level) VALUES ($1, $2, $3) ON CONFLICT (day, puzzle) DO NOTHING",
    )
    .bind(day.number())
    .bind(puzzle)
    .bind(level.id().to_string())
    .execute(&mut *db)
    .await?;
    let query = sqlx::query("SELECT level FROM daily WHERE day = $1 AND puzzle = $2");
    level_id(&query.bind(day.number()).bind(puzzle).fetch_one(db).await?)
}
