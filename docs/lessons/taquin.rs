//! The lesson's solver for Taquin: iterative deepening A* with Manhattan distance. It finds a shortest
//! solution and needs no memory to speak of. Alone: `rustc -O taquin.rs && ./taquin < board.txt`, where the
//! board has a row a line, or rows between slashes, numbers from 1 and `_` for the blank, which ends last.

pub fn main() {
    let text = std::io::read_to_string(std::io::stdin()).expect("a board as text");
    println!("{}", solve(&text).unwrap_or_else(|| "unsolvable".into()));
}

/// The moves of the blank as letters, the fewest there can be.
pub fn solve(text: &str) -> Option<String> {
    let mut search = Search::read(text)?;
    if !search.is_solvable() {
        return None;
    }
    // Each round allows so many moves; the next round allows the least that was refused in this one.
    let mut limit = search.distance();
    loop {
        match search.deepen(0, limit, None) {
            Found::Solution => return Some(search.path.iter().map(|way| way.letter).collect()),
            Found::Beyond(next) => limit = next,
        }
    }
}

struct Search {
    width: usize,
    height: usize,
    /// Tile `t` belongs to cell `t - 1`; 0 is the blank, which belongs to the last cell.
    cells: Vec<usize>,
    blank: usize,
    path: Vec<Way>,
}

enum Found {
    Solution,
    /// Nothing within the limit; the least estimate that was refused.
    Beyond(usize),
}

#[derive(Clone, Copy, PartialEq)]
struct Way {
    letter: char,
    across: isize,
    down: isize,
}

const WAYS: [Way; 4] = [
    Way { letter: 'U', across: 0, down: -1 },
    Way { letter: 'D', across: 0, down: 1 },
    Way { letter: 'L', across: -1, down: 0 },
    Way { letter: 'R', across: 1, down: 0 },
];

impl Search {
    fn read(text: &str) -> Option<Self> {
        let rows = text.split(['/', '\n']).filter(|row| !row.trim().is_empty());
        let rows: Vec<Vec<usize>> =
            rows.map(|row| row.split_whitespace().map(|word| word.parse().unwrap_or(0)).collect()).collect();
        let (width, height) = (rows.first()?.len(), rows.len());
        let cells = rows.concat();
        let blank = cells.iter().position(|tile| *tile == 0)?;
        Some(Search { width, height, cells, blank, path: Vec::new() })
    }

    /// Columns and rows that a tile is away from its place.
    fn away(&self, tile: usize, cell: usize) -> usize {
        let (home, width) = (tile - 1, self.width);
        (home % width).abs_diff(cell % width) + (home / width).abs_diff(cell / width)
    }

    /// Manhattan distance: what the tiles alone need. The blank does not count, or it would be too much.
    fn distance(&self) -> usize {
        let tiles = self.cells.iter().enumerate().filter(|(_, tile)| **tile != 0);
        tiles.map(|(cell, tile)| self.away(*tile, cell)).sum()
    }

    /// A move changes the parity of the tiles' order by as much as that of the blank's row (or not at
    /// all), so half of all boards can never be solved.
    fn is_solvable(&self) -> bool {
        let tiles: Vec<usize> = self.cells.iter().copied().filter(|tile| *tile != 0).collect();
        let after = |index: usize| tiles[index + 1..].iter().filter(|later| **later < tiles[index]).count();
        let inversions: usize = (0..tiles.len()).map(after).sum();
        let rows_below = self.height - 1 - self.blank / self.width;
        let matters = if self.width.is_multiple_of(2) { rows_below } else { 0 };
        (inversions + matters).is_multiple_of(2)
    }

    fn deepen(&mut self, moves: usize, limit: usize, came: Option<Way>) -> Found {
        let distance = self.distance();
        if moves + distance > limit {
            return Found::Beyond(moves + distance);
        }
        if distance == 0 {
            return Found::Solution;
        }
        let mut least = usize::MAX;
        for way in WAYS {
            let back = came.is_some_and(|came| (came.across, came.down) == (-way.across, -way.down));
            let Some(cell) = self.beside(way).filter(|_| !back) else { continue };
            let from = self.slide(cell);
            self.path.push(way);
            match self.deepen(moves + 1, limit, Some(way)) {
                Found::Solution => return Found::Solution,
                Found::Beyond(next) => least = least.min(next),
            }
            self.path.pop();
            self.slide(from);
        }
        Found::Beyond(least)
    }

    /// The cell beside the blank, if the board goes on there.
    fn beside(&self, way: Way) -> Option<usize> {
        let column = (self.blank % self.width).checked_add_signed(way.across)?;
        let row = (self.blank / self.width).checked_add_signed(way.down)?;
        (column < self.width && row < self.height).then_some(row * self.width + column)
    }

    /// The blank changes places with that cell; says where it was.
    fn slide(&mut self, cell: usize) -> usize {
        let from = self.blank;
        self.cells.swap(from, cell);
        self.blank = cell;
        from
    }
}
