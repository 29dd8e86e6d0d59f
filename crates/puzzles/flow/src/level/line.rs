//! The line of the official packs, one level with its solution each:
//!
//! `SIZE,PAGE,LEVEL,FLOWS[,BRIDGES[,HOLES[,WALLS]]];PATH;PATH;...`, cells numbered row by row from 0.
//!
//! SIZE is `W` or `W:H`, with `W_` before it where opposite borders join and `X_` for hexagons; what
//! follows a `+`, and letters after a `:`, only say how borders are drawn. BRIDGES and HOLES are cells with `:` between them (a hole
//! may carry a tag, `4_0B`), WALLS pairs `A|B` of neighbours. Two cells that are neighbours twice, round a
//! board two cells wide, have the wall between them at the first mention and the one on the border at the
//! second. The ends of a path are the end points; the paths are the solution, which is refereed here.

use ingenio_core::{Entry, Fault, Lattice, Message, Reading, Side, Size};

use super::board::{Board, MOST_CELLS, MOST_SIDE, too_large};
use super::text::Row;
use super::{Level, Node, Rules, Shape, Stroke};
use crate::solve::weave::{Event, Weave};
use crate::{referee, sample, words};

/// Is it such a line? Four fields at least, a digit in the first, and something behind them: what it is, good or
/// bad, is for the reader to say. Where nothing is behind them the first has to be more than a number, or it
/// could be a row of a matrix.
pub fn is_line(line: &str) -> bool {
    let (head, paths) = line.split_once(';').unwrap_or((line, ""));
    let mut fields = head.split(',').map(str::trim);
    let Some(first) = fields.next().filter(|_| fields.count() >= 3) else { return false };
    if paths.trim().is_empty() {
        return first.parse::<usize>().is_err() && size(first).is_some();
    }
    first.contains(|letter: char| letter.is_ascii_digit())
}

/// A part of the line with the column where it begins.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Part<'a> {
    fn split(self, by: char) -> impl Iterator<Item = Part<'a>> {
        let whole = self.text;
        whole.split(by).map(move |text| {
            let before = &whole[..text.as_ptr() as usize - whole.as_ptr() as usize];
            Part { text: text.trim(), column: self.column + before.chars().count() }
        })
    }

    fn refuse(self, row: &Row<'_>, expected: Message) -> Fault {
        row.fault(self.column, words::LINE_FIELD.with("found", self.text).with("expected", expected))
    }
}

pub fn read(row: &Row<'_>, rules: Rules) -> Reading<Level> {
    let mut parts = Part { text: row.text, column: 1 }.split(';');
    let head: Vec<Part<'_>> = parts.next().into_iter().flat_map(|head| head.split(',')).collect();
    let paths: Vec<Part<'_>> = parts.filter(|path| !path.text.is_empty()).collect();
    let shape = shape(row, &head)?;
    let flows = head[3];
    if flows.text.parse::<usize>().ok() != Some(paths.len()) {
        return Err(flows.refuse(row, words::LINE_COUNT.with("found", paths.len())));
    }
    let pipes: Vec<Vec<Stop<'_>>> =
        paths.iter().map(|path| pipe(row, *path, &shape)).collect::<Result<_, _>>()?;
    let board = Board::of(shape).map_err(|message| Fault::on_line(row.line, message))?;
    let (level, solution) = level(row, board, &pipes, rules)?;
    let title = Some(format!("{}-{}", head[1].text, head[2].text));
    Ok(Entry { level, title, author: None, solution: Some(solution), line: row.line })
}

fn shape(row: &Row<'_>, head: &[Part<'_>]) -> Result<Shape, Fault> {
    let mut shape = size(head[0].text).ok_or_else(|| head[0].refuse(row, words::LINE_SIZE.say()))?;
    if shape.size.width.max(shape.size.height) > MOST_SIDE || shape.size.cells() > MOST_CELLS {
        return Err(row.fault(head[0].column, too_large()));
    }
    let cells = shape.size.cells();
    let cell = |part: Part<'_>, text: &str| {
        let index = text.trim().parse::<usize>().ok().filter(|index| *index < cells);
        index.ok_or_else(|| part.refuse(row, words::LINE_CELLS.with("cells", cells)))
    };
    let list = |at: usize| {
        head.get(at).into_iter().flat_map(|part| part.split(':')).filter(|part| !part.text.is_empty())
    };
    for part in list(4) {
        shape.bridges.insert(cell(part, part.text)?);
    }
    for part in list(5) {
        shape.holes.insert(cell(part, part.text.split('_').next().unwrap_or_default())?);
    }
    for part in list(6) {
        let (one, other) =
            part.text.split_once('|').ok_or_else(|| part.refuse(row, words::LINE_WALL.say()))?;
        if !wall(&mut shape, cell(part, one)?, cell(part, other)?) {
            return Err(part.refuse(row, words::LINE_WALL.say()));
        }
    }
    match head.iter().skip(7).find(|part| !part.text.is_empty()) {
        Some(part) => Err(part.refuse(row, words::LINE_MORE.say())),
        None => Ok(shape),
    }
}

