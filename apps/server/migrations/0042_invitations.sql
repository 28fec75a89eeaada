-- Who is asked into which class. A row is kept when it was accepted or deleted, so that both can be told and taken back.
CREATE TABLE invitations (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id   bigint NOT NULL REFERENCES courses (id),
  role        text NOT NULL CHECK (role IN ('TEACHER', 'STUDENT')),
  email       text NOT NULL CHECK (email <> ''),
  email_key   text NOT NULL CHECK (email_key <> ''),
  -- Of the class's school, where there was one with the address. Without one it is for whoever of the school gets the address.
  account_id  bigint REFERENCES accounts (id) ON DELETE SET NULL,
  invited_by  bigint REFERENCES accounts (id) ON DELETE SET NULL,
  created_at  timestamptz NOT NULL DEFAULT app_now(),
  accepted_at timestamptz,
  deleted_at  timestamptz,
  -- When an address without an account was written to.
  mailed_at   timestamptz,
  CHECK (accepted_at IS NULL OR deleted_at IS NULL)
);
-- One open invitation for each address and each account in a class.
CREATE UNIQUE INDEX invitations_open_address ON invitations (course_id, email_key) WHERE accepted_at IS NULL AND deleted_at IS NULL;
CREATE UNIQUE INDEX invitations_open_account ON invitations (course_id, account_id) WHERE accepted_at IS NULL AND deleted_at IS NULL AND account_id IS NOT NULL;
CREATE INDEX invitations_course ON invitations (course_id, id DESC);
CREATE INDEX invitations_waiting_account ON invitations (account_id) WHERE accepted_at IS NULL AND deleted_at IS NULL;
CREATE INDEX invitations_waiting_address ON invitations (email_key) WHERE accepted_at IS NULL AND deleted_at IS NULL AND account_id IS NULL;
-- How many somebody has sent lately.
CREATE INDEX invitations_sent ON invitations (invited_by, created_at);
CREATE INDEX invitations_account ON invitations (account_id) WHERE account_id IS NOT NULL;

INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('Invitations', 'invitations', 'invitations', 'The classes that somebody is invited to', 'invitations', 10),
  ('People of classes', 'class-people', '', 'Inviting people to one''s classes, and taking them out', NULL, 100);
SELECT grant_default(role, action, 'invitations') FROM unnest(ARRAY['teachers', 'student']) AS role, unnest(ARRAY['view', 'edit']) AS action;
SELECT grant_default(role, action, 'class-people') FROM unnest(ARRAY['admin', 'teachers']) AS role, unnest(ARRAY['view', 'create', 'delete']) AS action;
