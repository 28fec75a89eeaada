import type { Form, RichTextDocument } from '@classwright/contract';
import type { Confidence } from '@classwright/rules/live';
import { sql } from 'kysely';
import { AS_OF, type Db, nameOrder } from '../../../../platform/database/index.ts';

export interface RosterRow {
  account_id: number;
  first_name: string;
  last_name: string;
  picture_file_id: number | null;
  logged_in_at: Date | null;
}

/**
 * Selects the students of a lesson: members of the class, and people who logged in to the session and have left the
 * class since.
 */
const rosterIds = (courseId: number | null, sessionId: number | null) => sql`
  SELECT account_id FROM class_students WHERE course_id = ${courseId}
  UNION SELECT account_id FROM live_participants WHERE session_id = ${sessionId}`;

/**
 * Lists the students of a lesson by name, or one of them, with their login to the session. Without a session nobody has
 * logged in.
 */
export async function listRoster(db: Db, courseId: number | null, sessionId: number | null, studentId: number | null = null): Promise<RosterRow[]> {
  const { rows } = await sql<RosterRow>`
    SELECT account.id AS account_id, account.first_name, account.last_name, account.picture_file_id, participant.logged_in_at
      FROM lesson_people account LEFT JOIN live_participants participant ON participant.session_id = ${sessionId} AND participant.account_id = account.id
     WHERE account.id IN (${rosterIds(courseId, sessionId)}) AND (${studentId}::bigint IS NULL OR account.id = ${studentId})
     ORDER BY ${nameOrder('account')}, account.id`.execute(db);
  return rows;
}

/** Counts the students of a lesson. */
export async function countRoster(db: Db, courseId: number | null, sessionId: number | null): Promise<number> {
  const { rows } = await sql<{ students: number }>`SELECT count(*)::integer AS students FROM (${rosterIds(courseId, sessionId)}) roster`.execute(db);
  return rows[0]!.students;
}

/** Returns the transaction's snapshot number and time. */
export async function getMoment(db: Db): Promise<{ as_of: number; now: Date }> {
  const { rows } = await sql<{ as_of: number; now: Date }>`SELECT ${AS_OF} AS as_of, app_now() AS now`.execute(db);
  return rows[0]!;
}

/** The basis of a tally, from a single snapshot. */
export interface TallyRow {
  /** The number of students of a lesson; the next field is the number who have logged in. */
  students: number;
  logged_in: number;
  /** The response of each post that has one; the next field holds the authors. */
  response_ids: number[];
  account_ids: number[];
  /** The confidence of each, in the order of these fields; null: not said. Empty unless the form asks for it. */
  confidences: (Confidence | null)[];
  /** True when the form asks how sure one is. */
  asks_sure: boolean;
  as_of: number;
}

/** Reads the tally's basis from posts up to an instant, or from all posts if null. */
export async function getTallyRow(db: Db, courseId: number | null, sessionId: number, form: Form, until: Date | null): Promise<TallyRow> {
  const { rows } = await sql<TallyRow>`
    SELECT (SELECT count(*) FROM (${rosterIds(courseId, sessionId)}) roster)::integer AS students,
           (SELECT count(*) FROM live_participants WHERE session_id = ${sessionId})::integer AS logged_in,
           ${AS_OF} AS as_of, posts.*,
           coalesce((SELECT asks_sure FROM live_phases WHERE session_id = ${sessionId} AND form = ${form}), false) AS asks_sure
      FROM (SELECT coalesce(array_agg(post.response_id), '{}') AS response_ids, coalesce(array_agg(post.account_id), '{}') AS account_ids,
                   coalesce(array_agg(post.confidence) FILTER (WHERE phase.asks_sure), '{}') AS confidences
              FROM live_posts post JOIN live_phases phase ON phase.id = post.phase_id
             WHERE post.session_id = ${sessionId} AND phase.form = ${form} AND post.response_id IS NOT NULL
               AND (${until}::timestamptz IS NULL OR post.posted_at <= ${until})) posts`.execute(db);
  return rows[0] as TallyRow;
}

/** Returns which of these students have logged in to a session. */
export async function listHere(db: Db, sessionId: number, accountIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT account_id FROM live_participants WHERE session_id = ${sessionId} AND account_id = ANY(${[...accountIds]}::bigint[])`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

export interface FigurePostRow {
  account_id: number;
  form: Form;
  response_id: number | null;
}

/** Lists all posts of a session, or of one form, for the figures. `until`: without those that arrived after this instant. */
export async function listFigurePosts(db: Db, sessionId: number, form?: Form, until?: Date): Promise<FigurePostRow[]> {
  let query = db
    .selectFrom('live_posts')
    .innerJoin('live_phases', 'live_phases.id', 'live_posts.phase_id')
    .select(['live_posts.account_id', 'live_phases.form', 'live_posts.response_id'])
    .where('live_posts.session_id', '=', sessionId);
  if (form) query = query.where('live_phases.form', '=', form);
  if (until) query = query.where('live_posts.posted_at', '<=', until);
  return query.execute();
}

export interface LateAnswerRow {
  account_id: number;
  first_name: string;
  last_name: string;
  picture_file_id: number | null;
  form: Form;
  kind: 'answer' | 'draft';
  response_id: number | null;
  comment: RichTextDocument;
  received_at: Date;
}

/** Lists the late answers of a session, newest first. */
export async function listLateOfSession(db: Db, sessionId: number): Promise<LateAnswerRow[]> {
  const rows = await db
    .selectFrom('live_late_answers')
    .innerJoin('lesson_people', 'lesson_people.id', 'live_late_answers.account_id')
    .select([
      'live_late_answers.account_id',
      'live_late_answers.form',
      'live_late_answers.kind',
      'live_late_answers.response_id',
      'live_late_answers.comment',
      'live_late_answers.received_at',
      'lesson_people.first_name',
      'lesson_people.last_name',
      'lesson_people.picture_file_id',
    ])
    .where('live_late_answers.session_id', '=', sessionId)
    .orderBy('live_late_answers.received_at', 'desc')
    .orderBy('live_late_answers.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, comment: row.comment as RichTextDocument }));
}

/** Lists the late answers of a form, newest first. */
export async function listLateOfForm(db: Db, sessionId: number, form: Form): Promise<LateAnswerRow[]> {
  return (await listLateOfSession(db, sessionId)).filter((row) => row.form === form);
}
