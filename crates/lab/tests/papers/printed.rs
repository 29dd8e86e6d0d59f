//! What the papers print, as data: the Sokoban paper's tables 3, 5, 7, 9 and 11 level by level, and the
//! positions of the Unblock paper's tables 5.3 and 5.4.

use std::collections::BTreeMap;

use ingenio_lab::Campaign;

/// Steps, milliseconds and nodes of one level.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub steps: u64,
    pub millis: u64,
    pub nodes: u64,
}

/// By function and level; unsolved levels are missing.
pub fn sokoban() -> BTreeMap<String, BTreeMap<u32, Row>> {
    let mut tables: BTreeMap<String, BTreeMap<u32, Row>> = BTreeMap::new();
    for line in super::read("docs/papers/sokoban-tables.csv").lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |at: usize| cells[at].parse().expect("a number");
        let row = Row { steps: number(2), millis: number(3), nodes: number(4) };
        tables.entry(cells[0].to_owned()).or_default().insert(number(1) as u32, row);
    }
    tables
}

/// The totals of a function: tables 4, 6, 8, 10 and 12.
pub struct Totals {
    pub function: &'static str,
    pub levels: usize,
    pub steps: u64,
    pub millis: u64,
    pub nodes: u64,
    /// Unsolved levels charged their limit.
    pub hours: f64,
}

/// The paper's levels, and hours for each.
const LEVELS: usize = 150;
const LIMIT: f64 = 2.0;

impl Totals {
    /// The hours before they were rounded: what was measured, and the limit of each unsolved level.
    pub fn exact_hours(&self) -> f64 {
        self.millis as f64 / 3_600_000.0 + LIMIT * (LEVELS - self.levels) as f64
    }
}

/// A printed number follows from another where it is that number rounded; the last printed digit may be off by one,
/// as by rounding twice.
pub fn follows(printed: &str, exact: f64) -> bool {
    let decimals = printed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let printed: f64 = printed.parse().expect("a number");
    (printed - exact).abs() < 10_f64.powi(-(decimals as i32))
}

const fn totals(
    function: &'static str,
    levels: usize,
    steps: u64,
    millis: u64,
    nodes: u64,
    hours: f64,
) -> Totals {
    Totals { function, levels, steps, millis, nodes, hours }
}

pub const TOTALS: [Totals; 5] = [
    totals("Elegida", 150, 15_103, 48_566_420, 2_565_610, 13.49),
    totals("Admisible", 124, 9645, 66_658_184, 3_016_835, 70.52),
    totals("Voraz", 146, 27_452, 50_919_960, 2_522_246, 22.15),
    totals("Test", 147, 17_403, 38_376_817, 1_963_785, 16.66),
    totals("IDA*", 87, 10_627, 49_726_096, 280_392, 139.81),
];

/// What the papers say, by name: a figure of theirs on the page is one of these, and cannot be taken for another.
pub fn said() -> BTreeMap<String, String> {
    let other = super::read("docs/papers/said.csv");
    let other = other.lines().skip(1).filter_map(|line| {
        let mut cells = line.split(',').map(str::to_owned);
        cells.next().zip(cells.next())
    });
    let totals = TOTALS.iter().flat_map(|total| {
        let whole = [("levels", total.levels as u64), ("steps", total.steps), ("nodes", total.nodes)];
        let whole = whole.into_iter().map(|(what, count)| (what, count.to_string()));
        let all = whole.chain([("hours", total.hours.to_string())]);
        all.map(|(what, said)| (format!("{}: {what}", total.function), said))
    });
    let rates = RATES.iter().flat_map(|(function, steps, nodes)| {
        let rates = [("steps", steps), ("nodes", nodes)];
        rates.map(|(what, said)| (format!("{function}: {what} an hour"), (*said).to_owned()))
    });
    other.chain(totals).chain(rates).chain(super::boards::said()).collect()
}

/// Steps and nodes an hour: tables 1 and 2 as printed.
pub const RATES: [(&str, &str, &str); 5] = [
    ("Elegida", "1128.78", "190176.59"),
    ("Admisible", "136.78", "42782.18"),
    ("Voraz", "1257.43", "113899.78"),
    ("Test", "1055.537", "117872.65"),
    ("IDA*", "76.09", "2005.48"),
];

