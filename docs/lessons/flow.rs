//! The lesson's solver for Flow: it always draws on at the end with the fewest ways on, and turns back as
//! soon as a free cell is cut off. Alone: `rustc -O flow.rs && ./flow < board.txt`, where a board has a row a
//! line, a letter for an end of a pipe (each occurs twice) and `.` for a free cell.

pub fn main() {
    let text = std::io::read_to_string(std::io::stdin()).expect("a board as text");
    println!("{}", solve(&text).unwrap_or_else(|| "unsolvable".into()));
}

/// Each pipe from one end to the other, such as `A@0,2:DDR`: row and column of an end, then its way.
pub fn solve(text: &str) -> Option<String> {
    let mut search = Search::read(text)?;
    if !search.draw() {
        return None;
    }
    let mut pipes: Vec<&Pipe> = search.pipes.iter().collect();
    pipes.sort_by_key(|pipe| pipe.name);
    let tell = |pipe: &&Pipe| {
        let at = (pipe.start / search.width, pipe.start % search.width);
        format!("{}@{},{}:{}", pipe.name, at.0, at.1, pipe.way)
    };
    Some(pipes.iter().map(tell).collect::<Vec<_>>().join(" "))
}

struct Pipe {
    name: char,
    start: usize,
    /// Where it was drawn to.
    head: usize,
    goal: usize,
    way: String,
}

impl Pipe {
    fn is_whole(&self) -> bool {
        self.head == self.goal
    }
}

struct Search {
    width: usize,
    free: Vec<bool>,
    pipes: Vec<Pipe>,
}

impl Search {
    fn read(text: &str) -> Option<Self> {
        let rows: Vec<&str> = text.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
        let (width, cells) = (rows.first()?.len(), rows.concat());
        let free = cells.chars().map(|cell| cell == '.').collect();
        let mut pipes: Vec<Pipe> = Vec::new();
        for (cell, name) in cells.chars().enumerate().filter(|(_, name)| *name != '.') {
            match pipes.iter_mut().find(|pipe| pipe.name == name) {
                Some(pipe) => pipe.goal = cell,
                None => pipes.push(Pipe { name, start: cell, head: cell, goal: cell, way: String::new() }),
            }
        }
        Some(Search { width, free, pipes })
    }

    fn beside(&self, cell: usize) -> Vec<(char, usize)> {
        let (column, row, width) = (cell % self.width, cell / self.width, self.width);
        let mut ways = Vec::new();
        if column > 0 {
            ways.push(('L', cell - 1));
        }
        if column + 1 < width {
            ways.push(('R', cell + 1));
        }
        if row > 0 {
            ways.push(('U', cell - width));
        }
        if cell + width < self.free.len() {
            ways.push(('D', cell + width));
        }
        ways
    }

    /// Where a pipe can go on: to a free cell or to its goal.
    fn ways(&self, pipe: &Pipe) -> Vec<(char, usize)> {
        let mut ways = self.beside(pipe.head);
        ways.retain(|(_, cell)| self.free[*cell] || *cell == pipe.goal);
        ways
    }

    /// Draws until every pipe is whole and every cell is covered.
    fn draw(&mut self) -> bool {
        let open = (0..self.pipes.len()).filter(|pipe| !self.pipes[*pipe].is_whole());
        let Some(pipe) = open.min_by_key(|pipe| self.ways(&self.pipes[*pipe]).len()) else {
            return !self.free.contains(&true);
        };
        let from = self.pipes[pipe].head;
        for (letter, cell) in self.ways(&self.pipes[pipe]) {
            let was_free = std::mem::replace(&mut self.free[cell], false);
            self.pipes[pipe].head = cell;
            self.pipes[pipe].way.push(letter);
            if !self.is_lost() && self.draw() {
                return true;
            }
            self.pipes[pipe].way.pop();
            self.pipes[pipe].head = from;
            self.free[cell] = was_free;
        }
        false
    }

    /// A pipe goes in and out of a free cell, so it needs two neighbours that are free or ends of open
    /// pipes; and every region of free cells must touch both ends of some open pipe.
    fn is_lost(&self) -> bool {
        let open: Vec<&Pipe> = self.pipes.iter().filter(|pipe| !pipe.is_whole()).collect();
        let is_end = |cell: usize| open.iter().any(|pipe| pipe.head == cell || pipe.goal == cell);
        let usable = |cell: usize| self.free[cell] || is_end(cell);
        let mut seen = vec![false; self.free.len()];
        for cell in (0..self.free.len()).filter(|cell| self.free[*cell]) {
            if self.beside(cell).iter().filter(|(_, other)| usable(*other)).count() < 2 {
                return true;
            }
            if !seen[cell] {
                let shore = self.shore_of_region(cell, &mut seen);
                if !open.iter().any(|pipe| shore.contains(&pipe.head) && shore.contains(&pipe.goal)) {
                    return true;
                }
            }
        }
        false
    }

    /// The cells around a region of free cells.
    fn shore_of_region(&self, cell: usize, seen: &mut [bool]) -> Vec<usize> {
        let (mut shore, mut todo) = (Vec::new(), vec![cell]);
        seen[cell] = true;
        while let Some(cell) = todo.pop() {
            for (_, other) in self.beside(cell) {
                if !self.free[other] {
                    shore.push(other);
                } else if !std::mem::replace(&mut seen[other], true) {
                    todo.push(other);
                }
            }
        }
        shore
    }
}
