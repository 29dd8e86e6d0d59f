-- A run of a campaign is kept as the line that the lab wrote, so that a figure that is added to answers needs
-- no column. The rows of before become lines of the first edition, which are read for ever.
CREATE TABLE campaign_line (
    run TEXT NOT NULL,
    -- Milliseconds since 1970.
    begun INTEGER NOT NULL,
    machine TEXT NOT NULL,
    campaign TEXT NOT NULL,
    level TEXT NOT NULL REFERENCES level (id),
    line TEXT NOT NULL,
    PRIMARY KEY (run, begun, machine)
) STRICT, WITHOUT ROWID;
CREATE INDEX campaign_line_by_level ON campaign_line (level);
INSERT INTO campaign_line (run, begun, machine, campaign, level, line)
    SELECT run, begun, machine, campaign, level, json_object(
        'run', run,
        'begun', begun,
        'machine', machine,
        'campaign', campaign,
        'level', level,
        'method', method,
        'spec', spec,
        'metric', metric,
        'time_limit', time_limit,
        'memory_limit', memory_limit,
        'nodes_limit', nodes_limit,
        'seed', seed,
        'repetition', repetition,
        'threads', threads,
        'outcome', outcome,
        'stopped_by', stopped_by,
        'error', error,
        'value', value,
        'bound', bound,
        'solution', solution,
        'nodes', nodes,
        'generated', generated,
        'seconds', seconds,
        'setup_seconds', setup_seconds,
        'wall_seconds', wall_seconds,
        'cpu_seconds', cpu_seconds,
        'peak_bytes', peak_bytes,
        'enforcer', enforcer,
        'version', version,
        'build', build,
        'program', json(CASE program WHEN 0 THEN 'false' ELSE 'true' END), 'proved', json(CASE proved WHEN 0 THEN 'false' ELSE 'true' END))
    FROM campaign_run;
DROP TABLE campaign_run;
