-- What somebody finds wrong in a play is a finding: a report is what the lab writes. The rows stay.
ALTER TABLE report RENAME TO finding;
ALTER INDEX report_by_player RENAME TO finding_by_player;
