//! If we panic, the level that caused it is written to a file, so that it can be reported.

use std::cell::RefCell;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};

use ingenio_core::LevelRef;

use crate::output::complain;
use crate::reader::Spoken;
use crate::words;

thread_local! {
    /// The level that this thread is busy with.
    static CURRENT: RefCell<Option<LevelRef>> = const { RefCell::new(None) };
}

pub fn install() {
    std::panic::set_hook(Box::new(|info| complain(describe(info, &std::env::temp_dir()))));
}

/// Does some work with a level; a panic inside is reported with it.
pub fn guard<T>(level: &LevelRef, work: impl FnOnce() -> T) -> std::thread::Result<T> {
    CURRENT.with_borrow_mut(|current| *current = Some(level.clone()));
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    CURRENT.with_borrow_mut(|current| *current = None);
    result
}

fn describe(info: &PanicHookInfo<'_>, folder: &Path) -> String {
    let place = info.location().map(ToString::to_string).unwrap_or_default();
    let message = match info.payload_as_str() {
        Some(text) => format!("{text}, at {place}"),
        None => format!("at {place}"),
    };
    match CURRENT.try_with(|current| current.try_borrow().ok().and_then(|level| level.clone())) {
        Ok(Some(level)) => match save(&level, &message, folder) {
            Some(file) => words::PANIC.with("message", message).with("file", file.display()).spoken(),
            None => words::PANIC_NO_LEVEL.with("message", message).spoken(),
        },
        _ => words::PANIC_NO_LEVEL.with("message", message).spoken(),
    }
}

fn save(level: &LevelRef, message: &str, folder: &Path) -> Option<PathBuf> {
    let file = folder.join(format!("ingenio-{}-{}.txt", level.puzzle().info().name, level.id()));
    let version = env!("CARGO_PKG_VERSION");
    let commit = env!("INGENIO_COMMIT");
    let text =
        format!("{}\n; ingenio {version} ({commit}): {}\n", level.canonical(), message.replace('\n', " "));
    std::fs::write(&file, text).ok().map(|()| file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ingenio_catalog::PUZZLES;
    use ingenio_core::Rng;

    #[test]
    fn a_panic_saves_its_level() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        let said = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
        let heard = said.clone();
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| *heard.lock().unwrap() = describe(info, &path)));
        let level = PUZZLES[0].sample(&mut Rng::new(1), 1);
        let result = guard(&level, || panic!("planted"));
        std::panic::set_hook(before);
        assert!(result.is_err());
        let file = std::fs::read_dir(folder.path()).unwrap().next().expect("a file").unwrap().path();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.starts_with(&level.canonical()) && text.contains("planted"), "{text}");
        assert!(said.lock().unwrap().contains(&*file.to_string_lossy()));
    }
}
