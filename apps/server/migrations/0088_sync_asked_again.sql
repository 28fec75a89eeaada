-- Somebody asked for the same while a run had begun to read: it reads everything once more before it ends.
ALTER TABLE sync_runs ADD COLUMN is_asked_again boolean NOT NULL DEFAULT false;
