//! How the module is linked: the page gives it its memory, with a limit, and a stack for models that are walked
//! through recursively.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        for argument in ["--import-memory", "-zstack-size=8388608"] {
            println!("cargo::rustc-link-arg={argument}");
        }
    }
}
