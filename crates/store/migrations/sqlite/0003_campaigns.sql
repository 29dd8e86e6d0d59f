-- Every finished run of a campaign as it was measured, solved or not. `run` is the hash of what was to be
-- done; the same may be measured again with another build or on another machine, at another time.
CREATE TABLE campaign_run (
    run TEXT NOT NULL,
    -- Milliseconds since 1970.
    begun INTEGER NOT NULL,
    machine TEXT NOT NULL,
    campaign TEXT NOT NULL,
    level TEXT NOT NULL REFERENCES level (id),
    -- As the campaign calls it, and with its options or as a command.
    method TEXT NOT NULL,
    spec TEXT NOT NULL,
    program INTEGER NOT NULL,
    metric TEXT NOT NULL,
    time_limit REAL,
    memory_limit INTEGER,
    nodes_limit INTEGER,
    seed INTEGER NOT NULL,
    repetition INTEGER NOT NULL,
    threads INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    stopped_by TEXT,
    error TEXT,
    value INTEGER,
    proved INTEGER NOT NULL,
    bound INTEGER,
    solution TEXT,
    nodes INTEGER,
    generated INTEGER,
    seconds REAL,
    setup_seconds REAL,
    wall_seconds REAL NOT NULL,
    cpu_seconds REAL NOT NULL,
    peak_bytes INTEGER NOT NULL,
    enforcer TEXT NOT NULL,
    version TEXT NOT NULL,
    build TEXT NOT NULL,
    PRIMARY KEY (run, begun, machine)
) STRICT, WITHOUT ROWID;
CREATE INDEX campaign_run_by_level ON campaign_run (level, method);
