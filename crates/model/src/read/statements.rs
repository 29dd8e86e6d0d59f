//! Lists of values, one on a line, and MiniZinc's statements: `NAME value`, `name = 3;`,
//! `name = [1, 2, 3];`, `name = array2d(1..2, 1..3, [..]);`, and the table form with bars. The members of
//! an array are named as variables are: the name, then the index, `TILE2_3`.

use ingenio_core::Fault;

use super::{Said, Value, Values, number};
use crate::words;

/// What stands before a solution in the puzzle's own words.
const SOLUTION: &str = "solution:";

pub fn read(lines: &[(usize, &str)]) -> Result<Said, Fault> {
    let mut values: Vec<Value> = Vec::new();
    let mut solution: Option<String> = None;
    // Optimisers print one answer after the other: the last one counts.
    let mut ended = false;
    let mut at = 0;
    while at < lines.len() {
        let (number, line) = lines[at];
        at += 1;
        if line.starts_with("-----") {
            ended = true;
            continue;
        }
        if line.starts_with("=====") || line.starts_with(['%', '#']) {
            continue;
        }
        if std::mem::take(&mut ended) {
            values.clear();
            solution = None;
        }
        if let Some(text) = line.strip_prefix(SOLUTION) {
            solution = Some(text.trim().to_owned());
            continue;
        }
        // A statement may go on until its semicolon.
        let mut text = line.to_owned();
        if line.contains('=')
            && !line.contains(';')
            && (line.ends_with(['=', ',', '|']) || line.contains('['))
        {
            while at < lines.len() && !text.contains(';') {
                text = text + " " + lines[at].1;
                at += 1;
            }
        }
        statement(number, text.trim_end_matches(';').trim(), &mut values)?;
    }
    Ok(match solution {
        Some(solution) => Said::Solution(solution),
        None => Said::Values(Values { values, others_are_zero: false }),
    })
}

fn statement(line: usize, text: &str, values: &mut Vec<Value>) -> Result<(), Fault> {
    let unknown = || Fault::on_line(line, words::NOT_STATEMENT.with("text", text));
    let parts = text.split_once(['=', ':']).or_else(|| text.split_once(char::is_whitespace));
    let (name, value) = parts.ok_or_else(unknown)?;
    let (name, value) = (name.trim(), value.trim());
    let named = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    if !named || name.contains(char::is_whitespace) {
        return Err(unknown());
    }
    if let Some(list) = bracketed(value) {
        let array = if list.trim_start().starts_with('|') { bars(list) } else { array(value, list) };
        for (index, text) in array.ok_or_else(unknown)? {
            let index: Vec<String> = index.iter().map(ToString::to_string).collect();
            values.push(number(line, &format!("{name}{}", index.join("_")), text)?);
        }
        return Ok(());
    }
    values.push(number(line, name, value)?);
    Ok(())
}

/// What stands between the square brackets.
fn bracketed(text: &str) -> Option<&str> {
    let (from, to) = (text.find('[')?, text.rfind(']')?);
    text.get(from + 1..to)
}

type Members<'a> = Vec<(Vec<i64>, &'a str)>;

/// A list, its index from 1, or from the ranges before it: `array2d(1..2, 0..3, [..])`.
fn array<'a>(value: &'a str, list: &'a str) -> Option<Members<'a>> {
    let items: Vec<&str> = list.split(',').map(str::trim).filter(|item| !item.is_empty()).collect();
    let head = value[..value.find('[')?].trim();
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    if let Some((_, inside)) = head.split_once('(') {
        for range in inside.split(',').map(str::trim).filter(|range| !range.is_empty()) {
            let (least, most) = range.split_once("..")?;
            ranges.push((least.trim().parse().ok()?, most.trim().parse().ok()?));
        }
    } else {
        ranges.push((1, items.len() as i64));
    }
    let mut sizes = ranges.iter().map(|(least, most)| usize::try_from(most - least + 1).unwrap_or(0));
    if sizes.try_fold(1_usize, usize::checked_mul)? != items.len() {
        return None;
    }
    let mut index: Vec<i64> = ranges.iter().map(|(least, _)| *least).collect();
    let members = items.into_iter().map(|item| {
        let now = index.clone();
        for (part, (least, most)) in index.iter_mut().zip(&ranges).rev() {
            if *part < *most {
                *part += 1;
                break;
            }
            *part = *least;
        }
        (now, item)
    });
    Some(members.collect())
}

/// `| 1, 2 | 3, 4 |`, perhaps with labels: `| 0: 1: | 0: 1, 2 | 1: 3, 4 |`.
fn bars(list: &str) -> Option<Members<'_>> {
    let rows = list.split('|').map(str::trim).filter(|row| !row.is_empty());
    let mut columns: Vec<i64> = Vec::new();
    let mut members = Vec::new();
    for (number, row) in (1..).zip(rows) {
        if row.ends_with(':') {
            columns = row
                .split_whitespace()
                .map(|label| label.trim_end_matches(':').parse().ok())
                .collect::<Option<_>>()?;
            continue;
        }
        let (label, row) = match row.split_once(':') {
            Some((label, row)) => (label.trim().parse().ok()?, row),
            None => (number - i64::from(!columns.is_empty()), row),
        };
        for (at, item) in row.split(',').enumerate() {
            let column = columns.get(at).copied().unwrap_or(at as i64 + 1);
            members.push((vec![label, column], item.trim()));
        }
    }
    Some(members)
}
