//! Levels as texts. Four forms are read, many levels per text:
//!
//! - rows of characters: `.` empty, `#` hole, `+` bridge, letters and digits are end points, and so is any
//!   other sign that stands twice;
//! - the same after a line `WIDTH HEIGHT`;
//! - numbers with blanks or commas between them: 0 empty, `-` hole, `+` bridge (the form of the Flow paper);
//! - a line of the official packs (`level/line.rs`).
//!
//! Before a board may stand a title (`# name` or `title: name`), `author:`, `rules:`, `drawn:` (pipes
//! that the level gives), `solution:`, and what one character per cell cannot say: `board: hexes`,
//! `warps: across`, `down` or `both` (borders that join) and `walls: 0,3:R 2,1:DR` (sides of cells).
//! Boards are separated by empty lines, titles or sizes.

use ingenio_core::head::{Head, is_comment, key_line};
use ingenio_core::{
    Entry, Fault, Format, Lattice, Likeness, Message, OptionSpec, Options, Reading, Side, Size, Source, rooms,
};

use super::board::{self, Board, MOST_SIDE};
use super::line;
use super::{Level, Node, Rules, Shape, Stroke};
use crate::Flow;
use crate::words;

impl rooms::Texts for Flow {
    fn recognise(source: &Source) -> Likeness {
        recognise(source)
    }

    fn read(source: &Source, settings: &Options) -> Vec<Reading<Level>> {
        read(source, settings)
    }

    fn write(level: &Level, format: &str) -> Result<String, Message> {
        write(level, format)
    }

    fn renames(format: &str) -> bool {
        renames(format)
    }

    fn canonical(level: &Level) -> String {
        canonical(level)
    }
}

pub const FORMATS: &[Format] = &[
    Format {
        name: ROWS,
        about: "rows of characters: . empty, # hole, + bridge, letters and digits are end points",
    },
    Format { name: SIZED, about: "the same after a line with width and height" },
    Format { name: NUMBERS, about: "numbers with blanks between them: 0 empty, - hole, + bridge" },
    Format { name: LINE, about: "a line of the official packs, with its solution" },
];

pub const SETTINGS: &[OptionSpec] = &[OptionSpec::choice(
    "rules",
    "what a complete board is: pipes may run beside themselves, may not, or need not cover all cells",
    &["touch", "no-touch", "partial"],
)];

pub const ROWS: &str = "rows";
pub const SIZED: &str = "sized";
pub const NUMBERS: &str = "numbers";
pub const LINE: &str = "line";

/// A line of a text without the blanks around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    pub line: usize,
    /// Characters before it.
    indent: usize,
    pub text: &'a str,
}

