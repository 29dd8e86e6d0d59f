//! Drafts: what every room where levels are painted must hold, whatever the puzzle. A puzzle without such a room
//! passes.

use ingenio_core::edit::{Brush, Change, Draft, Editor, Reach, Touch};
use ingenio_core::{AnyPuzzle, Cell, Dir, LevelRef, Options, Rng, Side, Size, Source};

use crate::tools::any_solution;

/// Levels of a puzzle that a draft can hold.
fn samples(puzzle: &dyn AnyPuzzle, editor: &Editor) -> Vec<(LevelRef, Box<dyn Draft>)> {
    let mut rng = Rng::new(27);
    let levels = (0..40).map(|number| puzzle.sample(&mut rng, number % 4));
    let drafts = levels.filter_map(|level| {
        let draft = editor.read(&level.canonical()).ok()?;
        Some((level, draft))
    });
    drafts.collect()
}

/// What is known of a level.
#[derive(Debug, PartialEq, Eq)]
enum Truth {
    NotSolved,
    Solved,
    /// With the best that there is.
    Best(u64),
}

fn truth(level: &LevelRef) -> Truth {
    let Some((solution, optimal)) = any_solution(&**level) else { return Truth::NotSolved };
    let metric = level.puzzle().info().metrics.first().filter(|_| optimal);
    let verified = level.verify(&solution).expect("an answer is refereed");
    metric.and_then(|metric| verified.measures().get(metric.name)).map_or(Truth::Solved, Truth::Best)
}

fn level_of(puzzle: &dyn AnyPuzzle, text: &str) -> Option<LevelRef> {
    let settings = Options::defaults(puzzle.info().settings);
    puzzle.read(&Source::new(text), &settings).into_iter().next()?.ok().map(|entry| entry.level)
}

fn random_touch(rng: &mut Rng, brush: &Brush, size: Size) -> Touch {
    // Some lie off the board.
    let mut cell = || Cell::new(rng.below(size.height + 1), rng.below(size.width + 1));
    let (from, to) = (cell(), cell());
    let sides: Vec<Side> = Side::SQUARE.into_iter().chain(Side::HEXAGON).collect();
    match brush.reach {
        Reach::Cells => Touch::Cell(from),
        Reach::Drags => Touch::Drag(from, to),
        Reach::Sides => Touch::Side(from, sides[rng.below(sides.len())]),
    }
}

/// A level opened as a draft is the same level, and a draft is its text.
pub fn levels_are_drafts(puzzle: &'static dyn AnyPuzzle) {
    let Some(editor) = puzzle.editor() else { return };
    let samples = samples(puzzle, editor);
    assert!(samples.len() > 10, "{}: most levels are drafts", puzzle.info().name);
    for (level, draft) in samples {
        let again = editor.read(&draft.text()).expect("its own text");
        assert_eq!(again.text(), draft.text());
        let read = level_of(puzzle, &draft.level_text()).expect("it was a level");
        assert_eq!(truth(&read), truth(&level), "{level:?}");
        assert_eq!(draft.scene("").size, draft.size());
    }
    let blank = (editor.blank)(editor.first);
    assert_eq!(editor.read(&blank.text()).expect("its own text").text(), blank.text());
}

/// Whatever is painted where: nothing panics, refusals change nothing, and the draft is its text, which is how one
/// goes back.
pub fn anything_can_be_painted(puzzle: &'static dyn AnyPuzzle) {
    let Some(editor) = puzzle.editor() else { return };
    let mut rng = Rng::new(28);
    for (_, mut draft) in samples(puzzle, editor) {
        for _ in 0..60 {
            let before = draft.text();
            let brushes = draft.brushes();
            let brush = &brushes[rng.below(brushes.len())];
            let touch = random_touch(&mut rng, brush, draft.size());
            let refused = match rng.below(8) {
                0 => editor.change(&mut *draft, Change::Grow(Dir::ALL[rng.below(4)])).is_err(),
                1 => editor.change(&mut *draft, Change::Shrink(Dir::ALL[rng.below(4)])).is_err(),
                2 => editor.trim(&mut *draft).is_err(),
                3 => {
                    for choice in draft.choices() {
                        draft.choose(choice.name, choice.values[rng.below(choice.values.len())].0);
                    }
                    false
                }
                _ => draft.paint(&brush.name, touch).is_err(),
            };
            assert!(!refused || draft.text() == before, "what is refused changes nothing:\n{before}");
            let again = editor.read(&draft.text()).unwrap_or_else(|fault| {
                panic!("{}: {} {touch:?} on\n{before}\nmade\n{}", fault.english(), brush.name, draft.text())
            });
            assert_eq!(again.text(), draft.text(), "{} {touch:?} on\n{before}", brush.name);
            let scene = draft.scene(&brush.name);
            assert_eq!((scene.size, scene.ground.len()), (draft.size(), draft.size().cells()));
            // Whether it is a level or not, its reader knows.
            let _ = level_of(puzzle, &draft.level_text());
        }
    }
}

/// Every brush with a picture has one of its own: two that look alike could not be told apart.
pub fn brushes_look_like_what_they_paint(puzzle: &'static dyn AnyPuzzle) {
    let Some(editor) = puzzle.editor() else { return };
    for (_, draft) in samples(puzzle, editor) {
        let brushes = draft.brushes();
        let seen: Vec<_> =
            brushes.iter().filter_map(|brush| Some((brush, draft.sample(&brush.name)?))).collect();
        for (at, (brush, scene)) in seen.iter().enumerate() {
            assert_eq!(scene.ground.len(), scene.size.cells(), "{}", brush.name);
            assert!(scene.size.cells() <= 4, "{}: a sample is small", brush.name);
            let twin = seen[..at].iter().find(|(other, drawn)| drawn == scene && other.moves == brush.moves);
            assert!(twin.is_none(), "{} looks like {:?}", brush.name, twin.map(|(other, _)| &other.name));
        }
    }
}

/// Four quarter turns and two mirrors change nothing, and what can be solved can be solved turned and mirrored.
pub fn turned_levels_stay_what_they_are(puzzle: &'static dyn AnyPuzzle) {
    let Some(editor) = puzzle.editor() else { return };
    let mut turned = 0;
    for (level, mut draft) in samples(puzzle, editor) {
        let before = draft.text();
        for (change, times) in [(Change::Rotate, 4), (Change::Mirror, 2)] {
            let done: Vec<bool> = (0..times).map(|_| editor.change(&mut *draft, change).is_ok()).collect();
            assert_eq!(draft.text(), before, "{change:?} {times} times, {done:?}");
            if editor.change(&mut *draft, change).is_err() {
                continue;
            }
            turned += 1;
            let image = level_of(puzzle, &draft.level_text());
            let image =
                image.unwrap_or_else(|| panic!("{change:?} of {level:?} is no level:\n{}", draft.text()));
            assert_eq!(truth(&image), truth(&level), "{change:?} of {level:?}");
            draft = editor.read(&before).expect("its own text");
        }
    }
    assert!(turned > 20, "{}: {turned} images", puzzle.info().name);
}
