//! Playing: tiles are put on cells, exchanged, taken off, and all shifted at once. A tile may be
//! put where it clashes: the clash is shown, and the board counts as won only without one.

use std::fmt;

use ingenio_core::{Cell, Dir, Fault, Measures, Message, Size, rooms};

use crate::Tetravex;
use crate::level::{Level, Place, Question, board_text, cell_name};
use crate::words;

impl rooms::Rules for Tetravex {
    fn start(level: &Level) -> Position {
        start(level)
    }

    fn moves(level: &Level, position: &Position) -> Vec<Move> {
        moves(level, position)
    }

    fn parse_moves(level: &Level, text: &str) -> Result<Vec<Move>, Fault> {
        parse_moves(level, text)
    }

    fn apply(level: &Level, position: &mut Position, action: &Move) -> Result<Position, Message> {
        apply(level, position, action)
    }

    fn undo(_level: &Level, position: &mut Position, undo: Position) {
        *position = undo;
    }

    fn won(level: &Level, position: &Position) -> bool {
        won(level, position)
    }

    /// Nothing clashes, and the board is full or every tile is on it: no board is better.
    fn finished(level: &Level, position: &Position) -> bool {
        let most = level.room().min(level.tiles().len());
        won(level, position) && position.placed() >= most
    }

    fn stuck(level: &Level, position: &Position) -> Option<Message> {
        stuck(level, position)
    }

    fn forced(level: &Level, position: &Position) -> Option<(Move, Message)> {
        crate::solve::truth::hint(level, position)
    }

    fn measure(level: &Level, position: &Position, history: &[Move]) -> Measures {
        let clashes = level.clashes(&position.board).len() as u64;
        figures(level, position.placed()).count("clashes", clashes).count("moves", history.len() as u64)
    }

    fn solution(level: &Level, position: &Position, _: &[Move]) -> Option<String> {
        Some(board_text(level.size(), position.board()))
    }

    fn level_from(level: &Level, position: &Position) -> Option<Level> {
        level_from(level, position)
    }
}

/// Which tile lies on each cell; the others are in hand.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    size: Size,
    board: Vec<Option<u16>>,
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&board_text(self.size, &self.board))
    }
}

impl Position {
    pub fn board(&self) -> &[Option<u16>] {
        &self.board
    }

    /// The cell on which a tile lies.
    pub fn cell_of(&self, tile: u16) -> Option<usize> {
        self.board.iter().position(|lies| *lies == Some(tile))
    }

    /// Says for each tile whether it is in hand.
    pub fn in_hand(&self, level: &Level) -> Vec<bool> {
        let mut in_hand = vec![true; level.tiles().len()];
        for tile in self.board.iter().flatten() {
            in_hand[usize::from(*tile)] = false;
        }
        in_hand
    }

    fn placed(&self) -> usize {
        self.board.iter().flatten().count()
    }
}

/// One action. Tiles count from 0 here and from 1 in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Puts a tile on a cell; a tile that lies there goes where this one came from.
    Put { tile: u16, cell: Cell },
    /// Takes a tile off the board.
    Take { tile: u16 },
    /// Moves every tile one cell.
    Shift(Dir),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Put { tile, cell } => write!(f, "{}@{}", tile + 1, cell_name(*cell)),
            Move::Take { tile } => write!(f, "{}@-", tile + 1),
            Move::Shift(dir) => write!(f, "*{dir}"),
        }
    }
}

pub fn start(level: &Level) -> Position {
    Position { size: level.size(), board: level.start() }
}

/// All legal moves: first every tile on every cell, then taking off, then shifts.
pub fn moves(level: &Level, position: &Position) -> Vec<Move> {
    let free: Vec<u16> = (0..level.tiles().len() as u16).filter(|tile| !is_fixed(level, *tile)).collect();
    let cells: Vec<usize> =
        (0..level.size().cells()).filter(|at| level.places()[*at] == Place::Open).collect();
    let put = |tile: u16| cells.iter().map(move |at| Move::Put { tile, cell: level.size().cell(*at) });
    let stays = |action: &Move| match action {
        Move::Put { tile, cell } => position.board[level.size().index(*cell)] == Some(*tile),
        _ => false,
    };
    let mut moves: Vec<Move> = free.iter().flat_map(|tile| put(*tile)).filter(|put| !stays(put)).collect();
    moves.extend(
        free.iter().filter(|tile| position.cell_of(**tile).is_some()).map(|tile| Move::Take { tile: *tile }),
    );
    moves.extend(Dir::ALL.into_iter().filter(|dir| shifted(level, position, *dir).is_ok()).map(Move::Shift));
    moves
}

