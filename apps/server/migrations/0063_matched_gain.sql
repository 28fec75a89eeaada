-- stop: every process
-- How students moved who chose both before and after a discussion: the gain of a question rests on them alone. What was
-- computed before from shares of different students is computed anew. An older process would write rows without them.
ALTER TABLE item_results
  ADD COLUMN kept_right integer NOT NULL DEFAULT 0,
  ADD COLUMN wrong_to_right integer NOT NULL DEFAULT 0,
  ADD COLUMN right_to_wrong integer NOT NULL DEFAULT 0,
  ADD COLUMN kept_wrong integer NOT NULL DEFAULT 0;
UPDATE item_results result
   SET kept_right = moved.kept_right, wrong_to_right = moved.wrong_to_right, right_to_wrong = moved.right_to_wrong, kept_wrong = moved.kept_wrong
  FROM (SELECT first.session_id,
               count(*) FILTER (WHERE was.is_valid AND became.is_valid) AS kept_right,
               count(*) FILTER (WHERE NOT was.is_valid AND became.is_valid) AS wrong_to_right,
               count(*) FILTER (WHERE was.is_valid AND NOT became.is_valid) AS right_to_wrong,
               count(*) FILTER (WHERE NOT was.is_valid AND NOT became.is_valid) AS kept_wrong
          FROM live_posts first JOIN live_phases before ON before.id = first.phase_id AND before.form = 'Form - 1A'
          JOIN live_posts second ON second.session_id = first.session_id AND second.account_id = first.account_id
          JOIN live_phases after ON after.id = second.phase_id AND after.form = 'Form - 1B'
          JOIN question_responses was ON was.id = first.response_id JOIN question_responses became ON became.id = second.response_id
         GROUP BY first.session_id) moved
 WHERE result.session_id = moved.session_id AND result.position = 1;
ALTER TABLE item_results
  ALTER COLUMN kept_right DROP DEFAULT, ALTER COLUMN wrong_to_right DROP DEFAULT,
  ALTER COLUMN right_to_wrong DROP DEFAULT, ALTER COLUMN kept_wrong DROP DEFAULT;
UPDATE item_figures figure
   SET gain = (SELECT (sum(wrong_to_right) - sum(right_to_wrong))::numeric / nullif(sum(wrong_to_right + kept_wrong), 0)
                 FROM item_results result WHERE result.question_version_id = figure.question_version_id AND result.position = 1);
