//! Every sentence that the command line says.

ingenio_core::words! {
    NOT_A_TIME = "cli.not-a-time", "'{text}' is not a time: write 10, 2.5s, 500ms, 3m or 1h";
    NOT_A_SIZE = "cli.not-a-size", "'{text}' is not a size: write 1000000, 512M or 8G";
    NOT_A_RANGE = "cli.not-a-range", "'{text}' is not a range of levels: write 3..7";
    OTHER_ENCODING = "cli.other-encoding", "{file} is not UTF-8; it is read as {encoding}";
    TOO_LARGE = "cli.too-large", "larger than {most} MiB: nothing we know has levels of that size";
    UNREADABLE = "cli.unreadable", "cannot be read: {error}";
    NO_SUCH_COMMAND = "cli.no-such-command", "there is no command '{name}'";
    SEVERAL_FILES = "cli.several-files", "this makes {count} files; say where with -o";
    NO_TABLE = "cli.no-table", "the {formulation} formulation has no table, or no solution was found ({outcome})";
    NOT_WRITTEN = "cli.not-written", "the output cannot be written: {error}";
    TOO_MANY_LINES = "cli.too-many-lines", "more than {most} lines: split the file";
    NO_SUCH_LEVEL = "cli.no-such-level", "there is no level {wanted}: the last one is {last}";
    ONE_LEVEL = "cli.one-level", "this needs one level, and there are {count}: choose one with --level";
    PANIC = "cli.panic", "ingenio made a mistake ({message}). The level that caused it is in {file}; please report it";
    PANIC_NO_LEVEL = "cli.panic-no-level", "ingenio made a mistake ({message}). Please report it with what you typed";
    CRASHED = "cli.crashed", "ingenio made a mistake on this level; see the message above";

    SOLVED = "cli.solved", "Solved in {figures}.";
    SOLVED_MOST = "cli.solved-most", "Solved: {figures}.";
    SOLVED_ALREADY = "cli.solved-already", "Solved already: nothing to do.";
    SOLVED_PLAIN = "cli.solved-plain", "Solved.";
    PROVED_LEAST = "cli.proved-least", "Proved: no solution has fewer {metric}.";
    PROVED_MOST = "cli.proved-most", "Proved: the most that can be {metric}.";
    AT_LEAST = "cli.at-least", "At least {bound} {metric} are needed.";
    AT_MOST = "cli.at-most", "At most {bound} can be {metric}.";
    NOT_PROVED = "cli.not-proved", "Not proved to be the best.";
    UNSOLVABLE = "cli.unsolvable", "Unsolvable: {reason}.";
    LIMIT_TIME = "cli.limit-time", "No answer within {time}.";
    LIMIT_CPU_TIME = "cli.limit-cpu-time", "No answer within {time} of processor time.";
    LIMIT_MEMORY = "cli.limit-memory", "No answer within the memory allowed.";
    LIMIT_NODES = "cli.limit-nodes", "No answer within the nodes allowed.";
    LIMIT_CANCELLED = "cli.limit-cancelled", "Cancelled.";
    LIMIT_METHOD = "cli.limit-method", "The method has tried all it knows.";
    LIMIT_PERIODS = "cli.limit-periods", "Nothing is proved beyond the periods asked for.";
    BEST_FOUND = "cli.best-found", "Best found: {figures}.";
    FIGURES = "cli.figures", "{method}: {nodes} nodes, {seconds}, {memory}";

    ACCEPTED = "cli.accepted", "Accepted: {figures}.";
    REFUSED = "cli.refused", "Refused: {refusal}.";
    VALID = "cli.valid", "A valid {puzzle} level, id {id}.";
    OWN_SOLUTION = "cli.own-solution", "The solution in the file is {verdict}.";
    UNIQUE = "cli.unique", "Proved: there is no other solution.";
    SOLUTIONS = "cli.solutions", "Exactly {count} solutions.";
    SOLUTIONS_AT_LEAST = "cli.solutions-at-least", "At least {count} solutions.";
    ANOTHER_SOLUTION = "cli.another-solution", "Another one: {solution}";
    SERVING = "cli.serving", "ingenio is at http://{address}/ (Ctrl-C stops it)";
    SERVED = "cli.served", "Stopped; everything is saved.";
    NO_PROGRAM = "cli.no-program", "where this program lies cannot be told: {error}";
    TABLES_FOLDER = "cli.tables-folder", "Tables are kept in {folder}.";
    TABLES_NOWHERE = "cli.tables-nowhere", "There is no folder for tables: set INGENIO_TABLES to one.";
    TABLES_NONE = "cli.tables-none", "None is kept.";
    TABLES_CLEARED = "cli.tables-cleared", "Removed {count} tables, {size}.";
    TABLES_UNKNOWN = "cli.tables-unknown", "there are no tables '{name}'; known: {known}";
    TABLES_READY = "cli.tables-ready", "{name}: ready after {time}.";
    TABLES_STOPPED = "cli.tables-stopped", "{name}: not built ({limit}).";
    HINT_NONE = "cli.hint-none", "No way found within {time}: no advice from here.";

    GENERATED_ALL = "cli.generated-all", "These are all there are: {made}.";
    GENERATION_CANCELLED = "cli.generation-cancelled", "Cancelled after {tried} tries with {made} levels; go on with --from {next}.";
    GENERATION_STOPPED = "cli.generation-stopped", "Only {made} levels after {tried} tries in {time}; go on with --from {next}, or wish for less.";
    NEAREST = "cli.nearest", "The nearest that was found has {what}:";
    RATED = "cli.rated", "{points} of 100 points: {grade}.";
    RATED_ABOUT = "cli.rated-about", "About {points} of 100 points: {grade}. Not everything could be proved.";
    NOT_RATED = "cli.not-rated", "Not rated: no solution is known.";
    PACK_MADE = "cli.pack-made", "{title}: {count} levels.";
    PACK_HOLDS = "cli.pack-holds", "{title}: all that it says of {count} levels holds.";
    DOCTOR_MEND = "cli.doctor-mend", "To mend it: {what}. It becomes:";
    DOCTOR_UNDECIDED = "cli.doctor-undecided", "Not decided: {what}.";

    PICTURE_ENDING = "cli.picture-ending", "'{file}' is no picture: its name must end in .svg, .png or .gif";
    PICTURE_TOO_LARGE = "cli.picture-too-large", "this would be a picture of more than 16 000 pixels; choose a smaller --size";

    FILE_NOT_WRITTEN = "cli.file-not-written", "{file} cannot be written: {error}";
    STORE_EXPORTED = "cli.store-exported", "{lines} lines written to {file}";
    STORE_COPIED = "cli.store-copied", "the database is copied to {file}";
    STORE_IMPORTED = "cli.store-imported", "plays added: {plays}";
    STORE_NOT_TEXT = "cli.store-not-text", "{file} is no export of ingenio: byte {byte} is not text";
    ADMIN_PLAYERS = "cli.admin-players", " plays    events levels      since       last     banned     quota  name";
    ADMIN_LEVELS = "cli.admin-levels", "id                   puzzle        opened   bytes  plays  by";
    ADMIN_NOBODY = "cli.admin-nobody", "there is no player '{name}'; `ingenio admin players` lists them";
    ADMIN_BANNED = "cli.admin-banned", "{name} is shut out";
    ADMIN_UNBANNED = "cli.admin-unbanned", "{name} may come in again";
    ADMIN_REMOVED = "cli.admin-removed", "{name} is removed";
    ADMIN_QUOTA = "cli.admin-quota", "the quota of {name} is set";
    ADMIN_DRILLED = "cli.admin-drilled", "{levels} levels read, {plays} plays with {events} events replayed, {records} records refereed";
    ADMIN_WHOLE = "cli.admin-whole", "all of it is as it was written: this backup would do";
    ADMIN_BROKEN = "cli.admin-broken", "{count} things are not as they were written: this backup would not do";
    NO_TERMINAL = "cli.no-terminal", "playing needs a terminal; this is none";
    TERMINAL_FAILED = "cli.terminal-failed", "the terminal does not work: {error}";
}
