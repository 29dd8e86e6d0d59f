//! Reports from made-up results whose figures are known.

mod made_up;

use ingenio_core::{CampaignRun, Fault, Limit, Measures, Message, Outcome, Rng, Unrefereed};
use ingenio_lab::chart::{Form, RuleKind};
use ingenio_lab::figures::{Quantity, by_category, by_level, cactus, charts, growth, scatter};
use ingenio_lab::{Beside, Field, Score, Study, compare, pairs, rank, report};
use made_up::{moves, record, study};

#[test]
fn unsolved_levels_are_charged_their_limit() {
    let [quick, slow] = &study().summaries()[..] else { panic!("two methods") };
    assert_eq!((quick.solved, slow.solved, slow.unknown), (6, 3, 3));
    assert!((slow.total_seconds - 36.0).abs() < 1e-9, "1 + 2 + 3 and three times 10");
    assert!((slow.par2 - 11.0).abs() < 1e-9, "(6 + 60) / 6");
    assert_eq!(slow.median_seconds, Some(6.5), "of all six, three of them at the limit");
    assert_eq!((quick.length, slow.length), (81, 36));
    assert!((slow.length_per_hour() - 3600.0).abs() < 1e-6, "36 moves in 36 seconds");
    assert!((quick.quality - 6.0).abs() < 1e-9);
}

#[test]
fn charts_hold_what_was_measured() {
    let study = study();
    let cactus = cactus(&study);
    assert_eq!(cactus.series[1].points, [(1.0, 1.0), (2.0, 2.0), (3.0, 3.0)]);
    assert_eq!(cactus.rules[0].kind, RuleKind::Across(10.0));
    assert!(cactus.y.most >= 10.0 && cactus.y.least <= 0.001, "from a millisecond to the limit");
    let time = by_level(&study, Quantity::Time, 3);
    assert_eq!(
        time.series[1].points,
        [(1.0, 3.0), (2.0, 10.0), (3.0, 10.0)],
        "unsolved runs stand at the limit"
    );
    assert_eq!(time.x.names, ["3", "4", "5"]);
    let length = by_category(&study, Quantity::Length);
    assert_eq!(length.series[0].points[0], (1.0, 11.5));
    let pairs = scatter(&study, "quick", "slow");
    assert_eq!(pairs.series[0].points[5], (0.06, 10.0));
    let growth = growth(&study);
    let named = growth.series.iter().find(|series| series.form == Form::Line).unwrap();
    assert!(named.name.starts_with("quick ~ n^"), "{}", named.name);
    assert!(growth.series.iter().any(|series| series.form == Form::Curve));
    let all = charts(&study);
    let ids: std::collections::HashSet<_> = all.iter().map(|chart| &chart.id).collect();
    assert_eq!(ids.len(), all.len(), "every chart has a file of its own");
    assert!(all.iter().all(|chart| chart.note.contains("made up") && chart.note.contains("2023-11-14")));
}

/// Small levels take microseconds; on an axis that begins at a millisecond all of them lie on its edge.
#[test]
fn an_axis_of_times_begins_where_times_do() {
    let runs = (1..=4).map(|index| record("quick", index, Some(index as f64 * 3e-5)));
    let study = Study::new(None, runs.collect());
    let time = by_level(&study, Quantity::Time, 2);
    assert!((time.y.least - 1e-5).abs() < 1e-9, "{}", time.y.least);
    let places: Vec<f64> = time.series[0].points.iter().map(|point| time.y.place(point.1)).collect();
    assert!(places[0] > 0.0 && places[0] < places[1], "{places:?}");
}

#[test]
fn every_chart_becomes_a_picture() {
    for chart in charts(&study()) {
        let svg = ingenio_lab::chart::svg(&chart);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", chart.id);
        let png = ingenio_pixels::png(&svg, 100.0);
        assert!(png.is_some_and(|png| png.starts_with(b"\x89PNG")), "{}", chart.id);
    }
}

