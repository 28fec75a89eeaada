-- Points never pay for being wrong first. The rule "changed to the right answer after the discussion" paid a student who
-- chose wrongly in Form - 1A and nothing to one who was right from the start, so a student could earn by guessing badly,
-- and the change that a lesson shows was no longer a change of mind.
--
-- Where an administrator never changed that rule, two others take its place: a reason in every form, and the right answer
-- after the discussion, no matter what was chosen before. Where the rule was changed, it stays as it is, and the new ones
-- are added switched off. Points that were given stay everywhere.
UPDATE reward_rules SET position = position + 1 WHERE position >= 3;
INSERT INTO reward_rules (key, points, daily_cap, is_active, position)
SELECT new.key, 5, 5, old.is_default, new.position
  FROM (SELECT points = 5 AND daily_cap IS NOT DISTINCT FROM 5 AND is_active AS is_default FROM reward_rules WHERE key = 'changed-to-right') old,
       (VALUES ('reason-in-each-form', 2), ('right-after-talking', 3)) AS new (key, position);

-- Administrators of an installation whose rules were moved are notified, once. A new installation has no accounts yet.
INSERT INTO notifications (account_id, kind, key, path)
SELECT account_id, 'reward-rules-replaced', 'reward-rules-replaced', '/reward-point?tab=rules'
  FROM administrators WHERE (SELECT is_active FROM reward_rules WHERE key = 'right-after-talking');

DELETE FROM reward_rules old USING reward_rules new WHERE old.key = 'changed-to-right' AND new.key = 'right-after-talking' AND new.is_active;
