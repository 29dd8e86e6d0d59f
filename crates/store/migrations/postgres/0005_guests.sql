-- One guest can hurt nobody: names by their looks, a way back without a password, devices that are known,
-- and what the owner of a house needs to keep order.

-- What a name looks like: letters of other scripts that look the same are the same. The program fills it in
-- for the names of before, see `pending`.
ALTER TABLE player ADD COLUMN looks TEXT COLLATE "C";
CREATE INDEX player_by_looks ON player (looks);

-- The hash of the code that opens the account once where the password is lost.
ALTER TABLE player ADD COLUMN recovery TEXT;
-- When the owner of the house shut the player out; NULL for those who may come in.
ALTER TABLE player ADD COLUMN banned BIGINT;
-- Events that the player may keep, where it is not as many as everybody.
ALTER TABLE player ADD COLUMN quota BIGINT;

-- When a visitor opened the level from its text, and who; NULL for what came otherwise. What was opened so and
-- is used by nobody is swept.
ALTER TABLE level ADD COLUMN opened BIGINT;
ALTER TABLE level ADD COLUMN opener BIGINT REFERENCES player (id) ON DELETE SET NULL;
CREATE INDEX level_by_opened ON level (opened);
CREATE INDEX level_by_opener ON level (opener);
CREATE INDEX play_by_level ON play (level);
CREATE INDEX progress_by_level ON progress (level);
CREATE INDEX seen_by_level ON seen (level);

-- Browsers in which somebody logged in before: their attempts are counted apart from those of strangers.
CREATE TABLE device (
    token BYTEA NOT NULL,
    player BIGINT NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    seen BIGINT NOT NULL,
    PRIMARY KEY (token, player)
);
CREATE INDEX device_by_player ON device (player);

INSERT INTO pending (what) VALUES ('name-looks');