fn size(text: &str) -> Option<Shape> {
    let mut rest = text.split('+').next()?;
    let (mut joins, mut lattice) = (false, Lattice::Squares);
    while let Some((sign, more)) = rest.split_once('_') {
        match sign {
            "W" => joins = true,
            "X" => lattice = Lattice::Hexagons,
            _ => return None,
        }
        rest = more;
    }
    while let Some((before, _)) = rest.rsplit_once(':').filter(|(_, sign)| is_sign(sign)) {
        rest = before;
    }
    let (width, height) = rest.split_once(':').unwrap_or((rest, rest));
    let number = |text: &str| text.parse::<usize>().ok().filter(|number| (1..=1_000_000).contains(number));
    let size = Size::new(number(width)?, number(height)?);
    let across = joins && may_join_across(lattice, size);
    Some(Shape { lattice, across, down: joins, ..Shape::plain(size) })
}

/// Letters behind a size, such as `:I`, say how borders are drawn.
fn is_sign(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Columns of hexagons fit to each other round the board where their number is even.
fn may_join_across(lattice: Lattice, size: Size) -> bool {
    lattice == Lattice::Squares || size.width.is_multiple_of(2)
}

/// Builds the wall between two cells; false if they are no neighbours.
fn wall(shape: &mut Shape, one: usize, other: usize) -> bool {
    let sides = shape.lattice.sides().iter().copied();
    let mut between: Vec<Side> = sides.filter(|side| shape.beyond(one, *side) == Some(other)).collect();
    between.sort_by_key(|side| shape.is_gate(one, *side));
    let side = between.iter().find(|side| !shape.is_walled(one, **side)).or(between.first());
    side.is_some_and(|side| shape.wall(one, *side))
}

/// A cell of a path, and where it stands in the line.
#[derive(Clone, Copy)]
struct Stop<'a> {
    index: usize,
    part: Part<'a>,
}

/// The cells of a path, all of them there.
fn pipe<'a>(row: &Row<'_>, path: Part<'a>, shape: &Shape) -> Result<Vec<Stop<'a>>, Fault> {
    let cells = shape.size.cells();
    let mut pipe = Vec::new();
    for part in path.split(',').filter(|part| !part.text.is_empty()) {
        let index = part.text.parse::<usize>().ok().filter(|index| *index < cells);
        let index = index.ok_or_else(|| part.refuse(row, words::LINE_CELLS.with("cells", cells)))?;
        pipe.push(Stop { index, part });
    }
    if pipe.len() < 2 { Err(path.refuse(row, words::LINE_PATH.say())) } else { Ok(pipe) }
}

fn level(
    row: &Row<'_>,
    board: Board,
    pipes: &[Vec<Stop<'_>>],
    rules: Rules,
) -> Result<(Level, String), Fault> {
    let size = board.size();
    let mut colours = Vec::with_capacity(pipes.len());
    let mut strokes = Vec::with_capacity(pipes.len());
    for (name, pipe) in sample::names(pipes.len()).zip(pipes) {
        let end = |stop: Stop<'_>| {
            let node = board.at(size.cell(stop.index));
            node.ok_or_else(|| stop.part.refuse(row, words::LINE_HOLE.say()))
        };
        let ends = [end(pipe[0])?, end(pipe[pipe.len() - 1])?];
        let ways = ways(row, &board, pipe)?;
        strokes.push(Stroke { name: name.clone(), start: size.cell(pipe[0].index), ways }.to_string());
        colours.push((name, ends));
    }
    let on_line = |message: Message| Fault::on_line(row.line, message);
    let level = Level::new(board, colours, rules).map_err(on_line)?;
    let judged = referee::referee(&level, &strokes.join(" "));
    let (solution, _) =
        judged.map_err(|refusal| on_line(words::LINE_REFUSED.with("reason", refusal.message)))?;
    Ok((level, solution))
}

