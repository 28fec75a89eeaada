-- Consents that somebody has begun to give at Google, for one thing, and has not come back from.
CREATE TABLE google_consents (
  state_hash     bytea PRIMARY KEY,
  secret_hash    bytea NOT NULL,
  purpose        text NOT NULL CHECK (purpose IN ('classroom', 'drive')),
  account_id     bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  nonce          text NOT NULL,
  code_verifier  text NOT NULL,
  redirect_uri   text NOT NULL,
  expires_at     timestamptz NOT NULL
);
CREATE INDEX google_consents_account ON google_consents (account_id);
CREATE INDEX google_consents_expiry ON google_consents (expires_at);

-- Whose Google account is used for a source. Tokens are sealed: a copy of the database opens nothing.
CREATE TABLE sync_connections (
  id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id          bigint NOT NULL REFERENCES external_sources (id),
  account_id         bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  subject            text NOT NULL,
  email              text NOT NULL,
  scopes             text[] NOT NULL,
  refresh_sealed     bytea,
  access_sealed      bytea,
  access_expires_at  timestamptz,
  state              text NOT NULL DEFAULT 'ok' CHECK (state IN ('ok', 'withdrawn', 'scope_missing', 'blocked')),
  -- where links in what is made at Google lead to
  origin             text NOT NULL,
  last_ok_at         timestamptz,
  created_at         timestamptz NOT NULL DEFAULT app_now(),
  updated_at         timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (source_id, account_id),
  UNIQUE (source_id, subject)
);
CREATE INDEX sync_connections_account ON sync_connections (account_id);
CREATE TRIGGER sync_connections_touch BEFORE UPDATE ON sync_connections FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- `account_id`: whose classes; null: the school's. `course_id`: of a run through one class. `choices`: what becomes of
-- classes that a preview found. `of_run`: the preview that it does, or the run that it takes back.
CREATE TABLE sync_runs (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id    bigint NOT NULL REFERENCES external_sources (id),
  scope        text NOT NULL CHECK (scope IN ('classes', 'class_work', 'invitations')),
  mode         text NOT NULL CHECK (mode IN ('preview', 'apply', 'scheduled', 'undo')),
  course_id    bigint REFERENCES courses (id),
  account_id   bigint REFERENCES accounts (id) ON DELETE CASCADE,
  begun_by     bigint REFERENCES accounts (id) ON DELETE SET NULL,
  of_run       bigint REFERENCES sync_runs (id) ON DELETE CASCADE,
  choices      jsonb NOT NULL DEFAULT '[]',
  status       text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'paused', 'finished', 'partly', 'failed', 'cancelled')),
  waits_until  timestamptz,
  question     jsonb,
  is_confirmed boolean NOT NULL DEFAULT false,
  -- begun by grades that were returned: it goes through submissions alone
  only_grades  boolean NOT NULL DEFAULT false,
  failure      text,
  made         integer NOT NULL DEFAULT 0,
  changed      integer NOT NULL DEFAULT 0,
  ended        integer NOT NULL DEFAULT 0,
  sent         integer NOT NULL DEFAULT 0,
  refused      integer NOT NULL DEFAULT 0,
  conflicts    integer NOT NULL DEFAULT 0,
  calls        integer NOT NULL DEFAULT 0,
  request_id   text,
  created_at   timestamptz NOT NULL DEFAULT app_now(),
  finished_at  timestamptz
);
CREATE UNIQUE INDEX sync_runs_live ON sync_runs (source_id, scope, course_id, account_id) NULLS NOT DISTINCT
  WHERE status IN ('waiting', 'running', 'paused');
CREATE INDEX sync_runs_source ON sync_runs (source_id, id DESC);
CREATE INDEX sync_runs_course ON sync_runs (course_id, id DESC) WHERE course_id IS NOT NULL;
CREATE INDEX sync_runs_account ON sync_runs (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX sync_runs_begun_by ON sync_runs (begun_by) WHERE begun_by IS NOT NULL;
CREATE INDEX sync_runs_of ON sync_runs (of_run) WHERE of_run IS NOT NULL;
CREATE INDEX sync_runs_old ON sync_runs (finished_at) WHERE finished_at IS NOT NULL;

-- A run's way through one class. `step` and `page_token` say where it goes on; `seen` what this step's pages have named.
CREATE TABLE sync_units (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id         bigint NOT NULL REFERENCES sync_runs (id) ON DELETE CASCADE,
  link_id        bigint NOT NULL REFERENCES external_links (id) ON DELETE CASCADE,
  connection_id  bigint REFERENCES sync_connections (id) ON DELETE SET NULL,
  course         jsonb,
  status         text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'paused', 'done', 'failed')),
  step           integer NOT NULL DEFAULT 0,
  page_token     text,
  seen           jsonb NOT NULL DEFAULT '[]',
  tries          integer NOT NULL DEFAULT 0,
  failure        text,
  UNIQUE (run_id, link_id)
);
CREATE INDEX sync_units_link ON sync_units (link_id);
CREATE INDEX sync_units_connection ON sync_units (connection_id) WHERE connection_id IS NOT NULL;

