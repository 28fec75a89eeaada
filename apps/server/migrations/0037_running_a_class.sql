-- What a class is run with: its classwork, what students hand in, their grades and who is told of what.

-- Work of a class. Archived work keeps its submissions and their grades.
CREATE TABLE course_works (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id       bigint NOT NULL REFERENCES courses (id),
  topic_id        bigint REFERENCES course_topics (id),
  category_id     bigint,
  -- The lesson it stands for. Students see its title and its date alone.
  assessment_id   bigint UNIQUE REFERENCES assessments (id),
  creator_id      bigint NOT NULL REFERENCES accounts (id),
  -- What it was made as: the entries of the Create menu.
  kind            text NOT NULL CHECK (kind IN ('ASSIGNMENT', 'QUIZ_ASSIGNMENT', 'QUESTION', 'MATERIAL')),
  work_type       text NOT NULL CHECK (work_type IN ('ASSIGNMENT', 'MATERIAL', 'SHORT_ANSWER_QUESTION', 'MULTIPLE_CHOICE_QUESTION')),
  title           text NOT NULL CHECK (title <> ''),
  description     jsonb NOT NULL DEFAULT '{"type": "doc", "content": []}',
  -- DRAFT: for staff alone, until it is posted or its time comes.
  state           text NOT NULL DEFAULT 'PUBLISHED' CHECK (state IN ('PUBLISHED', 'DRAFT')),
  scheduled_at    timestamptz,
  -- When students could first see it.
  posted_at       timestamptz,
  -- Null: not graded by points.
  max_points      numeric(9, 2) CHECK (max_points > 0),
  -- The school's day, and its time of day where one was chosen; the instant that follows, in the school's zone of then.
  due_on          date,
  due_time        time,
  due_at          timestamptz,
  assignee_mode   text NOT NULL DEFAULT 'ALL_STUDENTS' CHECK (assignee_mode IN ('ALL_STUDENTS', 'INDIVIDUAL_STUDENTS')),
  submission_modification_mode text NOT NULL DEFAULT 'MODIFIABLE',
  choices         text[] NOT NULL DEFAULT '{}',
  external        jsonb NOT NULL DEFAULT '{}',
  created_at      timestamptz NOT NULL DEFAULT app_now(),
  updated_at      timestamptz NOT NULL DEFAULT app_now(),
  archived_at     timestamptz,
  CHECK ((due_on IS NULL) = (due_at IS NULL)),
  CHECK (due_time IS NULL OR due_on IS NOT NULL),
  CHECK ((state = 'PUBLISHED') = (posted_at IS NOT NULL))
);
CREATE INDEX course_works_course ON course_works (course_id, id DESC) WHERE archived_at IS NULL;
CREATE INDEX course_works_topic ON course_works (topic_id) WHERE topic_id IS NOT NULL;
CREATE INDEX course_works_due ON course_works (course_id, due_at) WHERE archived_at IS NULL AND due_at IS NOT NULL;
CREATE INDEX course_works_scheduled ON course_works (scheduled_at) WHERE state = 'DRAFT' AND scheduled_at IS NOT NULL AND archived_at IS NULL;
CREATE INDEX course_works_pictures ON course_works USING gin (file_ids_in(description));
CREATE TRIGGER course_works_touch BEFORE UPDATE ON course_works FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- Whom work for individual students is for; also before it is posted.
CREATE TABLE course_work_assignees (
  course_work_id  bigint NOT NULL REFERENCES course_works (id),
  account_id      bigint NOT NULL REFERENCES accounts (id),
  PRIMARY KEY (course_work_id, account_id)
);
CREATE INDEX course_work_assignees_account ON course_work_assignees (account_id);

