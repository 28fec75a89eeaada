-- What a student takes home from a finished lesson: a PDF for each student who was there.
CREATE TABLE work_products (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id    bigint NOT NULL REFERENCES live_sessions (id),
  account_id    bigint NOT NULL REFERENCES accounts (id),
  -- waiting: it is being made. missing: it could not be made, or nobody has asked for it since the lesson.
  state         text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'made', 'missing')),
  file_id       bigint REFERENCES files (id),
  requested_at  timestamptz NOT NULL DEFAULT app_now(),
  made_at       timestamptz,
  UNIQUE (session_id, account_id),
  CHECK ((state = 'made') <= (file_id IS NOT NULL)),
  CHECK ((file_id IS NULL) = (made_at IS NULL))
);
CREATE INDEX work_products_account ON work_products (account_id, state);
CREATE INDEX work_products_file ON work_products (file_id) WHERE file_id IS NOT NULL;

-- Lessons of before have none: each of their students can have it made.
INSERT INTO work_products (session_id, account_id, state, requested_at)
SELECT participant.session_id, participant.account_id, 'missing', session.ended_at
  FROM live_participants participant JOIN live_sessions session ON session.id = participant.session_id
 WHERE session.state = 'finished';

INSERT INTO resources (name, key, res_url, description, menu_group, menu_order)
VALUES ('Work products', 'work-products', 'work-products', 'What students take home from lessons, as PDF', NULL, 0);
SELECT grant_default(role, action, 'work-products') FROM unnest(ARRAY['admin', 'teachers', 'student']) AS role, unnest(ARRAY['view', 'create']) AS action;
