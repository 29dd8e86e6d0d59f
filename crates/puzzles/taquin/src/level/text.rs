//! Taquin levels as text: rows of numbers, or one line with slashes; comments, titles and goals.
//!
//! A board of rows ends at an empty line; a line with a slash is a whole board. `goal: first`, or
//! `goal:` with a board, belongs to the board before it. Lines that begin with `;` or `#` are
//! comments; `Title:` and `Author:` name the board that follows.

use ingenio_core::head::{Head, is_comment, key_line};
use ingenio_core::source::words as split_words;
use ingenio_core::{Fault, Format, Likeness, Message, OptionSpec, Options, Reading, Source, rooms};

use super::{Board, Goal, Level, MOST_SIDE, Tile, Token, check_board, standard_goal};
use crate::Taquin;
use crate::words;

impl rooms::Texts for Taquin {
    /// Mostly numbers: one slip of the pen is for the reader to complain about.
    fn recognise(source: &Source) -> Likeness {
        let (mut cells, mut others) = (0, 0);
        for (_, line) in source.lines() {
            match classify(line) {
                Line::Empty | Line::Comment | Line::Name(..) => {}
                Line::Goal(_) => return Likeness::Sure,
                Line::Cells(text) => {
                    for (_, word) in text.split('/').flat_map(split_words) {
                        *(if is_cell(word) { &mut cells } else { &mut others }) += 1;
                    }
                }
            }
        }
        if cells > others { Likeness::Maybe } else { Likeness::No }
    }

    fn read(source: &Source, settings: &Options) -> Vec<Reading<Level>> {
        let default = if settings.choice("goal") == "first" { Goal::First } else { Goal::Last };
        let mut reader = Reader { default, draft: Draft::default(), readings: Vec::new() };
        for (number, line) in source.lines() {
            reader.line(number, line);
        }
        reader.finish();
        reader.readings
    }

    fn write(level: &Level, format: &str) -> Result<String, Message> {
        let (between, before_goal) = if format == "rows" { ("\n", "\n") } else { ("/", " ") };
        let board_text = |board: &[Tile]| {
            // A 0 that is a tile's label leaves the blank its own sign.
            let zero = format == "scramble" && level.first_label() == 1;
            let cell = |tile: &Tile| if zero { tile.to_string() } else { level.label(*tile) };
            let row_text = |row: &[Tile]| row.iter().map(cell).collect::<Vec<_>>().join(" ");
            board.chunks(level.size().width).map(row_text).collect::<Vec<_>>().join(between)
        };
        let mut text = board_text(level.tiles());
        match level.goal_kind() {
            Goal::Last => {}
            Goal::First => text.push_str("\ngoal: first"),
            Goal::Board => {
                let goal = board_text(level.goal());
                text.extend(["\ngoal:", before_goal, &goal]);
            }
        }
        text.push('\n');
        Ok(text)
    }
}

pub const FORMATS: &[Format] = &[
    Format { name: "rows", about: "one row per line, _ for the blank" },
    Format { name: "line", about: "one line, rows between slashes: 5 3 8/_ 2 4/1 6 7" },
    Format {
        name: "scramble",
        about: "the same with 0 for the blank, as speed solvers write: 5 3 8/0 2 4/1 6 7",
    },
];

pub const SETTINGS: &[OptionSpec] = &[OptionSpec::choice(
    "goal",
    "where the blank ends up on boards that do not say it themselves",
    &["last", "first"],
)];

fn is_cell(word: &str) -> bool {
    word == "_" || word == "." || word.bytes().all(|byte| byte.is_ascii_digit())
}

enum Line<'a> {
    Empty,
    Comment,
    Name(&'static str, &'a str),
    Goal(&'a str),
    Cells(&'a str),
}

fn classify(line: &str) -> Line<'_> {
    let text = line.trim();
    if text.is_empty() {
        return Line::Empty;
    }
    if is_comment(text) || text.starts_with('#') {
        return Line::Comment;
    }
    match key_line(text, &["title", "author", "goal"]) {
        Some(("goal", value)) => Line::Goal(value),
        Some((key, value)) => Line::Name(key, value),
        None => Line::Cells(line),
    }
}

/// A level in the making.
#[derive(Default)]
struct Draft {
    head: Head,
    first_line: usize,
    rows: Vec<Vec<Token>>,
    goal: Option<GoalDraft>,
    /// The next cells begin another level.
    complete: bool,
    /// What was wrong first; the rest of the level is then skipped.
    fault: Option<Fault>,
}

struct GoalDraft {
    line: usize,
    kind: Goal,
    rows: Vec<Vec<Token>>,
}

