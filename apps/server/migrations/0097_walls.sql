-- What the walls of a run show is one value of the run: what, of which form, which step, and the form opened last and whether
-- the run had ended when staff chose it.
ALTER TABLE live_sessions ADD COLUMN wall jsonb CHECK (jsonb_typeof(wall) = 'object');

-- A wall is a screen without a sign-in. It shows its code until a teacher enters it; then it has a token of its own, for a day.
CREATE TABLE live_walls (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code          text NOT NULL UNIQUE CHECK (code ~ '^[A-Z]{6}$'),
  secret_hash   bytea NOT NULL UNIQUE,
  created_at    timestamptz NOT NULL DEFAULT app_now(),
  expires_at    timestamptz NOT NULL,
  account_id    bigint REFERENCES accounts (id) ON DELETE CASCADE,
  token_id      bigint REFERENCES access_tokens (id) ON DELETE CASCADE,
  -- the lesson that its teacher chose for it, or null for the one that runs
  assessment_id bigint REFERENCES assessments (id) ON DELETE SET NULL,
  -- the lesson that it was given last
  shown_id      bigint REFERENCES assessments (id) ON DELETE SET NULL,
  paired_at     timestamptz,
  last_seen_at  timestamptz,
  CONSTRAINT live_walls_paired_check CHECK ((account_id IS NULL) = (paired_at IS NULL))
);
CREATE INDEX live_walls_of_account ON live_walls (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX live_walls_of_token ON live_walls (token_id) WHERE token_id IS NOT NULL;
CREATE INDEX live_walls_expired ON live_walls (expires_at);
CREATE INDEX live_walls_chosen ON live_walls (assessment_id) WHERE assessment_id IS NOT NULL;
CREATE INDEX live_walls_shown ON live_walls (shown_id) WHERE shown_id IS NOT NULL;

-- Staff of schools that are created from now on stay signed in on their other devices. Existing schools keep what they have.
ALTER TABLE schools ALTER COLUMN settings SET DEFAULT '{"several_devices_for_staff": true}';
