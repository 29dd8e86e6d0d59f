-- Attempts to get into accounts that failed, by hashes of who tried what.
CREATE TABLE login_failure (
    key TEXT PRIMARY KEY,
    failures INTEGER NOT NULL,
    last INTEGER NOT NULL
) STRICT;
CREATE INDEX login_failure_by_last ON login_failure (last);
