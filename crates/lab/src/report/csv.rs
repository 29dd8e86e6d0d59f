//! Results as a table for spreadsheets: every field of a record, nothing rounded.

use serde_json::{Map, Value};

use ingenio_core::CampaignRun;

pub fn csv(records: &[CampaignRun]) -> String {
    let mut columns = Columns::default();
    let rows: Vec<Vec<String>> = records.iter().map(|record| columns.row(record)).collect();
    let mut text = columns.names.join(",") + "\n";
    for row in &rows {
        text += &row.join(",");
        // Columns that were met later.
        text.extend(std::iter::repeat_n(',', columns.names.len() - row.len()));
        text.push('\n');
    }
    text
}

/// The columns met so far. Records are much alike, so the next field is mostly in the next column.
#[derive(Default)]
struct Columns {
    names: Vec<String>,
    next: usize,
}

impl Columns {
    fn row(&mut self, record: &CampaignRun) -> Vec<String> {
        let Ok(Value::Object(object)) = serde_json::to_value(record) else { return Vec::new() };
        let mut row = Vec::with_capacity(self.names.len());
        self.next = 0;
        self.fields("", &object, &mut row);
        row
    }

    /// What is an object becomes a column for each of its own fields.
    fn fields(&mut self, prefix: &str, object: &Map<String, Value>, row: &mut Vec<String>) {
        for (name, value) in object {
            match value {
                Value::Object(inside) => self.fields(&format!("{prefix}{name}."), inside, row),
                value => self.put(&format!("{prefix}{name}"), value, row),
            }
        }
    }

    fn put(&mut self, name: &str, value: &Value, row: &mut Vec<String>) {
        let at = self.place(name);
        self.next = at + 1;
        if row.len() <= at {
            row.resize(at + 1, String::new());
        }
        row[at] = cell(value);
    }

    fn place(&mut self, name: &str) -> usize {
        if self.names.get(self.next).is_some_and(|known| known == name) {
            return self.next;
        }
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => quoted(text),
        other => quoted(&other.to_string()),
    }
}

/// In quotes where a spreadsheet would take it for several cells.
pub fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
