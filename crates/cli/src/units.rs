//! Times, sizes and ranges as people write them, and as we write them for people.

use std::time::Duration;

use ingenio_core::Decimal;

use crate::reader::{Spoken, say};
use crate::words;

pub fn time(text: &str) -> Result<Duration, String> {
    let complaint = || words::NOT_A_TIME.with("text", text).spoken();
    let split = text.find(|letter: char| letter.is_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let scale = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(complaint()),
    };
    let seconds: f64 = number.trim().parse::<f64>().map_err(|_| complaint())? * scale;
    Duration::try_from_secs_f64(seconds).map_err(|_| complaint())
}

pub fn size(text: &str) -> Result<u64, String> {
    let complaint = || words::NOT_A_SIZE.with("text", text).spoken();
    let split = text.find(|letter: char| letter.is_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let shift = match unit.to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ => return Err(complaint()),
    };
    let number: f64 = number.trim().parse().map_err(|_| complaint())?;
    let bytes = number * (1u64 << shift) as f64;
    if (1.0..1e18).contains(&bytes) { Ok(bytes as u64) } else { Err(complaint()) }
}

/// `A..B`, both included, both from 1; either may be left out.
pub fn range(text: &str) -> Result<(usize, usize), String> {
    let complaint = || words::NOT_A_RANGE.with("text", text).spoken();
    let (first, last) = text.split_once("..").ok_or_else(complaint)?;
    let number = |text: &str, default: usize| match text.trim() {
        "" => Ok(default),
        digits => digits.parse().ok().filter(|number| *number > 0).ok_or_else(complaint),
    };
    let (first, last) = (number(first, 1)?, number(last, usize::MAX)?);
    if first <= last { Ok((first, last)) } else { Err(complaint()) }
}

pub fn show_time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..0.001 => format!("{:.0} µs", seconds * 1e6),
        ..1.0 => format!("{} ms", local(seconds * 1e3, 1)),
        ..100.0 => format!("{} s", local(seconds, 2)),
        _ => format!("{seconds:.0} s"),
    }
}

pub fn show_bytes(bytes: u64) -> String {
    let mut number = bytes as f64;
    let mut unit = "B";
    for larger in ["KiB", "MiB", "GiB"] {
        if number >= 10_000.0 {
            (number, unit) = (number / 1024.0, larger);
        }
    }
    format!("{number:.0} {unit}")
}

fn local(figure: f64, digits: usize) -> String {
    say(Decimal(figure, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        assert_eq!(time("10"), Ok(Duration::from_secs(10)));
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5 m"), Ok(Duration::from_secs(90)));
        assert_eq!(time("2h"), Ok(Duration::from_hours(2)));
        for bad in ["-1", "", "s", "1d", "NaN", "inf", "1e400"] {
            assert!(time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_are_read() {
        assert_eq!(size("1000"), Ok(1000));
        assert_eq!(size("2k"), Ok(2048));
        assert_eq!(size("1.5GiB"), Ok(3 << 29));
        assert_eq!(size("8G"), Ok(8 << 30));
        for bad in ["-1", "", "0", "G", "1X", "1e30", "1KKMB"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn ranges_are_read() {
        assert_eq!(range("2..4"), Ok((2, 4)));
        assert_eq!(range("..4"), Ok((1, 4)));
        assert_eq!(range("3.."), Ok((3, usize::MAX)));
        for bad in ["4..2", "0..1", "3", "a..b"] {
            assert!(range(bad).is_err(), "{bad}");
        }
    }
}
