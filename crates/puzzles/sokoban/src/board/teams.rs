//! What two or three boxes cost together: the pushes a team needs from each placement, with the player
//! in each part of the floor, to each set of goals of its size while the other boxes are off the board.
//!
//! The assignment of boxes to goals prices every box as if it were alone. A team costs at least what
//! its table says, so where that is more than the prices of its boxes the difference may be added to
//! the bound, once for each box. With prices `u` of boxes and `v` of goals (the potentials of the
//! assignment, whose sum is its cost) the surplus of a team is the least, over all sets of goals, of
//! its pushes less the prices of the set, less the prices of the team. Whatever goals a solution
//! gives to the boxes, its pushes are those of disjoint teams and of boxes alone, each at least its
//! prices and surplus: the sum is a lower bound (`teams` in the tests holds it against solutions).
//! After the idea of pattern databases, in the form for Sokoban: Pereira, Ritt and Buriol (2013, 2015).
//!
//! Made once the search is long: the graph of placements first, by pulls, then for every set of goals a
//! breadth-first search over it. Built in small steps, as all tables are.

use super::maze::Maze;
use super::reach::Reach;
use super::tables::choose;
use super::{DIRS, Square, put};

/// No way; small enough that no subtraction of prices overflows.
const NEVER: i16 = 16_000;

/// Prices beyond this arise where a box has hardly a way: then nothing is added.
const MOST_PRICE: i32 = 2_000;

/// What no team costs that has a way, whatever the prices of its goals.
const FAR: i32 = NEVER as i32 - MOST as i32 * MOST_PRICE - 1;

/// At most this many boxes in a team.
const MOST: usize = 3;

/// Boxes, goals or squares of a team; what is beyond its size does not count.
pub type Team = [u16; MOST];

/// A placement of a team with the player in one part of the floor.
type Place = u32;

#[derive(Clone, Debug)]
pub struct Teams {
    size: usize,
    live: Vec<Square>,
    number: Vec<u16>,
    squares: usize,
    /// How many ways there are to choose one, two ... of the live squares below each: numbers of teams are sums of these.
    ways: [Vec<u32>; MOST],
    /// The teams of a position, by places of boxes in its list.
    members: Vec<Team>,
    /// The boxes of a position as numbers of live squares.
    boxes: Vec<u16>,
    /// The first place of each team, and where the places end.
    first: Vec<Place>,
    /// Where the map of the parts of each team begins in `parts`, in squares; nothing if all is one part.
    map: Vec<Option<u32>>,
    parts: Vec<u8>,
    sets: Vec<Team>,
    /// For each place the pushes to each set of goals.
    costs: Vec<i16>,
    set_prices: Vec<i16>,
    making: Option<Making>,
}

/// What is needed only until the table is ready.
#[derive(Clone, Debug)]
struct Making {
    stage: Stage,
    /// The team that is looked at, as numbers of live squares in order.
    cursor: Option<[usize; MOST]>,
    /// Pulls from each place: where they begin in `pulls`, and where they lead.
    pulls_of: Vec<u32>,
    pulls: Vec<Place>,
    set: usize,
    far: Vec<i16>,
    queue: Vec<Place>,
    done: usize,
    board: Vec<bool>,
    reach: Reach,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Parts,
    Pulls,
    Costs,
}

/// Places that one step of the last stage looks at.
const AT_ONCE: usize = 32;

impl Teams {
    /// About how long a table takes to make, in visits of places, and its bytes.
    pub fn estimate(maze: &Maze, dead: &[bool], size: usize) -> (u64, u64) {
        let live = maze.squares().filter(|square| !dead[usize::from(*square)]).count();
        // Some teams cut the floor in two.
        let places = (choose(live, size) as u64).saturating_mul(3) / 2;
        let sets = choose(maze.goals.len(), size) as u64;
        let work = places.saturating_mul(sets + 8);
        let bytes = places.saturating_mul(sets * 2 + 16 * size as u64 + 16 + maze.count as u64 / 2);
        (work, bytes)
    }

    pub fn new(maze: &Maze, dead: &[bool], size: usize) -> Self {
        let live: Vec<Square> = maze.squares().filter(|square| !dead[usize::from(*square)]).collect();
        let mut number = vec![u16::MAX; maze.count + 1];
        live.iter().enumerate().for_each(|(index, square)| number[usize::from(*square)] = index as u16);
        let making = Making {
            stage: Stage::Parts,
            cursor: first_team(live.len(), size),
            pulls_of: Vec::new(),
            pulls: Vec::new(),
            set: 0,
            far: Vec::new(),
            queue: Vec::new(),
            done: 0,
            board: maze.empty(),
            reach: Reach::new(maze),
        };
        Teams {
            size,
            number,
            squares: maze.count,
            ways: [1, 2, 3].map(|size| (0..live.len()).map(|below| choose(below, size) as u32).collect()),
            members: members(maze.boxes.len(), size).collect(),
            boxes: Vec::new(),
            live,
            first: vec![0],
            map: Vec::new(),
            parts: Vec::new(),
            sets: goal_sets(maze, size),
            costs: Vec::new(),
            set_prices: Vec::new(),
            making: Some(making),
        }
    }

