-- Programs that an administrator let in to one school: what they may do, and a hash of their secret.
CREATE TABLE api_clients (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  school_id      bigint NOT NULL REFERENCES schools (id),
  name           text NOT NULL CHECK (name <> ''),
  client_id      text NOT NULL UNIQUE CHECK (client_id <> ''),
  scopes         text[] NOT NULL CHECK (scopes <> '{}'),
  secret_hash    bytea NOT NULL,
  secret_set_at  timestamptz NOT NULL DEFAULT app_now(),
  created_by     bigint NOT NULL REFERENCES accounts (id),
  created_at     timestamptz NOT NULL DEFAULT app_now(),
  updated_at     timestamptz NOT NULL DEFAULT app_now(),
  last_used_at   timestamptz,
  revoked_at     timestamptz
);
CREATE INDEX api_clients_school ON api_clients (school_id, id);
CREATE INDEX api_clients_author ON api_clients (created_by);
CREATE TRIGGER api_clients_touch BEFORE UPDATE ON api_clients FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE api_client_tokens (
  token_hash     bytea PRIMARY KEY,
  api_client_id  bigint NOT NULL REFERENCES api_clients (id),
  scopes         text[] NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT app_now(),
  expires_at     timestamptz NOT NULL
);
CREATE INDEX api_client_tokens_client ON api_client_tokens (api_client_id);
CREATE INDEX api_client_tokens_expiry ON api_client_tokens (expires_at);

-- What left the school, and what was written: a row for each call that was answered.
CREATE TABLE api_client_reads (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  api_client_id  bigint NOT NULL REFERENCES api_clients (id),
  at             timestamptz NOT NULL DEFAULT app_now(),
  method         text NOT NULL,
  operation      text NOT NULL,
  path           text NOT NULL,
  row_count      integer NOT NULL CHECK (row_count >= 0),
  address        text NOT NULL
);
CREATE INDEX api_client_reads_client ON api_client_reads (api_client_id, id DESC);
CREATE INDEX api_client_reads_at ON api_client_reads (at);

-- Line items and results that a program made: what it calls them, and the revision of the grade that it wrote last.
CREATE TABLE api_client_records (
  school_id       bigint NOT NULL REFERENCES schools (id),
  kind            text NOT NULL CHECK (kind IN ('lineItem', 'result')),
  sourced_id      text NOT NULL CHECK (sourced_id <> ''),
  api_client_id   bigint NOT NULL REFERENCES api_clients (id),
  local_id        bigint NOT NULL,
  grade_revision  integer,
  created_at      timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (school_id, kind, sourced_id),
  UNIQUE (kind, local_id)
);
CREATE INDEX api_client_records_client ON api_client_records (api_client_id);

INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('OneRoster', 'api-clients', 'oneroster', 'Which programs read and write a school’s roster and grades (OneRoster)', 'admin_settings', 140);
SELECT grant_default('admin', action, 'api-clients') FROM unnest(ARRAY['view', 'edit']) AS action;
