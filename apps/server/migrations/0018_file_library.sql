-- The file library.
CREATE INDEX files_school ON files (school_id, created_at DESC);
CREATE INDEX files_created ON files (created_at DESC, id DESC);

-- An upload that arrives in pieces. Its bytes are in the data folder under its id, until they are a file.
CREATE TABLE file_uploads (
  id          text PRIMARY KEY CHECK (length(id) = 43),
  account_id  bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name        text NOT NULL,
  byte_size   bigint NOT NULL CHECK (byte_size >= 0),
  created_at  timestamptz NOT NULL DEFAULT app_now(),
  file_id     bigint REFERENCES files (id) ON DELETE CASCADE      -- set once, with the file that came of it
);
CREATE INDEX file_uploads_account ON file_uploads (account_id) WHERE file_id IS NULL;
CREATE INDEX file_uploads_file ON file_uploads (file_id);
CREATE INDEX file_uploads_age ON file_uploads (created_at);

-- The files that a document shows as pictures. Rich text names them by id, which no foreign key can watch.
CREATE FUNCTION file_ids_in(document jsonb) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT (found #>> '{}')::bigint), '{}')
    FROM jsonb_path_query(document, 'strict $.** ? (@.type == "image").attrs.file_id ? (@.type() == "number")', '{}', true) found
$$;
CREATE INDEX question_versions_pictures ON question_versions USING gin (file_ids_in(description));
CREATE INDEX question_responses_pictures ON question_responses USING gin (file_ids_in(description));
CREATE INDEX assessments_pictures ON assessments USING gin (file_ids_in(description));
CREATE INDEX accounts_picture ON accounts (picture_file_id) WHERE picture_file_id IS NOT NULL;

INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('Files', 'files', 'files', 'One''s own uploaded files', 'question_bank', 60),
  ('Files of the school', 'school-files', '', 'Everybody''s uploaded files, in the file library', NULL, 100);
SELECT grant_default(role, action, 'files') FROM unnest(ARRAY['admin', 'teachers', 'student']) AS role, unnest(ARRAY['view', 'create', 'delete']) AS action;
SELECT grant_default('admin', action, 'school-files') FROM unnest(ARRAY['view', 'delete']) AS action;
