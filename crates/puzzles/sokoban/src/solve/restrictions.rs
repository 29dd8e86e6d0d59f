//! The paper's five restrictions: patterns around the box just pushed that the paper takes for dead.
//! Each can be switched off. `#` wall, `$` box, `x` wall or box, a space is an empty square.
//!
//! **corners**: walls on two neighbouring sides, not on a goal. Sound.
//! ```text
//!   #$     the box can never move again
//!    #
//! ```
//! **blocks**: 2x2 of walls and boxes with a box off its goal. And 3x3 with an empty centre that is
//! not a goal, all four middles taken, the corners all taken, all but one, or all but two opposite
//! ones, and a box off its goal. (The solid 3x3 holds a 2x2.)
//! ```text
//!   xx     xxx     xx      xx
//!   $x     x x     x x     x x
//!          xx$     xx$      x$
//! ```
//! Sound: nothing of a 3x3 can move but a middle box inwards, and beside the centre there is then
//! always a full 2x2, with a box off its goal in it.
//!
//! **walls**: a box along a wall that runs without a gap from corner to corner, and no empty goal
//! there. Sound: the box can never leave the wall, and each goal there holds a box that cannot
//! either.
//! ```text
//!   ########
//!   #  $   #
//! ```
//! **paths**: a box in a corridor with another box ahead in it, and no empty goal between them.
//! Sound: the player never gets between the two, so neither leaves the stretch.
//! ```text
//!   #########
//!   @$   $        pushed to the right
//!   #########
//! ```
//! **specials**: blocks of another shape with a box off its goal; the paper's pictures are lost, these
//! are the common ones: a staggered pair, and three in a corner whose ends lie along walls. In all
//! rotations and mirrors. Sound: every box is held along both axes.
//! ```text
//!   #$        #        #
//!    $#      $$       $$
//!             $#      #$     (the wall of the upper left box above or below it)
//! ```
//!
//! The paper speaks of goals only for corners and walls. Read to the letter (`literal`), blocks, paths
//! and specials fire whether or not there are goals: then a box may not even enter a pocket with its
//! goal, and four boxes may not fill four goals in a square. That is **unsound**: it cuts off the only
//! solution of the levels in `literal_reading_cuts_off_solutions`. The paper cannot have meant it, since
//! it solved its levels; it is kept for comparison.

use ingenio_core::{OptionSpec, Options};

use crate::level::Level;

pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec::flag("corners", "drop boxes pushed into corners", true),
    OptionSpec::flag("blocks", "drop 2x2 and 3x3 blocks of boxes and walls", true),
    OptionSpec::flag("walls", "drop boxes along walls without a way off and without an empty goal", true),
    OptionSpec::flag("paths", "drop boxes pushed into a corridor with a box ahead", true),
    OptionSpec::flag("specials", "drop staggered pairs and corners of three", true),
    OptionSpec::flag(
        "literal",
        "blocks, paths and specials do not ask for goals, as the paper words it (unsound)",
        false,
    ),
];

pub const NAMES: [&str; 5] = ["corners", "blocks", "walls", "paths", "specials"];

/// Rows down and columns to the right.
type Offset = (isize, isize);