CREATE TABLE course_work_materials (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_work_id  bigint NOT NULL REFERENCES course_works (id),
  position        smallint NOT NULL CHECK (position > 0),
  kind            text NOT NULL CHECK (kind IN ('driveFile', 'youtubeVideo', 'link', 'form')),
  title           text NOT NULL,
  file_id         bigint REFERENCES files (id),
  url             text NOT NULL DEFAULT '',
  share_mode      text NOT NULL DEFAULT 'VIEW' CHECK (share_mode IN ('VIEW', 'EDIT', 'STUDENT_COPY')),
  CHECK ((kind = 'driveFile') = (file_id IS NOT NULL)),
  CHECK ((kind = 'driveFile') = (url = '')),
  UNIQUE (course_work_id, position)
);
CREATE INDEX course_work_materials_file ON course_work_materials (file_id) WHERE file_id IS NOT NULL;

-- How grades of a class are reckoned.
CREATE TABLE grade_settings (
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id         bigint NOT NULL UNIQUE REFERENCES courses (id),
  calculation_type  text NOT NULL CHECK (calculation_type IN ('NO_OVERALL_GRADE', 'TOTAL_POINTS', 'WEIGHTED_BY_CATEGORY')),
  show_grade        boolean NOT NULL DEFAULT true,
  exclude_missing   boolean NOT NULL DEFAULT false,
  created_at        timestamptz NOT NULL DEFAULT app_now(),
  updated_at        timestamptz NOT NULL DEFAULT app_now()
);
CREATE TRIGGER grade_settings_touch BEFORE UPDATE ON grade_settings FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE grade_categories (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id    bigint NOT NULL REFERENCES courses (id),
  name         text NOT NULL CHECK (name <> ''),
  point        numeric(9, 2) NOT NULL DEFAULT 0 CHECK (point >= 0),
  drop_lowest  smallint NOT NULL DEFAULT 0 CHECK (drop_lowest >= 0),
  position     smallint NOT NULL,
  archived_at  timestamptz
);
CREATE INDEX grade_categories_course ON grade_categories (course_id, position);
ALTER TABLE course_works ADD CONSTRAINT course_works_category_id_fkey FOREIGN KEY (category_id) REFERENCES grade_categories (id);
CREATE INDEX course_works_category ON course_works (category_id) WHERE category_id IS NOT NULL;

-- A student's place in one work. It stays when the student leaves or is taken off the work.
CREATE TABLE submissions (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id       bigint NOT NULL REFERENCES courses (id),
  course_work_id  bigint NOT NULL REFERENCES course_works (id),
  account_id      bigint NOT NULL REFERENCES accounts (id),
  state           text NOT NULL DEFAULT 'CREATED' CHECK (state IN ('CREATED', 'TURNED_IN', 'RETURNED')),
  late            boolean NOT NULL DEFAULT false,
  -- Since when it is the student's work: what was due before never counts as missing. Null: taken off it.
  assigned_at     timestamptz DEFAULT app_now(),
  turned_in_at    timestamptz,
  returned_at     timestamptz,
  short_answer    text,
  choice          text,
  draft_grade     numeric(9, 2) CHECK (draft_grade >= 0),
  assigned_grade  numeric(9, 2) CHECK (assigned_grade >= 0),
  excused         boolean NOT NULL DEFAULT false,
  -- Changes of the grade alone, so that handing in never meets grading.
  grade_revision  integer NOT NULL DEFAULT 0,
  external        jsonb NOT NULL DEFAULT '{}',
  created_at      timestamptz NOT NULL DEFAULT app_now(),
  updated_at      timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (course_work_id, account_id)
);
CREATE INDEX submissions_account ON submissions (account_id, course_id);
CREATE INDEX submissions_course ON submissions (course_id, course_work_id);
CREATE INDEX submissions_to_grade ON submissions (course_id) WHERE state = 'TURNED_IN';
CREATE TRIGGER submissions_touch BEFORE UPDATE ON submissions FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE submission_attachments (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id  bigint NOT NULL REFERENCES submissions (id),
  position       smallint NOT NULL CHECK (position > 0),
  title          text NOT NULL,
  file_id        bigint REFERENCES files (id),
  url            text NOT NULL DEFAULT '',
  -- Made by the product after a lesson, not handed in by the student.
  is_work_product boolean NOT NULL DEFAULT false,
  CHECK ((file_id IS NULL) <> (url = '')),
  UNIQUE (submission_id, position)
);
CREATE INDEX submission_attachments_file ON submission_attachments (file_id) WHERE file_id IS NOT NULL;