impl<'a> Row<'a> {
    fn new((line, raw): (usize, &'a str)) -> Self {
        let indent = raw.chars().take_while(|letter| letter.is_whitespace()).count();
        Row { line, indent, text: raw.trim() }
    }

    pub fn fault(&self, column: usize, message: Message) -> Fault {
        Fault::at(self.line, self.indent + column, message)
    }
}

/// One board of a text before it is understood.
#[derive(Clone, Debug, Default)]
struct Block<'a> {
    head: Head,
    rules: Option<(usize, &'a str)>,
    drawn: Option<(usize, &'a str)>,
    board: Option<(usize, &'a str)>,
    warps: Option<(usize, &'a str)>,
    walls: Option<(usize, &'a str)>,
    size: Option<(usize, Size)>,
    rows: Vec<Row<'a>>,
    /// The empty line after the rows.
    blank: Option<usize>,
}

/// Reads all levels of a text.
pub fn read(source: &Source, settings: &Options) -> Vec<Reading<Level>> {
    let rules = settings.get("rules").map(|value| value.to_string());
    let rules = rules.and_then(|word| Rules::parse(&word)).unwrap_or_default();
    let blocks = split(source);
    let mut readings = Vec::with_capacity(blocks.len());
    let mut at = 0;
    while at < blocks.len() {
        if let Some(fault) = blocks.get(at + 1).and_then(|next| torn(&blocks[at], next)) {
            readings.push(Err(fault));
            at += 2;
        } else {
            readings.push(blocks[at].read(rules));
            at += 1;
        }
    }
    readings
}

/// Cuts a text into blocks, one per board.
fn split(source: &Source) -> Vec<Block<'_>> {
    let lines: Vec<Row<'_>> = source.lines().map(Row::new).collect();
    let mut blocks = Vec::new();
    let mut block = Block::default();
    for (at, row) in lines.iter().copied().enumerate() {
        let (number, line) = (row.line, row.text);
        let open = !block.rows.is_empty() || block.size.is_some();
        if line.is_empty() {
            if block.wants_rows() && lines[at..].iter().any(|row| !row.text.is_empty()) {
                block.rows.push(row);
            } else if open {
                block.blank = Some(number);
                blocks.push(std::mem::take(&mut block));
            }
            continue;
        }
        if line::is_line(line) {
            if open {
                blocks.push(std::mem::take(&mut block));
            }
            block.rows.push(row);
            blocks.push(std::mem::take(&mut block));
            continue;
        }
        let field = field(line, &block);
        let full = block.size.is_some_and(|(_, size)| block.rows.len() >= size.height);
        let after = &lines[at + 1..];
        // The last row of a matrix with two columns is no line of width and height.
        let matrix = !full && block.rows.last().is_some_and(|row| has_two_cells(row.text));
        let ends = matrix && after.first().is_none_or(|row| row.text.is_empty());
        let size = size_line(line, after).filter(|_| !ends);
        if open && (field.is_some() || full || (size.is_some() && !block.wants_rows())) {
            blocks.push(std::mem::take(&mut block));
        }
        match (field, size) {
            (Some((key, value)), _) => block.set(number, key, value),
            (None, Some(size)) if block.rows.is_empty() && block.size.is_none() => {
                block.size = Some((number, size));
            }
            _ => block.rows.push(row),
        }
    }
    if !block.rows.is_empty() || block.size.is_some() {
        blocks.push(block);
    }
    blocks
}

/// A line `WIDTH HEIGHT`: two numbers, and what follows is no row of two cells, or as many such rows as it
/// says, which make a board by themselves.
fn size_line(line: &str, after: &[Row<'_>]) -> Option<Size> {
    let [width, height] = pair(line)?;
    let next = after.first().map_or("", |row| row.text);
    let rows =
        || after.get(..height).filter(|rows| width == 2 && rows.iter().all(|row| has_two_cells(row.text)));
    let is_size =
        if pair(next).is_some() { false } else { !has_two_cells(next) || rows().is_some_and(is_in_pairs) };
    is_size.then_some(Size { width, height })
}

/// A row of a matrix with two columns, such as `1 .`.
fn has_two_cells(row: &str) -> bool {
    is_separated(row) && cells(row, true).take(3).count() == 2
}

/// Is there a colour in these rows, and each of them twice?
fn is_in_pairs(rows: &[Row<'_>]) -> bool {
    let is_colour = |text: &&str| text.parse::<usize>().is_ok_and(|colour| colour > 0);
    let ends: Vec<&str> =
        rows.iter().flat_map(|row| cells(row.text, true)).map(|(_, text)| text).filter(is_colour).collect();
    let is_paired = |end: &&str| ends.iter().filter(|other| *other == end).count() == 2;
    !ends.is_empty() && ends.iter().all(is_paired)
}

/// A line of two numbers.
fn pair(line: &str) -> Option<[usize; 2]> {
    let mut words = line.split_whitespace().map(str::parse::<usize>);
    let pair = [words.next()?.ok()?, words.next()?.ok()?];
    words.next().is_none().then_some(pair)
}

/// A line with a word of its own: a title, an author, the rules. Empty keys are comments.
fn field<'a>(line: &'a str, block: &Block<'_>) -> Option<(&'static str, &'a str)> {
    if is_comment(line) {
        return Some(("", line));
    }
    if let Some(title) = line.strip_prefix("# ") {
        let row_of_numbers = block.rows.iter().any(|row| is_separated(row.text));
        return (!row_of_numbers).then_some(("title", title));
    }
    key_line(line, &["title", "author", "rules", "drawn", "solution", "board", "warps", "walls"])
}

fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || letter == ',' || letter == ';'
}

fn is_separated(row: &str) -> bool {
    row.contains(is_gap)
}

/// What stands in one cell of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark<'a> {
    Empty,
    Hole,
    Bridge,
    End(&'a str),
}

impl<'a> Block<'a> {
    fn set(&mut self, number: usize, key: &str, value: &'a str) {
        match key {
            "rules" => self.rules = Some((number, value)),
            "drawn" => self.drawn = Some((number, value)),
            "board" => self.board = Some((number, value)),
            "warps" => self.warps = Some((number, value)),
            "walls" => self.walls = Some((number, value)),
            _ => {
                self.head.set(key, value);
            }
        }
    }

    fn wants_rows(&self) -> bool {
        self.size.is_some_and(|(_, size)| self.rows.len() < size.height.min(MOST_SIDE))
    }

    /// Is it one line of a pack?
    fn is_line(&self) -> bool {
        matches!(&self.rows[..], [row] if line::is_line(row.text))
    }

    fn line(&self) -> usize {
        let (size, row) = (self.size.map(|(line, _)| line), self.rows.first().map(|row| row.line));
        size.or(row).unwrap_or(1)
    }

    fn read(&self, rules: Rules) -> Reading<Level> {
        if self.is_line() {
            let row = &self.rows[0];
            let entry = line::read(row, self.rules_or(rules)?)?;
            let title = self.head.title.clone().or(entry.title);
            return Ok(Entry { title, author: self.head.author.clone(), ..entry });
        }
        let size = self.refuse_size()?;
        let marks = self.marks(size)?;
        let level = self.level(size, &marks, self.rules_or(rules)?)?;
        let level = match self.drawn {
            Some((line, text)) => draw(level, text).map_err(|message| Fault::on_line(line, message))?,
            None => level,
        };
        Ok(self.head.clone().of(level, self.line()))
    }

    fn rules_or(&self, setting: Rules) -> Result<Rules, Fault> {
        let Some((line, word)) = self.rules else { return Ok(setting) };
        Rules::parse(word).ok_or_else(|| Fault::on_line(line, words::BAD_RULES.with("found", word)))
    }

    /// Checks the size of the text before anything is allocated for it.
    fn refuse_size(&self) -> Result<Size, Fault> {
        let separated = self.separated();
        let width = self.rows.first().map_or(0, |row| cells(row.text, separated).take(MOST_SIDE + 1).count());
        let found = Size::new(width, self.rows.len());
        let size = self.size.map_or(found, |(_, size)| size);
        if size.width.max(size.height) > MOST_SIDE || size.cells() > board::MOST_CELLS {
            return Err(Fault::on_line(self.line(), board::too_large()));
        }
        if let Some(at) = self.rows.iter().position(|row| row.text.is_empty()) {
            let message = words::EMPTY_ROW.with("row", at + 1).with("cells", size.width);
            return Err(Fault::at(self.rows[at].line, 1, message));
        }
        if size.height != found.height {
            let message = words::ROW_COUNT.with("expected", size.height).with("found", found.height);
            return Err(Fault::on_line(self.line(), message));
        }
        Ok(size)
    }

    fn separated(&self) -> bool {
        self.rows.iter().any(|row| is_separated(row.text))
    }

    fn marks(&self, size: Size) -> Result<Vec<Mark<'a>>, Fault> {
        let separated = self.separated();
        let signs = if separated { Vec::new() } else { self.signs() };
        let mut marks = Vec::with_capacity(size.cells());
        for (at, row) in self.rows.iter().enumerate() {
            let mut found = 0;
            for (column, text) in cells(row.text, separated) {
                found += 1;
                if found <= size.width {
                    let mark = if separated { number_mark(text) } else { letter_mark(text, &signs) };
                    let place = || format!("{at},{}", found - 1);
                    marks.push(mark.map_err(|bad| row.fault(column, bad.message(text, &place())))?);
                }
            }
            if found != size.width {
                let message = words::ROW_LENGTH.with("row", at + 1).with("found", found);
                let column = row.text.chars().count().max(1);
                return Err(row.fault(column, message.with("expected", size.width)));
            }
        }
        Ok(marks)
    }

    /// Signs besides letters and digits that stand twice, as end points do.
    fn signs(&self) -> Vec<char> {
        let is_sign = |letter: &char| {
            !letter.is_alphanumeric()
                && !letter.is_control()
                && !letter.is_whitespace()
                && !".#+".contains(*letter)
        };
        let mut signs: Vec<char> = self
            .rows
            .iter()
            .flat_map(|row| row.text.chars())
            .filter(is_sign)
            .take(board::MOST_CELLS)
            .collect();
        signs.sort_unstable();
        signs.chunk_by(|one, other| one == other).filter(|same| same.len() == 2).map(|same| same[0]).collect()
    }

    fn shape(&self, size: Size, marks: &[Mark<'a>]) -> Result<Shape, Fault> {
        let at = |mark: Mark<'a>| (0..marks.len()).filter(move |index| marks[*index] == mark);
        let mut shape = Shape::plain(size);
        shape.holes = at(Mark::Hole).collect();
        shape.bridges = at(Mark::Bridge).collect();
        if let Some((line, word)) = self.board {
            shape.lattice = match word {
                "squares" => Lattice::Squares,
                "hexes" => Lattice::Hexagons,
                _ => return Err(Fault::on_line(line, words::BAD_BOARD.with("found", word))),
            };
        }
        if let Some((line, word)) = self.warps {
            (shape.across, shape.down) = match word {
                "across" => (true, false),
                "down" => (false, true),
                "both" => (true, true),
                _ => return Err(Fault::on_line(line, words::BAD_WARPS.with("found", word))),
            };
        }
        if let Some((line, text)) = self.walls {
            build_walls(&mut shape, text).map_err(|message| Fault::on_line(line, message))?;
        }
        Ok(shape)
    }

    fn level(&self, size: Size, marks: &[Mark<'a>], rules: Rules) -> Result<Level, Fault> {
        if size.cells() == 1 {
            return Err(Fault::at(self.line(), 1, words::ONE_CELL.say()));
        }
        let on_line = |message: Message| Fault::on_line(self.line(), message);
        let board = Board::of(self.shape(size, marks)?).map_err(on_line)?;
        let mut colours: Vec<(&str, Vec<usize>)> = Vec::new();
        for (index, mark) in marks.iter().enumerate() {
            let Mark::End(name) = mark else { continue };
            match colours.iter_mut().find(|(known, _)| known == name) {
                Some((_, ends)) => ends.push(index),
                None => colours.push((name, vec![index])),
            }
        }
        let mut pairs: Vec<(String, [Node; 2])> = Vec::new();
        for (name, ends) in colours {
            let node = |index: usize| board.at(size.cell(index)).expect("an end point is no hole");
            match ends[..] {
                [first, second] => pairs.push((name.to_owned(), [node(first), node(second)])),
                [only] => return Err(self.fault_at(size, only, words::COLOUR_ONCE.with("colour", name))),
                _ => return Err(self.fault_at(size, ends[2], words::COLOUR_MORE.with("colour", name))),
            }
        }
        Level::new(board, pairs, rules).map_err(on_line)
    }

    fn fault_at(&self, size: Size, index: usize, message: Message) -> Fault {
        let cell = size.cell(index);
        let row = self.rows[usize::from(cell.row)];
        let column =
            cells(row.text, self.separated()).nth(usize::from(cell.column)).map_or(1, |(column, _)| column);
        row.fault(column, message.with("cell", cell.said()))
    }

    /// How often every name stands in this block; nothing if the block cannot be read at all.
    fn names(&self) -> Option<Vec<(&'a str, usize)>> {
        let marks = self.marks(self.refuse_size().ok()?).ok()?;
        let mut names: Vec<(&str, usize)> = Vec::new();
        for mark in marks {
            let Mark::End(name) = mark else { continue };
            match names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => names.push((name, 1)),
            }
        }
        Some(names)
    }
}

/// Was one board torn in two by an empty line? Then a colour stands once in each part.
fn torn(upper: &Block<'_>, lower: &Block<'_>) -> Option<Fault> {
    let plain = |block: &Block<'_>| block.size.is_none();
    let untitled = lower.head.title.is_none()
        && lower.rules.is_none()
        && lower.drawn.is_none()
        && lower.board.or(lower.warps).or(lower.walls).is_none();
    let blank = upper.blank.filter(|_| plain(upper) && plain(lower) && untitled)?;
    let (above, below) = (upper.names()?, lower.names()?);
    let once = |(name, count): &(&str, usize)| *count == 1 && below.contains(&(*name, 1));
    above.iter().any(once).then(|| {
        let width = upper.refuse_size().map_or(0, |size| size.width);
        let message = words::EMPTY_ROW.with("row", upper.rows.len() + 1).with("cells", width);
        Fault::at(blank, 1, message)
    })
}

/// The cells of a row with their columns, from 1.
fn cells(row: &str, separated: bool) -> Box<dyn Iterator<Item = (usize, &str)> + '_> {
    let column = |text: &str| row[..text.as_ptr() as usize - row.as_ptr() as usize].chars().count() + 1;
    if separated {
        return Box::new(
            row.split(is_gap).filter(|text| !text.is_empty()).map(move |text| (column(text), text)),
        );
    }
    let ends = row.char_indices().map(|(at, letter)| at + letter.len_utf8());
    Box::new(row.char_indices().zip(ends).enumerate().map(|(at, ((from, _), to))| (at + 1, &row[from..to])))
}

/// Why a cell of a text is none.
enum BadMark {
    Character,
    Number,
    Two,
}

impl BadMark {
    fn message(&self, found: &str, cell: &str) -> Message {
        match self {
            BadMark::Character => words::BAD_CHARACTER.with("found", found),
            BadMark::Number => words::BAD_NUMBER.with("found", found),
            BadMark::Two => words::TWO_IN_CELL.with("cell", cell).with("found", found),
        }
    }
}

fn letter_mark<'a>(text: &'a str, signs: &[char]) -> Result<Mark<'a>, BadMark> {
    let is_end = |letter: char| letter.is_alphanumeric() || signs.binary_search(&letter).is_ok();
    match text {
        "." => Ok(Mark::Empty),
        "#" => Ok(Mark::Hole),
        "+" => Ok(Mark::Bridge),
        _ if text.chars().all(is_end) => Ok(Mark::End(text)),
        _ => Err(BadMark::Character),
    }
}

fn number_mark(text: &str) -> Result<Mark<'_>, BadMark> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text {
        "0" | "." => Ok(Mark::Empty),
        "-" | "#" => Ok(Mark::Hole),
        "+" => Ok(Mark::Bridge),
        _ if digits && text.len() <= 5 && !text.starts_with('0') => Ok(Mark::End(text)),
        _ if text.chars().count() == 1 && text.chars().all(char::is_alphanumeric) => Ok(Mark::End(text)),
        _ if text.chars().filter(|letter| letter.is_alphanumeric()).count() > 1 && !digits => {
            Err(BadMark::Two)
        }
        _ => Err(BadMark::Number),
    }
}

