-- Schools that an administrator of the installation has suspended. A row is there as long as the suspension lasts.
CREATE TABLE school_suspensions (
  school_id     bigint PRIMARY KEY REFERENCES schools ON DELETE CASCADE,
  reason        text NOT NULL CHECK (reason <> ''),
  suspended_at  timestamptz NOT NULL DEFAULT app_now()
);
-- A suspension is remembered with the rights of the school's people, so it counts from their next call on.
CREATE TRIGGER school_suspensions_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON school_suspensions
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_version();

-- schools: which schools are suspended.
CREATE VIEW suspended_schools AS
SELECT suspended.school_id, schools.school_name, suspended.reason
  FROM school_suspensions suspended JOIN schools ON schools.id = suspended.school_id;

-- schools: who is not let in. Administrators of the whole installation are, wherever they belong.
CREATE VIEW suspended_accounts AS
SELECT accounts.id AS account_id, accounts.email_key, suspended.school_id, suspended.school_name, suspended.reason
  FROM suspended_schools suspended JOIN accounts ON accounts.school_id = suspended.school_id
 WHERE NOT EXISTS (SELECT FROM administrators WHERE administrators.account_id = accounts.id);

INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('All schools', 'all-schools', 'all-schools', 'The schools of the installation with their sizes and limits', 'admin_settings', 132);
SELECT grant_default('admin', 'view', 'all-schools');
SELECT grant_default('admin', 'edit', 'all-schools');