-- What happened to a submission, with what was handed in then; grades have a history of their own.
CREATE TABLE submission_history (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id  bigint NOT NULL REFERENCES submissions (id),
  at             timestamptz NOT NULL DEFAULT app_now(),
  account_id     bigint REFERENCES accounts (id),
  state          text NOT NULL CHECK (state IN ('CREATED', 'TURNED_IN', 'RETURNED')),
  late           boolean NOT NULL DEFAULT false,
  answer         jsonb,
  origin         text NOT NULL DEFAULT 'here'
);
CREATE INDEX submission_history_submission ON submission_history (submission_id, id);

-- What teachers write to a student about one work.
CREATE TABLE submission_messages (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id  bigint NOT NULL REFERENCES submissions (id),
  account_id     bigint NOT NULL REFERENCES accounts (id),
  message        text NOT NULL CHECK (message <> ''),
  created_at     timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX submission_messages_submission ON submission_messages (submission_id, id);

-- Every change of grades: an act, and what each grade was after it. Written from the first grade on, changed never.
CREATE TABLE grade_acts (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id   bigint NOT NULL REFERENCES courses (id),
  account_id  bigint REFERENCES accounts (id),
  kind        text NOT NULL,
  at          timestamptz NOT NULL DEFAULT app_now(),
  note        text NOT NULL DEFAULT '',
  cell_count  integer NOT NULL,
  undoes      bigint REFERENCES grade_acts (id),
  request_id  text
);
CREATE INDEX grade_acts_course ON grade_acts (course_id, id DESC);
CREATE UNIQUE INDEX grade_acts_undone_once ON grade_acts (undoes) WHERE undoes IS NOT NULL;

CREATE TABLE grade_changes (
  submission_id  bigint NOT NULL REFERENCES submissions (id),
  revision       integer NOT NULL,
  act_id         bigint NOT NULL REFERENCES grade_acts (id),
  draft          numeric(9, 2),
  assigned       numeric(9, 2),
  excused        boolean NOT NULL,
  state          text NOT NULL,
  PRIMARY KEY (submission_id, revision)
);
CREATE INDEX grade_changes_act ON grade_changes (act_id);
CREATE TRIGGER grade_changes_append_only BEFORE UPDATE OR DELETE ON grade_changes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER grade_acts_append_only BEFORE UPDATE OR DELETE ON grade_acts FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Who is told of what. One row a person, kept until it is old; the words are made where it is shown.
CREATE TABLE notifications (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id  bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind        text NOT NULL,
  -- What it is about, once for each person: `announcement:12`. What is told again takes the place of what was told.
  key         text NOT NULL,
  course_id   bigint REFERENCES courses (id),
  actor_id    bigint REFERENCES accounts (id),
  -- Fills the words of its kind.
  params      jsonb NOT NULL DEFAULT '{}',
  -- Where it leads within the app.
  path        text NOT NULL CHECK (path LIKE '/%'),
  created_at  timestamptz NOT NULL DEFAULT app_now(),
  read_at     timestamptz,
  mailed_at   timestamptz,
  UNIQUE (account_id, key)
);
CREATE INDEX notifications_newest ON notifications (account_id, id DESC);
CREATE INDEX notifications_unread ON notifications (account_id) WHERE read_at IS NULL;
CREATE INDEX notifications_unmailed ON notifications (created_at) WHERE mailed_at IS NULL AND read_at IS NULL;

-- How somebody wants to be told of a kind by e-mail, where it is not the usual way.
CREATE TABLE notification_preferences (
  account_id  bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind        text NOT NULL,
  mail        text NOT NULL CHECK (mail IN ('now', 'daily', 'never')),
  PRIMARY KEY (account_id, kind)
);