#[test]
fn a_proof_that_someone_refutes_was_wrong_and_voids_the_method() {
    let mut records = study().records;
    // `quick` calls 13 moves the best on level 3; `slow` has 12.
    records[2].answer.outcome = Outcome::Solved { solution: moves(13), optimal: true };
    records[8].answer.outcome = Outcome::Solved { solution: moves(12), optimal: false };
    // `slow` says that level 6 has no solution; `quick` has one.
    records[11].answer.outcome = Outcome::Unsolvable { reason: Message::empty() };
    let study = Study::new(None, records);
    let wrong: Vec<usize> = study.summaries().iter().map(|summary| summary.wrong).collect();
    assert_eq!(wrong, [1, 1]);
    assert!(study.summaries().iter().all(ingenio_lab::Summary::is_void));
    assert_eq!(study.unexplained().count(), 2);
    let page = report::markdown(&study, &[], &[]);
    assert!(page.find("Unexplained errors").unwrap() < page.find("Summary").unwrap(), "errors come first");
    assert!(page.contains("void (5)"));
}

#[test]
fn the_page_is_whole_and_safe() {
    let mut records = study().records;
    records[0].title = "</script><b>".into();
    let study = Study::new(None, records);
    let page = report::html(&study, &charts(&study), &[]);
    assert!(!page.contains("src=") && !page.contains("href="), "nothing is fetched");
    assert_eq!(page.matches("</script>").count(), 2, "titles cannot end the script");
    assert!(page.contains("<svg") && page.contains("\"columns\""));
    let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let different: std::collections::HashSet<&&str> = ids.iter().collect();
    assert_eq!(different.len(), ids.len(), "the script finds what it looks for: {ids:?}");
}

#[test]
fn tables_for_spreadsheets_round_nothing() {
    let mut records = study().records;
    records[0].process.cpu_seconds = 0.123_456_789_012_345;
    let text = report::csv(&records);
    assert!(text.contains("0.123456789012345"));
    assert_eq!(text.lines().count(), 13);
    let columns = text.lines().next().unwrap().split(',').count();
    assert!(text.lines().skip(1).all(|line| line.split(',').count() >= columns));
    assert!(text.starts_with("schema,run,title,"));
}

#[test]
fn versions_are_compared_level_by_level() {
    // `quick` solves nine levels, `slow` the first three.
    let quick = (1..=9).map(|index| record("quick", index, Some(index as f64 / 100.0)));
    let slow = (1..=9).map(|index| record("slow", index, (index <= 3).then_some(index as f64)));
    let before = Study::new(None, quick.chain(slow).collect());
    let faster = before.records.iter().cloned().map(|mut record| {
        let seconds = &mut record.answer.effort.seconds;
        *seconds = seconds.map(|seconds| seconds / 2.0);
        record
    });
    let after = Study::new(None, faster.collect());
    let found = compare(&before, &after);
    assert_eq!((found[0].pairs, found[0].only_first, found[0].only_second), (9, 0, 0));
    assert!((found[0].time_ratio.unwrap() - 0.5).abs() < 1e-9);
    assert!(found[0].time_chance < 0.05, "nine of nine are faster: {}", found[0].time_chance);
    assert!(found[1].time_chance > 0.05, "three of three could be chance");
    assert!((found[0].time_corrected - 2.0 * found[0].time_chance).abs() < 1e-9, "two comparisons at once");
    let (low, high) = found[0].time_interval.unwrap();
    assert!((low - 0.5).abs() < 1e-9 && (high - 0.5).abs() < 1e-9, "every level says the same");
    assert!(
        found[0].statement().english().contains("significantly faster, 2.00 times"),
        "{}",
        found[0].statement().english()
    );
    let same = compare(&before, &before);
    assert!(
        same.iter()
            .all(|comparison| comparison.statement().english().contains("no significant difference in time"))
    );
}

#[test]
fn judges_rank_by_solved_then_quality_and_wrong_answers_last() {
    let mut records = study().records;
    let liar = (1..=6).map(|index| {
        let mut record = record("liar", index, Some(0.001));
        if index == 1 {
            record.answer.outcome = Outcome::Wrong { fault: Fault::from(Message::empty()), best: None };
        }
        record
    });
    records.extend(liar);
    let ranks = rank(&Study::new(None, records));
    let names: Vec<(usize, &str)> =
        ranks.iter().map(|rank| (rank.place, rank.summary.method.as_str())).collect();
    assert_eq!(names, [(1, "quick"), (2, "slow"), (3, "liar")]);
}

/// A method with a hundred random numbers on one level: 8 placed in half of them, 7 in the rest, which is
/// unsolved but in hand.
fn chance() -> Study {
    let run = |seed: u64| {
        let mut record = record("tabu", 1, Some(0.01));
        let placed = 7 + seed % 2;
        let solution = Unrefereed { text: "1".into(), measures: Measures::named("placed".into(), placed) };
        let answer = &mut record.answer;
        answer.puzzle = "tetravex".into();
        answer.metric = Some("placed".into());
        answer.outcome = if placed == 8 {
            Outcome::Solved { solution, optimal: true }
        } else {
            Outcome::Unknown { limit: Limit::Time, best: Some(solution) }
        };
        (answer.seed, answer.effort.nodes, record.run) = (seed, Some(seed), format!("tabu{seed}"));
        record
    };
    Study::new(None, (0..100).map(run).collect())
}

