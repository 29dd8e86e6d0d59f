//! Every sentence that the judge of exercises says, and those of notebooks that are not the lesson's own. The lessons' own sentences stand in `docs/lessons`.

ingenio_core::words! {
    NO_SUCH_LESSON = "lessons.no-such-lesson", "there is no lesson '{name}'; there are: {known}";
    NO_SUCH_EXERCISE = "lessons.no-such-exercise", "the lesson has exercises 1 to {last}, not {wanted}";
    RIGHT = "lessons.right", "Right.";
    NOT_YET = "lessons.not-yet", "Not yet.";
    ANSWER_WITH = "lessons.answer-with", "Answer with: ingenio exercise {lesson} {number} ANSWER. Stuck: --hint.";
    HAND_IN_WITH = "lessons.hand-in-with", "Answer with: ingenio exercise {lesson} {number} --file FILE. Stuck: --hint.";
    STUCK = "lessons.stuck", "Stuck: ingenio exercise {lesson} {number} --hint.";
    EMPTY = "lessons.empty", "An answer is needed.";
    NOT_A_NUMBER = "lessons.not-a-number", "The answer is a whole number, and '{answer}' is none.";
    NOT_A_CHOICE = "lessons.not-a-choice", "The answer is one of: {choices}. Its number or its beginning will do.";
    IT_IS_NOT = "lessons.it-is-not", "It is not {answer}.";
    TOO_GREAT = "lessons.too-great", "It is not {answer}: that is too great.";
    TOO_SMALL = "lessons.too-small", "It is not {answer}: that is too small.";
    REFUSED = "lessons.refused", "The referee refuses it: {refusal}.";
    TOO_LONG = "lessons.too-long", "It solves the level with {found}; {most} will do.";
    NOT_A_LEVEL = "lessons.not-a-level", "This cannot be read as a level: {fault}.";
    TOO_LARGE = "lessons.too-large", "The level has {found} characters, blanks not counted; at most {most} are asked for.";
    OTHER_SIZE = "lessons.other-size", "The board should be {wanted}, and is {found}.";
    OTHER_TILES = "lessons.other-tiles", "There should be {wanted} tiles, not {found}.";
    NOT_OPEN = "lessons.not-open", "No tile may be fixed and no cell blocked: the numbers alone should decide.";
    IN_A_CORNER = "lessons.in-a-corner", "The box in row {row}, column {column} stands in a corner.";
    TWO_PAIRS = "lessons.two-pairs", "At least two pairs are needed: one alone has nothing in its way.";
    NEVER_JOINED = "lessons.never-joined", "The two {letter} could not be joined even by themselves: there is no way from one to the other.";
    NOT_RUN = "lessons.not-run", "{method} cannot run on it: {reason}.";
    MUST_SOLVE = "lessons.must-solve", "{method} should solve it and does not within {limit} nodes: {outcome}.";
    MUST_GIVE_UP = "lessons.must-give-up", "{method} should not find a solution within {limit} nodes, and it does, with {nodes}.";
    MUST_BE_UNSOLVABLE = "lessons.must-be-unsolvable", "It should be unsolvable; {method} says: {outcome}.";
    MUST_MISS = "lessons.must-miss", "{method} should miss the best, and finds it: {found}.";
    MUST_MEASURE = "lessons.must-measure", "The best should have {wanted}, and has {found}.";
    NOTEBOOK_ABOUT = "lessons.notebook-about", "This notebook is the lesson `{lesson}` of ingenio, made by `ingenio exercise {lesson} --notebook FILE`. Run the next cell first: it looks for the program and defines `check(NUMBER, answer)` and `hint(NUMBER)` for the exercises at the end.";
    NOTEBOOK_MISSING = "lessons.notebook-missing", "the program ingenio is not on the path of this notebook";
    NO_BEST = "lessons.no-best", "The best solution could not be proved within {limit} nodes; a smaller level will do.";
    NODES = "lessons.nodes", "{count} {count|node|nodes}";
    COMMON = "lessons.common", "{what}, {count} common";
    LIMIT_METHOD = "lessons.limit-method", "method";
}
