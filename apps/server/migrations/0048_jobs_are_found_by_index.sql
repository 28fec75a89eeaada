-- Of thousands that are due one is taken, and the failed ones of its key are cleared up, without reading the others.
DROP INDEX jobs_due;
CREATE INDEX jobs_due ON jobs (run_at, id) WHERE state IN ('waiting', 'running');
CREATE INDEX jobs_running_key ON jobs (kind, key) WHERE state = 'running';
CREATE INDEX jobs_failed_key ON jobs (kind, key) WHERE state IN ('failed', 'dismissed');
