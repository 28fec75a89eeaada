-- Facts of lessons that have finished, written by the transaction that finishes one: who joins or leaves a class later,
-- or another zone for the school, changes no figure of the past.

-- One row a lesson. The dates are the school's: of the day it began, and of the day it was finished.
CREATE TABLE lesson_figures (
  session_id         bigint PRIMARY KEY REFERENCES live_sessions (id),
  assessment_id      bigint NOT NULL UNIQUE REFERENCES assessments (id),
  course_id          bigint NOT NULL REFERENCES courses (id),
  school_id          bigint NOT NULL REFERENCES schools (id),
  held_on            date NOT NULL,
  finished_on        date NOT NULL CHECK (finished_on >= held_on),
  roster_estimated   boolean NOT NULL DEFAULT false,       -- finished before facts were kept: who was in the class then is told from today's memberships
  students           integer NOT NULL CHECK (students >= logged_in),
  logged_in          integer NOT NULL,
  asked              smallint NOT NULL,                    -- questions that a form was opened for
  mcq                smallint NOT NULL CHECK (mcq <= asked), -- of them those with two responses or more
  answers            integer NOT NULL,                     -- choices in all forms
  correct            integer NOT NULL CHECK (correct <= answers),
  kept_right         integer NOT NULL,                     -- from Form - 1A to Form - 1B, of students who chose in both
  wrong_to_right     integer NOT NULL,
  right_to_wrong     integer NOT NULL,
  kept_wrong         integer NOT NULL,
  comments_given     integer NOT NULL,
  replies_given      integer NOT NULL,
  likes_given        integer NOT NULL,
  comments_received  integer NOT NULL,
  likes_received     integer NOT NULL
);
CREATE INDEX lesson_figures_school ON lesson_figures (school_id, held_on);
CREATE INDEX lesson_figures_course ON lesson_figures (course_id, held_on);

-- One row for each student of the class at that moment, present or absent, and for whoever took part. One statement
-- writes it with the lesson's own row, and everybody in it has a membership or took part, which is never deleted: so it
-- goes without foreign keys, whose checks of a thousand rows cost Finish as much as all the rest of its facts.
CREATE TABLE lesson_students (
  session_id             bigint NOT NULL,
  account_id             bigint NOT NULL,
  course_id              bigint NOT NULL,
  school_id              bigint NOT NULL,
  held_on                date NOT NULL,
  logged_in_at           timestamptz,                      -- null: was not in the lesson
  answered               smallint NOT NULL CHECK (answered = num_nonnulls(first_right, second_right, transfer_right)),
  first_right            boolean,                          -- Form - 1A; null: no choice
  second_right           boolean,                          -- Form - 1B
  transfer_right         boolean,                          -- Form - 2
  filed                  smallint NOT NULL,                -- forms that the server filed when they closed
  filed_empty            smallint NOT NULL CHECK (filed_empty <= filed), -- of them those with neither choice nor text
  justified              smallint NOT NULL,                -- forms with a text
  comments_given         integer NOT NULL,                 -- on anybody's posts
  replies_given          integer NOT NULL,
  likes_given            integer NOT NULL,
  comments_received      integer NOT NULL,                 -- by staff on own posts
  likes_received         integer NOT NULL,
  comments_by_classmates integer NOT NULL,                 -- by other students on own posts
  likes_by_classmates    integer NOT NULL,
  PRIMARY KEY (session_id, account_id)
);
CREATE INDEX lesson_students_account ON lesson_students (account_id, held_on);

-- A class's lessons in their order.
CREATE INDEX live_sessions_finished ON live_sessions (course_id, ended_at) WHERE state = 'finished';

-- classes: who is or was in a class, and since when; of those who came back, the last stay.
CREATE OR REPLACE VIEW class_standings AS
  SELECT course_id, account_id, role, left_at, joined_at FROM course_members;
