//! Unblock: methods and fields on published sets, one board per line: `moves board [...]`. A third
//! number is the size of the cluster; with a name behind it, it is the least number of steps.

use std::sync::Arc;
use std::time::Duration;

use ingenio_core::{
    Attempt, Cancel, Criterion, Face, Maker, Options, Puzzle, Rng, Run, Source, Step, Task, Verdict,
    find_metric,
};
use ingenio_unblock::level::{Level, text};
use ingenio_unblock::metric::{MOVES, STEPS};
use ingenio_unblock::solve::METHODS;
use ingenio_unblock::{Field, Unblock, play, referee};

use crate::command::{Command, argument, read_file, timed};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "unblock",
        usage: "FILE [moves|steps|moves,steps] [METHOD]",
        about: "solves every board of a set and compares with the published lengths",
        run: solve_all,
    },
    Command {
        name: "unblock-field",
        usage: "FILE [moves|steps]",
        about: "the field of every board of a set: time, bytes per position, published cluster sizes",
        run: all_fields,
    },
    Command {
        name: "unblock-large",
        usage: "FILE [SECONDSs|NODES] [METHOD]",
        about: "boards without known lengths: when each is answered first, the best at the end, and the bound",
        run: answer_all,
    },
    Command {
        name: "unblock-large-make",
        usage: "WISHES COUNT [SEED]",
        about: "looks for large boards: `seed try` and the board of each, for the recipe of unblock-large-set",
        run: make_large,
    },
];

struct Board {
    level: Arc<Level>,
    moves: u64,
    steps: Option<u64>,
    positions: Option<u64>,
}

fn read_boards(path: &str) -> Result<Vec<Board>, String> {
    let text = read_file(path)?;
    let readings = text::read(&Source::new(&text));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    readings.into_iter().zip(lines).map(|(reading, line)| board_of(reading, line)).collect()
}

fn board_of(reading: ingenio_core::Reading<Level>, line: &str) -> Result<Board, String> {
    let level = Arc::new(reading.map_err(|fault| format!("{line}: {}", fault.english()))?.level);
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse().ok());
    let moves = number(0).ok_or_else(|| format!("{line}: no length"))?;
    let named = words.len() > 3;
    let (steps, positions) = if named { (number(2), None) } else { (None, number(2)) };
    Ok(Board { level, moves, steps, positions })
}

fn metric_of(arguments: &[String]) -> Result<Criterion, String> {
    let asked = arguments.get(1).map_or("moves", String::as_str);
    find_metric(&Face::<Unblock>::new(), asked).map_err(|message| message.english())
}

fn finish(run: &mut dyn Run) -> Verdict {
    loop {
        if let Step::Done(verdict) = run.advance(1 << 16) {
            return verdict;
        }
    }
}

fn solve_all(arguments: &[String]) -> Result<(), String> {
    let path = argument(arguments, 0, "the file of boards")?;
    let metric = metric_of(arguments)?;
    let name = arguments.get(2).map_or("bfs", String::as_str);
    let method = METHODS.iter().find(|known| known.name == name).ok_or("no such method")?;
    // Reading the text is part of the work.
    let begun = cpu_time::ProcessTime::now();
    let boards = read_boards(path)?;
    let (mut nodes, mut generated, mut wrong, mut worst, mut refused) = (0, 0, 0, 0.0f64, 0);
    let mut widest = (0, 0);
    for board in &boards {
        if (method.fits)(&board.level).is_err() {
            refused += 1;
            continue;
        }
        let options = Options::defaults(method.options);
        let (seconds, (verdict, progress, counters)) = timed(|| {
            let mut run = (method.start)(&board.level, &Task { metric, options, ..Task::default() });
            (finish(run.as_mut()), run.progress(), run.counters())
        });
        nodes += progress.nodes;
        generated += progress.generated;
        worst = worst.max(seconds);
        let stored = counters.iter().find(|(name, _)| *name == "positions").map_or(0, |(_, count)| *count);
        widest = widest.max((stored, progress.peak));
        wrong += usize::from(!is_right(board, metric, &verdict)?);
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{} boards by {name}, least {metric}: {seconds:.3} s in total, {:.0} boards/s, worst {:.1} ms, \
         {nodes} nodes, {generated} generated, {wrong} wrong, {refused} not fit",
        boards.len(),
        boards.len() as f64 / seconds,
        worst * 1e3
    );
    if widest.0 > 0 {
        let bytes = widest.1 as f64 / widest.0 as f64;
        println!("most positions stored: {}, {bytes:.1} bytes each at the peak", widest.0);
    }
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} answers differ from the published ones")) }
}

