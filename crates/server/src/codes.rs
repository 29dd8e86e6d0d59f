//! Codes that open an account once where its password is lost: there is no e-mail here. A code has a hundred
//! random bits, so that its hash can be a plain one; the store knows only that.

use sha2::{Digest, Sha256};

use axum::http::StatusCode;

use crate::problem::{Problem, Reply};
use crate::words;

/// Crockford's digits: no letter looks like another.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 20;

/// A new code, in groups of five: `7K2QF-...`.
pub fn draw() -> Reply<String> {
    draw_digits(LENGTH, 5)
}

/// The code of a class, to be written on a blackboard: forty random bits, `7K2Q-F0R3`. It lets in and opens nothing
/// that is there, and guesses are counted (`failures.rs`).
pub fn draw_for_class() -> Reply<String> {
    draw_digits(8, 4)
}

/// The code by which a pupil comes back: sixty random bits, short enough for a child's notebook.
pub fn draw_for_pupil() -> Reply<String> {
    draw_digits(12, 4)
}

fn draw_digits(length: usize, group: usize) -> Reply<String> {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes)
        .map_err(|_| Problem::new(StatusCode::SERVICE_UNAVAILABLE, words::STORE_FAILED.say()))?;
    let digits: Vec<char> = bytes.iter().map(|byte| char::from(DIGITS[usize::from(byte % 32)])).collect();
    let groups: Vec<String> = digits.chunks(group).map(|group| group.iter().collect()).collect();
    Ok(groups.join("-"))
}

/// A code however it was typed: small letters, without the lines, with an O for a zero.
pub fn plain(code: &str) -> String {
    let digit = |letter: char| match letter.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    code.chars().filter(char::is_ascii_alphanumeric).map(digit).collect()
}

/// What the store keeps of a code.
pub fn hashed(code: &str) -> String {
    Sha256::digest(plain(code).as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_differ_and_may_be_typed_carelessly() {
        let (one, other) = (draw().unwrap(), draw().unwrap());
        assert_ne!(one, other);
        assert_eq!((one.len(), one.matches('-').count()), (LENGTH + 3, 3));
        let careless = one.to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l");
        assert_eq!(hashed(&careless), hashed(&one));
        assert_ne!(hashed(&one), hashed(&other));
        assert_ne!(hashed(""), hashed("0"));
    }
}
