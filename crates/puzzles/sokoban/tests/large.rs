//! Limits of time on a board so large that one expansion, or making ready for the first, takes long.

mod common;

use std::time::{Duration, Instant};

use common::level;
use ingenio_conformance::tools::RealClock;
use ingenio_core::{Budget, Face, Silent, Task, find_method, solve};
use ingenio_sokoban::Sokoban;

/// 64 by 64 squares, 150 boxes in rows between pillars, and 150 goals in one block.
fn large_board() -> String {
    const SIDE: usize = 64;
    let edge = |at: usize| at == 0 || at == SIDE - 1;
    let is_pillar = |row: usize, column: usize| row < 40 && row % 8 == 5 && column % 8 == 6;
    let mut rows: Vec<Vec<char>> = (0..SIDE)
        .map(|row| {
            let wall = |column: usize| edge(row) || edge(column) || is_pillar(row, column);
            (0..SIDE).map(|column| if wall(column) { '#' } else { ' ' }).collect()
        })
        .collect();
    for (row, column) in (0..10).flat_map(|row| (0..15).map(move |column| (row, column))) {
        let (down, right) = (3 + 3 * row, 3 + 4 * column);
        let right = right + usize::from(is_pillar(down, right));
        rows[down][right] = '$';
        rows[48 + row][24 + column] = '.';
    }
    rows[1][1] = '@';
    rows.into_iter().map(|row| row.into_iter().chain(['\n']).collect::<String>()).collect()
}

#[test]
fn time_is_kept_on_a_large_board() {
    const ALLOWED: Duration = Duration::from_millis(300);
    // Other tests run at the same time: the machine may be busy, but set-ups of minutes would show.
    const SLACK: Duration = Duration::from_secs(10);
    let level = Face::<Sokoban>::level(level(&large_board()));
    for (method, threads) in [
        ("portfolio", 1),
        ("portfolio", 3),
        ("portfolio", 6),
        ("fess", 1),
        ("forward", 1),
        ("backward", 1),
        ("push-optimal", 1),
        ("move-optimal", 1),
        ("improve", 1),
    ] {
        let found = find_method(level.puzzle(), method).unwrap();
        let budget = Budget { time: Some(ALLOWED), memory: Some(1 << 30), ..Budget::default() };
        let task = Task { metric: found.metric(), threads, memory: 1 << 30, ..Task::default() };
        let begun = Instant::now();
        let answer = solve(level.as_ref(), &found, &task, &budget, &RealClock::start(), &mut Silent).unwrap();
        assert!(begun.elapsed() < ALLOWED + SLACK, "{method} took {:?}", begun.elapsed());
        assert!(answer.outcome.limit().is_some() || begun.elapsed() < ALLOWED, "{method}");
    }
}
