-- Running a class: its settings, joining by code, and what becomes of classes that teachers ask for.

ALTER TABLE courses
  -- Students write under announcements, where the school lets them at all.
  ADD COLUMN comments_by_students boolean NOT NULL DEFAULT true,
  -- Whoever was taken out of the class comes back with its code.
  ADD COLUMN removed_may_rejoin boolean NOT NULL DEFAULT true;

-- A deleted class has nobody in it, until it is brought back.
CREATE OR REPLACE VIEW class_staff AS
  SELECT course_id, account_id FROM course_members
   WHERE role = 'TEACHER' AND left_at IS NULL AND EXISTS (SELECT FROM courses WHERE courses.id = course_id AND courses.archived_at IS NULL);
CREATE OR REPLACE VIEW class_students AS
  SELECT course_id, account_id FROM course_members
   WHERE role = 'STUDENT' AND left_at IS NULL AND EXISTS (SELECT FROM courses WHERE courses.id = course_id AND courses.archived_at IS NULL);
CREATE OR REPLACE VIEW class_people AS
  SELECT course_id, account_id FROM course_members
   WHERE left_at IS NULL AND EXISTS (SELECT FROM courses WHERE courses.id = course_id AND courses.archived_at IS NULL);

-- Codes that fitted no class, counted for each account from the first one on.
CREATE TABLE class_code_guesses (
  account_id  bigint PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  wrong       integer NOT NULL,
  since       timestamptz NOT NULL
);

ALTER TABLE requested_classes
  ADD COLUMN status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'declined')),
  -- Why it was declined.
  ADD COLUMN reason text NOT NULL DEFAULT '',
  ADD COLUMN decided_at timestamptz,
  ADD COLUMN decided_by bigint REFERENCES accounts (id),
  -- The class that was made of it.
  ADD COLUMN course_id bigint REFERENCES courses (id),
  ADD CHECK ((status = 'pending') = (decided_at IS NULL)),
  ADD CHECK ((status = 'approved') = (course_id IS NOT NULL));
CREATE INDEX requested_classes_pending ON requested_classes (created_at) WHERE status = 'pending';
CREATE INDEX requested_classes_course ON requested_classes (course_id) WHERE course_id IS NOT NULL;
CREATE INDEX requested_classes_decided_by ON requested_classes (decided_by) WHERE decided_by IS NOT NULL;

INSERT INTO actions (name, key) VALUES ('Manage', 'manage'), ('Join', 'join');
INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('Classes', 'classes', 'classes', 'Classes and who is in them', 'teacher', 5),
  ('Classes', 'std-classes', 'std-classes', 'The classes that a student is in', 'student', 5);
SELECT grant_default(role, action, resource) FROM (VALUES
  ('admin', 'view', 'classes'), ('teachers', 'view', 'classes'),
  ('admin', 'create', 'classes'), ('admin', 'edit', 'classes'),
  ('admin', 'manage', 'classes'), ('teachers', 'manage', 'classes'),
  ('admin', 'delete', 'classes'), ('teachers', 'delete', 'classes'),
  ('student', 'view', 'std-classes'), ('student', 'join', 'std-classes'),
  ('admin', 'approve', 'requested-classes')
) AS grants (role, action, resource);
