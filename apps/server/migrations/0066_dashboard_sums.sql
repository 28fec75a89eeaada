-- Sums for the dashboards of a whole school: a row for each work of a class that runs, and for each finished lesson, over
-- those who are students of the class by now. Whatever changes what a row sums leaves a mark in its own transaction; what is
-- marked is counted one by one until a job drops row and mark together. So a sum agrees with its rows at every moment, and
-- nobody who hands in or grades waits for another's counter.
CREATE TABLE dashboard_work_sums (
  course_work_id    bigint PRIMARY KEY REFERENCES course_works (id) ON DELETE CASCADE,
  course_id         bigint NOT NULL,
  created           integer NOT NULL,                       -- pieces of work that nobody is excused from, by their state
  created_graded    integer NOT NULL CHECK (created_graded <= created), -- of them those with a grade, a draft too
  turned_in         integer NOT NULL,
  turned_in_graded  integer NOT NULL CHECK (turned_in_graded <= turned_in),
  returned          integer NOT NULL,
  returned_graded   integer NOT NULL CHECK (returned_graded <= returned)
);
CREATE INDEX dashboard_work_sums_course ON dashboard_work_sums (course_id);

CREATE TABLE dashboard_lesson_sums (
  session_id  bigint PRIMARY KEY REFERENCES lesson_figures (session_id) ON DELETE CASCADE,
  course_id   bigint NOT NULL,
  school_id   bigint NOT NULL,
  held_on     date NOT NULL,
  students    integer NOT NULL,
  logged_in   integer NOT NULL CHECK (logged_in <= students),
  submitted   integer NOT NULL CHECK (submitted <= students),
  engaged     integer NOT NULL CHECK (engaged <= students)
);
CREATE INDEX dashboard_lesson_sums_school ON dashboard_lesson_sums (school_id, held_on);
CREATE INDEX dashboard_lesson_sums_course ON dashboard_lesson_sums (course_id);

-- What has changed since the sums were made: one work, all of a class, or all classes of a person.
CREATE TABLE dashboard_changes (
  course_work_id  bigint,
  course_id       bigint,
  account_id      bigint,
  CHECK (num_nonnulls(course_work_id, course_id, account_id) = 1)
);

CREATE VIEW dashboard_changed_classes AS
  SELECT course_id FROM dashboard_changes WHERE course_id IS NOT NULL
  UNION
  SELECT standing.course_id FROM dashboard_changes change JOIN class_standings standing ON standing.account_id = change.account_id;

-- The sums that hold at this moment.
CREATE VIEW dashboard_settled_works AS
  SELECT sums.* FROM dashboard_work_sums sums
   WHERE NOT EXISTS (SELECT 1 FROM dashboard_changes change WHERE change.course_work_id = sums.course_work_id)
     AND NOT EXISTS (SELECT 1 FROM dashboard_changed_classes class WHERE class.course_id = sums.course_id);
CREATE VIEW dashboard_settled_lessons AS
  SELECT sums.* FROM dashboard_lesson_sums sums
   WHERE NOT EXISTS (SELECT 1 FROM dashboard_changed_classes class WHERE class.course_id = sums.course_id);

-- By the path of now: a restore writes rows without one. What concerns more than one work of a class concerns the class.
CREATE FUNCTION mark_changed_works() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO dashboard_changes (course_work_id, course_id)
  SELECT CASE WHEN count(DISTINCT course_work_id) = 1 THEN min(course_work_id) END, CASE WHEN count(DISTINCT course_work_id) > 1 THEN course_id END
    FROM changed GROUP BY course_id;
  RETURN NULL;
END $$;
CREATE FUNCTION mark_changed_classes() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO dashboard_changes (course_id) SELECT DISTINCT course_id FROM changed;
  RETURN NULL;
END $$;
CREATE FUNCTION mark_changed_person() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO dashboard_changes (account_id) VALUES (NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER submissions_mark_new AFTER INSERT ON submissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_works();
CREATE TRIGGER submissions_mark AFTER UPDATE ON submissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_works();
CREATE TRIGGER submissions_mark_gone AFTER DELETE ON submissions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_works();
CREATE TRIGGER course_members_mark_new AFTER INSERT ON course_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_classes();
CREATE TRIGGER course_members_mark AFTER UPDATE ON course_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_classes();
CREATE TRIGGER course_members_mark_gone AFTER DELETE ON course_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_classes();
CREATE TRIGGER accounts_mark AFTER UPDATE OF status ON accounts FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION mark_changed_person();
