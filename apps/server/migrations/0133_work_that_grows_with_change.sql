-- Scheduled work that finds nothing changed reads few rows, however large the installation is.

-- The moment at which the statement began, for conditions that an index answers. app_now() moves on while a statement
-- runs, so the database asks it again for each row and reads all of them.
CREATE FUNCTION app_moment() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE RETURN statement_timestamp();

-- Rows that are deleted by their age.
CREATE INDEX files_archived ON files (archived_at) WHERE archived_at IS NOT NULL;
CREATE INDEX imports_created ON imports (created_at);
CREATE INDEX roster_imports_created ON roster_imports (created_at);
CREATE INDEX oneroster_source_reads_created ON oneroster_source_reads (created_at);
CREATE INDEX live_sessions_ended ON live_sessions (ended_at) WHERE ended_at IS NOT NULL;

-- The instant up to which a scheduled job has done its work. Null: it looks at everything.
ALTER TABLE job_schedules ADD COLUMN done_until timestamptz;

-- The next instant at which a token may have expired: expired tokens are looked for among those alone. It is not moved
-- with each use of a token, but when it has come.
ALTER TABLE access_tokens ADD COLUMN check_at timestamptz NOT NULL DEFAULT app_now();
UPDATE access_tokens SET check_at = least(expires_at, last_used_at + make_interval(secs => idle_seconds)) WHERE ended_at IS NULL;
CREATE INDEX access_tokens_check ON access_tokens (check_at) WHERE ended_at IS NULL;

CREATE INDEX room_events_time ON room_events (server_time);

-- A school that moves to another zone, or gets a class of another school, is marked, and its due instants are computed
-- again. The mark stays for some minutes, for works that are saved in that moment with the zone of before.
CREATE TABLE zone_changes (
  school_id   bigint PRIMARY KEY REFERENCES schools (id) ON DELETE CASCADE,
  changed_at  timestamptz NOT NULL DEFAULT app_now()
);
CREATE FUNCTION note_zone_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO zone_changes (school_id) VALUES (CASE WHEN TG_TABLE_NAME = 'schools' THEN NEW.id ELSE (to_jsonb(NEW) ->> 'school_id')::bigint END)
  ON CONFLICT (school_id) DO UPDATE SET changed_at = app_now();
  RETURN NULL;
END $$;
CREATE TRIGGER schools_zone AFTER UPDATE OF time_zone ON schools FOR EACH ROW WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone) EXECUTE FUNCTION note_zone_change();
CREATE TRIGGER courses_zone AFTER UPDATE OF school_id ON courses FOR EACH ROW WHEN (OLD.school_id IS DISTINCT FROM NEW.school_id) EXECUTE FUNCTION note_zone_change();
INSERT INTO zone_changes (school_id)
SELECT DISTINCT courses.school_id FROM course_works work JOIN courses ON courses.id = work.course_id JOIN schools ON schools.id = courses.school_id
 WHERE work.due_on IS NOT NULL AND work.due_zone IS DISTINCT FROM schools.time_zone;

-- Finished lessons whose facts are not there yet. Triggers keep the mark, for all who write facts.
ALTER TABLE live_sessions ADD COLUMN has_facts boolean NOT NULL DEFAULT false;
UPDATE live_sessions SET has_facts = true WHERE EXISTS (SELECT FROM lesson_figures WHERE session_id = live_sessions.id);
CREATE FUNCTION note_facts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE live_sessions SET has_facts = (TG_OP = 'INSERT') FROM changed WHERE live_sessions.id = changed.session_id;
  RETURN NULL;
END $$;
CREATE TRIGGER lesson_figures_noted AFTER INSERT ON lesson_figures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_facts();
CREATE TRIGGER lesson_figures_gone AFTER DELETE ON lesson_figures REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_facts();
CREATE INDEX live_sessions_without_facts ON live_sessions (id) WHERE state = 'finished' AND NOT is_rehearsal AND NOT has_facts;
CREATE INDEX lesson_figures_without_forms ON lesson_figures (session_id) WHERE answers <> first_answers + second_answers + transfer_answers;

-- Works and lessons that want a sum for the dashboards. A sum that is dropped is wanted again.
CREATE TABLE dashboard_wanted (
  course_work_id  bigint,
  session_id      bigint,
  CHECK (num_nonnulls(course_work_id, session_id) = 1)
);
CREATE INDEX dashboard_wanted_works ON dashboard_wanted (course_work_id) WHERE course_work_id IS NOT NULL;
CREATE INDEX dashboard_wanted_lessons ON dashboard_wanted (session_id) WHERE session_id IS NOT NULL;
CREATE FUNCTION want_work_sums() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO dashboard_wanted (course_work_id) SELECT id FROM changed;
  RETURN NULL;
END $$;
CREATE FUNCTION want_lesson_sums() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO dashboard_wanted (session_id) SELECT session_id FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER course_works_want AFTER INSERT ON course_works REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION want_work_sums();
CREATE TRIGGER lesson_figures_want AFTER INSERT ON lesson_figures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION want_lesson_sums();
INSERT INTO dashboard_wanted (course_work_id) SELECT id FROM course_works work WHERE NOT EXISTS (SELECT FROM dashboard_work_sums WHERE course_work_id = work.id);
INSERT INTO dashboard_wanted (session_id) SELECT session_id FROM lesson_figures figures WHERE NOT EXISTS (SELECT FROM dashboard_lesson_sums WHERE session_id = figures.session_id);

-- Posting, archiving and the state of a class decide which works have sums.
DROP TRIGGER course_works_mark ON course_works;
CREATE TRIGGER course_works_mark AFTER UPDATE OF due_at, posted_at, state, archived_at ON course_works FOR EACH ROW
  WHEN (OLD.due_at IS DISTINCT FROM NEW.due_at OR OLD.posted_at IS DISTINCT FROM NEW.posted_at OR OLD.state IS DISTINCT FROM NEW.state
        OR OLD.archived_at IS DISTINCT FROM NEW.archived_at) EXECUTE FUNCTION mark_changed_due_time();
ALTER FUNCTION mark_changed_due_time() RENAME TO mark_changed_work;
CREATE FUNCTION mark_changed_class() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO dashboard_changes (course_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER courses_mark AFTER UPDATE OF course_state, archived_at ON courses FOR EACH ROW
  WHEN (OLD.course_state IS DISTINCT FROM NEW.course_state OR OLD.archived_at IS DISTINCT FROM NEW.archived_at) EXECUTE FUNCTION mark_changed_class();

-- Marks of a version that are merged already.
ALTER TABLE table_changes ADD COLUMN is_folded boolean NOT NULL DEFAULT false;
CREATE INDEX table_changes_unfolded ON table_changes (table_name, scope) WHERE NOT is_folded;
