-- The installation itself: who owns this database, the clock, idempotency, files, the audit trail, the room engine.

-- One row. Its presence tells our database from a foreign one; its secrets never leave the server.
CREATE TABLE installation (
  id             smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  product        text NOT NULL DEFAULT 'classwright',
  created_at     timestamptz NOT NULL DEFAULT now(),
  realtime_key   text NOT NULL,
  realtime_secret text NOT NULL,
  link_secret    text NOT NULL
);

-- The only clock of the product. Tests replace this function by one with an offset.
CREATE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT clock_timestamp() $$;

-- Rows that carry updated_at: an edit that names an older one is refused.
CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := app_now();
  RETURN NEW;
END $$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME;
END $$;