#[test]
fn chance_is_shown_as_a_distribution() {
    let study = chance();
    let [spread] = &ingenio_lab::spread::spreads(&study)[..] else { panic!("one method on one level") };
    let lengths = spread.lengths(|record| record.answer.measure("placed"));
    assert_eq!(lengths, [(8, 50), (7, 50)], "the best first");
    assert_eq!(spread.quarters(&study, Quantity::Nodes).map(|five| five[2]), Some(49.5));
    let page = report::markdown(&study, &[], &[]);
    assert!(page.contains("8 in 50, 7 in 50 of 100"), "{page}");
    let all = charts(&study);
    let boxes = all.iter().find(|chart| chart.id == "spread-nodes-1").unwrap();
    assert_eq!((boxes.series[0].form, boxes.series[0].points.len()), (Form::Boxes, 5));
    assert_eq!((boxes.series[0].points[0].1, boxes.series[0].points[4].1), (0.0, 99.0));
    assert!(ingenio_lab::spread::spreads(&self::study()).is_empty(), "one number is no distribution");
}

/// Solutions of Flow have no length: a dash. Where nothing was found it is the sign for that.
#[test]
fn a_solution_without_a_length_is_not_missing() {
    let row = |solved: bool| {
        let mut runs = chance().records;
        for run in &mut runs {
            run.answer.metric = None;
            let solution = Unrefereed { text: "A".into(), measures: Measures::default() };
            run.answer.outcome = if solved {
                Outcome::Solved { solution, optimal: false }
            } else {
                Outcome::Unknown { limit: Limit::Time, best: None }
            };
        }
        let page = report::markdown(&Study::new(None, runs), &[], &[]);
        page.lines().find(|line| line.starts_with("| Level 1 | tabu | 100 |")).expect("a row").to_owned()
    };
    assert!(row(true).contains("| 100 | 100 | 0 | - |"), "{}", row(true));
    assert!(row(false).contains("| 100 | 0 | 0 | # |"), "{}", row(false));
}

/// `slow` has solved three of the six levels of `quick`: sums and means are over these three.
#[test]
fn sums_and_means_are_over_the_same_levels() {
    let study = study();
    assert_eq!(study.common.len(), 3);
    let all = charts(&study);
    let bars = |id: &str| -> Vec<f64> {
        let chart = all.iter().find(|chart| chart.id == id).unwrap();
        chart.series.iter().map(|series| series.points[0].1).collect()
    };
    assert_eq!(bars("total-length"), [36.0, 36.0]);
    assert_eq!(bars("total-nodes"), [600.0, 600.0]);
    let length = by_category(&study, Quantity::Length);
    assert_eq!(length.series[0].points, [(1.0, 11.5), (2.0, 13.0)], "of the second category only level 3");
    assert!(length.title.contains("over the 3 runs"), "{}", length.title);
    let page = report::markdown(&study, &[], &[]);
    assert!(page.contains("Sums over the 3 runs that every method has solved."), "{page}");
    assert!(page.contains("| slow | 0.00167 | 600 | 36 | 21.6k | 360k |"), "{page}");
}

/// A program that tells no nodes has a dash, not nothing; one that solves nothing takes the sums from nobody.
#[test]
fn what_is_not_told_is_a_dash() {
    let mut records = study().records;
    records[6..].iter_mut().for_each(|run| run.answer.effort.nodes = None);
    records.extend((1..=6).map(|index| record("never", index, None)));
    let [quick, slow, never] = &Study::new(None, records).summaries()[..] else { panic!("three methods") };
    assert_eq!((quick.common_nodes, slow.common_nodes, never.common_nodes), (Some(600), None, None));
    assert_eq!((quick.common_length, slow.common_length, never.common_length), (Some(36), Some(36), None));
}

#[test]
fn nodes_of_unsolved_levels_are_not_added_to_those_of_solved_ones() {
    let study = study();
    let slow = study.summary("slow");
    assert_eq!((slow.nodes, slow.nodes_solved), (2100, 600));
    assert!((slow.nodes_per_hour() - 600.0 / 0.01).abs() < 1e-6, "600 nodes in 36 seconds");
    assert_eq!(by_level(&study, Quantity::Nodes, 3).series[1].points, [(1.0, 300.0)]);
}

