-- A sign-in on another device is a line on Home and in the list of one's sessions. It is no notification any more.
DELETE FROM notifications WHERE kind = 'new-sign-in';
DELETE FROM notification_preferences WHERE kind = 'new-sign-in';

-- A student's question to the teacher that is read out stands on the walls by the choice of staff, without a name. The
-- choice is the JSON in live_sessions.wall.