fn is_fixed(level: &Level, tile: u16) -> bool {
    level.places().contains(&Place::Fixed(tile))
}

/// Makes a move and gives the position before it.
pub fn apply(level: &Level, position: &mut Position, action: &Move) -> Result<Position, Message> {
    let next = match action {
        Move::Put { tile, cell } => put(level, position, *tile, *cell)?,
        Move::Take { tile } => take(level, position, *tile)?,
        Move::Shift(dir) => shifted(level, position, *dir)?,
    };
    Ok(std::mem::replace(position, next))
}

fn movable(level: &Level, tile: u16) -> Result<(), Message> {
    if usize::from(tile) >= level.tiles().len() {
        let message = words::MOVE_NO_TILE.with("tile", u32::from(tile) + 1);
        return Err(message.with("tiles", level.tiles().len()));
    }
    if is_fixed(level, tile) { Err(words::MOVE_FIXED.with("tile", tile + 1)) } else { Ok(()) }
}

fn put(level: &Level, position: &Position, tile: u16, cell: Cell) -> Result<Position, Message> {
    movable(level, tile)?;
    let size = level.size();
    let name = cell_name(cell);
    if usize::from(cell.row) >= size.height || usize::from(cell.column) >= size.width {
        return Err(words::OFF_BOARD.with("cell", name).with("size", size));
    }
    let at = size.index(cell);
    match level.places()[at] {
        Place::Blocked => return Err(words::MOVE_BLOCKED.with("cell", name)),
        Place::Fixed(_) => return Err(words::MOVE_CELL_FIXED.with("cell", name)),
        Place::Open => {}
    }
    if position.board[at] == Some(tile) {
        return Err(words::MOVE_THERE.with("tile", tile + 1).with("cell", name));
    }
    let mut next = position.clone();
    let there = next.board[at].replace(tile);
    if let Some(from) = position.cell_of(tile) {
        next.board[from] = there;
    }
    Ok(next)
}

fn take(level: &Level, position: &Position, tile: u16) -> Result<Position, Message> {
    movable(level, tile)?;
    let at = position.cell_of(tile).ok_or_else(|| words::MOVE_OFF.with("tile", tile + 1))?;
    let mut next = position.clone();
    next.board[at] = None;
    Ok(next)
}

fn shifted(level: &Level, position: &Position, dir: Dir) -> Result<Position, Message> {
    let mut next = Position { size: position.size, board: vec![None; position.board.len()] };
    for (at, tile) in position.board.iter().enumerate().filter_map(|(at, tile)| Some((at, (*tile)?))) {
        let to = level
            .size()
            .step(at, dir)
            .filter(|to| level.places()[*to] == Place::Open && level.places()[at] == Place::Open);
        let no_room = || words::MOVE_SHIFT.with("dir", dir.said()).with("tile", tile + 1);
        next.board[to.ok_or_else(no_room)?] = Some(tile);
    }
    if next.placed() == 0 { Err(words::MOVE_NOTHING.say()) } else { Ok(next) }
}

pub fn parse_moves(_level: &Level, text: &str) -> Result<Vec<Move>, Fault> {
    // A cell holds a comma, so only white space separates moves.
    let mut moves = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for word in line.split_whitespace() {
            let column = word.as_ptr() as usize - line.as_ptr() as usize;
            let column = line[..column].chars().count() + 1;
            let wrong = || Fault::at(number + 1, column, words::MOVE_SYNTAX.with("text", word));
            moves.push(parse_move(word).ok_or_else(wrong)?);
        }
    }
    Ok(moves)
}

fn parse_move(word: &str) -> Option<Move> {
    if let Some(dir) = word.strip_prefix('*') {
        let mut letters = dir.chars();
        let dir = Dir::from_letter(letters.next()?)?;
        return letters.next().is_none().then_some(Move::Shift(dir));
    }
    let (tile, cell) = word.split_once('@')?;
    let tile = whole(tile)?.checked_sub(1)?;
    if cell == "-" {
        return Some(Move::Take { tile });
    }
    let (row, column) = cell.split_once(',')?;
    Some(Move::Put { tile, cell: Cell { row: whole(row)?, column: whole(column)? } })
}

