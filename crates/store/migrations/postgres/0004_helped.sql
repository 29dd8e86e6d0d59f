-- A play is helped once it took a hint above the first rung or its player saw a solution: it wins, but takes
-- no record and one star at most. Until now only solutions marked a play; the program judges the rest.
ALTER TABLE play RENAME COLUMN shown TO helped;

-- When a player last saw a solution of a level: for a day it helps later plays too.
CREATE TABLE seen (
    player BIGINT NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    level TEXT COLLATE "C" NOT NULL REFERENCES level (id),
    at BIGINT NOT NULL,
    PRIMARY KEY (player, level)
);
INSERT INTO seen (player, level, at) SELECT player, level, MAX(helped) FROM play WHERE helped IS NOT NULL GROUP BY player, level;

-- What was there before helped plays were judged: to compare, or to go back; nothing reads it.
CREATE TABLE record_before_helped AS SELECT * FROM record;
CREATE TABLE progress_before_helped AS SELECT * FROM progress;

-- What a player is told when the house has changed something of theirs.
CREATE TABLE notice (
    player BIGINT NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    said TEXT NOT NULL
);
CREATE INDEX notice_by_player ON notice (player);

-- Work that the program does once, in one transaction, when it opens the database.
CREATE TABLE pending (
    what TEXT PRIMARY KEY
);
INSERT INTO pending (what) VALUES ('judge-helped');
