-- The owner of a class is a TEACHER in it. Asked when the transaction ends, so a class and its first member may come in
-- any order. The member's row is held while it is asked: whoever ends that membership meanwhile finds the new owner.
CREATE FUNCTION require_owner_teaches() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  class bigint := CASE TG_TABLE_NAME WHEN 'courses' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(OLD) ->> 'course_id' END;
  owner bigint;
BEGIN
  SELECT owner_id INTO owner FROM courses WHERE id = class;
  IF owner IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM course_members WHERE course_id = class AND account_id = owner AND role = 'TEACHER' AND left_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % owns class % and is no teacher in it', owner, class USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER courses_owner_teaches AFTER INSERT OR UPDATE OF owner_id ON courses
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_owner_teaches();
CREATE CONSTRAINT TRIGGER course_members_owner_teaches AFTER UPDATE OR DELETE ON course_members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.role = 'TEACHER') EXECUTE FUNCTION require_owner_teaches();

-- access: who holds the Admin role.
CREATE VIEW administrators AS
  SELECT account_roles.account_id FROM account_roles JOIN roles ON roles.id = account_roles.role_id
   WHERE roles.key = 'admin' AND account_roles.is_active;
