import { sql } from 'kysely';
import type { TestApp } from '../../../../../testing/app.ts';

/**
 * Inserts a lesson of the largest size directly into the tables: students of the class who have logged in and answered
 * Form - 1A, each answer with a comment and a like, and a reply to the comment.
 */
export async function insertCrowd(app: TestApp, { courseId, sessionId, count }: { courseId: number; sessionId: number; count: number }): Promise<void> {
  await sql`
    WITH people AS (
      INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key)
      SELECT (SELECT school_id FROM courses WHERE id = ${courseId}), 3, 'Student', n::text, sub || '@crowd.test', sub || '@crowd.test'
        FROM generate_series(1, ${count}::integer) n, LATERAL (SELECT ${sessionId}::text || '-' || n AS sub) named RETURNING id
    ), members AS (
      INSERT INTO course_members (course_id, account_id, role) SELECT ${courseId}, id, 'STUDENT' FROM people
    ), logins AS (
      INSERT INTO live_participants (session_id, account_id) SELECT ${sessionId}, id FROM people
    ), phase AS (
      SELECT p.id, (SELECT min(r.id) FROM question_responses r WHERE r.question_version_id = p.question_version_id) AS response_id FROM live_phases p WHERE p.session_id = ${sessionId} AND p.form = 'Form - 1A'
    ), posts AS (
      INSERT INTO live_posts (session_id, phase_id, account_id, response_id, comment, comment_text, filed_by)
      SELECT ${sessionId}, phase.id, people.id, phase.response_id, '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Gravity does not pause."}]}]}', 'Gravity does not pause.', 'student'
        FROM people, phase RETURNING id, account_id
    ), likes AS (
      INSERT INTO post_reactions (post_id, account_id, reaction, by_student) SELECT posts.id, (SELECT min(id) FROM people), 'like', true FROM posts
    ), comments AS (
      INSERT INTO post_comments (post_id, account_id, by_student, comment) SELECT id, account_id, true, 'I wonder' FROM posts RETURNING id, account_id
    )
    INSERT INTO comment_replies (comment_id, account_id, by_student, reply) SELECT id, account_id, true, 'So do I' FROM comments`.execute(app.db);
}
