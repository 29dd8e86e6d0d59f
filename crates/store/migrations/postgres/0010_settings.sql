-- How a player wants the pages to be, choice by choice: what the program does not know any more, nobody reads.
CREATE TABLE setting (
    player BIGINT NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (player, name)
);
