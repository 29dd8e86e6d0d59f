//! Licences: whatever the program and its tests are built from may be used in a program under MIT or Apache-2.0. What
//! cargo says of every crate is held against a list of licences; `THIRD-PARTY.md` is the table for people.

use std::path::Path;
use std::process::Command;

/// Licences that ask for no more than to be named.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "WTFPL",
    "Zlib",
];

/// Crates whose licence asks for more, with why they may be used all the same.
const BY_NAME: &[(&str, &str, &str)] =
    &[("option-ext", "MPL-2.0", "it asks for the source of its own files, and they are used as published")];

/// Is an expression of licences met by those allowed? `/` is the `OR` of old crates; `AND` binds tighter.
fn is_met(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let words: Vec<String> =
        expression.replace('(', " ( ").replace(')', " ) ").split_whitespace().map(str::to_owned).collect();
    let mut words = words.as_slice();
    let met = any(&mut words);
    met && words.is_empty()
}

fn any(words: &mut &[String]) -> bool {
    let mut met = all(words);
    while words.first().is_some_and(|word| word == "OR") {
        *words = &words[1..];
        met |= all(words);
    }
    met
}

fn all(words: &mut &[String]) -> bool {
    let mut met = one(words);
    while words.first().is_some_and(|word| word == "AND") {
        *words = &words[1..];
        met &= one(words);
    }
    met
}

fn one(words: &mut &[String]) -> bool {
    let Some((first, rest)) = words.split_first() else { return false };
    *words = rest;
    if first == "(" {
        let met = any(words);
        let closed = words.first().is_some_and(|word| word == ")");
        *words = words.get(1..).unwrap_or_default();
        return met && closed;
    }
    let name = match words {
        [with, exception, ..] if with == "WITH" => {
            let name = format!("{first} WITH {exception}");
            *words = &words[2..];
            name
        }
        _ => first.clone(),
    };
    ALLOWED.contains(&name.as_str())
}

#[test]
fn expressions_are_understood() {
    for good in [
        "MIT",
        "MIT/Apache-2.0",
        "GPL-3.0 OR MIT",
        "(MIT OR GPL-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
        "GPL-2.0 AND GPL-3.0 OR MIT",
    ] {
        assert!(is_met(good), "{good}");
    }
    for bad in [
        "",
        "GPL-3.0",
        "MIT AND GPL-3.0",
        "(MIT OR Apache-2.0) AND GPL-3.0",
        "MIT AND",
        "(MIT",
        "MIT MIT",
        "Apache-2.0 WITH Surprise",
    ] {
        assert!(!is_met(bad), "{bad}");
    }
}

#[test]
fn every_crate_may_be_used() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let asked =
        ["metadata", "--format-version", "1", "--locked", "--filter-platform", "x86_64-unknown-linux-gnu"];
    let output =
        Command::new(cargo).args(asked).current_dir(Path::new(env!("CARGO_MANIFEST_DIR"))).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 300, "only {} crates", packages.len());
    let refused: Vec<String> = packages.iter().filter_map(refusal).collect();
    assert!(refused.is_empty(), "{refused:#?}");
    let known = |name: &&&str| packages.iter().any(|package| package["name"].as_str() == Some(**name));
    let gone: Vec<&str> = BY_NAME.iter().map(|(name, ..)| *name).filter(|name| !known(&name)).collect();
    assert!(gone.is_empty(), "no longer used: {gone:?}");
}

fn refusal(package: &serde_json::Value) -> Option<String> {
    let (name, licence) = (package["name"].as_str()?, package["license"].as_str().unwrap_or(""));
    let by_name = BY_NAME.iter().any(|(known, theirs, _)| *known == name && *theirs == licence);
    (!by_name && !is_met(licence)).then(|| format!("{name}: {licence}"))
}
