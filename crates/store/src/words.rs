//! Every sentence that the store says.

ingenio_core::words! {
    NO_FOLDER = "store.no-folder", "there is no folder for your data; choose a file with --database";
    CANNOT_OPEN = "store.cannot-open", "the database {file} cannot be opened: {error}";
    NO_ROOM = "store.no-room", "the database {file} cannot be opened, because nothing can be written there: its disk is full, most likely. Make room and start again ({error})";
    NO_RUNTIME = "store.no-runtime", "the database cannot be opened: {error}";
    TOO_NEW = "store.too-new", "the database {file} was made by a newer ingenio and was left untouched";
    TOO_OLD = "store.too-old", "the database {file} is of an older ingenio and was left untouched: a server of this version brings it up to date, or `ingenio admin upgrade`, once nothing older works with it";
    FAILED = "store.failed", "the database does not answer: {error}";
    FULL = "store.full", "there is no room left for the database; nothing was changed. Make room on its disk and try again";
    CLOSED = "store.closed", "the database was closed";
    BROKEN = "store.broken", "the database holds something that is not ours: {what}";
    NAME_TAKEN = "store.name-taken", "that name is taken";
    NAME_LENGTH = "store.name-length", "a name has 1 to {most} characters, not {found}";
    NAME_CHARACTER = "store.name-character", "a name has no control characters";
    NAME_LETTER = "store.name-letter", "a name has at least one letter or digit";
    NAME_RESERVED = "store.name-reserved", "that name belongs to the house: choose another";
    CONFLICT = "store.conflict", "this play went on elsewhere: {stored} events are stored. Load it anew";
    UNKNOWN = "store.unknown", "there is no such player or play";
    RACE_FULL = "store.race-full", "All {most} seats of this race are taken. You can watch, and join the rematch.";
    RACE_BEGUN = "store.race-begun", "This race has begun without you. You can watch, and join the rematch.";
    RACE_NOT_BEGUN = "store.race-not-begun", "The race has not begun.";
    RACE_OVER = "store.race-over", "This race is over.";
    RACE_ARRIVED = "store.race-arrived", "You have finished this race.";
    RACE_NOT_IN = "store.race-not-in", "You have no seat in this race.";
    RACE_NOT_HOST = "store.race-not-host", "The one who has been here longest calls the start; whoever is here may, when nobody new has come for a minute.";
    RACE_ALONE = "store.race-alone", "A race takes two: invite somebody, or add a ghost or a solver.";
    RACE_TOO_MANY_LOBBIES = "store.race-too-many-lobbies", "You wait for {most} races already. Leave one first.";
    RACE_TOO_MANY = "store.race-too-many", "You have raced {most} times within a day, and that is enough for one day.";
    TOO_MUCH_HOMEWORK = "store.too-much-homework", "This class has {most} pieces of homework, and that is all that fits. Take one back first.";
    TOO_MANY_HOMEWORK_LEVELS = "store.too-many-homework-levels", "The homework of a class has {most} levels in all at most, and {count} are there already. Take some back first.";
    OTHER_LEVEL = "store.other-level", "a solution of level {solved} is none of level {level}";
    JUDGED = "store.judged", "Plays that took hints now count as helped: they are won, but take no record and one star at most. Your plays of before were judged anew; by it you lost {records} records and {stars} stars.";
    GUEST = "store.guest", "guest-{key}";
    /// Who held a record and then deleted the account.
    SOMEONE = "store.someone", "someone";
    RUN_REFUSED = "store.run-refused", "run {run}: the referee refuses its solution: {refusal}";
    NO_POSTGRES = "store.no-postgres", "this program was built without PostgreSQL: build it with the feature `postgres`, or name a file";
    NO_QUEUES = "store.no-queues", "work for other machines is handed out by PostgreSQL: name a database by its address, postgres://USER:PASSWORD@HOST/NAME";
    BACKUP_POSTGRES = "store.backup-postgres", "PostgreSQL makes its own backups: use pg_dump";
    DRILL_FILE = "store.drill-file", "the file is damaged: {why}";
    DRILL_LEVEL = "store.drill-level", "level {level} cannot be read as it was written: {why}";
    DRILL_RECORD = "store.drill-record", "the record of level {level} in {metric} is refused by the referee: {why}";
    DRILL_PLAY = "store.drill-play", "play {play} cannot be replayed: {why}";
    DRILL_EVENTS = "store.drill-events", "play {play} does not have the {count} events that it should have";
    BACKUP_EXISTS = "store.backup-exists", "{file} is there already; name a file that is not";
    BACKUP_FAILED = "store.backup-failed", "the backup {file} cannot be written: {error}";
    BAD_LINE = "store.bad-line", "line {line} is not ours: {error}; nothing was imported";
    LINE_ACTION = "store.line-action", "'{action}' is nothing one can do";
    LINE_MODE = "store.line-mode", "there is no mode '{mode}'";
    LINE_KEY = "store.line-key", "'{key}' is not the key of a play";
    LINE_LEVEL = "store.line-level", "level {level} is not among the lines before";
    LINE_LEVEL_ID = "store.line-level-id", "the text is that of level {found}, not of {level}";
    LINE_TASK = "store.line-task", "'{task}' is no kind of homework";
    LINE_PLAYER = "store.line-player", "player '{player}' is not among the lines before";
}
