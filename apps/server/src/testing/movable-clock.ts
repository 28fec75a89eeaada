/** The real clock and an offset that tests set. */
export const movedClock = `
  CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    $$ SELECT clock_timestamp() + (SELECT offset_ms FROM test_clock) * interval '1 millisecond' $$;
  CREATE OR REPLACE FUNCTION app_moment() RETURNS timestamptz LANGUAGE sql STABLE AS
    $$ SELECT statement_timestamp() + (SELECT offset_ms FROM test_clock) * interval '1 millisecond' $$;`;

/** A clock that shows one instant. */
export const stoppedClock = (instant: Date): string =>
  ['app_now', 'app_moment']
    .map((name) => `CREATE OR REPLACE FUNCTION ${name}() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT '${instant.toISOString()}'::timestamptz $$;`)
    .join('\n');

/** The clock of tests, installed on a migrated database. */
export const movableClock = `
  CREATE TABLE test_clock (offset_ms bigint NOT NULL DEFAULT 0);
  INSERT INTO test_clock DEFAULT VALUES;${movedClock}`;
