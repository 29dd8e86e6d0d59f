//! Reads collections of levels: XSB boards, run-length rows, `|` between rows, `;` comments,
//! `Title:` and `Author:` lines and solutions.
//!
//! A file is a sequence of boards with other lines between them. `Title:` lines belong to the
//! board before them, unless the file clearly has them first. Without one, the last comment or line of text before a board
//! is its title. Source: the Sokoban file format 0.17 (sokoban.dk) and collections in the wild.

use ingenio_core::head::{Head, key_line};
use ingenio_core::{Entry, Fault, Likeness, Reading, Size, Source};

use super::{Level, MOST_SIDE, Problem, Square};
use crate::words;

/// The characters of a board: the usual ones, the floor that survives mail, and the letters of
/// old collections.
const BOARD: &str = "# .$*@+-_pPbBoO";

/// One square of a drawing, and where it was drawn.
type Drawn = (char, usize);

struct Row {
    line: usize,
    drawn: Vec<Drawn>,
}

pub fn recognise(source: &Source) -> Likeness {
    let rows: Vec<&str> = source.lines().map(|(_, line)| line).filter(|line| is_row(line, false)).collect();
    let has = |letters: &[char]| rows.iter().any(|row| row.contains(letters));
    if rows.len() < 3 && !rows.iter().any(|row| row.contains('|')) {
        Likeness::No
    } else if has(&['@', '+', 'p', 'P']) && has(&['$', '*', 'b', 'B']) {
        Likeness::Sure
    } else {
        Likeness::Maybe
    }
}

pub fn read(source: &Source) -> Vec<Reading<Level>> {
    let mut reader = Reader { titles_first: titles_come_first(source), ..Reader::default() };
    for (number, line) in source.lines() {
        reader.line(number, line);
    }
    reader.end_board();
    reader.readings
}

/// Do `Title:` lines stand before their boards? So if the first one does, there are no more of them
/// than boards, and none follows a board at once or comes after the last.
fn titles_come_first(source: &Source) -> bool {
    let (mut boards, mut titles, mut before, mut inside, mut waiting) = (0, 0, false, false, false);
    for (_, line) in source.lines() {
        let row = is_row(line, inside);
        if row && !inside {
            boards += 1;
            waiting = false;
        }
        if key_line(line, &["title"]).is_some() {
            if inside {
                return false;
            }
            titles += 1;
            waiting = true;
            before |= boards == 0;
        }
        inside = row;
    }
    before && titles <= boards && !waiting
}

#[derive(Default)]
struct Reader {
    titles_first: bool,
    readings: Vec<Reading<Level>>,
    rows: Vec<Row>,
    /// A fault of the board that is being read; the rest of its rows is skipped.
    fault: Option<Fault>,
    /// Of the next level; an author stays for those that follow.
    head: Head,
    /// A comment or line of text that becomes the title if there is no better one.
    remark: Option<String>,
    in_solution: bool,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        let in_board = !self.rows.is_empty() || self.fault.is_some();
        if is_row(line, in_board) || (in_board && line.trim_start().starts_with('#')) {
            self.in_solution = false;
            self.row(number, line);
            return;
        }
        self.end_board();
        self.other(line.trim());
    }

    fn row(&mut self, number: usize, line: &str) {
        if self.fault.is_some() {
            return;
        }
        match decode_rows(number, line) {
            Ok(_) if self.rows.len() > MOST_SIDE => self.fault = Some(too_large(number)),
            Ok(rows) => self.rows.extend(rows),
            Err(fault) => self.fault = Some(fault),
        }
    }

    fn other(&mut self, line: &str) {
        if let Some((key, value)) = key_line(line, &["title", "author"]) {
            match self.owner() {
                Some(entry) => entry.set(key, value),
                None => self.head.set(key, value),
            };
        } else if let Some(solution) = solution_of(line) {
            self.in_solution = true;
            self.solution(solution);
        } else if self.in_solution && is_lurd(line) {
            self.solution(line);
        } else {
            self.in_solution = false;
            let text = line.trim_start_matches(';').trim();
            let remark = Some(text).filter(|text| text.chars().any(char::is_alphanumeric));
            self.remark = remark.map(str::to_owned).or(self.remark.take());
        }
    }

    fn last_entry(&mut self) -> Option<&mut Entry<Level>> {
        self.readings.last_mut()?.as_mut().ok()
    }

    /// The level to which a title or an author here belongs; nothing if to the next one.
    fn owner(&mut self) -> Option<&mut Entry<Level>> {
        if self.titles_first { None } else { self.last_entry() }
    }

    fn solution(&mut self, text: &str) {
        if let Some(entry) = self.last_entry()
            && !text.is_empty()
        {
            entry.solution.get_or_insert_default().push_str(text);
        }
    }

    fn end_board(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let fault = self.fault.take();
        let Some(line) = rows.first().map(|row| row.line).or(fault.as_ref().map(line_of)) else { return };
        let title = self.head.title.take().or(self.remark.take());
        let head = Head { title, ..self.head.clone() };
        let level = fault.map_or_else(|| assemble(&rows), Err);
        self.readings.push(level.map(|level| head.of(level, line)));
    }
}

