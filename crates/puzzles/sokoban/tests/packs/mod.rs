//! The levels of shipped packs with their solutions, read by hand: this crate knows no packs.

use std::collections::HashMap;
use std::path::Path;

use ingenio_core::LevelId;

/// The rows and the solution of every level of a pack of Sokoban that has one.
pub fn solved(name: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../packs");
    let read = |ending: &str| {
        let path = folder.join(format!("sokoban-{name}{ending}.toml"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let (levels, solutions) = (read(""), read(".solutions"));
    let pair =
        |line: &str| Some(line.split_once(" = ")?).map(|(id, text)| (id.to_owned(), text.replace('"', "")));
    let mut solutions: HashMap<String, String> = solutions.lines().filter_map(pair).collect();
    let texts = levels.split("text = \"\"\"\n").skip(1).filter_map(|text| text.split("\n\"\"\"").next());
    let with = |rows: &str| {
        let id = LevelId::of("sokoban", rows).to_string();
        solutions.remove(&id).map(|solution| (rows.to_owned(), solution))
    };
    let solved: Vec<_> = texts.filter_map(with).collect();
    assert!(!solved.is_empty() && solutions.is_empty(), "{name}: {} solutions fit no level", solutions.len());
    solved
}
