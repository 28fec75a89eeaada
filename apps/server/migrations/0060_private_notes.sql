-- What the staff of a class write for themselves about what a student has of a work. No student reads it.
CREATE TABLE submission_notes (
  course_work_id bigint NOT NULL,
  account_id     bigint NOT NULL,
  note           text NOT NULL CHECK (note <> '' AND char_length(note) <= 2000),
  written_by     bigint NOT NULL REFERENCES accounts (id),
  created_at     timestamptz NOT NULL DEFAULT app_now(),
  updated_at     timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (course_work_id, account_id),
  FOREIGN KEY (course_work_id, account_id) REFERENCES submissions (course_work_id, account_id)
);
CREATE TRIGGER submission_notes_touch BEFORE UPDATE ON submission_notes FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE INDEX submission_notes_author ON submission_notes (written_by);
