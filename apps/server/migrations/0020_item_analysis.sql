-- How questions did when they were asked: counts of finished sessions, which add up.

-- One row per session and item: what each session adds. Position 1 was asked in Form - 1A and 1B, position 2 in Form - 2.
CREATE TABLE item_results (
  session_id               bigint NOT NULL REFERENCES live_sessions (id),
  position                 smallint NOT NULL CHECK (position IN (1, 2)),
  question_version_id      bigint NOT NULL REFERENCES question_versions (id),
  answered_first           integer NOT NULL,
  right_first              integer NOT NULL,
  answered_second          integer NOT NULL,
  right_second             integer NOT NULL,
  strong_answered          integer NOT NULL,
  strong_right             integer NOT NULL,
  weak_answered            integer NOT NULL,
  weak_right               integer NOT NULL,
  transfer_right_answered  integer NOT NULL,
  transfer_right_right     integer NOT NULL,
  transfer_wrong_answered  integer NOT NULL,
  transfer_wrong_right     integer NOT NULL,
  PRIMARY KEY (session_id, position)
);
CREATE INDEX item_results_version ON item_results (question_version_id, position);

CREATE TABLE item_result_responses (
  session_id    bigint NOT NULL,
  position      smallint NOT NULL,
  response_id   bigint NOT NULL REFERENCES question_responses (id),
  first         integer NOT NULL,
  second        integer NOT NULL,
  first_strong  integer NOT NULL,
  first_weak    integer NOT NULL,
  PRIMARY KEY (session_id, position, response_id),
  FOREIGN KEY (session_id, position) REFERENCES item_results (session_id, position) ON DELETE CASCADE
);
CREATE INDEX item_result_responses_response ON item_result_responses (response_id);

-- What the bank is filtered by: of each question the figures of the version that was asked last, before discussion.
CREATE TABLE item_figures (
  question_id          bigint PRIMARY KEY REFERENCES questions (id) ON DELETE CASCADE,
  question_version_id  bigint NOT NULL REFERENCES question_versions (id),
  times_asked          integer NOT NULL,
  answered             integer NOT NULL,
  share_first          numeric(6, 5),
  share_second         numeric(6, 5),
  gain                 numeric(9, 5),
  discrimination       numeric(6, 5)
);
CREATE INDEX item_figures_share ON item_figures (share_first);

INSERT INTO resources (name, key, res_url, description, menu_group, menu_order)
VALUES ('Item analysis', 'item-analysis', 'item-analysis', 'How questions did when classes answered them', NULL, 0);
SELECT grant_default(role, 'view', 'item-analysis') FROM unnest(ARRAY['admin', 'teachers']) AS role;
