import { describe, expect, test } from 'vitest';
import { activate, FORM_1A, FORM_1B, FORM_2, MINUTE_MS, PROJECTOR, STAFF, START_MS, step, studentWho } from '../testing/sessions.ts';
import { applyLessonEvent, fromSession, type LessonState } from './lesson-state.ts';
import type { LessonEventBody } from './lesson-events.ts';
import { decide, type SessionAction, type SessionDecision } from './machine.ts';
import { findOwnPhase } from './own-time.ts';
import { NOT_STARTED, type SessionState } from './session.ts';
import { isAnswerAccepted } from './time.ts';
import { canKnowCorrectness, canReadComments, canSeeDistribution, canSeePost, canSeePosts, canWriteComment, hasToAnswer } from './visibility.ts';

/** The student of `studentWho` has 50% extra time, another 100%. */
const extraTimes = [
  { account_id: 1, percent: 50 },
  { account_id: 2, percent: 100 },
];
const ORDINARY = { role: 'student', account_id: 3, answered: [] } as const;

function accepted(decision: SessionDecision): Extract<SessionDecision, { ok: true }> {
  if (!decision.ok) throw new Error(`refused: ${decision.refused}`);
  return decision;
}
const after = (session: SessionState, action: SessionAction, nowMs: number): SessionState => accepted(decide(session, action, nowMs)).next;

const in1A = after(NOT_STARTED, { ...activate(10), extraTimes } as SessionAction, START_MS);
const DEADLINE = START_MS + 10 * MINUTE_MS;
const OWN = START_MS + 15 * MINUTE_MS;
const closed1A = after(in1A, { type: 'close-due' }, DEADLINE + 3_000);
const in1B = after(closed1A, { ...step('re-assign', 10), extraTimes } as SessionAction, DEADLINE + 60_000);
const closed1B = after(in1B, { type: 'close-due' }, DEADLINE + 60_000 + 10 * MINUTE_MS + 3_000);

