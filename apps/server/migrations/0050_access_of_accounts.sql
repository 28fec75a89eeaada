-- What somebody may do depends on what roles grant, the same for everybody, and on which roles they have, where they
-- belong and whether they are active. The first has one version, as before; the second now one per account, so that a
-- new account makes nobody else's rights be read again, and writers of different accounts do not wait for each other.

-- A row stands from the first change on; no row is version 0. It has no foreign key and stays when its account goes:
-- the account's open sockets are found by it.
CREATE TABLE account_access (
  account_id  bigint PRIMARY KEY,
  version     bigint NOT NULL DEFAULT 1,
  -- The transaction that changed it last: what a snapshot does not see yet is what a later look has to tell, however
  -- late that transaction commits. A time or a number would miss it.
  changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX account_access_changed ON account_access (changed_xid);
COMMENT ON TABLE account_access IS 'Version of what one account''s own rows (roles, status, school) say about its rights';

CREATE FUNCTION raise_account_access(ids bigint[]) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  INSERT INTO account_access (account_id) SELECT DISTINCT id FROM unnest(ids) id ORDER BY id
  ON CONFLICT (account_id) DO UPDATE SET version = account_access.version + 1, changed_xid = pg_current_xact_id();
END;

CREATE FUNCTION account_roles_raise_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM raise_account_access(array(SELECT account_id FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM raise_account_access(array(SELECT account_id FROM old_rows));
  ELSE
    PERFORM raise_account_access(array(SELECT account_id FROM old_rows UNION SELECT account_id FROM new_rows));
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION accounts_raise_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM raise_account_access(array(SELECT id FROM old_rows));
  ELSE
    PERFORM raise_account_access(array(
      SELECT id FROM old_rows JOIN new_rows USING (id)
       WHERE (old_rows.status, old_rows.school_id) IS DISTINCT FROM (new_rows.status, new_rows.school_id)));
  END IF;
  RETURN NULL;
END $$;

-- Whose rights all rows at once are about is not said one by one.
DROP TRIGGER account_roles_version ON account_roles;
CREATE TRIGGER account_roles_version AFTER TRUNCATE ON account_roles FOR EACH STATEMENT EXECUTE FUNCTION raise_access_version();
CREATE TRIGGER account_roles_inserted AFTER INSERT ON account_roles
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION account_roles_raise_access();
CREATE TRIGGER account_roles_updated AFTER UPDATE ON account_roles
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION account_roles_raise_access();
CREATE TRIGGER account_roles_deleted AFTER DELETE ON account_roles
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION account_roles_raise_access();
CREATE TRIGGER accounts_updated_access AFTER UPDATE ON accounts
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION accounts_raise_access();
CREATE TRIGGER accounts_deleted_access AFTER DELETE ON accounts
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION accounts_raise_access();
