-- The processes of the server that are at work: whatever lives as long as one of them refers to its row and goes with it.
CREATE TABLE server_processes (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  role         text NOT NULL CHECK (role IN ('web', 'jobs', 'all')),
  -- Of the program.
  version      text NOT NULL,
  -- The machine's own name, for whoever looks.
  host         text NOT NULL,
  started_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- By the machine's clock, which tests do not move: one whose lease is over is gone, and another process deletes its row.
  lease_until  timestamptz NOT NULL
);
