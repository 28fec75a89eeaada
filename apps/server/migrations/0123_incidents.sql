-- Incidents: what an administrator finds out and does after data of people was open to somebody without a right to it.
CREATE TABLE incidents (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  school_id   bigint NOT NULL REFERENCES schools ON DELETE CASCADE,
  title       text NOT NULL CHECK (title <> ''),
  noticed_at  timestamptz NOT NULL,                             -- the two times for letters count from here
  from_day    date NOT NULL,                                    -- days of the school
  to_day      date CHECK (to_day >= from_day),                  -- null: it goes on
  opened_by   bigint REFERENCES accounts ON DELETE SET NULL,
  opened_at   timestamptz NOT NULL DEFAULT app_now(),
  closed_by   bigint REFERENCES accounts ON DELETE SET NULL,
  closed_at   timestamptz,
  report      jsonb,                                            -- the numbers as they were at the closing
  CHECK ((closed_at IS NULL) = (report IS NULL))
);
CREATE INDEX incidents_school ON incidents (school_id, id);
CREATE INDEX incidents_opened_by ON incidents (opened_by);
CREATE INDEX incidents_closed_by ON incidents (closed_by);

-- The readers of an incident: an account, one sign-in of an account, a program, or everybody who signed in from a network.
CREATE TABLE incident_subjects (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id    bigint NOT NULL REFERENCES incidents ON DELETE CASCADE,
  kind           text NOT NULL CHECK (kind IN ('account', 'session', 'program', 'network')),
  account_id     bigint REFERENCES accounts ON DELETE CASCADE,
  session_id     bigint REFERENCES access_tokens ON DELETE SET NULL,
  since          timestamptz,                                   -- of a sign-in: it began
  api_client_id  bigint REFERENCES api_clients ON DELETE CASCADE,
  network        text,                                          -- the hash that entries of sign-ins keep
  added_at       timestamptz NOT NULL DEFAULT app_now(),
  CHECK (num_nonnulls(account_id, api_client_id, network) = 1),
  CHECK ((kind IN ('account', 'session')) = (account_id IS NOT NULL)),
  CHECK ((kind = 'session') = (since IS NOT NULL)),
  CHECK ((kind = 'program') = (api_client_id IS NOT NULL)),
  UNIQUE NULLS NOT DISTINCT (incident_id, kind, account_id, since, api_client_id, network)
);
CREATE INDEX incident_subjects_account ON incident_subjects (account_id);
CREATE INDEX incident_subjects_session ON incident_subjects (session_id);
CREATE INDEX incident_subjects_program ON incident_subjects (api_client_id);

-- What was done by hand; what the product did stands in the audit trail.
CREATE TABLE incident_steps (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id  bigint NOT NULL REFERENCES incidents ON DELETE CASCADE,
  kind         text NOT NULL CHECK (kind IN ('note', 'authority', 'families', 'closed', 'reopened')),
  note         text NOT NULL DEFAULT '',
  made_by      bigint REFERENCES accounts ON DELETE SET NULL,
  made_at      timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX incident_steps_incident ON incident_steps (incident_id, id);
CREATE INDEX incident_steps_made_by ON incident_steps (made_by);

-- oneroster: what a program may read, and whether its access was ended.
CREATE OR REPLACE VIEW programs AS SELECT id, school_id, name, scopes, revoked_at FROM api_clients;

INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('Incidents', 'incidents', 'incidents', 'Whose data was read by somebody without a right to it, and what was done', 'admin_settings', 123);
SELECT grant_default('admin', action, 'incidents') FROM unnest(ARRAY['view', 'create', 'edit']) AS action;
