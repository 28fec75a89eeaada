-- Since when an account is inactive: the moment at which its person left. Accounts that are inactive now left, as far as is known, when they last changed.
ALTER TABLE accounts ADD COLUMN inactive_since timestamptz;
ALTER TABLE accounts DISABLE TRIGGER USER;
UPDATE accounts SET inactive_since = updated_at WHERE NOT status;
ALTER TABLE accounts ENABLE TRIGGER USER;
ALTER TABLE accounts ADD CONSTRAINT accounts_inactive_since CHECK (status = (inactive_since IS NULL));
CREATE FUNCTION keep_inactive_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.inactive_since := CASE WHEN NEW.status THEN NULL WHEN TG_OP = 'UPDATE' AND NOT OLD.status THEN coalesce(NEW.inactive_since, OLD.inactive_since) ELSE coalesce(NEW.inactive_since, app_now()) END;
  RETURN NEW;
END $$;
CREATE TRIGGER accounts_inactive BEFORE INSERT OR UPDATE OF status, inactive_since ON accounts FOR EACH ROW EXECUTE FUNCTION keep_inactive_since();
CREATE INDEX accounts_inactive_index ON accounts (school_id, inactive_since) WHERE inactive_since IS NOT NULL;

-- Holds: nothing of the person, or of the class and its people, is deleted or erased until the hold ends.
CREATE TABLE retention_holds (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  school_id   bigint REFERENCES schools ON DELETE CASCADE,
  account_id  bigint REFERENCES accounts ON DELETE CASCADE,
  course_id   bigint REFERENCES courses ON DELETE CASCADE,
  reason      text NOT NULL CHECK (reason <> ''),
  until       date NOT NULL,                                    -- the last day, of the school
  made_by     bigint REFERENCES accounts ON DELETE SET NULL,
  made_at     timestamptz NOT NULL DEFAULT app_now(),
  ended_by    bigint REFERENCES accounts ON DELETE SET NULL,
  ended_at    timestamptz,
  CHECK (num_nonnulls(account_id, course_id) = 1)
);
CREATE UNIQUE INDEX retention_holds_person ON retention_holds (account_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX retention_holds_class ON retention_holds (course_id) WHERE ended_at IS NULL;
CREATE INDEX retention_holds_of_person ON retention_holds (account_id);
CREATE INDEX retention_holds_of_class ON retention_holds (course_id);
CREATE INDEX retention_holds_school ON retention_holds (school_id, id);
CREATE INDEX retention_holds_made_by ON retention_holds (made_by);
CREATE INDEX retention_holds_ended_by ON retention_holds (ended_by);

-- retention: the holds that last today, and whom and which classes they keep.
CREATE VIEW open_holds AS
  SELECT hold.id, hold.school_id, hold.account_id, hold.course_id, hold.reason, hold.until, course.name AS held_class
    FROM retention_holds hold LEFT JOIN courses course ON course.id = hold.course_id LEFT JOIN schools school ON school.id = hold.school_id
   WHERE hold.ended_at IS NULL AND hold.until >= (app_now() AT TIME ZONE coalesce(school.time_zone, 'UTC'))::date;
CREATE VIEW held_people AS
  SELECT account_id, id AS hold_id FROM open_holds WHERE account_id IS NOT NULL
  UNION SELECT member.account_id, hold.id FROM open_holds hold JOIN course_members member ON member.course_id = hold.course_id
  UNION SELECT course.owner_id, hold.id FROM open_holds hold JOIN courses course ON course.id = hold.course_id WHERE course.owner_id IS NOT NULL;

-- retention: people and classes whose rows the job leaves alone: those held, and those of a lesson that runs. A lesson that nobody ended
-- counts for two days.
CREATE VIEW kept_classes AS
  SELECT course_id FROM open_holds WHERE course_id IS NOT NULL UNION SELECT course_id FROM live_sessions WHERE ended_at IS NULL AND started_at > app_now() - interval '2 days';
CREATE VIEW kept_people AS
  SELECT account_id FROM held_people
  UNION SELECT member.account_id FROM course_members member JOIN live_sessions lesson ON lesson.course_id = member.course_id
         WHERE lesson.ended_at IS NULL AND lesson.started_at > app_now() - interval '2 days' AND member.left_at IS NULL;

-- Each night of the job that ends what is due, by school (null: accounts without a school).
CREATE TABLE retention_runs (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  school_id   bigint REFERENCES schools ON DELETE CASCADE,
  day         date NOT NULL,
  started_at  timestamptz NOT NULL DEFAULT app_now(),
  done_at     timestamptz,
  row_count   integer NOT NULL DEFAULT 0,
  people      integer NOT NULL DEFAULT 0,
  is_full     boolean NOT NULL DEFAULT false,
  counts      jsonb NOT NULL DEFAULT '{}',   -- {"schoolwork": {"deleted": 12, "emptied": 40}}
  UNIQUE NULLS NOT DISTINCT (school_id, day)
);

INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('How Long We Keep Data', 'retention', 'retention', 'How long the school keeps each class of data, and what is kept longer', 'admin_settings', 122);
SELECT grant_default('admin', action, 'retention') FROM unnest(ARRAY['view', 'edit']) AS action;

-- accounts: people who left, without those that are erased already.
CREATE VIEW departed_people AS
  SELECT id, school_id, trim(first_name || ' ' || last_name) AS full_name, inactive_since
    FROM accounts
   WHERE inactive_since IS NOT NULL AND simulated_in IS NULL
     AND NOT EXISTS (SELECT FROM erasures WHERE erasures.new_account_id = accounts.id);

-- The day of the first night in which the job deletes. An installation that has data already has 30 days to look at what becomes due,
-- and to change its terms.
ALTER TABLE installation ADD COLUMN retention_from date NOT NULL DEFAULT app_now()::date;
UPDATE installation SET retention_from = app_now()::date + 30 WHERE EXISTS (SELECT FROM accounts);
