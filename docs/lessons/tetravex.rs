//! The lesson's solver for TetraVex: cell by cell, a tile that fits or, as long as it could still pay, a
//! gap. It places as many tiles as can be placed. Alone: `rustc -O tetravex.rs && ./tetravex < board.txt`,
//! where the first line is the size, `3x3`, and each further one a tile: top, right, bottom, left.

pub fn main() {
    let text = std::io::read_to_string(std::io::stdin()).expect("a board as text");
    println!("{}", solve(&text).unwrap_or_else(|| "this is no board".into()));
}

/// The number of the tile in each cell, rows between slashes, 0 for a gap.
pub fn solve(text: &str) -> Option<String> {
    let mut search = Search::read(text)?;
    search.fill(0, 0);
    let rows = search.best.chunks(search.width);
    let row = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    Some(rows.map(row).collect::<Vec<_>>().join("/"))
}

const TOP: usize = 0;
const RIGHT: usize = 1;
const BOTTOM: usize = 2;
const LEFT: usize = 3;

struct Search {
    width: usize,
    /// Tile `t` is `tiles[t - 1]`.
    tiles: Vec<[u32; 4]>,
    used: Vec<bool>,
    /// The cells so far, 0 for a gap.
    cells: Vec<usize>,
    best: Vec<usize>,
    /// How many tiles the best has, once there is one.
    most: Option<usize>,
}

impl Search {
    fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let (width, height) = lines.next()?.split_once('x')?;
        let (width, height): (usize, usize) = (width.parse().ok()?, height.parse().ok()?);
        let mut tiles = Vec::new();
        for line in lines {
            let edges: Vec<u32> = line.split_whitespace().map_while(|edge| edge.parse().ok()).collect();
            tiles.extend(<[u32; 4]>::try_from(edges)); // What is no tile is a remark.
        }
        let (used, cells) = (vec![false; tiles.len()], vec![0; width * height]);
        Some(Search { width, tiles, used, best: cells.clone(), cells, most: None })
    }

    /// Fills the cells from this one on; says whether nothing better can come.
    fn fill(&mut self, cell: usize, placed: usize) -> bool {
        if self.most.is_some_and(|most| self.could_reach(cell, placed) <= most) {
            return false;
        }
        if cell == self.cells.len() {
            self.most = Some(placed);
            self.best.clone_from(&self.cells);
            return placed == self.cells.len().min(self.tiles.len());
        }
        for tile in 1..=self.tiles.len() {
            if self.used[tile - 1] || !self.fits(cell, tile) {
                continue;
            }
            self.used[tile - 1] = true;
            self.cells[cell] = tile;
            let done = self.fill(cell + 1, placed + 1);
            self.used[tile - 1] = false;
            self.cells[cell] = 0;
            if done {
                return true;
            }
        }
        // A gap matches everything, so it comes last: it is what the bound cuts off.
        self.fill(cell + 1, placed)
    }

    /// The bound: as if all the rest fitted.
    fn could_reach(&self, cell: usize, placed: usize) -> usize {
        placed + (self.cells.len() - cell).min(self.tiles.len() - placed)
    }

    /// Does the tile match its neighbours above and to the left? The others are still empty.
    fn fits(&self, cell: usize, tile: usize) -> bool {
        let edge = |tile: usize, side: usize| self.tiles[tile - 1][side];
        let matches =
            |other: usize, its: usize, ours: usize| other == 0 || edge(other, its) == edge(tile, ours);
        let above = cell < self.width || matches(self.cells[cell - self.width], BOTTOM, TOP);
        let beside = cell.is_multiple_of(self.width) || matches(self.cells[cell - 1], RIGHT, LEFT);
        above && beside
    }
}
