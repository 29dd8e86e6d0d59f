-- Packs that people made of levels they brought along. Whoever knows the key may play them.
CREATE TABLE own_pack (
    key TEXT PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    puzzle TEXT NOT NULL,
    title TEXT NOT NULL,
    -- How hard its owner says it is; NULL where they say nothing.
    grade TEXT,
    made INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX own_pack_by_owner ON own_pack (owner);

CREATE TABLE own_pack_level (
    pack TEXT NOT NULL REFERENCES own_pack (key) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    level TEXT NOT NULL REFERENCES level (id),
    title TEXT NOT NULL,
    PRIMARY KEY (pack, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX own_pack_level_by_level ON own_pack_level (level);
