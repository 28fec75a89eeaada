-- With many schools, the questions of one of them are found by an index.
CREATE INDEX questions_school ON questions (school_id);
