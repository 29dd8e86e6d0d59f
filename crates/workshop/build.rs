//! The shipped packs are part of the program: when they change, it is built anew.

fn main() {
    println!("cargo::rerun-if-changed=../../packs");
}
