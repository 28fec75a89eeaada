-- Finds a part of a title among the works of all classes. A server that does not have the extension reads them all instead.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX course_works_search ON course_works USING gin (name_key(title) gin_trgm_ops) WHERE archived_at IS NULL;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR undefined_object OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: searching works reads them all';
END $$;
