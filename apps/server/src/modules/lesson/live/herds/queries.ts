import type { Form, RichTextDocument } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { joinKeptResults, type KeptColumns, keptColumns, type KeptResult, toKeptResult } from '../../../../platform/http/index.ts';
import { GATE } from '../queries.ts';
import type { SessionPlace } from './members.ts';

export async function findSessionPlace(db: Db, sessionId: number): Promise<SessionPlace | null> {
  return (await db.selectFrom('live_sessions').select(['id', 'assessment_id', 'course_id']).where('id', '=', sessionId).executeTakeFirst()) ?? null;
}

/** Any fixed number: it distinguishes the locks of students who write from other advisory locks. */
const WRITER = 8_207_115;

/** The columns that tie one account to a lesson, for entering it. */
export interface EntryRow {
  owner_id: number;
  member_role: 'TEACHER' | 'STUDENT' | null;
  left_at: Date | null;
  /** False when another transaction is writing for the same student. */
  is_held: boolean;
}

/**
 * Passes the gate of a lesson (see `shutGate`) and keeps it until commit; locks each student who writes, so that
 * simultaneous calls of one student on two processes take turns. Unless it `waits`, students who are locked elsewhere
 * are skipped. Returns a row for each account, in the given order; none when there is no such assessment.
 */
export async function enterRoom(tx: Tx, assessmentId: number, accountIds: readonly number[], waits: boolean): Promise<EntryRow[]> {
  const writer = sql`${WRITER}::integer, hashint8(entering.account_id)`;
  const held = waits ? sql`pg_advisory_xact_lock(${writer}) IS NOT NULL` : sql`pg_try_advisory_xact_lock(${writer})`;
  const { rows } = await sql<EntryRow>`
    WITH room AS MATERIALIZED (
      SELECT id, account_id, class_id, pg_advisory_xact_lock_shared(${GATE}::integer, hashint8(id)) AS gate FROM assessments WHERE id = ${assessmentId}
    )
    SELECT room.account_id AS owner_id, member.role AS member_role, member.left_at, ${held} AS is_held
      FROM room CROSS JOIN ROWS FROM (jsonb_to_recordset(${JSON.stringify(accountIds.map((account_id) => ({ account_id })))}::jsonb) AS (account_id bigint))
           WITH ORDINALITY AS entering (account_id, place)
      LEFT JOIN LATERAL (SELECT role, left_at FROM class_standings
                          WHERE course_id = room.class_id AND account_id = entering.account_id OFFSET 0) member ON true
     WHERE room.gate IS NOT NULL
     ORDER BY entering.place`.execute(tx);
  return rows;
}

/** The place for which a member's standing is read. */
export interface Asked {
  account_id: number;
  /** The session; null means the running one. */
  session_id: number | null;
  form: Form | null;
  is_draft: boolean;
  endpoint: string | null;
  key: string | null;
}

/** The facts that decide about a member. */
export interface MemberStanding {
  /** The time by the server's clock, the same for all. */
  now: Date;
  /** The running session, or null if none runs. */
  session_id: number | null;
  /**
   * The phase, locked until commit. Null if this run has not opened the form, or no form was requested. `own_percent`:
   * the member's extra time, until it has ended.
   */
  phase: { id: number; opened_at: Date; deadline_at: Date; closed_at: Date | null; own_percent: number | null; asks_sure: boolean } | null;
  logged_in_at: Date | null;
  picture_file_id: number | null;
  draft: { revision: number; saved_at: Date } | null;
  /** The post, with `comment` as the student wrote it, before words were replaced. */
  post: { id: number; response_id: number | null; comment: RichTextDocument; filed_by: 'student' | 'server'; posted_at: Date } | null;
  /** The response stored for the first call under the member's key. */
  kept: KeptResult | null;
}

type StandingRow = Pick<MemberStanding, 'now' | 'session_id' | 'logged_in_at' | 'picture_file_id'> &
  KeptColumns &
  (
    | { phase_id: number; opened_at: Date; deadline_at: Date; closed_at: Date | null; own_percent: number | null; asks_sure: boolean }
    | { phase_id: null; opened_at: null; deadline_at: null; closed_at: null; own_percent: null; asks_sure: null }
  ) &
  ({ revision: number; saved_at: Date } | { revision: null; saved_at: null }) &
  (
    | { post_id: number; response_id: number | null; comment: RichTextDocument; filed_by: 'student' | 'server'; posted_at: Date }
    | { post_id: null; response_id: null; comment: null; filed_by: null; posted_at: null }
  );

