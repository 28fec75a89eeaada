-- Whether a class is in use: one that is archived can be read and is changed by nobody.
CREATE OR REPLACE VIEW class_names AS
  SELECT id, name, section, school_id, archived_at, archived_at IS NULL AND course_state = 'ACTIVE' AS is_active FROM courses;
