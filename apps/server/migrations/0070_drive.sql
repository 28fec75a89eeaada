-- Whose Google account files are picked with: one for each person, for what is picked and nothing else. Tokens are sealed.
CREATE TABLE drive_connections (
  account_id         bigint PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  subject            text NOT NULL,
  email              text NOT NULL,
  state              text NOT NULL DEFAULT 'ok' CHECK (state IN ('ok', 'withdrawn', 'scope_missing', 'blocked')),
  refresh_sealed     bytea,
  access_sealed      bytea NOT NULL,
  access_expires_at  timestamptz NOT NULL,
  created_at         timestamptz NOT NULL DEFAULT app_now(),
  updated_at         timestamptz NOT NULL DEFAULT app_now()
);
CREATE TRIGGER drive_connections_touch BEFORE UPDATE ON drive_connections FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- Which file of a person's library is the copy of which version of a file there, so that none is copied twice.
CREATE TABLE drive_copies (
  account_id  bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  drive_id    text NOT NULL,
  version     text NOT NULL,
  file_id     bigint NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  PRIMARY KEY (account_id, drive_id)
);
CREATE INDEX drive_copies_file ON drive_copies (file_id);
