-- Who may see what on dashboards: the classes that one teaches, or one's whole school. Without either a person sees themselves.
INSERT INTO actions (name, key) VALUES ('View classes', 'view-classes'), ('View school', 'view-school');
INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('Dashboard', 'dashboard', 'dashboard', 'Figures of lessons, work and classes', 'dashboards', 10),
  ('Student Enrollment', 'student-dashboard', 'student-dashboard', 'How many students, classes and works there are', 'dashboards', 20),
  ('Assignments', 'assignment-dashboard', 'assignment-dashboard', 'Which assessments are done, due and over due', 'dashboards', 30),
  ('Live Instruction', 'live-instructions-dashboard', 'live-instructions-dashboard', 'What happened in live lessons', 'dashboards', 40),
  ('Grades', 'grade-book-dashboard', 'grade-book-dashboard', 'How much work is handed in, graded and returned', 'dashboards', 50),
  ('Attendance', 'attendance-dashboard', 'attendance-dashboard', 'Who was in live lessons, and took part', 'dashboards', 60),
  ('My Questions', 'question-dashboard', 'question-dashboard', 'One''s own questions and those of one''s students', 'dashboards', 70),
  ('Reach of dashboards', 'dashboards', '', 'Whether somebody''s dashboards tell of their classes or of their whole school', NULL, 100);
SELECT grant_default(role, 'view', resource)
  FROM unnest(ARRAY['admin', 'teachers', 'student']) AS role,
       unnest(ARRAY['dashboard', 'assignment-dashboard', 'live-instructions-dashboard', 'grade-book-dashboard', 'attendance-dashboard', 'question-dashboard']) AS resource;
SELECT grant_default(role, 'view', 'student-dashboard') FROM unnest(ARRAY['admin', 'teachers']) AS role;
SELECT grant_default(role, 'view-classes', 'dashboards') FROM unnest(ARRAY['admin', 'teachers']) AS role;
SELECT grant_default('admin', 'view-school', 'dashboards');