fn whole(text: &str) -> Option<u16> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Is this a solution? Nothing clashes, and the board is full where it must be. Where as many tiles
/// as possible are asked for, every board without a clash is an answer, better or worse.
pub fn won(level: &Level, position: &Position) -> bool {
    let least = match level.question() {
        Question::Complete => level.room(),
        Question::Maximise => 1,
    };
    position.placed() >= least && level.clashes(&position.board).is_empty()
}

/// Where a full board is asked for: a cell that no tile in hand fits, or too few tiles. What lies
/// on the board is taken to stay there.
pub fn stuck(level: &Level, position: &Position) -> Option<Message> {
    if level.question() == Question::Maximise {
        return None;
    }
    if level.tiles().len() < level.room() {
        let message = words::STUCK_TILES.with("tiles", level.tiles().len());
        return Some(message.with("cells", level.room()));
    }
    let hand: Vec<u16> =
        (0..).zip(position.in_hand(level)).filter(|(_, in_hand)| *in_hand).map(|(tile, _)| tile).collect();
    let empty = (0..level.size().cells())
        .filter(|at| position.board[*at].is_none() && level.places()[*at] == Place::Open);
    let hopeless = empty.into_iter().find(|at| !hand.iter().any(|tile| fits(level, position, *at, *tile)))?;
    Some(words::STUCK_CELL.with("cell", level.size().cell(hopeless).said()))
}

/// Does a tile agree with all that touches an empty cell?
pub fn fits(level: &Level, position: &Position, at: usize, tile: u16) -> bool {
    let tile = level.tiles()[usize::from(tile)];
    Dir::ALL.into_iter().all(|dir| {
        let facing = level.size().step(at, dir).and_then(|other| position.board[other]);
        facing.is_none_or(|other| level.tiles()[usize::from(other)].side(dir.opposite()) == tile.side(dir))
    })
}

/// The figures of a placement.
pub fn figures(level: &Level, placed: usize) -> Measures {
    let unused = level.tiles().len() - placed;
    let measures = Measures::new().count("placed", placed as u64).count("unused", unused as u64);
    measures.flag("all_tiles_placed", unused == 0).flag("board_full", placed == level.room())
}

/// The level that begins with the tiles that lie on the board; nothing while they clash.
pub fn level_from(level: &Level, position: &Position) -> Option<Level> {
    level.with_fixed(&position.board).ok()
}

/// The moves that lay out a board given as a solution text.
pub fn solution_moves(level: &Level, solution: &str) -> Result<Vec<Move>, Fault> {
    let board = crate::referee::layout(level, solution).map_err(|refusal| Fault::from(refusal.message))?;
    let size = level.size();
    let open = board.iter().enumerate().filter(|(at, _)| level.places()[*at] == Place::Open);
    Ok(open.filter_map(|(at, tile)| Some(Move::Put { tile: (*tile)?, cell: size.cell(at) })).collect())
}

