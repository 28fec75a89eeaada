/** The ideas of the school in which they are measured, and one of how many questions has a wrong response that names one. */
const MANY_IDEAS = { ideas: 60, namedQuestions: 20 } as const;

/**
 * Returns statements that add to a school of `manyYears` what its finished lessons keep about their questions, and ideas
 * that every twentieth wrong response stands for. @param teacherId the author of the ideas
 */
export const manyIdeas = (schoolId: number, teacherId: number): string[] =>
  `
  INSERT INTO live_session_questions (session_id, position, question_version_id)
  SELECT DISTINCT phase.session_id, CASE WHEN phase.form = 'Form - 2' THEN 2 ELSE 1 END, phase.question_version_id FROM live_phases phase;
  INSERT INTO item_results (session_id, position, question_version_id, answered_first, right_first, answered_second, right_second, strong_answered, strong_right,
         weak_answered, weak_right, transfer_right_answered, transfer_right_right, transfer_wrong_answered, transfer_wrong_right,
         kept_right, wrong_to_right, right_to_wrong, kept_wrong)
  SELECT held.session_id, asked.position, asked.question_version_id, first_answers, held.first_right, second_answers, second_right,
         first_answers / 3, first_answers / 4, first_answers / 3, first_answers / 9, held.first_right, held.first_right / 2, first_answers - held.first_right, 1,
         kept_right, wrong_to_right, right_to_wrong, kept_wrong
    FROM lesson_figures held JOIN live_session_questions asked ON asked.session_id = held.session_id AND asked.position = 1;
  INSERT INTO item_results (session_id, position, question_version_id, answered_first, right_first, answered_second, right_second, strong_answered, strong_right,
         weak_answered, weak_right, transfer_right_answered, transfer_right_right, transfer_wrong_answered, transfer_wrong_right,
         kept_right, wrong_to_right, right_to_wrong, kept_wrong)
  SELECT held.session_id, asked.position, asked.question_version_id, transfer_answers, transfer_right, 0, 0, transfer_answers / 3, transfer_right / 3,
         transfer_answers / 3, transfer_right / 4, 0, 0, 0, 0, 0, 0, 0, 0
    FROM lesson_figures held JOIN live_session_questions asked ON asked.session_id = held.session_id AND asked.position = 2;
  INSERT INTO item_result_responses (session_id, position, response_id, first, second, first_strong, first_weak)
  SELECT result.session_id, result.position, response.id, CASE WHEN response.is_valid THEN right_first ELSE answered_first - right_first END,
         CASE WHEN response.is_valid THEN right_second ELSE answered_second - right_second END, 0, 0
    FROM item_results result JOIN question_responses response ON response.question_version_id = result.question_version_id;
  INSERT INTO item_figures (question_id, question_version_id, times_asked, answered, share_first, share_second, gain, discrimination)
  SELECT version.question_id, version.id, count(*), sum(answered_first), sum(right_first)::numeric / nullif(sum(answered_first), 0),
         sum(right_second)::numeric / nullif(sum(answered_second), 0), 0.2, 0.3
    FROM item_results result JOIN question_versions version ON version.id = result.question_version_id GROUP BY version.question_id, version.id;
  INSERT INTO ideas (school_id, account_id, name, sentence, question_subject_id, standard_id)
  SELECT ${schoolId}, ${teacherId}, 'Current is used up ' || n, 'The lamp uses up current number ' || n || '.', (SELECT min(id) FROM question_subjects) + n % 12,
         (SELECT min(id) FROM standards) + n % 30
    FROM generate_series(1, ${MANY_IDEAS.ideas}) n;
  INSERT INTO idea_responses (school_id, question_id, response_key, idea_id, named_by)
  SELECT ${schoolId}, id, response_key('Choice 2'), (SELECT min(id) FROM ideas) + id / ${MANY_IDEAS.namedQuestions} % ${MANY_IDEAS.ideas}, ${teacherId}
    FROM questions WHERE id % ${MANY_IDEAS.namedQuestions} = 0;
  VACUUM ANALYZE;`.split(/;\n/);
