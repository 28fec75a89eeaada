import type { TallyView } from '@classwright/contract';
import { computeQuestionPosition, computeTally } from '@classwright/rules/live';
import type { Db } from '../../../platform/database/index.ts';
import type { SessionQuestions } from '../questions.ts';
import { type LoadedSession, loadSession } from '../session-view.ts';
import { countRoster, listFigurePosts } from './queries.ts';

/** How many students a lesson has, and how many of them have logged in. */
export interface Attendance {
  students: number;
  logged_in: number;
}

/** The staff's figures of the form that a run opened last (LIVE-43); null before the first. */
export async function computeRunTally(db: Db, questions: SessionQuestions, run: LoadedSession, { students, logged_in }: Attendance): Promise<TallyView | null> {
  const form = run.phases.at(-1)?.form;
  if (!form) return null;
  const { version } = await questions.get(db, run.session.id, computeQuestionPosition(form));
  return computeTally(form, await listFigurePosts(db, run.session.id, form), version.responses, logged_in, students);
}

/** The same of a session as it is now; null for one that does not exist or was canceled, which is in no figure (LIVE-52). */
export async function computeSessionTally(db: Db, questions: SessionQuestions, session: { id: number }): Promise<TallyView | null> {
  const run = await loadSession(db, { sessionId: session.id });
  if (!run || run.session.state === 'canceled') return null;
  return computeRunTally(db, questions, run, await countRoster(db, run.session.course_id, session.id));
}
