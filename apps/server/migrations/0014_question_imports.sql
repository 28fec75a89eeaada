-- Imports of questions: the same files, previews and reports as those of accounts.
ALTER TABLE imports DROP CONSTRAINT imports_kind_check;
ALTER TABLE imports
  ADD CONSTRAINT imports_kind_check CHECK (kind IN ('account', 'question')),
  ADD COLUMN format     text,                                      -- xlsx, gift, moodle, aiken, qti; null: of accounts
  ADD COLUMN options    jsonb NOT NULL DEFAULT '{}',               -- what was chosen for all rows of the file
  ADD COLUMN note_count integer NOT NULL DEFAULT 0;                -- rows that came in, and something was left out of
ALTER TABLE import_rows
  ADD COLUMN question_id bigint REFERENCES questions (id) ON DELETE SET NULL,
  ADD COLUMN notes       jsonb NOT NULL DEFAULT '[]';              -- what was left out, and its parameters
CREATE INDEX import_rows_question ON import_rows (question_id) WHERE question_id IS NOT NULL;

-- Finds a question that is in the bank already.
CREATE INDEX question_versions_title ON question_versions USING hash (title);

INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('Question imports', 'question-imports', '', 'Bringing questions into the bank from files', NULL, 100),
  ('Question exports', 'question-exports', '', 'Taking questions, with their keys, out of the bank as files', NULL, 100);
SELECT grant_default(role, action, resource) FROM (VALUES
  ('admin', 'create', 'question-imports'), ('admin', 'view', 'question-exports'), ('teachers', 'view', 'question-exports')
) AS grants (role, action, resource);
