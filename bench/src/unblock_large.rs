//! Unblock boards too large for exact search: made by the generator `large`, answered by `anytime`. What is
//! measured is in `bench/UNBLOCK.md`.

use std::sync::Arc;
use std::time::Duration;

use ingenio_core::rooms::{Makers as _, Methods as _, Texts as _};
use ingenio_core::{Attempt, Cancel, Maker, Options, Rng, Run, Source, Step, Task, Verdict};
use ingenio_unblock::level::{Level, text};
use ingenio_unblock::metric::MOVES;
use ingenio_unblock::solve::METHODS;
use ingenio_unblock::{Unblock, referee};

use crate::command::{Command, argument, read_file};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "unblock-large",
        usage: "FILE [SECONDSs|NODES] [METHOD]",
        about: "boards without known lengths: when each is answered first, the best at the end, and the bound",
        run: answer_file,
    },
    Command {
        name: "unblock-large-make",
        usage: "WISHES COUNT [SEED]",
        about: "looks for large boards: `seed try` and the board of each, for the recipe of unblock-large-set",
        run: make_large,
    },
    Command {
        name: "unblock-large-set",
        usage: "[SECONDSs|NODES] [METHOD]",
        about: "the same for the boards of the recipe, which are made first",
        run: answer_set,
    },
];

/// The seed of the recipe, as in `ingenio generate unblock --by large --seed 2 WISHES`.
const SEED: u64 = 2;

/// Wishes and the first tries that gave a board; whether `anytime` solved it meanwhile does not matter.
const RECIPE: &[(&str, &[u64])] = &[
    ("width=9,height=9,pieces=18", &[200, 347, 425, 1063]),
    ("width=9,height=9,pieces=24", &[102, 117, 301, 448]),
    ("width=12,height=12,pieces=30", &[56, 181]),
    ("width=12,height=12,pieces=22,walls=16", &[4173, 5193, 7068]),
];

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

fn answer_file(arguments: &[String]) -> Result<(), String> {
    let text = read_file(argument(arguments, 0, "the file of boards")?)?;
    let readings = text::read(&Source::new(&text)).into_iter();
    let levels = readings.map(|reading| reading.map(|entry| entry.level).map_err(|fault| fault.english()));
    answer_all(levels.collect::<Result<_, _>>()?, &arguments[1..])
}

fn answer_set(arguments: &[String]) -> Result<(), String> {
    let mut levels = Vec::new();
    for (wishes, tries) in RECIPE {
        let mut maker = large_maker(wishes)?;
        for number in *tries {
            match maker.attempt(*number, &mut Rng::stream(SEED, *number)) {
                Attempt::Made(made) => levels.extend(made.into_iter().map(|one| one.level)),
                other => return Err(format!("{wishes}, try {number}: {other:?}")),
            }
        }
    }
    answer_all(levels, arguments)
}

fn answer_all(levels: Vec<Level>, arguments: &[String]) -> Result<(), String> {
    let end = End::read(arguments.first().map_or("10s", String::as_str))?;
    let asked = arguments.get(1).map(String::as_str);
    let mut all = Vec::new();
    println!("board | size | pieces | first after s | first | best | bound | proved | s | nodes");
    println!("---|---|---|---|---|---|---|---|---|---");
    for (number, level) in levels.into_iter().enumerate() {
        let level = Arc::new(level);
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
        if improved && let Some(solution) = ended.or_else(|| run.found().best) {
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