    pub fn is_ready(&self) -> bool {
        self.making.is_none()
    }

    pub fn bytes(&self) -> u64 {
        let making = self.making.as_ref().map_or(0, |making| {
            (making.pulls.capacity() + making.pulls_of.capacity() + making.queue.capacity()) * 4
                + making.far.capacity() * 2
        });
        let own = self.first.capacity() * 4 + self.map.capacity() * 8 + self.parts.capacity();
        (own + making + self.costs.capacity() * 2) as u64
    }

    /// Some steps of building; false if the table was ready before.
    pub fn build_some(&mut self, maze: &Maze, steps: usize) -> bool {
        let Some(mut making) = self.making.take() else { return false };
        for _ in 0..steps {
            if !self.build(maze, &mut making) {
                return true;
            }
        }
        self.making = Some(making);
        true
    }

    /// One small step of building; false once the table is ready.
    fn build(&mut self, maze: &Maze, making: &mut Making) -> bool {
        match (making.stage, making.cursor) {
            (Stage::Costs, _) => return self.spread(making),
            (Stage::Parts, Some(team)) => self.find_parts(maze, making, team),
            (Stage::Pulls, Some(team)) => self.find_pulls(maze, making, team),
            (Stage::Parts, None) => {
                making.cursor = first_team(self.live.len(), self.size);
                making.stage = Stage::Pulls;
            }
            (Stage::Pulls, None) => {
                making.pulls_of.push(making.pulls.len() as u32);
                making.far = vec![NEVER; self.places()];
                self.costs = vec![NEVER; self.places() * self.sets.len()];
                self.begin_set(making);
                making.stage = Stage::Costs;
            }
        }
        true
    }

    fn places(&self) -> usize {
        self.first.last().map_or(0, |places| *places as usize)
    }

    /// Numbers the parts of the floor that a team leaves.
    fn find_parts(&mut self, maze: &Maze, making: &mut Making, team: [usize; MOST]) {
        let boxes = self.boxes(team);
        put(&mut making.board, &boxes[..self.size], true);
        let parts = making.reach.count_regions(maze, &making.board);
        if parts > 1 {
            self.map.push(Some(self.parts.len() as u32));
            self.draw_map(maze, making);
        } else {
            self.map.push(None);
        }
        self.first.push(self.places() as Place + Place::from(parts));
        put(&mut making.board, &boxes[..self.size], false);
        making.cursor = next_team(team, self.live.len(), self.size);
    }

    /// Which part every square lies in; three boxes have twelve sides, so there are few parts.
    fn draw_map(&mut self, maze: &Maze, making: &mut Making) {
        let begin = self.parts.len();
        self.parts.resize(begin + self.squares, 0);
        let mut part = 0;
        making.reach.begin();
        for square in maze.squares() {
            if making.board[usize::from(square)] || making.reach.contains(square) {
                continue;
            }
            making.reach.spread(maze, &making.board, square);
            for near in making.reach.squares() {
                self.parts[begin + usize::from(*near)] = part;
            }
            part += 1;
        }
    }

    /// The squares of a team given by numbers of live squares.
    fn boxes(&self, team: [usize; MOST]) -> Team {
        let mut boxes = [0; MOST];
        for (square, number) in boxes.iter_mut().zip(team).take(self.size) {
            *square = self.live[number];
        }
        boxes
    }

    /// The pulls from all places of a team.
    fn find_pulls(&mut self, maze: &Maze, making: &mut Making, team: [usize; MOST]) {
        let boxes = self.boxes(team);
        let index = self.index(team.map(|number| number as u16));
        put(&mut making.board, &boxes[..self.size], true);
        for place in self.first[index]..self.first[index + 1] {
            making.pulls_of.push(making.pulls.len() as u32);
            for (which, dir) in (0..self.size).flat_map(|which| DIRS.map(|dir| (which, dir))) {
                let player = maze.next(boxes[which], dir);
                let stands = maze.next(player, dir);
                let free = !making.board[usize::from(player)] && !making.board[usize::from(stands)];
                if !free || self.place_of(index, player) != place {
                    continue;
                }
                let mut pulled = boxes;
                pulled[which] = player;
                making.pulls.extend(self.place(&pulled[..self.size], stands));
            }
        }
        put(&mut making.board, &boxes[..self.size], false);
        making.cursor = next_team(team, self.live.len(), self.size);
    }

    fn place_of(&self, index: usize, player: Square) -> Place {
        let part = self.map[index].map_or(0, |map| self.parts[map as usize + usize::from(player)]);
        self.first[index] + Place::from(part)
    }

    /// The place of a team; nothing if a box stands where none may.
    fn place(&self, squares: &[Square], player: Square) -> Option<Place> {
        let mut team = [0; MOST];
        for (slot, square) in team.iter_mut().zip(squares) {
            *slot = self.number[usize::from(*square)];
        }
        let used = &mut team[..squares.len()];
        used.sort_unstable();
        (used.last() != Some(&u16::MAX)).then(|| self.place_of(self.index(team), player))
    }

