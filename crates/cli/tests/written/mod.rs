//! Documents with parts that are written by tests: compared, or with `UPDATE` set, written.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares a document with what it should be; with `UPDATE` set, writes it.
pub fn expect(path: &Path, wanted: &str) {
    let found = std::fs::read_to_string(path).unwrap_or_default();
    // What is right already is left alone: builds look at when a file was written.
    if found != wanted && std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, wanted).expect("the document can be written");
        return;
    }
    assert!(found == wanted, "{} is out of date: call `make tables`", path.display());
}

/// The same for the part of a document between two marks: `<!-- NAME: generated -->` and `<!-- end of NAME -->`.
pub fn expect_part(path: &Path, name: &str, wanted: &str) {
    let document = std::fs::read_to_string(path).expect("the document can be read");
    let (begin, end) = (format!("<!-- {name}: generated -->\n"), format!("<!-- end of {name} -->"));
    let (before, rest) = document.split_once(&begin).expect("the document has a place for it");
    let (_, after) = rest.split_once(&end).expect("the place ends");
    expect(path, &format!("{before}{begin}{wanted}{end}{after}"));
}
