-- The platform: accounts and guests, log-in sessions, plays with public keys, records tied to plays.

-- A name is taken in every case and width: `folded` is what names are compared by. Players of the
-- terminal have none, as they always were told apart by case; without a password nobody can log in.
ALTER TABLE player ADD COLUMN folded TEXT;
ALTER TABLE player ADD COLUMN password TEXT;
ALTER TABLE player ADD COLUMN guest INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX player_by_folded ON player (folded);

-- Only the hash of a token is here, so that a stolen copy of the database opens no session.
CREATE TABLE session (
    token BLOB PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    made INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_by_player ON session (player);
CREATE INDEX session_by_end ON session (expires);

-- The name by which a play is shared: it cannot be guessed.
ALTER TABLE play ADD COLUMN key TEXT;
UPDATE play SET key = lower(hex(randomblob(16)));
CREATE UNIQUE INDEX play_by_key ON play (key);

-- How many events are stored, so that two tabs on one play are told apart by one comparison.
ALTER TABLE play ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
UPDATE play SET events = (SELECT COUNT(*) FROM event WHERE event.play = play.id);

-- When it was last written, given up, and when its player was shown a solution.
ALTER TABLE play ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
UPDATE play SET touched = COALESCE(ended, begun);
ALTER TABLE play ADD COLUMN given_up INTEGER;
ALTER TABLE play ADD COLUMN shown INTEGER;

-- Who holds a record, and the play that reached it; a record outlives both. `holder` is the name of a method.
ALTER TABLE record ADD COLUMN player INTEGER REFERENCES player (id) ON DELETE SET NULL;
ALTER TABLE record ADD COLUMN play INTEGER REFERENCES play (id) ON DELETE SET NULL;
UPDATE record SET player = (SELECT id FROM player WHERE name = holder), holder = '' WHERE is_method = 0;
CREATE INDEX record_by_player ON record (player);
CREATE INDEX record_by_play ON record (play);
CREATE INDEX record_by_time ON record (at);