/// Reads walls: a cell and the sides of it that are walled, as often as wanted.
pub fn build_walls(shape: &mut Shape, text: &str) -> Result<(), Message> {
    for word in text.split_whitespace() {
        let bad = || words::BAD_WALL.with("found", word);
        let stroke = Stroke::parse(&format!("A@{word}")).ok_or_else(bad)?;
        let inside = usize::from(stroke.start.row) < shape.size.height
            && usize::from(stroke.start.column) < shape.size.width;
        if !inside || stroke.ways.is_empty() {
            return Err(bad());
        }
        for way in stroke.ways.chars() {
            let side = Side::from_letter(way).filter(|side| shape.lattice.sides().contains(side));
            if !shape.wall(shape.size.index(stroke.start), side.ok_or_else(bad)?) {
                return Err(words::NO_WALL.with("found", word));
            }
        }
    }
    Ok(())
}

fn draw(level: Level, text: &str) -> Result<Level, Message> {
    let mut drawn = vec![Vec::new(); level.colours()];
    for stroke in Stroke::parse_all(text).map_err(|fault| fault.message)? {
        let colour =
            level.colour(&stroke.name).ok_or_else(|| words::NO_COLOUR.with("colour", &stroke.name))?;
        if !drawn[colour].is_empty() {
            return Err(words::COLOUR_TWICE.with("colour", &stroke.name));
        }
        drawn[colour] = stroke.nodes(&level)?;
    }
    level.with_drawn(drawn)
}

