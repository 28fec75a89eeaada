-- Rosters bring guardians and their ties, where a school turns it on. A roster ends only the ties that it made.
ALTER TABLE guardian_ties
  ADD COLUMN source_id bigint REFERENCES external_sources,               -- the roster that made it; null: by hand, or with a code
  ADD COLUMN is_ended_by_hand boolean NOT NULL DEFAULT false;            -- a roster does not make such a tie again
UPDATE guardian_ties SET is_ended_by_hand = true WHERE ended_at IS NOT NULL;
CREATE INDEX guardian_ties_source ON guardian_ties (source_id) WHERE source_id IS NOT NULL;

ALTER TABLE external_links DROP CONSTRAINT external_links_kind_check;
ALTER TABLE external_links ADD CONSTRAINT external_links_kind_check CHECK (kind IN (
  'person', 'class', 'member', 'invitation', 'topic', 'work', 'material', 'announcement', 'submission', 'school', 'term', 'result', 'guardian'));
DROP INDEX external_links_local;
CREATE INDEX external_links_local ON external_links (kind, local_id) WHERE local_id IS NOT NULL AND kind IN ('class', 'person', 'work', 'guardian');

ALTER TABLE roster_rows DROP CONSTRAINT roster_rows_kind_check;
ALTER TABLE roster_rows ADD CONSTRAINT roster_rows_kind_check CHECK (kind IN ('school', 'session', 'person', 'class', 'member', 'guardian', 'tie'));

ALTER TABLE oneroster_sources ADD COLUMN bring_guardians boolean NOT NULL DEFAULT false;
