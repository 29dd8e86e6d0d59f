//! The rows `[[beside]]` of the campaigns: each says what a paper says, and that is looked up in the papers' data by
//! the row's source and its name. Solutions step by step are looked through with the tables (`printed.rs`).

use std::collections::BTreeMap;

use ingenio_lab::{Beside, Campaign};

use super::printed::{TABLE_53, said, steps_and_slides};

type Said = BTreeMap<String, String>;

/// Where the Sokoban paper has the totals of a function, and where its rates.
const TABLES: [(&str, u32, u32); 5] =
    [("Elegida", 4, 1), ("Admisible", 6, 1), ("Voraz", 8, 1), ("Test", 10, 1), ("IDA*", 12, 2)];

pub fn check() {
    let said = said();
    let mut rows = 0;
    for file in std::fs::read_dir(super::root().join("bench/papers")).unwrap().flatten() {
        let campaign = Campaign::read(&file.path()).unwrap();
        for row in campaign.beside.iter().filter(|row| row.figure.as_deref() != Some("solution")) {
            let expected = in_data(row, &said);
            assert_eq!(
                expected.as_ref(),
                Some(&row.said),
                "{}: {}: {}",
                campaign.title,
                row.source,
                row.what
            );
            rows += 1;
        }
    }
    assert!(rows > 0);
    let elsewhere = Beside { source: "Sokoban paper, table 6".into(), ..first_row() };
    let unknown = Beside { what: "Elegida: pushes".into(), ..first_row() };
    assert!([elsewhere, unknown].iter().all(|row| in_data(row, &said).is_none()), "the test of the test");
}

fn first_row() -> Beside {
    let campaign = Campaign::read(&super::root().join("bench/papers/sokoban-2s.toml")).unwrap();
    campaign.beside[0].clone()
}

/// What the row should say; none where it names nothing that is known.
fn in_data(row: &Beside, said: &Said) -> Option<String> {
    let (paper, place) = row.source.split_once(" paper, ")?;
    let (whose, what) = row.what.split_once(": ").unwrap_or((&row.what, ""));
    match paper {
        "Sokoban" => sokoban(place, whose.split(" (").next()?, what, said),
        "Unblock" => unblock(place, whose, what, said),
        "Taquin" => said.get(&format!("Taquin {place}: {what}")).cloned(),
        "TetraVex" if whose == "example, tabu" => said.get("TetraVex: tiles by tabu search").cloned(),
        "TetraVex" if whose == "example, CP" => said.get("TetraVex: tiles by CP").cloned(),
        "Flow" => Some(format!("not ended after {}", said["Flow: brute force"])),
        _ => None,
    }
}

fn sokoban(place: &str, function: &str, what: &str, said: &Said) -> Option<String> {
    let (_, totals, rates) = TABLES.into_iter().find(|(name, ..)| *name == function)?;
    let of = |what: &str| said.get(&format!("{function}: {what}")).cloned();
    // `solved of 150`, `nodes of solved levels, here all iterations`: the beginning names it.
    let (table, value) = match what.split([',', '0', '1']).next()?.trim() {
        "solved of" => (totals, of("levels")),
        "total time" => (totals, of("hours").map(|hours| hours + unsolved(function, said))),
        "nodes of solved levels" => (totals, of("nodes")),
        "nodes of unsolved levels" => (totals, said.get("Sokoban: nodes of unsolved levels").cloned()),
        "steps" => (totals, of("steps")),
        "steps per hour" => (rates, of("steps an hour")),
        "nodes per hour" => (rates, of("nodes an hour")),
        _ => return None,
    };
    value.filter(|_| place == format!("table {table}"))
}

/// Times with the limits of unsolved levels say so.
fn unsolved(function: &str, said: &Said) -> &'static str {
    let levels = |function: &str| &said[&format!("{function}: levels")];
    if levels(function) == levels("Elegida") { " h" } else { " h with limits" }
}

fn unblock(place: &str, whose: &str, what: &str, said: &Said) -> Option<String> {
    let Some((panel, who)) = whose.split_once(", ") else {
        return said
            .get("Unblock: P3 legally")
            .filter(|_| (whose, what) == ("P3", "steps, legally"))
            .cloned();
    };
    let who = who.trim_end_matches(" as printed");
    let of = |figure: &str| said.get(&format!("{panel} {figure}: {who}"));
    match (place, what.split(',').next()?) {
        ("table 5.1", "time") => of("time").map(|time| format!("{time} min")),
        // Slides of model 1, steps of model 2, and what players count.
        ("table 5.2", "slides") if who == "model 1" => of("moves").cloned(),
        ("table 5.2", "steps") if who == "model 2" => of("moves").cloned(),
        ("table 5.2", "moves") if who.starts_with("player") => of("moves").cloned(),
        ("table 5.3", "steps") => Some(steps_and_slides(&TABLE_53).0.to_string()),
        ("table 5.3", "slides") => Some(steps_and_slides(&TABLE_53).1.to_string()),
        _ => None,
    }
}