/// How much a text looks like levels of Flow.
pub fn recognise(source: &Source) -> Likeness {
    let blocks = split(source);
    let read: Vec<_> = blocks.iter().map(|block| (block, block.read(Rules::Touch))).collect();
    let apart =
        |level: &Level| level.ends().iter().any(|ends| level.board().link(ends[0], ends[1]).is_none());
    let sure = |(block, reading): &(&Block<'_>, Reading<Level>)| {
        let Ok(entry) = reading else { return false };
        // No other puzzle has a line with its solution in it.
        if block.is_line() {
            return true;
        }
        block.rows.len() > 1 && (apart(&entry.level) || block.size.is_some() || block.rules.is_some())
    };
    if read.iter().any(sure) {
        return Likeness::Sure;
    }
    let paired =
        |block: &Block<'_>| block.names().is_some_and(|names| names.iter().any(|(_, count)| *count == 2));
    let maybe = |(block, reading): &(&Block<'_>, Reading<Level>)| {
        reading.is_ok() || block.is_line() || (block.rows.len() > 1 && paired(block))
    };
    if read.iter().any(maybe) { Likeness::Maybe } else { Likeness::No }
}

/// Writes a level in one of the forms.
pub fn write(level: &Level, format: &str) -> Result<String, Message> {
    let body = match format {
        LINE => return line::write(level),
        NUMBERS => numbers(level, true),
        ROWS if (0..level.colours()).any(|colour| level.name(colour).chars().count() > 1) => {
            numbers(level, false)
        }
        _ => letters(level, format)?,
    };
    Ok(header(level, format) + &body)
}

