-- How good a discussed question is, from five lessons on: the bank shows it and is filtered by it.
ALTER TABLE item_figures ADD COLUMN worth text CHECK (worth IN ('keep', 'split', 'ask-earlier', 'key-doubtful'));
CREATE INDEX item_figures_worth ON item_figures (worth) WHERE worth IS NOT NULL;

CREATE OR REPLACE VIEW question_figures AS
  SELECT question_id, times_asked, answered, share_first, share_second, gain, discrimination, worth FROM item_figures;

-- The analysis of its newest lesson judges each question that was asked often enough before.
INSERT INTO jobs (kind, payload)
SELECT 'item-analysis', jsonb_build_object('session_id', newest.session_id)
  FROM (SELECT DISTINCT max(result.session_id) AS session_id
          FROM item_figures figures
          JOIN item_results result ON result.question_version_id = figures.question_version_id AND result.position = 1
         WHERE figures.times_asked >= 5
         GROUP BY figures.question_id) newest;
