-- Work for other machines: runs of campaigns and solver jobs of servers, taken by whoever has a hand free. Moments are
-- those of the database's clock. What is taken is held by a lease; a lease that was not renewed is nobody's.
CREATE TABLE worker (
    id TEXT COLLATE "C" PRIMARY KEY,
    -- Only work of the same version is taken.
    version TEXT NOT NULL,
    machine TEXT NOT NULL,
    hands BIGINT NOT NULL,
    -- Does it run programs of others?
    programs BIGINT NOT NULL,
    -- What it takes.
    jobs BIGINT NOT NULL,
    campaigns BIGINT NOT NULL,
    begun BIGINT NOT NULL,
    -- When it was last heard of.
    beat BIGINT NOT NULL
);

-- Levels by their content hash: each travels once, whoever needs it.
CREATE TABLE work_level (
    id TEXT COLLATE "C" PRIMARY KEY,
    puzzle TEXT NOT NULL,
    text TEXT NOT NULL
);

CREATE TABLE work_campaign (
    name TEXT COLLATE "C" PRIMARY KEY,
    version TEXT NOT NULL,
    -- The campaign file.
    campaign TEXT NOT NULL,
    -- The hashes of the programs of others, by contestant; empty where there are none.
    programs TEXT NOT NULL,
    runs BIGINT NOT NULL,
    made BIGINT NOT NULL
);

CREATE TABLE work_campaign_level (
    campaign TEXT COLLATE "C" NOT NULL REFERENCES work_campaign (name) ON DELETE CASCADE,
    level TEXT COLLATE "C" NOT NULL REFERENCES work_level (id),
    PRIMARY KEY (campaign, level)
);
CREATE INDEX work_campaign_level_by_level ON work_campaign_level (level);

-- What one hand takes at a time.
CREATE TABLE work_share (
    campaign TEXT COLLATE "C" NOT NULL REFERENCES work_campaign (name) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    body TEXT NOT NULL,
    -- Has every run of it a result?
    done BIGINT NOT NULL DEFAULT 0,
    worker TEXT COLLATE "C",
    lease BIGINT NOT NULL DEFAULT 0,
    -- How often it was taken: what worker after worker dies of comes last.
    tries BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (campaign, number)
);
CREATE INDEX work_share_open ON work_share (campaign, tries, number) WHERE done = 0;
CREATE INDEX work_share_held ON work_share (campaign, worker) WHERE done = 0 AND worker IS NOT NULL;

-- At most one for each run.
CREATE TABLE work_result (
    campaign TEXT COLLATE "C" NOT NULL REFERENCES work_campaign (name) ON DELETE CASCADE,
    run TEXT COLLATE "C" NOT NULL,
    line TEXT NOT NULL,
    -- Is it in the folder of its campaign?
    collected BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (campaign, run)
);
CREATE INDEX work_result_new ON work_result (campaign, run) WHERE collected = 0;

CREATE TABLE work_job (
    id TEXT COLLATE "C" PRIMARY KEY,
    number BIGINT GENERATED ALWAYS AS IDENTITY,
    version TEXT NOT NULL,
    owner BIGINT NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    -- Where the owner came from: a network waits in one line.
    network TEXT NOT NULL,
    level TEXT COLLATE "C" NOT NULL REFERENCES work_level (id),
    from_start BIGINT NOT NULL,
    method TEXT NOT NULL,
    optimal BIGINT NOT NULL,
    milliseconds BIGINT NOT NULL,
    memory BIGINT NOT NULL,
    made BIGINT NOT NULL,
    worker TEXT COLLATE "C",
    lease BIGINT NOT NULL DEFAULT 0,
    tries BIGINT NOT NULL DEFAULT 0,
    cancelled BIGINT NOT NULL DEFAULT 0,
    -- When somebody last looked at it: what nobody looks at is cancelled.
    watched BIGINT NOT NULL,
    -- How far it is, as JSON.
    progress TEXT,
    -- What came of it, as JSON; and when.
    answer TEXT,
    ended BIGINT
);
CREATE INDEX work_job_open ON work_job (number) WHERE ended IS NULL;
CREATE INDEX work_job_by_owner ON work_job (owner) WHERE ended IS NULL;
CREATE INDEX work_job_by_level ON work_job (level);
CREATE INDEX work_job_by_ended ON work_job (ended);

-- The servers of a site: each says every few seconds that it is there.
CREATE TABLE site_server (
    id TEXT COLLATE "C" PRIMARY KEY,
    beat BIGINT NOT NULL
);

-- Attempts to get into accounts that failed, by hashes of who tried what: all servers count together.
CREATE TABLE login_failure (
    key TEXT COLLATE "C" PRIMARY KEY,
    failures BIGINT NOT NULL,
    last BIGINT NOT NULL
);
CREATE INDEX login_failure_by_last ON login_failure (last);
