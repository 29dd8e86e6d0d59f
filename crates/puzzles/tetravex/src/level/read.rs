//! Reads levels. Three forms, told apart by their first line:
//!
//! - `WxH`, then one tile `top right bottom left` per line (the canonical form);
//! - `N COLOURS TILES`, then exactly that many tile lines, for a board of N x N;
//! - four digits `top left right bottom` per line, `@` after a tile that lies in its place, for a
//!   square board that the tiles fill; levels are separated by empty lines.
//!
//! The first two also take `fixed ROW,COLUMN TILE`, `blocked ROW,COLUMN`, `question: complete`,
//! `title:`, `author:`, `solution:`; lines that begin with `;` are comments everywhere.

use ingenio_core::head::{Head, is_comment, key_line};
use ingenio_core::source::words as split_words;
use ingenio_core::{Fault, Likeness, Options, Reading, Size, Source};

use super::{Level, MOST_TILES, Place, Question, Tile, cell_name, check_size};
use crate::words;

/// A line with its number in the text.
type Line<'a> = (usize, &'a str);

pub fn recognise(source: &Source) -> Likeness {
    let lines = meaningful(source);
    let mut rules = lines.iter().filter(|(_, line)| key_of(line).is_none());
    let Some((_, first)) = rules.next() else { return Likeness::No };
    let likely = |sure| if sure { Likeness::Sure } else { Likeness::Maybe };
    if is_digits(first) {
        return likely(lines.iter().any(|(_, line)| line.contains('@')));
    }
    let second_is_tile = rules.next().is_some_and(|(_, line)| split_words(line).count() == 4);
    match header(first) {
        Some(Header::Size(_)) => likely(second_is_tile),
        Some(Header::Counts { .. }) if second_is_tile => Likeness::Sure,
        _ => Likeness::No,
    }
}

/// Reads all levels of a text.
pub fn read(source: &Source, settings: &Options) -> Vec<Reading<Level>> {
    let settings = Settings::from(settings);
    let lines = meaningful(source);
    let first = lines.iter().find(|(_, line)| key_of(line).is_none());
    if first.is_some_and(|(_, line)| is_digits(line)) {
        return paragraphs(source).into_iter().map(|lines| digit_level(&lines, settings)).collect();
    }
    blocks(lines).into_iter().map(|lines| plain_level(&lines, settings)).collect()
}

/// What the reader of a level may ask for.
#[derive(Clone, Copy)]
struct Settings {
    question: Question,
    zero_is_none: bool,
}

impl From<&Options> for Settings {
    fn from(options: &Options) -> Self {
        let is = |name, value: &str| options.get(name).is_some_and(|given| given.to_string() == value);
        let question = if is("question", "complete") { Question::Complete } else { Question::Maximise };
        Settings { question, zero_is_none: is("zero", "none") }
    }
}

fn meaningful(source: &Source) -> Vec<Line<'_>> {
    let lines = source.lines().map(|(number, line)| (number, line.trim_end()));
    lines.filter(|(_, line)| !line.trim().is_empty() && !is_comment(line)).collect()
}

/// `title: x` and its like: the key in small letters and the value.
fn key_of(line: &str) -> Option<(&'static str, &str)> {
    key_line(line, &["title", "author", "solution", "question"])
}

// --- headers and blocks ---

enum Header {
    Size(Size),
    Counts { size: Size, colours: usize, tiles: usize },
}

fn header(line: &str) -> Option<Header> {
    let found: Vec<&str> = split_words(line).map(|(_, word)| word).collect();
    match found[..] {
        [size] => {
            let (width, height) = size.split_once(['x', 'X'])?;
            Some(Header::Size(Size::new(number(width)?, number(height)?)))
        }
        [side, colours, tiles] => {
            let side = number(side)?;
            let size = Size::new(side, side);
            Some(Header::Counts { size, colours: number(colours)?, tiles: number(tiles)? })
        }
        _ => None,
    }
}

/// A whole number from 0; what is too large to be one is larger than anything allowed.
fn number(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse::<u32>().map_or(u32::MAX as usize, |number| number as usize))
}

