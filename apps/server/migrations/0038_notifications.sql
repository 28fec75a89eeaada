-- Notifications are read in their order, mailed when it is time, and forgotten when they are old.

-- From when it is to be mailed: at once is after a little while in which it may be read, daily at the end of a school's day.
-- Null: it is not mailed, or somebody is at it since `mailed_at`.
ALTER TABLE notifications ADD COLUMN mail_at timestamptz;

DROP INDEX notifications_unmailed;
CREATE INDEX notifications_to_mail ON notifications (mail_at) WHERE mail_at IS NOT NULL AND read_at IS NULL;
DROP INDEX notifications_unread;
CREATE INDEX notifications_unread ON notifications (account_id, id DESC) WHERE read_at IS NULL;
-- What is taken back is found by what it is about.
CREATE INDEX notifications_key ON notifications (key);
-- What is old is found by its age.
CREATE INDEX notifications_age ON notifications (created_at);
CREATE INDEX notifications_read_age ON notifications (read_at) WHERE read_at IS NOT NULL;

-- classes: how a class is called now.
CREATE VIEW class_names AS
  SELECT id, name, section, school_id, archived_at FROM courses;
