-- Races: people, ghosts and solvers on the same levels. The rows are the truth, whichever server its players are at:
-- moments are those of the database's clock, and every change makes the version larger, by which servers see it.
CREATE TABLE race (
    code TEXT PRIMARY KEY,
    puzzle TEXT NOT NULL,
    -- The pack its levels were drawn from; NULL where they were named.
    pack TEXT,
    -- Does the open lobby show it?
    listed INTEGER NOT NULL,
    made INTEGER NOT NULL,
    -- The moment of the start, once somebody has called it.
    starts INTEGER,
    version INTEGER NOT NULL DEFAULT 1,
    -- When it was last changed, so that what is new is found without looking at everything.
    changed INTEGER NOT NULL,
    -- The race that follows, for those who want another.
    rematch TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX race_by_made ON race (made);
CREATE INDEX race_by_changed ON race (changed);

CREATE TABLE race_level (
    race TEXT NOT NULL REFERENCES race (code) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    level TEXT NOT NULL REFERENCES level (id),
    PRIMARY KEY (race, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX race_level_by_level ON race_level (level);

CREATE TABLE racer (
    race TEXT NOT NULL REFERENCES race (code) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    -- NULL for ghosts and solvers.
    player INTEGER REFERENCES player (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    -- person, ghost or solver.
    kind TEXT NOT NULL,
    -- How a ghost or a solver goes: known before the start, shown as the clock runs.
    trace TEXT,
    joined INTEGER NOT NULL,
    -- When a person left a race that had begun.
    gone INTEGER,
    PRIMARY KEY (race, seat)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX racer_by_player ON racer (player, race);

-- A person on one level of a race: an ordinary play, whose win the store itself writes down here.
CREATE TABLE race_leg (
    race TEXT NOT NULL,
    seat INTEGER NOT NULL,
    place INTEGER NOT NULL,
    -- The key of the play.
    play TEXT NOT NULL UNIQUE,
    begun INTEGER NOT NULL,
    moved INTEGER NOT NULL,
    figure INTEGER,
    to_go INTEGER,
    -- Milliseconds after the start.
    finished INTEGER,
    helped INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (race, seat, place),
    FOREIGN KEY (race, seat) REFERENCES racer (race, seat) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
