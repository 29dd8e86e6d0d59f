-- How plays ended well: of every play that was won or put down, when, by which clock, after how many events, and with
-- which figures. Records of people and statistics come from here; the program fills it in for the plays of before.
CREATE TABLE finish (
    play INTEGER PRIMARY KEY REFERENCES play (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    -- Milliseconds that the player's clock showed.
    clock INTEGER NOT NULL,
    events INTEGER NOT NULL,
    -- Was it the end of the level, or called done with less?
    solved INTEGER NOT NULL,
    -- Helped plays hold no figures.
    helped INTEGER NOT NULL,
    stars INTEGER NOT NULL
) STRICT;

CREATE TABLE figure (
    play INTEGER NOT NULL REFERENCES finish (play) ON DELETE CASCADE,
    metric TEXT NOT NULL,
    value INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (play, metric)
) STRICT, WITHOUT ROWID;

-- The daily puzzles: once a day has one, it keeps it, whatever becomes of the generators.
CREATE TABLE daily (
    -- Days since 1970.
    day INTEGER NOT NULL,
    puzzle TEXT NOT NULL,
    level TEXT NOT NULL REFERENCES level (id),
    PRIMARY KEY (day, puzzle)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_by_level ON daily (level);

-- Plays in which somebody saw something that is wrong, each as a file that can be played again.
CREATE TABLE report (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    player INTEGER REFERENCES player (id) ON DELETE SET NULL,
    puzzle TEXT NOT NULL,
    what TEXT NOT NULL,
    file TEXT NOT NULL
) STRICT;
CREATE INDEX report_by_player ON report (player, at);

INSERT INTO pending (what) VALUES ('finishes');
