-- A class that is new to the source of a roster may be one of ours: until somebody decides, nothing of it is done (`undecided`).
-- Who is in a class that was found here stays (`same`), and is remembered as somebody of the roster.
ALTER TABLE roster_rows DROP CONSTRAINT roster_rows_outcome_check;
ALTER TABLE roster_rows ADD CONSTRAINT roster_rows_outcome_check
  CHECK (outcome = ANY (ARRAY['new'::text, 'changed'::text, 'ends'::text, 'same'::text, 'error'::text, 'not_taken'::text, 'waits'::text, 'undecided'::text]));

-- Who keeps the list of a class's people was changed: to which link (null: by hand), from which, and who came and went by it, so that
-- it can be taken back.
CREATE TABLE class_people_changes (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id      bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  account_id     bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  before_link_id bigint REFERENCES external_links ON DELETE SET NULL,
  after_link_id  bigint REFERENCES external_links ON DELETE SET NULL,
  before_name    text NOT NULL DEFAULT '',
  after_name     text NOT NULL DEFAULT '',
  came           jsonb NOT NULL DEFAULT '[]',
  went           jsonb NOT NULL DEFAULT '[]',
  created_at     timestamptz NOT NULL DEFAULT app_now(),
  undone_at      timestamptz
);
CREATE INDEX class_people_changes_course ON class_people_changes (course_id, id);
CREATE INDEX class_people_changes_account ON class_people_changes (account_id);
CREATE INDEX class_people_changes_before ON class_people_changes (before_link_id);
CREATE INDEX class_people_changes_after ON class_people_changes (after_link_id);

-- Each class that is linked somewhere has one source of people: where none was named, the first one that it was linked to.
UPDATE external_links link SET owns_people = true
  FROM (SELECT DISTINCT ON (local_id) id FROM external_links
         WHERE kind = 'class' AND local_id IS NOT NULL AND state = 'linked'
           AND NOT EXISTS (SELECT FROM external_links owner WHERE owner.kind = 'class' AND owner.owns_people AND owner.local_id = external_links.local_id)
         ORDER BY local_id, id) first
 WHERE link.id = first.id;
