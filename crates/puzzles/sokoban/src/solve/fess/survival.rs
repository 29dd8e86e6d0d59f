//! Tests: along every shipped solution the search lists the move that the solution makes, and drops none of
//! the positions; and a plan, played from its end, is made of legal pulls.

use std::collections::BTreeSet;
use std::sync::Arc;

use ingenio_core::rooms::{Samples as _, Texts as _};
use ingenio_core::{Cell, Note, Options, Rng, Source as Text, Step as Advance, Task, Verdict};

use super::mover::{ANY_SIDE, Mover};
use super::plan::{Source, Step};
use super::{FIRST, Fess, OPTIONS, Stage, along_layers, explain};
use crate::Sokoban;
use crate::board::boxway::Way;
use crate::board::maze::Maze;
use crate::board::reach::Reach;
use crate::board::{Square, put};
use crate::level::Level;
use crate::metric::PUSHES;
use crate::solve::exact::Weights;
use crate::solve::path::Path;
use crate::solve::script::goes;
use crate::sound::mirrored;

#[path = "../../../tests/packs/mod.rs"]
mod packs;

fn level(rows: &str) -> Level {
    Sokoban::read(&Text::new(rows), &Options::default()).remove(0).unwrap().level
}

/// A run whose search has begun, with options.
fn begun(level: &Level, options: &str) -> Fess {
    let options = Options::parse(OPTIONS, options).unwrap();
    let mut fess = Fess::new(Maze::new(level), &Task { options, ..Task::default() }, false);
    while !matches!(fess.stage, Stage::Search) {
        fess.work();
    }
    fess
}

/// The player's region by name.
fn region(maze: &Maze, boxes: &[Square], player: Square) -> Square {
    let mut occupied = maze.empty();
    put(&mut occupied, boxes, true);
    Reach::new(maze).flood(maze, &occupied, player)
}

/// Goes through a solution box move by box move; how many there were.
fn survives(level: &Level, solution: &str) -> usize {
    // Where a corral must be opened first, another move than that of the solution may be the only one listed.
    let mut fess = begun(level, "corrals=no");
    let mut search = fess.searches[FIRST].take().expect("there is room");
    let maze = Maze::new(level);
    let path = Path::of(level, &maze, Weights::of(PUSHES), solution);
    let goes = goes(&maze, &path.pushes);
    for go in &goes {
        let (before, after) = (&path.states[go.start], &path.states[go.end]);
        let (player, boxes) = after.split_last().unwrap();
        let (from, last) = (path.pushes[go.start].from, path.pushes[go.end - 1]);
        let (to, wanted) = (maze.next(last.from, last.dir), region(&maze, boxes, *player));
        let leads = |moved: &super::cells::Waiting| {
            (moved.from, moved.to) == (from, to) && region(&maze, boxes, moved.player) == wanted
        };
        let listed = search.advised(&mut fess.given(FIRST), before).to_vec();
        let Some(moved) = listed.into_iter().find(leads) else {
            panic!("{from} to {to} is not listed at {before:?} of {level:?}")
        };
        let known = region(&maze, &maze.boxes, maze.player) == wanted && boxes == maze.boxes;
        assert!(known || !search.drops(&mut fess.given(FIRST), before, moved), "{before:?} of {level:?}");
    }
    goes.len()
}

#[test]
fn the_next_move_of_a_solution_survives_all_rules() {
    let mut moves = 0;
    for (rows, solution) in ["4-five", "6-order", "8-night-shift"].into_iter().flat_map(packs::solved) {
        let level = level(&rows);
        moves += survives(&level, &solution);
        let (other, way) = mirrored(&level, &solution);
        moves += survives(&other, &way);
    }
    assert!(moves > 2_000, "only {moves} moves");
}

/// Where the player can be, by region, after the pulls of a plan from its end: nowhere if one of them is not
/// legal. Boxes that are not packed yet are not on the board: each comes from some start square.
fn played(maze: &Maze, steps: &[Step]) -> BTreeSet<Square> {
    let mut board = maze.empty();
    put(&mut board, &maze.goals, true);
    let (mut mover, mut reach) = (Mover::new(maze, Way::Pull), Reach::new(maze));
    let barred: Vec<bool> = (0..=maze.count).map(|at| at == maze.count).collect();
    let free = maze.squares().filter(|square| !board[usize::from(*square)]);
    let mut players: BTreeSet<Square> = free.map(|square| reach.flood(maze, &board, square)).collect();
    for step in steps.iter().rev().filter(|step| step.from != Source::Start) {
        let mut after = BTreeSet::new();
        board[maze.count] = true;
        mover.look(maze, &board);
        let pulls = |player: &Square| {
            reach.flood(maze, &board, *player);
            let pulls = mover.moves(maze, &mut board, &barred, (step.to, ANY_SIDE), &reach).to_vec();
            let fits = move |square: Square| match step.from {
                Source::Parked(from) => square == from,
                _ => maze.boxes.contains(&square),
            };
            pulls.into_iter().filter(move |pull| fits(pull.square))
        };
        let pulls: Vec<_> = players.iter().flat_map(pulls).collect();
        board[usize::from(step.to)] = false;
        for pull in pulls {
            let stays = matches!(step.from, Source::Parked(_));
            board[usize::from(pull.square)] |= stays;
            after.insert(reach.flood(maze, &board, pull.player));
            if stays {
                board[usize::from(pull.square)] = false;
            }
        }
        if let Source::Parked(from) = step.from {
            board[usize::from(from)] = true;
        }
        players = after;
    }
    players
}

