//! What the puzzles' own tests share. The suite sees puzzles through their object-safe face; their own tests look at
//! levels as they are, so these functions are generic over the puzzle: `typed::read::<Flow>("A.A")`.

use std::sync::Arc;

use ingenio_core::rooms::{Makers, Methods, Texts};
use ingenio_core::{
    Attempt, Cancel, Generator, Made, Maker, Options, Rating, Rng, Run, Source, Step, Task, Verdict,
};

/// The stream that tries of generators draw from: any will do, but always the same.
const SEED: u64 = 7;
/// More tries than any wish of a test takes.
const MOST_TRIES: u64 = 200_000;

/// The first level of a text, with the settings of a reader who says nothing.
pub fn read<P: Texts>(text: &str) -> P::Level {
    let settings = Options::defaults(P::INFO.settings);
    P::read(&Source::new(text), &settings).remove(0).expect("a level").level
}

/// Advances a run to its end.
pub fn finish<A>(run: &mut dyn Run<A>) -> Verdict {
    loop {
        if let Step::Done(verdict) = run.advance(10_000) {
            return verdict;
        }
    }
}

/// The solution of a method that proves it best; nothing where there is none.
pub fn best_of<P: Methods>(method: &str, level: &Arc<P::Level>, task: Task) -> Option<String> {
    let row = P::methods().iter().find(|row| row.name == method).expect("a row of the table");
    let task = Task { options: Options::defaults(row.options), ..task };
    match finish((row.start)(level, &task).as_mut()) {
        Verdict::Solved { solution, optimal: true } => Some(solution),
        Verdict::Unsolvable { .. } => None,
        other => panic!("{method} neither proves nor refutes: {other:?}"),
    }
}

/// How hard a level is.
pub fn rating<P: Makers>(level: &P::Level) -> Rating {
    let mut run = P::rate(&Arc::new(level.clone()), &Task::default()).expect("a puzzle that rates");
    finish(run.as_mut());
    run.found().expect("a rating")
}

fn generator<P: Makers>(name: &str) -> &'static Generator<P> {
    P::generators().iter().find(|row| row.name == name).expect("a row of the table")
}

/// A generator with its wishes, or why they cannot be.
pub fn maker<P: Makers>(name: &str, wishes: &str) -> Result<Box<dyn Maker<P::Level>>, String> {
    let row = generator::<P>(name);
    let wishes = Options::parse(row.options, wishes).expect("wishes that can be read");
    (row.start)(&wishes, Cancel::default()).map_err(|why| why.english())
}

/// A try of a generator.
pub fn attempt<P: Makers>(name: &str, wishes: &str, number: u64) -> Attempt<P::Level> {
    let mut maker = maker::<P>(name, wishes).expect("wishes that can be");
    maker.attempt(number, &mut Rng::stream(SEED, number))
}

/// What the first tries of a generator make.
pub fn made_by_tries<P: Makers>(name: &str, wishes: &str, tries: u64) -> Vec<Made<P::Level>> {
    let mut made = Vec::new();
    for number in 0..tries {
        if let Attempt::Made(levels) = attempt::<P>(name, wishes, number) {
            made.extend(levels);
        }
    }
    made
}

/// The first levels that a generator makes, however many tries they take.
pub fn first_made<P: Makers>(name: &str, wishes: &str, most: usize) -> Vec<Made<P::Level>> {
    let mut maker = maker::<P>(name, wishes).expect("wishes that can be");
    let mut made = Vec::new();
    for number in 0..MOST_TRIES {
        if let Attempt::Made(levels) = maker.attempt(number, &mut Rng::stream(SEED, number)) {
            made.extend(levels);
        }
        if made.len() >= most {
            return made;
        }
    }
    panic!("only {} levels for {wishes}", made.len());
}

/// A level with one planted mistake, of a puzzle's `tests/defects.txt`.
#[derive(Clone, Debug)]
pub struct Defect<L> {
    /// `unsolvable`, `ambiguous`, `superfluous`.
    pub kind: String,
    /// The kind and what is wrong, for complaints.
    pub heading: String,
    /// The level, which can be read.
    pub level: L,
}

/// How many defects every puzzle has.
const DEFECTS: usize = 20;

/// The defects of a file: `## KIND: WHAT`, then the level. Of kind `invalid` are texts that no reader may take; these
/// are tried here, and the others handed over.
pub fn defects<P: Texts>(file: &str) -> Vec<Defect<P::Level>> {
    let text = format!("\n{file}");
    let entries: Vec<&str> = text.split("\n## ").skip(1).collect();
    assert_eq!(entries.len(), DEFECTS);
    let settings = Options::defaults(P::INFO.settings);
    let mut defects = Vec::new();
    for entry in entries {
        let (heading, text) = entry.split_once('\n').expect("a heading and a level");
        let kind = heading.split(':').next().unwrap_or_default().to_owned();
        let reading = P::read(&Source::new(text), &settings).into_iter().next();
        if kind == "invalid" {
            assert!(!matches!(reading, Some(Ok(_))), "{heading} can be read");
            continue;
        }
        let level = reading.expect("a level").unwrap_or_else(|fault| panic!("{heading}: {fault:?}")).level;
        defects.push(Defect { kind, heading: heading.to_owned(), level });
    }
    defects
}
