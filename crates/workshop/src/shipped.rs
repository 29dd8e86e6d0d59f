//! The packs that come with the program, inside of it.

use include_dir::{Dir, include_dir};

use crate::pack::{Pack, Solutions};

static PACKS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../packs");

const SIDE: &str = ".solutions.toml";

/// Every shipped pack with its name (`sokoban-rooms`), in order of the names.
pub fn shipped() -> Vec<(&'static str, Pack)> {
    let texts = PACKS.files().filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?)));
    let packs = texts.filter(|(path, _)| !path.ends_with(SIDE));
    let mut packs: Vec<_> = packs
        .filter_map(|(path, text)| Some((path.strip_suffix(".toml")?, text)))
        .map(|(name, text)| {
            (name, Pack::parse(text).unwrap_or_else(|fault| panic!("pack {name}: {fault:?}")))
        })
        .collect();
    packs.sort_unstable_by_key(|(name, _)| *name);
    packs
}

/// The solutions of a shipped pack, which nobody shows before it may be.
pub fn shipped_solutions(name: &str) -> Option<Solutions> {
    let text = PACKS.get_file(format!("{name}{SIDE}"))?.contents_utf8()?;
    Some(Solutions::parse(text).unwrap_or_else(|fault| panic!("solutions of {name}: {fault:?}")))
}
