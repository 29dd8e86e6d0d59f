//! The editor: a draft of a level as a text, steps that change it, and what there is to see and to choose
//! afterwards. Nothing is kept between requests: whoever goes back sends the text of before.

use ingenio_catalog::{find, identify};
use ingenio_core::edit::{Brush, Change, Choice, Draft, Editor, Touch};
use ingenio_core::{AnyPuzzle, Cell, Dir, Fault, LevelRef, Message, Options, Side, Size, Source};
use ingenio_desk::BoardBody;
use ingenio_render::{Theme, svg};
use serde::{Deserialize, Serialize};

use crate::request::{Answered, Asker};
use crate::words;

/// Characters of a text that becomes a draft: what a server takes too.
const LONGEST: usize = 192 << 10;
/// Steps of one request; a stroke of the pen has fewer.
const MOST_STEPS: usize = 10_000;

#[derive(Clone, Debug, Deserialize)]
pub struct EditWish {
    /// Which puzzle it is; empty to let a text decide.
    #[serde(default)]
    puzzle: String,
    /// The draft, or any text to make one of; nothing for a new one.
    #[serde(default)]
    draft: Option<String>,
    #[serde(default)]
    steps: Vec<StepWish>,
    /// What one paints with: some brushes show another side of the level.
    #[serde(default)]
    brush: String,
}

/// Row and column, from 0.
type Place = (u16, u16);

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum StepWish {
    Paint { brush: String, cells: Vec<Place> },
    Side { brush: String, cell: Place, side: String },
    Drag { brush: String, from: Place, to: Place },
    Choose { name: String, value: String },
    Rotate,
    Mirror,
    Trim,
    Grow { side: String },
    Shrink { side: String },
    Blank { columns: usize, rows: usize },
}

#[derive(Serialize)]
struct EditBody<'a> {
    puzzle: &'static str,
    /// The draft as it is now.
    draft: String,
    /// The level that it stands for.
    text: String,
    board: BoardBody,
    brushes: Vec<BrushBody<'a>>,
    choices: Vec<ChoiceBody<'a>>,
    /// Why it is no level yet, if it is none.
    fault: Option<String>,
    /// The id of the level, if it is one.
    id: Option<String>,
    /// Why a step was not done, if one was not.
    refused: Option<String>,
    /// What a text that was brought along says about its level.
    title: Option<String>,
    author: Option<String>,
}

#[derive(Serialize)]
struct BrushBody<'a> {
    name: &'a str,
    said: &'a Message,
    reach: &'static str,
    moves: bool,
    /// What it leaves behind, as a drawing; nothing where its name has to do.
    picture: Option<String>,
}

#[derive(Serialize)]
struct ChoiceBody<'a> {
    name: &'static str,
    said: &'a Message,
    now: &'static str,
    values: Vec<(&'static str, &'a Message)>,
}

impl EditWish {
    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        let puzzle = self.puzzle()?;
        let name = puzzle.info().title;
        let editor = puzzle.editor().ok_or_else(|| words::NO_EDITOR.with("puzzle", name))?;
        let mut draft = self.open(editor)?;
        let refused = self.steps.iter().take(MOST_STEPS).find_map(|step| step.take(editor, &mut draft).err());
        let text = draft.level_text();
        let read = first_level(puzzle, &text);
        let (brushes, choices) = (draft.brushes(), draft.choices());
        let named = self.draft.as_deref().and_then(|brought| names(puzzle, brought)).unwrap_or_default();
        asker.written(&EditBody {
            puzzle: puzzle.info().name,
            draft: draft.text(),
            board: BoardBody::of(&draft.scene(&self.brush)),
            brushes: brushes.iter().map(|brush| BrushBody::of(brush, &*draft)).collect(),
            choices: choices.iter().map(ChoiceBody::of).collect(),
            fault: read.as_ref().err().map(|fault| asker.sentence(&fault.message)),
            id: read.ok().map(|level| level.id().to_string()),
            refused: refused.map(|said| asker.sentence(&said)),
            text,
            title: named.0,
            author: named.1,
        })
    }

    fn puzzle(&self) -> Result<&'static dyn AnyPuzzle, Fault> {
        match (self.puzzle.as_str(), &self.draft) {
            ("", Some(text)) => identify(&Source::new(text), None),
            (name, _) => find(name),
        }
    }

    fn open(&self, editor: &Editor) -> Result<Box<dyn Draft>, Fault> {
        match &self.draft {
            None => Ok((editor.blank)(editor.first)),
            Some(text) if text.len() > LONGEST => {
                Err(words::DRAFT_TOO_LONG.with("most", LONGEST >> 10).into())
            }
            // Line ends of other systems are none of a draft's business.
            Some(text) => editor.read(Source::new(text).text()),
        }
    }
}

