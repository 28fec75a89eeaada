-- Who staffs and who learns in a class, as all other modules read it. What it takes to be of a class is said here only.

-- An owner has always been made a TEACHER member; from here on the views count on it.
INSERT INTO course_members (course_id, account_id, role) SELECT id, owner_id, 'TEACHER' FROM courses
ON CONFLICT (course_id, account_id) DO UPDATE SET role = 'TEACHER', left_at = NULL
  WHERE course_members.role <> 'TEACHER' OR course_members.left_at IS NOT NULL;

-- Everybody's place in a class, one row per person and class; those who have left keep theirs.
CREATE VIEW class_standings AS
  SELECT course_id, account_id, role, left_at FROM course_members;

-- Who runs a class now: its owner and its teachers.
CREATE VIEW class_staff AS
  SELECT course_id, account_id FROM course_members WHERE role = 'TEACHER' AND left_at IS NULL;

-- Who learns in a class now.
CREATE VIEW class_students AS
  SELECT course_id, account_id FROM course_members WHERE role = 'STUDENT' AND left_at IS NULL;

-- Whoever is in a class now, whatever as.
CREATE VIEW class_people AS
  SELECT course_id, account_id FROM course_members WHERE left_at IS NULL;
