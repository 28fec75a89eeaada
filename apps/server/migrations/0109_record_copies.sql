-- A copy of everything that the school keeps about a person: asked for by the person or by an administrator, made by a job, kept for days.
CREATE TABLE record_copies (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id   bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,  -- whose data it holds
  asked_by     bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,  -- the only person who may fetch it
  state        text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'failed', 'ended')),
  asked_at     timestamptz NOT NULL DEFAULT app_now(),
  made_at      timestamptz,
  ends_at      timestamptz,
  storage_key  text,
  byte_size    bigint,
  row_count    integer,
  file_count   integer,
  CHECK ((state = 'ready') = (storage_key IS NOT NULL)),
  CHECK (state <> 'ready' OR num_nulls(made_at, ends_at, byte_size, row_count, file_count) = 0)
);
CREATE UNIQUE INDEX record_copies_waiting ON record_copies (account_id) WHERE state = 'waiting';
CREATE INDEX record_copies_account ON record_copies (account_id, id);
CREATE INDEX record_copies_asked ON record_copies (asked_by);
CREATE INDEX record_copies_ready ON record_copies (ends_at) WHERE state = 'ready';

INSERT INTO actions (name, key) VALUES ('Export', 'export');
INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('Privacy', 'privacy', '', 'What the school keeps about people: copies, erasures, and how long', NULL, 100);
SELECT grant_default('admin', action, 'privacy') FROM unnest(ARRAY['view', 'create', 'edit', 'delete', 'export']) AS action;
