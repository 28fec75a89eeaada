-- How much more time a student has in the forms of lessons, in percent of the class's; no row: none.
CREATE TABLE extra_times (
  account_id  bigint PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  percent     integer NOT NULL CHECK (percent BETWEEN 1 AND 1000)
);

-- The same as a form found it when it opened. `ended_at` null: the student's own time in the form has not ended.
CREATE TABLE live_extra_times (
  phase_id    bigint NOT NULL REFERENCES live_phases (id),
  account_id  bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  percent     integer NOT NULL CHECK (percent BETWEEN 1 AND 1000),
  ended_at    timestamptz,
  PRIMARY KEY (phase_id, account_id)
);
CREATE INDEX live_extra_times_account ON live_extra_times (account_id);
CREATE INDEX live_extra_times_running ON live_extra_times (phase_id) WHERE ended_at IS NULL;

INSERT INTO resources (name, key, description) VALUES
  ('Extra time', 'extra-time', 'More time for single students in lessons: their teachers see and set it');
SELECT grant_default(role, action, 'extra-time') FROM unnest(ARRAY['admin', 'teachers']) AS role, unnest(ARRAY['view', 'edit']) AS action;
