-- Things that people ask of a school about data: in the program, or on paper.
CREATE TABLE data_requests (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id   bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,      -- whom the data is about
  kind         text NOT NULL CHECK (kind IN ('copy', 'correction', 'erasure', 'endOfUse', 'question')),
  words        text NOT NULL,
  asked_by     bigint REFERENCES accounts ON DELETE SET NULL,              -- null: on paper
  asker        text NOT NULL DEFAULT '',                                   -- who asked on paper
  recorded_by  bigint REFERENCES accounts ON DELETE SET NULL,
  asked_on     date NOT NULL,                                              -- days of the school
  due_on       date NOT NULL,
  state        text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'refused', 'withdrawn')),
  answer       text NOT NULL DEFAULT '',
  answered_by  bigint REFERENCES accounts ON DELETE SET NULL,
  answered_at  timestamptz,
  reminded_at  timestamptz,
  CHECK ((state = 'open') = (answered_at IS NULL))
);
CREATE INDEX data_requests_person ON data_requests (account_id, id);
CREATE INDEX data_requests_asked_by ON data_requests (asked_by, account_id) WHERE asked_by IS NOT NULL;
CREATE INDEX data_requests_open ON data_requests (due_on, id) WHERE state = 'open';
CREATE INDEX data_requests_recorded_by ON data_requests (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE INDEX data_requests_answered_by ON data_requests (answered_by) WHERE answered_by IS NOT NULL;

-- The days in which a school answers. Schools without a row have 45.
CREATE TABLE data_request_days (
  school_id  bigint PRIMARY KEY REFERENCES schools ON DELETE CASCADE,
  days       smallint NOT NULL CHECK (days BETWEEN 1 AND 45)
);

INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('Data Requests', 'data-requests', 'data-requests', 'What people ask of the school about their data, each with the day by which it is answered', 'admin_settings', 123);
SELECT grant_default('admin', action, 'data-requests') FROM unnest(ARRAY['view', 'edit']) AS action;
