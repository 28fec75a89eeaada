import { type RawBuilder, sql } from 'kysely';
import { type Db, nameOrder, type Tx } from '../../../platform/database/index.ts';

/**
 * The source of a session's roster: the current class, or (`past`) the memberships recorded for the time when it ended.
 */
export type RosterOf = 'now' | 'past';

const rosters: Readonly<Record<RosterOf, RawBuilder<unknown>>> = {
  now: sql`
    SELECT student.account_id FROM class_students student JOIN people ON people.id = student.account_id AND people.status
     WHERE student.course_id = (SELECT course_id FROM lesson)`,
  past: sql`
    SELECT standing.account_id FROM class_standings standing JOIN lesson ON lesson.course_id = standing.course_id
     WHERE standing.role = 'STUDENT' AND standing.joined_at <= lesson.ended_at
       AND (standing.left_at IS NULL OR standing.left_at > lesson.ended_at)`,
};

/**
 * Stores the facts of a finished session: a row for each student of its class and each participant, and the lesson's
 * row, which is their sum. It is one statement for any number of students. Does nothing if there are facts already, or
 * none to write.
 */
export async function insertFacts(tx: Tx, sessionId: number, roster: RosterOf): Promise<void> {
  await sql`
    WITH lesson AS MATERIALIZED (
      SELECT session.id, session.assessment_id, session.course_id, course.school_id, session.ended_at,
             (session.started_at AT TIME ZONE school.time_zone)::date AS held_on, (session.ended_at AT TIME ZONE school.time_zone)::date AS finished_on
        FROM live_sessions session JOIN class_facts course ON course.id = session.course_id JOIN schools school ON school.id = course.school_id
       WHERE session.id = ${sessionId} AND session.state = 'finished'
         AND NOT EXISTS (SELECT 1 FROM lesson_figures known WHERE known.session_id = session.id)
    ), asked AS (
      SELECT count(*) AS questions, count(*) FILTER (WHERE responses >= 2) AS mcq
        FROM (SELECT (SELECT count(*) FROM question_responses response WHERE response.question_version_id = question.question_version_id) AS responses
                FROM live_session_questions question
               WHERE question.session_id = ${sessionId}
                 AND EXISTS (SELECT 1 FROM live_phases phase WHERE phase.session_id = question.session_id
                                AND (phase.form = 'Form - 2') = (question.position = 2))) question
    ), post AS MATERIALIZED (
      SELECT post.id, post.account_id, phase.form, response.is_valid, post.filed_by = 'server' AS is_filed, post.comment_text <> '' AS has_text
        FROM live_posts post JOIN live_phases phase ON phase.id = post.phase_id LEFT JOIN question_responses response ON response.id = post.response_id
       WHERE post.session_id = ${sessionId}
    ), chosen AS (
      SELECT account_id, count(is_valid) AS answered,
             bool_or(is_valid) FILTER (WHERE form = 'Form - 1A') AS first_right, bool_or(is_valid) FILTER (WHERE form = 'Form - 1B') AS second_right,
             bool_or(is_valid) FILTER (WHERE form = 'Form - 2') AS transfer_right, count(*) FILTER (WHERE is_filed) AS filed,
             count(*) FILTER (WHERE is_filed AND is_valid IS NULL AND NOT has_text) AS filed_empty, count(*) FILTER (WHERE has_text) AS justified
        FROM post GROUP BY account_id
    ), act AS (
      SELECT post.account_id AS author_id, reaction.account_id AS by_id, reaction.by_student, 'like' AS kind
        FROM post JOIN post_reactions reaction ON reaction.post_id = post.id WHERE reaction.reaction = 'like'
      UNION ALL
      SELECT post.account_id, comment.account_id, comment.by_student, 'comment' FROM post JOIN post_comments comment ON comment.post_id = post.id
      UNION ALL
      SELECT NULL, reply.account_id, reply.by_student, 'reply'
        FROM post JOIN post_comments comment ON comment.post_id = post.id JOIN comment_replies reply ON reply.comment_id = comment.id
    ), given AS (
      SELECT by_id AS account_id, count(*) FILTER (WHERE kind = 'comment') AS comments, count(*) FILTER (WHERE kind = 'reply') AS replies,
             count(*) FILTER (WHERE kind = 'like') AS likes
        FROM act WHERE by_student GROUP BY by_id
    ), received AS (
      SELECT author_id AS account_id,
             count(*) FILTER (WHERE kind = 'comment' AND NOT by_student) AS comments, count(*) FILTER (WHERE kind = 'like' AND NOT by_student) AS likes,
             count(*) FILTER (WHERE kind = 'comment' AND by_student) AS comments_by_classmates,
             count(*) FILTER (WHERE kind = 'like' AND by_student) AS likes_by_classmates
        FROM act WHERE author_id <> by_id GROUP BY author_id
    ), student AS (
      SELECT lesson.id AS session_id, member.account_id, participant.logged_in_at, coalesce(chosen.answered, 0) AS answered,
             chosen.first_right, chosen.second_right, chosen.transfer_right,
             coalesce(chosen.filed, 0) AS filed, coalesce(chosen.filed_empty, 0) AS filed_empty, coalesce(chosen.justified, 0) AS justified,
             coalesce(given.comments, 0) AS comments_given, coalesce(given.replies, 0) AS replies_given, coalesce(given.likes, 0) AS likes_given,
             coalesce(received.comments, 0) AS comments_received, coalesce(received.likes, 0) AS likes_received,
             coalesce(received.comments_by_classmates, 0) AS comments_by_classmates, coalesce(received.likes_by_classmates, 0) AS likes_by_classmates
        FROM lesson
        CROSS JOIN LATERAL (${rosters[roster]} UNION SELECT account_id FROM live_participants WHERE session_id = ${sessionId}) member
        LEFT JOIN live_participants participant ON participant.session_id = lesson.id AND participant.account_id = member.account_id
        LEFT JOIN chosen ON chosen.account_id = member.account_id LEFT JOIN given ON given.account_id = member.account_id
        LEFT JOIN received ON received.account_id = member.account_id
    ), figures AS (
      INSERT INTO lesson_figures (session_id, assessment_id, course_id, school_id, held_on, finished_on, roster_estimated, students, logged_in, asked, mcq,
                                  answers, correct, first_answers, first_right, second_answers, second_right, transfer_answers, transfer_right,
                                  kept_right, wrong_to_right, right_to_wrong, kept_wrong,
                                  comments_given, replies_given, likes_given, comments_received, likes_received)
      SELECT lesson.id, lesson.assessment_id, lesson.course_id, lesson.school_id, lesson.held_on, lesson.finished_on, ${roster === 'past'},
             count(student.account_id), count(student.logged_in_at), asked.questions, asked.mcq, coalesce(sum(student.answered), 0),
             count(*) FILTER (WHERE student.first_right) + count(*) FILTER (WHERE student.second_right) + count(*) FILTER (WHERE student.transfer_right),
             count(student.first_right), count(*) FILTER (WHERE student.first_right), count(student.second_right), count(*) FILTER (WHERE student.second_right),
             count(student.transfer_right), count(*) FILTER (WHERE student.transfer_right),
             count(*) FILTER (WHERE student.first_right AND student.second_right), count(*) FILTER (WHERE NOT student.first_right AND student.second_right),
             count(*) FILTER (WHERE student.first_right AND NOT student.second_right),
             count(*) FILTER (WHERE NOT student.first_right AND NOT student.second_right),
             coalesce(sum(student.comments_given), 0), coalesce(sum(student.replies_given), 0), coalesce(sum(student.likes_given), 0),
             coalesce(sum(student.comments_received), 0), coalesce(sum(student.likes_received), 0)
        FROM lesson CROSS JOIN asked LEFT JOIN student ON true
       GROUP BY lesson.id, lesson.assessment_id, lesson.course_id, lesson.school_id, lesson.held_on, lesson.finished_on, asked.questions, asked.mcq
      RETURNING session_id, course_id, school_id, held_on
    )
    INSERT INTO lesson_students (session_id, account_id, course_id, school_id, held_on, logged_in_at, forms, answered, first_right, second_right, transfer_right,
                                 filed, filed_empty, justified, comments_given, replies_given, likes_given, comments_received, likes_received,
                                 comments_by_classmates, likes_by_classmates)
    SELECT figures.session_id, student.account_id, figures.course_id, figures.school_id, figures.held_on, student.logged_in_at,
           (SELECT count(*) FROM live_phases WHERE session_id = ${sessionId}), student.answered,
           student.first_right, student.second_right, student.transfer_right, student.filed, student.filed_empty, student.justified,
           student.comments_given, student.replies_given, student.likes_given, student.comments_received, student.likes_received,
           student.comments_by_classmates, student.likes_by_classmates
      FROM figures CROSS JOIN student`.execute(tx);
}