/// The parts of a solution: what stands between its spaces, or its rows where there is no space.
pub fn solution_parts(solution: &str) -> Vec<String> {
    let between = if solution.contains(' ') { ' ' } else { '/' };
    solution.split(between).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::read;
    use ingenio_core::{Options, Source};

    fn level(text: &str) -> Level {
        read(&Source::new(text), &Options::default()).remove(0).unwrap().level
    }

    fn play(level: &Level, text: &str) -> Result<Position, Message> {
        let mut position = start(level);
        for action in parse_moves(level, text).unwrap() {
            apply(level, &mut position, &action)?;
        }
        Ok(position)
    }

    const ROW: &str = "3x1\n1 2 3 4\n1 4 3 2\n5 5 5 5\nfixed 0,2 3\n";

    #[test]
    fn tiles_are_put_exchanged_and_taken_off() {
        let level = level(ROW);
        let show = |text| format!("{:?}", play(&level, text).unwrap());
        assert_eq!(show(""), "0 0 3");
        assert_eq!(show("1@0,0 2@0,1"), "1 2 3");
        assert_eq!(show("1@0,0 1@0,1"), "0 1 3");
        assert_eq!(show("1@0,0 2@0,1 2@0,0"), "2 1 3");
        assert_eq!(show("1@0,0 2@0,0"), "2 0 3");
        assert_eq!(show("1@0,0 2@0,1 1@-"), "0 2 3");
    }

    #[test]
    fn what_is_not_allowed_is_named() {
        let level = level("3x2\n1 2 3 4\n1 4 3 2\n5 5 5 5\nfixed 0,2 3\nblocked 1,1\n");
        let rule = |text| play(&level, text).unwrap_err().id().to_owned();
        assert_eq!(rule("3@0,0"), words::MOVE_FIXED.id);
        assert_eq!(rule("1@0,2"), words::MOVE_CELL_FIXED.id);
        assert_eq!(rule("1@1,1"), words::MOVE_BLOCKED.id);
        assert_eq!(rule("1@2,0"), words::OFF_BOARD.id);
        assert_eq!(rule("4@0,0"), words::MOVE_NO_TILE.id);
        assert_eq!(rule("65535@0,0"), words::MOVE_NO_TILE.id);
        assert_eq!(rule("1@0,0 1@0,0"), words::MOVE_THERE.id);
        assert_eq!(rule("1@-"), words::MOVE_OFF.id);
        assert_eq!(rule("*U"), words::MOVE_SHIFT.id);
        for text in ["x", "1@", "0@0,0", "1@0", "*X", "*", "*UU", "+1@0,0", "99999@0,0"] {
            let fault = parse_moves(&level, text).unwrap_err();
            assert!(fault.is(words::MOVE_SYNTAX), "{text}");
        }
        assert_eq!(parse_moves(&level, "1@0,0 ?").unwrap_err().column, Some(7));
    }

    #[test]
    fn all_tiles_shift_at_once() {
        let level = level("2x2\n1 2 3 4\n1 4 3 2\n");
        assert_eq!(format!("{:?}", play(&level, "1@0,0 2@0,1 *D").unwrap()), "0 0/1 2");
        assert_eq!(play(&level, "1@0,0 *L").unwrap_err().id(), words::MOVE_SHIFT.id);
        assert_eq!(play(&level, "*L").unwrap_err().id(), words::MOVE_NOTHING.id);
    }

    #[test]
    fn legal_moves_are_exactly_those_that_can_be_made() {
        let level = level("2x2\n1 2 3 4\n1 4 3 2\n5 5 5 5\nfixed 0,1 3\nblocked 1,1\n");
        let position = play(&level, "2@1,0").unwrap();
        let listed: Vec<String> = moves(&level, &position).iter().map(ToString::to_string).collect();
        assert_eq!(listed, ["1@0,0", "1@1,0", "2@0,0", "2@-"]);
    }

    #[test]
    fn a_board_without_a_clash_is_an_answer_and_a_full_one_where_it_must_be() {
        let level = level("2x1\n1 2 3 4\n1 5 3 2\n9 9 9 9\n");
        let full = level.with_question(Question::Complete);
        let won_after = |level: &Level, text| won(level, &play(level, text).unwrap());
        assert!(won_after(&level, "1@0,0 2@0,1") && won_after(&full, "1@0,0 2@0,1"));
        assert!(!won_after(&level, "2@0,0 1@0,1"));
        assert!(won_after(&level, "1@0,0") && !won_after(&full, "1@0,0"));
        assert!(!won_after(&level, ""), "an empty board is no answer");
    }

    #[test]
    fn a_cell_that_nothing_fits_is_told_where_the_board_must_be_full() {
        let level = level("2x1\n1 2 3 4\n1 5 3 2\n9 9 9 9\nquestion: complete\n");
        assert_eq!(stuck(&level, &start(&level)), None);
        let lost = play(&level, "3@0,0").unwrap();
        assert_eq!(stuck(&level, &lost).unwrap().id(), words::STUCK_CELL.id);
        let short = self::level("2x2\n1 2 3 4\nquestion: complete\n");
        assert_eq!(stuck(&short, &start(&short)).unwrap().id(), words::STUCK_TILES.id);
    }

    #[test]
    fn a_position_becomes_a_level_unless_it_clashes() {
        let level = level("2x1\n1 2 3 4\n1 5 3 2\n9 9 9 9\n");
        let from = |text| level_from(&level, &play(&level, text).unwrap());
        assert_eq!(from("2@0,1").unwrap().places(), [Place::Open, Place::Fixed(1)]);
        assert_eq!(from("2@0,1 3@0,0"), None);
    }

    #[test]
    fn a_solution_is_played_tile_by_tile() {
        let level = level(ROW);
        let moves = solution_moves(&level, "1 2 3").unwrap();
        assert_eq!(ingenio_core::play::moves_text::<Tetravex>(&moves), "1@0,0 2@0,1");
        assert_eq!(solution_parts("1 2/0 3"), ["1", "2/0", "3"]);
        assert_eq!(solution_parts("1/0"), ["1", "0"]);
    }
}
