-- What the lists need beyond 0009 and 0012.

-- Finds a part of a word in lists that can grow long. A server that does not have the extension reads them whole instead.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX censorship_words_search ON censorship_words USING gin (name gin_trgm_ops, replace_with gin_trgm_ops);
  CREATE INDEX requested_classes_search ON requested_classes USING gin (name gin_trgm_ops, subject gin_trgm_ops, section gin_trgm_ops);
  CREATE INDEX standards_search ON standards USING gin (name gin_trgm_ops, description gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR undefined_object OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: searching lists reads them whole';
END $$;