/// The published figure, where there is one.
fn known(board: &Board, metric: Criterion) -> Option<u64> {
    if metric == STEPS { board.steps } else { Some(board.moves) }
}

fn is_right(board: &Board, metric: Criterion, verdict: &Verdict) -> Result<bool, String> {
    let Verdict::Solved { solution, optimal: true } = verdict else { return Err(format!("{verdict:?}")) };
    let refereed = referee::referee(&board.level, solution);
    let (_, measures) = refereed.map_err(|refusal| format!("{solution}: {}", refusal.english()))?;
    Ok(known(board, metric).is_none_or(|known| metric.figure(&measures) == Some(known)))
}

fn all_fields(arguments: &[String]) -> Result<(), String> {
    let boards = read_boards(argument(arguments, 0, "the file of boards")?)?;
    let metric = metric_of(arguments)?;
    let (mut total, mut worst, mut positions, mut bytes) = (0.0, (0.0, 0), 0, 0);
    for board in &boards {
        let (seconds, field) = timed(|| Field::build(&board.level, metric, u64::MAX));
        let field = field.map_err(|why| format!("{why:?}"))?;
        let start = field.distance(&play::start(&board.level)).map(u64::from);
        let known = known(board, metric);
        if known.is_some_and(|known| start != Some(known)) {
            return Err(format!("{start:?} instead of {known:?}"));
        }
        if board.positions.is_some_and(|known| field.positions() != known) {
            return Err(format!("{} positions instead of {:?}", field.positions(), board.positions));
        }
        total += seconds;
        positions += field.positions();
        bytes += field.bytes();
        if seconds > worst.0 {
            worst = (seconds, field.positions());
        }
    }
    println!(
        "{} fields: {total:.3} s, {:.2} ms each, worst {:.1} ms for {} positions; {positions} positions, {:.1} bytes each",
        boards.len(),
        total * 1e3 / boards.len() as f64,
        worst.0 * 1e3,
        worst.1,
        bytes as f64 / positions as f64
    );
    Ok(())
}

/// When a run ends: after so many CPU seconds, or after so many nodes, so that it can be repeated.
#[derive(Clone, Copy)]
enum End {
    Seconds(f64),
    Nodes(u64),
}

impl End {
    fn read(text: &str) -> Result<End, String> {
        let wrong = || format!("'{text}' is neither seconds (10s) nor nodes (200000)");
        match text.strip_suffix('s') {
            Some(seconds) => seconds.parse().map(End::Seconds).map_err(|_| wrong()),
            None => text.parse().map(End::Nodes).map_err(|_| wrong()),
        }
    }

    fn is_over(self, seconds: f64, nodes: u64) -> bool {
        match self {
            End::Seconds(most) => seconds >= most,
            End::Nodes(most) => nodes >= most,
        }
    }
}

/// What became of one board.
#[derive(Default)]
struct Answered {
    /// CPU seconds and figure of the first solution.
    first: Option<(f64, u64)>,
    best: Option<u64>,
    bound: Option<u64>,
    proved: bool,
    seconds: f64,
    nodes: u64,
}

/// Expansions between two looks at the clock.
const SLICE: u64 = 1 << 8;

fn answer_all(arguments: &[String]) -> Result<(), String> {
    let text = read_file(argument(arguments, 0, "the file of boards")?)?;
    let end = End::read(arguments.get(1).map_or("10s", String::as_str))?;
    let asked = arguments.get(2).map(String::as_str);
    let mut all = Vec::new();
    println!("board | size | pieces | first after s | first | best | bound | proved | s | nodes");
    println!("---|---|---|---|---|---|---|---|---|---");
    for (number, reading) in text::read(&Source::new(&text)).into_iter().enumerate() {
        let level = Arc::new(reading.map_err(|fault| fault.english())?.level);
        let task = Task { metric: MOVES, time: Some(Duration::from_secs(10)), ..Task::default() };
        let name = asked.unwrap_or_else(|| Unblock::auto(&level, &task));
        let method = METHODS.iter().find(|known| known.name == name).ok_or("no such method")?;
        let task = Task { options: Options::defaults(method.options), memory: 2 << 30, ..task };
        let answered = answer_one(&level, (method.start)(&level, &task).as_mut(), end)?;
        let Answered { first, best, bound, proved, seconds, nodes } = &answered;
        let shown = |figure: Option<u64>| figure.map_or("-".to_owned(), |figure| figure.to_string());
        println!(
            "{} | {} | {} | {} | {} | {} | {} | {} | {seconds:.2} | {nodes}",
            number + 1,
            level.size(),
            level.pieces().len(),
            first.map_or("-".to_owned(), |(after, _)| format!("{after:.2}")),
            shown(first.map(|(_, figure)| figure)),
            shown(*best),
            shown(*bound),
            if *proved { "yes" } else { "no" },
        );
        all.push(answered);
    }
    summarise(&all);
    Ok(())
}

