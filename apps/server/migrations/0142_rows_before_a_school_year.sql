-- Reads all rows, while everybody goes on reading and writing them.
DO $$
DECLARE each record;
BEGIN
  FOR each IN SELECT conrelid::regclass AS name, conname FROM pg_constraint
      WHERE conrelid IN ('audit_entries'::regclass, 'record_readings'::regclass) AND conname LIKE '%\_before\_2___' LOOP
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', each.name, each.conname);
  END LOOP;
END $$;
