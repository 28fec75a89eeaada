-- What several processes must have in common, told by each where it stands at work.
ALTER TABLE server_processes
  ADD COLUMN folder_id   uuid,   -- of its DATA_DIR, which is one folder for all
  ADD COLUMN words_hash  bytea CHECK (octet_length(words_hash) = 32);  -- SHA-256 of the school's own words and their language
