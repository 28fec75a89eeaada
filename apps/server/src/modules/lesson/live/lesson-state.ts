import { type ActiveAssessment, liveActive, type CallResult, liveRunning, liveState, liveElapsedTime } from '@classwright/contract';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/index.ts';
import { can, implement, type Implementation } from '../../../platform/http/index.ts';
import { type LessonPerson, getStudentLesson, requireMemberOf, getMemberLesson } from './access.ts';
import { findRunningOfStaff, findRunningOfStudent, type RunningRow, findLastFinished } from './running-queries.ts';
import { loadActiveQuestion, toActiveLessonView, toOwnStandingView } from './active-view.ts';
import { getStanding, listLate } from './answers/queries.ts';
import { toAliasPart } from './posts/audience.ts';
import { listAliases } from './posts/audience-queries.ts';
import { findHasNotes } from './posts/staff-question-queries.ts';
import { getOwnPostView, type OwnPostDependencies } from './posts/own-post.ts';
import { getRunningSession, readerOf, viewOf, deadlineMsOf } from './session-view.ts';
import { gatherMissed } from './missed.ts';
import { computeQuestionPosition, computeRemainingSeconds } from '@classwright/rules/live';

interface ActiveLesson {
  /** The running lesson, for staff who may run it. */
  activeAssessment: z.infer<typeof ActiveAssessment> | null;
  hasActiveAssessment: boolean;
}

/**
 * Finds the running lesson of somebody who signs in: the newest, if several. Staff get the lesson itself; students look
 * it up.
 */
export async function findActiveAssessment(db: Db, person: LessonPerson): Promise<ActiveLesson> {
  if (can(person, 'live-lessons', 'run')) {
    const row = await findRunningOfStaff(db, person);
    if (row)
      return { activeAssessment: { id: row.assessment_id, title: row.title, class_id: row.class_id, class_name: row.class_name }, hasActiveAssessment: true };
  }
  const isStudentOfOne = can(person, 'live-participation', 'view') && (await findRunningOfStudent(db, person.accountId)) !== null;
  return { activeAssessment: null, hasActiveAssessment: isStudentOfOne };
}

/**
 * Returns where a student is in the running lesson: the question of the form opened last, the time left, and the
 * student's post and draft. Runs four short queries for any class size, since a whole class asks simultaneously.
 */
export function implementLiveActive(dependencies: OwnPostDependencies): Implementation {
  return implement(liveActive, async ({ tx, input, actor }) => {
    const lesson = await getStudentLesson(tx, actor, input.assessment_id);
    const loaded = await getRunningSession(tx, lesson.assessmentId);
    const { session } = loaded;
    const phase = loaded.phases.at(-1)!; // a running session has one
    const question = await loadActiveQuestion(dependencies, tx, loaded, actor.accountId);
    const { draft, post, logged_in_at } = await getStanding(tx, session.id, phase.id, actor.accountId);
    const own = {
      draft,
      logged_in_at,
      post: post && (await getOwnPostView(dependencies, tx, session, post.id, actor.accountId)),
      late: await listLate(tx, session.id, actor.accountId),
    };
    return {
      ...toActiveLessonView(lesson, loaded, question, actor.accountId),
      ...toOwnStandingView(own, phase.form),
      ...((await findHasNotes(tx, session.id, actor.accountId)) && { has_notes: true }),
      ...toAliasPart(dependencies.t, session.with_names ? undefined : (await listAliases(tx, session.id, [actor.accountId])).get(actor.accountId)),
    };
  });
}

/** Builds the view of a running lesson that a student is sent to. */
export function toRunningView(row: RunningRow): NonNullable<CallResult<typeof liveRunning>['assessment']> {
  return { id: row.assessment_id, title: row.title, class_name: row.class_name, teacher_name: `${row.first_name} ${row.last_name}`.trim() };
}

/**
 * Returns a student's current lesson: the newest running one of their classes, otherwise the last one they took part
 * in.
 */
export function implementLiveRunning(): Implementation {
  return implement(liveRunning, async ({ tx, actor }) => {
    const isShown = (lesson: { assessment_id: number }) => actor.limit?.kind !== 'seat' || actor.limit.assessmentId === lesson.assessment_id;
    const newest = await findRunningOfStudent(tx, actor.accountId);
    const latest = await findLastFinished(tx, actor.accountId);
    const running = newest && isShown(newest) ? newest : null;
    const last = latest && isShown(latest) ? latest : null;
    return {
      assessment_id: running?.assessment_id ?? null,
      assessment: running && toRunningView(running),
      last: last && { ...last, finished_at: last.finished_at.toISOString() },
    };
  });
}

/**
 * Returns the state that a client requests after a gap or in a new epoch: the events after the last one it processed,
 * if all are available, and the current session. The session was read with its sequence, so it may already include
 * later events; applying those again changes nothing. The last run is returned in any state, so that a client learns
 * that it was canceled.
 */
export function implementLiveState({ db }: { db: Db }): Implementation {
  const missed = gatherMissed(db);
  return implement(liveState, async ({ input, actor }) => {
    const { accountId } = actor;
    const { lesson: row, loaded, events, hasAnswered } = await missed.ask(input.assessment_id, { accountId, epoch: input.epoch, since: input.since });
    const lesson = requireMemberOf(row, actor);
    if (!loaded) return { epoch: 0, sequence: 0, events: null, session: null, own_answer: null };
    const session = viewOf(loaded, readerOf(lesson, accountId));
    const { epoch, sequence } = session;
    const whole = { epoch, sequence, events: null, session, own_answer: hasAnswered ? session.form : null };
    if (input.epoch !== epoch) return whole;
    if (input.since === sequence) return { ...whole, events: [] };
    const [first, last] = [events?.[0], events?.at(-1)];
    const areBridging = events && first !== undefined && last !== undefined && first.from <= input.since + 1;
    return areBridging ? { ...whole, events: [...events], sequence: last.sequence } : whole;
  });
}

/** Returns the time remaining in the form opened last, by the server's clock; nothing once it has closed. */
export function implementLiveElapsedTime({ questions }: Pick<OwnPostDependencies, 'questions'>): Implementation {
  return implement(liveElapsedTime, async ({ tx, input, actor }) => {
    const lesson = await getMemberLesson(tx, actor, input.assessment_id);
    const loaded = await getRunningSession(tx, lesson.assessmentId);
    const session = viewOf(loaded, readerOf(lesson, actor.accountId));
    const left = computeRemainingSeconds(deadlineMsOf(session), loaded.now.getTime());
    const { version } = await questions.get(tx, session.id, computeQuestionPosition(session.form));
    const minutes = Math.floor(left / 60);
    return { minuites: minutes, minutes, seconds: left % 60, question_id: version.question_id, session };
  });
}
