-- The zone by which a due instant was reckoned: a school that moves to another gets its instants anew.
ALTER TABLE course_works ADD COLUMN due_zone text;

-- submissions: where each student of a class stands in its works now; whoever left is not among them.
CREATE VIEW submission_standings AS
  SELECT submissions.id AS submission_id, submissions.course_id, submissions.course_work_id, submissions.account_id, submissions.state, submissions.late,
         submissions.assigned_at, submissions.turned_in_at, submissions.draft_grade, submissions.assigned_grade, submissions.excused
    FROM submissions JOIN class_students USING (course_id, account_id)
   WHERE submissions.assigned_at IS NOT NULL;

-- submissions: how many of the students of a work have handed in, and how many have a grade.
CREATE VIEW submission_tallies AS
  SELECT course_work_id, count(*) AS assigned_count, count(*) FILTER (WHERE state <> 'CREATED') AS turned_in_count,
         count(*) FILTER (WHERE state = 'TURNED_IN') AS to_grade_count, count(*) FILTER (WHERE draft_grade IS NOT NULL OR assigned_grade IS NOT NULL) AS graded_count
    FROM submission_standings GROUP BY course_work_id;

-- submissions: every grade that was given, also to those who left or were taken off the work.
CREATE VIEW submission_grades AS
  SELECT course_work_id, account_id, draft_grade, assigned_grade FROM submissions WHERE draft_grade IS NOT NULL OR assigned_grade IS NOT NULL;

INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('Classwork', 'classwork', '', 'The work of one''s classes', NULL, 100),
  ('Paths', 'std-classwork', 'std-classwork', 'The work that a student has to do', 'student', 20),
  ('Topics', 'topic-list', 'topics', 'What the work of classes is sorted by', 'teacher', 40),
  ('Grade calculation', 'grade-settings', '', 'How grades of a class are reckoned', NULL, 100);
SELECT grant_default(role, 'view', 'classwork') FROM unnest(ARRAY['admin', 'teachers', 'student']) AS role;
SELECT grant_default(role, action, 'classwork') FROM unnest(ARRAY['admin', 'teachers']) AS role, unnest(ARRAY['create', 'edit', 'delete']) AS action;
SELECT grant_default('student', 'view', 'std-classwork');
SELECT grant_default(role, 'view', 'topic-list') FROM unnest(ARRAY['admin', 'teachers']) AS role;
SELECT grant_default(role, action, 'grade-settings') FROM unnest(ARRAY['admin', 'teachers']) AS role, unnest(ARRAY['view', 'create', 'edit']) AS action;

-- Assessments of earlier versions stand in their class's work too. Students have them from now on, so that no lesson of
-- the past counts as missing.
INSERT INTO course_works (course_id, topic_id, assessment_id, creator_id, kind, work_type, title, posted_at, max_points, due_on, due_at, due_zone)
SELECT assessments.class_id, topic.id, assessments.id, assessments.account_id, 'ASSIGNMENT', 'ASSIGNMENT', assessments.title, assessments.created_at,
       CASE WHEN assessments.max_point > 0 THEN assessments.max_point ELSE 10 END, assessments.schedule_date,
       (assessments.schedule_date + time '23:59:59') AT TIME ZONE schools.time_zone,
       CASE WHEN assessments.schedule_date IS NOT NULL THEN schools.time_zone END
  FROM assessments
  JOIN courses ON courses.id = assessments.class_id
  JOIN schools ON schools.id = courses.school_id
  LEFT JOIN course_topics topic ON topic.id = assessments.topic_id AND topic.course_id = assessments.class_id
 WHERE assessments.status = 'finished' OR NOT assessments.is_archived
 ORDER BY assessments.id;
INSERT INTO submissions (course_id, course_work_id, account_id)
SELECT course_works.course_id, course_works.id, class_students.account_id
  FROM course_works JOIN class_students USING (course_id);
