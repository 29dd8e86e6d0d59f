//! Tells the program which commit it was built from, for `--version`, lets the linker sum it up in a
//! build id, by which results of the lab name it, and keep the program small.

use std::path::PathBuf;
use std::process::{Command, Stdio};

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// What makes the program smaller, where the linker and the system know it. Rust's own linker does; a distribution's
/// `rustc` may call one that does not.
const SMALLER: [&str; 2] = [
    // One copy of functions that were compiled to the same code: generic ones of many types mostly. Rust promises no
    // function an address of its own, and browsers link the same C libraries in this way.
    "-Wl,--icf=all",
    // The list of addresses to fill in at the start as bits in place of 24 bytes each (glibc from 2.36 on).
    "-Wl,-z,pack-relative-relocs",
];

/// Does a program that is linked with an argument run here?
fn runs_with(argument: &str) -> bool {
    let Some(rustc) = std::env::var_os("RUSTC") else { return false };
    let Some(folder) = std::env::var_os("OUT_DIR").map(PathBuf::from) else { return false };
    let (source, program) = (folder.join("probe.rs"), folder.join("probe"));
    let mut compile = Command::new(rustc);
    compile.arg(&source).arg(format!("-Clink-arg={argument}")).arg("-o").arg(&program);
    compile.stderr(Stdio::null());
    std::fs::write(&source, "fn main() {}").is_ok()
        && compile.status().is_ok_and(|status| status.success())
        && Command::new(program).status().is_ok_and(|status| status.success())
}

/// What the program is made of, as git names it; what is not tracked there counts too.
const SOURCES: [&str; 8] = [
    ":(top,glob)crates/**/src/**",
    ":(top,glob)crates/**/migrations/**",
    ":(top,glob)crates/**/build.rs",
    ":(top,glob)crates/**/Cargo.toml",
    ":(top)languages",
    ":(top)packs",
    ":(top)web",
    ":(top,glob)Cargo.*",
];

/// Is the program that of its commit? What was edited since is another program under the same name.
fn is_clean() -> bool {
    git(&[&["status", "--porcelain", "--"][..], &SOURCES].concat()).is_some_and(|changes| changes.is_empty())
}

/// Folders of sources: what is edited in them makes this program anew anyway, and may make it another one than its commit.
fn watch(folder: &std::path::Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        match entry.file_name().and_then(|name| name.to_str()) {
            Some("src" | "migrations") => println!("cargo::rerun-if-changed={}", entry.display()),
            Some("tests" | "examples" | "target") => {}
            _ if entry.is_dir() => watch(&entry),
            _ => {}
        }
    }
}

fn main() {
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_else(|| "unknown commit".into());
    println!("cargo::rustc-env=INGENIO_COMMIT={commit}");
    println!("cargo::rustc-env=INGENIO_CLEAN={}", is_clean());
    watch(std::path::Path::new(".."));
    for folder in ["languages", "packs", "web"] {
        println!("cargo::rerun-if-changed=../../{folder}");
    }
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,--build-id=sha1");
        for argument in SMALLER.into_iter().filter(|argument| runs_with(argument)) {
            println!("cargo::rustc-link-arg-bins={argument}");
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}
