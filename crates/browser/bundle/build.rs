//! Builds the modules for the pages with another run of cargo, for another target, in a folder of its own.

use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

const TARGET: &str = "wasm32-unknown-unknown";
/// Folders whose files the modules are made of.
const SOURCES: &[&str] = &[
    "core",
    "catalog",
    "engines",
    "workshop",
    "coach",
    "browser/engines",
    "browser/module-engines",
    "search",
    "model",
    "puzzles",
    "registry",
    "render",
    "play",
    "desk",
    "browser/border",
    "browser/rules",
    "browser/module-rules",
    "browser/web-time",
];
/// The modules, each with how hard it is packed; the package of one is `ingenio-module-NAME`. What a board waits for
/// is packed as hard as can be; the engines, five times as large, one below that: the best takes twice the time and
/// saves 4 %.
const MODULES: &[(&str, u32)] = &[("rules", 11), ("engines", 10)];
/// The profile of both: with one, what both are made of is built once.
const PROFILE: &str = "browser";

fn main() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in SOURCES {
        println!("cargo::rerun-if-changed={}", crates.join(folder).display());
    }
    println!("cargo::rerun-if-changed={}", crates.join("../Cargo.lock").display());
    println!("cargo::rerun-if-changed={}", crates.join("../Cargo.toml").display());
    println!("cargo::rerun-if-env-changed=INGENIO_BROWSER");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let wanted = env::var("INGENIO_BROWSER").as_deref() != Ok("no");
    let folder = (wanted && has_target()).then(|| build(&out));
    thread::scope(|scope| {
        for (name, quality) in MODULES {
            let module = folder.as_deref().map_or_else(Vec::new, |folder| built(folder, name));
            let to = out.join(format!("{name}.wasm.br"));
            scope.spawn(move || pack(&to, &module, *quality));
        }
    });
    if wanted && folder.is_none() {
        println!(
            "cargo::warning=the pages ask the server for every move: Rust's target {TARGET} is not installed"
        );
    }
}

fn has_target() -> bool {
    let rustc = env::var_os("RUSTC").expect("cargo sets it");
    let asked = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    asked.is_ok_and(|asked| Path::new(String::from_utf8_lossy(&asked.stdout).trim()).is_dir())
}

/// Builds the modules; gives the folder they are in. It is one for all profiles of the program: what it holds is
/// the same.
fn build(out: &Path) -> PathBuf {
    let folder = out.ancestors().nth(4).expect("cargo's folders are that deep").join("browser");
    let mut cargo = Command::new(env::var_os("CARGO").expect("cargo sets it"));
    cargo.args(["build", "--quiet", "--locked", "--target", TARGET, "--profile", PROFILE]);
    cargo.args(MODULES.iter().map(|(name, _)| format!("--package=ingenio-module-{name}")));
    cargo.arg("--target-dir").arg(&folder);
    // What the program is built with is not what the modules are built with: clippy, flags, its features.
    for name in ["RUSTC_WORKSPACE_WRAPPER", "RUSTC", "CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS", "CLIPPY_ARGS"] {
        cargo.env_remove(name);
    }
    let done = cargo.status().expect("cargo is there");
    assert!(done.success(), "the modules were not built for {TARGET}");
    folder.join(TARGET).join(PROFILE)
}

fn built(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(format!("ingenio_module_{name}.wasm"))).expect("it was just built")
}

fn pack(to: &Path, module: &[u8], quality: u32) {
    let mut file = File::create(to).expect("cargo's folder can be written");
    if !module.is_empty() {
        let mut packer = brotli::CompressorWriter::new(&mut file, 1 << 16, quality, 24);
        packer.write_all(module).expect("cargo's folder can be written");
    }
}