/** Lists finished sessions without facts, in the order of their ids, after `after`. */
export async function listWithoutFacts(db: Db, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM live_sessions WHERE state = 'finished' AND NOT is_rehearsal AND NOT has_facts AND id > ${after} ORDER BY id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Sums up the answers by form of lessons that an older process finished during an upgrade: it knows no sums by form, so
 * they are less than the lesson's answers.
 */
export async function sumForms(db: Db): Promise<void> {
  await sql`
    UPDATE lesson_figures lesson
       SET first_answers = forms.first_answers, first_right = forms.first_right, second_answers = forms.second_answers, second_right = forms.second_right,
           transfer_answers = forms.transfer_answers, transfer_right = forms.transfer_right
      FROM lesson_figures lacking CROSS JOIN LATERAL (
        SELECT count(first_right) AS first_answers, count(*) FILTER (WHERE first_right) AS first_right,
               count(second_right) AS second_answers, count(*) FILTER (WHERE second_right) AS second_right,
               count(transfer_right) AS transfer_answers, count(*) FILTER (WHERE transfer_right) AS transfer_right
          FROM lesson_students student WHERE student.session_id = lacking.session_id) forms
     WHERE lacking.session_id = lesson.session_id AND lacking.answers <> lacking.first_answers + lacking.second_answers + lacking.transfer_answers
       AND lacking.answers = forms.first_answers + forms.second_answers + forms.transfer_answers`.execute(db);
}

/** Lists the students in the facts of a session, by name; none if there are no facts. */
export async function listFactRoster(db: Db, sessionId: number): Promise<FactRosterRow[]> {
  return db
    .selectFrom('lesson_students')
    .innerJoin('people', 'people.id', 'lesson_students.account_id')
    .select(['lesson_students.account_id', 'people.first_name', 'people.last_name', 'lesson_students.logged_in_at'])
    .where('lesson_students.session_id', '=', sessionId)
    .orderBy(nameOrder('people'))
    .orderBy('people.id')
    .execute();
}

export interface FactRosterRow {
  account_id: number;
  first_name: string;
  last_name: string;
  logged_in_at: Date | null;
}

/** Lists the facts of a session for each student. */
export async function listStudentFacts(db: Db, sessionId: number): Promise<StudentFactRow[]> {
  return db
    .selectFrom('lesson_students')
    .select(['account_id', 'likes_given', 'comments_given', 'likes_received', 'comments_received', 'likes_by_classmates', 'comments_by_classmates'])
    .where('session_id', '=', sessionId)
    .execute();
}

interface StudentFactRow {
  account_id: number;
  likes_given: number;
  comments_given: number;
  likes_received: number;
  comments_received: number;
  likes_by_classmates: number;
  comments_by_classmates: number;
}
