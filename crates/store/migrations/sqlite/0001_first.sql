-- Times are milliseconds: of the system's clock since 1970 (made, begun, ended), or of the play's own clock (at).

CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    made INTEGER NOT NULL
) STRICT;

CREATE TABLE level (
    id TEXT PRIMARY KEY,
    puzzle TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT;

CREATE TABLE play (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    level TEXT NOT NULL REFERENCES level (id),
    mode TEXT NOT NULL CHECK (mode IN ('relax', 'challenge')),
    begun INTEGER NOT NULL,
    -- When it was first won; NULL while it goes on.
    ended INTEGER
) STRICT;

CREATE INDEX play_by_player ON play (player, level);

-- Every action of a play, in order, with the value of the position after it where one is known.
CREATE TABLE event (
    play INTEGER NOT NULL REFERENCES play (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    value INTEGER,
    PRIMARY KEY (play, number)
) STRICT, WITHOUT ROWID;

-- Hints taken: a play with one of them is assisted.
CREATE TABLE hint (
    play INTEGER NOT NULL REFERENCES play (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    rung INTEGER NOT NULL,
    PRIMARY KEY (play, number)
) STRICT, WITHOUT ROWID;

-- What a player has reached on a level. A level finished by a method is progress without a play.
CREATE TABLE progress (
    player INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    level TEXT NOT NULL REFERENCES level (id),
    how TEXT NOT NULL CHECK (how IN ('played', 'shown')),
    value INTEGER,
    stars INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (player, level)
) STRICT, WITHOUT ROWID;

-- A method's own best run on a level, refereed.
CREATE TABLE run (
    level TEXT NOT NULL REFERENCES level (id),
    method TEXT NOT NULL,
    metric TEXT NOT NULL,
    value INTEGER,
    proved INTEGER NOT NULL,
    solution TEXT NOT NULL,
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (level, method, metric)
) STRICT, WITHOUT ROWID;

-- The best verified play or run of a level in one metric ('' where the puzzle has none).
CREATE TABLE record (
    level TEXT NOT NULL REFERENCES level (id),
    metric TEXT NOT NULL,
    value INTEGER,
    proved INTEGER NOT NULL,
    holder TEXT NOT NULL,
    is_method INTEGER NOT NULL,
    solution TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (level, metric)
) STRICT, WITHOUT ROWID;
