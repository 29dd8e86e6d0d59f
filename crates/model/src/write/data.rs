//! The data of a level for models that are written by hand: the same numbers for MiniZinc (`.dzn`) and for
//! OPL (`.dat`).

use std::fmt::Write;

use super::Document;

/// Named data, in the order in which they were put.
#[derive(Clone, Debug, Default)]
pub struct Data(Vec<(&'static str, Datum)>);

#[derive(Clone, Debug)]
enum Datum {
    Number(i64),
    Truth(bool),
    Numbers(Vec<i64>),
    Truths(Vec<bool>),
    Strings(Vec<String>),
    /// An array of rows; the rows count from `first`.
    Table {
        first: i64,
        rows: Vec<Vec<i64>>,
    },
    /// A set of tuples; MiniZinc gets an array, and their number under a name of its own.
    Tuples {
        count: &'static str,
        width: usize,
        rows: Vec<Vec<i64>>,
    },
}

impl Data {
    /// Without any datum; they are put one after the other.
    pub fn new() -> Self {
        Self::default()
    }

    /// A whole number.
    pub fn number(self, name: &'static str, value: impl TryInto<i64>) -> Self {
        self.put(name, Datum::Number(value.try_into().unwrap_or(i64::MAX)))
    }

    /// True or false.
    pub fn truth(self, name: &'static str, value: bool) -> Self {
        self.put(name, Datum::Truth(value))
    }

    /// An array that counts from 1.
    pub fn numbers(self, name: &'static str, values: impl Iterator<Item = i64>) -> Self {
        self.put(name, Datum::Numbers(values.collect()))
    }

    /// An array of true and false.
    pub fn truths(self, name: &'static str, values: impl Iterator<Item = bool>) -> Self {
        self.put(name, Datum::Truths(values.collect()))
    }

    /// An array of texts.
    pub fn strings(self, name: &'static str, values: impl Iterator<Item = String>) -> Self {
        self.put(name, Datum::Strings(values.collect()))
    }

    /// An array of rows, which count from `first`.
    pub fn table(self, name: &'static str, first: i64, rows: Vec<Vec<i64>>) -> Self {
        self.put(name, Datum::Table { first, rows })
    }

    /// A set of tuples of `width` numbers; `count` names their number for MiniZinc, which has no sets of tuples.
    pub fn tuples(self, name: &'static str, count: &'static str, width: usize, rows: Vec<Vec<i64>>) -> Self {
        self.put(name, Datum::Tuples { count, width, rows })
    }

    fn put(mut self, name: &'static str, datum: Datum) -> Self {
        self.0.push((name, datum));
        self
    }

    /// Two files for MiniZinc: the model as it stands, and these data.
    pub fn minizinc(&self, model: &str) -> Vec<Document> {
        let mut text = String::new();
        for (name, datum) in &self.0 {
            if let Datum::Tuples { count, rows, .. } = datum {
                let _ = writeln!(text, "{count} = {};", rows.len());
            }
            let _ = writeln!(text, "{name} = {};", dzn(datum));
        }
        vec![Document { ending: ".mzn", text: model.to_owned() }, Document { ending: ".dzn", text }]
    }

    /// Two files for OPL.
    pub fn opl(&self, model: &str) -> Vec<Document> {
        let text = self.0.iter().map(|(name, datum)| format!("{name} = {};\n", dat(datum))).collect();
        vec![Document { ending: ".mod", text: model.to_owned() }, Document { ending: ".dat", text }]
    }
}

fn dzn(datum: &Datum) -> String {
    match datum {
        Datum::Truth(value) => value.to_string(),
        Datum::Truths(values) => format!("[{}]", joined(values)),
        Datum::Table { first, rows } => {
            let last = first + rows.len() as i64 - 1;
            let width = rows.first().map_or(0, Vec::len);
            format!("array2d({first}..{last}, 1..{width}, [\n{}])", lines(rows, "", ""))
        }
        Datum::Tuples { width, rows, .. } => {
            format!("array2d(1..{}, 1..{width}, [\n{}])", rows.len(), lines(rows, "", ""))
        }
        Datum::Number(_) | Datum::Numbers(_) | Datum::Strings(_) => dat(datum),
    }
}

fn dat(datum: &Datum) -> String {
    match datum {
        Datum::Number(value) => value.to_string(),
        Datum::Truth(value) => u8::from(*value).to_string(),
        Datum::Numbers(values) => format!("[{}]", joined(values)),
        Datum::Truths(values) => {
            let values: Vec<u8> = values.iter().map(|value| u8::from(*value)).collect();
            format!("[{}]", joined(&values))
        }
        Datum::Strings(values) => {
            let quoted: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
            format!("[{}]", joined(&quoted))
        }
        Datum::Table { rows, .. } => format!("[\n{}]", lines(rows, "[", "]")),
        Datum::Tuples { rows, .. } => format!("{{\n{}}}", lines(rows, "<", ">")),
    }
}

fn joined<T: ToString>(values: &[T]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// One row on a line.
fn lines(rows: &[Vec<i64>], open: &str, close: &str) -> String {
    let rows: Vec<String> = rows.iter().map(|row| format!("  {open}{}{close}", joined(row))).collect();
    rows.join(",\n") + if rows.is_empty() { "" } else { "\n" }
}
