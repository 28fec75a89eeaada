INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('Submissions', 'submissions', '', 'What students hand in, and its grades', NULL, 100);
SELECT grant_default(role, 'view', 'submissions') FROM unnest(ARRAY['admin', 'teachers', 'student']) AS role;
SELECT grant_default('student', 'create', 'submissions');
SELECT grant_default(role, 'edit', 'submissions') FROM unnest(ARRAY['admin', 'teachers']) AS role;

-- A message belongs to the act by which work was returned; it goes with the act when that is taken back, and comes again with it.
ALTER TABLE submission_messages ADD COLUMN act_id bigint REFERENCES grade_acts (id), ADD COLUMN withdrawn_at timestamptz;
CREATE INDEX submission_messages_act ON submission_messages (act_id) WHERE act_id IS NOT NULL;

-- Files of earlier hand-ins are part of the work too.
CREATE INDEX submission_history_answers ON submission_history USING gin (answer jsonb_path_ops) WHERE answer IS NOT NULL;
