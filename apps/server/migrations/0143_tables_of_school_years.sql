-- Tables of school years (docs/decisions/tables-of-school-years.md). A table has a part for each school year, `<table>_y2026` from August
-- 1, 2026. `<table>_earlier` holds all before them and `<table>_later` all after, so every row has its place at any instant.

-- The parts of a table, the oldest first, with the years in which they begin and end; null: without a bound.
CREATE FUNCTION list_school_years(of_table text) RETURNS TABLE (part text, begins integer, ends integer)
  LANGUAGE plpgsql STABLE SET search_path FROM CURRENT SET timezone = 'UTC' SET datestyle = 'ISO, YMD' AS $$
BEGIN
  RETURN QUERY
    SELECT child.relname::text, substring(bound.text FROM 'FROM \(''(\d+)-')::integer, substring(bound.text FROM 'TO \(''(\d+)-')::integer
      FROM pg_inherits own JOIN pg_class child ON child.oid = own.inhrelid
      CROSS JOIN LATERAL (SELECT pg_get_expr(child.relpartbound, child.oid) AS text) bound
     WHERE own.inhparent = quote_ident(of_table)::regclass ORDER BY 2 NULLS FIRST;
END $$;

-- Makes a part of a table, from the August of one year to that of another; null: without a bound. Numbers are unique within a part by its key,
-- and over all parts by the sequence. A trigger against TRUNCATE is not passed on to parts, so each has its own.
CREATE FUNCTION add_school_years(of_table text, part text, begins integer, ends integer) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT SET timezone = 'UTC' SET datestyle = 'ISO, YMD' AS $$
BEGIN
  EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)', part, of_table,
    coalesce(quote_literal(begins || '-08-01'), 'MINVALUE'), coalesce(quote_literal(ends || '-08-01'), 'MAXVALUE'));
  EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (id)', part);
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = quote_ident(of_table)::regclass AND tgname = of_table || '_no_truncate') THEN
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', of_table || '_no_truncate', part);
  END IF;
END $$;

-- Locks a table with its parts and what its keys name, as a change of its parts needs. It waits so briefly that calls that wait behind it
-- go on at once, and that no circle of waiting is ended by ending a call. Fails with lock_not_available.
CREATE FUNCTION lock_school_years(of_table text) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT SET lock_timeout = '300ms' AS $$
DECLARE named text;
BEGIN
  SELECT string_agg(DISTINCT confrelid::regclass::text, ', ') INTO named FROM pg_constraint WHERE contype = 'f' AND conrelid = quote_ident(of_table)::regclass;
  EXECUTE format('LOCK TABLE %s, %I IN ACCESS EXCLUSIVE MODE', named, of_table);
END $$;

-- Makes the parts of all tables of school years up to the year after that of a day, and returns how many. Rows that came too early, with a
-- clock ahead, move to their years. A clock that is ten years ahead is wrong: it makes none, and rows stay in the last part.
CREATE FUNCTION make_school_years(today date) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT SET timezone = 'UTC' SET datestyle = 'ISO, YMD' AS $$
DECLARE own record; next integer; last integer := school_year(today) + 1; columns text; made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('school years'));
  FOR own IN
    SELECT class.relname::text AS name, key.attname AS key, class.oid FROM pg_partitioned_table parted JOIN pg_class class ON class.oid = parted.partrelid
      JOIN pg_attribute key ON key.attrelid = class.oid AND key.attnum = parted.partattrs[0]
     WHERE class.relnamespace = current_schema()::regnamespace ORDER BY 1
  LOOP
    SELECT begins INTO next FROM list_school_years(own.name) WHERE ends IS NULL;
    CONTINUE WHEN next IS NULL OR next > last OR last - next >= 10;
    PERFORM lock_school_years(own.name);
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', own.name, own.name || '_later');
    FOR year IN next .. last LOOP
      PERFORM add_school_years(own.name, own.name || '_y' || year, year, year + 1);
      made := made + 1;
    END LOOP;
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute WHERE attrelid = own.oid AND attnum > 0 AND NOT attisdropped;
    EXECUTE format('WITH moved AS (DELETE FROM %1$I WHERE %2$I < %3$L RETURNING *) INSERT INTO %4$I (%5$s) OVERRIDING SYSTEM VALUE SELECT %5$s FROM moved',
      own.name || '_later', own.key, (last + 1) || '-08-01', own.name, columns);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (MAXVALUE)', own.name, own.name || '_later', (last + 1) || '-08-01');
  END LOOP;
  RETURN made;
END $$;

-- Ends the parts of a table up to the August of a year with all their rows. What is before that year is again one part, without rows.
CREATE FUNCTION end_school_years(of_table text, before integer) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE own record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('school years'));
  PERFORM lock_school_years(of_table);
  FOR own IN SELECT part FROM list_school_years(of_table) WHERE ends <= before LOOP
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', of_table, own.part);
    EXECUTE format('DROP TABLE %I', own.part);
  END LOOP;
  PERFORM add_school_years(of_table, of_table || '_earlier', NULL, before);
END $$;