#[test]
fn groups_have_charts_of_their_own() {
    let text = "title = 't'\n[[methods]]\nmethod = 'quick'\n[[methods]]\nmethod = 'slow'\n\
        [[groups]]\nname = 'fast'\nmethods = ['quick']\n";
    let campaign = ingenio_lab::Campaign::parse(text, std::path::Path::new("")).unwrap();
    let all = charts(&Study::new(Some(&campaign), study().records));
    let totals = all.iter().find(|chart| chart.id == "fast-time-by-boxes-total").unwrap();
    assert_eq!(totals.series.len(), 1);
    assert!((totals.series[0].points[0].1 - 0.03).abs() < 1e-9, "levels 1 and 2 have two boxes");
    assert!(all.iter().all(|chart| chart.id != "solved"), "no chart has all methods but the cactus");
    let wrong = text.replace("'quick']", "'quack']");
    let refusal = ingenio_lab::Campaign::parse(&wrong, std::path::Path::new("")).unwrap().columns();
    assert_eq!(refusal.unwrap_err().id(), ingenio_lab::words::BAD_GROUP.id);
}

/// Three methods on eight levels: `one` solves the first four, `two` the last five, `three` all but slowly.
fn three() -> Study {
    let one = (1..=8).map(|index| record("one", index, (index <= 4).then_some(0.1)));
    let two = (1..=8).map(|index| record("two", index, (index >= 4).then_some(0.2)));
    let three = (1..=8).map(|index| record("three", index, Some(3.0)));
    Study::new(None, one.chain(two).chain(three).collect())
}

#[test]
fn the_virtual_best_is_the_quickest_on_every_level() {
    let study = three();
    let field = Field::new(&study);
    let best = field.virtual_best();
    assert_eq!(best.solved, 8);
    assert!((best.par2 - (4.0 * 0.1 + 4.0 * 0.2) / 8.0).abs() < 1e-9, "{}", best.par2);
    let [one, two, three] = &field.contributions()[..] else { panic!("three methods") };
    assert_eq!((one.quickest, two.quickest, three.quickest), (4, 4, 0));
    assert_eq!((one.alone, two.alone, three.alone), (0, 0, 0), "the third solves all");
    assert!((one.without.par2 - (3.0 * 3.0 + 5.0 * 0.2) / 8.0).abs() < 1e-9, "{}", one.without.par2);
    assert_eq!(three.without, Score { solved: 8, par2: best.par2 }, "nobody would miss the third");
    let page = report::markdown(&study, &[], &[]);
    assert!(page.contains("| virtual best | 8 | 0.1500 | - |"), "{page}");
    assert!(page.contains("| one | 4 | 10.05 | 4 | 0 | 8 | 1.25 |"), "{page}");
}

#[test]
fn figures_have_intervals_and_a_void_method_has_no_part() {
    let mut records = three().records;
    records[0].answer.outcome = Outcome::Wrong { fault: Fault::from(Message::empty()), best: None };
    let study = Study::new(None, records);
    let field = Field::new(&study);
    assert_eq!(field.methods, ["two", "three"]);
    let solved = field.solved(0);
    assert!((solved.value - 0.625).abs() < 1e-9, "five of eight");
    let (low, high) = solved.interval.unwrap();
    assert!(low < 0.625 && high > 0.625 && low >= 0.0 && high <= 1.0, "{low} to {high}");
    assert_eq!(field.solved(1).interval, Some((1.0, 1.0)), "all of all");
}

/// A planted null difference: five names for one method. Of a hundred studies no more than the promised share
/// may cry out anywhere among their ten pairs, with the spread of such a count.
#[test]
fn many_comparisons_of_one_method_with_itself_cry_out_as_rarely_as_one() {
    let mut rng = Rng::new(3);
    let mut alarms = 0;
    for _ in 0..100 {
        let mut seconds = || Some(0.01 + rng.unit()).filter(|seconds| *seconds < 0.8);
        let names = ["a", "b", "c", "d", "e"];
        let runs = names.iter().flat_map(|name| (1..=20).map(move |index| (*name, index)));
        let records = runs.map(|(name, index)| record(name, index, seconds())).collect();
        let study = Study::new(None, records);
        let found = pairs(&study, &names);
        assert_eq!(found.len(), 10);
        alarms += usize::from(found.iter().any(|pair| pair.time_corrected.min(pair.solved_corrected) < 0.05));
    }
    assert!(alarms <= 16, "{alarms} of 100 studies with two kinds of tests");
}

