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

fn main() {
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_else(|| "unknown commit".into());
    println!("cargo::rustc-env=INGENIO_COMMIT={commit}");
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
