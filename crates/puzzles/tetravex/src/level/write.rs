//! Writes levels in the three forms that the reader knows.

use std::fmt::Write as _;

use ingenio_core::{Message, Template};

use super::{Level, Place, Question, Tile, count_colours};
use crate::words;

pub fn write(level: &Level, format: &str) -> Result<String, Message> {
    match format {
        "counts" => counts(level),
        "digits" => digits(level),
        _ => Ok(plain(level)),
    }
}

fn plain(level: &Level) -> String {
    let mut text = format!("{}\n", level.size());
    push_tiles(&mut text, level);
    push_places(&mut text, level);
    if level.question() == Question::Complete {
        text.push_str("question: complete\n");
    }
    text
}

fn push_tiles(text: &mut String, level: &Level) {
    for tile in level.tiles() {
        let _ = writeln!(text, "{tile}");
    }
}

fn push_places(text: &mut String, level: &Level) {
    for (cell, place) in level.places().iter().enumerate() {
        if let Place::Fixed(tile) = place {
            let _ = writeln!(text, "fixed {} {}", level.name(cell), tile + 1);
        }
    }
    for (cell, _) in level.places().iter().enumerate().filter(|(_, place)| **place == Place::Blocked) {
        let _ = writeln!(text, "blocked {}", level.name(cell));
    }
}

fn counts(level: &Level) -> Result<String, Message> {
    if level.size().width != level.size().height {
        return Err(why(words::NOT_PLAIN, words::NO_SQUARE));
    }
    let colours = count_colours(level.tiles());
    let mut text = format!("{} {colours} {}\n", level.size().width, level.tiles().len());
    push_tiles(&mut text, level);
    push_places(&mut text, level);
    if level.question() == Question::Complete {
        text.push_str("question: complete\n");
    }
    Ok(text)
}

fn digits(level: &Level) -> Result<String, Message> {
    let fits = |fits, reason| if fits { Ok(()) } else { Err(why(words::NOT_DIGITS, reason)) };
    fits(level.size().width == level.size().height, words::NO_SQUARE)?;
    fits(level.tiles().len() == level.size().cells(), words::OTHER_TILES)?;
    fits(level.tiles().iter().all(|tile| tile.0.iter().all(|side| *side <= 9)), words::TWO_DIGITS)?;
    fits(level.question() == Question::Maximise, words::ASKS_FULL)?;
    let at_home = |(cell, place): (usize, &Place)| match place {
        Place::Open => true,
        Place::Blocked => false,
        Place::Fixed(tile) => usize::from(*tile) == cell,
    };
    fits(level.places().iter().enumerate().all(at_home), words::FIXED_OR_BLOCKED)?;
    let line = |(tile, place): (&Tile, &Place)| {
        let [top, right, bottom, left] = tile.0;
        let mark = if matches!(place, Place::Fixed(_)) { " @" } else { "" };
        format!("{top}{left}{right}{bottom}{mark}\n")
    };
    Ok(level.tiles().iter().zip(level.places()).map(line).collect())
}

fn why(sentence: Template, reason: Template) -> Message {
    sentence.with("why", reason)
}

#[cfg(test)]
mod tests {
    use ingenio_core::{Options, Source};

    use super::*;
    use crate::level::read;

    fn level(text: &str) -> Level {
        read(&Source::new(text), &Options::default()).remove(0).unwrap().level
    }

    #[test]
    fn every_form_reads_back_as_the_same_level() {
        let square = level("1234 @\n5678\n9012\n3456 @\n");
        for format in ["plain", "counts", "digits"] {
            assert_eq!(level(&write(&square, format).unwrap()), square, "{format}");
        }
    }

    #[test]
    fn a_form_that_cannot_hold_a_level_is_refused() {
        let wide = level("2x1\n1 2 3 4\n");
        assert_eq!(write(&wide, "counts").unwrap_err().id(), words::NOT_PLAIN.id);
        assert_eq!(write(&wide, "digits").unwrap_err().id(), words::NOT_DIGITS.id);
        let many = level("1x1\n1 2 3 10\n");
        assert_eq!(write(&many, "digits").unwrap_err().id(), words::NOT_DIGITS.id);
    }
}
