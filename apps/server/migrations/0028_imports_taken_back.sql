-- A whole import is taken back: how far that is, and what became of each thing that the import made.
ALTER TABLE imports
  ADD COLUMN made_school_ids   bigint[],                          -- null: of before they were noted, or of questions
  ADD COLUMN take_back_status  text CHECK (take_back_status IN ('waiting', 'running', 'finished', 'failed')), -- null: nobody asked for it
  ADD COLUMN take_back_total   integer NOT NULL DEFAULT 0,        -- of what it made, so much was there when it began
  ADD COLUMN take_back_done    integer NOT NULL DEFAULT 0,
  ADD COLUMN take_back_gone    integer NOT NULL DEFAULT 0,        -- of these, taken back; the others stay
  ADD COLUMN take_back_failure text;                              -- a key of the catalogue
ALTER TABLE import_rows ADD COLUMN take_back text;                -- 'gone', or why it stays; null: not looked at

-- An account that goes is looked for in every table that names one, once for each account: where tables grow large, by an index.
CREATE INDEX live_posts_account ON live_posts (account_id);
CREATE INDEX live_drafts_account ON live_drafts (account_id);
CREATE INDEX comment_replies_account ON comment_replies (account_id);
CREATE INDEX course_members_person ON course_members (account_id);
CREATE INDEX question_versions_author ON question_versions (created_by);

-- The roles of an account go with it. Taken from it before, each would have its triggers write the account once more.
ALTER TABLE account_roles
  DROP CONSTRAINT account_roles_account_id_fkey,
  ADD CONSTRAINT account_roles_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