#[test]
fn the_steps_of_a_plan_are_legal_one_after_the_other() {
    let shipped = ["4-five", "6-order", "7-warehouse", "8-night-shift"].into_iter().flat_map(packs::solved);
    let shipped = shipped.map(|(rows, _)| level(&rows));
    let samples = (0..300).map(|number| Sokoban::sample(&mut Rng::stream(23, number), 5));
    let (mut plans, mut parked) = (0, 0);
    for level in shipped.chain(samples).map(Arc::new) {
        let fess = begun(&level, "");
        if !fess.is_planned {
            continue;
        }
        let steps = fess.plan.steps();
        assert!(!played(&fess.maze, steps).is_empty(), "{steps:?} of {level:?}");
        let goals = fess.maze.goals.iter();
        assert!(goals.clone().all(|goal| steps.iter().any(|step| step.to == *goal && step.until.is_none())));
        plans += 1;
        parked += steps.iter().filter(|step| step.until.is_some()).count();
    }
    assert!(plans > 100 && parked > 5, "{parked} boxes are parked by {plans} plans");
}

fn of<'a>(notes: &'a [Note], kind: &'static str) -> impl Iterator<Item = &'a Note> {
    notes.iter().filter(move |note| note.kind == kind)
}

/// What is told of parked boxes and hotspots is so: what is parked is fetched from there later, and a hotspot
/// is a box off its goal.
#[test]
fn parking_and_hotspots_are_told() {
    let (mut parked, mut hot) = (0, 0);
    for (rows, _) in ["4-five", "6-order", "7-warehouse"].into_iter().flat_map(packs::solved) {
        let level = Arc::new(level(&rows));
        let maze = Maze::new(&level);
        let notes = explain(&level, None, &Task::default());
        for (at, note) in notes.iter().enumerate().filter(|(_, note)| note.kind == "park") {
            let square = note.cells.last().unwrap();
            let is_fetched = |later: &Note| matches!(later.cells[..], [from, _] if from == *square);
            assert!(notes[at + 1..].iter().any(is_fetched), "{square:?} of {level:?}");
            parked += 1;
        }
        let off = |square: &&Square| !maze.is_goal[usize::from(**square)];
        let boxes: Vec<Cell> = maze.boxes.iter().filter(off).map(|square| maze.cell(*square)).collect();
        for note in of(&notes, "hotspot") {
            assert!(boxes.contains(&note.cells[0]), "{note:?} of {level:?}");
            hot += 1;
        }
    }
    assert!(parked > 5 && hot > 5, "{parked} parked boxes and {hot} hotspots");
}

/// `forward` goes by layers of goals in place of steps: it tells them, and the rooms and hotspots, before its
/// moves.
#[test]
fn layers_are_told_with_rooms_and_hotspots() {
    let (mut several, mut rooms, mut hot) = (0, 0, 0);
    for (rows, _) in packs::solved("4-five") {
        let level = Arc::new(level(&rows));
        let maze = Maze::new(&level);
        let mut run = along_layers(&level, &Task { options: Options::defaults(OPTIONS), ..Task::default() });
        let Advance::Done(Verdict::Solved { .. }) = run.advance(100_000) else { continue };
        let notes = run.found().reasons;
        let mut goals: Vec<Cell> = of(&notes, "layer").flat_map(|note| note.cells.clone()).collect();
        goals.sort_unstable();
        let mut wanted: Vec<Cell> = maze.goals.iter().map(|square| maze.cell(*square)).collect();
        wanted.sort_unstable();
        assert_eq!(goals, wanted, "every goal is in one layer of {level:?}");
        assert!(of(&notes, "move").count() > 0 && of(&notes, "pack").count() == 0);
        several += u32::from(of(&notes, "layer").count() > 1);
        rooms += of(&notes, "room").count();
        hot += of(&notes, "hotspot").count();
    }
    assert!(several > 5 && rooms > 5 && hot > 0, "{several} {rooms} {hot}");
}
