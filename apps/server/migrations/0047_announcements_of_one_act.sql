-- What one act posted to several classes, so that a mistake is taken out of all of them: the same in each; null where it went to one alone.
ALTER TABLE announcements ADD COLUMN act uuid;
CREATE INDEX announcements_act ON announcements (act) WHERE act IS NOT NULL;
