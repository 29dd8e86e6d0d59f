//! Replays a solution from the level alone. Three forms are read: one stroke per colour, the
//! filled rows with `/` between them, and the straight segments of the Flow paper (`A,0,3,2,3`).
//!
//! Filled rows do not say how a pipe that runs beside itself goes; a small search finds a way or
//! gives up with a sentence.

use ingenio_core::{Cell, Fault, Format, Measures, Message, Refusal, rooms};

use crate::Flow;
use crate::level::board::show;
use crate::level::stroke::solution_text;
use crate::level::{Level, Node, Rules, Stroke};
use crate::play::figures;
use crate::words;

impl rooms::Referee for Flow {
    fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
        referee(level, solution)
    }

    fn solution_parts(solution: &str) -> Vec<String> {
        solution.split_whitespace().map(ToOwned::to_owned).collect()
    }

    fn solution_moves(level: &Level, solution: &str) -> Result<Vec<Stroke>, Fault> {
        let (text, _) = referee(level, solution).map_err(|refusal| Fault::from(refusal.message))?;
        let mut strokes = Stroke::parse_all(&text)?;
        // What the level gives complete is drawn already.
        strokes.retain(|stroke| stroke.nodes(level).is_ok_and(|nodes| !level.drawn().contains(&nodes)));
        Ok(strokes)
    }

    fn solution_forms() -> &'static [Format] {
        &[Format { name: "segments", about: "the straight segments of the Flow paper: colour,i,j,k,l" }]
    }

    fn write_solution(level: &Level, solution: &str, _: &str) -> String {
        let pipes = from_strokes(level, solution).expect("an accepted solution has its pipes");
        segments(level, &pipes)
    }
}

/// Checks a solution of any form; gives its first text form and its figures.
pub fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
    let pipes = read(level, solution)?;
    check(level, &pipes)?;
    let covered = pipes.iter().map(Vec::len).sum();
    Ok((solution_text(level, &pipes), figures(level, pipes.len(), covered)))
}

/// The pipes of a solution text, one per colour in the order of the level; not yet checked.
pub fn read(level: &Level, solution: &str) -> Result<Vec<Vec<Node>>, Refusal> {
    let solution = solution.trim();
    if solution.contains('@') {
        from_strokes(level, solution)
    } else if solution.contains(',') {
        from_segments(level, solution)
    } else if solution.is_empty() {
        Err(words::FORM_UNCLEAR.say().into())
    } else {
        from_rows(level, solution)
    }
}

/// Checks pipes against every rule.
fn check(level: &Level, pipes: &[Vec<Node>]) -> Result<(), Refusal> {
    let mut owners: Vec<Option<usize>> = vec![None; level.board().len()];
    for (colour, pipe) in pipes.iter().enumerate() {
        check_pipe(level, colour, pipe, &mut owners).map_err(|message| Refusal::at(colour + 1, message))?;
    }
    let empty = level.board().nodes().find(|node| owners[usize::from(*node)].is_none());
    match empty.filter(|_| level.rules().fills()) {
        Some(node) => Err(words::CELL_EMPTY.with("cell", level.board().name(node)).into()),
        None => Ok(()),
    }
}

fn check_pipe(
    level: &Level,
    colour: usize,
    pipe: &[Node],
    owners: &mut [Option<usize>],
) -> Result<(), Message> {
    let board = level.board();
    let name = level.name(colour);
    let mut ends = [pipe[0], pipe[pipe.len() - 1]];
    ends.sort_unstable();
    if ends != level.ends()[colour] {
        let wrong = ends.into_iter().find(|end| level.colour_at(*end) != Some(colour)).unwrap_or(ends[0]);
        return Err(words::NOT_AT_END.with("colour", name).with("cell", board.name(wrong)));
    }
    for node in pipe {
        let dot = level.colour_at(*node).filter(|dot| *dot != colour);
        if let Some(other) = owners[usize::from(*node)].replace(colour).or(dot) {
            let message = words::CELL_TWICE.with("cell", board.name(*node));
            return Err(message.with("first", level.name(other)).with("second", name));
        }
    }
    for (at, pair) in pipe.windows(2).enumerate() {
        if board.link(pair[0], pair[1]).is_none() {
            return Err(words::NO_WAY.with("way", board.name(pair[1])).with("cell", board.name(pair[0])));
        }
        let beside = |node: &Node| board.link(*node, pair[1]).is_some();
        if level.rules() == Rules::NoTouch && pipe[..at].iter().any(beside) {
            return Err(words::TOUCHES_ITSELF.with("colour", name).with("cell", board.name(pair[1])));
        }
    }
    let given = level.drawn()[colour].windows(2);
    let linked = |pair: &[Node]| pipe.windows(2).any(|two| two == pair || [two[1], two[0]] == pair);
    if given.clone().all(linked) { Ok(()) } else { Err(words::GIVEN_PIPE.with("colour", name)) }
}