-- What a run changed, or would, or could not. Values are kept whole, for them to be taken back.
CREATE TABLE sync_changes (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id      bigint NOT NULL REFERENCES sync_runs (id) ON DELETE CASCADE,
  link_id     bigint REFERENCES external_links (id) ON DELETE SET NULL,
  course_id   bigint REFERENCES courses (id),
  local_id    bigint,
  kind        text NOT NULL,
  subject     text NOT NULL,
  field       text NOT NULL DEFAULT '',
  action      text NOT NULL CHECK (action IN ('made', 'changed', 'ended')),
  direction   text NOT NULL CHECK (direction IN ('here', 'there')),
  before      jsonb,
  after       jsonb,
  outcome     text NOT NULL CHECK (outcome IN ('planned', 'applied', 'sent', 'receipt', 'refused', 'conflict', 'undone', 'kept')),
  reason      text,
  at          timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX sync_changes_run ON sync_changes (run_id, id);
CREATE INDEX sync_changes_link ON sync_changes (link_id, id DESC) WHERE link_id IS NOT NULL;
CREATE INDEX sync_changes_course ON sync_changes (course_id) WHERE course_id IS NOT NULL;
CREATE INDEX sync_changes_receipts ON sync_changes (course_id, local_id, id DESC) WHERE outcome = 'receipt';

-- Both sides changed a field to different values. Open until somebody chooses, or both agree again.
CREATE TABLE sync_conflicts (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  link_id    bigint NOT NULL REFERENCES external_links (id) ON DELETE CASCADE,
  course_id  bigint REFERENCES courses (id),
  kind       text NOT NULL,
  subject    text NOT NULL,
  field      text NOT NULL,
  base       jsonb,
  ours       jsonb,
  theirs     jsonb,
  ours_by    bigint REFERENCES accounts (id) ON DELETE SET NULL,
  ours_at    timestamptz,
  theirs_at  timestamptz,
  found_at   timestamptz NOT NULL DEFAULT app_now(),
  choice     text CHECK (choice IN ('ours', 'theirs', 'agreed')),
  solved_by  bigint REFERENCES accounts (id) ON DELETE SET NULL,
  solved_at  timestamptz
);
CREATE UNIQUE INDEX sync_conflicts_open ON sync_conflicts (link_id, field) WHERE choice IS NULL;
CREATE INDEX sync_conflicts_course ON sync_conflicts (course_id, id DESC) WHERE choice IS NULL;
CREATE INDEX sync_conflicts_any_course ON sync_conflicts (course_id) WHERE course_id IS NOT NULL;
CREATE INDEX sync_conflicts_link ON sync_conflicts (link_id);
CREATE INDEX sync_conflicts_ours_by ON sync_conflicts (ours_by) WHERE ours_by IS NOT NULL;
CREATE INDEX sync_conflicts_solved_by ON sync_conflicts (solved_by) WHERE solved_by IS NOT NULL;

-- Something that is about to be made at Google: kept before the call, so that one whose answer was lost is looked for.
CREATE TABLE sync_intents (
  source_id  bigint NOT NULL REFERENCES external_sources (id) ON DELETE CASCADE,
  kind       text NOT NULL,
  local_id   bigint NOT NULL,
  sent_at    timestamptz NOT NULL,
  -- Google refused it as it was then
  refused_at timestamptz,
  PRIMARY KEY (source_id, kind, local_id)
);

-- Calls that Google allows, shared by all processes: `tat` is when the next one is due at the steady rate.
CREATE TABLE quota_buckets (
  key           text PRIMARY KEY,
  tat           timestamptz NOT NULL,
  sleeps_until  timestamptz
);

INSERT INTO resources (name, key, res_url, description, menu_group, menu_order)
VALUES ('Google Classroom', 'classroom-sync', 'sync', 'Classes, work and grades that agree with Google Classroom', 'teacher', 90);
SELECT grant_default(role, action, 'classroom-sync') FROM unnest(ARRAY['admin', 'teachers']) AS role, unnest(ARRAY['view', 'run']) AS action;
SELECT grant_default('admin', 'edit', 'classroom-sync');

-- What a source outside keeps beside an announcement, as it does beside works: `isForeign`, it was made there.
ALTER TABLE announcements ADD COLUMN external jsonb NOT NULL DEFAULT '{}';
