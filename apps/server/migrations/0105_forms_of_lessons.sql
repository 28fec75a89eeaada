-- Answers with a choice and the right ones among them, for each form of a finished lesson: alone (Form - 1A), after the discussion
-- (Form - 1B), and in the transfer question (Form - 2). They are the sums of the lesson's students, as `answers` and `correct` are.
ALTER TABLE lesson_figures
  ADD COLUMN first_answers    integer NOT NULL DEFAULT 0,
  ADD COLUMN first_right      integer NOT NULL DEFAULT 0,
  ADD COLUMN second_answers   integer NOT NULL DEFAULT 0,
  ADD COLUMN second_right     integer NOT NULL DEFAULT 0,
  ADD COLUMN transfer_answers integer NOT NULL DEFAULT 0,
  ADD COLUMN transfer_right   integer NOT NULL DEFAULT 0,
  ADD CHECK (first_right <= first_answers),
  ADD CHECK (second_right <= second_answers),
  ADD CHECK (transfer_right <= transfer_answers);

UPDATE lesson_figures lesson
   SET first_answers = forms.first_answers, first_right = forms.first_right, second_answers = forms.second_answers, second_right = forms.second_right,
       transfer_answers = forms.transfer_answers, transfer_right = forms.transfer_right
  FROM (SELECT session_id, count(first_right) AS first_answers, count(*) FILTER (WHERE first_right) AS first_right,
               count(second_right) AS second_answers, count(*) FILTER (WHERE second_right) AS second_right,
               count(transfer_right) AS transfer_answers, count(*) FILTER (WHERE transfer_right) AS transfer_right
          FROM lesson_students GROUP BY session_id) forms
 WHERE forms.session_id = lesson.session_id;

-- The ids that a school's rosters have for its people, one row for each link of a person: what a file needs to be joined to them.
CREATE VIEW roster_ids AS
  SELECT link.id, link.local_id AS account_id, source.school_id, link.external_id AS roster_id
    FROM external_links link JOIN external_sources source ON source.id = link.source_id
   WHERE link.kind = 'person' AND link.state = 'linked' AND source.archived_at IS NULL AND source.kind IN ('roster_file', 'oneroster_rest');
