-- classes: the subjects and levels of the classes that somebody is in now.
CREATE VIEW class_interests AS
  SELECT class_people.account_id, courses.subject, courses.level_id
    FROM courses JOIN class_people ON class_people.course_id = courses.id
   WHERE courses.archived_at IS NULL;
