import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closedByDeadline, FORM_1A, FORM_1B, PROJECTOR, sessions, STAFF, START_MS, studentWho } from '../testing/sessions.ts';
import { ALIAS_ANIMALS, ALIAS_COLORS, ALIAS_PAIRS, computeAlias, toAliasId } from './aliases.ts';
import { decide, type SessionAction } from './machine.ts';
import type { SessionState } from './session.ts';
import { canReact, canReadComments, canSeeDistribution, canSeePost, canSeePosts, canWriteComment } from './visibility.ts';

const waiting = (session: SessionState): SessionState => ({ ...session, canComment: true, showsAnswers: 'when-closed' });
const post = (account_id: number) => ({ form: FORM_1A, account_id, postedAtMs: START_MS });

describe('[B2210] answers that are shown when the form closes', () => {
  test('[LIVE-110] a student who has answered waits for the closing, for posts, distribution, comments and likes alike', () => {
    const open = waiting(sessions.in1A);
    const answered = studentWho(FORM_1A);
    expect([canSeePosts(open, FORM_1A, answered), canSeeDistribution(open, FORM_1A, answered), canReadComments(open, FORM_1A, answered)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(canWriteComment(open, FORM_1A, answered)).toEqual({ ok: false, refused: 'AFTER_CLOSE' });
    expect(canReact(open, post(2), answered)).toEqual({ ok: false, refused: 'AFTER_CLOSE' });
    expect(canWriteComment(open, FORM_1A, studentWho())).toEqual({ ok: false, refused: 'ANSWER_FIRST' });
    const closed = closedByDeadline(open);
    expect([canSeePosts(closed, FORM_1A, answered), canSeeDistribution(closed, FORM_1A, answered), canReadComments(closed, FORM_1A, answered)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([canWriteComment(closed, FORM_1A, answered), canReact(closed, post(2), answered)]).toEqual([{ ok: true }, { ok: true }]);
  });

  test('[LIVE-110] in the next form the earlier one stays open to read, and the new one waits', () => {
    const session = waiting(sessions.in1B);
    expect([canSeePosts(session, FORM_1A, studentWho(FORM_1B)), canSeePosts(session, FORM_1B, studentWho(FORM_1B))]).toEqual([true, false]);
    expect(canReadComments(session, FORM_1A, studentWho(FORM_1B))).toBe(true);
  });

  test('[LIVE-110] one’s own post is one’s own to see, staff see everything, and the wall no more than before', () => {
    const session = waiting(sessions.in1A);
    expect([canSeePost(session, post(1), studentWho(FORM_1A)), canSeePost(session, post(2), studentWho(FORM_1A))]).toEqual([true, false]);
    expect([canSeePosts(session, FORM_1A, STAFF), canSeePosts(session, FORM_1A, PROJECTOR)]).toEqual([true, false]);
  });

  test('[LIVE-110] with extra time, a student who has not answered sees nothing after the class’s closing either', () => {
    const session = { ...closedByDeadline(waiting(sessions.in1A)), extraTimes: [{ account_id: 1, percent: 50 }] };
    expect([canSeePosts(session, FORM_1A, studentWho()), canSeePosts(session, FORM_1A, studentWho(FORM_1A))]).toEqual([false, true]);
  });
});

describe('changing the plan', () => {
  const change = (session: SessionState, showsAnswers: 'as-answered' | 'when-closed') =>
    decide(session, { type: 'set-plan', showsAnswers } satisfies SessionAction, START_MS);

  test('[B2211] [LIVE-111] the moment changes between two forms, and while a form is open not at all', () => {
    expect(change(sessions.in1A, 'when-closed')).toEqual({ ok: false, refused: 'FORM_OPEN' });
    const between = closedByDeadline(sessions.in1A);
    const changed = change(between, 'when-closed');
    expect(changed).toMatchObject({
      ok: true,
      next: { showsAnswers: 'when-closed' },
      effects: [{ type: 'plan-changed', showsAnswers: 'when-closed', canComment: false }],
    });
    expect(change(sessions.in1A, 'as-answered')).toMatchObject({ ok: true, effects: [] });
    for (const session of [sessions.notStarted, sessions.finished, sessions.canceled])
      expect(change(session, 'when-closed')).toEqual({ ok: false, refused: 'SESSION_NOT_RUNNING' });
  });

  test('[LIVE-111] a student with extra time who still writes keeps it as it is', () => {
    const session = { ...closedByDeadline(sessions.in1A), extraTimes: [{ account_id: 1, percent: 50 }] };
    expect(change(session, 'when-closed')).toEqual({ ok: false, refused: 'FORM_OPEN' });
  });

  test('[LIVE-109] a run begins with the plan of its class', () => {
    const begun = decide(sessions.notStarted, { type: 'activate', minutes: 5, questionCount: 2, classIsBusy: false, showsAnswers: 'when-closed' }, START_MS);
    expect(begun).toMatchObject({ ok: true, next: { showsAnswers: 'when-closed' } });
  });
});

describe('[LIVE-112] aliases', () => {
  test('there are enough for a class of a thousand, each a pair of its own', () => {
    expect(ALIAS_PAIRS).toBe(ALIAS_COLORS.length * ALIAS_ANIMALS.length);
    expect(ALIAS_PAIRS).toBeGreaterThanOrEqual(1_000);
    const names = Array.from({ length: ALIAS_PAIRS }, (_, number) => JSON.stringify(computeAlias(number)));
    expect(new Set(names).size).toBe(ALIAS_PAIRS);
    expect(computeAlias(0)).toEqual({ color: 'amber', animal: 'badger', round: 1 });
    expect(computeAlias(ALIAS_PAIRS)).toEqual({ color: 'amber', animal: 'badger', round: 2 });
  });

  test('two numbers never give one name or one id, and no id is an account’s', () => {
    fc.assert(
      fc.property(fc.nat(50_000), fc.nat(50_000), (left, right) => {
        const isSame = left === right;
        expect(JSON.stringify(computeAlias(left)) === JSON.stringify(computeAlias(right))).toBe(isSame);
        expect(toAliasId(left) === toAliasId(right)).toBe(isSame);
        expect(toAliasId(left)).toBeLessThan(0);
      }),
    );
  });
});
