-- Who looked at whose record: one row for each reader, person, class of data and day of the person's school.
CREATE TABLE record_readings (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id     bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,  -- whose data was read
  reader_id      bigint REFERENCES accounts (id) ON DELETE CASCADE,           -- a person who read it, or
  api_client_id  bigint REFERENCES api_clients (id) ON DELETE CASCADE,        -- a program
  data_class     text NOT NULL CHECK (data_class IN ('identity', 'contact', 'schoolwork', 'communication', 'grade', 'conduct', 'log')),
  day            date NOT NULL,
  first_at       timestamptz NOT NULL,
  last_at        timestamptz NOT NULL,
  times          integer NOT NULL CHECK (times > 0),
  was_teacher    boolean NOT NULL,  -- the reader taught a class of the person on that day
  CHECK (num_nonnulls(reader_id, api_client_id) = 1),
  CHECK (reader_id <> account_id),
  CHECK (first_at <= last_at),
  UNIQUE NULLS NOT DISTINCT (account_id, day, reader_id, api_client_id, data_class)
);
CREATE INDEX record_readings_reader ON record_readings (reader_id, day) WHERE reader_id IS NOT NULL;
CREATE INDEX record_readings_program ON record_readings (api_client_id, day) WHERE api_client_id IS NOT NULL;
CREATE INDEX record_readings_day ON record_readings (day, id);

-- oneroster: the programs of a school by name, without their secrets.
CREATE VIEW programs AS SELECT id, school_id, name FROM api_clients;

UPDATE resources SET name = 'Who Looked', res_url = 'record-readings', menu_group = 'admin_settings', menu_order = 121 WHERE key = 'privacy';