/// Numbers and lines of packs have no room for the names of colours.
pub fn renames(format: &str) -> bool {
    format == NUMBERS || format == LINE
}

/// The identity of a level: what stands before its rows, and its rows.
pub fn canonical(level: &Level) -> String {
    write(level, ROWS).expect("every level has rows").trim_end().to_owned()
}

/// The lines for what one character per cell cannot say.
pub fn built(shape: &Shape) -> String {
    let mut text = String::new();
    if shape.lattice == Lattice::Hexagons {
        text += "board: hexes\n";
    }
    match (shape.across, shape.down) {
        (true, true) => text += "warps: both\n",
        (true, false) => text += "warps: across\n",
        (false, true) => text += "warps: down\n",
        (false, false) => {}
    }
    let walls = shape.walls.iter().collect::<Vec<_>>();
    let cells = walls.chunk_by(|one, other| one.0 == other.0).map(|same| {
        let sides: String = same.iter().map(|(_, side)| side.letter()).collect();
        format!(" {}:{sides}", board::show(shape.size.cell(same[0].0)))
    });
    let walls: String = cells.collect();
    if walls.is_empty() { text } else { text + "walls:" + &walls + "\n" }
}

fn header(level: &Level, format: &str) -> String {
    let mut text = String::new();
    if level.rules() != Rules::Touch {
        text += &format!("rules: {}\n", level.rules().word());
    }
    text += &built(level.board().shape());
    let given = level.drawn().iter().enumerate().filter(|(_, pipe)| !pipe.is_empty());
    let given: Vec<String> =
        given.map(|(colour, pipe)| Stroke::of_pipe(level, colour, pipe).to_string()).collect();
    if !given.is_empty() {
        text += &format!("drawn: {}\n", given.join(" "));
    }
    if format == SIZED {
        text += &format!("{} {}\n", level.board().size().width, level.board().size().height);
    }
    text
}

