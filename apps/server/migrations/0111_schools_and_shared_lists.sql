-- Lists that a school may change for itself. A row without a school belongs to all schools, and only people who reach
-- every school change it. A school's copy of such a row replaces it for the people of that school.

ALTER TABLE groups ADD COLUMN school_id bigint REFERENCES schools ON DELETE CASCADE, ADD COLUMN replaces_id bigint REFERENCES groups ON DELETE SET NULL,
  ADD CONSTRAINT groups_copy_check CHECK (replaces_id IS NULL OR school_id IS NOT NULL);
DROP INDEX groups_unique;
CREATE UNIQUE INDEX groups_unique ON groups (lower(NORMALIZE(name, NFKC)), COALESCE(school_id, (0)::bigint)) WHERE archived_at IS NULL;
CREATE UNIQUE INDEX groups_replaces ON groups (replaces_id, school_id) WHERE replaces_id IS NOT NULL AND archived_at IS NULL;
CREATE INDEX groups_school ON groups (school_id) WHERE school_id IS NOT NULL;

ALTER TABLE levels ADD COLUMN school_id bigint REFERENCES schools ON DELETE CASCADE, ADD COLUMN replaces_id bigint REFERENCES levels ON DELETE SET NULL,
  ADD CONSTRAINT levels_copy_check CHECK (replaces_id IS NULL OR school_id IS NOT NULL);
DROP INDEX levels_unique;
CREATE UNIQUE INDEX levels_unique ON levels (lower(NORMALIZE(name, NFKC)), COALESCE(school_id, (0)::bigint)) WHERE archived_at IS NULL;
CREATE UNIQUE INDEX levels_replaces ON levels (replaces_id, school_id) WHERE replaces_id IS NOT NULL AND archived_at IS NULL;
CREATE INDEX levels_school ON levels (school_id) WHERE school_id IS NOT NULL;

ALTER TABLE protocols ADD COLUMN school_id bigint REFERENCES schools ON DELETE CASCADE, ADD COLUMN replaces_id bigint REFERENCES protocols ON DELETE SET NULL,
  ADD CONSTRAINT protocols_copy_check CHECK (replaces_id IS NULL OR school_id IS NOT NULL);
DROP INDEX protocols_unique;
CREATE UNIQUE INDEX protocols_unique ON protocols (lower(NORMALIZE(name, NFKC)), COALESCE(school_id, (0)::bigint)) WHERE archived_at IS NULL;
CREATE UNIQUE INDEX protocols_replaces ON protocols (replaces_id, school_id) WHERE replaces_id IS NOT NULL AND archived_at IS NULL;
CREATE INDEX protocols_school ON protocols (school_id) WHERE school_id IS NOT NULL;

ALTER TABLE standards ADD COLUMN school_id bigint REFERENCES schools ON DELETE CASCADE, ADD COLUMN replaces_id bigint REFERENCES standards ON DELETE SET NULL,
  ADD CONSTRAINT standards_copy_check CHECK (replaces_id IS NULL OR school_id IS NOT NULL);
DROP INDEX standards_unique;
CREATE UNIQUE INDEX standards_unique ON standards (lower(NORMALIZE(name, NFKC)), COALESCE(level_id, (0)::bigint), COALESCE(school_id, (0)::bigint)) WHERE archived_at IS NULL;
CREATE UNIQUE INDEX standards_replaces ON standards (replaces_id, school_id) WHERE replaces_id IS NOT NULL AND archived_at IS NULL;
CREATE INDEX standards_school ON standards (school_id) WHERE school_id IS NOT NULL;

ALTER TABLE assessment_periods ADD COLUMN school_id bigint REFERENCES schools ON DELETE CASCADE, ADD COLUMN replaces_id bigint REFERENCES assessment_periods ON DELETE SET NULL,
  ADD CONSTRAINT assessment_periods_copy_check CHECK (replaces_id IS NULL OR school_id IS NOT NULL);
DROP INDEX assessment_periods_unique;
CREATE UNIQUE INDEX assessment_periods_unique ON assessment_periods (lower(NORMALIZE(name, NFKC)), COALESCE(school_id, (0)::bigint)) WHERE archived_at IS NULL;
CREATE UNIQUE INDEX assessment_periods_replaces ON assessment_periods (replaces_id, school_id) WHERE replaces_id IS NOT NULL AND archived_at IS NULL;
CREATE INDEX assessment_periods_school ON assessment_periods (school_id) WHERE school_id IS NOT NULL;

ALTER TABLE question_grades ADD COLUMN school_id bigint REFERENCES schools ON DELETE CASCADE, ADD COLUMN replaces_id bigint REFERENCES question_grades ON DELETE SET NULL,
  ADD CONSTRAINT question_grades_copy_check CHECK (replaces_id IS NULL OR school_id IS NOT NULL);
DROP INDEX question_grades_unique;
CREATE UNIQUE INDEX question_grades_unique ON question_grades (lower(NORMALIZE(name, NFKC)), COALESCE(school_id, (0)::bigint)) WHERE archived_at IS NULL;
CREATE UNIQUE INDEX question_grades_replaces ON question_grades (replaces_id, school_id) WHERE replaces_id IS NOT NULL AND archived_at IS NULL;
CREATE INDEX question_grades_school ON question_grades (school_id) WHERE school_id IS NOT NULL;

ALTER TABLE question_subjects ADD COLUMN school_id bigint REFERENCES schools ON DELETE CASCADE, ADD COLUMN replaces_id bigint REFERENCES question_subjects ON DELETE SET NULL,
  ADD CONSTRAINT question_subjects_copy_check CHECK (replaces_id IS NULL OR school_id IS NOT NULL);