const SIDES: [Offset; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
const DIAGONALS: [Offset; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

#[derive(Clone, Debug)]
pub struct Restrictions {
    on: [bool; 5],
    literal: bool,
    width: isize,
    height: isize,
    wall: Vec<bool>,
    goal: Vec<bool>,
}

impl Restrictions {
    pub fn new(level: &Level, on: [bool; 5], literal: bool) -> Self {
        let size = level.size();
        let all = |is: &dyn Fn(usize) -> bool| (0..size.cells()).map(is).collect::<Vec<bool>>();
        let wall = all(&|at| level.is_wall(at));
        let goal = all(&|at| level.is_goal(at));
        Restrictions { on, literal, width: size.width as isize, height: size.height as isize, wall, goal }
    }

    pub fn from_options(level: &Level, options: &Options) -> Self {
        Restrictions::new(level, NAMES.map(|name| options.flag(name)), options.flag("literal"))
    }

    /// Do they never cut off a solution?
    pub fn are_sound(&self) -> bool {
        !self.literal
    }

    /// The first restriction that drops a position after a box was pushed to `at` in a direction
    /// (0 up, 1 down, 2 left, 3 right).
    pub fn fires(&self, crated: &[bool], at: usize, dir: usize) -> Option<usize> {
        let look =
            Look { rules: self, crated, row: at as isize / self.width, column: at as isize % self.width };
        let tests: [&dyn Fn() -> bool; 5] = [
            &|| look.corner(),
            &|| look.block(),
            &|| look.limited_wall(),
            &|| look.blocked_path(SIDES[dir]),
            &|| look.special(),
        ];
        (0..5).find(|index| self.on[*index] && tests[*index]())
    }
}

/// The board around the box just pushed.
struct Look<'a> {
    rules: &'a Restrictions,
    crated: &'a [bool],
    row: isize,
    column: isize,
}

impl Look<'_> {
    fn index(&self, (row, column): Offset) -> Option<usize> {
        let (row, column) = (self.row + row, self.column + column);
        let inside = row >= 0 && column >= 0 && row < self.rules.height && column < self.rules.width;
        inside.then(|| (row * self.rules.width + column) as usize)
    }

    fn wall(&self, offset: Offset) -> bool {
        self.index(offset).is_none_or(|at| self.rules.wall[at])
    }

    fn goal(&self, offset: Offset) -> bool {
        self.index(offset).is_some_and(|at| self.rules.goal[at])
    }

    fn crated(&self, offset: Offset) -> bool {
        self.index(offset).is_some_and(|at| self.crated[at])
    }

    fn solid(&self, offset: Offset) -> bool {
        self.wall(offset) || self.crated(offset)
    }

    /// A box off its goal; to the letter, any box.
    fn off_goal(&self, offset: Offset) -> bool {
        self.crated(offset) && (self.rules.literal || !self.goal(offset))
    }

    /// A goal that exempts; to the letter, none does.
    fn exempt(&self, offset: Offset) -> bool {
        !self.rules.literal && self.goal(offset)
    }

    fn corner(&self) -> bool {
        let walls = |(row, column): Offset| self.wall((row, 0)) && self.wall((0, column));
        !self.goal((0, 0)) && DIAGONALS.into_iter().any(walls)
    }

    fn block(&self) -> bool {
        DIAGONALS.into_iter().any(|corner| self.two_by_two(corner))
            || SIDES.into_iter().chain(DIAGONALS).any(|centre| self.three_by_three(centre))
    }

    fn two_by_two(&self, (row, column): Offset) -> bool {
        let cells = [(0, 0), (row, 0), (0, column), (row, column)];
        cells.iter().all(|cell| self.solid(*cell)) && cells.iter().any(|cell| self.off_goal(*cell))
    }

    fn three_by_three(&self, centre: Offset) -> bool {
        let ring = |(row, column): Offset| (centre.0 + row, centre.1 + column);
        if self.solid(centre) || self.exempt(centre) || !SIDES.into_iter().all(|side| self.solid(ring(side)))
        {
            return false;
        }
        let taken = DIAGONALS.map(|corner| self.solid(ring(corner)));
        let opposite = (!taken[0] && !taken[3]) || (!taken[1] && !taken[2]);
        let shape = match taken.into_iter().filter(|taken| !taken).count() {
            0 | 1 => true,
            2 => opposite,
            _ => false,
        };
        shape && SIDES.into_iter().chain(DIAGONALS).any(|cell| self.off_goal(ring(cell)))
    }

    fn limited_wall(&self) -> bool {
        !self.goal((0, 0)) && SIDES.into_iter().any(|side| self.wall(side) && self.closed_along(side))
    }

    /// Does the wall on this side run without a gap to a corner both ways, past no empty goal?
    fn closed_along(&self, side: Offset) -> bool {
        let along = (side.1, side.0);
        [along, (-along.0, -along.1)].into_iter().all(|step| {
            let mut at = step;
            while !self.wall(at) {
                let gap = !self.wall((at.0 + side.0, at.1 + side.1));
                if gap || (self.goal(at) && !self.crated(at)) {
                    return false;
                }
                at = (at.0 + step.0, at.1 + step.1);
            }
            true
        })
    }

    fn blocked_path(&self, dir: Offset) -> bool {
        let side = (dir.1, dir.0);
        let corridor = |at: Offset| {
            self.wall((at.0 + side.0, at.1 + side.1)) && self.wall((at.0 - side.0, at.1 - side.1))
        };
        if self.exempt((0, 0)) || !corridor((0, 0)) {
            return false;
        }
        let mut at = dir;
        while !self.wall(at) && corridor(at) {
            if self.crated(at) {
                return true;
            }
            if self.exempt(at) {
                return false;
            }
            at = (at.0 + dir.0, at.1 + dir.1);
        }
        false
    }

    fn special(&self) -> bool {
        SIDES.into_iter().any(|along| self.staggered_pair(along))
            || DIAGONALS.into_iter().any(|corner| self.three_in_a_corner(corner))
    }

    /// This box and its neighbour, each with a wall on another side across.
    fn staggered_pair(&self, along: Offset) -> bool {
        let across = (along.1, along.0);
        let beside = |at: Offset, sign: isize| self.wall((at.0 + sign * across.0, at.1 + sign * across.1));
        self.crated(along)
            && (self.off_goal((0, 0)) || self.off_goal(along))
            && [1, -1].into_iter().any(|sign| beside((0, 0), sign) && beside(along, -sign))
    }

    /// Three boxes in a corner, this one at an end or in the middle; both ends lie along walls.
    fn three_in_a_corner(&self, (row, column): Offset) -> bool {
        // The middle, the end in its row, the end in its column.
        let shapes: [[Offset; 3]; 3] = [
            [(0, 0), (0, column), (row, 0)],
            [(0, column), (0, 0), (row, column)],
            [(row, 0), (row, column), (0, 0)],
        ];
        shapes.into_iter().any(|[middle, in_row, in_column]| {
            let boxes = [middle, in_row, in_column];
            boxes.iter().all(|at| self.crated(*at))
                && boxes.iter().any(|at| self.off_goal(*at))
                && (self.wall((in_row.0 - 1, in_row.1)) || self.wall((in_row.0 + 1, in_row.1)))
                && (self.wall((in_column.0, in_column.1 - 1)) || self.wall((in_column.0, in_column.1 + 1)))
        })
    }
}
