/** The clock of tests, run on a migrated database: the real one and an offset they set. */
export const movableClock = `
  CREATE TABLE test_clock (offset_ms bigint NOT NULL DEFAULT 0);
  INSERT INTO test_clock DEFAULT VALUES;
  CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    $$ SELECT clock_timestamp() + (SELECT offset_ms FROM test_clock) * interval '1 millisecond' $$;`;