DROP INDEX question_subjects_unique;
CREATE UNIQUE INDEX question_subjects_unique ON question_subjects (lower(NORMALIZE(name, NFKC)), COALESCE(school_id, (0)::bigint)) WHERE archived_at IS NULL;
CREATE UNIQUE INDEX question_subjects_replaces ON question_subjects (replaces_id, school_id) WHERE replaces_id IS NOT NULL AND archived_at IS NULL;
CREATE INDEX question_subjects_school ON question_subjects (school_id) WHERE school_id IS NOT NULL;

ALTER TABLE question_cycles ADD COLUMN school_id bigint REFERENCES schools ON DELETE CASCADE, ADD COLUMN replaces_id bigint REFERENCES question_cycles ON DELETE SET NULL,
  ADD CONSTRAINT question_cycles_copy_check CHECK (replaces_id IS NULL OR school_id IS NOT NULL);
DROP INDEX question_cycles_unique;
CREATE UNIQUE INDEX question_cycles_unique ON question_cycles (lower(NORMALIZE(name, NFKC)), COALESCE(school_id, (0)::bigint)) WHERE archived_at IS NULL;
CREATE UNIQUE INDEX question_cycles_replaces ON question_cycles (replaces_id, school_id) WHERE replaces_id IS NOT NULL AND archived_at IS NULL;
CREATE INDEX question_cycles_school ON question_cycles (school_id) WHERE school_id IS NOT NULL;

ALTER TABLE censorship_levels ADD COLUMN school_id bigint REFERENCES schools ON DELETE CASCADE, ADD COLUMN replaces_id bigint REFERENCES censorship_levels ON DELETE SET NULL,
  ADD CONSTRAINT censorship_levels_copy_check CHECK (replaces_id IS NULL OR school_id IS NOT NULL);
DROP INDEX censorship_levels_unique;
CREATE UNIQUE INDEX censorship_levels_unique ON censorship_levels (lower(NORMALIZE(name, NFKC)), COALESCE(school_id, (0)::bigint));
CREATE UNIQUE INDEX censorship_levels_replaces ON censorship_levels (replaces_id, school_id) WHERE replaces_id IS NOT NULL;
CREATE INDEX censorship_levels_school ON censorship_levels (school_id) WHERE school_id IS NOT NULL;

ALTER TABLE censorship_words ADD COLUMN school_id bigint REFERENCES schools ON DELETE CASCADE, ADD COLUMN replaces_id bigint REFERENCES censorship_words ON DELETE SET NULL,
  ADD CONSTRAINT censorship_words_copy_check CHECK (replaces_id IS NULL OR school_id IS NOT NULL);
DROP INDEX censorship_words_unique;
CREATE UNIQUE INDEX censorship_words_unique ON censorship_words (censorship_id, lower(NORMALIZE(name, NFKC)), COALESCE(school_id, (0)::bigint));
CREATE UNIQUE INDEX censorship_words_replaces ON censorship_words (replaces_id, school_id) WHERE replaces_id IS NOT NULL;
CREATE INDEX censorship_words_school ON censorship_words (school_id) WHERE school_id IS NOT NULL;

ALTER TABLE roles ADD COLUMN school_id bigint REFERENCES schools ON DELETE CASCADE, ADD COLUMN replaces_id bigint REFERENCES roles ON DELETE SET NULL,
  ADD CONSTRAINT roles_copy_check CHECK (replaces_id IS NULL OR school_id IS NOT NULL);
DROP INDEX roles_unique;
CREATE UNIQUE INDEX roles_unique ON roles (lower(NORMALIZE(name, NFKC)), COALESCE(school_id, (0)::bigint));
CREATE UNIQUE INDEX roles_replaces ON roles (replaces_id, school_id) WHERE replaces_id IS NOT NULL;
CREATE INDEX roles_school ON roles (school_id) WHERE school_id IS NOT NULL;

-- A rule is found by its key: a school's own rule replaces that of all schools.
ALTER TABLE reward_rules ADD COLUMN school_id bigint REFERENCES schools ON DELETE CASCADE, DROP CONSTRAINT reward_rules_key_key;
CREATE UNIQUE INDEX reward_rules_unique ON reward_rules (key, COALESCE(school_id, (0)::bigint));
CREATE INDEX reward_rules_school ON reward_rules (school_id) WHERE school_id IS NOT NULL;

-- The roles whose rights people have. A role of a school counts only for its people, and the school's copy of a role
-- that all schools share counts there instead of the shared one.
CREATE VIEW held_roles AS
  SELECT given.id, given.account_id, given.role_id AS given_id, COALESCE(copy.id, given.role_id) AS role_id, given.is_active
    FROM account_roles given
    JOIN roles ON roles.id = given.role_id
    JOIN accounts ON accounts.id = given.account_id
    LEFT JOIN roles copy ON copy.replaces_id = given.role_id AND copy.school_id = accounts.school_id
   WHERE roles.school_id IS NULL OR roles.school_id = accounts.school_id;

-- People keep the role that all schools share, whose key the product reads, also when they are given their school's copy.
CREATE FUNCTION give_shared_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.role_id := COALESCE((SELECT replaces_id FROM roles WHERE id = NEW.role_id), NEW.role_id);
  RETURN NEW;
END $$;
CREATE TRIGGER account_roles_give_shared BEFORE INSERT OR UPDATE OF role_id ON account_roles FOR EACH ROW EXECUTE FUNCTION give_shared_role();
CREATE TRIGGER accounts_give_shared BEFORE INSERT OR UPDATE OF role_id ON accounts FOR EACH ROW EXECUTE FUNCTION give_shared_role();
