import { type ApprovalStatus, type StatusLabel } from '@classwright/rules/questions/index';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

export async function setApprovalStatus(tx: Tx, questionId: number, { status, teacher_status }: ApprovalStatus): Promise<void> {
  await sql`UPDATE questions SET status = ${status}, teacher_status = ${teacher_status} WHERE id = ${questionId}`.execute(tx);
}

export async function insertApproval(tx: Tx, questionId: number, accountId: number, label: StatusLabel): Promise<void> {
  await sql`INSERT INTO question_approvals (question_id, account_id, status_label) VALUES (${questionId}, ${accountId}, ${label})`.execute(tx);
  await countApprovals(tx, questionId);
}

/** Revokes the approval steps so far, since the question's content has changed. */
export async function revokeApprovals(tx: Tx, questionId: number): Promise<void> {
  await sql`UPDATE question_approvals SET revoked_at = app_now() WHERE question_id = ${questionId} AND revoked_at IS NULL`.execute(tx);
  await countApprovals(tx, questionId);
}

async function countApprovals(tx: Tx, questionId: number): Promise<void> {
  await sql`
    UPDATE questions SET total_approval = (SELECT count(DISTINCT account_id) FROM question_approvals WHERE question_id = ${questionId} AND revoked_at IS NULL)
     WHERE id = ${questionId}`.execute(tx);
}

/** Saves somebody's rating, replacing their earlier one. The question must be locked. */
export async function saveRating(tx: Tx, questionId: number, accountId: number, rating: number): Promise<void> {
  await sql`
    INSERT INTO question_ratings (question_id, account_id, rating) VALUES (${questionId}, ${accountId}, ${rating})
    ON CONFLICT (question_id, account_id) DO UPDATE SET rating = excluded.rating, rated_at = app_now()`.execute(tx);
  await sql`
    UPDATE questions SET (average_rating, rating_count) = (SELECT avg(rating), count(*) FROM question_ratings WHERE question_id = ${questionId})
     WHERE id = ${questionId}`.execute(tx);
}
