-- Levels that people made and published. Whoever knows the key may play one; listed ones everybody finds.
CREATE TABLE made_level (
    key TEXT COLLATE "C" PRIMARY KEY,
    owner BIGINT NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    puzzle TEXT NOT NULL,
    listed BIGINT NOT NULL,
    -- Milliseconds since 1970: of the first version and of the last.
    made BIGINT NOT NULL,
    touched BIGINT NOT NULL
);
CREATE INDEX made_level_by_owner ON made_level (owner);
CREATE INDEX made_level_by_time ON made_level (listed, touched);

CREATE TABLE made_version (
    made TEXT COLLATE "C" NOT NULL REFERENCES made_level (key) ON DELETE CASCADE,
    -- From 1; a version never changes.
    version BIGINT NOT NULL,
    level TEXT COLLATE "C" NOT NULL REFERENCES level (id),
    title TEXT NOT NULL,
    -- Whom its author names as author.
    credit TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- Has the referee seen a solution?
    solved BIGINT NOT NULL,
    PRIMARY KEY (made, version)
);
CREATE INDEX made_version_by_level ON made_version (level);