/// The 39.6 times: one campaign by the method's own seconds, the other by the child's.
#[test]
fn two_campaigns_are_compared_by_a_clock_that_both_have() {
    let ours = |program: bool| {
        let runs = (1..=9).map(|index| {
            let mut record = record("same", index, Some(0.001));
            record.process.cpu_seconds = 0.04;
            record.program = program;
            if program {
                record.answer.effort.seconds = None;
            }
            record
        });
        Study::new(None, runs.collect())
    };
    let found = compare(&ours(false), &ours(true));
    assert_eq!(found[0].clock, ingenio_lab::Clock::Cpu);
    assert_eq!(found[0].time_ratio, Some(1.0));
    let statement = found[0].statement().english();
    assert!(statement.contains("no significant difference in time"), "{statement}");
    assert!(statement.contains("seconds of the processor"), "it says which: {statement}");
}

#[test]
fn mean_ranks_are_drawn_with_their_critical_difference() {
    let study = three();
    let chart = ingenio_lab::figures::ranks(&study).unwrap();
    let means: Vec<f64> = chart.series.iter().map(|series| series.points[0].0).collect();
    // `one` is first on four levels and last on four, `two` the other way round but for the fourth.
    assert_eq!(means, [2.0, 1.875, 2.125]);
    let difference = chart.rules.iter().find_map(|rule| match rule.kind {
        RuleKind::Difference(length) => Some(length),
        _ => None,
    });
    assert!((difference.unwrap() - 2.343 * (12.0f64 / 48.0).sqrt()).abs() < 1e-9);
    assert!(chart.rules.iter().any(|rule| rule.kind == RuleKind::Alike(1.875, 2.125)), "all are alike");
    assert!(ingenio_lab::figures::ranks(&self::study()).is_none(), "two methods are no field");
}

#[test]
fn a_curve_says_when_the_target_was_reached() {
    let traced = |method: &str, trace: &[(f64, u64)]| {
        let mut record = record(method, 1, Some(5.0));
        record.trace = trace.to_vec();
        record
    };
    // The best is 11 moves: both have it in the end.
    let records = vec![traced("early", &[(0.1, 13), (0.2, 11)]), traced("late", &[(1.0, 30), (4.0, 12)])];
    let all = ingenio_lab::targets::charts(&Study::new(None, records));
    let at = |id: &str, series: usize| {
        let chart = all.iter().find(|chart| chart.id == id).unwrap();
        chart.series[series].points.clone()
    };
    assert_eq!(at("target-0", 0), [(0.001, 0.0), (0.2, 1.0), (10.0, 1.0)]);
    assert_eq!(at("target-0", 1)[1], (5.0, 1.0), "the answer itself counts");
    assert_eq!(at("target-20", 0)[1], (0.1, 1.0), "13 is within a fifth of 11");
    assert_eq!(at("target-20", 1)[1], (4.0, 1.0));
    assert!(ingenio_lab::targets::charts(&study()).is_empty(), "nobody has kept the way");
}

#[test]
fn run_times_with_many_random_numbers_are_a_distribution() {
    let all = charts(&chance());
    let curve = all.iter().find(|chart| chart.id == "run-times-1").unwrap();
    let last_two = &curve.series[0].points[50..];
    assert_eq!(last_two, [(0.01, 0.5), (10.0, 0.5)], "half of the runs are solved, all at once");
}

#[test]
fn attributes_and_tables_come_out_as_files() {
    let mut records = three().records;
    for (number, run) in records.iter_mut().enumerate().take(8) {
        run.attributes.insert("depth".into(), (number + 1).to_string());
        run.attributes.insert("state".into(), "done".into());
        run.process.conditions.cores = vec![0, 1];
    }
    let study = Study::new(None, records);
    assert!(report::markdown(&study, &[], &[]).contains("| one | 4.5 (median of 8) | done |"));
    let folder = tempfile::tempdir().unwrap();
    report::write(&study, &[], folder.path(), report::ChartFiles::None).unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let latex = read("tables/summary.tex");
    assert!(latex.contains("\\toprule") && latex.contains("one & 8 & 4 &"), "{latex}");
    assert!(read("tables/virtual-best.csv").contains("virtual best,8,0.1500,-"));
    let results = read("results.csv");
    assert!(results.lines().next().unwrap().contains(",attributes.depth,"), "{results}");
    assert!(results.contains("\"[0,1]\""), "a list is one cell");
}

