/**
 * Live lessons: runs of assessments in which a class answers, discusses and answers again.
 *
 * Invariants: every decision follows the rules (`@classwright/rules/live`, SPEC.md), from locked rows, at an instant
 * read from the database after locking; an answer is acknowledged only with its commit, and counts only in the form it
 * names; a form closes once, never before its deadline and grace; a step's own transaction announces what it does;
 * students get nothing that their form does not allow, and the projector nothing that was not revealed; people who have
 * left the class can do nothing more, and lose nothing.
 */
import { type MessageKey, type Translate, liveStudentLogin, liveSettings, liveSettingsUpdate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { Manifest, FileUse } from '../../../manifest.ts';
import type { Realtime, Rooms } from '../../../platform/live/index.ts';
import type { MakeLimiter } from '../../../platform/waiting/index.ts';
import { scheduledJob } from '../../../platform/jobs/index.ts';
import type { Log } from '../../../platform/log.ts';
import { finishAssessment, reachChanged } from '../../class/assessments/index.ts';
import type { Censor } from '../../class/censorship/index.ts';
import { membershipEnded } from '../../class/classes/index.ts';
import type { FileLinks } from '../../school/files/index.ts';
import type { Notifier } from '../../school/notifications/index.ts';
import { type AccessEngine } from '../../people/access/index.ts';
import { findListener } from '../../people/accounts/index.ts';
import { findActiveAssessment, implementLiveActive, implementLiveRunning, implementLiveState, implementLiveElapsedTime } from './lesson-state.ts';
import { implementLiveDraft } from './answers/live-draft.ts';
import { implementLiveJoin } from './join/live-join.ts';
import { implementPostAdd } from './answers/post-add.ts';
import { lessonChannels } from './channels.ts';
import { createDeadlineEngine, type DeadlineEngine } from './deadlines.ts';
import { createLessonEvents } from './events.ts';
import { listVersionsWithFile } from '../../bank/questions/index.ts';
import { findMemberLesson, getMemberLesson, getStaffLesson } from './access.ts';
import { answersWithFile, listAssessmentsAnsweredWith, listAssessmentsThatAsked } from './file-use-queries.ts';
import { createHerds, type CallBatches } from './herds/index.ts';
import {
  implementLiveAdjustTime,
  implementLiveStatus,
  implementLiveReveal,
  implementLiveClose,
  implementLiveEnd,
  implementLivePhaseClose,
} from './lesson-acts.ts';
import { implementLivePastLessons } from './live-past-lessons.ts';
import { loadSession } from './session-view.ts';
import { auditTakeover } from './audit.ts';
import { implementLiveStart } from './live-start.ts';
import { FRAMED_BY_US, implement, type Implementation } from '../../../platform/http/index.ts';
import { createMembershipWatch, createReachWatch } from './membership.ts';
import { implementLivePosts } from './posts/index.ts';
import type { LessonFacts } from './posts/snapshot-details.ts';
import { implementLivePairs } from './pairs/index.ts';
import { listConnected, watchPresence } from './presence-watch.ts';
import { implementLiveProjector } from './projector/live-projector.ts';
import { implementLiveWall } from './projector/live-wall.ts';
import { implementLiveProjectorResults } from './projector/live-projector-results.ts';
import { defineProjectors, projectorOfRoom, roomOfProjector } from './projector/tell-projectors.ts';
import { implementReasons } from './reasons/index.ts';
import { implementLivePlanUpdate } from './plan.ts';
import { createSessionQuestions } from './questions.ts';
import { type TransitionContext, changeSession } from './transition.ts';
import { deleteExpiredWalls, implementWalls } from './walls/index.ts';
import { personalData } from './personal-data.ts';

export { getStaffLesson, getStudentLesson, type Lesson } from './access.ts';
export { listConnected } from './presence-watch.ts';
export { listConvincing } from './reasons/queries.ts';
export { requireWallLesson } from './walls/index.ts';
export { awardLesson } from './award-lesson.ts';
export { shutGate } from './queries.ts';
export { countLessonsNow } from './running-queries.ts';
export type { LessonFacts } from './posts/snapshot-details.ts';
export { sessionFinished, sessionStarted } from './session-finished.ts';

/**
 * Files in lessons. The class can see files of a question that a lesson has asked; staff can see files of an answer
 * (classmates get them with the feed, when they may read it).
 */
const lessonFiles: FileUse = {
  holders: answersWithFile,
  async canRead(db, actor, fileId) {
    const versions = (await listVersionsWithFile(db, fileId)).filter(({ is_open }) => is_open);
    for (const id of await listAssessmentsThatAsked(
      db,
      versions.map(({ version_id }) => version_id),
    ))
      if (await findMemberLesson(db, actor, id)) return true;
    for (const id of await listAssessmentsAnsweredWith(db, fileId)) if ((await findMemberLesson(db, actor, id))?.audience === 'staff') return true;
    return false;
  },
};

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
  const herds = createHerds({ db, log, t, censor, events, questions, fileLinks, onBatch: ({ size }) => histograms.observe('herd', size, { herd: 'lesson' }) });
  const deadlines = createDeadlineEngine({ ...dependencies, db: backgroundDb, log });
  defineProjectors({ db, questions, fileLinks, realtime });
  return {
    deadlines,
    untilStopped: [deadlines],
    stops: [watchPresence(realtime)],
    // A desk shows a student's phone and the projector's view in frames next to it.
    pages: {
      '/student-live-learning': { file: 'join.html', policy: FRAMED_BY_US },
      '/student-live-snapshot': { file: 'join.html', policy: FRAMED_BY_US },
      '/teacher-live-learning': { file: 'index.html', policy: FRAMED_BY_US },
      '/wall': { file: 'wall.html', policy: FRAMED_BY_US },
    },
    jobs: [scheduledJob('live.forget-walls', 10, () => deleteExpiredWalls(db))],
    mirrors: [{ roomOf: roomOfProjector, mirrorOf: projectorOfRoom }],
    async personContext(on, { id }) {
      const person = await findListener(on, access, id);
      return person ? findActiveAssessment(on, person) : {};
    },
    listens: [membershipEnded.listen(createMembershipWatch({ db, events, realtime, log })), reachChanged.listen(createReachWatch(realtime))],
    channels: lessonChannels(db),
    eventWords: ['assessment', 'live', 'own', 'staff'],
    fileUses: [lessonFiles],
    personalData,
    implementations: [
      implementLiveStart(dependencies),
      implementLiveStatus(dependencies),
      implementLiveClose(dependencies),
      implementLivePhaseClose(dependencies),
      implementLiveEnd(dependencies),
      implementLiveAdjustTime(dependencies),
      implementLiveSettingsUpdate(dependencies),
      implementLiveSettings(),
      implementLiveReveal(dependencies),
      implementLivePlanUpdate(dependencies),
      implementLiveElapsedTime(dependencies),
      implementLiveState({ db }),
      implementLiveRunning(),
      implementLivePastLessons(),
      implementLiveStudentLogin(herds),
      implementLiveActive({ ...dependencies, t }),
      implementLiveJoin({ ...dependencies, t, db, realtime, herds }),
      implementLiveDraft(herds),
      implementPostAdd(herds),
      ...implementReasons({ db, questions, events }),
      implementLiveProjector(dependencies),
      implementLiveProjectorResults(dependencies),
      implementLiveWall(dependencies),
      ...implementWalls({ t, realtime, events, makeLimiter }),
      ...implementLivePairs({ db, t, questions, events, listConnected: (assessmentId) => listConnected(realtime, assessmentId) }),
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

/** Records that a student is in the lesson; only the first time counts. */
function implementLiveStudentLogin(herds: CallBatches): Implementation {
  return implement(liveStudentLogin, async ({ input, actor, once }) => herds.logIn({ actor, once }, input.assessment_id));
}

/** Returns `true` if students may comment now: only while the lesson runs and the teacher has enabled it. */
function implementLiveSettings(): Implementation {
  return implement(liveSettings, async ({ tx, input, actor }) => {
    const lesson = await getMemberLesson(tx, actor, input.assessment_id);
    const loaded = await loadSession(tx, { currentOf: lesson.assessmentId });
    return { settings: { can_comment: loaded?.session.state === 'running' && loaded.session.can_comment } };
  });
}

/** Enables or disables commenting for students; repeating changes nothing. */
function implementLiveSettingsUpdate(dependencies: TransitionContext): Implementation {
  return implement(liveSettingsUpdate, async ({ tx, input, actor, requestId }) => {
    const lesson = await getStaffLesson(tx, actor, input.assessment_id);
    await changeSession(
      dependencies,
      tx,
      { assessmentId: lesson.assessmentId, actorId: actor.accountId },
      { type: 'set-commenting', canComment: input.can_comment },
    );
    await auditTakeover(tx, actor, lesson, { action: liveSettingsUpdate.name, after: { can_comment: input.can_comment }, requestId });
    return { settings: { can_comment: input.can_comment } };
  });
}
