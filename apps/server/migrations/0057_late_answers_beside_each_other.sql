-- stop: every process
-- Two devices of one student may both come too late, with other words: the second no longer replaces the first.
ALTER TABLE live_late_answers DROP CONSTRAINT live_late_answers_session_id_form_account_id_kind_key;
CREATE UNIQUE INDEX live_late_answers_once ON live_late_answers
  (session_id, form, account_id, kind, hashtextextended(coalesce(response_id::text, '') || ' ' || comment::text, 0));
-- Of drafts that come too late the newest writing is kept, and calls may overtake each other; null for answers.
ALTER TABLE live_late_answers ADD COLUMN revision bigint;