/// The pipes that a text of strokes draws, one per colour.
pub fn from_strokes(level: &Level, text: &str) -> Result<Vec<Vec<Node>>, Refusal> {
    let strokes = Stroke::parse_all(text).map_err(|fault| Refusal::from(fault.message))?;
    let mut pipes = vec![Vec::new(); level.colours()];
    for (at, stroke) in strokes.iter().enumerate() {
        let refuse = |message: Message| Refusal::at(at + 1, message);
        let colour = level.colour(&stroke.name);
        let colour = colour.ok_or_else(|| refuse(words::NO_COLOUR.with("colour", &stroke.name)))?;
        if !pipes[colour].is_empty() {
            return Err(refuse(words::COLOUR_TWICE.with("colour", &stroke.name)));
        }
        pipes[colour] = stroke.nodes(level).map_err(refuse)?;
    }
    all_there(level, pipes)
}

fn all_there(level: &Level, pipes: Vec<Vec<Node>>) -> Result<Vec<Vec<Node>>, Refusal> {
    match pipes.iter().position(Vec::is_empty) {
        Some(colour) => Err(words::COLOUR_MISSING.with("colour", level.name(colour)).into()),
        None => Ok(pipes),
    }
}

/// The straight segments of a pipe that the Flow paper lists, each `colour,i,j,k,l`.
pub fn segments(level: &Level, pipes: &[Vec<Node>]) -> String {
    let mut segments = Vec::new();
    for (colour, pipe) in pipes.iter().enumerate() {
        let way = |at: usize| level.board().link(pipe[at], pipe[at + 1]).map(|link| link.way);
        let mut from = 0;
        // Where borders join, two cells in line are joined by two lines: single steps leave no doubt.
        let steps = level.board().shape().across || level.board().shape().down;
        for at in 1..pipe.len() {
            if steps || at + 1 == pipe.len() || way(at) != way(at - 1) {
                let [a, b] = [pipe[from], pipe[at]].map(|node| level.board().name(node));
                segments.push(format!("{},{a},{b}", level.name(colour)));
                from = at;
            }
        }
    }
    segments.join(" ")
}

fn from_segments(level: &Level, text: &str) -> Result<Vec<Vec<Node>>, Refusal> {
    let mut pipes = vec![Vec::new(); level.colours()];
    for (at, word) in text.split_whitespace().enumerate() {
        let refuse = |message: Message| Refusal::at(at + 1, message);
        let (name, ends) = segment(word).ok_or_else(|| refuse(words::SEGMENT_FORM.with("found", word)))?;
        let colour = level.colour(name).ok_or_else(|| refuse(words::NO_COLOUR.with("colour", name)))?;
        let cells = straight(level, ends).map_err(refuse)?;
        let pipe: &mut Vec<Node> = &mut pipes[colour];
        match pipe.last() {
            None => *pipe = cells,
            Some(head) if *head == cells[0] => pipe.extend(&cells[1..]),
            Some(_) => return Err(refuse(words::SEGMENTS_APART.with("colour", name))),
        }
    }
    all_there(level, pipes)
}

fn segment(word: &str) -> Option<(&str, [Cell; 2])> {
    let parts: Vec<&str> = word.split(',').collect();
    let [name, i, j, k, l] = parts[..] else { return None };
    let cell = |row: &str, column: &str| Some(Cell { row: row.parse().ok()?, column: column.parse().ok()? });
    Some((name, [cell(i, j)?, cell(k, l)?]))
}

