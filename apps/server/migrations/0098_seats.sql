-- The code of a lesson's run, by which phones find it. It is kept while the run is kept, so that an old code can be called old.
CREATE TABLE live_codes (
  session_id  bigint PRIMARY KEY REFERENCES live_sessions (id) ON DELETE CASCADE,
  code        text NOT NULL UNIQUE CHECK (code ~ '^[BCDFGHJKMNPRSTVWXZ]{6}$'),
  made_at     timestamptz NOT NULL DEFAULT app_now()
);

-- Wrong codes from one place within the last minutes, so that guessing ends.
CREATE TABLE live_code_guesses (
  place     text PRIMARY KEY,
  wrong     integer NOT NULL,
  first_at  timestamptz NOT NULL DEFAULT app_now()
);

-- The students who came to a run by its code. `token_id` is null once the seat is free again. A request is that of another phone which
-- has shown whose seat it asks for.
CREATE TABLE live_seats (
  session_id       bigint NOT NULL REFERENCES live_sessions (id) ON DELETE CASCADE,
  account_id       bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  token_id         bigint REFERENCES access_tokens (id) ON DELETE SET NULL,
  device           text NOT NULL DEFAULT '',
  came_at          timestamptz NOT NULL DEFAULT app_now(),
  request_hash     bytea,
  request_device   text,
  requested_at     timestamptz,
  request_state    text CHECK (request_state IN ('open', 'allowed', 'refused')),
  PRIMARY KEY (session_id, account_id)
);
CREATE INDEX live_seats_account ON live_seats (account_id);
CREATE INDEX live_seats_token ON live_seats (token_id) WHERE token_id IS NOT NULL;

-- A student's PIN for lessons, encrypted with the key that is not in the database, since its teachers can read it again.
CREATE TABLE seat_pins (
  account_id  bigint PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  sealed      bytea NOT NULL,
  made_at     timestamptz NOT NULL DEFAULT app_now(),
  wrong       integer NOT NULL DEFAULT 0,
  wrong_at    timestamptz
);
