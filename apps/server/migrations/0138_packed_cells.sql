-- A cell of the gradebook as one short text, written with its row, so that a page of a million cells is read from an index alone.
-- In this order: the draft, or nothing; a letter of its status (`GradeCell.mark` in rules, where `n` depends on the work and is `c`
-- here); `x` when excused; and `=` with the returned grade, or nothing, when it cannot be derived from the draft and the status.
-- Grades have no zeros at their end, as in JSON.
CREATE FUNCTION packed_cell(assigned_at timestamptz, state text, late boolean, excused boolean, draft numeric, returned numeric) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN assigned_at IS NULL THEN '-' || coalesce('=' || trim_scale(returned)::text, '')
              ELSE coalesce(trim_scale(draft)::text, '')
                   || CASE WHEN state = 'CREATED' THEN 'c'
                           WHEN state = 'TURNED_IN' THEN CASE WHEN late THEN 'T' ELSE 't' END
                           ELSE CASE WHEN late THEN 'R' ELSE 'r' END END
                   || CASE WHEN excused THEN 'x' ELSE '' END
                   || CASE WHEN CASE WHEN state = 'RETURNED' THEN returned IS DISTINCT FROM draft ELSE returned IS NOT NULL END
                           THEN '=' || coalesce(trim_scale(returned)::text, '') ELSE '' END END;
ALTER TABLE submission_notes DROP CONSTRAINT submission_notes_course_work_id_account_id_fkey;
ALTER TABLE submissions
  ADD COLUMN cell text NOT NULL GENERATED ALWAYS AS (packed_cell(assigned_at, state, late, excused, draft_grade, assigned_grade)) STORED,
  DROP CONSTRAINT submissions_course_work_id_account_id_key,
  ADD CONSTRAINT submissions_course_work_id_account_id_key UNIQUE (course_work_id, account_id) INCLUDE (cell, assigned_at);
ALTER TABLE submission_notes
  ADD CONSTRAINT submission_notes_course_work_id_account_id_fkey FOREIGN KEY (course_work_id, account_id) REFERENCES submissions (course_work_id, account_id);
CREATE OR REPLACE VIEW submission_facts AS
  SELECT id, course_id, course_work_id, account_id, state, late, assigned_at, turned_in_at, returned_at, draft_grade, assigned_grade, excused,
         grade_revision, updated_at, cell
    FROM submissions;
