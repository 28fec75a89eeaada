-- How many forms the lesson asked: it may end after Form - 1A or Form - 1B, and nobody missed a form that was not asked.
-- All lessons before were asked whole. An older process writes 3, as its lessons have.
ALTER TABLE lesson_students ADD COLUMN forms smallint NOT NULL DEFAULT 3 CHECK (forms BETWEEN 1 AND 3);
