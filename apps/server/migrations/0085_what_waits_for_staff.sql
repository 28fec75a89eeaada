-- What of a student's work waits for a teacher: for a grade, or to be returned. The rules have the same functions
-- (packages/rules/src/grading/submissions.ts), and a test holds both together.

-- Whether the student does not have the grade as it is now: it is new, it is another one, or it was taken away.
CREATE FUNCTION has_grade_to_return(state text, draft numeric, assigned numeric) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN state = 'RETURNED' THEN draft IS DISTINCT FROM assigned ELSE draft IS NOT NULL END;

-- `grade`, `return`, or null: nothing waits.
CREATE FUNCTION waits_for(state text, excused boolean, max_points numeric, draft numeric, assigned numeric) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN excused THEN NULL
              WHEN has_grade_to_return(state, draft, assigned) THEN 'return'
              WHEN state = 'TURNED_IN' THEN CASE WHEN max_points IS NULL THEN 'return' ELSE 'grade' END END;

DROP INDEX submissions_to_grade;
CREATE INDEX submissions_waiting ON submissions (course_id) WHERE state = 'TURNED_IN' OR has_grade_to_return(state, draft_grade, assigned_grade);

-- submissions: all that waits, of posted work in classes that run, of students who are in them now.
CREATE VIEW waiting_work AS
  SELECT submissions.id AS submission_id, submissions.course_id, submissions.course_work_id, submissions.account_id,
         waits_for(submissions.state, submissions.excused, works.max_points, submissions.draft_grade, submissions.assigned_grade) AS waits_for
    FROM submissions
    JOIN class_students USING (course_id, account_id)
    JOIN people ON people.id = submissions.account_id AND people.status
    JOIN course_works works ON works.id = submissions.course_work_id
    JOIN courses ON courses.id = submissions.course_id
   WHERE (submissions.state = 'TURNED_IN' OR has_grade_to_return(submissions.state, submissions.draft_grade, submissions.assigned_grade))
     AND NOT submissions.excused AND submissions.assigned_at IS NOT NULL
     AND works.state = 'PUBLISHED' AND works.archived_at IS NULL AND works.work_type <> 'MATERIAL' AND courses.course_state = 'ACTIVE';

-- What a list of classwork counts beside it is no longer told by the state alone.
DROP VIEW submission_tallies;
CREATE VIEW submission_tallies AS
  SELECT course_work_id, count(*) AS assigned_count, count(*) FILTER (WHERE state <> 'CREATED') AS turned_in_count,
         count(*) FILTER (WHERE draft_grade IS NOT NULL OR assigned_grade IS NOT NULL) AS graded_count
    FROM submission_standings GROUP BY course_work_id;

-- Sums of a whole school know how much returned work has another grade by now. Staff's grade is the draft, so all are counted again.
ALTER TABLE dashboard_work_sums ADD COLUMN returned_to_return integer NOT NULL DEFAULT 0 CHECK (returned_to_return <= returned);
DELETE FROM dashboard_work_sums;
CREATE OR REPLACE VIEW dashboard_settled_works AS
  SELECT sums.* FROM dashboard_work_sums sums
   WHERE NOT EXISTS (SELECT 1 FROM dashboard_changes change WHERE change.course_work_id = sums.course_work_id)
     AND NOT EXISTS (SELECT 1 FROM dashboard_changed_classes class WHERE class.course_id = sums.course_id);
