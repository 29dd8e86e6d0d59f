//! The page of one entrant, to be handed to whoever wrote the program: place, points, and what came of every
//! level that is not hidden. Of hidden levels it tells how many, never which.

use ingenio_core::{CampaignRun, Ending};

use crate::judge::Rank;
use crate::report::html::{grid, head};
use crate::report::tables::{Table, points, seconds, why};
use crate::study::Study;
use crate::words;

/// A run, its points, and the best length that anybody has.
type Judged<'a> = (&'a CampaignRun, f64, Option<u64>);

pub fn page(study: &Study, rank: &Rank, of: usize) -> String {
    let summary = &rank.summary;
    let place = words::PLACE.with("place", rank.place).with("of", of).with("solved", summary.solved);
    let place = place.with("runs", summary.runs).with("points", points(rank.points));
    let place = place.with("most", points(study.most_points())).written();
    let void = if summary.is_void() { words::VOID_ABOUT.say().written() } else { String::new() };
    let (hidden, public): (Vec<Judged<'_>>, Vec<Judged<'_>>) =
        study.run_points(&summary.method).into_iter().partition(|(run, ..)| run.hidden);
    let mut page = head(&summary.method, &format!("{place} {void}"), &study.open_circumstances());
    if !public.is_empty() {
        page += &grid(&levels(study, &public));
    }
    if !hidden.is_empty() {
        page += &grid(&counts(&hidden));
    }
    page + "</main></body></html>\n"
}

fn levels(study: &Study, runs: &[Judged<'_>]) -> Table {
    let head = [
        words::HEAD_LEVEL,
        words::HEAD_OUTCOME,
        words::HEAD_POINTS,
        words::HEAD_LENGTH,
        words::HEAD_BEST,
        words::HEAD_SECONDS,
        words::HEAD_PEAK,
        words::HEAD_ERROR,
    ];
    let mut table = Table::new(words::LEVELS_TITLE, words::LEVELS_ABOUT, &head);
    table.rows = runs.iter().map(|judged| level_row(study, judged)).collect();
    table
}

fn level_row(study: &Study, (run, earned, best): &Judged<'_>) -> Vec<String> {
    let figure = |value: Option<u64>| value.map_or("-".into(), |value| value.to_string());
    vec![
        run.title.clone(),
        run.answer.outcome.kind().said().say().written(),
        points(*earned),
        figure(study.length(run)),
        figure(*best),
        seconds(study.charged(run)),
        format!("{:.0}", run.process.peak_bytes as f64 / 1_048_576.0),
        why(run),
    ]
}

/// How many hidden levels ended how.
fn counts(runs: &[Judged<'_>]) -> Table {
    let head = [words::HEAD_OUTCOME, words::HEAD_RUNS, words::HEAD_POINTS];
    let mut table = Table::new(words::HIDDEN_TITLE, words::HIDDEN_ABOUT, &head);
    for ending in Ending::ALL {
        let here = runs.iter().filter(|(run, ..)| run.answer.outcome.kind() == ending);
        let (count, earned) = here.fold((0, 0.0), |(count, sum), (_, earned, _)| (count + 1, sum + earned));
        if count > 0 {
            table.rows.push(vec![ending.said().say().written(), count.to_string(), points(earned)]);
        }
    }
    table
}
