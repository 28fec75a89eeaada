-- What a run read of a class before another run read it anew says nothing of what came in between.
ALTER TABLE sync_units ADD COLUMN list_since timestamptz NOT NULL DEFAULT app_now();