fn line_of(fault: &Fault) -> usize {
    fault.line.unwrap_or(1) as usize
}

/// The rest of a line that begins a solution: `Solution:`, `Solution (moves 12):`, or alone.
fn solution_of(line: &str) -> Option<&str> {
    let head = line.get(..8).filter(|head| head.eq_ignore_ascii_case("solution"))?;
    let rest = &line[head.len()..];
    match rest.split_once(':') {
        Some((_, value)) if is_lurd(value) || value.trim().is_empty() => Some(value.trim()),
        None if rest.trim().is_empty() => Some(""),
        _ => None,
    }
}

fn is_lurd(line: &str) -> bool {
    let letters = line.chars().filter(|letter| !letter.is_whitespace());
    let mut count = 0;
    letters.inspect(|_| count += 1).all(|letter| "udlrUDLR()0123456789".contains(letter)) && count > 0
}

/// Is this line part of a board? Inside one, rows without a wall count too.
fn is_row(line: &str, in_board: bool) -> bool {
    let is_board = |letter: char| BOARD.contains(letter) || letter.is_ascii_digit() || "|()".contains(letter);
    let plain = |letter: char| "#.$*@+-_ ".contains(letter);
    if line.trim().is_empty() || !line.chars().all(is_board) {
        return false;
    }
    if line.chars().all(plain) {
        return in_board || line.contains('#');
    }
    // `#12` is a number, not a row; a row that is too long is one all the same.
    line.contains('#') && decode_rows(0, line).err().is_none_or(|fault| !fault.is(words::RUN_LENGTH))
}

fn too_large(line: usize) -> Fault {
    Fault::on_line(line, words::TOO_LARGE.with("most", MOST_SIDE))
}

/// Undoes run lengths, brackets and `|`: one line may hold many rows.
fn decode_rows(number: usize, line: &str) -> Result<Vec<Row>, Fault> {
    let letters: Vec<Drawn> = line.chars().enumerate().map(|(index, letter)| (letter, index + 1)).collect();
    let mut at = 0;
    let drawn = decode(number, &letters, &mut at, 0)?;
    let rows = drawn.split(|(letter, _)| *letter == '|');
    let rows: Vec<Row> = rows.map(|drawn| Row { line: number, drawn: drawn.to_vec() }).collect();
    if rows.len() > MOST_SIDE || rows.iter().any(|row| row.drawn.len() > MOST_SIDE) {
        return Err(too_large(number));
    }
    Ok(rows)
}

fn decode(number: usize, letters: &[Drawn], at: &mut usize, depth: usize) -> Result<Vec<Drawn>, Fault> {
    let broken = |column| Fault::at(number, column, words::RUN_LENGTH.say());
    let mut drawn: Vec<Drawn> = Vec::new();
    let mut count: Option<usize> = None;
    while let Some(&(letter, column)) = letters.get(*at) {
        *at += 1;
        let repeated = match letter {
            '0'..='9' => {
                let digit = letter as usize - '0' as usize;
                count = Some((count.unwrap_or(0) * 10 + digit).min(MOST_SIDE * MOST_SIDE));
                continue;
            }
            '(' if depth < 8 => decode(number, letters, at, depth + 1)?,
            ')' if depth > 0 && count.is_none() => return Ok(drawn),
            _ if BOARD.contains(letter) || letter == '|' => vec![(letter, column)],
            '(' | ')' => return Err(broken(column)),
            _ => return Err(Fault::at(number, column, words::BAD_CHARACTER.with("character", letter))),
        };
        let times = count.take().unwrap_or(1);
        if drawn.len() + times * repeated.len() > (MOST_SIDE + 1) * (MOST_SIDE + 1) {
            return Err(too_large(number));
        }
        for _ in 0..times {
            drawn.extend_from_slice(&repeated);
        }
    }
    if depth > 0 || count.is_some() {
        return Err(broken(letters.len()));
    }
    Ok(drawn)
}

