//! Notebooks are what Jupyter reads (nbformat 4.5): every key that its schema asks for, no key that it does not
//! know, names of cells that are unique. And they hold what a class needs, and no answers.

use std::collections::{BTreeMap, BTreeSet};

use ingenio_core::Language;
use ingenio_lessons::{LESSONS, Lesson, notebook};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Notebook {
    nbformat: u32,
    nbformat_minor: u32,
    metadata: Metadata,
    cells: Vec<Cell>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Metadata {
    title: String,
    kernelspec: BTreeMap<String, String>,
    language_info: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(tag = "cell_type", rename_all = "lowercase", deny_unknown_fields)]
enum Cell {
    Markdown {
        id: String,
        #[allow(dead_code, reason = "the schema asks for it")]
        metadata: BTreeMap<String, String>,
        source: Vec<String>,
        #[serde(default)]
        attachments: BTreeMap<String, BTreeMap<String, String>>,
    },
    Code {
        id: String,
        #[allow(dead_code, reason = "the schema asks for it")]
        metadata: BTreeMap<String, String>,
        source: Vec<String>,
        outputs: Vec<String>,
        /// Asked for, and nothing in a notebook that was not run.
        execution_count: serde_json::Value,
    },
}

fn read(lesson: &Lesson) -> Notebook {
    serde_json::from_value(notebook(lesson, Language::english()))
        .unwrap_or_else(|error| panic!("{}: {error}", lesson.name))
}

fn id(cell: &Cell) -> &str {
    match cell {
        Cell::Markdown { id, .. } | Cell::Code { id, .. } => id,
    }
}

fn codes(notebook: &Notebook) -> Vec<String> {
    let code = |cell: &Cell| match cell {
        Cell::Code { source, .. } => Some(source.concat()),
        Cell::Markdown { .. } => None,
    };
    notebook.cells.iter().filter_map(code).collect()
}

fn texts(notebook: &Notebook) -> String {
    let text = |cell: &Cell| match cell {
        Cell::Markdown { source, .. } => source.concat() + "\n",
        Cell::Code { .. } => String::new(),
    };
    notebook.cells.iter().map(text).collect()
}

#[test]
fn jupyter_can_read_them() {
    for lesson in &LESSONS {
        let notebook = read(lesson);
        assert_eq!((notebook.nbformat, notebook.nbformat_minor), (4, 5));
        assert_eq!(notebook.metadata.title, lesson.title());
        assert!(["name", "display_name"].iter().all(|key| notebook.metadata.kernelspec.contains_key(*key)));
        assert_eq!(notebook.metadata.language_info["name"], "python");
        let ids: BTreeSet<&str> = notebook.cells.iter().map(id).collect();
        assert_eq!(ids.len(), notebook.cells.len(), "unique");
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
        assert!(ids.iter().all(|id| (1..=64).contains(&id.len()) && id.chars().all(plain)));
        for cell in &notebook.cells {
            if let Cell::Code { outputs, execution_count, .. } = cell {
                assert!(outputs.is_empty() && execution_count.is_null(), "nobody has run it");
            }
        }
    }
}

#[test]
fn pictures_travel_inside() {
    for lesson in &LESSONS {
        let mut pictures = 0;
        for cell in read(lesson).cells {
            let Cell::Markdown { source, attachments, .. } = cell else { continue };
            let source = source.concat();
            assert_eq!(source.matches("](attachment:").count(), attachments.len());
            for (name, data) in &attachments {
                assert!(source.contains(&format!("](attachment:{name})")), "{name}");
                assert!(data["image/png"].starts_with("iVBORw0KGgo"), "{name} is a PNG");
            }
            assert!(!source.contains("](../") && !source.contains(".md)"), "no link leads out: {source}");
            pictures += attachments.len();
        }
        assert!(pictures > 0, "{}", lesson.name);
    }
}

#[test]
fn the_experiment_the_solver_and_every_exercise_have_their_cells() {
    for lesson in &LESSONS {
        let notebook = read(lesson);
        let (codes, texts) = (codes(&notebook), texts(&notebook));
        let holds = |wanted: &str| codes.iter().filter(|code| code.contains(wanted)).count();
        assert_eq!(holds(lesson.experiment.trim_end()), 1, "{}", lesson.name);
        assert_eq!(holds(&format!("!ingenio lab run {}.campaign.toml", lesson.name)), 1);
        assert_eq!(holds(lesson.solver.trim_end()), 1);
        for (index, exercise) in lesson.exercises().iter().enumerate() {
            assert!(texts.contains(exercise.ask.trim()), "{} {}", lesson.name, index + 1);
            assert_eq!(holds(&format!("\ncheck({}, answer)", index + 1)), 1);
        }
        assert!(!texts.contains("<!--"), "marks of what is generated are for us");
    }
}

#[test]
fn no_answer_is_given_away() {
    for lesson in &LESSONS {
        let notebook = read(lesson);
        let all = texts(&notebook) + &codes(&notebook).concat();
        for exercise in lesson.exercises() {
            assert!(!all.contains(exercise.because.trim()), "{}", lesson.name);
        }
    }
}
