//! Making boards: a cover by paths without self-touch is drawn, its end points are the board, and
//! the board is mended until its solution is proved to be the only one, self-touch allowed.
//!
//! The walk over covers is that of the sampler. Mending is local: where another solution differs, a
//! path end near by is moved on, which keeps the cover without self-touch; first the parts of the
//! board are looked at one by one (`generate/local.rs`), then all is proved by counting.

pub mod build;
mod local;

use std::sync::Arc;

use ingenio_core::{
    Attempt, Cancel, Generator, Made, Maker, Message, Near, OptionSpec, Options, Rating, Rng, Run, Size,
    Step, Tally, Task, rooms,
};

use build::Feature;

use crate::Flow;
use crate::level::{Board, Level, Node, Rules};
use crate::referee;
use crate::sample::{self, Walk};
use crate::solve::count;
use crate::words;

impl rooms::Makers for Flow {
    fn generators() -> &'static [Generator<Self>] {
        GENERATORS
    }

    fn rate(level: &Arc<Level>, task: &Task) -> Option<Box<dyn Run<Option<Rating>>>> {
        Some(crate::rate::start(level, task))
    }

    fn kin(level: &Level) -> Vec<String> {
        crate::kin::keys(level)
    }
}

pub const GENERATORS: &[Generator<Flow>] = &[Generator {
    name: "cover",
    about: "paths without self-touch that cover the board, mended until the solution is proved unique; beyond 20 columns and rows under the rules no-touch",
    options: OPTIONS,
    by_grade: ["width=6", "width=8", "width=11", "width=14"],
    start,
}];

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::integer("width", "columns of the board", 1..=40, 8),
    OptionSpec::integer("height", "rows of the board; 0 for as many as columns", 0..=40, 0),
    OptionSpec::integer("colours", "number of colours; 0 for one less than the longer side", 0..=200, 0),
    OptionSpec::choice(
        "board",
        "what is built on the board: nothing, holes, walls between cells, bridges, borders that join, hexagons, or several of these",
        &["plain", "holes", "walls", "bridges", "warps", "hexes", "mixed"],
    ),
];

/// The fewest cells of a pipe.
const LEAST_CELLS: usize = 3;
/// Steps of the walk per cell. Chosen by hand.
const WALK: usize = 2000;
/// So many colours more are tried where the wanted number does not come. Chosen by hand.
const MORE: usize = 4;
/// Proofs per try, each after mending what the one before it showed.
const PROOFS: usize = 4;
/// Wider boards have the rules `no-touch`: with self-touch allowed no method proves a solution of theirs unique.
const WIDEST_TOUCH: usize = 20;
/// Nodes and bytes of one proof; without self-touch a proof that takes more nodes than these does not come.
const PROOF_NODES: u64 = 24_000_000;
const PROOF_NODES_NO_TOUCH: u64 = 100_000;
const PROOF_MEMORY: u64 = 1 << 30;

fn start(wish: &Options, cancel: Cancel) -> Result<Box<dyn Maker<Level>>, Message> {
    let width = wish.integer("width") as usize;
    let height = match wish.integer("height") as usize {
        0 => width,
        height => height,
    };
    let size = Size::new(width, height);
    let colours = match wish.integer("colours") as usize {
        0 => (width.max(height) - 1).max(1),
        colours => colours,
    };
    let wanted = wish.get("board").map(|value| value.to_string());
    let feature = wanted.and_then(|name| Feature::named(&name)).unwrap_or(Feature::Plain);
    refuse_impossible(size, colours, feature)?;
    Ok(Box::new(Covers { size, feature, colours, cancel }))
}

/// Too many pipes of three cells do not fit; too few cannot fill the board, because a pipe without
/// self-touch leaves out a cell of every block of two by two.
fn refuse_impossible(size: Size, colours: usize, feature: Feature) -> Result<(), Message> {
    let shape = format!("{}x{}", size.width, size.height);
    let most = size.cells() / LEAST_CELLS;
    if colours > most {
        let message = words::MANY_COLOURS.with("colours", colours).with("least", LEAST_CELLS);
        return Err(message.with("size", shape).with("most", most));
    }
    let block = |side: usize| (0..side).step_by(2).map(move |at| (side - at).min(2));
    let longest: usize =
        block(size.width).map(|w| block(size.height).map(|h| (w * h).min(3)).sum::<usize>()).sum();
    if feature == Feature::Plain && colours * longest < size.cells() {
        let message = words::FEW_COLOURS.with("colours", colours).with("longest", longest);
        return Err(message.with("size", shape));
    }
    Ok(())
}

