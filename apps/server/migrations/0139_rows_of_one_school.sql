-- With many schools, what belongs to one of them, to one of its people, or to one row of a list is found by an index.
CREATE INDEX questions_school ON questions (school_id);
CREATE INDEX course_works_creator ON course_works (creator_id);
CREATE INDEX live_sessions_starter ON live_sessions (started_by);