/// A model with fixed periods that says what is least within them has done all that it was asked for.
#[test]
fn a_run_within_its_periods_is_charged_what_it_took() {
    let mut within = record("model", 1, Some(0.5));
    within.answer.outcome = Outcome::Unknown { limit: Limit::Periods, best: Some(moves(25)) };
    let mut ended = record("printed", 1, Some(0.25));
    ended.answer.outcome = Outcome::Unknown { limit: Limit::Method, best: None };
    ended.answer.effort.counters.insert("least_in_model".into(), 9);
    let mut study = Study::new(None, vec![within, ended, record("search", 1, Some(0.125))]);
    study.people = true;
    let row = |method: &str, figure: &str| Beside {
        source: "a paper".into(),
        what: format!("{method}, {figure}"),
        said: "theirs".into(),
        method: Some(method.into()),
        figure: Some(figure.into()),
        level: Some("Level 1".into()),
    };
    study.beside = vec![row("model", "time"), row("model", "moves"), row("printed", "least_in_model")];
    let model = study.summary("model");
    assert!((model.total_seconds - 0.5).abs() < 1e-9, "one truth for the time");
    assert!((model.par2 - 20.0).abs() < 1e-9, "and not solved all the same");
    let page = report::markdown(&study, &[], &[]);
    for cell in ["| theirs | 0.5000 s |", "| 25, least within its periods |", "| theirs | 9 |"] {
        assert!(page.contains(cell), "{cell}: {page}");
    }
    let people = "| 25, least within its periods in 0.5000 s | # in 0.2500 s |";
    assert!(page.contains(people), "the same seconds beside people: {page}");
}

#[test]
fn nodes_of_unsolved_levels_and_counters_stand_apart() {
    let mut solved = record("deep", 1, Some(1.0));
    solved.answer.effort.counters.insert("last_iteration".into(), 40);
    let mut unsolved = record("deep", 2, None);
    unsolved.answer.effort.counters.insert("last_iteration".into(), 7);
    let mut study = Study::new(None, vec![solved, unsolved]);
    let row = |figure: &str| Beside {
        source: "a paper".into(),
        what: figure.into(),
        said: "theirs".into(),
        method: Some("deep".into()),
        figure: Some(figure.into()),
        level: None,
    };
    study.beside = ["nodes", "nodes-unsolved", "last_iteration", "nothing"].map(row).to_vec();
    let page = report::markdown(&study, &[], &[]);
    for (figure, here) in
        [("nodes", "100"), ("nodes-unsolved", "200"), ("last_iteration", "40"), ("nothing", "-")]
    {
        let row = format!("| a paper | {figure} | theirs | {here} |");
        assert!(page.contains(&row), "{row}: {page}");
    }
}

/// Results in a folder, each run on the machine that is named.
fn on_machines(machine: impl Fn(&CampaignRun) -> &'static str) -> Study {
    let folder = tempfile::tempdir().unwrap();
    let runs = study().records.into_iter();
    let lines = runs.map(|run| CampaignRun { machine: machine(&run).into(), ..run }.line() + "\n");
    std::fs::write(folder.path().join("results.jsonl"), lines.collect::<String>()).unwrap();
    Study::read(folder.path()).unwrap()
}

#[test]
fn runs_on_different_machines_are_told_before_their_times() {
    let one = on_machines(|_| "old");
    assert!(one.warnings.is_empty(), "{:?}", one.warnings);
    let apart = on_machines(|run| if run.name == "quick" && run.index < 3 { "new" } else { "old" });
    let [warning] = &apart.warnings[..] else { panic!("{:?}", apart.warnings) };
    assert!(warning.contains("new (2 runs) and old (10 runs)"), "{warning}");
    assert!(warning.contains("On 2 of 6 levels the methods ran on different kinds"), "{warning}");
    assert!(report::page(&apart, &[]).contains("different kinds"));
    let together = on_machines(|run| if run.index < 3 { "new" } else { "old" });
    assert!(together.warnings[0].contains("On each level all methods ran on the same kind"));
    let told = ingenio_lab::different_machines(&one, &together).unwrap().english();
    assert!(told.contains("(old; new; old)"), "{told}");
    assert!(ingenio_lab::different_machines(&one, &one).is_none());
}