describe('deadlines of one’s own', () => {
  test('[LIVE-67] the class’s deadline closes a form for the others, files nothing of those with extra time, and leaves them theirs', () => {
    const { next, effects } = accepted(decide(in1A, { type: 'close-due' }, DEADLINE + 3_000));
    expect(effects).toEqual([
      { type: 'drafts-filed', form: FORM_1A, except: [1, 2] },
      { type: 'phase-closed', form: FORM_1A, closedAtMs: DEADLINE + 3_000, by: 'deadline' },
    ]);
    expect(findOwnPhase(next, FORM_1A, 1)).toMatchObject({ closedAtMs: null, deadlineAtMs: OWN });
    expect(findOwnPhase(next, FORM_1A, 3)).toMatchObject({ closedAtMs: DEADLINE + 3_000, deadlineAtMs: DEADLINE });
  });
  test.each([
    [OWN, true],
    [OWN + 3_000, true],
    [OWN + 3_001, false],
  ])('[LIVE-67] [LIVE-10] at %i an answer of the student is taken: %s, one of a classmate not', (nowMs, isTaken) => {
    const own = findOwnPhase(closed1A, FORM_1A, 1);
    const ordinary = findOwnPhase(closed1A, FORM_1A, 3);
    expect([own && isAnswerAccepted(own, nowMs), ordinary && isAnswerAccepted(ordinary, nowMs)]).toEqual([isTaken, false]);
  });
  test('[LIVE-67] each own time ends at its deadline and grace without anybody’s act, and never starts again', () => {
    expect(decide(closed1A, { type: 'close-due' }, OWN + 2_999)).toEqual({ ok: false, refused: 'PHASE_NOT_CLOSED' });
    const { next, effects } = accepted(decide(closed1A, { type: 'close-due' }, OWN + 3_000));
    expect(effects).toEqual([{ type: 'own-time-ended', form: FORM_1A, accountIds: [1], by: 'deadline' }]);
    expect(next.extraTimes).toEqual([extraTimes[1]]);
    expect(next.phases).toEqual(closed1A.phases);
    const last = after(next, { type: 'close-due' }, START_MS + 20 * MINUTE_MS + 3_000);
    expect(decide(last, { type: 'close-due' }, START_MS + 90 * MINUTE_MS)).toEqual({ ok: false, refused: 'FORM_NOT_RUNNING' });
  });
  test('[LIVE-67] a closing that comes late, after a process that failed, ends all at once', () => {
    expect(accepted(decide(in1A, { type: 'close-due' }, START_MS + 90 * MINUTE_MS)).effects).toMatchObject([
      { type: 'drafts-filed', except: [] },
      { type: 'phase-closed' },
      { type: 'own-time-ended', accountIds: [1, 2] },
    ]);
  });
  test.each([
    ['open', in1A, ['drafts-filed', 'phase-closed', 'own-time-ended', 'phase-opened']],
    ['closed for the class', closed1A, ['own-time-ended', 'phase-opened']],
  ] as const)('[LIVE-67] the next form ends every own time in one that is %s', (_when, session, kinds) => {
    const { next, effects } = accepted(decide(session, { ...step('re-assign', 5), extraTimes: [{ account_id: 2, percent: 25 }] } as SessionAction, OWN));
    expect(effects.map(({ type }) => type)).toEqual(kinds);
    expect(effects.find(({ type }) => type === 'own-time-ended')).toMatchObject({ form: FORM_1A, accountIds: [1, 2], by: 'step' });
    expect(findOwnPhase(next, FORM_1A, 1)?.closedAtMs).not.toBeNull();
    expect(findOwnPhase(next, FORM_1B, 1)?.deadlineAtMs).toBe(OWN + 5 * MINUTE_MS); // no more extra time
    expect(findOwnPhase(next, FORM_1B, 2)?.deadlineAtMs).toBe(OWN + 6.25 * MINUTE_MS);
  });
  test('[LIVE-67] finish ends them, cancel files nothing of them', () => {
    const in2 = after(in1B, { ...step('next', 10), extraTimes } as SessionAction, OWN);
    expect(accepted(decide(in2, step('finished'), OWN)).next).toMatchObject({ state: 'finished', extraTimes: [] });
    const canceled = accepted(decide(closed1A, { type: 'cancel' }, OWN));
    expect(canceled.effects).toEqual([{ type: 'own-time-ended', form: FORM_1A, accountIds: [1, 2], by: 'cancel' }, { type: 'session-canceled' }]);
  });
  test('[LIVE-12] [LIVE-14] Adjust Time moves the own deadline with the class’s', () => {
    const moved = after(in1A, { type: 'adjust-time', adjustment: 'decrease', minutes: 4 }, START_MS + MINUTE_MS);
    expect(findOwnPhase(moved, FORM_1A, 1)?.deadlineAtMs).toBe(START_MS + 9 * MINUTE_MS);
    expect(decide(closed1A, { type: 'adjust-time', adjustment: 'increase', minutes: 1 }, DEADLINE + 4_000)).toEqual({ ok: false, refused: 'FORM_NOT_RUNNING' });
  });
});

