//! The border between a module of WebAssembly and the page that runs it. Texts go over it, and bytes of
//! tables; everything else is JSON inside of the texts. No generator of glue: three exported functions and
//! at most five imported ones are all there is.
//!
//! # How to use it
//!
//! In the crate of a module (a plain library, which `crates/browser/bundle` builds as a `cdylib`), once:
//!
//! ```
//! fn answer(request: &str) -> String {
//!     ingenio_border::tell("on my way");
//!     format!("you said {request}")
//! }
//!
//! ingenio_border::border!(answer);
//! ```
//!
//! The page imports nothing but what the module uses, all of it under the name `page`:
//!
//! - `now() -> f64`: milliseconds since some fixed moment (`performance.now`);
//! - `tell(at, size)`: a text for the page while the module works;
//! - `kept(name, size) -> i32`: how many bytes are kept under a name, -1 for none;
//! - `fetch(at)`: writes the bytes last asked for with `kept` to that address;
//! - `keep(name, name_size, at, size)`: bytes to be kept under a name.
//!
//! and calls what the module exports: `alloc(size) -> at` for the bytes of a request in UTF-8,
//! `call(at, size) -> u64` with the request (which is freed by the module), whose answer lies at
//! `answer >> 32` and has `answer & 0xffffffff` bytes, and `free(at, size)` once that is read. A panic tells
//! `{"is":"broke","text":...}` before the module traps; after that it must not be called again.
//!
//! Natively nobody is on the other side: the clock is the system's, nobody hears, nothing is kept. Tests call
//! the function that answers.

use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
mod nobody;
#[cfg(target_family = "wasm")]
mod page;

#[cfg(not(target_family = "wasm"))]
use nobody as other_side;
#[cfg(target_family = "wasm")]
use page as other_side;

#[cfg(target_family = "wasm")]
pub use page::{alloc, call, free};

/// Time since some fixed moment.
pub fn now() -> Duration {
    other_side::now()
}

/// Tells the page a text, in the middle of work.
pub fn tell(text: &str) {
    other_side::tell(text);
}

/// Bytes that the page keeps under a name.
pub fn kept(name: &str) -> Option<Vec<u8>> {
    other_side::kept(name)
}

/// Does the page keep bytes under a name?
pub fn is_kept(name: &str) -> bool {
    other_side::is_kept(name)
}

/// Gives the page bytes to keep under a name.
pub fn keep(name: &str, bytes: &[u8]) {
    other_side::keep(name, bytes);
}

/// Exports `alloc`, `free` and `call` from a module; a `fn(&str) -> String` answers the calls.
#[macro_export]
macro_rules! border {
    ($answer:path) => {
        #[cfg(target_family = "wasm")]
        mod exported {
            #![allow(unsafe_code, reason = "the names by which the page calls")]

            #[unsafe(no_mangle)]
            extern "C" fn alloc(size: usize) -> usize {
                $crate::alloc(size)
            }

            #[unsafe(no_mangle)]
            extern "C" fn free(at: usize, size: usize) {
                $crate::free(at, size);
            }

            #[unsafe(no_mangle)]
            extern "C" fn call(at: usize, size: usize) -> u64 {
                $crate::call(at, size, $answer)
            }
        }
    };
}

/// A text as JSON.
#[cfg_attr(not(any(target_family = "wasm", test)), expect(dead_code, reason = "panics are told to pages"))]
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_control() => quoted.push_str(&format!("\\u{:04x}", letter as u32)),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_several_lines_stays_one_json_text() {
        assert_eq!(quoted("say \"no\"\n\\ é"), "\"say \\\"no\\\"\\u000a\\\\ é\"");
    }

    #[test]
    fn time_passes_and_nobody_keeps_anything() {
        let begun = now();
        std::thread::sleep(Duration::from_millis(2));
        assert!(now().saturating_sub(begun) >= Duration::from_millis(2));
        keep("a", &[1]);
        assert!(kept("a").is_none() && !is_kept("a"));
    }
}
