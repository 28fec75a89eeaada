-- School settings, sign-in with an OpenID provider, and what keeps the primary role true.

-- accounts.role_id names a role that the account actively holds, or none. Whichever way a row of account_roles goes,
-- the account's primary role follows: to what the row became, else to the role that it has had longest.
CREATE FUNCTION leave_primary_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts SET role_id = coalesce(
      CASE WHEN TG_OP = 'UPDATE' AND NEW.is_active AND NEW.account_id = OLD.account_id THEN NEW.role_id END,
      (SELECT held.role_id FROM account_roles held WHERE held.account_id = OLD.account_id AND held.is_active ORDER BY held.id LIMIT 1))
   WHERE id = OLD.account_id AND role_id = OLD.role_id
     AND NOT EXISTS (SELECT 1 FROM account_roles held WHERE held.account_id = OLD.account_id AND held.role_id = OLD.role_id AND held.is_active);
  IF TG_OP = 'UPDATE' AND NEW.is_active THEN
    UPDATE accounts SET role_id = NEW.role_id WHERE id = NEW.account_id AND role_id IS NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER account_roles_leave_primary AFTER UPDATE OR DELETE ON account_roles FOR EACH ROW EXECUTE FUNCTION leave_primary_role();

-- Once for all rows of a statement, since an import gives thousands of people their role at once.
CREATE FUNCTION take_primary_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts SET role_id = first.role_id
    FROM (SELECT DISTINCT ON (account_id) account_id, role_id FROM given WHERE is_active ORDER BY account_id, id) first
   WHERE accounts.id = first.account_id AND accounts.role_id IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER account_roles_take_primary AFTER INSERT ON account_roles REFERENCING NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION take_primary_role();

INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('School Settings', 'school-settings', 'school-settings', 'What holds for everybody in a school', 'admin_settings', 12);
SELECT grant_default('admin', action, 'school-settings') FROM unnest(ARRAY['view', 'edit']) AS action;

-- Sign-ins with Google that have begun: what is needed when the browser comes back, once. Of state and the browser's own
-- secret only the SHA-256 is kept.
CREATE TABLE google_sign_ins (
  state_hash     bytea PRIMARY KEY,
  secret_hash    bytea NOT NULL,
  nonce          text NOT NULL,
  code_verifier  text NOT NULL,
  redirect_uri   text NOT NULL,
  expires_at     timestamptz NOT NULL
);
CREATE INDEX google_sign_ins_expiry ON google_sign_ins (expires_at);

-- What a list puts away stays in its archive until somebody who may purge brings it back or erases it.
INSERT INTO actions (name, key) VALUES ('Purge', 'purge');
SELECT grant_default('admin', 'purge', resource) FROM unnest(ARRAY['schools', 'levels', 'standards', 'groups', 'protocols', 'periods', 'assessment-periods',
  'question-types', 'question-grades', 'question-subjects', 'question-cycles']) AS resource;