/// The letters along a path; over a bridge it goes straight on.
fn ways(row: &Row<'_>, board: &Board, pipe: &[Stop<'_>]) -> Result<String, Fault> {
    let shape = board.shape();
    let mut ways = String::with_capacity(pipe.len());
    let mut before: Option<Side> = None;
    for pair in pipe.windows(2) {
        let (from, to) = (pair[0].index, pair[1].index);
        let straight = before.filter(|_| shape.bridges.contains(&from));
        let leads = |side: &Side| shape.way(from, *side) == Some(to) && straight.is_none_or(|on| on == *side);
        let Some(side) = shape.lattice.sides().iter().copied().find(leads) else {
            let expected = match straight {
                Some(_) => words::LINE_STRAIGHT.with("from", from),
                None if shape.holes.contains(&to) => words::LINE_HOLE.say(),
                None => words::LINE_STEP.with("from", from),
            };
            return Err(pair[1].part.refuse(row, expected));
        };
        ways.push(side.letter());
        before = Some(side);
    }
    Ok(ways)
}

/// Nodes of the search for the solution that the line needs.
const MOST_NODES: u64 = 200_000;

pub fn write(level: &Level) -> Result<String, Message> {
    if level.rules() != Rules::Touch || level.drawn().iter().any(|pipe| !pipe.is_empty()) {
        return Err(words::LINE_BARE.say());
    }
    let missing = || words::NO_SOLUTION_LINE.with("nodes", MOST_NODES);
    let pipes =
        solution(level, Rules::NoTouch).or_else(|| solution(level, level.rules())).ok_or_else(missing)?;
    let (board, shape) = (level.board(), level.board().shape());
    let listed = |cells: &mut dyn Iterator<Item = String>| cells.collect::<Vec<_>>().join(":");
    let bridges = listed(&mut shape.bridges.iter().map(ToString::to_string));
    let holes = listed(&mut shape.holes.iter().map(ToString::to_string));
    let walls = listed(&mut line_walls(shape).iter().map(|[one, other]| format!("{one}|{other}")));
    let fields = format!("{},0,1,{},{bridges},{holes},{walls}", size_text(shape), level.colours());
    let index = |node: &Node| shape.size.index(board.place(*node)).to_string();
    let path = |pipe: &Vec<Node>| pipe.iter().map(index).collect::<Vec<_>>().join(",");
    let paths: Vec<String> = pipes.iter().map(path).collect();
    Ok(format!("{};{}\n", fields.trim_end_matches(','), paths.join(";")))
}

fn size_text(shape: &Shape) -> String {
    let Size { width, height } = shape.size;
    let hexes = if shape.lattice == Lattice::Hexagons { "X_" } else { "" };
    let joins = if shape.across || shape.down { "W_" } else { "" };
    let size = if width == height { width.to_string() } else { format!("{width}:{height}") };
    format!("{joins}{hexes}{size}")
}

/// All walls, those on borders that do not join included where others do: the line has one sign for both.
fn line_walls(shape: &Shape) -> Vec<[usize; 2]> {
    let mut walls: Vec<[usize; 2]> =
        shape.walls.iter().filter_map(|(at, side)| Some([*at, shape.beyond(*at, *side)?])).collect();
    if shape.across == shape.down {
        return walls;
    }
    let across = may_join_across(shape.lattice, shape.size);
    let joined = Shape { across, down: true, ..shape.clone() };
    for index in 0..shape.size.cells() {
        let border = |side: &&Side| shape.beyond(index, **side).is_none();
        let closed = joined.ahead().iter().filter(border).filter_map(|side| joined.beyond(index, *side));
        walls.extend(closed.map(|to| [index, to]));
    }
    walls
}

fn solution(level: &Level, rules: Rules) -> Option<Vec<Vec<Node>>> {
    let mut weave = Weave::new(level, rules);
    while weave.nodes < MOST_NODES {
        match weave.step() {
            Event::Node => {}
            Event::Solution => return Some(weave.pipes()),
            Event::Exhausted => return None,
        }
    }
    None
}
