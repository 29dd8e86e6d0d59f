//! Looks for the files of languages and puts them into the program: a new language is a new file, nothing else.
//! A file that cannot be read, whose head says nothing that makes sense, whose words have not the forms that its rules
//! ask for, that lacks a sentence of the program or has other holes in one, ends the build.

#[allow(dead_code, reason = "the build asks less than the program")]
#[path = "src/file.rs"]
mod file;
#[allow(dead_code, reason = "the build reads the list and writes none")]
#[path = "src/list.rs"]
mod list;
#[allow(dead_code, reason = "the build reads rules and counts nothing")]
#[path = "../core/src/plural.rs"]
mod plural;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use list::List;

/// What the program says: the build knows it from here only.
const LIST: &str = "sentences.txt";

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../languages");
    println!("cargo::rerun-if-changed={}", folder.display());
    // Whoever names one file is asked about no other.
    for source in ["build.rs", "src/file.rs", "src/list.rs", "../core/src/plural.rs"] {
        println!("cargo::rerun-if-changed={source}");
    }
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    let known = fs::read_to_string(folder.join(LIST)).unwrap_or_default();
    if known.is_empty() {
        println!(
            "cargo::warning=languages/{LIST} is not there: tables are not checked; `make tables` writes it"
        );
    }
    let mut list = String::from("&[\n");
    for path in &files {
        println!("cargo::rerun-if-changed={}", path.display());
        check(path, &List::read(&known));
        let _ = writeln!(list, "    include_str!({:?}),", path.display().to_string());
    }
    list.push(']');
    let out = env::var("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join("files.rs"), list).expect("the list is written");
}

fn check(path: &Path, list: &List<'_>) {
    let text = fs::read_to_string(path).unwrap_or_default();
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let faults = match file::File::read(&text) {
        Err(fault) => vec![fault],
        Ok(file) if file.one("code") != stem => vec![format!("its code is {:?}", file.one("code"))],
        Ok(file) => {
            // Who adds a sentence writes its rows before the list knows it: `make tables` needs a program.
            let unknown = list.unknown(&file);
            if let Some(first) = unknown.first() {
                let (count, what) = (unknown.len(), "unknown to languages/sentences.txt: `make tables`");
                println!("cargo::warning={stem}.toml: {count} sentences, {first} the first, are {what}");
            }
            let rules = file.all("plural").iter();
            let unread = rules.filter(|rule| plural::Forms::read(&[rule.as_str()]).is_none());
            let unread = unread.map(|rule| format!("the plural rule {rule:?} cannot be read"));
            unread.chain(file.faults.clone()).chain(list.faults(&file)).collect()
        }
    };
    for fault in faults {
        println!(
            "cargo::error=languages/{stem}.toml: {fault}; where languages/{LIST} is behind, `make tables`"
        );
    }
}
