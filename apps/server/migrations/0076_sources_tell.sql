-- Whoever sees to rosters is told what of a night waits for somebody, once.
ALTER TABLE oneroster_sources ADD COLUMN told text;                         -- what they were told of last; null: nothing waits
ALTER TABLE oneroster_source_reads ADD COLUMN faults integer NOT NULL DEFAULT 0; -- rows with an error, and classes that both sides changed
-- Columns that were said wrong are asked for anew now.
UPDATE roster_imports SET failure = 'rosters.file.notRead' WHERE failure = 'rosters.file.mapping';
