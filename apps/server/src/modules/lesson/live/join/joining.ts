import type { RevealedQuestionView } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import { Batcher } from '../../../../platform/waiting/index.ts';
import type { FileLinks } from '../../../school/files/index.ts';
import { loadActiveQuestion } from '../active-view.ts';
import { findLesson, type LessonRow } from '../queries.ts';
import type { SessionQuestions } from '../questions.ts';
import { type LoadedSession, loadSession } from '../session-view.ts';
import { type JoiningRow, listJoining } from './join-queries.ts';

/** A lesson as it is for one person who joins. */
export interface Joining {
  /** The lesson with the person's place in the class; null if there is no such assessment. */
  lesson: LessonRow | null;
  /** The running session, or null if the lesson does not run. */
  running: { loaded: LoadedSession; question: RevealedQuestionView } | null;
  own: JoiningRow;
}

/** Creates the shared read for everybody who joins a lesson at the same moment; data common to all is read once. */
export function gatherJoins(db: Db, dependencies: { questions: SessionQuestions; fileLinks: FileLinks }): Batcher<number, number, Joining> {
  return new Batcher(async (assessmentId, accountIds) => {
    const lesson = await findLesson(db, assessmentId, null);
    const loaded = lesson && (await loadSession(db, { currentOf: assessmentId }));
    const running = loaded?.session.state === 'running' ? { loaded, question: await loadActiveQuestion(dependencies, db, loaded) } : null;
    const joined = {
      courseId: lesson?.course_id ?? null,
      sessionId: running?.loaded.session.id ?? null,
      phaseId: running?.loaded.phases.at(-1)?.id ?? null,
    };
    const people = await listJoining(db, joined, accountIds); // after the session, so that nothing that its number counts is missed
    return accountIds.map((accountId) => {
      const own = people.get(accountId) as JoiningRow; // there is a row for each
      return { lesson: lesson && { ...lesson, member_role: own.member_role, left_at: own.left_at }, running, own };
    });
  });
}
