-- Guardians have a role of their own, whose only page is that of their children.
INSERT INTO roles (name, key)
  SELECT CASE WHEN EXISTS (SELECT 1 FROM roles WHERE lower(NORMALIZE(name, NFKC)) = 'guardian' AND school_id IS NULL) THEN 'Guardian of students' ELSE 'Guardian' END, 'guardian';
INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('My Children', 'my-children', 'my-children', 'The own children of a guardian', 'home', 5),
  ('Guardians', 'guardians', '', 'Who is tied to which child', NULL, 100);
SELECT grant_default('guardian', action, 'own-account') FROM unnest(ARRAY['view', 'edit']) AS action;
SELECT grant_default('guardian', 'view', 'my-children');
SELECT grant_default('admin', action, 'guardians') FROM unnest(ARRAY['view', 'create', 'delete']) AS action;

-- A code on paper, with which a guardian ties themselves to a child, once.
CREATE TABLE guardian_codes (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  child_id    bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  relation    text NOT NULL CHECK (relation <> ''),
  code_hash   bytea NOT NULL UNIQUE,
  made_by     bigint REFERENCES accounts ON DELETE SET NULL,
  created_at  timestamptz NOT NULL DEFAULT app_now(),
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz,
  ended_at    timestamptz
);
CREATE INDEX guardian_codes_child ON guardian_codes (child_id);
CREATE INDEX guardian_codes_made_by ON guardian_codes (made_by) WHERE made_by IS NOT NULL;
CREATE INDEX guardian_codes_over ON guardian_codes (expires_at);

-- guardians: who is or was a guardian of whom.
CREATE VIEW guardians_of AS SELECT DISTINCT child_id, guardian_id FROM guardian_ties;
-- guardians: who is a guardian of whom now.
CREATE VIEW current_guardians AS SELECT child_id, guardian_id FROM guardian_ties WHERE ended_at IS NULL;
