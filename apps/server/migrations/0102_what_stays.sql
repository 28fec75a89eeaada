-- What stays of a lesson: its idea is asked again after a week, and after three where the first answer was wrong; and a student who
-- missed it does it alone. Neither is in a figure of the class.
CREATE TABLE reviews (
  id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id           bigint NOT NULL REFERENCES live_sessions (id),
  account_id           bigint NOT NULL REFERENCES accounts (id),
  round                smallint NOT NULL CHECK (round IN (1, 2)),
  -- the version is frozen, so that a later edit changes nothing
  question_version_id  bigint NOT NULL REFERENCES question_versions (id),
  due_at               timestamptz NOT NULL,
  ends_at              timestamptz NOT NULL,
  -- "Not now": it is not shown before
  shown_from           timestamptz,
  response_id          bigint REFERENCES question_responses (id),
  answered_at          timestamptz,
  CHECK (ends_at > due_at),
  CHECK ((response_id IS NULL) = (answered_at IS NULL)),
  UNIQUE (session_id, account_id, round)
);
CREATE INDEX reviews_open ON reviews (account_id, due_at) WHERE answered_at IS NULL;
CREATE INDEX reviews_answered ON reviews (account_id, answered_at) WHERE answered_at IS NOT NULL;

CREATE TABLE solo_runs (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id  bigint NOT NULL REFERENCES live_sessions (id),
  account_id  bigint NOT NULL REFERENCES accounts (id),
  started_at  timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (session_id, account_id)
);
CREATE INDEX solo_runs_account ON solo_runs (account_id);

-- One row for a form: a draft until it has `answered_at`.
CREATE TABLE solo_answers (
  run_id       bigint NOT NULL REFERENCES solo_runs (id),
  form         text NOT NULL CHECK (form IN ('Form - 1A', 'Form - 1B', 'Form - 2')),
  response_id  bigint REFERENCES question_responses (id),
  words        text NOT NULL,
  revision     bigint NOT NULL,
  saved_at     timestamptz NOT NULL DEFAULT app_now(),
  answered_at  timestamptz,
  CHECK (answered_at IS NULL OR response_id IS NOT NULL),
  PRIMARY KEY (run_id, form)
);
