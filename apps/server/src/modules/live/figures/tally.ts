import type { LiveTallyView } from '@classwright/contract';
import { computeQuestionPosition, computeTally } from '@classwright/rules/live';
import type { Db } from '../../../platform/database/index.ts';
import type { SessionQuestions } from '../questions.ts';
import { type LoadedSession, loadSession } from '../session-view.ts';
import { getTallyRow } from './queries.ts';

/** The staff's figures of the form that a run opened last (LIVE-43); null before the first. */
export async function computeRunTally(db: Db, questions: SessionQuestions, run: LoadedSession): Promise<LiveTallyView | null> {
  const form = run.phases.at(-1)?.form;
  if (!form) return null;
  const { version } = await questions.get(db, run.session.id, computeQuestionPosition(form));
  const { students, logged_in, response_ids, account_ids, as_of } = await getTallyRow(db, run.session.course_id, run.session.id, form);
  const posts = response_ids.map((response_id, at) => ({ account_id: account_ids[at] as number, form, response_id }));
  return { ...computeTally(form, posts, version.responses, logged_in, students), as_of };
}

/** The same of a session as it is now; null for one that does not exist or was canceled, which is in no figure (LIVE-52). */
export async function computeSessionTally(db: Db, questions: SessionQuestions, session: { id: number }): Promise<LiveTallyView | null> {
  const run = await loadSession(db, { sessionId: session.id });
  if (!run || run.session.state === 'canceled') return null;
  return computeRunTally(db, questions, run);
}
