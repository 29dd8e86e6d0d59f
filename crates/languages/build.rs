//! Looks for the files of languages and puts them into the program: a new language is a new file, nothing else.
//! A file that cannot be read, or whose words have not the forms that its rules ask for, ends the build.

#[allow(dead_code, reason = "the build asks less than the program")]
#[path = "src/file.rs"]
mod file;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../languages");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    let mut list = String::from("&[\n");
    for path in &files {
        println!("cargo::rerun-if-changed={}", path.display());
        check(path);
        let _ = writeln!(list, "    include_str!({:?}),", path.display().to_string());
    }
    list.push(']');
    let out = env::var("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join("files.rs"), list).expect("the list is written");
}

fn check(path: &Path) {
    let text = fs::read_to_string(path).unwrap_or_default();
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let fault = match file::File::read(&text) {
        Err(fault) => fault,
        Ok(file) if file.one("code") != stem => format!("its code is {:?}", file.one("code")),
        Ok(_) => return,
    };
    println!("cargo::error={}: {fault}", path.display());
}