/// Cuts the lines into levels, each beginning with its header or with the title before it. Three
/// numbers are a header only where no announced tile is missing: else they are a broken tile.
fn blocks(lines: Vec<Line<'_>>) -> Vec<Vec<Line<'_>>> {
    let mut blocks: Vec<Vec<Line<'_>>> = Vec::new();
    let mut expected: Option<usize> = Some(0);
    let mut begun = false;
    for line in lines {
        let found = header(line.1);
        let is_header = match found {
            Some(Header::Size(_)) => true,
            Some(Header::Counts { .. }) => expected == Some(0),
            None => false,
        };
        let is_name = key_of(line.1).is_some_and(|(key, _)| key == "title" || key == "author");
        if blocks.is_empty() || (is_header && begun) || (is_name && begun && expected == Some(0)) {
            blocks.push(Vec::new());
            begun = false;
        }
        if is_header {
            begun = true;
            expected = if let Some(Header::Counts { tiles, .. }) = found { Some(tiles) } else { None };
        } else if begun && split_words(line.1).next().is_some_and(|(_, word)| word.parse::<i64>().is_ok()) {
            expected = expected.map(|tiles| tiles.saturating_sub(1));
        }
        if let Some(block) = blocks.last_mut() {
            block.push(line);
        }
    }
    move_names_on(&mut blocks);
    blocks
}

/// A title or an author between the last line of one level and the header of the next belongs to
/// the next.
fn move_names_on(blocks: &mut [Vec<Line<'_>>]) {
    for at in 1..blocks.len() {
        let (before, after) = blocks.split_at_mut(at);
        let earlier = &mut before[at - 1];
        let is_name = |line: &Line<'_>| matches!(key_of(line.1), Some(("title" | "author", _)));
        let names = earlier.iter().rev().take_while(|line| is_name(line)).count();
        if names < earlier.len() {
            let moved: Vec<Line<'_>> = earlier.drain(earlier.len() - names..).collect();
            after[0].splice(0..0, moved);
        }
    }
}

// --- the plain forms ---

/// What has been read of a level so far.
struct Draft {
    settings: Settings,
    line: usize,
    size: Size,
    announced: Option<(usize, usize)>,
    tiles: Vec<Tile>,
    places: Vec<Place>,
    head: Head,
}

fn plain_level(lines: &[Line<'_>], settings: Settings) -> Reading<Level> {
    let (at, first) = *lines.iter().find(|(_, line)| key_of(line).is_none()).unwrap_or(&lines[0]);
    let (size, announced) = match header(first) {
        Some(Header::Size(size)) => (size, None),
        Some(Header::Counts { size, colours, tiles }) => (size, Some((colours, tiles))),
        None => return Err(Fault::on_line(at, words::NO_HEADER.with("text", first.trim()))),
    };
    check_size(size).map_err(|message| Fault::on_line(at, message))?;
    if announced.is_some_and(|(_, tiles)| tiles > MOST_TILES) {
        return Err(Fault::on_line(at, words::TOO_MANY_TILES.with("most", MOST_TILES)));
    }
    let places = vec![Place::Open; size.cells()];
    let mut draft =
        Draft { settings, line: at, size, announced, tiles: Vec::new(), places, head: Head::default() };
    let rest: Vec<Line<'_>> = lines.iter().copied().filter(|(number, _)| *number != at).collect();
    // Tiles first: a fixed tile may stand before the tile it names.
    rest.iter().try_for_each(|line| draft.tile_line(*line))?;
    rest.iter().try_for_each(|line| draft.other_line(*line))?;
    draft.finish()
}

const WORDS: [&str; 2] = ["fixed", "blocked"];

fn keyword(line: &str) -> Option<&'static str> {
    let first = split_words(line).next()?.1;
    WORDS.into_iter().find(|word| word.eq_ignore_ascii_case(first))
}

impl Draft {
    fn tile_line(&mut self, (line, text): Line<'_>) -> Result<(), Fault> {
        if key_of(text).is_some() || keyword(text).is_some() {
            return Ok(());
        }
        let sides = split_words(text)
            .map(|(column, word)| colour(word).map_err(|message| Fault::at(line, column, message)));
        let sides = sides.collect::<Result<Vec<u32>, Fault>>()?;
        let tile = <[u32; 4]>::try_from(sides.as_slice())
            .map_err(|_| Fault::on_line(line, words::SIDES.with("found", sides.len())))?;
        if self.settings.zero_is_none && tile.contains(&0) {
            // The course model puts a ghost tile without colours first, to stand for "empty".
            let is_ghost = tile == [0; 4] && self.tiles.is_empty();
            return if is_ghost { Ok(()) } else { Err(Fault::on_line(line, words::NO_COLOUR.say())) };
        }
        if self.tiles.len() == MOST_TILES {
            return Err(Fault::on_line(line, words::TOO_MANY_TILES.with("most", MOST_TILES)));
        }
        self.tiles.push(Tile(tile));
        Ok(())
    }

    fn other_line(&mut self, (line, text): Line<'_>) -> Result<(), Fault> {
        if let Some((key, value)) = key_of(text) {
            return self.key_line(key, value).map_err(|message| Fault::on_line(line, message));
        }
        match keyword(text) {
            Some("fixed") => self.fixed_line(line, text),
            Some(_) => self.blocked_line(line, text),
            None => Ok(()),
        }
    }

    fn key_line(&mut self, key: &str, value: &str) -> Result<(), ingenio_core::Message> {
        if self.head.set(key, value) {
            return Ok(());
        }
        match value {
            "maximise" => Ok(()),
            "complete" => {
                self.settings.question = Question::Complete;
                Ok(())
            }
            _ => Err(words::QUESTION.with("text", value)),
        }
    }

    fn fixed_line(&mut self, line: usize, text: &str) -> Result<(), Fault> {
        let found: Vec<(usize, &str)> = split_words(text).collect();
        let [_, row, column, (tile_at, tile)] = found[..] else {
            return Err(Fault::on_line(line, words::FIXED_SYNTAX.say()));
        };
        let cell = self.cell(line, row, column)?;
        let wrong = || words::NOT_A_TILE.with("text", tile).with("tiles", self.tiles.len());
        let number = number(tile).filter(|number| (1..=self.tiles.len()).contains(number));
        let number = number.ok_or_else(|| Fault::at(line, tile_at, wrong()))? as u16 - 1;
        if let Some(other) = self.places.iter().position(|place| *place == Place::Fixed(number)) {
            let message = words::TILE_TAKEN.with("tile", tile);
            return Err(Fault::at(line, tile_at, message.with("cell", cell_name(self.size.cell(other)))));
        }
        self.occupy(line, row.0, cell, Place::Fixed(number))
    }

    fn blocked_line(&mut self, line: usize, text: &str) -> Result<(), Fault> {
        let found: Vec<(usize, &str)> = split_words(text).collect();
        let [_, row, column] = found[..] else {
            return Err(Fault::on_line(line, words::BLOCKED_SYNTAX.say()));
        };
        let cell = self.cell(line, row, column)?;
        self.occupy(line, row.0, cell, Place::Blocked)
    }

    fn cell(&self, line: usize, row: (usize, &str), column: (usize, &str)) -> Result<usize, Fault> {
        let name = format!("{},{}", row.1, column.1);
        let (Some(at_row), Some(at_column)) = (number(row.1), number(column.1)) else {
            return Err(Fault::at(line, row.0, words::NOT_A_CELL.with("text", name)));
        };
        if at_row >= self.size.height || at_column >= self.size.width {
            let message = words::OFF_BOARD.with("cell", name).with("size", self.size);
            return Err(Fault::at(line, row.0, message));
        }
        Ok(at_row * self.size.width + at_column)
    }

    fn occupy(&mut self, line: usize, column: usize, cell: usize, place: Place) -> Result<(), Fault> {
        if self.places[cell] != Place::Open {
            let message = words::CELL_TAKEN.with("cell", cell_name(self.size.cell(cell)));
            return Err(Fault::at(line, column, message));
        }
        self.places[cell] = place;
        Ok(())
    }

    fn finish(self) -> Reading<Level> {
        if let Some((colours, tiles)) = self.announced {
            self.check_announced(colours, tiles).map_err(|message| Fault::on_line(self.line, message))?;
        }
        let level = Level::new(self.size, self.tiles, self.places, self.settings.question);
        let level = level.map_err(|message| Fault::on_line(self.line, message))?;
        Ok(self.head.of(level, self.line))
    }

    fn check_announced(&self, colours: usize, tiles: usize) -> Result<(), ingenio_core::Message> {
        if self.tiles.len() != tiles {
            let message = words::TILE_COUNT.with("announced", tiles);
            return Err(message.with("found", self.tiles.len()));
        }
        if super::count_colours(&self.tiles) > colours {
            return Err(words::TOO_MANY_COLOURS.with("most", colours));
        }
        Ok(())
    }
}

fn colour(word: &str) -> Result<u32, ingenio_core::Message> {
    let negative = word.strip_prefix('-').is_some_and(|rest| number(rest).is_some());
    match number(word) {
        Some(value) if value < u32::MAX as usize => Ok(value as u32),
        _ if negative => Err(words::NEGATIVE_COLOUR.with("text", word)),
        _ => Err(words::NOT_A_COLOUR.with("text", word)),
    }
}

// --- the digit form ---

/// `0986`, `0986 @` or `0986@`.
fn is_digits(line: &str) -> bool {
    digits_of(line).is_some()
}

fn digits_of(line: &str) -> Option<(Tile, bool)> {
    let line = line.trim();
    let (digits, fixed) = match line.strip_suffix('@') {
        Some(rest) => (rest.trim_end(), true),
        None => (line, false),
    };
    let digits = <[u8; 4]>::try_from(digits.as_bytes()).ok()?;
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let [top, left, right, bottom] = digits.map(|digit| u32::from(digit - b'0'));
    Some((Tile([top, right, bottom, left]), fixed))
}

/// The lines between empty lines, without comments.
fn paragraphs(source: &Source) -> Vec<Vec<Line<'_>>> {
    let mut paragraphs = vec![Vec::new()];
    for (number, line) in source.lines() {
        if line.trim().is_empty() {
            paragraphs.push(Vec::new());
        } else if !is_comment(line)
            && let Some(paragraph) = paragraphs.last_mut()
        {
            paragraph.push((number, line));
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

fn digit_level(lines: &[Line<'_>], settings: Settings) -> Reading<Level> {
    let first = lines[0].0;
    let mut head = Head::default();
    let mut tiles = Vec::new();
    let mut places = Vec::new();
    for (line, text) in lines {
        if let Some((key, value)) = key_of(text) {
            head.set(key, value);
            continue;
        }
        let wrong = || Fault::on_line(*line, words::DIGITS.with("text", text.trim()));
        let (tile, fixed) = digits_of(text).ok_or_else(wrong)?;
        if settings.zero_is_none && tile.0.contains(&0) {
            return Err(Fault::on_line(*line, words::NO_COLOUR.say()));
        }
        if tiles.len() == MOST_TILES {
            return Err(Fault::on_line(*line, words::TOO_MANY_TILES.with("most", MOST_TILES)));
        }
        places.push(if fixed { Place::Fixed(tiles.len() as u16) } else { Place::Open });
        tiles.push(tile);
    }
    let side = tiles.len().isqrt();
    if side * side != tiles.len() || side == 0 {
        return Err(Fault::on_line(first, words::NOT_SQUARE.with("found", tiles.len())));
    }
    let level = Level::new(Size::new(side, side), tiles, places, settings.question);
    let level = level.map_err(|message| Fault::on_line(first, message))?;
    Ok(head.of(level, first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SETTINGS;

    fn read_text(text: &str) -> Vec<Reading<Level>> {
        read(&Source::new(text), &Options::defaults(SETTINGS))
    }

    fn one(text: &str) -> Level {
        let mut readings = read_text(text);
        assert_eq!(readings.len(), 1, "{readings:?}");
        readings.pop().unwrap().unwrap().level
    }

    fn fault(text: &str) -> Fault {
        read_text(text).into_iter().find_map(Result::err).expect("a fault")
    }

    #[test]
    fn the_canonical_form_reads_back() {
        let text = "3x2\n1 2 3 4\n4 300 6 7\n1 2 3 4\nfixed 1,2 2\nblocked 0,0\nquestion: complete\n";
        let level = one(text);
        assert_eq!(level.size(), Size::new(3, 2));
        assert_eq!(level.tiles()[1], Tile([4, 300, 6, 7]));
        assert_eq!(level.places()[5], Place::Fixed(1));
        assert_eq!(level.places()[0], Place::Blocked);
        assert_eq!(level.question(), Question::Complete);
        assert_eq!(super::super::write(&level, "plain").unwrap(), text);
    }

    #[test]
    fn both_other_forms_are_read() {
        let counted = one("2 3 4\n0 1 2 0\n0 1 0 1\n2 1 1 1\n0 0 1 1\n");
        assert_eq!((counted.size(), counted.tiles().len()), (Size::new(2, 2), 4));
        let digits = one("0986 @\n6524\n5283\n3805@\n");
        assert_eq!(digits.tiles()[0], Tile([0, 8, 6, 9]));
        assert_eq!(digits.places()[3], Place::Fixed(3));
    }

    #[test]
    fn a_file_holds_many_levels_and_a_broken_one_does_not_spoil_the_others() {
        let text = "title: first\n1x1\n1 2 3 4\ntitle: second\n1x1\n1 2 3\ntitle: third\n2x1\n1 1 1 1\n";
        let readings = read_text(text);
        assert_eq!(readings.len(), 3);
        assert_eq!(readings[0].as_ref().unwrap().title.as_deref(), Some("first"));
        assert_eq!(readings[1].as_ref().unwrap_err().line, Some(6));
        assert_eq!(readings[2].as_ref().unwrap().title.as_deref(), Some("third"));
        let counted = read_text("1 4 1\n1 2 3 4\n1 4 1\n4 3 2 1\n");
        assert_eq!(counted.len(), 2);
        assert_eq!(counted[1].as_ref().unwrap().level.tiles()[0], Tile([4, 3, 2, 1]));
        let paragraphs = read_text("1111\n\n2222\n");
        assert_eq!(paragraphs.len(), 2);
    }

    #[test]
    fn bad_input_names_the_rule_and_the_line() {
        let cases = [
            ("2x2\n1 2 3\n", words::SIDES, 2),
            ("2x2\n1 2 3 4\n1 2 3 4 5\n", words::SIDES, 3),
            ("2 9 2\n1 2 3 4\n1 2 3\n", words::SIDES, 3),
            ("2x2\n1 2 -3 4\n", words::NEGATIVE_COLOUR, 2),
            ("2x2\n1 2 x 4\n", words::NOT_A_COLOUR, 2),
            ("2x2\n1 2 99999999999 4\n", words::NOT_A_COLOUR, 2),
            ("33x1\n1 2 3 4\n", words::BOARD_SIZE, 1),
            ("0x1\n1 2 3 4\n", words::BOARD_SIZE, 1),
            ("99999999999x99999999999\n1 2 3 4\n", words::BOARD_SIZE, 1),
            ("2x2\n", words::NO_TILES, 1),
            ("2x2\n1 2 3 4\nfixed 2,0 1\n", words::OFF_BOARD, 3),
            ("2x2\n1 2 3 4\nfixed 1,0 2\n", words::NOT_A_TILE, 3),
            ("2x2\n1 2 3 4\nfixed 1,0 0\n", words::NOT_A_TILE, 3),
            ("2x2\n1 2 3 4\nfixed 1,0\n", words::FIXED_SYNTAX, 3),
            ("2x2\n1 2 3 4\nfixed a,0 1\n", words::NOT_A_CELL, 3),
            ("2x2\n1 2 3 4\nfixed 0,0 1\nfixed 0,1 1\n", words::TILE_TAKEN, 4),
            ("2x2\n1 2 3 4\nfixed 0,0 1\nblocked 0,0\n", words::CELL_TAKEN, 4),
            ("2x2\n1 2 3 4\nblocked 0\n", words::BLOCKED_SYNTAX, 3),
            ("1x1\n1 2 3 4\nblocked 0,0\n", words::NO_ROOM, 1),
            ("2x1\n1 2 3 4\n1 2 3 4\nfixed 0,0 1\nfixed 0,1 2\n", words::FIXED_CLASH, 1),
            ("2x2\n1 2 3 4\nquestion: all\n", words::QUESTION, 3),
            ("2 9 3\n1 2 3 4\n", words::TILE_COUNT, 1),
            ("2 9 9999999\n1 2 3 4\n", words::TOO_MANY_TILES, 1),
            ("1 3 1\n1 2 3 4\n", words::TOO_MANY_COLOURS, 1),
            ("hello\n", words::NO_HEADER, 1),
            ("1111\n2222\n", words::NOT_SQUARE, 1),
            ("1111\n222\n", words::DIGITS, 2),
        ];
        for (text, rule, line) in cases {
            let fault = fault(text);
            assert!(fault.is(rule), "{text:?}: {fault:?}");
            assert_eq!(fault.line, Some(line), "{text:?}: {fault:?}");
        }
        assert_eq!(fault("2x2\n1 2 -3 4\n").column, Some(5));
    }

    #[test]
    fn too_many_colours_are_refused() {
        let tiles = |count: u32| (0..count).map(|at| format!("{at} 0 0 0\n")).collect::<String>();
        assert_eq!(one(&format!("16x16\n{}", tiles(255))).tiles().len(), 255);
        assert!(fault(&format!("16x16\n{}", tiles(256))).is(words::TOO_MANY_COLOURS));
        assert!(fault(&format!("16x16\n{}", "1 1 1 1\n".repeat(1025))).is(words::TOO_MANY_TILES));
    }

    #[test]
    fn zero_may_mean_no_colour() {
        let settings = Options::parse(SETTINGS, "zero=none").unwrap();
        let text = "3x3\n0 0 0 0\n1 2 3 4\n2 4 7 2\n";
        let readings = read(&Source::new(text), &settings);
        assert_eq!(readings[0].as_ref().unwrap().level.tiles().len(), 2, "the ghost is no tile");
        let broken = read(&Source::new("3x3\n1 2 3 4\n1 0 3 4\n"), &settings);
        assert!(broken[0].as_ref().unwrap_err().is(words::NO_COLOUR));
        assert_eq!(one("3x3\n0 0 0 0\n").tiles().len(), 1, "else 0 is a colour like any other");
    }

    #[test]
    fn the_setting_asks_for_a_full_board() {
        let settings = Options::parse(SETTINGS, "question=complete").unwrap();
        let reading = read(&Source::new("1x1\n1 2 3 4\n"), &settings).remove(0);
        assert_eq!(reading.unwrap().level.question(), Question::Complete);
    }

    #[test]
    fn texts_are_recognised() {
        let likeness = |text| recognise(&Source::new(text));
        assert_eq!(likeness("3x3\n1 2 3 4\n"), Likeness::Sure);
        assert_eq!(likeness("title: a\n2 10 4\n1 2 3 4\n"), Likeness::Sure);
        assert_eq!(likeness("3x3\n1 2 3\n"), Likeness::Maybe);
        assert_eq!(likeness("1234 @\n"), Likeness::Sure);
        assert_eq!(likeness("1234\n"), Likeness::Maybe);
        assert_eq!(likeness("1 2 3\n4 5 6\n7 8 0\n"), Likeness::No);
        assert_eq!(likeness("####\n#@$.#\n"), Likeness::No);
        assert_eq!(likeness(""), Likeness::No);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_without_panic(text in "[0-9x@;:, \n-]{0,60}|(\\PC|\n){0,40}") {
            for reading in read_text(&text).into_iter().flatten() {
                let written = super::super::write(&reading.level, "plain").unwrap();
                proptest::prop_assert_eq!(one(&written), reading.level);
            }
        }
    }
}
