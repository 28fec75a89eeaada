-- What modules show of their tables to modules that stand below them; each is listed in tools/house-rules/public-views.ts.

-- accounts: people as those see them who must not know how they sign in.
CREATE VIEW people AS
  SELECT id, school_id, first_name, last_name, email, status,
         password_hash IS NOT NULL OR EXISTS (SELECT 1 FROM google_identities WHERE google_identities.account_id = accounts.id) AS can_sign_in
    FROM accounts;

-- classes: whoever is now in a class that is in use, with the class's school.
CREATE VIEW school_places AS
  SELECT class_people.account_id, class_people.course_id, courses.school_id
    FROM class_people JOIN courses ON courses.id = class_people.course_id
   WHERE courses.archived_at IS NULL;

-- assessments: which questions stand in which, archived ones too.
CREATE VIEW question_uses AS
  SELECT question_id, assessment_id FROM assessment_questions;

-- assessments: what somebody's own are about.
CREATE VIEW assessment_interests AS
  SELECT account_id, subject_id, level_id FROM assessments;

-- live: runs of assessments; of those that are not canceled, an assessment has one at most.
CREATE VIEW live_runs AS
  SELECT id, assessment_id, course_id, state, ended_at FROM live_sessions;

-- live: the forms that runs have opened, in the order of their ids.
CREATE VIEW live_forms_opened AS
  SELECT live_phases.id, live_phases.session_id, live_sessions.assessment_id, live_sessions.state, live_phases.form, live_phases.question_version_id
    FROM live_phases JOIN live_sessions ON live_sessions.id = live_phases.session_id;

-- live: the versions that runs ask, as they were when each began.
CREATE VIEW versions_asked AS
  SELECT session_id, position, question_version_id FROM live_session_questions;

-- live: what students chose in runs that count or will; texts are not in it, nor answers without a choice.
CREATE VIEW session_results AS
  SELECT live_phases.session_id, live_sessions.assessment_id, live_sessions.state, live_phases.form, live_phases.question_version_id,
         live_posts.account_id, live_posts.response_id
    FROM live_phases JOIN live_sessions ON live_sessions.id = live_phases.session_id JOIN live_posts ON live_posts.phase_id = live_phases.id
   WHERE live_sessions.state <> 'canceled' AND live_posts.response_id IS NOT NULL;

-- live: questions of unfinished assessments of somebody's classes whose form no run that goes on has opened yet.
CREATE VIEW questions_to_come AS
  SELECT class_people.account_id, assessment_questions.question_id
    FROM class_people
    JOIN assessments ON assessments.class_id = class_people.course_id AND assessments.status = 'Active'
    JOIN assessment_questions ON assessment_questions.assessment_id = assessments.id
   WHERE NOT EXISTS (SELECT 1 FROM live_sessions JOIN live_phases ON live_phases.session_id = live_sessions.id
                      WHERE live_sessions.assessment_id = assessments.id AND live_sessions.state = 'running'
                        AND live_phases.form = CASE assessment_questions.position WHEN 1 THEN 'Form - 1A' ELSE 'Form - 2' END);

-- item-analysis: how a question did, as the bank shows and sorts it.
CREATE VIEW question_figures AS
  SELECT question_id, times_asked, answered, share_first, share_second, gain, discrimination FROM item_figures;
