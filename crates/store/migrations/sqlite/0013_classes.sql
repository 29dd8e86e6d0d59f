-- Classes: a teacher, pupils under names that the class sees, homework with a date. A class is deleted at its end with
-- everything below.
CREATE TABLE class (
    key TEXT PRIMARY KEY,
    -- By which pupils join, without its hyphen.
    code TEXT NOT NULL UNIQUE,
    teacher INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    made INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    -- Are new pupils let in?
    is_open INTEGER NOT NULL,
    -- The number of the last pupil or homework: none is given twice.
    numbered INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX class_by_teacher ON class (teacher);
CREATE INDEX class_by_end ON class (ends);

CREATE TABLE pupil (
    class TEXT NOT NULL REFERENCES class (key) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    -- What the name looks like: no two in a class look alike.
    looks TEXT NOT NULL,
    joined INTEGER NOT NULL,
    -- The hash of the code by which a pupil without an account comes back on another machine.
    code TEXT,
    -- Was that code made by the teacher? Then it brings back what was done for the class and nothing else.
    issued INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (class, number),
    UNIQUE (class, player),
    UNIQUE (class, looks)
) STRICT, WITHOUT ROWID;
CREATE INDEX pupil_by_player ON pupil (player);

CREATE TABLE homework (
    class TEXT NOT NULL REFERENCES class (key) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('levels', 'pack', 'lesson')),
    -- The name of the pack or of the lesson.
    what TEXT NOT NULL,
    title TEXT NOT NULL,
    made INTEGER NOT NULL,
    -- The first moment after its last day; NULL where there is none.
    due INTEGER,
    PRIMARY KEY (class, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE homework_level (
    class TEXT NOT NULL,
    homework INTEGER NOT NULL,
    place INTEGER NOT NULL,
    level TEXT NOT NULL REFERENCES level (id),
    title TEXT NOT NULL,
    PRIMARY KEY (class, homework, place),
    FOREIGN KEY (class, homework) REFERENCES homework (class, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX homework_level_by_level ON homework_level (level);

-- Exercises of lessons that pupils answered rightly, where the lesson is homework.
CREATE TABLE homework_answer (
    class TEXT NOT NULL,
    homework INTEGER NOT NULL,
    pupil INTEGER NOT NULL,
    exercise INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (class, homework, pupil, exercise),
    FOREIGN KEY (class, homework) REFERENCES homework (class, number) ON DELETE CASCADE,
    FOREIGN KEY (class, pupil) REFERENCES pupil (class, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Campaigns of the lab that teachers started from their pages, by the names of their folders.
CREATE TABLE started_campaign (
    name TEXT PRIMARY KEY,
    teacher INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    made INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX started_campaign_by_teacher ON started_campaign (teacher);
