-- Schools whose guardians can choose an email about the week of their children. Others have no row, and no such email.
CREATE TABLE guardian_rules (
  school_id  bigint PRIMARY KEY REFERENCES schools ON DELETE CASCADE,
  weekly     boolean NOT NULL
);
