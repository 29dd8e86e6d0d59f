//! Every sentence that the lab says.

ingenio_core::words! {
    NO_CAMPAIGN = "lab.no-campaign", "this is no campaign: {error}";
    UNREADABLE = "lab.unreadable", "{file} cannot be read: {error}";
    UNWRITABLE = "lab.unwritable", "{file} cannot be written: {error}";
    BUSY = "lab.busy", "another runner is writing to {file}: wait for it, or choose another folder with -o";
    NO_LEVELS = "lab.no-levels", "the campaign has no levels: add [[levels]] with a pack, a file, a text or a generator";
    NO_METHODS = "lab.no-methods", "the campaign has nothing to run: add [[methods]] or [[programs]]";
    NO_PROGRAMS = "lab.no-programs", "there is nothing to judge: add [[programs]] to the campaign";
    SOURCE_OF_LEVELS = "lab.source-of-levels", "[[levels]] number {number} needs exactly one of pack, file, text and generate";
    NO_PACK = "lab.no-pack", "there is no pack '{name}'; known: {known}";
    BAD_LEVEL = "lab.bad-level", "level {index} of {set}: {error}";
    SHORT_HARVEST = "lab.short-harvest", "the generator of {set} made only {made} of {wanted} levels";
    SAME_NAME = "lab.same-name", "two methods are called '{name}': give one of them another name";
    BAD_METHOD = "lab.bad-method", "method '{name}': {error}";
    UNFIT_METHOD = "lab.unfit-method", "method '{name}' fits none of the levels: {error}";
    EMPTY_COMMAND = "lab.empty-command", "program '{name}' has no command";
    BAD_ANSWER_FORM = "lab.bad-answer-form", "program '{name}': answers are read as line, text, json or model:FORMULATION, not '{form}'";
    BAD_HANDING = "lab.bad-handing", "program '{name}': levels are handed over by file or stdin, not by '{hand}'";

    NO_ANSWER = "lab.no-answer", "it ended with status {status} and without an answer{complaint}";
    NOT_OURS = "lab.not-ours", "its answer is not what `solve --json` prints: {line}";
    REFUSED = "lab.refused", "the referee refuses its answer: {refusal}";
    UNREADABLE_ANSWER = "lab.unreadable-answer", "its answer cannot be read: {error}";
    SIGNALLED = "lab.signalled", "it was ended by signal {signal}{complaint}";
    TOO_MUCH_OUTPUT = "lab.too-much-output", "it printed more than {most} bytes";
    BEATEN = "lab.beaten", "it says that {said} is the best, and {other} has {found}";
    CONTRADICTED = "lab.contradicted", "it says that there is no solution, and {other} has one";

    PLANNED = "lab.planned", "{runs} runs: {methods} methods on {levels} levels; {done} are done, {left} are left.";
    COST = "lab.cost", "At most {most} of computing; about {expected} judging by what is done, with {jobs} at a time.";
    COST_UNKNOWN = "lab.cost-unknown", "At most {most} of computing, with {jobs} at a time.";
    COST_UNLIMITED = "lab.cost-unlimited", "There is no limit of time, so nobody knows how long it takes.";
    INTERRUPTED = "lab.interrupted", "Interrupted with {left} runs left; go on with: ingenio lab resume {folder}";
    FINISHED = "lab.finished", "{done} runs are done, {solved} of them solved.";
    WRONG = "lab.wrong", "WRONG: {method} on {level}: {error}. Everything that {method} says is void.";
    REPORT_WRITTEN = "lab.report-written", "The report is in {file}.";
    NO_RESULTS = "lab.no-results", "{file} holds no results yet: run the campaign first";
    BROKEN_RESULT = "lab.broken-result", "{file}, line {line}: {error}; the file was changed by someone else";

    ERRORS_TITLE = "lab.errors-title", "Unexplained errors";
    ERRORS_ABOUT = "lab.errors-about", "Runs that no limit explains. A wrong answer voids everything that its method says.";
    SUMMARY_TITLE = "lab.summary-title", "Summary";
    SUMMARY_ABOUT = "lab.summary-about", "An unsolved level is charged its whole limit, in PAR-2 twice (mean over runs). Quality is the sum of best/own over solved levels, where the best is the best of this campaign.";
    RATIOS_TITLE = "lab.ratios-title", "Totals and ratios";
    RATIOS_ABOUT = "lab.ratios-about", "As in the Sokoban seed's tables 1, 2, 4, 6, 8, 10 and 12: an unsolved level is charged its whole limit.";
    CATEGORIES_TITLE = "lab.categories-title", "By category";
    CATEGORIES_ABOUT = "lab.categories-about", "Solved of all, and the median time in seconds with unsolved levels charged their limit.";
    BESIDE_TITLE = "lab.beside-title", "Beside the seed";
    BESIDE_ABOUT = "lab.beside-about", "What the seed reports of its own machine and levels, and our figure. * feasible but not proved to be the best, # nothing found.";
    PEOPLE_TITLE = "lab.people-title", "People and machines";
    PEOPLE_ABOUT = "lab.people-about", "Finished plays without hints, beside each method on the same levels.";
    NO_PLAYS = "lab.no-plays", "no plays yet";
    FINDINGS_TITLE = "lab.findings-title", "What follows";
    CHARTS_TITLE = "lab.charts-title", "Charts";
    CHARTS_LEVELS = "lab.charts-levels", "Level by level";
    SCATTER_TITLE = "lab.scatter-title", "Any two methods";
    ACROSS = "lab.across", "method across";
    UP = "lab.up", "method upwards";
    RUNS_TITLE = "lab.runs-title", "All runs";
    RUNS_ABOUT = "lab.runs-about", "Click a heading to sort. Figures are rounded here; results.jsonl and results.csv have them whole.";
    SEARCH = "lab.search", "level or set";
    RANKING_ABOUT = "lab.ranking-about", "Most levels solved first, then the better solutions, then the quicker; a wrong answer voids the rest.";
    PLACE = "lab.place", "Place {place} of {of}: {solved} of {runs} runs solved.";
    ONLY_SOLVED = "lab.only-solved", "solved by this one only";

    CHART_CACTUS = "lab.chart-cactus", "Levels solved within a time";
    CHART_SOLVED = "lab.chart-solved", "Levels solved";
    CHART_TIME = "lab.chart-time", "Time in total, unsolved levels charged their limit";
    CHART_NODES = "lab.chart-nodes", "Nodes in total";
    CHART_LENGTH = "lab.chart-length", "Length of all solutions";
    CHART_CATEGORY = "lab.chart-category", "Mean {what} by {by}";
    CHART_LEVELS = "lab.chart-levels", "Level by level, {what}: {category} {by}";
    CHART_GROWTH = "lab.chart-growth", "Median time against {by}";
    CHART_SCATTER = "lab.chart-scatter", "{first} against {second}";
    CHART_PEOPLE = "lab.chart-people", "People (boxes over quarters) and methods: {what}";
    PEOPLE = "lab.people", "people";
    A_LEVEL = "lab.a-level", "a level";
    LIMIT_RULE = "lab.limit-rule", "limit: not solved";
    AXIS_SECONDS = "lab.axis-seconds", "seconds";
    AXIS_CPU = "lab.axis-cpu", "seconds of the processor";
    AXIS_WALL = "lab.axis-wall", "seconds of the clock";
    AXIS_NODES = "lab.axis-nodes", "expanded nodes";
    AXIS_SOLVED = "lab.axis-solved", "levels solved";
}
