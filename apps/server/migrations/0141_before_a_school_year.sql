-- The audit trail and the readings become tables of school years, in three migrations, so that nobody waits while all rows are read:
-- this one says of the rows that they lie before a year, the next one reads them, and the third makes the years.

-- The year in which the school year of a day begins. It begins on August 1.
CREATE FUNCTION school_year(day date) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN extract(year FROM day - interval '7 months')::integer;

DO $$
DECLARE each record; newest date; year integer;
BEGIN
  FOR each IN SELECT * FROM (VALUES ('audit_entries', 'at', '(max(at) AT TIME ZONE ''UTC'')::date'), ('record_readings', 'day', 'max(day)')) AS t (name, key, newest) LOOP
    EXECUTE format('SELECT %s FROM %I', each.newest, each.name) INTO newest;
    CONTINUE WHEN newest IS NULL;
    year := greatest(school_year(newest), school_year((app_now() AT TIME ZONE 'UTC')::date + 60)) + 1;
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%I < %L) NOT VALID', each.name, each.name || '_before_' || year, each.key, year || '-08-01 00:00:00+00');
  END LOOP;
END $$;
