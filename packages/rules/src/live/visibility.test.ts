import { describe, expect, test } from 'vitest';
import { closedByDeadline, FORM_1A, FORM_1B, FORM_2, PROJECTOR, sessions, STAFF, START_MS, studentWho } from '../testing/sessions.ts';
import { FORMS, type Form } from './forms.ts';
import { decide } from './machine.ts';
import type { SessionState } from './session.ts';
import {
  canKnowCorrectness,
  canReact,
  canReadComments,
  canReveal,
  canSeeDistribution,
  canSeePost,
  canSeePosts,
  canSeeQuestion,
  canWriteComment,
  hasToAnswer,
  type Viewer,
} from './visibility.ts';

const between = closedByDeadline(sessions.in1A);
const everyState: [string, SessionState][] = [...Object.entries(sessions), ['between 1A and 1B', between], ['after 2', closedByDeadline(sessions.in2)]];
const commenting = (session: SessionState): SessionState => ({ ...session, canComment: true });
const revealed = (session: SessionState, form: Form, what: 'distribution' | 'correctness'): SessionState => {
  const decision = decide(session, { type: 'reveal', form, what }, START_MS);
  if (!decision.ok) throw new Error(decision.refused);
  return decision.next;
};

describe('posts and distribution', () => {
  // per state: the forms that a student sees without any answers, and the additional ones after answering everything
  // opened
  test.each([
    ['notStarted', sessions.notStarted, [], []],
    ['in1A', sessions.in1A, [], [FORM_1A]],
    ['between', between, [FORM_1A], [FORM_1A]],
    ['in1B', sessions.in1B, [FORM_1A], [FORM_1A, FORM_1B]],
    ['in2', sessions.in2, [FORM_1A, FORM_1B], [FORM_1A, FORM_1B, FORM_2]],
    ['finished', sessions.finished, FORMS, FORMS],
    ['canceled', sessions.canceled, [], []],
  ] as const)('[LIVE-32] [LIVE-33] %s: unanswered %s, answered %s', (_name, session, unanswered, answered) => {
    const seen = (viewer: Viewer) => FORMS.filter((form) => canSeePosts(session, form, viewer));
    expect(seen(studentWho())).toEqual(unanswered);
    expect(seen(studentWho(...session.phases.map((phase) => phase.form)))).toEqual(answered);
    expect(FORMS.filter((form) => canSeeDistribution(session, form, studentWho()))).toEqual(unanswered);
    expect(seen(STAFF)).toEqual(FORMS);
    expect(seen(PROJECTOR)).toEqual([]);
  });
  test('[LIVE-32] having answered Form - 1A opens nothing of Form - 1B', () => {
    expect(canSeePosts(sessions.in1B, FORM_1B, studentWho(FORM_1A))).toBe(false);
  });
  test('[LIVE-32] one’s own post is one’s own to see, a classmate’s not yet', () => {
    expect(canSeePost(sessions.in1A, { form: FORM_1A, account_id: 1, postedAtMs: START_MS }, studentWho())).toBe(true);
    expect(canSeePost(sessions.in1A, { form: FORM_1A, account_id: 2, postedAtMs: START_MS }, studentWho())).toBe(false);
    expect(canSeePost(sessions.canceled, { form: FORM_1A, account_id: 1, postedAtMs: START_MS }, studentWho(FORM_1A))).toBe(true);
    expect(canSeePost(sessions.canceled, { form: FORM_1A, account_id: 2, postedAtMs: START_MS }, studentWho(FORM_1A))).toBe(false);
  });
  test('[LIVE-33] a revealed distribution goes to the projector, and to no student who has yet to answer', () => {
    expect(canSeeDistribution(sessions.in1A, FORM_1A, PROJECTOR)).toBe(false);
    const session = revealed(sessions.in1A, FORM_1A, 'distribution');
    expect(canSeeDistribution(session, FORM_1A, PROJECTOR)).toBe(true);
    expect(canSeeDistribution(session, FORM_1B, PROJECTOR)).toBe(false);
    expect(canSeeDistribution(session, FORM_1A, studentWho())).toBe(false);
    expect(canSeeDistribution(session, FORM_1A, studentWho(FORM_1A))).toBe(true);
  });
});

describe('correctness', () => {
  test.each(everyState)('[LIVE-34] unrevealed in %s, students know what is right only once it is finished, staff always', (name, session) => {
    for (const form of FORMS) {
      expect(canKnowCorrectness(session, form, studentWho(...FORMS))).toBe(name === 'finished');
      expect(canKnowCorrectness(session, form, STAFF)).toBe(true);
      expect(canKnowCorrectness(session, form, PROJECTOR)).toBe(false);
    }
  });
  test.each([FORM_1A, FORM_1B])('[LIVE-34] revealed for %s, it is known for the whole question and for no other', (form) => {
    const session = revealed(sessions.in2, form, 'correctness');
    for (const viewer of [studentWho(), PROJECTOR]) expect(FORMS.map((one) => canKnowCorrectness(session, one, viewer))).toEqual([true, true, false]);
    expect(canKnowCorrectness({ ...session, state: 'canceled' }, form, studentWho())).toBe(false);
  });
  test('[LIVE-34] a revealed distribution says nothing about what is right', () => {
    expect(canKnowCorrectness(revealed(sessions.in2, FORM_1A, 'distribution'), FORM_1A, studentWho(FORM_1A))).toBe(false);
  });
  test('[LIVE-20] what may be revealed is what the machine accepts', () => {
    for (const [, session] of everyState) {
      for (const form of FORMS) {
        for (const what of ['distribution', 'correctness'] as const) {
          const decision = decide(session, { type: 'reveal', form, what }, START_MS);
          expect(canReveal(session, form, what)).toEqual(decision.ok ? { ok: true } : decision);
        }
      }
    }
  });
});

