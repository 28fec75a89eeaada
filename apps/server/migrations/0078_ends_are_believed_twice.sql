-- What the first reading of a list missed, what a unit asks a person, what somebody has consented to, and what it ended without.
ALTER TABLE sync_units
  ADD COLUMN missed jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN asked jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN allowed jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN ended jsonb NOT NULL DEFAULT '{}';

UPDATE sync_units unit SET asked = jsonb_build_object('member', (run.question ->> 'count')::int)
  FROM sync_runs run WHERE run.id = unit.run_id AND run.status = 'paused' AND unit.status = 'paused' AND run.question ? 'count';

-- A run asks what its units ask.
ALTER TABLE sync_runs DROP COLUMN question, DROP COLUMN is_confirmed;

-- What a source ended is known by its link from now on; of what ended before, the reports of runs say so.
UPDATE external_links link SET facts = facts || '{"ended": true}'
 WHERE link.state = 'gone' AND link.kind IN ('topic', 'work', 'material', 'announcement', 'invitation')
   AND EXISTS (SELECT FROM sync_changes change WHERE change.link_id = link.id AND change.action = 'ended' AND change.direction = 'here' AND change.outcome = 'applied');

-- Whether a run makes classes here that nobody has decided about: those that begin on schedule do not, unless the school says so.
ALTER TABLE sync_runs ADD COLUMN makes_classes boolean NOT NULL DEFAULT true;

-- The places that the first reading of another system's roster ended.
ALTER TABLE oneroster_source_reads ADD COLUMN missed jsonb;
