-- Races: people, ghosts and solvers on the same levels. The rows are the truth, whichever server its players are at:
-- moments are those of the database's clock, and every change makes the version larger, by which servers see it.
CREATE TABLE race (
    code TEXT COLLATE "C" PRIMARY KEY,
    puzzle TEXT NOT NULL,
    -- The pack its levels were drawn from; NULL where they were named.
    pack TEXT,
    -- Does the open lobby show it?
    listed BIGINT NOT NULL,
    made BIGINT NOT NULL,
    -- The moment of the start, once somebody has called it.
    starts BIGINT,
    version BIGINT NOT NULL DEFAULT 1,
    -- When it was last changed, so that what is new is found without looking at everything.
    changed BIGINT NOT NULL,
    -- The race that follows, for those who want another.
    rematch TEXT COLLATE "C"
);
CREATE INDEX race_by_made ON race (made);
CREATE INDEX race_by_changed ON race (changed);

CREATE TABLE race_level (
    race TEXT COLLATE "C" NOT NULL REFERENCES race (code) ON DELETE CASCADE,
    place BIGINT NOT NULL,
    level TEXT COLLATE "C" NOT NULL REFERENCES level (id),
    PRIMARY KEY (race, place)
);
CREATE INDEX race_level_by_level ON race_level (level);

CREATE TABLE racer (
    race TEXT COLLATE "C" NOT NULL REFERENCES race (code) ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    -- NULL for ghosts and solvers.
    player BIGINT REFERENCES player (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    -- person, ghost or solver.
    kind TEXT NOT NULL,
    -- How a ghost or a solver goes: known before the start, shown as the clock runs.
    trace TEXT,
    joined BIGINT NOT NULL,
    -- When a person left a race that had begun.
    gone BIGINT,
    PRIMARY KEY (race, seat)
);
CREATE UNIQUE INDEX racer_by_player ON racer (player, race);

-- A person on one level of a race: an ordinary play, whose win the store itself writes down here.
CREATE TABLE race_leg (
    race TEXT COLLATE "C" NOT NULL,
    seat BIGINT NOT NULL,
    place BIGINT NOT NULL,
    -- The key of the play.
    play TEXT COLLATE "C" NOT NULL UNIQUE,
    begun BIGINT NOT NULL,
    moved BIGINT NOT NULL,
    figure BIGINT,
    to_go BIGINT,
    -- Milliseconds after the start.
    finished BIGINT,
    helped BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (race, seat, place),
    FOREIGN KEY (race, seat) REFERENCES racer (race, seat) ON DELETE CASCADE
);
