-- What is said to a class: announcements in its stream, for all of its students or for some, and what is replied.
CREATE TABLE announcements (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id      bigint NOT NULL REFERENCES courses (id),
  creator_id     bigint NOT NULL REFERENCES accounts (id),
  text           jsonb NOT NULL,
  -- The beginning of its words without their form, for lists and to be searched.
  summary        text NOT NULL DEFAULT '',
  -- DRAFT: for staff alone, until it is posted or its time comes.
  state          text NOT NULL DEFAULT 'PUBLISHED' CHECK (state IN ('PUBLISHED', 'DRAFT')),
  scheduled_at   timestamptz,
  -- When students could first see it.
  posted_at      timestamptz,
  assignee_mode  text NOT NULL DEFAULT 'INDIVIDUAL_STUDENTS' CHECK (assignee_mode IN ('ALL_STUDENTS', 'INDIVIDUAL_STUDENTS')),
  created_at     timestamptz NOT NULL DEFAULT app_now(),
  updated_at     timestamptz NOT NULL DEFAULT app_now(),
  archived_at    timestamptz,
  -- Where it stands among the others: by when it was posted, a draft by when it was begun.
  listed_at      timestamptz NOT NULL DEFAULT app_now(),
  CHECK ((state = 'PUBLISHED') = (posted_at IS NOT NULL)),
  CHECK (scheduled_at IS NULL OR state = 'DRAFT')
);
CREATE INDEX announcements_course ON announcements (course_id, listed_at DESC, id DESC) WHERE archived_at IS NULL;
CREATE INDEX announcements_newest ON announcements (listed_at DESC, id DESC) WHERE archived_at IS NULL;
CREATE INDEX announcements_creator ON announcements (creator_id);
CREATE INDEX announcements_pictures ON announcements USING gin (file_ids_in(text));
CREATE TRIGGER announcements_touch BEFORE UPDATE ON announcements FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- Whom one for individual students is for; also before it is posted.
CREATE TABLE announcement_students (
  announcement_id  bigint NOT NULL REFERENCES announcements (id),
  account_id       bigint NOT NULL REFERENCES accounts (id),
  PRIMARY KEY (announcement_id, account_id)
);
CREATE INDEX announcement_students_account ON announcement_students (account_id);

CREATE TABLE announcement_materials (
  announcement_id  bigint NOT NULL REFERENCES announcements (id),
  position         smallint NOT NULL CHECK (position > 0),
  kind             text NOT NULL CHECK (kind IN ('driveFile', 'youtubeVideo', 'link')),
  title            text NOT NULL,
  file_id          bigint REFERENCES files (id),
  url              text NOT NULL DEFAULT '',
  PRIMARY KEY (announcement_id, position),
  CHECK ((kind = 'driveFile') = (file_id IS NOT NULL)),
  CHECK ((kind = 'driveFile') = (url = ''))
);
CREATE INDEX announcement_materials_file ON announcement_materials (file_id) WHERE file_id IS NOT NULL;

CREATE TABLE announcement_comments (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  announcement_id  bigint NOT NULL REFERENCES announcements (id),
  account_id       bigint NOT NULL REFERENCES accounts (id),
  by_student       boolean NOT NULL,
  -- As others read it; what was written before words of it were replaced is kept for review.
  comment          text NOT NULL CHECK (comment <> ''),
  is_censored      boolean NOT NULL DEFAULT false,
  created_at       timestamptz NOT NULL DEFAULT app_now(),
  archived_at      timestamptz,
  archived_by      bigint REFERENCES accounts (id)
);
CREATE INDEX announcement_comments_announcement ON announcement_comments (announcement_id, id DESC) WHERE archived_at IS NULL;
CREATE INDEX announcement_comments_account ON announcement_comments (account_id, created_at);
CREATE INDEX announcement_comments_archived_by ON announcement_comments (archived_by) WHERE archived_by IS NOT NULL;

ALTER TABLE censored_originals DROP CONSTRAINT censored_originals_subject_type_check;
ALTER TABLE censored_originals ADD CONSTRAINT censored_originals_subject_type_check
  CHECK (subject_type IN ('live_post', 'post_comment', 'comment_reply', 'announcement_comment'));

-- Everybody reads and comments, in the classes they are in; who posts needs to be staff of the class besides.
INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('Notifications', 'announcements', 'notifications', 'Announcements in the classes somebody is in', 'notification', 10);
SELECT grant_default(role, action, 'announcements') FROM unnest(ARRAY['admin', 'teachers', 'student']) AS role, unnest(ARRAY['view', 'comment']) AS action;
SELECT grant_default(role, action, 'announcements') FROM unnest(ARRAY['admin', 'teachers']) AS role, unnest(ARRAY['create', 'edit', 'delete']) AS action;
