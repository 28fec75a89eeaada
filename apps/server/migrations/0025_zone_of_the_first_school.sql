-- A further school begins in the time zone of the first, wherever it is made.
CREATE FUNCTION first_school_zone() RETURNS text LANGUAGE sql STABLE
  RETURN coalesce((SELECT time_zone FROM schools WHERE archived_at IS NULL ORDER BY id LIMIT 1), 'UTC');
ALTER TABLE schools ALTER COLUMN time_zone SET DEFAULT first_school_zone();
