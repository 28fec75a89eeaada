-- Lessons for trying: a rehearsal runs on a copy of an assessment, in a hidden class of simulated people. Nothing of it counts, and the
-- views through which other modules read people and classes leave it out; lessons alone read those that have everybody.

ALTER TABLE courses ADD COLUMN is_rehearsal boolean NOT NULL DEFAULT false;
ALTER TABLE accounts ADD COLUMN simulated_in bigint REFERENCES courses (id);
CREATE INDEX accounts_simulated ON accounts (simulated_in) WHERE simulated_in IS NOT NULL;
ALTER TABLE assessments ADD COLUMN is_rehearsal boolean NOT NULL DEFAULT false;
ALTER TABLE live_sessions ADD COLUMN is_rehearsal boolean NOT NULL DEFAULT false;

-- rehearsals: which assessment a copy was made of.
CREATE TABLE rehearsals (
  course_id      bigint PRIMARY KEY REFERENCES courses (id) ON DELETE CASCADE,
  assessment_id  bigint NOT NULL UNIQUE REFERENCES assessments (id) ON DELETE CASCADE,
  original_id    bigint REFERENCES assessments (id) ON DELETE SET NULL,
  made_by        bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  made_at        timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX rehearsals_original ON rehearsals (original_id);
CREATE INDEX rehearsals_maker ON rehearsals (made_by);

-- rehearsals: the simulated classes of lessons. Those of one lesson are one; a newer one takes its place.
CREATE TABLE simulated_classes (
  assessment_id  bigint PRIMARY KEY REFERENCES assessments (id) ON DELETE CASCADE,
  school_id      bigint NOT NULL REFERENCES schools (id) ON DELETE CASCADE,
  size           smallint NOT NULL CHECK (size BETWEEN 8 AND 60),
  speed          smallint NOT NULL CHECK (speed IN (1, 4, 8)),
  seed           integer NOT NULL,
  brought_by     bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  brought_at     timestamptz NOT NULL DEFAULT app_now(),
  ended_at       timestamptz
);
CREATE INDEX simulated_classes_school ON simulated_classes (school_id) WHERE ended_at IS NULL;
CREATE INDEX simulated_classes_bringer ON simulated_classes (brought_by);

-- accounts: people, without what they sign in with and without simulated ones.
CREATE OR REPLACE VIEW people AS
  SELECT id, school_id, first_name, last_name, email, status,
         password_hash IS NOT NULL OR EXISTS (SELECT 1 FROM google_identities WHERE google_identities.account_id = accounts.id) AS can_sign_in,
         account_type_id, role_id, email_key, first_key, last_key, phone_number, picture_file_id, is_mailable, password_hash IS NOT NULL AS has_password, updated_at,
         trim(first_name || ' ' || last_name) AS full_name
    FROM accounts WHERE simulated_in IS NULL;

-- accounts: the people of lessons, simulated ones too.
CREATE VIEW lesson_people AS
  SELECT id, school_id, first_name, last_name, email, status, picture_file_id, updated_at, trim(first_name || ' ' || last_name) AS full_name, simulated_in
    FROM accounts;

-- classes: each class, deleted ones too, but none of a rehearsal.
CREATE OR REPLACE VIEW class_facts AS
  SELECT id, school_id, owner_id, level_id, name, section, subject, room, course_state, comments_by_students, created_at, updated_at, archived_at,
         archived_at IS NULL AND course_state = 'ACTIVE' AS is_active
    FROM courses WHERE NOT is_rehearsal;

-- classes: the classes of lessons, those of rehearsals too.
CREATE VIEW lesson_classes AS
  SELECT id, school_id, owner_id, level_id, name, section, subject, room, course_state, comments_by_students, created_at, updated_at, archived_at,
         archived_at IS NULL AND course_state = 'ACTIVE' AS is_active, is_rehearsal
    FROM courses;

CREATE OR REPLACE VIEW school_places AS
  SELECT class_people.account_id, class_people.course_id, courses.school_id
    FROM class_people JOIN courses ON courses.id = class_people.course_id
   WHERE courses.archived_at IS NULL AND NOT courses.is_rehearsal;

CREATE OR REPLACE VIEW class_interests AS
  SELECT class_people.account_id, courses.subject, courses.level_id
    FROM courses JOIN class_people ON class_people.course_id = courses.id
   WHERE courses.archived_at IS NULL AND NOT courses.is_rehearsal;

CREATE OR REPLACE VIEW question_uses AS
  SELECT asked.question_id, asked.assessment_id FROM assessment_questions asked JOIN assessments ON assessments.id = asked.assessment_id
   WHERE NOT assessments.is_rehearsal;

CREATE OR REPLACE VIEW assessment_interests AS
  SELECT account_id, subject_id, level_id FROM assessments WHERE NOT is_rehearsal;

-- live: what students chose in runs that count or will; texts are not in it, nor answers without a choice, nor rehearsals.
CREATE OR REPLACE VIEW session_results AS
  SELECT live_phases.session_id, live_sessions.assessment_id, live_sessions.state, live_phases.form, live_phases.question_version_id,
         live_posts.account_id, live_posts.response_id
    FROM live_phases JOIN live_sessions ON live_sessions.id = live_phases.session_id JOIN live_posts ON live_posts.phase_id = live_phases.id
   WHERE live_sessions.state <> 'canceled' AND live_posts.response_id IS NOT NULL AND NOT live_sessions.is_rehearsal;
