-- Assessments as people make them: who may make, change and archive them, topics of classes, periods in use.
CREATE INDEX assessments_schedule ON assessments (class_id, schedule_date, period_id) WHERE NOT is_archived;

-- A class has each topic once.
CREATE UNIQUE INDEX course_topics_unique ON course_topics (course_id, lower(normalize(name, NFKC))) WHERE archived_at IS NULL;

INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('Archived Assessments', 'archived-assessments', 'archived-assessments', 'Assessments that were put away', 'archived_assessments', 10),
  ('Topics', 'topics', '', 'What the work of a class is sorted by', NULL, 100);

SELECT grant_default(role, action, 'assessments')
  FROM unnest(ARRAY['admin', 'teachers']) AS role, unnest(ARRAY['create', 'edit', 'delete']) AS action;
SELECT grant_default(role, 'view', 'archived-assessments') FROM unnest(ARRAY['admin', 'teachers']) AS role;
SELECT grant_default(role, action, 'topics')
  FROM unnest(ARRAY['admin', 'teachers']) AS role, unnest(ARRAY['view', 'create', 'edit', 'delete']) AS action;
SELECT grant_default('student', 'view', 'topics');
