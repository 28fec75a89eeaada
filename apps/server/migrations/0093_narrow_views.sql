-- Other modules read the four widest tables through these views. Each view is a plain selection, which PostgreSQL plans as if the table
-- were named; what belongs to the owner alone, such as passwords, codes, answers and foreign data, is not in it.

-- accounts: people, without what they sign in with.
CREATE OR REPLACE VIEW people AS
  SELECT id, school_id, first_name, last_name, email, status,
         password_hash IS NOT NULL OR EXISTS (SELECT 1 FROM google_identities WHERE google_identities.account_id = accounts.id) AS can_sign_in,
         account_type_id, role_id, email_key, first_key, last_key, phone_number, picture_file_id, is_mailable, password_hash IS NOT NULL AS has_password, updated_at,
         trim(first_name || ' ' || last_name) AS full_name
    FROM accounts;

-- classes: each class, deleted ones too; `is_active`: it is in use, neither archived nor deleted.
CREATE VIEW class_facts AS
  SELECT id, school_id, owner_id, level_id, name, section, subject, room, course_state, comments_by_students, created_at, updated_at, archived_at,
         archived_at IS NULL AND course_state = 'ACTIVE' AS is_active
    FROM courses;

-- classwork: each work, drafts and archived ones too; `is_posted`: students see it; `is_foreign`: an outside source made it;
-- `is_graded_here`: it was made there and is graded here.
CREATE VIEW work_facts AS
  SELECT id, course_id, topic_id, category_id, assessment_id, kind, work_type, title, description, state, posted_at, max_points, due_on, due_time, due_at,
         assignee_mode, choices, created_at, updated_at, archived_at,
         archived_at IS NULL AND state = 'PUBLISHED' AS is_posted,
         coalesce((external ->> 'isForeign')::boolean, false) AS is_foreign,
         coalesce((external ->> 'gradedHere')::boolean, false) AS is_graded_here,
         coalesce(external ->> 'alternateLink', '') AS alternate_link
    FROM course_works;

-- submissions: each student's place in a work, without the answer.
CREATE VIEW submission_facts AS
  SELECT id, course_id, course_work_id, account_id, state, late, assigned_at, turned_in_at, returned_at, draft_grade, assigned_grade, excused,
         grade_revision, updated_at
    FROM submissions;
