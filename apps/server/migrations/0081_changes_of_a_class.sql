-- Marks of changes of one class: a tag of its gradebook is to be another one from the very commit of a change on, and what
-- announces a change gets its number only after the commit. As every mark it is a row of its own, so no writer waits for another.
ALTER TABLE table_changes ADD COLUMN scope bigint;
DROP INDEX table_changes_table;
CREATE INDEX table_changes_scope ON table_changes (table_name, scope) INCLUDE (mark);

CREATE FUNCTION note_class_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO table_changes (table_name, scope, mark)
  SELECT TG_TABLE_NAME, course_id, hashtextextended(gen_random_uuid()::text, 0) FROM changed GROUP BY course_id;
  RETURN NULL;
END $$;
CREATE FUNCTION note_class_change_of_work() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO table_changes (table_name, scope, mark)
  SELECT TG_TABLE_NAME, work.course_id, hashtextextended(gen_random_uuid()::text, 0)
    FROM changed JOIN course_works work ON work.id = changed.course_work_id GROUP BY work.course_id;
  RETURN NULL;
END $$;

CREATE TRIGGER submissions_change_new AFTER INSERT ON submissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_class_change();
CREATE TRIGGER submissions_change AFTER UPDATE ON submissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_class_change();
CREATE TRIGGER submissions_change_gone AFTER DELETE ON submissions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_class_change();
CREATE TRIGGER course_works_change_new AFTER INSERT ON course_works REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_class_change();
CREATE TRIGGER course_works_change AFTER UPDATE ON course_works REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_class_change();
CREATE TRIGGER course_works_change_gone AFTER DELETE ON course_works REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_class_change();
CREATE TRIGGER submission_notes_change_new AFTER INSERT ON submission_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_class_change_of_work();
CREATE TRIGGER submission_notes_change AFTER UPDATE ON submission_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_class_change_of_work();
CREATE TRIGGER submission_notes_change_gone AFTER DELETE ON submission_notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_class_change_of_work();
