-- Names that the staff of a class have put away after looking after them: away until something new comes up.
CREATE TABLE attention_done (
  course_id   bigint NOT NULL REFERENCES courses (id),
  account_id  bigint NOT NULL REFERENCES accounts (id),
  note        text NOT NULL CHECK (char_length(note) <= 1000),
  done_by     bigint NOT NULL REFERENCES accounts (id),
  done_at     timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (course_id, account_id)
);
CREATE INDEX attention_done_account ON attention_done (account_id);
CREATE INDEX attention_done_author ON attention_done (done_by);
