-- What somebody finds wrong in a play is a finding: a report is what the lab writes. The rows stay.
ALTER TABLE report RENAME TO finding;
DROP INDEX report_by_player;
CREATE INDEX finding_by_player ON finding (player, at);
