/**
 * Live lessons: runs of assessments in which a class answers, discusses and answers again.
 *
 * Invariants: every decision follows the rules (`@classwright/rules/live`, SPEC.md), from locked rows, at an instant
 * read from the database after locking; an answer is acknowledged only with its commit, and counts only in the form it
 * names; a form closes once, never before its deadline and grace; a step's own transaction announces what it does;
 * students get nothing that their form does not allow, and the projector nothing that was not revealed; people who have
 * left the class can do nothing more, and lose nothing.
 */
import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { Manifest } from '../../../manifest.ts';
import type { Realtime, Rooms } from '../../../platform/live/index.ts';
import type { MakeLimiter } from '../../../platform/waiting/index.ts';
import type { Log } from '../../../platform/log.ts';
import { finishAssessment, reachChanged } from '../../class/assessments/index.ts';
import type { Censor } from '../../class/censorship/index.ts';
import { membershipEnded } from '../../class/classes/index.ts';
import type { FileLinks } from '../../school/files/index.ts';
import type { Notifier } from '../../school/notifications/index.ts';
import { type AccessEngine } from '../../people/access/index.ts';
import { findListener } from '../../people/accounts/index.ts';
import { findActiveAssessment } from './active-assessment.ts';
import { implementLiveDraft } from './answers/live-draft.ts';
import { implementLiveJoin } from './join/live-join.ts';
import { implementPostAdd } from './answers/post-add.ts';
import { lessonChannels } from './channels.ts';
import { createDeadlineEngine, type DeadlineEngine } from './deadlines.ts';
import { createLessonEvents } from './events.ts';
import { lessonFiles } from './file-use.ts';
import { createHerds } from './herds/index.ts';
import { implementLiveActive } from './live-active.ts';
import { implementLiveAdjustTime } from './live-adjust-time.ts';
import { implementLiveClose } from './live-close.ts';
import { implementLiveElapsedTime } from './live-elapsed-time.ts';
import { implementLivePastLessons } from './live-past-lessons.ts';
import { implementLiveReveal } from './live-reveal.ts';
import { implementLiveRunning } from './live-running.ts';
import { implementLiveSettings } from './live-settings.ts';
import { implementLiveSettingsUpdate } from './live-settings-update.ts';
import { implementLiveStart } from './live-start.ts';
import { implementLiveState } from './live-state.ts';
import { implementLiveStatus } from './live-status.ts';
import { implementLiveStudentLogin } from './live-student-login.ts';
import { createMembershipWatch, createReachWatch } from './membership.ts';
import { implementLivePosts } from './posts/index.ts';
import type { LessonFacts } from './posts/snapshot-details.ts';
import { listConnected, watchPresence } from './presence-watch.ts';
import { implementLiveProjector } from './projector/live-projector.ts';
import { implementLiveProjectorResults } from './projector/live-projector-results.ts';
import { defineProjectors, projectorOfRoom, roomOfProjector } from './projector/tell-projectors.ts';
import { createSessionQuestions } from './questions.ts';
import type { TransitionContext } from './transition.ts';

export { getStaffLesson } from './access.ts';
export { awardLesson } from './award-lesson.ts';
export type { LessonFacts } from './posts/snapshot-details.ts';
export { sessionFinished } from './session-finished.ts';

export interface LiveOptions {
  db: Db;
  /**
   * The database pool that closes forms at their deadline; ideally small and separate, so that it never waits for
   * answers.
   */
  backgroundDb: Db;
  log: Log;
  t: Translate<MessageKey>;
  realtime: Realtime;
  rooms: Rooms;
  fileLinks: FileLinks;
  censor: Censor;
  makeLimiter: MakeLimiter;
  notifier: Notifier;
  /** The stored facts of finished lessons. */
  facts: LessonFacts;
  access: AccessEngine;
  /** Receives how many logins, drafts or answers were handled together. */
  histograms: { observe(what: 'herd', value: number, labels: { herd: string }): void };
}

export interface LiveModule extends Manifest {
  /** Closes forms when their time ends. */
  deadlines: DeadlineEngine;
}

export function liveModule(options: LiveOptions): LiveModule {
  const { db, backgroundDb, log, t, access, realtime, rooms, fileLinks, censor, makeLimiter, notifier, facts, histograms } = options;
  const questions = createSessionQuestions();
  const events = createLessonEvents({ db, realtime, rooms, questions });
  const dependencies: TransitionContext = { censor, events, questions, fileLinks, notifier, finishAssessment };
  const herds = createHerds({ db, log, censor, events, questions, fileLinks, onBatch: ({ size }) => histograms.observe('herd', size, { herd: 'lesson' }) });
  const deadlines = createDeadlineEngine({ ...dependencies, db: backgroundDb, log });
  defineProjectors({ db, questions, realtime });
  return {
    deadlines,
    untilStopped: [deadlines],
    stops: [watchPresence(realtime)],
    pages: { '/student-live-learning': { file: 'join.html' }, '/student-live-snapshot': { file: 'join.html' } },
    mirrors: [{ roomOf: roomOfProjector, mirrorOf: projectorOfRoom }],
    async personContext(on, { id }) {
      const person = await findListener(on, access, id);
      return person ? findActiveAssessment(on, person) : {};
    },
    listens: [membershipEnded.listen(createMembershipWatch({ db, events, realtime, log })), reachChanged.listen(createReachWatch(realtime))],
    channels: lessonChannels(db),
    eventWords: ['assessment', 'live', 'own', 'staff'],
    fileUses: [lessonFiles],
    implementations: [
      implementLiveStart(dependencies),
      implementLiveStatus(dependencies),
      implementLiveClose(dependencies),
      implementLiveAdjustTime(dependencies),
      implementLiveSettingsUpdate(dependencies),
      implementLiveSettings(),
      implementLiveReveal(dependencies),
      implementLiveElapsedTime(dependencies),
      implementLiveState({ db }),
      implementLiveRunning(),
      implementLivePastLessons(),
      implementLiveStudentLogin(herds),
      implementLiveActive(dependencies),
      implementLiveJoin({ ...dependencies, db, realtime, herds }),
      implementLiveDraft(herds),
      implementPostAdd(herds),
      implementLiveProjector(dependencies),
      implementLiveProjectorResults(dependencies),
      ...implementLivePosts({
        db,
        t,
        censor,
        events,
        questions,
        fileLinks,
        makeLimiter,
        facts,
        listConnected: (assessmentId) => listConnected(realtime, assessmentId),
      }),
    ],
  };
}