/// A board as it is drawn, trimmed to what is there; nobody has asked yet whether it is a level.
#[derive(Clone, Debug)]
pub struct Drawing {
    pub size: Size,
    pub squares: Vec<Square>,
    /// Where players stand, in order.
    pub players: Vec<usize>,
    /// Line and column of each square in the text.
    places: Vec<(usize, usize)>,
    line: usize,
}

/// The first board of a text; nothing where there is none or its rows cannot be read.
pub fn drawing(text: &str) -> Option<Drawing> {
    let lines = text.lines().enumerate();
    let mut rows = Vec::new();
    for (at, line) in lines {
        if is_row(line, !rows.is_empty()) {
            rows.extend(decode_rows(at + 1, line).ok()?);
        } else if !rows.is_empty() {
            break;
        }
    }
    (!rows.is_empty()).then(|| draw(&rows)).and_then(Result::ok)
}

/// Makes the level of the rows of a board.
fn assemble(rows: &[Row]) -> Result<Level, Fault> {
    let drawing = draw(rows)?;
    let Drawing { size, squares, players, places, line } = drawing;
    match players[..] {
        [] => Err(Fault::on_line(line, words::NO_PLAYER.say())),
        [player] => Level::new(size, squares, player).map_err(|problem| located(problem, &places, line)),
        [first, second, ..] => {
            let cell = size.cell(first);
            let message = words::TWO_PLAYERS.at(cell);
            Err(Fault::at(places[second].0, places[second].1, message))
        }
    }
}

fn draw(rows: &[Row]) -> Result<Drawing, Fault> {
    let line = rows[0].line;
    if rows.len() > MOST_SIDE {
        return Err(too_large(line));
    }
    let is_floor = |drawn: &Drawn| " -_".contains(drawn.0);
    let left = rows.iter().filter_map(|row| row.drawn.iter().position(|drawn| !is_floor(drawn))).min();
    let right = rows.iter().filter_map(|row| row.drawn.iter().rposition(|drawn| !is_floor(drawn))).max();
    let (left, right) = (left.unwrap_or(0), right.unwrap_or(0));
    let used = |row: &Row| row.drawn.iter().any(|drawn| !is_floor(drawn));
    let top = rows.iter().position(used).unwrap_or(0);
    let bottom = rows.iter().rposition(used).unwrap_or(0);
    let size = Size::new(right - left + 1, bottom - top + 1);
    let mut squares = vec![Square::Floor; size.cells()];
    let place = |at: usize| (rows[top + size.row(at)].line, left + size.column(at) + 1);
    let mut places: Vec<(usize, usize)> = (0..size.cells()).map(place).collect();
    let mut players = Vec::new();
    for (index, row) in rows[top..=bottom].iter().enumerate() {
        for (column, (letter, drawn_at)) in row.drawn.iter().enumerate().skip(left).take(size.width) {
            let at = index * size.width + column - left;
            places[at] = (row.line, *drawn_at);
            let (square, is_player) = meaning(*letter);
            squares[at] = square;
            players.extend(is_player.then_some(at));
        }
    }
    Ok(Drawing { size, squares, players, places, line })
}

fn located(problem: Problem, places: &[(usize, usize)], line: usize) -> Fault {
    match problem.square {
        Some(square) => Fault::at(places[square].0, places[square].1, problem.message),
        None => Fault::on_line(line, problem.message),
    }
}

/// The square a character stands for, and whether the player is on it.
fn meaning(letter: char) -> (Square, bool) {
    match letter {
        '#' => (Square::Wall, false),
        '.' | 'o' | 'O' => (Square::Goal, false),
        '$' | 'b' => (Square::Crate, false),
        '*' | 'B' => (Square::CrateOnGoal, false),
        '@' | 'p' => (Square::Floor, true),
        '+' | 'P' => (Square::Goal, true),
        _ => (Square::Floor, false),
    }
}

/// Writes rows in one line with run lengths; floor is `-`.
pub fn run_lengths(rows: &[String]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| run_length(&row.replace(' ', "-"))).collect();
    rows.join("|") + "\n"
}

fn run_length(row: &str) -> String {
    let mut text = String::new();
    let letters: Vec<char> = row.chars().collect();
    for run in letters.chunk_by(|one, other| one == other) {
        if run.len() > 1 {
            text += &run.len().to_string();
        }
        text.push(run[0]);
    }
    text
}