    /// The number of a team of live squares in order.
    fn index(&self, team: Team) -> usize {
        let ways =
            team.iter().zip(&self.ways).take(self.size).map(|(number, ways)| ways[usize::from(*number)]);
        ways.sum::<u32>() as usize
    }

    /// All places with the boxes on the goals of the set cost nothing.
    fn begin_set(&mut self, making: &mut Making) {
        making.far.fill(NEVER);
        making.queue.clear();
        making.done = 0;
        let mut goals = self.sets[making.set];
        for goal in &mut goals[..self.size] {
            *goal = self.number[usize::from(*goal)];
        }
        goals[..self.size].sort_unstable();
        let index = self.index(goals);
        for place in self.first[index]..self.first[index + 1] {
            making.far[place as usize] = 0;
            making.queue.push(place);
        }
    }

    /// Some places of the search for one set of goals; false after the last of the last set.
    fn spread(&mut self, making: &mut Making) -> bool {
        for _ in 0..AT_ONCE {
            let Some(&place) = making.queue.get(making.done) else { return self.end_set(making) };
            making.done += 1;
            let further = (making.far[place as usize] + 1).min(NEVER - 1);
            let pulls =
                making.pulls_of[place as usize] as usize..making.pulls_of[place as usize + 1] as usize;
            for next in &making.pulls[pulls] {
                if making.far[*next as usize] == NEVER {
                    making.far[*next as usize] = further;
                    making.queue.push(*next);
                }
            }
        }
        true
    }

    fn end_set(&mut self, making: &mut Making) -> bool {
        let sets = self.sets.len();
        for (place, far) in making.far.iter().enumerate() {
            self.costs[place * sets + making.set] = *far;
        }
        making.set += 1;
        let goes_on = making.set < sets;
        if goes_on {
            self.begin_set(making);
        }
        goes_on
    }

    /// Adds to a list what each team costs beyond the prices of the assignment in hand; nothing if some
    /// team has no way at all.
    pub fn surplus(
        &mut self,
        boxes: &[Square],
        player: Square,
        (box_prices, goal_prices): (&[i32], &[i32]),
        found: &mut Vec<(u32, Team, usize)>,
    ) -> Option<()> {
        self.price_sets(goal_prices);
        self.boxes.clear();
        self.boxes.extend(boxes.iter().map(|square| self.number[usize::from(*square)]));
        for team in &self.members {
            let mut numbers = [0; MOST];
            let mut price = 0;
            for (slot, which) in numbers.iter_mut().zip(team).take(self.size) {
                *slot = self.boxes[usize::from(*which)];
                price += box_prices[usize::from(*which)];
            }
            let place = self.place_of(self.index(numbers), player) as usize;
            let least = least(&self.costs[place * self.sets.len()..][..self.sets.len()], &self.set_prices);
            if least > FAR {
                return None;
            }
            if least > price {
                found.push(((least - price) as u32, *team, self.size));
            }
        }
        Some(())
    }

    fn price_sets(&mut self, goal_prices: &[i32]) {
        let size = self.size;
        let price = |set: Team| set[..size].iter().map(|goal| goal_prices[usize::from(*goal)]).sum::<i32>();
        self.set_prices.clear();
        self.set_prices.extend(members(goal_prices.len(), size).map(|set| price(set) as i16));
    }
}

/// Can these prices be reckoned with?
pub fn are_moderate(prices: &[i32]) -> bool {
    prices.iter().all(|price| price.abs() < MOST_PRICE)
}

/// The least of costs less prices.
fn least(costs: &[i16], prices: &[i16]) -> i32 {
    let least = costs
        .iter()
        .zip(prices)
        .fold(i16::MAX, |least, (cost, price)| least.min(cost.saturating_sub(*price)));
    i32::from(least)
}

/// The subsets of so many things, as numbers in order.
fn members(things: usize, size: usize) -> impl Iterator<Item = Team> {
    let narrow = |team: [usize; MOST]| team.map(|member| member as u16);
    std::iter::successors(first_team(things, size), move |team| next_team(*team, things, size)).map(narrow)
}

/// All sets of so many goals.
fn goal_sets(maze: &Maze, size: usize) -> Vec<Team> {
    let goal = |which: u16| maze.goals.get(usize::from(which)).copied().unwrap_or(0);
    members(maze.goals.len(), size).map(|set| set.map(goal)).collect()
}

/// The team with number 0, if there are squares for it.
fn first_team(live: usize, size: usize) -> Option<[usize; MOST]> {
    (live >= size).then_some([0, 1, 2])
}

/// The team with the next number.
fn next_team(mut team: [usize; MOST], live: usize, size: usize) -> Option<[usize; MOST]> {
    for at in 0..size {
        let end = if at + 1 < size { team[at + 1] } else { live };
        if team[at] + 1 < end {
            team[at] += 1;
            return Some(team);
        }
        team[at] = at;
    }
    None
}
