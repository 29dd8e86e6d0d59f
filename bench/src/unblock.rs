//! Unblock: methods and fields on published sets, one board per line: `moves board [...]`. A third
//! number is the size of the cluster; with a name behind it, it is the least number of steps.

use std::sync::Arc;

use ingenio_core::{Criterion, Face, Options, Run, Source, Step, Task, Verdict, find_metric};
use ingenio_unblock::confine::confine;
use ingenio_unblock::level::{Level, text};
use ingenio_unblock::metric::STEPS;
use ingenio_unblock::solve::METHODS;
use ingenio_unblock::solve::expected::expected_positions;
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
        name: "unblock-expected",
        usage: "FILE",
        about: "the positions that are expected of every board of a set, beside its published cluster size",
        run: all_expected,
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

fn all_expected(arguments: &[String]) -> Result<(), String> {
    let mut ratios = Vec::new();
    for Board { level, positions, .. } in read_boards(argument(arguments, 0, "the file of boards")?)? {
        let offsets = level.offsets();
        let expected = expected_positions(&level, &offsets, &confine(&level, &offsets));
        ratios.extend(positions.map(|known| expected / known as f64));
    }
    ratios.sort_by(f64::total_cmp);
    let last = ratios.len().checked_sub(1).ok_or("no board with a published size")?;
    println!(
        "{} boards, expected of one that is there: least {:.2}, median {:.1}, most {:.0}; less was expected than there is on {} boards",
        ratios.len(),
        ratios[0],
        ratios[last / 2],
        ratios[last],
        ratios.iter().filter(|ratio| **ratio < 1.0).count()
    );
    Ok(())
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
