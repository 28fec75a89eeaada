-- Rosters by file: what a file of a school's information system would do, row by row, before and after it is done.
CREATE TABLE roster_imports (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id     bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  school_id      bigint REFERENCES schools (id) ON DELETE CASCADE, -- null: of several schools
  school_ids     bigint[] NOT NULL DEFAULT '{}',             -- whose rows the file has
  file_name      text NOT NULL,
  format         text NOT NULL CHECK (format IN ('oneroster', 'sds', 'canvas', 'mapped')),
  version        text NOT NULL DEFAULT '',
  status         text NOT NULL CHECK (status IN ('preview', 'waiting', 'running', 'finished', 'partly', 'failed', 'cancelled')),
  options        jsonb NOT NULL DEFAULT '{}',
  counts         jsonb NOT NULL DEFAULT '{}',                -- by kind and outcome
  remarks        jsonb NOT NULL DEFAULT '[]',                -- what was left out while reading
  many_ends      jsonb NOT NULL DEFAULT '[]',                -- classes and schools that would lose many
  total_rows     integer NOT NULL DEFAULT 0,                 -- that would change something
  done_rows      integer NOT NULL DEFAULT 0,
  done_number    integer NOT NULL DEFAULT 0,                 -- of the last row that is done
  failed_rows    integer NOT NULL DEFAULT 0,
  failure        text,
  undo_status    text CHECK (undo_status IN ('waiting', 'running', 'finished', 'failed')),
  undo_left      integer NOT NULL DEFAULT 0,                 -- rows that taking back has not come to
  undo_number    integer NOT NULL DEFAULT 0,                 -- of the last row that it came to
  undo_stays     integer NOT NULL DEFAULT 0,
  created_at     timestamptz NOT NULL DEFAULT app_now(),
  begun_at       timestamptz,
  finished_at    timestamptz
);
CREATE INDEX roster_imports_school ON roster_imports (school_id, id);
CREATE INDEX roster_imports_schools ON roster_imports USING gin (school_ids);
CREATE INDEX roster_imports_account ON roster_imports (account_id);

-- In the order in which they are done. What stays the same is counted and not listed.
CREATE TABLE roster_rows (
  import_id    bigint NOT NULL REFERENCES roster_imports (id) ON DELETE CASCADE,
  number       integer NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('school', 'session', 'person', 'class', 'member')),
  outcome      text NOT NULL CHECK (outcome IN ('new', 'changed', 'ends', 'error', 'not_taken', 'waits')),
  school_id    bigint,
  external_id  text NOT NULL,
  within_id    text,                                         -- of a member: the class
  file         text NOT NULL DEFAULT '',
  line         integer NOT NULL DEFAULT 0,
  name         text NOT NULL DEFAULT '',
  detail       text NOT NULL DEFAULT '',
  role         text CHECK (role IN ('TEACHER', 'STUDENT')),
  fields       jsonb,
  said         jsonb,
  local_id     bigint,                                       -- what it made, or found
  state        text CHECK (state IN ('skipped', 'failed', 'was_there', 'gone', 'stays')), -- null: as its outcome says
  why          text,
  PRIMARY KEY (import_id, number)
);

-- What the columns of a file that no system is known by mean, as somebody of the school said.
CREATE TABLE roster_mappings (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  school_id   bigint REFERENCES schools (id) ON DELETE CASCADE, -- null: of those who see to several
  signature   text NOT NULL,
  mapping     jsonb NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT app_now(),
  updated_at  timestamptz NOT NULL DEFAULT app_now()
);
CREATE UNIQUE INDEX roster_mappings_unique ON roster_mappings (school_id, signature) NULLS NOT DISTINCT;
CREATE TRIGGER roster_mappings_touch BEFORE UPDATE ON roster_mappings FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- School years, terms and grading periods as a school's information system has them, and which classes run in which.
CREATE TABLE academic_sessions (
  id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  school_id          bigint NOT NULL REFERENCES schools (id) ON DELETE CASCADE,
  title              text NOT NULL CHECK (title <> ''),
  type               text NOT NULL CHECK (type IN ('schoolYear', 'semester', 'term', 'gradingPeriod')),
  start_date         date,
  end_date           date,
  school_year        text NOT NULL DEFAULT '',
  parent_id          bigint REFERENCES academic_sessions (id) ON DELETE SET NULL,
  created_at         timestamptz NOT NULL DEFAULT app_now(),
  updated_at         timestamptz NOT NULL DEFAULT app_now(),
  CHECK (start_date <= end_date)
);
CREATE INDEX academic_sessions_school ON academic_sessions (school_id, start_date);
CREATE INDEX academic_sessions_parent ON academic_sessions (parent_id) WHERE parent_id IS NOT NULL;
CREATE TRIGGER academic_sessions_touch BEFORE UPDATE ON academic_sessions FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TABLE class_sessions (
  course_id   bigint NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  session_id  bigint NOT NULL REFERENCES academic_sessions (id) ON DELETE CASCADE,
  PRIMARY KEY (course_id, session_id)
);
CREATE INDEX class_sessions_session ON class_sessions (session_id);

-- False: the address was made of a user name and the school's domain, and no mail is sent there until somebody writes another.
ALTER TABLE accounts ADD COLUMN is_mailable boolean NOT NULL DEFAULT true;

INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('Rosters', 'rosters', 'rosters', 'People, classes and who is in which, from a file of the school''s information system', 'admin_settings', 60);
SELECT grant_default('admin', action, 'rosters') FROM unnest(ARRAY['view', 'edit']) AS action;
