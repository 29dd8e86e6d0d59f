//! The map of ARCHITECTURE.md is that of cargo: whoever reads it may believe it. And no referee knows a solver,
//! because what it says of a solution must not depend on what found it.

use std::collections::HashMap;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn manifest(path: &Path) -> toml::Table {
    read_to_string(path).unwrap().parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A crate as the map names it: `ingenio-core` is `core`.
fn on_the_map(package: &str) -> &str {
    package.strip_prefix("ingenio-").unwrap_or(package)
}

/// The crates of the workspace, each with those of ours that it is built on.
fn crates() -> HashMap<String, Vec<String>> {
    let workspace = manifest(&root().join("Cargo.toml"));
    let members = workspace["workspace"]["members"].as_array().unwrap();
    let folders = members.iter().map(|member| root().join(member.as_str().unwrap()));
    folders
        .map(|folder| manifest(&folder.join("Cargo.toml")))
        .map(|crate_| (name(&crate_), below(&crate_)))
        .collect()
}

fn name(manifest: &toml::Table) -> String {
    on_the_map(manifest["package"]["name"].as_str().unwrap()).to_owned()
}

fn below(manifest: &toml::Table) -> Vec<String> {
    let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
    let names = dependencies.into_iter().flat_map(toml::Table::keys);
    names.filter(|name| name.starts_with("ingenio-")).map(|name| on_the_map(name).to_owned()).collect()
}

/// On which line of the map each crate stands, from the bottom.
fn layers() -> HashMap<String, usize> {
    let text = read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let block = text.split("<!-- layers -->").nth(1).expect("a list of layers");
    let lines = block.split("```").nth(1).expect("a list between fences").trim().lines();
    let named = lines.enumerate().flat_map(|(layer, line)| line.split(", ").map(move |name| (name, layer)));
    named.map(|(name, layer)| (name.to_owned(), layer)).collect()
}

#[test]
fn the_arrows_of_the_map_are_those_of_cargo() {
    let (crates, layers) = (crates(), layers());
    let mut drawn: Vec<&String> = layers.keys().collect();
    let mut built: Vec<&String> = crates.keys().collect();
    drawn.sort();
    built.sort();
    assert_eq!(drawn, built, "the map names every crate once, and no other");
    for (name, below) in &crates {
        for other in below {
            assert!(layers[other] < layers[name], "{name} stands on {other}, which the map has no lower");
        }
    }
}

#[test]
fn no_referee_knows_a_solver() {
    let puzzles: Vec<PathBuf> = std::fs::read_dir(root().join("crates/puzzles"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert!(puzzles.len() >= 5, "{puzzles:?}");
    for puzzle in puzzles {
        let path = puzzle.join("src/referee.rs");
        let code = read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for solver in ["solve::", "ingenio_search", "ingenio_model", "model::"] {
            assert!(!code.contains(solver), "{} knows {solver}", path.display());
        }
    }
}