describe('comments', () => {
  test('[LIVE-35] while a form is open, who has not answered it reads no comments, of earlier forms neither', () => {
    expect(hasToAnswer(sessions.in1B, studentWho(FORM_1A))).toBe(true);
    expect(FORMS.map((form) => canReadComments(sessions.in1B, form, studentWho(FORM_1A)))).toEqual([false, false, false]);
    expect(FORMS.map((form) => canReadComments(sessions.in1B, form, studentWho(FORM_1A, FORM_1B)))).toEqual([true, true, false]);
    expect(FORMS.map((form) => canReadComments(sessions.in1B, form, studentWho(FORM_1B)))).toEqual([true, true, false]);
    expect(FORMS.map((form) => canReadComments(between, form, studentWho()))).toEqual([true, false, false]);
    expect(FORMS.map((form) => canReadComments(sessions.finished, form, studentWho()))).toEqual([true, true, true]);
    expect(FORMS.map((form) => canReadComments(sessions.in1A, form, STAFF))).toEqual([true, true, true]);
    expect(canReadComments(sessions.finished, FORM_1A, PROJECTOR)).toBe(false);
  });
  test.each([
    ['commenting off', sessions.in1A, studentWho(FORM_1A), 'COMMENTING_DISABLED'],
    ['commenting off, nothing answered', sessions.in1A, studentWho(), 'COMMENTING_DISABLED'],
    ['commenting on, nothing answered', commenting(sessions.in1A), studentWho(), 'ANSWER_FIRST'],
    ['commenting on, answered', commenting(sessions.in1A), studentWho(FORM_1A), null],
    ['commenting on, phase closed, nothing answered', commenting(between), studentWho(), null],
    ['commenting on, only an earlier form answered', commenting(sessions.in1B), studentWho(FORM_1A), 'ANSWER_FIRST'],
    ['finished', commenting(sessions.finished), studentWho(...FORMS), 'SESSION_NOT_RUNNING'],
    ['canceled', commenting(sessions.canceled), studentWho(FORM_1A), 'SESSION_NOT_RUNNING'],
    ['staff, commenting off', sessions.in1A, STAFF, null],
    ['staff, finished', sessions.finished, STAFF, 'SESSION_NOT_RUNNING'],
    ['projector', commenting(sessions.in1A), PROJECTOR, 'NOT_ALLOWED'],
  ] as [string, SessionState, Viewer, string | null][])(
    '[LIVE-36] [LIVE-37] writing under a post of Form - 1A, %s: refused with %s',
    (_case, session, viewer, refused) => {
      const permission = canWriteComment(session, FORM_1A, viewer);
      expect(permission.ok ? null : permission.refused).toBe(refused);
    },
  );
});

describe('likes', () => {
  const theirs = { form: FORM_1A, account_id: 2, postedAtMs: START_MS };
  test.each([
    ['a classmate’s post, answered, commenting off', sessions.in1A, theirs, studentWho(FORM_1A), null],
    ['a classmate’s post, not answered', sessions.in1A, theirs, studentWho(), 'ANSWER_FIRST'],
    ['a post of the earlier form while the next is unanswered', sessions.in1B, theirs, studentWho(FORM_1A), null],
    ['one’s own post', sessions.in1A, { form: FORM_1A, account_id: 1, postedAtMs: START_MS }, studentWho(FORM_1A), 'OWN_POST'],
    ['staff', sessions.in1A, theirs, STAFF, null],
    ['after the end', sessions.finished, theirs, studentWho(...FORMS), 'SESSION_NOT_RUNNING'],
    ['in a canceled run', sessions.canceled, theirs, STAFF, 'SESSION_NOT_RUNNING'],
    ['projector', sessions.in1A, theirs, PROJECTOR, 'NOT_ALLOWED'],
  ] as [string, SessionState, typeof theirs, Viewer, string | null][])('[LIVE-38] %s: refused with %s', (_case, session, post, viewer, refused) => {
    const permission = canReact(session, post, viewer);
    expect(permission.ok ? null : permission.refused).toBe(refused);
  });
});

test('[LIVE-39] a student sees the first question from Form - 1A on and the second from Form - 2 on', () => {
  const seen = (session: SessionState, viewer: Viewer) => ([1, 2] as const).map((position) => canSeeQuestion(session, position, viewer));
  expect(seen(sessions.notStarted, studentWho())).toEqual([false, false]);
  expect(seen(sessions.in1A, studentWho())).toEqual([true, false]);
  expect(seen(sessions.in1B, studentWho())).toEqual([true, false]);
  expect(seen(sessions.in2, PROJECTOR)).toEqual([true, true]);
  expect(seen(sessions.notStarted, STAFF)).toEqual([true, true]);
});