struct Covers {
    size: Size,
    feature: Feature,
    colours: usize,
    cancel: Cancel,
}

impl Maker<Level> for Covers {
    fn attempt(&mut self, _: u64, rng: &mut Rng) -> Attempt<Level> {
        self.unique_cover(rng).unwrap_or(Attempt::Nothing)
    }
}

impl Covers {
    fn unique_cover(&self, rng: &mut Rng) -> Option<Attempt<Level>> {
        let board = self.board(rng)?;
        let mut walk =
            (self.colours..=self.colours + MORE).find_map(|colours| self.walk(&board, rng, colours))?;
        for _ in 0..PROOFS {
            let alike = local::mend(&mut walk, &board, self.rules(), rng, &self.cancel)?;
            if alike > 0 {
                return None;
            }
            let paths = walk.paths();
            let level = Arc::new(sample::level_of(&board, &paths, self.rules()));
            let tally = self.count(&level)?;
            if tally.complete && tally.found == 1 {
                return Some(self.made(level, &tally));
            }
            let other = tally.examples.get(1)?;
            let pipes = |text: &str| referee::from_strokes(&level, text).ok();
            let differ = differing(&pipes(&tally.examples[0])?, &pipes(other)?);
            local::shake(&mut walk, &board, &differ, rng);
        }
        None
    }

    fn rules(&self) -> Rules {
        if self.size.width.min(self.size.height) > WIDEST_TOUCH { Rules::NoTouch } else { Rules::Touch }
    }

    /// The board of a try: what is built on it is drawn anew each time.
    fn board(&self, rng: &mut Rng) -> Option<Board> {
        if self.feature == Feature::Plain {
            return Board::grid(self.size, |_| false).ok();
        }
        let board = Board::of(build::shape(rng, self.size, self.feature)).ok()?;
        (!board.is_plain() || !board.shape().holes.is_empty()).then_some(board)
    }

    /// A cover without self-touch and without short paths.
    fn walk<'a>(&self, board: &'a Board, rng: &mut Rng, colours: usize) -> Option<Walk<'a>> {
        let cells = board.len();
        let mut walk = Walk::new(board);
        for turn in 0..WALK {
            let heat = 1.0 - turn as f64 / WALK as f64;
            for _ in 0..cells {
                walk.step(rng, colours, Some(heat));
            }
            if walk.count() == colours && local::is_good(&mut walk) {
                return Some(walk);
            }
            if turn % 64 == 0 && self.cancel.is_cancelled() {
                return None;
            }
        }
        local::is_good(&mut walk).then_some(walk)
    }

    fn count(&self, level: &Arc<Level>) -> Option<Tally> {
        let task = Task { memory: PROOF_MEMORY, ..Task::default() };
        let mut run = count::start(level, 2, &task);
        let most = if self.rules() == Rules::NoTouch { PROOF_NODES_NO_TOUCH } else { PROOF_NODES };
        while run.progress().nodes < most && !self.cancel.is_cancelled() {
            if let Step::Done(_) = run.advance(20_000.min(most)) {
                return Some(run.found());
            }
        }
        None
    }

    fn made(&self, level: Arc<Level>, tally: &Tally) -> Attempt<Level> {
        let level = Arc::unwrap_or_clone(level);
        let miss = level.colours().abs_diff(self.colours) as u64;
        if miss > 0 {
            let what = words::OTHER_COLOURS.with("found", level.colours()).with("wanted", self.colours);
            return Attempt::Near(Near { level, miss, what });
        }
        let solution = tally.examples[0].clone();
        Attempt::Made(vec![Made { level, solution, optimal: false, unique: true }])
    }
}

/// The cells where two solutions go on differently.
fn differing(one: &[Vec<Node>], other: &[Vec<Node>]) -> Vec<Node> {
    let links = |pipes: &[Vec<Node>]| -> Vec<[Node; 2]> {
        let pairs = pipes.iter().flat_map(|pipe| pipe.windows(2));
        let mut links: Vec<[Node; 2]> =
            pairs.map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])]).collect();
        links.sort_unstable();
        links
    };
    let (one, other) = (links(one), links(other));
    let only = |these: &[[Node; 2]], those: &[[Node; 2]]| -> Vec<Node> {
        these.iter().filter(|link| those.binary_search(link).is_err()).flatten().copied().collect()
    };
    let mut cells = only(&one, &other);
    cells.append(&mut only(&other, &one));
    cells.sort_unstable();
    cells.dedup();
    cells
}
