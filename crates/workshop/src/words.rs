//! Every sentence that the workshop says.

ingenio_core::words! {
    WRONG_LEVEL = "workshop.wrong-level", "the generator {generator} made a level with a wrong solution ({refusal}). This is a bug of ours; please report it: try {number} of seed {seed}";
    GRADE_MISSED = "workshop.grade-missed", "rated {points}, {grade}";

    NO_DAILY = "workshop.no-daily", "there is no daily puzzle of {puzzle}";
    NO_LEVEL = "workshop.no-level", "There is no level in this text.";
    LEVELS_TAKEN = "workshop.levels-taken", "{count} {count|level|levels} can be played.";
    LEVELS_BROKEN = "workshop.levels-broken", "{count} cannot be read; the first: {first}.";
    LEVELS_TWICE = "workshop.levels-twice", "{count} {count|was|were} there a second time.";
    GRADES = "workshop.grades", "{least} to {most}";
    PACK_TOML = "workshop.pack-toml", "this is no pack: {error}";
    PACK_PUZZLE = "workshop.pack-puzzle", "there is no puzzle '{name}'";
    PACK_LEVEL = "workshop.pack-level", "level {number} of the pack: {error}";
    PACK_ONE_LEVEL = "workshop.pack-one-level", "level {number} of the pack is not one level but {count}";
    PACK_NO_SOLUTION = "workshop.pack-no-solution", "level {number} has no solution in the side file";
    PACK_WRONG_SOLUTION = "workshop.pack-wrong-solution", "level {number}: its solution is refused: {refusal}";
    PACK_WRONG_BEST = "workshop.pack-wrong-best", "level {number}: the pack says {said}, its solution has {found}";
    PACK_NOT_BEST = "workshop.pack-not-best", "level {number}: the pack says that {said} is proved to be the best, and it is {found}";
    PACK_NOTHING = "workshop.pack-nothing", "nothing";
    PACK_NOT_PROVED = "workshop.pack-not-proved", "level {number}: {said} could not be proved to be the best within {limit}";
    PACK_NOT_UNIQUE = "workshop.pack-not-unique", "level {number}: the pack says that its solution is the only one, and there are others";
    PACK_WRONG_RATING = "workshop.pack-wrong-rating", "level {number}: the pack says {said} points, rated now {found}";
    PACK_ALIKE = "workshop.pack-alike", "levels {first} and {second} are alike: equal up to symmetry, or different by one piece";
    RECIPE_SHORT = "workshop.recipe-short", "group {group}: only {made} of {wanted} {wanted|level|levels} after {tried} {tried|try|tries}";

    BLAMED = "workshop.blamed", "{parts} are in each other's way: it could not be solved even if nothing else were there";
    BLAMED_ONE = "workshop.blamed-one", "{parts} alone makes trouble: it could not be solved even if nothing else were there";
    BLAMED_PERHAPS = "workshop.blamed-perhaps", "the trouble lies in {parts}, or in some of them: it could not be solved even if nothing else were there";
    ONE_IS_ENOUGH = "workshop.one-is-enough", "without {parts} the level can be solved";
    ONE_IS_NOT_ENOUGH = "workshop.one-is-not-enough", "to leave out one of these is not enough: there is other trouble as well";
    SOLUTIONS_DIFFER = "workshop.solutions-differ", "there is more than one solution: {where}";
    SUPERFLUOUS = "workshop.superfluous", "superfluous: {parts}; the best solution stays the same without";
    LEAVE_OUT = "workshop.leave-out", "leave out {parts}";
    UNDECIDED_ALL = "workshop.undecided-all", "whether it can be solved was not decided, so nothing else was looked for";
    UNDECIDED_PARTS = "workshop.undecided-parts", "whether every part matters was not decided within the limits";
    UNDECIDED_MEND = "workshop.undecided-mend", "no change that mends it was found within the limits";
    NO_MEND = "workshop.no-mend", "no one or two small changes mend it without giving it away";

    SOLVABLE = "workshop.solvable", "It can be solved: {figures}.";
    SOLVABLE_BEST = "workshop.solvable-best", "It can be solved: {figures}, proved to be the best.";
    SOLVABLE_UNPROVED = "workshop.solvable-unproved", "It can be solved: {figures}. That nothing is better is not proved.";
    UNIQUE = "workshop.unique", "Proved: there is no other solution.";
    SOLUTIONS = "workshop.solutions", "Exactly {count} {count|solution|solutions}.";
    SOLUTIONS_AT_LEAST = "workshop.solutions-at-least", "At least {count} {count|solution|solutions}.";
    RATED = "workshop.rated", "{points} of 100 points: {grade}.";
    RATED_ABOUT = "workshop.rated-about", "About {points} of 100 points: {grade}. Not everything could be proved.";
    DOCTOR_MEND = "workshop.doctor-mend", "To mend it: {what}. It becomes:";
    DOCTOR_UNDECIDED = "workshop.doctor-undecided", "Not decided: {what}.";
}
