//! Days of the calendar, as in `2026-11-17`. Nothing here knows of hours or zones.

use std::fmt;
use std::str::FromStr;

/// A day, as the number of days since 1 January 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i64);

const MILLIS: i64 = 86_400_000;
/// Days from the first of March of the year 0 to 1970.
const EPOCH: i64 = 719_468;
/// Days of 400 years.
const ERA: i64 = 146_097;

impl Day {
    /// The day in Greenwich at a moment, in milliseconds since 1970.
    pub const fn at(millis: i64) -> Self {
        Day(millis.div_euclid(MILLIS))
    }

    /// Its first moment in Greenwich.
    pub const fn begins(self) -> i64 {
        self.0 * MILLIS
    }

    /// Days since 1970-01-01.
    pub const fn number(self) -> i64 {
        self.0
    }

    /// So many days later.
    #[must_use]
    pub const fn plus(self, days: i64) -> Self {
        Day(self.0 + days)
    }

    /// Nothing for a day that no calendar has.
    pub fn new(year: i64, month: i64, day: i64) -> Option<Self> {
        // Howard Hinnant's way: years begin in March, eras last 400 years.
        let (shifted, from_march) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let (era, of_era) = (shifted.div_euclid(400), shifted.rem_euclid(400));
        let of_year = (153 * from_march + 2) / 5 + day - 1;
        let found = Day(era * ERA + of_era * 365 + of_era / 4 - of_era / 100 + of_year - EPOCH);
        (found.date() == (year, month, day)).then_some(found)
    }

    /// Year, month and day, months and days from 1.
    pub const fn date(self) -> (i64, i64, i64) {
        let days = self.0 + EPOCH;
        let (era, of_era) = (days.div_euclid(ERA), days.rem_euclid(ERA));
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let shifted = (5 * of_year + 2) / 153;
        let day = of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        (year + era * 400 + (month <= 2) as i64, month, day)
    }

    /// From 0, Monday.
    pub const fn weekday(self) -> usize {
        (self.0 + 3).rem_euclid(7) as usize
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// The text is no day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotADay;

impl FromStr for Day {
    type Err = NotADay;

    fn from_str(text: &str) -> Result<Self, NotADay> {
        let parts: Vec<&str> = text.split('-').collect();
        let number = |part: &str| part.parse::<u16>().map(i64::from).map_err(|_| NotADay);
        let &[year, month, day] = parts.as_slice() else { return Err(NotADay) };
        let found = Day::new(number(year)?, number(month)?, number(day)?).ok_or(NotADay)?;
        // One day has one name.
        if found.to_string() == text { Ok(found) } else { Err(NotADay) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates_and_weekdays() {
        for (text, number, weekday) in [
            ("1970-01-01", 0, 3),
            ("2000-02-29", 11_016, 1),
            ("2026-11-17", 20_774, 1),
            ("1969-12-31", -1, 2),
        ] {
            let day: Day = text.parse().unwrap();
            assert_eq!((day.number(), day.weekday(), day.to_string().as_str()), (number, weekday, text));
        }
        assert_eq!(Day::at(86_399_999).to_string(), "1970-01-01");
        assert_eq!(Day::at(-1).to_string(), "1969-12-31");
        for days in 0..200_000 {
            let day = Day(days);
            let (year, month, of_month) = day.date();
            assert_eq!(Day::new(year, month, of_month), Some(day));
        }
    }

    #[test]
    fn what_no_calendar_has_is_no_day() {
        for bad in
            ["", "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "+2026-01-01", "2026-01-01-01", "x"]
        {
            assert_eq!(bad.parse::<Day>(), Err(NotADay), "{bad}");
        }
    }
}
