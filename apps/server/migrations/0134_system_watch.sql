-- What each process says of itself, with its lease.
ALTER TABLE server_processes ADD COLUMN figures jsonb;

-- What was last seen of the services that the installation uses.
CREATE TABLE service_checks (
  service     text PRIMARY KEY CHECK (service IN ('mail', 'files')),
  is_well     boolean NOT NULL,
  checked_at  timestamptz NOT NULL DEFAULT app_now()
);

-- Backups, their verification and restores. A row says how far one has come, and remains.
CREATE TABLE backup_runs (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind      text NOT NULL CHECK (kind IN ('backup', 'verify', 'restore')),
  state     text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  begun_at  timestamptz NOT NULL DEFAULT app_now(),
  ended_at  timestamptz,
  taken_at  timestamptz,
  bytes     bigint,
  percent   smallint NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
  problem   text CHECK (problem IN ('missing', 'readOnly', 'noRoom', 'full', 'stopped', 'damaged', 'unknown')),
  CHECK ((state IN ('done', 'failed')) = (ended_at IS NOT NULL)),
  CHECK ((state = 'failed') = (problem IS NOT NULL))
);
CREATE INDEX backup_runs_newest ON backup_runs (kind, state, id DESC);
CREATE UNIQUE INDEX backup_runs_one_open ON backup_runs ((true)) WHERE state IN ('waiting', 'running');

-- Until when all processes log more than they are set to.
ALTER TABLE installation ADD COLUMN logs_more_until timestamptz;

SELECT grant_default('admin', 'edit', 'system');
