// Past lessons, held before the demo's first day. They are written directly because services can only write what
// happens now.
import type { Form, RichTextDocument } from '@classwright/contract';
import type { Tx } from '../platform/database/index.ts';

export interface PastForm {
  form: Form;
  versionId: number;
  openedAt: Date;
  closedAt: Date;
  minutes: number;
}

export interface PastSession {
  assessmentId: number;
  courseId: number;
  teacherId: number;
  questions: readonly { position: number; question_version_id: number }[];
  forms: readonly PastForm[];
  present: readonly { accountId: number; loggedInAt: Date }[];
}

/** Inserts a finished session with its forms and participants. Returns its id and the ids of its forms. */
export async function insertPastSession(tx: Tx, past: PastSession): Promise<{ sessionId: number; phaseIds: Map<Form, number> }> {
  const { assessmentId, courseId, teacherId, questions, forms, present } = past;
  const [startedAt, endedAt] = [forms[0]?.openedAt as Date, forms.at(-1)?.closedAt as Date];
  const { id: sessionId } = await tx
    .insertInto('live_sessions')
    .values({
      assessment_id: assessmentId,
      course_id: courseId,
      state: 'finished',
      can_comment: true,
      started_by: teacherId,
      started_at: startedAt,
      ended_by: teacherId,
      ended_at: endedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('live_session_questions')
    .values(questions.map((question) => ({ ...question, session_id: sessionId })))
    .execute();
  const phases = await tx
    .insertInto('live_phases')
    .values(
      forms.map(({ form, versionId, openedAt, closedAt, minutes }) => ({
        session_id: sessionId,
        form,
        question_version_id: versionId,
        minutes,
        opened_at: openedAt,
        deadline_at: closedAt,
        closed_at: closedAt,
        // The distribution is revealed after each form, and correctness only when no further form asks about it.
        distribution_revealed_at: closedAt,
        correctness_revealed_at: form === 'Form - 1A' ? null : closedAt,
      })),
    )
    .returning(['id', 'form'])
    .execute();
  await tx
    .insertInto('live_participants')
    .values(present.map(({ accountId, loggedInAt }) => ({ session_id: sessionId, account_id: accountId, logged_in_at: loggedInAt })))
    .execute();
  return { sessionId, phaseIds: new Map(phases.map(({ id, form }) => [form as Form, id])) };
}

/** Returns the ids of a version's responses, in the order shown. */
export async function listResponseIds(tx: Tx, versionId: number): Promise<number[]> {
  const rows = await tx.selectFrom('question_responses').select('id').where('question_version_id', '=', versionId).orderBy('position').execute();
  return rows.map(({ id }) => id);
}

export interface PastPost {
  phase_id: number;
  account_id: number;
  response_id: number | null;
  comment: RichTextDocument;
  comment_text: string;
  filed_by: 'student' | 'server';
  posted_at: Date;
}

/** Returns the ids of the posts by form and student, as `form:student`. */
export async function insertPosts(tx: Tx, sessionId: number, posts: readonly PastPost[]): Promise<Map<string, number>> {
  const rows = await tx
    .insertInto('live_posts')
    .values(posts.map(({ comment, ...post }) => ({ ...post, comment: JSON.stringify(comment), session_id: sessionId })))
    .returning(['id', 'phase_id', 'account_id'])
    .execute();
  return new Map(rows.map(({ id, phase_id, account_id }) => [`${phase_id}:${account_id}`, id]));
}

export interface PastRemark {
  post_id: number;
  account_id: number;
  by_student: boolean;
  comment: string;
  created_at: Date;
  replies: readonly { account_id: number; by_student: boolean; reply: string; created_at: Date }[];
}

export async function insertRemarks(tx: Tx, remarks: readonly PastRemark[]): Promise<void> {
  for (const { replies, ...remark } of remarks) {
    const { id } = await tx.insertInto('post_comments').values(remark).returning('id').executeTakeFirstOrThrow();
    if (replies.length > 0)
      await tx
        .insertInto('comment_replies')
        .values(replies.map((reply) => ({ ...reply, comment_id: id })))
        .execute();
  }
}

export async function insertLikes(tx: Tx, likes: readonly { post_id: number; account_id: number; by_student: boolean; created_at: Date }[]): Promise<void> {
  if (likes.length === 0) return;
  await tx
    .insertInto('post_reactions')
    .values(likes.map((like) => ({ ...like, reaction: 'like' })))
    .execute();
}

/**
 * Turns in the work of a lesson for the students who were there, at the moment when it ended. The work products are
 * attached when they are made.
 */
export async function handInLesson(tx: Tx, workId: number, { studentIds, at }: { studentIds: readonly number[]; at: Date }): Promise<void> {
  const rows = await tx
    .updateTable('submissions')
    .set({ state: 'TURNED_IN', turned_in_at: at })
    .where('course_work_id', '=', workId)
    .where('account_id', 'in', studentIds)
    .returning('id')
    .execute();
  await tx
    .insertInto('submission_history')
    .values(rows.map(({ id }) => ({ submission_id: id, at, state: 'TURNED_IN', late: false, origin: 'work-product' })))
    .execute();
}

export interface PastProduct {
  account_id: number;
  submission_id: number;
  file_id: number;
  title: string;
}

/** Inserts the work products of a lesson that has ended, each attached to its student's submission. */
export async function insertPastProducts(tx: Tx, { sessionId, madeAt }: { sessionId: number; madeAt: Date }, products: readonly PastProduct[]): Promise<void> {
  await tx
    .insertInto('work_products')
    .values(
      products.map(({ account_id, file_id }) => ({
        session_id: sessionId,
        account_id,
        file_id,
        state: 'made',
        requested_at: madeAt,
        made_at: madeAt,
      })),
    )
    .execute();
  await tx
    .insertInto('submission_attachments')
    .values(products.map(({ submission_id, file_id, title }) => ({ submission_id, file_id, title, position: 1000, is_work_product: true })))
    .execute();
}
