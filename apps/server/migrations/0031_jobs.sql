-- Jobs get a state of their own, a key, who caused them, and schedules; those that were given up are kept for an administrator.
ALTER TABLE jobs
  ADD COLUMN state      text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'failed', 'dismissed')),
  ADD COLUMN since      timestamptz NOT NULL DEFAULT app_now(),   -- when it got its state or its time; later than now: the clock went back
  ADD COLUMN lease      integer NOT NULL DEFAULT 0,               -- counts who takes it: what an earlier holder says of it does not count
  ADD COLUMN tries_from integer NOT NULL DEFAULT 0,               -- attempts before an administrator put it back
  ADD COLUMN key        text,                                     -- of one kind and key one waits at most
  ADD COLUMN request_id text;                                     -- of the call that caused it
UPDATE jobs SET state = 'failed' WHERE failed_at IS NOT NULL;
DROP INDEX jobs_due;
CREATE INDEX jobs_due ON jobs (run_at) WHERE state IN ('waiting', 'running');
CREATE UNIQUE INDEX jobs_waiting_key ON jobs (kind, key) WHERE state = 'waiting';
CREATE INDEX jobs_failed ON jobs (failed_at DESC, id DESC) WHERE state = 'failed';

-- When work that is done by itself is due next: one row, whatever the number of processes.
CREATE TABLE job_schedules (
  kind     text PRIMARY KEY,
  next_at  timestamptz NOT NULL
);
