//! Packs of one's own where no server keeps them: what is in a file that somebody brings, and the file of a pack.

use ingenio_catalog::read_level;
use ingenio_core::{Fault, Grade, LevelRef, Message};
use ingenio_workshop::{gather, grade_named, plain_pack, proper_title};
use serde::{Deserialize, Serialize};

use crate::request::{Answered, Asker};
use crate::words;

#[derive(Clone, Debug, Deserialize)]
pub struct BringWish {
    /// Which puzzle it is; empty to let the text decide.
    #[serde(default)]
    puzzle: String,
    text: String,
}

#[derive(Serialize)]
struct BroughtBody {
    puzzle: &'static str,
    /// What the file itself says.
    title: Option<String>,
    grade: Option<&'static str>,
    levels: Vec<LevelBody>,
    /// What was left out and why, if anything was.
    said: Option<Message>,
}

#[derive(Serialize)]
struct LevelBody {
    id: String,
    title: String,
    text: String,
}

impl BringWish {
    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        let puzzle = Some(self.puzzle.as_str()).filter(|name| !name.is_empty());
        let brought = gather(&self.text, puzzle, |_| Ok(()))?;
        let level = |(level, title): &(LevelRef, String)| LevelBody {
            id: level.id().to_string(),
            title: title.clone(),
            text: level.canonical(),
        };
        asker.written(&BroughtBody {
            puzzle: brought.levels.first().map_or("", |(level, _)| level.puzzle().info().name),
            said: brought.told(),
            levels: brought.levels.iter().map(level).collect(),
            title: brought.title,
            grade: brought.grade.map(Grade::word),
        })
    }
}

#[derive(Clone, Debug, Deserialize)]
pub struct PackWish {
    puzzle: String,
    title: String,
    #[serde(default)]
    grade: String,
    levels: Vec<NamedText>,
}

#[derive(Clone, Debug, Deserialize)]
struct NamedText {
    title: String,
    text: String,
}

#[derive(Serialize)]
struct PackBody {
    /// The file: TOML.
    file: String,
}

impl PackWish {
    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        let read = |one: &NamedText| Ok((read_level(&self.puzzle, &one.text)?, one.title.clone()));
        let levels = self.levels.iter().map(read).collect::<Result<Vec<_>, Fault>>()?;
        let title = proper_title(&self.title).ok_or_else(|| words::NO_TITLE.say())?;
        let pack = plain_pack(title, String::new(), grade_named(&self.grade), &levels);
        asker.written(&PackBody { file: pack.write() })
    }
}
