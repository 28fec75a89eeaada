-- Rosters are read by a job: where their files are until then, how far it is, and what somebody has to say first.
ALTER TABLE roster_imports
  ALTER COLUMN format DROP NOT NULL,                         -- null: nobody has read it yet
  DROP CONSTRAINT roster_imports_status_check,
  ADD CONSTRAINT roster_imports_status_check
    CHECK (status IN ('reading', 'columns', 'preview', 'waiting', 'running', 'finished', 'partly', 'failed', 'cancelled')),
  ADD COLUMN files jsonb NOT NULL DEFAULT '[]',              -- until they are read: name, key, bytes
  ADD COLUMN unknown jsonb NOT NULL DEFAULT '[]',            -- tables of which nobody has said what their columns mean
  ADD COLUMN read_done bigint NOT NULL DEFAULT 0,            -- of `read_total`: bytes that were read, then rows that were compared
  ADD COLUMN read_total bigint NOT NULL DEFAULT 0,
  ADD COLUMN failure_params jsonb NOT NULL DEFAULT '{}';     -- of the words of `failure`
CREATE INDEX roster_imports_with_files ON roster_imports (id) WHERE files <> '[]';
