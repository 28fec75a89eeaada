-- What a run read of a class before another run read it anew says nothing of what came in between.
ALTER TABLE sync_units ADD COLUMN list_since timestamptz NOT NULL DEFAULT app_now();
-- A process that stood still is not to go on beside the one that has taken its unit over.
ALTER TABLE sync_units ADD COLUMN claim integer NOT NULL DEFAULT 0;