-- The table of before becomes the first part, without a copy: what was there holds its rows, keys and indexes.
DO $$
DECLARE own record; each record; old text; year integer; newest date; last bigint; used boolean; kind "char"; definitions text[] := '{}'; privileges text[] := '{}'; views text[] := '{}';
BEGIN
  PERFORM lock_school_years('audit_entries'), lock_school_years('record_readings');
  FOR own IN SELECT * FROM (VALUES ('audit_entries', 'at', '(max(at) AT TIME ZONE ''UTC'')::date'), ('record_readings', 'day', 'max(day)')) AS t (name, key, newest) LOOP
    old := own.name || '_earlier';
    definitions := '{}'; privileges := '{}'; views := '{}';
    SELECT substring(conname FROM '\d+$')::integer INTO year FROM pg_constraint
     WHERE conrelid = own.name::regclass AND conname LIKE '%\_before\_2___' AND convalidated;
    EXECUTE format('SELECT %s FROM %I', own.newest, own.name) INTO newest;
    -- a table without rows may be filled by a restore, with those of years ago
    year := coalesce(year, CASE WHEN newest IS NULL THEN 2024 ELSE greatest(school_year(newest), school_year((app_now() AT TIME ZONE 'UTC')::date + 60)) + 1 END);
    -- what the new table has as the old one does
    FOR each IN SELECT pg_get_indexdef(indexrelid) AS text FROM pg_index WHERE indrelid = own.name::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u')) LOOP
      definitions := definitions || each.text;
    END LOOP;
    FOR each IN SELECT conname, pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conrelid = own.name::regclass AND contype IN ('f', 'u') LOOP
      definitions := definitions || format('ALTER TABLE %I ADD CONSTRAINT %I %s', own.name, each.conname, each.text);
    END LOOP;
    FOR each IN SELECT pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE tgrelid = own.name::regclass AND NOT tgisinternal LOOP
      definitions := definitions || each.text;
    END LOOP;
    FOR each IN
      SELECT DISTINCT view.oid::regclass::text AS name, pg_get_viewdef(view.oid) AS text FROM pg_depend d JOIN pg_rewrite rule ON d.classid = 'pg_rewrite'::regclass AND d.objid = rule.oid
        JOIN pg_class view ON view.oid = rule.ev_class AND view.relkind = 'v' WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = own.name::regclass
    LOOP
      views := views || format('CREATE OR REPLACE VIEW %s AS %s', each.name, each.text);
    END LOOP;
    FOR each IN
      SELECT a.privilege_type || coalesce(' (' || quote_ident(a.attname) || ')', '') AS privilege, CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END AS grantee, a.is_grantable
        FROM (SELECT relowner, x.*, NULL::name AS attname FROM pg_class, aclexplode(relacl) AS x WHERE oid = own.name::regclass
              UNION ALL SELECT relowner, x.*, attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped, aclexplode(attacl) AS x WHERE pg_class.oid = own.name::regclass) a
       WHERE a.grantee <> a.relowner
    LOOP
      privileges := privileges || format('GRANT %s ON %I TO %s%s', each.privilege, own.name, each.grantee, CASE WHEN each.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END);
    END LOOP;
    SELECT attidentity INTO kind FROM pg_attribute WHERE attrelid = own.name::regclass AND attname = 'id';
    EXECUTE format('SELECT last_value, is_called FROM %s', pg_get_serial_sequence(own.name, 'id')) INTO last, used;
    -- the old table makes room for the names of the new one
    EXECUTE format('ALTER TABLE %I ALTER id DROP IDENTITY', own.name);
    FOR each IN SELECT tgname FROM pg_trigger WHERE tgrelid = own.name::regclass AND NOT tgisinternal AND tgtype & 1 = 1 LOOP
      EXECUTE format('DROP TRIGGER %I ON %I', each.tgname, own.name);
    END LOOP;
    EXECUTE format('ALTER TABLE %I RENAME TO %I', own.name, old);
    FOR each IN SELECT indexrelid::regclass AS name, relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = old::regclass LOOP
      EXECUTE format('ALTER INDEX %s RENAME TO %I', each.name, left(old || '_' || replace(each.relname, own.name || '_', ''), 63));
    END LOOP;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE%s) PARTITION BY RANGE (%I)', own.name, old,
      (SELECT string_agg(format(', CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)), '') FROM pg_constraint
        WHERE conrelid = old::regclass AND contype = 'c' AND conname NOT LIKE '%\_before\_2___'), own.key);
    EXECUTE format('ALTER TABLE %I OWNER TO %I', own.name, (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = old::regclass));
    EXECUTE format('ALTER TABLE %I ALTER id ADD GENERATED %s AS IDENTITY', own.name, CASE kind WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END);
    PERFORM setval(pg_get_serial_sequence(own.name, 'id'), last, used);
    FOREACH old IN ARRAY definitions LOOP EXECUTE old; END LOOP;
    old := own.name || '_earlier';
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', own.name, old, year || '-08-01 00:00:00+00');
    FOR each IN SELECT conname FROM pg_constraint WHERE conrelid = old::regclass AND conname LIKE '%\_before\_2___' LOOP
      EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', old, each.conname);
    END LOOP;
    PERFORM add_school_years(own.name, own.name || '_later', year, NULL);
    FOREACH old IN ARRAY privileges || views LOOP EXECUTE old; END LOOP;
  END LOOP;
  PERFORM make_school_years((app_now() AT TIME ZONE 'UTC')::date);
END $$;