fn answer_one(level: &Level, run: &mut dyn Run, end: End) -> Result<Answered, String> {
    let moves = |solution: &str| -> Result<u64, String> {
        let refereed = referee::referee(level, solution);
        let (_, measures) = refereed.map_err(|refusal| format!("{solution}: {}", refusal.english()))?;
        MOVES.figure(&measures).ok_or_else(|| "moves are not counted".to_owned())
    };
    let begun = cpu_time::ProcessTime::now();
    let mut answered = Answered::default();
    loop {
        let left = if let End::Nodes(most) = end { most - answered.nodes } else { SLICE };
        let step = run.advance(SLICE.min(left));
        let progress = run.progress();
        (answered.seconds, answered.nodes) = (begun.elapsed().as_secs_f64(), progress.nodes);
        answered.bound = progress.bound;
        let ended = match &step {
            Step::Done(Verdict::Solved { solution, optimal }) => {
                answered.proved = *optimal;
                Some(solution.clone())
            }
            _ => None,
        };
        let is_over = matches!(step, Step::Done(_)) || end.is_over(answered.seconds, answered.nodes);
        let improved = progress.best != answered.best || ended.is_some();
        if improved && let Some(solution) = ended.or_else(|| run.best()) {
            let figure = moves(&solution)?;
            answered.first = answered.first.or(Some((answered.seconds, figure)));
            answered.best = Some(figure);
        }
        if is_over {
            return Ok(answered);
        }
    }
}

fn summarise(all: &[Answered]) {
    let answered = all.iter().filter(|one| one.best.is_some()).count();
    let proved = all.iter().filter(|one| one.proved).count();
    let mut first: Vec<f64> = all.iter().filter_map(|one| one.first.map(|(after, _)| after)).collect();
    first.sort_by(f64::total_cmp);
    let moves: u64 = all.iter().filter_map(|one| one.best).sum();
    let seconds: f64 = all.iter().map(|one| one.seconds).sum();
    println!(
        "\n{answered} of {} answered, {proved} proved; the first solution after {:.2} s (median), {:.2} s (last); {moves} moves in all, {seconds:.1} s",
        all.len(),
        first.get(first.len() / 2).copied().unwrap_or(0.0),
        first.last().copied().unwrap_or(0.0),
    );
}

fn make_large(arguments: &[String]) -> Result<(), String> {
    let wishes = argument(arguments, 0, "the wishes (width=9,height=9,pieces=20)")?;
    let count: usize = argument(arguments, 1, "the number of boards")?.parse().map_err(|_| "no number")?;
    let seed: u64 = arguments.get(2).map_or(Ok(1), |seed| seed.parse()).map_err(|_| "no seed")?;
    let mut maker = large_maker(wishes)?;
    let mut made = 0;
    for number in 0.. {
        if let Attempt::Made(levels) = maker.attempt(number, &mut Rng::stream(seed, number)) {
            for one in levels {
                let moves = one.solution.split_whitespace().count();
                println!("{seed} {number} {moves} {}", Unblock::canonical(&one.level));
            }
            made += 1;
        }
        if made == count {
            break;
        }
    }
    Ok(())
}

fn large_maker(wishes: &str) -> Result<Box<dyn Maker<Level>>, String> {
    let row = Unblock::generators().iter().find(|row| row.name == "large").ok_or("no such generator")?;
    let wishes = Options::parse(row.options, wishes).map_err(|message| message.english())?;
    (row.start)(&wishes, Cancel::default()).map_err(|message| message.english())
}