/// Places of the eight pieces of P1: at the start, then after each iteration.
pub const START: [i32; 8] = [1, 1, 4, 1, 2, 5, 5, 1];
pub const TABLE_53: [[i32; 8]; 10] = [
    [1, 2, 4, 2, 2, 5, 4, 2],
    [1, 3, 4, 2, 2, 5, 4, 3],
    [1, 4, 4, 1, 1, 5, 3, 4],
    [1, 4, 4, 2, 1, 4, 2, 3],
    [1, 3, 5, 3, 2, 3, 1, 3],
    [1, 2, 5, 3, 3, 3, 1, 3],
    [2, 2, 5, 4, 4, 2, 1, 2],
    [3, 2, 5, 4, 4, 2, 1, 3],
    [4, 2, 5, 3, 3, 1, 1, 4],
    [5, 2, 5, 2, 3, 1, 1, 4],
];
/// Piece 7 is misprinted as 6 in its first two iterations; its MOVE tells where it was.
pub const TABLE_54: [[i32; 8]; 10] = [
    [1, 2, 4, 1, 2, 5, 5, 1],
    [1, 3, 4, 1, 2, 5, 4, 1],
    [1, 4, 4, 1, 1, 5, 3, 2],
    [1, 4, 5, 2, 1, 5, 2, 2],
    [1, 4, 5, 2, 2, 5, 1, 2],
    [1, 4, 5, 3, 3, 4, 1, 3],
    [2, 4, 5, 4, 4, 4, 1, 3],
    [3, 4, 5, 4, 4, 4, 1, 3],
    [4, 4, 5, 4, 3, 4, 1, 3],
    [5, 4, 5, 3, 3, 4, 1, 4],
];

/// Steps, and slides: what a piece does in successive periods in one direction is one.
pub fn steps_and_slides(table: &[[i32; 8]]) -> (usize, usize) {
    let (mut steps, mut slides) = (0, 0);
    let mut before = START;
    let mut going = [0; 8];
    for after in table {
        for piece in 0..8 {
            let by = after[piece] - before[piece];
            assert!(by.abs() <= 1, "one cell in a period");
            steps += usize::from(by != 0);
            slides += usize::from(by != 0 && by != going[piece]);
            going[piece] = by;
        }
        before = *after;
    }
    (steps, slides)
}

/// The steps of each piece, in the order of time: `A: +1 +1`. Within a period the order is ours.
fn by_piece<'a>(moves: impl Iterator<Item = &'a str>) -> BTreeMap<char, String> {
    let mut pieces: BTreeMap<char, String> = BTreeMap::new();
    for step in moves {
        let (piece, by) = step.split_at(1);
        *pieces.entry(piece.chars().next().unwrap_or(' ')).or_default() += by;
    }
    pieces
}

/// The solutions that the campaign quotes are legal, and are those of the tables.
fn check_solutions() {
    let campaign = Campaign::read(&super::root().join("bench/papers/unblock.toml")).unwrap();
    let quoted = campaign.beside.iter().filter(|row| row.figure.as_deref() == Some("solution"));
    let quoted: Vec<&str> = quoted.map(|row| row.said.as_str()).collect();
    assert_eq!(quoted.len(), 2);
    for (solution, table) in quoted.into_iter().zip([TABLE_53, TABLE_54]) {
        let verified =
            super::experiments::panel_p1().verify(solution).unwrap_or_else(|why| panic!("{why:?}"));
        assert_eq!(verified.measures().get("steps"), Some(steps_and_slides(&table).0 as u64));
        let letters = "ABCDEFGH".chars();
        let steps: Vec<String> = std::iter::once(&START)
            .chain(&table)
            .zip(&table)
            .flat_map(|(before, after)| letters.clone().zip(before.iter().zip(after)))
            .filter(|(_, (from, to))| from != to)
            .map(|(piece, (from, to))| format!("{piece}{:+}", to - from))
            .collect();
        assert_eq!(by_piece(solution.split(' ')), by_piece(steps.iter().map(String::as_str)));
    }
}

pub fn check() {
    let tables = sokoban();
    for Totals { function, levels, steps, millis, nodes, .. } in TOTALS {
        let rows = &tables[function];
        let sum = |of: fn(&Row) -> u64| rows.values().map(of).sum::<u64>();
        assert_eq!(rows.len(), levels, "{function}");
        assert_eq!((sum(|row| row.steps), sum(|row| row.millis)), (steps, millis), "{function}");
        assert_eq!(sum(|row| row.nodes), nodes, "{function}");
    }
    for total in &TOTALS {
        assert!(follows(&total.hours.to_string(), total.exact_hours()), "hours of {}", total.function);
    }
    check_solutions();
    assert_eq!(steps_and_slides(&TABLE_53), (37, 21));
    assert_eq!(steps_and_slides(&TABLE_54).0, 25, "as table 5.2 says");
}
