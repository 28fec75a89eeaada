import type { RichTextDocument, SessionView } from '@classwright/contract';
import type { LessonEvent } from '@classwright/rules/live';
import { toPlainText } from '@classwright/rules/rich-text';
import type { Db } from '../../../../platform/database/index.ts';
import { loadSession } from '../session-view.ts';
import type { ModelPost, RunModel } from './run-model.ts';

const draftKeyOf = (row: { account_id: number; form: string }): string => `${row.account_id} ${row.form}`;

/** Reads the rows of a run in the shape of the model. */
export async function readRun(db: Db, sessionId: number): Promise<RunModel> {
  const loaded = await loadSession(db, { sessionId });
  if (!loaded) throw new Error(`no live session ${sessionId}`);
  const participants = await db.selectFrom('live_participants').select('account_id').where('session_id', '=', sessionId).execute();
  const posts = await db
    .selectFrom('live_posts')
    .innerJoin('live_phases', 'live_phases.id', 'live_posts.phase_id')
    .select(['live_posts.account_id', 'live_phases.form', 'live_posts.response_id', 'live_posts.comment', 'live_posts.filed_by'])
    .where('live_posts.session_id', '=', sessionId)
    .execute();
  const drafts = await db
    .selectFrom('live_drafts')
    .innerJoin('live_phases', 'live_phases.id', 'live_drafts.phase_id')
    .select(['live_drafts.account_id', 'live_phases.form', 'live_drafts.response_id', 'live_drafts.comment', 'live_drafts.revision'])
    .where('live_phases.session_id', '=', sessionId)
    .execute();
  const late = await db.selectFrom('live_late_answers').select(['account_id', 'form', 'kind']).where('session_id', '=', sessionId).execute();
  return {
    session: loaded.state,
    loggedIn: new Set(participants.map(({ account_id }) => account_id)),
    posts: posts.map((row): ModelPost => ({ ...row, comment: row.comment as RichTextDocument })),
    drafts: new Map(drafts.map((row) => [draftKeyOf(row), { response_id: row.response_id, comment: row.comment as RichTextDocument, revision: row.revision }])),
    late: new Set(late.map(({ account_id, form, kind }) => `${account_id} ${form} ${kind}`)),
  };
}

/** Removes what only a run's clock decides, and sorts the rest, so that two runs can be compared. */
export function comparable(run: RunModel) {
  const { state, canComment, phases, extraTimes, showsAnswers = 'as-answered' } = run.session;
  return {
    state,
    canComment,
    showsAnswers,
    phases: phases.map(({ form, minutes, closedAtMs, distributionRevealed, correctnessRevealed }) => ({
      form,
      minutes,
      isClosed: closedAtMs !== null,
      distributionRevealed,
      correctnessRevealed,
    })),
    extraTimes,
    loggedIn: [...run.loggedIn].sort((left, right) => left - right),
    posts: run.posts
      .map(({ account_id, form, response_id, filed_by, comment }) => `${account_id} ${form} ${response_id} ${filed_by} ${toPlainText(comment)}`)
      .sort(),
    drafts: [...run.drafts].map(([key, { response_id, revision, comment }]) => `${key} ${response_id} ${revision} ${toPlainText(comment)}`).sort(),
    late: [...run.late].sort(),
  };
}

/**
 * Lists the students who were logged in when a form closed and have no post in it; only students with time of their own
 * may be among them, unless the run was canceled.
 */
export async function listForgotten(db: Db, sessionId: number): Promise<unknown[]> {
  return db
    .selectFrom('live_phases')
    .innerJoin('live_sessions', 'live_sessions.id', 'live_phases.session_id')
    .innerJoin('live_participants', 'live_participants.session_id', 'live_sessions.id')
    .leftJoin('live_posts', (join) =>
      join.onRef('live_posts.phase_id', '=', 'live_phases.id').onRef('live_posts.account_id', '=', 'live_participants.account_id'),
    )
    .select(['live_phases.form', 'live_participants.account_id'])
    .where('live_sessions.id', '=', sessionId)
    .where('live_sessions.state', '<>', 'canceled')
    .where('live_phases.closed_at', 'is not', null)
    .whereRef('live_participants.logged_in_at', '<', 'live_phases.closed_at')
    .where('live_posts.id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('live_extra_times as extra')
            .select('extra.phase_id')
            .whereRef('extra.phase_id', '=', 'live_phases.id')
            .whereRef('extra.account_id', '=', 'live_participants.account_id')
            .where('extra.ended_at', 'is', null),
        ),
      ),
    )
    .execute();
}

/** Lists all events of a run in the order of their numbers, as they were broadcast. */
export async function listRunEvents(db: Db, { id }: Pick<SessionView, 'id'>): Promise<(LessonEvent & { from: number })[]> {
  const rows = await db.selectFrom('room_events').selectAll().where('epoch', '=', id).orderBy('sequence').execute();
  return rows.map(
    (row) =>
      ({ ...(row.payload as object), name: row.name, epoch: row.epoch, from: row.from_sequence, sequence: row.sequence }) as unknown as LessonEvent & {
        from: number;
      },
  );
}