struct Reader {
    default: Goal,
    draft: Draft,
    readings: Vec<Reading<Level>>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        match classify(line) {
            Line::Comment => {}
            Line::Empty => self.empty_line(),
            Line::Name(key, value) => {
                self.finish_complete();
                self.draft.head.set(key, value);
            }
            Line::Goal(text) => self.goal_line(number, line, text),
            Line::Cells(text) => self.cells_line(number, line, text),
        }
    }

    /// An empty line ends a board, but a goal's board may stand apart from its `goal:` line.
    fn empty_line(&mut self) {
        if !self.awaits_goal() {
            self.finish();
        }
    }

    /// A `goal:` line that was wrong awaits nothing: else it would swallow every level after it.
    fn awaits_goal(&self) -> bool {
        self.draft.fault.is_none()
            && self.draft.goal.as_ref().is_some_and(|goal| goal.kind == Goal::Board && goal.rows.is_empty())
    }

    /// A title begins a new level, unless nothing stands in the draft yet.
    fn finish_complete(&mut self) {
        if !self.draft.rows.is_empty() || self.draft.fault.is_some() {
            self.finish();
        }
    }

    fn goal_line(&mut self, number: usize, line: &str, text: &str) {
        if self.draft.rows.is_empty() && self.draft.fault.is_none() {
            self.complain(number, Fault::on_line(number, words::GOAL_WITHOUT_BOARD.say()));
            return;
        }
        if self.draft.goal.is_some() {
            self.complain(number, Fault::on_line(number, words::GOAL_TWICE.say()));
            return;
        }
        let word = text.trim();
        let kind = match word.to_ascii_lowercase().as_str() {
            "first" => Goal::First,
            "last" => Goal::Last,
            _ => Goal::Board,
        };
        self.draft.goal = Some(GoalDraft { line: number, kind, rows: Vec::new() });
        self.draft.complete = kind != Goal::Board;
        if kind == Goal::Board && !word.is_empty() {
            if word.contains('/') {
                self.cells_line(number, line, text);
            } else {
                let message = words::GOAL_WORD.with("word", shorten(word));
                self.complain(number, Fault::at(number, column_of(line, word), message));
            }
        }
    }

    fn cells_line(&mut self, number: usize, line: &str, text: &str) {
        let whole = text.contains('/');
        if (whole || self.draft.complete) && !self.awaits_goal() {
            self.finish_complete();
        }
        if self.draft.fault.is_some() {
            return;
        }
        let mut column = column_of(line, text);
        for part in text.split('/') {
            match read_row(number, column, part) {
                Ok(row) => self.push_row(number, row),
                Err(fault) => self.complain(number, fault),
            }
            if self.draft.fault.is_some() {
                return;
            }
            column += part.chars().count() + 1;
        }
        self.draft.complete = whole;
    }

    fn push_row(&mut self, number: usize, row: Vec<Token>) {
        if row.is_empty() {
            return;
        }
        if self.draft.rows.is_empty() {
            self.draft.first_line = number;
        }
        let rows = match &mut self.draft.goal {
            Some(goal) => &mut goal.rows,
            None => &mut self.draft.rows,
        };
        rows.push(row);
        if rows.len() > MOST_SIDE {
            self.complain(number, Fault::on_line(number, too_large()));
        }
    }

    fn complain(&mut self, number: usize, fault: Fault) {
        if self.draft.first_line == 0 {
            self.draft.first_line = number;
        }
        self.draft.fault.get_or_insert(fault);
    }

    /// Ends the level in the draft, if there is one.
    fn finish(&mut self) {
        if self.draft.rows.is_empty() && self.draft.fault.is_none() {
            return;
        }
        let draft = std::mem::take(&mut self.draft);
        self.readings.push(draft.level(self.default));
    }
}

impl Draft {
    fn level(self, default: Goal) -> Reading<Level> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let Board { size, tiles, first_label } = check_board(&self.rows)?;
        let goal = match &self.goal {
            Some(goal) if goal.kind == Goal::Board => goal.board(size, first_label)?,
            Some(goal) => standard_goal(size, goal.kind).expect("a usual goal"),
            None => standard_goal(size, default).expect("a usual goal"),
        };
        let level = Level::with_goal(size, tiles, goal, first_label);
        Ok(self.head.of(level, self.first_line))
    }
}

impl GoalDraft {
    fn board(&self, size: ingenio_core::Size, first_label: u16) -> Result<Vec<Tile>, Fault> {
        if self.rows.is_empty() {
            return Err(Fault::on_line(self.line, words::GOAL_WORD.with("word", "")));
        }
        let board = check_board(&self.rows)?;
        let place = &self.rows[0][0];
        if board.size != size {
            let message = words::GOAL_SIZE.with("goal", board.size).with("size", size);
            return Err(Fault::at(place.line, place.column, message));
        }
        if board.first_label != first_label {
            let message = words::GOAL_LABELS.with("goal", board.first_label).with("board", first_label);
            return Err(Fault::at(place.line, place.column, message));
        }
        Ok(board.tiles)
    }
}

/// The column of a part of a line, from 1, in characters.
fn column_of(line: &str, part: &str) -> usize {
    let offset = part.as_ptr() as usize - line.as_ptr() as usize;
    line[..offset].chars().count() + 1
}

fn read_row(number: usize, first_column: usize, text: &str) -> Result<Vec<Token>, Fault> {
    let mut row = Vec::new();
    for (column, word) in split_words(text) {
        let column = first_column + column - 1;
        if row.len() == MOST_SIDE {
            return Err(Fault::at(number, column, too_large()));
        }
        row.push(Token { line: number, column, label: read_cell(word, number, column)? });
    }
    Ok(row)
}

fn read_cell(word: &str, line: usize, column: usize) -> Result<Option<u32>, Fault> {
    if word == "_" || word == "." {
        return Ok(None);
    }
    let rule = if is_cell(word) { words::LABEL_TOO_LARGE } else { words::NOT_A_CELL };
    let label = if is_cell(word) { word.parse().ok() } else { None };
    label.map(Some).ok_or_else(|| Fault::at(line, column, rule.with("word", shorten(word))))
}

/// A long stretch of rubbish is not repeated in full.
fn shorten(word: &str) -> String {
    if word.chars().count() <= 20 { word.to_owned() } else { word.chars().take(20).chain(['…']).collect() }
}

fn too_large() -> Message {
    words::TOO_LARGE.with("most", MOST_SIDE)
}
