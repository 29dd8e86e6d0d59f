//! The id of a level: the first 20 hexadecimal digits of SHA-256 over the puzzle's name, a newline
//! and the canonical text. The same level has the same id on every machine.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// The default, all zeros, is no level's.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LevelId([u8; 10]);

impl LevelId {
    /// Of a level whose canonical text this is.
    pub fn of(puzzle: &str, canonical: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(puzzle);
        hash.update("\n");
        hash.update(canonical);
        let digest = hash.finalize();
        let mut id = [0; 10];
        id.copy_from_slice(&digest[..10]);
        LevelId(id)
    }
}

impl fmt::Display for LevelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for LevelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LevelId({self})")
    }
}

impl Serialize for LevelId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for LevelId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map_err(|NotALevelId| serde::de::Error::custom(format_args!("'{text}' is no id of a level")))
    }
}

/// The text is not 20 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotALevelId;

impl FromStr for LevelId {
    type Err = NotALevelId;

    fn from_str(text: &str) -> Result<Self, NotALevelId> {
        let mut id = [0; 10];
        if text.len() != 20 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(NotALevelId);
        }
        for (slot, at) in id.iter_mut().zip((0..20).step_by(2)) {
            *slot = u8::from_str_radix(&text[at..at + 2], 16).map_err(|_| NotALevelId)?;
        }
        Ok(LevelId(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_is_the_published_hash() {
        // printf 'taquin\n1 2\n3 _' | sha256sum | cut -c1-20
        assert_eq!(LevelId::of("taquin", "1 2\n3 _").to_string(), "34a03a60df4066f42e9f");
    }

    #[test]
    fn ids_read_back() {
        let id = LevelId::of("flow", "x");
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!("zz".parse::<LevelId>(), Err(NotALevelId));
        assert_eq!("g".repeat(20).parse::<LevelId>(), Err(NotALevelId));
    }
}
