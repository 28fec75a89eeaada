-- What every process that holds sockets must hear and no room counts: events on people's own channels, values that have
-- changed, rights to be asked about again, sign-ins that have ended. Written in batches under one lock, so the numbers
-- become visible in their order and a reader needs the last one only.
CREATE TABLE live_signals (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  body        text NOT NULL,
  written_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX live_signals_written_at ON live_signals (written_at);

-- Which accounts have a socket in which channel, by the process that holds it; gone with the process's lease.
CREATE TABLE live_presence (
  channel     text NOT NULL,
  account_id  bigint NOT NULL,
  process_id  bigint NOT NULL REFERENCES server_processes (id) ON DELETE CASCADE,
  member      jsonb,                             -- how the person appears in a presence channel
  PRIMARY KEY (channel, account_id, process_id)
);
CREATE INDEX live_presence_process ON live_presence (process_id);

-- When a room's last number was given, by the real clock: processes that number a room in turn keep its pace together,
-- and those who follow rooms look at what has moved of late.
ALTER TABLE room_sequences ADD COLUMN numbered_at timestamptz NOT NULL DEFAULT clock_timestamp();
