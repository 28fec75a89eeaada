-- Whom to talk to: the groups of a run. `published_at` null: a draft, which only staff see.
CREATE TABLE live_pairs (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id    bigint NOT NULL REFERENCES live_sessions (id),
  revision      integer NOT NULL CHECK (revision > 0),
  size          integer NOT NULL CHECK (size BETWEEN 2 AND 4),
  changed_by    bigint NOT NULL REFERENCES accounts (id),
  changed_at    timestamptz NOT NULL,
  published_at  timestamptz
);
-- a run has at most one draft, and one division that is published
CREATE UNIQUE INDEX live_pairs_one_of_each ON live_pairs (session_id, (published_at IS NULL));

CREATE TABLE live_pair_groups (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pairs_id   bigint NOT NULL REFERENCES live_pairs (id) ON DELETE CASCADE,
  is_locked  boolean NOT NULL
);
CREATE INDEX live_pair_groups_pairs ON live_pair_groups (pairs_id);

CREATE TABLE live_pair_members (
  pairs_id    bigint NOT NULL REFERENCES live_pairs (id) ON DELETE CASCADE,
  account_id  bigint NOT NULL REFERENCES accounts (id),
  group_id    bigint NOT NULL REFERENCES live_pair_groups (id) ON DELETE CASCADE,
  PRIMARY KEY (pairs_id, account_id)
);
CREATE INDEX live_pair_members_group ON live_pair_members (group_id);
CREATE INDEX live_pair_members_account ON live_pair_members (account_id);

-- The revision of the published groups of a run; 0: none. Phones ask for their own when it changes.
ALTER TABLE live_sessions ADD COLUMN pairs_revision integer NOT NULL DEFAULT 0;

-- What staff of a class want or forbid: these students always in one group, or no two of them ever.
CREATE TABLE live_pair_wishes (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id   bigint NOT NULL REFERENCES courses (id),
  kind        text NOT NULL CHECK (kind IN ('together', 'never')),
  until       date,
  created_by  bigint NOT NULL REFERENCES accounts (id),
  created_at  timestamptz NOT NULL
);
CREATE INDEX live_pair_wishes_course ON live_pair_wishes (course_id);

CREATE TABLE live_pair_wish_students (
  wish_id     bigint NOT NULL REFERENCES live_pair_wishes (id) ON DELETE CASCADE,
  account_id  bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  PRIMARY KEY (wish_id, account_id)
);
CREATE INDEX live_pair_wish_students_account ON live_pair_wish_students (account_id);