/// The cells from one to another along one letter, the shortest way where there are two.
fn straight(level: &Level, ends: [Cell; 2]) -> Result<Vec<Node>, Message> {
    let board = level.board();
    let exists = |cell: Cell| board.at(cell).ok_or_else(|| words::NO_CELL.with("cell", show(cell)));
    exists(ends[0]).and(exists(ends[1]))?;
    let mut best: Option<Vec<Node>> = None;
    for from in board.all_at(ends[0]) {
        for first in board.links(from) {
            let mut cells = vec![from, first.to];
            while board.place(cells[cells.len() - 1]) != ends[1] && cells.len() <= board.len() {
                let Some(next) = board.follow(cells[cells.len() - 1], first.way) else { break };
                cells.push(next);
            }
            let arrives = board.place(cells[cells.len() - 1]) == ends[1];
            if arrives && best.as_ref().is_none_or(|best| cells.len() < best.len()) {
                best = Some(cells);
            }
        }
    }
    best.ok_or_else(|| words::NO_WAY.with("way", show(ends[1])).with("cell", show(ends[0])))
}

fn from_rows(level: &Level, text: &str) -> Result<Vec<Vec<Node>>, Refusal> {
    let rows: Vec<Vec<String>> = text.split(['/', '\n']).map(|row| row_cells(row.trim())).collect();
    let size = level.board().size();
    if let Some(bridge) = level.board().shape().bridges.first() {
        return Err(words::ROWS_BRIDGE.with("cell", show(size.cell(*bridge))).into());
    }
    let mut cells = vec![Vec::new(); level.colours()];
    for index in 0..size.cells() {
        let cell = size.cell(index);
        let found = rows.get(usize::from(cell.row)).and_then(|row| row.get(usize::from(cell.column)));
        let differs = || Refusal::from(words::ROWS_DIFFER.with("cell", show(cell)));
        let found = found.ok_or_else(differs)?;
        match (level.board().at(cell), level.colour(found)) {
            (Some(node), Some(colour)) => cells[colour].push(node),
            (Some(_), None) if found == "." => {}
            (None, _) if found == "#" || found == "-" => {}
            _ => return Err(differs()),
        }
    }
    if rows.len() != size.height || rows.iter().any(|row| row.len() != size.width) {
        return Err(words::ROWS_DIFFER.with("cell", format!("{},{}", size.height, size.width)).into());
    }
    let pipes = cells.iter().enumerate().map(|(colour, cells)| thread(level, colour, cells));
    Ok(pipes.collect::<Result<_, Message>>()?)
}

fn row_cells(row: &str) -> Vec<String> {
    if row.contains(char::is_whitespace) {
        row.split_whitespace().map(ToOwned::to_owned).collect()
    } else {
        row.chars().map(String::from).collect()
    }
}

/// Steps after which the search for a pipe within its cells gives up.
const MOST_STEPS: usize = 200_000;

/// A pipe through all cells of a colour: depth first, next cells with the fewest exits first.
fn thread(level: &Level, colour: usize, cells: &[Node]) -> Result<Vec<Node>, Message> {
    let board = level.board();
    let [from, to] = level.ends()[colour];
    let none = || words::NO_PIPE_IN_ROWS.with("colour", level.name(colour));
    let mut free = vec![false; board.len()];
    for node in cells {
        free[usize::from(*node)] = true;
    }
    if !free[usize::from(from)] || !free[usize::from(to)] {
        return Err(none());
    }
    free[usize::from(from)] = false;
    let exits = |free: &[bool], node: Node| {
        board.links(node).iter().filter(|next| free[usize::from(next.to)]).count()
    };
    let options = |free: &[bool], node: Node| {
        let next = board.links(node).iter().map(|link| link.to).filter(|next| free[usize::from(*next)]);
        let mut next: Vec<Node> = next.collect();
        next.sort_by_key(|next| std::cmp::Reverse(exits(free, *next)));
        next
    };
    let mut pipe = vec![from];
    let mut open = vec![options(&free, from)];
    for _ in 0..MOST_STEPS {
        if pipe.len() == cells.len() && pipe[pipe.len() - 1] == to {
            return Ok(pipe);
        }
        let Some(choices) = open.last_mut() else { return Err(none()) };
        if let Some(next) = choices.pop() {
            free[usize::from(next)] = false;
            pipe.push(next);
            open.push(if next == to { Vec::new() } else { options(&free, next) });
        } else {
            open.pop();
            pipe.pop().into_iter().for_each(|node| free[usize::from(node)] = true);
        }
    }
    Err(words::ROWS_UNCLEAR.with("colour", level.name(colour)))
}
