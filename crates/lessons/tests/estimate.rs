//! The Taquin lesson asks whether A* may miss a shortest solution with an estimate that is wrong for one board.
//! That is tried here, with every such board.

use std::collections::{BTreeSet, HashMap, VecDeque};

use ingenio_lessons::find;

/// Row by row, 0 for the blank.
type Board = [u8; 9];

const GOAL: Board = [1, 2, 3, 4, 5, 6, 7, 8, 0];

/// Boards further away are not tried as starts: a way around the wrong board is found nearer.
const FARTHEST: u32 = 7;

fn neighbours(board: Board) -> Vec<Board> {
    let blank = board.iter().position(|tile| *tile == 0).expect("every board has a blank");
    let beside = |cell: &usize| (cell / 3).abs_diff(blank / 3) + (cell % 3).abs_diff(blank % 3) == 1;
    let moved = |cell: usize| {
        let mut moved = board;
        moved.swap(blank, cell);
        moved
    };
    (0..9).filter(beside).map(moved).collect()
}

/// How many moves every board is away from the goal.
fn distances() -> HashMap<Board, u32> {
    let mut distances = HashMap::from([(GOAL, 0)]);
    let mut open = VecDeque::from([GOAL]);
    while let Some(board) = open.pop_front() {
        for next in neighbours(board) {
            if !distances.contains_key(&next) {
                distances.insert(next, distances[&board] + 1);
                open.push_back(next);
            }
        }
    }
    distances
}

/// The moves of the solution that A* finds. Boards are opened again when a shorter way leads to them.
fn a_star(start: Board, estimate: impl Fn(Board) -> u32) -> Option<u32> {
    let mut moves = HashMap::from([(start, 0)]);
    let mut open = BTreeSet::from([(estimate(start), start)]);
    while let Some((_, board)) = open.pop_first() {
        let so_far = moves[&board];
        if board == GOAL {
            return Some(so_far);
        }
        for next in neighbours(board) {
            if moves.get(&next).is_none_or(|known| so_far + 1 < *known) {
                moves.insert(next, so_far + 1);
                open.insert((so_far + 1 + estimate(next), next));
            }
        }
    }
    None
}

/// Is there a start from which A* misses a shortest solution, if the estimate is wrong for one board?
fn can_miss(true_moves: u32, said: u32) -> bool {
    let distances = distances();
    let at = |wanted: u32| distances.iter().filter(move |(_, moves)| **moves == wanted);
    let missed = |wrong: Board, start: Board, least: u32| {
        let estimate = |board| if board == wrong { said } else { distances[&board] };
        a_star(start, estimate).is_some_and(|found| found > least)
    };
    at(true_moves).any(|(wrong, _)| {
        (1..=FARTHEST).any(|least| at(least).any(|(start, _)| missed(*wrong, *start, least)))
    })
}

#[test]
fn one_too_much_is_harmless_and_three_are_not() {
    assert!(!can_miss(4, 5), "the next longer solution has two moves more");
    assert!(can_miss(4, 7));
}

#[test]
fn the_exercise_is_answered_rightly() {
    let exercise = find("taquin").unwrap().exercise(4).unwrap();
    let numbers = exercise.ask.split(|letter: char| !letter.is_ascii_digit());
    let numbers: Vec<u32> = numbers.filter_map(|number| number.parse().ok()).collect();
    let [said, moves] = numbers[..] else { panic!("{}", exercise.ask) };
    assert_eq!(exercise.answer, if can_miss(moves, said) { "no" } else { "yes" });
}
