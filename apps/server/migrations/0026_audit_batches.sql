-- What was done to many at once is one line of the trail, that opens: the first entry of a batch leads it, the others
-- are its parts. Entries of before are not changed.
ALTER TABLE audit_entries ADD COLUMN batch_size integer, ADD COLUMN is_part boolean NOT NULL DEFAULT false;
CREATE INDEX audit_entries_lines ON audit_entries (at DESC, id DESC) WHERE NOT is_part;
CREATE INDEX audit_entries_batch ON audit_entries (request_id) WHERE batch_size IS NOT NULL;
