//! All levels of a text that somebody brings to the server, if it is not too much and a page can show it.

use ingenio_workshop::{Brought, gather};

use crate::library::{as_a_page_says, check_size};
use crate::problem::{Problem, Reply};
use crate::words;

/// Bytes of a text, and levels in it: what a page can list and a person can play.
pub const LONGEST_TEXT: usize = 192 << 10;
pub const MOST_LEVELS: usize = 500;

/// Reads everything that a visitor brings, if it is not too much.
pub fn read_all(text: &str, puzzle: Option<&str>) -> Reply<Brought> {
    if text.len() > LONGEST_TEXT {
        return Err(Problem::bad(words::PACK_TOO_LONG.with("most", LONGEST_TEXT >> 10)));
    }
    let brought = gather(text, puzzle.filter(|name| !name.is_empty()), check_size).map_err(as_a_page_says)?;
    let count = brought.levels.len() + brought.faults.len() + brought.twice;
    if count > MOST_LEVELS {
        let said = words::TOO_MANY_LEVELS.with("count", count).with("most", MOST_LEVELS);
        return Err(Problem::bad(said));
    }
    Ok(brought)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_refused_with_a_sentence() {
        let long = "#".repeat(LONGEST_TEXT + 1);
        let problem = read_all(&long, None).expect_err("too long");
        assert!(problem.message().is(words::PACK_TOO_LONG));
        let many = "#####\n#@$.#\n#####\n\n".repeat(MOST_LEVELS + 1);
        let problem = read_all(&many, Some("sokoban")).expect_err("too many");
        assert!(problem.message().is(words::TOO_MANY_LEVELS));
        let problem = read_all("title = 'x'\n[[levels]]\ntext = ", None).expect_err("broken");
        assert!(problem.message().english().len() > 10);
    }
}
