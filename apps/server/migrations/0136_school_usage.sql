-- What each school has, kept with every change, so that no call and no page counts a table that grows. One row for each kind, so
-- that people who are added do not wait for files.
CREATE TABLE school_usage (
  school_id  bigint NOT NULL REFERENCES schools ON DELETE CASCADE,
  kind       text NOT NULL CHECK (kind IN ('people', 'classes', 'files', 'uploads')),   -- files and uploads are in bytes
  amount     bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (school_id, kind)
);
-- What each school may have at most. No row: no limit.
CREATE TABLE school_limits (
  school_id  bigint NOT NULL REFERENCES schools ON DELETE CASCADE,
  kind       text NOT NULL CHECK (kind IN ('people', 'files', 'requests')),   -- files in bytes, requests a minute
  amount     bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (school_id, kind)
);
-- The pace is remembered with people's rights.
CREATE TRIGGER school_limits_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON school_limits
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_version();

-- When somebody of a school was last here, to within some minutes.
CREATE TABLE school_activity (
  school_id  bigint PRIMARY KEY REFERENCES schools ON DELETE CASCADE,
  active_at  timestamptz NOT NULL DEFAULT app_now()
);
CREATE FUNCTION note_school_activity(given bigint) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM school_activity WHERE school_id = given AND active_at > app_moment() - interval '5 minutes') THEN
    INSERT INTO school_activity (school_id) SELECT id FROM schools WHERE id = given
    ON CONFLICT (school_id) DO UPDATE SET active_at = app_now() WHERE school_activity.active_at <= app_moment() - interval '5 minutes';
  END IF;
END $$;

-- Changes what a school has. Whoever adds takes turns at the row, so two cannot both take the last place. Places of people are
-- refused here, for every way to add somebody; space for files by the program, since files that it makes itself are always kept.
CREATE FUNCTION change_school_usage(given bigint, given_kind text, change bigint) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE used bigint; most bigint;
BEGIN
  IF change = 0 THEN RETURN; END IF;
  UPDATE school_usage SET amount = amount + change WHERE school_id = given AND kind = given_kind RETURNING amount INTO used;
  IF change > 0 AND given_kind = 'people' THEN
    SELECT amount INTO most FROM school_limits WHERE school_id = given AND kind = 'people';
    IF used > most THEN
      RAISE EXCEPTION 'the school has no place left' USING ERRCODE = 'CW001', DETAIL = json_build_object(
        'school', (SELECT school_name FROM schools WHERE id = given), 'limit', most, 'used', used - change, 'added', change)::text;
    END IF;
  END IF;
END $$;

CREATE FUNCTION schools_begin_usage() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO school_usage (school_id, kind) SELECT NEW.id, kind FROM unnest(array['people', 'classes', 'files', 'uploads']) AS kind;
  RETURN NULL;
END $$;
CREATE TRIGGER schools_usage AFTER INSERT ON schools FOR EACH ROW EXECUTE FUNCTION schools_begin_usage();

-- People count while their account is active. Simulated people and guests of a rehearsal do not count.
CREATE FUNCTION accounts_count_usage() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM change_school_usage(school_id, 'people', sum(one)) FROM (
      SELECT school_id, 1 AS one FROM new_rows WHERE status AND simulated_in IS NULL AND school_id IS NOT NULL ORDER BY school_id) counted GROUP BY school_id;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM change_school_usage(school_id, 'people', sum(one)) FROM (
      SELECT school_id, -1 AS one FROM old_rows WHERE status AND simulated_in IS NULL AND school_id IS NOT NULL ORDER BY school_id) counted GROUP BY school_id;
  ELSE
    PERFORM change_school_usage(school_id, 'people', change) FROM (
      SELECT school_id, sum(one) AS change FROM (
        SELECT school_id, 1 AS one FROM new_rows WHERE status AND simulated_in IS NULL AND school_id IS NOT NULL UNION ALL
        SELECT school_id, -1 FROM old_rows WHERE status AND simulated_in IS NULL AND school_id IS NOT NULL) counted
       GROUP BY school_id HAVING sum(one) <> 0 ORDER BY school_id) changed;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_inserted_usage AFTER INSERT ON accounts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION accounts_count_usage();
CREATE TRIGGER accounts_updated_usage AFTER UPDATE ON accounts
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION accounts_count_usage();
CREATE TRIGGER accounts_deleted_usage AFTER DELETE ON accounts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION accounts_count_usage();

CREATE FUNCTION courses_count_usage() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.archived_at IS NULL AND NOT OLD.is_rehearsal THEN PERFORM change_school_usage(OLD.school_id, 'classes', -1); END IF;
  IF TG_OP <> 'DELETE' AND NEW.archived_at IS NULL AND NOT NEW.is_rehearsal THEN PERFORM change_school_usage(NEW.school_id, 'classes', 1); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER courses_usage AFTER INSERT OR DELETE OR UPDATE OF archived_at, school_id, is_rehearsal ON courses FOR EACH ROW EXECUTE FUNCTION courses_count_usage();

CREATE FUNCTION files_count_usage() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.school_id IS NOT NULL THEN PERFORM change_school_usage(OLD.school_id, 'files', -OLD.byte_size); END IF;
  IF TG_OP <> 'DELETE' AND NEW.school_id IS NOT NULL THEN PERFORM change_school_usage(NEW.school_id, 'files', NEW.byte_size); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER files_usage AFTER INSERT OR DELETE OR UPDATE OF school_id, byte_size ON files FOR EACH ROW EXECUTE FUNCTION files_count_usage();

-- An upload takes its space from its beginning until it is a file.
CREATE FUNCTION file_uploads_count_usage() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.file_id IS NULL THEN
    PERFORM change_school_usage(school_id, 'uploads', -OLD.byte_size) FROM accounts WHERE id = OLD.account_id AND school_id IS NOT NULL;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.file_id IS NULL THEN
    PERFORM change_school_usage(school_id, 'uploads', NEW.byte_size) FROM accounts WHERE id = NEW.account_id AND school_id IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER file_uploads_usage AFTER INSERT OR DELETE OR UPDATE OF file_id ON file_uploads FOR EACH ROW EXECUTE FUNCTION file_uploads_count_usage();

INSERT INTO school_usage (school_id, kind, amount)
SELECT schools.id, kind, CASE kind
         WHEN 'people' THEN (SELECT count(*) FROM accounts WHERE school_id = schools.id AND status AND simulated_in IS NULL)
         WHEN 'classes' THEN (SELECT count(*) FROM courses WHERE school_id = schools.id AND archived_at IS NULL AND NOT is_rehearsal)
         WHEN 'files' THEN (SELECT coalesce(sum(byte_size), 0) FROM files WHERE school_id = schools.id)
         ELSE (SELECT coalesce(sum(byte_size), 0) FROM file_uploads JOIN accounts ON accounts.id = account_id
                WHERE accounts.school_id = schools.id AND file_id IS NULL) END
  FROM schools, unnest(array['people', 'classes', 'files', 'uploads']) AS kind;

-- schools: what a school has, with its limits.
CREATE VIEW school_sizes AS
SELECT usage.school_id, usage.kind, usage.amount AS used, limits.amount AS most
  FROM school_usage usage LEFT JOIN school_limits limits USING (school_id, kind);

-- schools: the requests a minute that a school's people may make together.
CREATE VIEW school_paces AS SELECT school_id, amount AS per_minute FROM school_limits WHERE kind = 'requests';
