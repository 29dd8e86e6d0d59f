//! Results as a table for spreadsheets: every field of a record, nothing rounded.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::record::Record;

/// Fields that are objects and are written as several columns or as text.
const NESTED: [&str; 2] = ["features", "measures"];

pub fn csv(records: &[Record]) -> String {
    let rows: Vec<Map<String, Value>> = records.iter().map(flat).collect();
    let mut seen = HashSet::new();
    let columns: Vec<&String> = rows.iter().flat_map(Map::keys).filter(|name| seen.insert(*name)).collect();
    let names: Vec<&str> = columns.iter().map(|name| name.as_str()).collect();
    let mut text = names.join(",") + "\n";
    for row in &rows {
        let cells: Vec<String> =
            columns.iter().map(|column| row.get(*column).map_or(String::new(), cell)).collect();
        text += &(cells.join(",") + "\n");
    }
    text
}

fn flat(record: &Record) -> Map<String, Value> {
    let Ok(Value::Object(object)) = serde_json::to_value(record) else { return Map::new() };
    let mut row = Map::new();
    for (name, value) in object {
        match value {
            Value::Object(inside) if NESTED.contains(&name.as_str()) => {
                row.extend(inside.into_iter().map(|(key, value)| (format!("{name}.{key}"), value)));
            }
            value => drop(row.insert(name, value)),
        }
    }
    row
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if text.contains([',', '"', '\n']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
