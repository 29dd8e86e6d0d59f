-- Levels that people made and published. Whoever knows the key may play one; listed ones everybody finds.
CREATE TABLE made_level (
    key TEXT PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    puzzle TEXT NOT NULL,
    listed INTEGER NOT NULL,
    -- Milliseconds since 1970: of the first version and of the last.
    made INTEGER NOT NULL,
    touched INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX made_level_by_owner ON made_level (owner);
CREATE INDEX made_level_by_time ON made_level (listed, touched);

CREATE TABLE made_version (
    made TEXT NOT NULL REFERENCES made_level (key) ON DELETE CASCADE,
    -- From 1; a version never changes.
    version INTEGER NOT NULL,
    level TEXT NOT NULL REFERENCES level (id),
    title TEXT NOT NULL,
    -- Whom its author names as author.
    credit TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- Has the referee seen a solution?
    solved INTEGER NOT NULL,
    PRIMARY KEY (made, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX made_version_by_level ON made_version (level);