/**
 * Reads everything that decides about the members of a batch in one statement, in the given order. It first locks the
 * phases, so that none closes before commit. Call it only inside the gate, where no step and therefore no closing is in
 * progress. `OFFSET 0` keeps each lookup one by an index for each member, also while tables have no statistics yet.
 */
export async function listStandings(tx: Tx, assessmentId: number, members: readonly Asked[]): Promise<MemberStanding[]> {
  const hasLogins = members.some(({ session_id }) => session_id === null);
  const kept = joinKeptResults({ accountId: sql`asked.account_id`, endpoint: sql`asked.endpoint`, key: sql`asked.key` });
  const { rows } = await sql<StandingRow>`
    WITH running AS MATERIALIZED (
      SELECT id FROM live_sessions WHERE ${hasLogins}::boolean AND assessment_id = ${assessmentId} AND state = 'running' FOR SHARE
    ), asked AS MATERIALIZED (
      SELECT one.place, one.account_id, coalesce(one.session_id, (SELECT id FROM running)) AS session_id, one.form, one.is_draft, one.endpoint, one.key
        FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(members)}::jsonb)
               AS (account_id bigint, session_id bigint, form text, is_draft boolean, endpoint text, key text))
             WITH ORDINALITY AS one (account_id, session_id, form, is_draft, endpoint, key, place)
    ), phases AS MATERIALIZED (
      SELECT phase.id, phase.session_id, phase.form, phase.opened_at, phase.deadline_at, phase.closed_at, phase.asks_sure
        FROM live_phases phase WHERE (phase.session_id, phase.form) IN (SELECT session_id, form FROM asked) FOR SHARE
    )
    SELECT (SELECT app_now()) AS now, asked.session_id, phases.id AS phase_id, phases.opened_at, phases.deadline_at, phases.closed_at, extra.percent AS own_percent,
           phases.asks_sure,
           participant.logged_in_at, account.picture_file_id, draft.revision, draft.saved_at,
           post.id AS post_id, post.response_id, coalesce(written.original, post.comment) AS comment, post.filed_by, post.posted_at, ${keptColumns}
      FROM asked
      LEFT JOIN phases ON phases.session_id = asked.session_id AND phases.form = asked.form
      LEFT JOIN LATERAL (SELECT percent FROM live_extra_times
                          WHERE phase_id = phases.id AND account_id = asked.account_id AND ended_at IS NULL OFFSET 0) extra ON true
      LEFT JOIN LATERAL (SELECT picture_file_id FROM lesson_people WHERE id = asked.account_id OFFSET 0) account ON true
      LEFT JOIN LATERAL (SELECT logged_in_at FROM live_participants
                          WHERE session_id = asked.session_id AND account_id = asked.account_id OFFSET 0) participant ON true
      LEFT JOIN LATERAL (SELECT revision, saved_at FROM live_drafts
                          WHERE asked.is_draft AND phase_id = phases.id AND account_id = asked.account_id OFFSET 0) draft ON true
      LEFT JOIN LATERAL (SELECT id, response_id, comment, filed_by, posted_at, is_censored FROM live_posts
                          WHERE phase_id = phases.id AND account_id = asked.account_id OFFSET 0) post ON true
      LEFT JOIN LATERAL (SELECT original FROM censored_originals
                          WHERE post.is_censored AND subject_type = 'live_post' AND subject_id = post.id AND field = 'comment' OFFSET 0) written ON true
      ${kept}
     ORDER BY asked.place`.execute(tx);
  return rows.map(toStanding);
}

function toStanding(row: StandingRow): MemberStanding {
  const { now, session_id, logged_in_at, picture_file_id } = row;
  return {
    now,
    session_id,
    logged_in_at,
    picture_file_id,
    phase:
      row.phase_id === null
        ? null
        : {
            id: row.phase_id,
            opened_at: row.opened_at,
            deadline_at: row.deadline_at,
            closed_at: row.closed_at,
            own_percent: row.own_percent,
            asks_sure: row.asks_sure,
          },
    draft: row.revision === null ? null : { revision: row.revision, saved_at: row.saved_at },
    post:
      row.post_id === null ? null : { id: row.post_id, response_id: row.response_id, comment: row.comment, filed_by: row.filed_by, posted_at: row.posted_at },
    kept: toKeptResult(row),
  };
}