fn first_level(puzzle: &dyn AnyPuzzle, text: &str) -> Result<LevelRef, Fault> {
    let settings = Options::defaults(puzzle.info().settings);
    let first = puzzle.read(&Source::new(text), &settings).into_iter().next();
    Ok(first.ok_or_else(|| words::NO_LEVEL.say())??.level)
}

/// The title and the author of the first level of a text.
fn names(puzzle: &dyn AnyPuzzle, text: &str) -> Option<(Option<String>, Option<String>)> {
    let settings = Options::defaults(puzzle.info().settings);
    let entry = puzzle.read(&Source::new(text), &settings).into_iter().next()?.ok()?;
    Some((entry.title, entry.author))
}

impl StepWish {
    fn take(&self, editor: &Editor, draft: &mut Box<dyn Draft>) -> Result<(), Message> {
        let cell = |place: Place| Cell { row: place.0, column: place.1 };
        match self {
            StepWish::Paint { brush, cells } => {
                cells.iter().try_for_each(|place| draft.paint(brush, Touch::Cell(cell(*place))))
            }
            StepWish::Side { brush, cell: place, side } => match side_named(side) {
                Some(side) => draft.paint(brush, Touch::Side(cell(*place), side)),
                None => Ok(()),
            },
            StepWish::Drag { brush, from, to } => draft.paint(brush, Touch::Drag(cell(*from), cell(*to))),
            StepWish::Choose { name, value } => {
                draft.choose(name, value);
                Ok(())
            }
            StepWish::Rotate => editor.change(&mut **draft, Change::Rotate),
            StepWish::Mirror => editor.change(&mut **draft, Change::Mirror),
            StepWish::Trim => editor.trim(&mut **draft),
            StepWish::Grow { side } => grow(editor, &mut **draft, side, Change::Grow),
            StepWish::Shrink { side } => grow(editor, &mut **draft, side, Change::Shrink),
            StepWish::Blank { columns, rows } => {
                let size = Size::new(*columns, *rows);
                editor.check(size)?;
                *draft = (editor.blank)(size);
                Ok(())
            }
        }
    }
}

fn grow(
    editor: &Editor,
    draft: &mut dyn Draft,
    side: &str,
    change: fn(Dir) -> Change,
) -> Result<(), Message> {
    let dir = side_named(side).and_then(|side| Dir::ALL.into_iter().find(|dir| Side::from(*dir) == side));
    dir.map_or(Ok(()), |dir| editor.change(draft, change(dir)))
}

/// As pages name sides: `up-left`.
fn side_named(name: &str) -> Option<Side> {
    Some(match name {
        "up" => Side::Up,
        "down" => Side::Down,
        "left" => Side::Left,
        "right" => Side::Right,
        "up-left" => Side::UpLeft,
        "up-right" => Side::UpRight,
        "down-left" => Side::DownLeft,
        "down-right" => Side::DownRight,
        _ => return None,
    })
}

impl<'a> BrushBody<'a> {
    fn of(brush: &'a Brush, draft: &dyn Draft) -> Self {
        let theme = Theme { paper: "none", ..Theme::PAGE };
        let picture = draft.sample(&brush.name).map(|scene| svg(&scene, &theme, ""));
        let Brush { name, said, reach, moves } = brush;
        BrushBody { name, said, reach: reach.word(), moves: *moves, picture }
    }
}

impl<'a> ChoiceBody<'a> {
    fn of(choice: &'a Choice) -> Self {
        let values = choice.values.iter().map(|(name, said)| (*name, said)).collect();
        ChoiceBody { name: choice.name, said: &choice.said, now: choice.now, values }
    }
}
