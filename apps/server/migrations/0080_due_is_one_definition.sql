-- Whether the due time of work counts for a student, and whether the work is overdue. The rules have the same functions
-- (packages/rules/src/grading/submissions.ts), and a test holds both together.

-- It does not count where the work became theirs later than it was posted, after it had been due.
CREATE FUNCTION does_due_time_count(due_at timestamptz, posted_at timestamptz, assigned_at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN due_at IS NOT NULL AND assigned_at IS NOT NULL AND (due_at >= assigned_at OR posted_at IS NULL OR assigned_at <= posted_at);

CREATE FUNCTION is_overdue(state text, excused boolean, due_at timestamptz, posted_at timestamptz, assigned_at timestamptz, moment timestamptz) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(state = 'CREATED' AND NOT excused AND due_at < moment AND does_due_time_count(due_at, posted_at, assigned_at), false);

-- People who had work from the moment when it was posted got it some milliseconds later; where it was due before, that
-- makes a difference now.
UPDATE submissions SET assigned_at = course_works.posted_at FROM course_works
 WHERE course_works.id = submissions.course_work_id AND course_works.due_at < submissions.assigned_at
   AND submissions.assigned_at BETWEEN course_works.posted_at AND course_works.posted_at + interval '10 seconds';

-- Sums of a whole school know how many pieces of a work are never overdue, and are counted again when its due time moves.
ALTER TABLE dashboard_work_sums ADD COLUMN created_never_overdue integer NOT NULL DEFAULT 0 CHECK (created_never_overdue <= created);
DELETE FROM dashboard_work_sums;
CREATE OR REPLACE VIEW dashboard_settled_works AS
  SELECT sums.* FROM dashboard_work_sums sums
   WHERE NOT EXISTS (SELECT 1 FROM dashboard_changes change WHERE change.course_work_id = sums.course_work_id)
     AND NOT EXISTS (SELECT 1 FROM dashboard_changed_classes class WHERE class.course_id = sums.course_id);
CREATE FUNCTION mark_changed_due_time() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO dashboard_changes (course_work_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER course_works_mark AFTER UPDATE OF due_at, posted_at ON course_works FOR EACH ROW
  WHEN (OLD.due_at IS DISTINCT FROM NEW.due_at OR OLD.posted_at IS DISTINCT FROM NEW.posted_at) EXECUTE FUNCTION mark_changed_due_time();
