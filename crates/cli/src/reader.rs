//! The one reader of this process and their language: what `--language` says, or else the environment.

use std::sync::OnceLock;

use ingenio_core::{Fault, Language, Message, Value};

static LANGUAGE: OnceLock<Language> = OnceLock::new();

/// Decides the language, before anything is said.
pub fn settle(language: Language) {
    let _ = LANGUAGE.set(language);
}

pub fn language() -> Language {
    LANGUAGE.get().copied().unwrap_or_default()
}

/// What this command line asks for, before anything of it is read: help and complaints are in it, too.
pub fn asked() -> Language {
    let words: Vec<String> = std::env::args_os()
        .map(|word| word.to_string_lossy().into_owned())
        .take_while(|word| word != "--")
        .collect();
    let after = words.iter().position(|word| word == "--language").and_then(|at| words.get(at + 1));
    let joined = words.iter().find_map(|word| word.strip_prefix("--language="));
    let code = joined.or(after.map(String::as_str));
    code.and_then(Language::find).unwrap_or_else(of_environment)
}

/// What the environment asks for: `LC_ALL`, then `LC_MESSAGES`, then `LANG`.
fn of_environment() -> Language {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let asked = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
    asked.and_then(|code| Language::find(&code)).unwrap_or_default()
}

/// As this reader reads it.
pub fn say(what: impl Value) -> String {
    language().say(Message::told(what))
}

/// What can be said to this reader.
pub trait Spoken {
    fn spoken(&self) -> String;
}

impl Spoken for Message {
    fn spoken(&self) -> String {
        say(self)
    }
}

impl Spoken for Fault {
    fn spoken(&self) -> String {
        say(self)
    }
}
