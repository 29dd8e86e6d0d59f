//! The daily puzzle, made in the page.

use ingenio_catalog::find;
use ingenio_core::Cancel;
use ingenio_core::day::Day;
use ingenio_workshop::{ToldProduct, daily};
use serde::{Deserialize, Serialize};

use crate::request::{Answered, Asker};
use crate::words;

#[derive(Clone, Debug, Deserialize)]
pub struct DailyWish {
    puzzle: String,
    /// As in `2026-11-17`.
    day: String,
}

#[derive(Serialize)]
struct DailyBody<'a> {
    level: ToldProduct<'a>,
}

impl DailyWish {
    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        let day: Day = self.day.parse().map_err(|_| words::NO_DAY.with("day", &self.day))?;
        let product = daily(find(&self.puzzle)?, day, &Cancel::default())?;
        asker.written(&DailyBody { level: product.told(day.number() as u64, 1) })
    }
}
