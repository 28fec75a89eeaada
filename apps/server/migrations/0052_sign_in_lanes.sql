-- How often was guessed at an account, from a place or on a device, and who is being looked at: of all processes, so that
-- nobody gets more guesses by spreading them. What is lost by a crash would have been forgotten within a quarter of an hour.
CREATE UNLOGGED TABLE sign_in_lanes (
  -- SHA-256 of what the lane is for: neither addresses nor e-mails are kept.
  lane   bytea PRIMARY KEY CHECK (octet_length(lane) = 32),
  -- Failures, when the last one was, and what each process has under way and would like to begin.
  state  jsonb NOT NULL,
  -- Then there is nothing left to remember.
  until  timestamptz NOT NULL
);
CREATE INDEX sign_in_lanes_until ON sign_in_lanes (until);
