-- The posting time of a draft that passed while its class was archived: its staff see it until they choose what happens to the draft.
ALTER TABLE course_works ADD COLUMN missed_at timestamptz;
ALTER TABLE announcements ADD COLUMN missed_at timestamptz;