/// The rows of a level, one text per cell.
fn grid<'a>(level: &'a Level, names: &'a [String], empty: &'a str, hole: &'a str) -> Vec<Vec<&'a str>> {
    let size = level.board().size();
    let cell = |index: usize| match level.board().at(size.cell(index)) {
        None => hole,
        Some(node) if level.board().is_bridge(node) => "+",
        Some(node) => level.colour_at(node).map_or(empty, |colour| &names[colour]),
    };
    (0..size.height)
        .map(|row| (0..size.width).map(|column| cell(row * size.width + column)).collect())
        .collect()
}

fn letters(level: &Level, format: &str) -> Result<String, Message> {
    let long = (0..level.colours()).find(|colour| level.name(*colour).chars().count() > 1);
    if let Some(colour) = long {
        return Err(words::LONG_NAMES.with("colour", level.name(colour)).with("format", format));
    }
    let names: Vec<String> = (0..level.colours()).map(|colour| level.name(colour).to_owned()).collect();
    Ok(grid(level, &names, ".", "#").into_iter().map(|row| row.concat() + "\n").collect())
}

/// Numbers with blanks between them; a narrow board gets commas, so that its rows are not taken for
/// characters or for a size. Where only numbers will do, colours with other names are counted from 1.
fn numbers(level: &Level, only_numbers: bool) -> String {
    let is_number = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit()) && name != "0";
    let counted = only_numbers && (0..level.colours()).any(|colour| !is_number(level.name(colour)));
    let name = |colour: usize| if counted { (colour + 1).to_string() } else { level.name(colour).to_owned() };
    let names: Vec<String> = (0..level.colours()).map(name).collect();
    let end = if level.board().size().width <= 2 { ",\n" } else { "\n" };
    grid(level, &names, "0", "-").into_iter().map(|row| row.join(" ") + end).collect()
}
