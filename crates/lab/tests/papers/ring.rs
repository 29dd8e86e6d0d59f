//! The picture of the ring in P3: the board before and after the period in which four pieces pass through
//! each other, drawn by our renderer, with an arrow on each piece of the ring.

use std::fmt::Write as _;

use ingenio_catalog::{SystemClock, parse_method};
use ingenio_core::{Budget, LevelRef, Silent, Task, drive};
use ingenio_pixels::png;
use ingenio_render::{Theme, svg};

use super::experiments::{P3, level};

const SIDE: usize = 6;
/// A cell in the units of a drawing.
const CELL: f32 = 100.0;
/// Between the two boards.
const GAP: f32 = 140.0;
const PIXELS: f32 = 36.0;
const ARROW: &str = "#1d4ed8";

/// A piece of the board: its letter and its cells at the start, row by row.
struct Piece {
    letter: char,
    cells: Vec<(usize, usize)>,
}

impl Piece {
    fn is_across(&self) -> bool {
        self.cells[0].0 == self.cells[1].0
    }

    /// Its cells when it begins at a place of its line, counted from 1.
    fn at(&self, place: usize) -> Vec<(usize, usize)> {
        let along = |step: usize| place - 1 + step;
        let (row, column) = self.cells[0];
        let cells = 0..self.cells.len();
        cells.map(|step| if self.is_across() { (row, along(step)) } else { (along(step), column) }).collect()
    }
}

fn pieces() -> Vec<Piece> {
    let of = |letter: char| {
        let cells = P3.chars().enumerate().filter(|(_, cell)| *cell == letter);
        Piece { letter, cells: cells.map(|(at, _)| (at / SIDE, at % SIDE)).collect() }
    };
    ('A'..='H').map(of).collect()
}

/// Where the pieces stand at the start and after each period of the printed model's best plan, by period
/// and piece.
fn plan(pieces: &[Piece]) -> Vec<Vec<usize>> {
    let board = level("unblock", P3);
    let (method, options) = parse_method(board.puzzle(), "milp-model2-printed:periods=4").unwrap();
    let mut run = board.start(&method.unwrap(), &Task { options, ..Task::default() }).unwrap().run;
    drive(run.as_mut(), &Budget::default(), &SystemClock::start(), &mut Silent);
    let table: String = run.found().table.expect("a table").english();
    let place = |piece: &Piece| if piece.is_across() { piece.cells[0].1 + 1 } else { piece.cells[0].0 + 1 };
    let mut places = vec![vec![0; pieces.len()]; 5];
    places[0] = pieces.iter().map(place).collect();
    for word in table.split_whitespace().filter_map(|word| word.strip_prefix("ALFA")?.strip_suffix("=1")) {
        let numbers: Vec<usize> = word.split('_').map(|number| number.parse().unwrap()).collect();
        places[numbers[2]][numbers[0] - 1] = numbers[1];
    }
    places
}

fn board(pieces: &[Piece], places: &[usize]) -> LevelRef {
    let mut cells = vec!['o'; SIDE * SIDE];
    for (piece, place) in pieces.iter().zip(places) {
        piece.at(*place).into_iter().for_each(|(row, column)| cells[row * SIDE + column] = piece.letter);
    }
    level("unblock", &cells.into_iter().collect::<String>())
}

pub fn draw() -> Vec<u8> {
    let pieces = pieces();
    let plan = plan(&pieces);
    // The target cannot move before the ring has turned.
    let turned = (1..plan.len()).find(|period| plan[*period][0] != plan[*period - 1][0]).unwrap();
    let (before, after) = (&plan[turned - 1], &plan[turned]);
    let drawings = [before, after]
        .map(|places| svg(&board(&pieces, places).play().scene(), &Theme::LIGHT, "Unblock, panel P3"));
    let (width, height) = (number(&drawings[0], "width"), number(&drawings[0], "height"));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{height}\" viewBox=\"0 0 {0} {height}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        2.0 * width + GAP
    );
    for (drawing, x) in drawings.iter().zip([0.0, width + GAP]) {
        text += &drawing.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"0\" "), 1);
    }
    let margin = (height - SIDE as f32 * CELL) / 2.0;
    for (piece, (from, to)) in pieces.iter().zip(before.iter().zip(after)) {
        if from != to && "AEDB".contains(piece.letter) {
            text += &arrow(piece, *from, *to > *from, margin);
        }
    }
    let middle = (width + GAP / 2.0, height / 2.0);
    let _ = write!(
        text,
        "<path d=\"M{} {} h70 m-30 -30 l30 30 l-30 30\" fill=\"none\" stroke=\"#444444\" stroke-width=\"10\"/>\n</svg>",
        middle.0 - 35.0,
        middle.1
    );
    png(&text, PIXELS).expect("the picture is small")
}

/// An arrow of one cell over the middle of a piece.
fn arrow(piece: &Piece, place: usize, forward: bool, margin: f32) -> String {
    let cells = piece.at(place);
    let half = |of: fn(&(usize, usize)) -> usize| {
        cells.iter().map(|cell| of(cell) as f32 + 0.5).sum::<f32>() / cells.len() as f32 * CELL + margin
    };
    let (x, y) = (half(|cell| cell.1), half(|cell| cell.0));
    let turn = match (piece.is_across(), forward) {
        (true, true) => 0,
        (false, true) => 90,
        (true, false) => 180,
        (false, false) => 270,
    };
    format!(
        "<path transform=\"translate({x} {y}) rotate({turn})\" d=\"M-60 30 H55 M25 5 L60 30 L25 55\" \
         fill=\"none\" stroke=\"{ARROW}\" stroke-width=\"14\"/>\n"
    )
}

/// The number of an attribute at the head of a drawing.
fn number(drawing: &str, name: &str) -> f32 {
    let (_, rest) = drawing.split_once(&format!(" {name}=\"")).expect("a drawing has a size");
    rest.split('"').next().unwrap().parse().unwrap()
}
