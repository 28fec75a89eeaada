-- A version of what tables hold, for answers that are too large to be made only to find that nothing has changed. Each
-- statement that writes to such a table leaves a random mark, visible when its transaction commits; the version is all
-- marks of the table XORed. Nobody waits for another's counter, and a version never comes back, not even after a restore.
-- Housekeeping folds the marks of a table into one.
CREATE TABLE table_changes (
  table_name  text NOT NULL,
  mark        bigint NOT NULL
);
CREATE INDEX table_changes_table ON table_changes (table_name);

-- By the path of now: a restore writes rows without one.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO table_changes (table_name, mark) VALUES (TG_TABLE_NAME, hashtextextended(gen_random_uuid()::text, 0));
  RETURN NULL;
END $$;

CREATE TRIGGER accounts_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON accounts FOR EACH STATEMENT EXECUTE FUNCTION note_change();
CREATE TRIGGER account_types_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON account_types FOR EACH STATEMENT EXECUTE FUNCTION note_change();
CREATE TRIGGER roles_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON roles FOR EACH STATEMENT EXECUTE FUNCTION note_change();
CREATE TRIGGER schools_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON schools FOR EACH STATEMENT EXECUTE FUNCTION note_change();
