//! A lesson as it lies in `docs/lessons`: a text, a solver, an experiment, exercises.

use include_dir::{Dir, File, include_dir};
use ingenio_core::{Language, Message};
use serde::Deserialize;

use crate::exercise::Exercise;
use crate::words;

/// The lesson to one paper. It is named after its puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    pub name: &'static str,
    /// Markdown.
    pub text: &'static str,
    /// A solver of at most 150 lines, to read.
    pub solver: &'static str,
    /// The campaign of its experiment.
    pub experiment: &'static str,
    exercises: &'static str,
}

macro_rules! lesson {
    ($name:literal) => {
        Lesson {
            name: $name,
            text: include_str!(concat!("../../../docs/lessons/", $name, ".md")),
            solver: include_str!(concat!("../../../docs/lessons/", $name, ".rs")),
            experiment: include_str!(concat!("../../../docs/lessons/", $name, ".campaign.toml")),
            exercises: include_str!(concat!("../../../docs/lessons/", $name, ".toml")),
        }
    };
}

/// In the order in which a course would take them.
pub static LESSONS: [Lesson; 5] =
    [lesson!("taquin"), lesson!("sokoban"), lesson!("unblock"), lesson!("tetravex"), lesson!("flow")];

/// Translations lie in folders of their languages: `es/sokoban.md`.
static TEXTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../docs/lessons");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    exercises: Vec<Exercise>,
}

impl Lesson {
    /// Its text for a reader, and the language that it is in: English, where nobody has translated it.
    pub fn text_for(&self, reader: Language) -> (&'static str, Language) {
        let file = TEXTS.get_file(format!("{}/{}.md", reader.code(), self.name));
        file.and_then(File::contents_utf8).map_or((self.text, Language::english()), |text| (text, reader))
    }

    /// The mark of the English text that a translation was made from (`<!-- of 1a2b3c -->`); nothing where it has none.
    pub fn made_from(&self, reader: Language) -> Option<&'static str> {
        let (text, _) = self.text_for(reader);
        text.lines().find_map(|line| line.strip_prefix("<!-- of ")?.strip_suffix(" -->"))
    }

    /// What somebody has written of the English text: whatever stands between marks of generated parts changes by itself.
    pub fn own_words(&self) -> String {
        let mut is_generated = false;
        let own = self.text.lines().filter(|line| {
            is_generated |= line.ends_with(": generated -->");
            let is_own = !is_generated;
            is_generated &= !line.starts_with("<!-- end of ");
            is_own
        });
        own.flat_map(|line| [line, "\n"]).collect()
    }

    /// The heading of that text.
    pub fn title_for(&self, reader: Language) -> &'static str {
        let (text, _) = self.text_for(reader);
        text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(self.name)
    }

    /// The heading of its text in English.
    pub fn title(&self) -> &'static str {
        self.title_for(Language::english())
    }

    /// # Panics
    /// If the sheet of exercises cannot be read, which a test rules out.
    pub fn exercises(&self) -> Vec<Exercise> {
        let sheet: Sheet = toml::from_str(self.exercises).expect("the sheets of exercises are tested");
        let owned = |(number, exercise): (usize, Exercise)| Exercise {
            owner: format!("lesson.{}.{number}", self.name),
            ..exercise
        };
        (1..).zip(sheet.exercises).map(owned).collect()
    }

    /// The names that its campaign gives to methods, in order; what has none goes by the method's own.
    pub fn said_methods(&self) -> Vec<(String, Message)> {
        let campaign: toml::Table = toml::from_str(self.experiment).expect("the campaigns are tested");
        let methods = campaign.get("methods").and_then(toml::Value::as_array).into_iter().flatten();
        let named =
            (1..).zip(methods).filter_map(|(number, method)| Some((number, method.get("name")?.as_str()?)));
        let said = |(number, name): (usize, &str)| {
            let id = format!("lesson.{}.method-{number}", self.name);
            (name.to_owned(), Message::declared(id, name.to_owned()))
        };
        named.map(said).collect()
    }

    /// Everything that is said in its exercises, in order.
    pub fn said_exercises(&self) -> Vec<Message> {
        self.exercises().iter().flat_map(Exercise::said).collect()
    }

    /// Counted from 1.
    pub fn exercise(&self, number: usize) -> Result<Exercise, Message> {
        let mut exercises = self.exercises();
        let last = exercises.len();
        if (1..=last).contains(&number) {
            return Ok(exercises.swap_remove(number - 1));
        }
        Err(words::NO_SUCH_EXERCISE.with("last", last).with("wanted", number))
    }
}

pub fn find(name: &str) -> Result<&'static Lesson, Message> {
    LESSONS.iter().find(|lesson| lesson.name == name).ok_or_else(|| {
        let known: Vec<_> = LESSONS.iter().map(|lesson| lesson.name).collect();
        words::NO_SUCH_LESSON.with("name", name).with("known", known.join(", "))
    })
}

macro_rules! pictures {
    ($($name:literal),*) => {
        /// The pictures that the texts show, as PNG.
        static PICTURES: &[(&str, &[u8])] = &[$(($name, include_bytes!(concat!("../../../docs/pictures/", $name)))),*];
    };
}

pictures!("sokoban.png", "taquin.png", "unblock.png", "tetravex.png", "flow.png", "unblock-ring.png");

/// The names of the pictures of the texts.
pub fn pictures() -> impl Iterator<Item = &'static str> {
    PICTURES.iter().map(|(name, _)| *name)
}

/// A picture of the texts by its name.
pub fn picture(name: &str) -> Option<&'static [u8]> {
    PICTURES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}
