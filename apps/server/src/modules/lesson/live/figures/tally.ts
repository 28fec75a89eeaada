import type { Form, LiveTallyView } from '@classwright/contract';
import { computeOwnDeadline, computeQuestionPosition, computeTally, countConfidence } from '@classwright/rules/live';
import type { Db } from '../../../../platform/database/index.ts';
import type { SessionRow } from '../queries.ts';
import type { FrozenQuestion, SessionQuestions } from '../questions.ts';
import { type LoadedSession, loadSession } from '../session-view.ts';
import { countBallots } from '../reasons/queries.ts';
import { getTallyRow, listHere } from './queries.ts';

/** Computes the staff's figures of the form that a run opened last (LIVE-43); null before the first. */
export async function computeRunTally(db: Db, questions: SessionQuestions, run: LoadedSession): Promise<LiveTallyView | null> {
  const form = run.phases.at(-1)?.form;
  if (!form) return null;
  const tally = await computeFormTally(db, await questions.get(db, run.session.id, computeQuestionPosition(form)), run.session, form);
  const ownTime = await findOwnTime(db, run);
  const vote = run.vote?.is_shown ? { id: run.vote.id, counts: await countBallots(db, run.vote.id) } : null;
  return { ...tally, ...(ownTime && { own_time: ownTime }), ...(vote && { vote }) };
}

/**
 * Computes the same for one form, without the students' own times. `heldBackAfterMs`: posts that arrived later are not
 * counted (LIVE-68).
 */
export async function computeFormTally(
  db: Db,
  { version }: FrozenQuestion,
  session: Pick<SessionRow, 'id' | 'course_id'>,
  form: Form,
  heldBackAfterMs: number | null = null,
): Promise<LiveTallyView> {
  const until = heldBackAfterMs === null ? null : new Date(heldBackAfterMs);
  const { students, logged_in, response_ids, account_ids, confidences, asks_sure, as_of } = await getTallyRow(db, session.course_id, session.id, form, until);
  const posts = response_ids.map((response_id, at) => ({ account_id: account_ids[at] as number, form, response_id }));
  const said = response_ids.map((response_id, at) => ({ response_id, confidence: confidences[at] ?? null }));
  return {
    ...computeTally(form, posts, version.responses, logged_in, students),
    ...(asks_sure && { confidence: countConfidence(said, version.responses) }),
    as_of,
  };
}

/**
 * Counts the students with extra time who are logged in and still writing, and the latest end of their time; null if
 * there are none.
 */
async function findOwnTime(db: Db, { session, state: { phases, extraTimes } }: LoadedSession): Promise<LiveTallyView['own_time'] | null> {
  const phase = phases.at(-1);
  if (!phase || extraTimes.length === 0) return null;
  const here = new Set(
    await listHere(
      db,
      session.id,
      extraTimes.map(({ account_id }) => account_id),
    ),
  );
  const left = extraTimes.filter(({ account_id }) => here.has(account_id));
  if (left.length === 0) return null;
  const until = computeOwnDeadline(phase, Math.max(...left.map(({ percent }) => percent)));
  return { students: left.length, until: new Date(until).toISOString() };
}

/**
 * Computes the figures of a session as it is now; null for one that does not exist or was canceled, which is in no
 * figure (LIVE-52).
 */
export async function computeSessionTally(db: Db, questions: SessionQuestions, session: { id: number }): Promise<LiveTallyView | null> {
  const run = await loadSession(db, { sessionId: session.id });
  if (!run || run.session.state === 'canceled') return null;
  return computeRunTally(db, questions, run);
}