describe('what waits', () => {
  const revealed = after(closed1B, { type: 'reveal', form: FORM_1B, what: 'correctness' }, OWN);
  const theirs = { form: FORM_1B, account_id: 9, postedAtMs: 0 };

  test('[LIVE-67] [LIVE-32] [LIVE-33] posts and distribution wait for a student who has time left, and for nobody else', () => {
    const seen = (viewer: Parameters<typeof canSeePosts>[2]) => [
      canSeePosts(closed1B, FORM_1B, viewer),
      canSeePost(closed1B, theirs, viewer),
      canSeeDistribution(closed1B, FORM_1B, viewer),
      canReadComments(closed1B, FORM_1A, viewer),
    ];
    expect(seen(studentWho(FORM_1A))).toEqual([false, false, false, false]);
    expect(seen(ORDINARY)).toEqual([true, true, true, true]);
    expect(seen(studentWho(FORM_1A, FORM_1B))).toEqual([true, true, true, true]);
    expect([hasToAnswer(closed1B, studentWho(FORM_1A)), hasToAnswer(closed1B, ORDINARY)]).toEqual([true, false]);
  });
  test('[LIVE-67] [LIVE-34] what is right may be revealed during it, and waits for that student too, in both forms of the question', () => {
    for (const form of [FORM_1A, FORM_1B]) {
      expect(canKnowCorrectness(revealed, form, ORDINARY)).toBe(true);
      expect(canKnowCorrectness(revealed, form, studentWho(FORM_1A))).toBe(false);
      expect(canKnowCorrectness(revealed, form, studentWho(FORM_1A, FORM_1B))).toBe(true);
    }
    const in2 = after(revealed, { ...step('next'), extraTimes } as SessionAction, OWN);
    expect(canKnowCorrectness(in2, FORM_1A, studentWho())).toBe(true); // the other question
    expect(canKnowCorrectness(in2, FORM_2, studentWho())).toBe(false);
  });
  test('[LIVE-67] [LIVE-36] who has time left answers first', () => {
    expect(canWriteComment({ ...closed1B, canComment: true }, FORM_1A, studentWho(FORM_1A))).toEqual({ ok: false, refused: 'ANSWER_FIRST' });
  });
  test('[LIVE-68] what comes after the class’s closing is held back from classmates until the next form opens', () => {
    const closedAtMs = closed1A.phases[0]?.closedAtMs ?? 0;
    const post = (postedAtMs: number) => ({ form: FORM_1A, account_id: 1, postedAtMs });
    expect([closedAtMs, closedAtMs + 1].map((at) => canSeePost(closed1A, post(at), ORDINARY))).toEqual([true, false]);
    expect(canSeePost(closed1A, post(closedAtMs + 1), studentWho(FORM_1A))).toBe(true);
    expect(canSeePost(closed1A, post(closedAtMs + 1), STAFF)).toBe(true);
    expect(canSeePost(closed1A, post(closedAtMs + 1), PROJECTOR)).toBe(false);
    expect(canSeePost(in1B, post(closedAtMs + 1), ORDINARY)).toBe(true);
  });
});

test('[LIVE-67] a client with time of its own lets the class’s deadline and closing pass, and takes its own from the server', () => {
  const lesson = (own: boolean): LessonState =>
    fromSession({
      epoch: 1,
      sequence: 1,
      state: 'running',
      can_comment: false,
      pairs_revision: 0,
      attempts: [
        { form: FORM_1A, deadline_at: new Date(OWN).toISOString(), closed_at: null, own_time: own, distribution_revealed: false, correctness_revealed: false },
      ],
    });
  const fold = (from: LessonState, ...bodies: LessonEventBody[]): LessonState =>
    bodies.reduce((known, body) => {
      const next = applyLessonEvent(known, { ...body, epoch: 1, from: known.sequence + 1, sequence: known.sequence + 1 });
      if (next === 'reload') throw new Error('the state was asked for');
      return next;
    }, from);
  const adjusted = { name: 'assessment.time.adjustment', form: FORM_1A, deadline_at: new Date(DEADLINE).toISOString() } as const;
  const closing = { name: 'assessment.phase.closed', form: FORM_1A } as const;
  expect(fold(lesson(true), adjusted, closing)).toMatchObject({ sequence: 3, phases: [{ deadlineAtMs: OWN, closed: false }] });
  expect(fold(lesson(false), adjusted, closing)).toMatchObject({ phases: [{ deadlineAtMs: DEADLINE, closed: true }] });
  const opened = { name: 'assessment.started', form: FORM_1B, deadline_at: new Date(OWN).toISOString() } as const;
  expect(fold(lesson(true), closing, opened).phases).toMatchObject([
    { closed: true, isOwn: false },
    { closed: false, isOwn: false },
  ]);
  expect(fold(lesson(true), { name: 'assessment.finished' }).phases).toMatchObject([{ closed: true, isOwn: false }]);
});
