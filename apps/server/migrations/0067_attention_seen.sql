-- Until when whoever put a name away knew of its reasons: what came up after that, also while the note was being written, brings it back. Null: until it was put away.
ALTER TABLE attention_done ADD COLUMN seen_at timestamptz;
