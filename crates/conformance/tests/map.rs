//! The map of ARCHITECTURE.md is that of cargo: whoever reads it may believe it. And no referee knows a solver,
//! because what it says of a solution must not depend on what found it. And what a process keeps, it says.

use std::collections::HashMap;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn manifest(path: &Path) -> toml::Table {
    read_to_string(path).unwrap().parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A crate as the map names it: `ingenio-core` is `core`, and every puzzle is `puzzles/*`.
fn on_the_map(package: &str) -> &str {
    let name = package.strip_prefix("ingenio-").unwrap_or(package);
    if root().join("crates/puzzles").join(name).exists() { "puzzles/*" } else { name }
}

/// The crates of the workspace, each with those of ours that it is built on.
fn crates() -> HashMap<String, Vec<String>> {
    let workspace = manifest(&root().join("Cargo.toml"));
    let members = workspace["workspace"]["members"].as_array().unwrap();
    let folders = members.iter().flat_map(|member| folders(member.as_str().unwrap()));
    let manifests = folders.map(|folder| manifest(&folder.join("Cargo.toml")));
    let mut crates: HashMap<String, Vec<String>> = HashMap::new();
    for crate_ in manifests {
        crates.entry(name(&crate_)).or_default().extend(below(&crate_));
    }
    crates
}

/// The folders of a member, which may be all those within one.
fn folders(member: &str) -> Vec<PathBuf> {
    match member.strip_suffix("/*") {
        None => vec![root().join(member)],
        Some(parent) => entries(&root().join(parent)),
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

fn name(manifest: &toml::Table) -> String {
    on_the_map(manifest["package"]["name"].as_str().unwrap()).to_owned()
}

/// What it is built from, on this system or another, and what builds it; what only its tests need may be anywhere.
fn below(manifest: &toml::Table) -> Vec<String> {
    let table = |place: &toml::Value| place.as_table().cloned();
    let systems = manifest.get("target").and_then(table).unwrap_or_default();
    let places = std::iter::once(manifest.clone()).chain(systems.values().filter_map(table));
    let tables = places
        .flat_map(|place| ["dependencies", "build-dependencies"].map(|kind| place.get(kind).and_then(table)));
    let names = tables.flatten().flat_map(|table| table.keys().cloned().collect::<Vec<_>>());
    names.filter(|name| name.starts_with("ingenio-")).map(|name| on_the_map(&name).to_owned()).collect()
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
    let puzzles = entries(&root().join("crates/puzzles"));
    assert!(puzzles.len() >= 5, "{puzzles:?}");
    for puzzle in puzzles {
        let path = puzzle.join("src/referee.rs");
        let code = read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for solver in ["solve::", "::solve", "ingenio_search", "ingenio_model", "model::"] {
            assert!(!code.contains(solver), "{} knows {solver}", path.display());
        }
    }
}

/// The files of a folder and all below it, without tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let (folders, files): (Vec<_>, Vec<_>) = entries(folder).into_iter().partition(|path| path.is_dir());
    let below = folders.iter().filter(|path| !path.ends_with("tests") && !path.ends_with("target"));
    let code = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "rs");
    files.into_iter().filter(code).chain(below.flat_map(|folder| sources(folder))).collect()
}

/// Does the file declare something that a process keeps and may change? What is made once from what is compiled in
/// (`LazyLock` of a plain value) changes nothing.
fn keeps(code: &str) -> bool {
    let mut lines = code.lines().map(str::trim_start).map(|line| line.trim_start_matches("pub "));
    let shared = ["Mutex<", "RwLock<", "Atomic", "OnceLock<"];
    lines.any(|line| {
        let kind = line.strip_prefix("static ").and_then(|rest| rest.split_once(':')).map(|(_, kind)| kind);
        kind.is_some_and(|kind| shared.iter().any(|one| kind.contains(one)))
    })
}

#[test]
fn what_a_process_keeps_stands_in_the_list() {
    let crates = root().join("crates").canonicalize().unwrap();
    let text = read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let block = text.split("<!-- kept -->").nth(1).and_then(|rest| rest.split("```").nth(1)).expect("a list");
    let mut listed: Vec<String> =
        block.trim().lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
    let keepers = sources(&crates).into_iter().filter(|path| keeps(&read_to_string(path).unwrap()));
    let mut found: Vec<String> =
        keepers.map(|path| path.strip_prefix(&crates).unwrap().display().to_string()).collect();
    listed.sort();
    found.sort();
    assert_eq!(listed, found, "files with a static that can change");
}
