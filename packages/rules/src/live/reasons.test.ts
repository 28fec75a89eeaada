import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../testing/property.ts';
import { closedByDeadline, sessions } from '../testing/sessions.ts';
import { areAlike, canOpenVote, canSeeVote, computeVoteEnd, dealReason, decideBallot, isDealable, isVoteOpen, type Reason, winnerOf } from './reasons.ts';

const EIGHT = 'The current is the same everywhere in one';
const MANY = 'The lamp in the middle takes a part of the voltage, so the others get less of it';
const reason = (id: number, words: string, likes = 0, response_id = 1): Reason => ({ id, response_id, words, likes });

describe('which justifications are dealt', () => {
  test.each([
    ['eight words', EIGHT, true],
    ['seven words', EIGHT.split(' ').slice(1).join(' '), false],
    ['forty words', Array.from({ length: 40 }, (_, at) => `word${at}`).join(' '), true],
    ['forty-one words', Array.from({ length: 41 }, (_, at) => `word${at}`).join(' '), false],
    ['nothing', '', false],
    ['signs alone', '… !!! ??? --- +++ === ((( )))', false],
    ['Chinese without a space', '因为两个灯泡串联在一起所以电流处处相同', true],
    ['two words of Chinese', '不知道', false],
    ['Arabic', 'لأن التيار الكهربائي هو نفسه في كل جزء من الدائرة', true],
  ])('[LIVE-103] %s', (_what, words, is) => {
    expect(isDealable(words)).toBe(is);
  });

  test('[LIVE-103] most liked first, then another, never one that says the same, none when there is no other', () => {
    const reasons = [
      reason(1, EIGHT, 1),
      reason(2, `${EIGHT.toUpperCase()}!`, 9),
      reason(3, MANY, 5),
      reason(4, 'too short', 99),
      reason(5, 'The battery pushes twice as hard because there are two lamps now', 99, 2),
    ];
    const first = dealReason(reasons, 1, [], 7);
    expect(first?.id).toBe(2);
    const second = dealReason(reasons, 1, [reasons[1]!], 7);
    expect(second?.id).toBe(3);
    expect(dealReason(reasons, 1, [reasons[1]!, reasons[2]!], 7)).toBeNull();
    expect(dealReason([], 1, [], 7)).toBeNull();
  });

  test('[LIVE-103] in every order in which posts are read the same is dealt; nothing is dealt twice, and all that is unlike is dealt', () => {
    const anyReasons = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 500 }), likes: fc.nat(2), word: fc.integer({ min: 1, max: 6 }) }), {
      selector: ({ id }) => id,
      maxLength: 30,
    });
    checkProperty(
      fc.property(anyReasons, fc.nat(), (drawn, seed) => {
        const reasons = drawn.map(({ id, likes, word }) => reason(id, Array.from({ length: 9 }, (_, at) => `k${word}w${at}`).join(' '), likes));
        const dealt: Reason[] = [];
        for (let next = dealReason(reasons, 1, dealt, seed); next; next = dealReason(reasons, 1, dealt, seed)) {
          expect(dealReason(reasons.toReversed(), 1, dealt, seed)).toEqual(next);
          expect(dealt.map(({ id }) => id)).not.toContain(next.id);
          dealt.push(next);
        }
        expect(dealt).toHaveLength(new Set(drawn.map(({ word }) => word)).size);
      }),
    );
  });

  test('[LIVE-103] alike are texts whose words are mostly the same, in any case, order and punctuation', () => {
    expect(areAlike(EIGHT, `${EIGHT}.`)).toBe(true);
    expect(areAlike(EIGHT, EIGHT.split(' ').toReversed().join(', '))).toBe(true);
    expect(areAlike(EIGHT, MANY)).toBe(false);
    expect(areAlike('', '')).toBe(false);
  });
});

describe('a vote', () => {
  const closed = closedByDeadline(sessions.in1A);
  const NOW = 1_000_000;
  const vote = { endsAtMs: computeVoteEnd(NOW), closedAtMs: null };

  test('[LIVE-104] begins while the session runs, no form is open and no vote takes ballots', () => {
    expect(canOpenVote(closed, null, NOW)).toEqual({ ok: true });
    expect(canOpenVote(sessions.in1A, null, NOW)).toEqual({ ok: false, refused: 'FORM_STILL_OPEN' });
    expect(canOpenVote(sessions.finished, null, NOW)).toEqual({ ok: false, refused: 'SESSION_NOT_RUNNING' });
    expect(canOpenVote(sessions.canceled, null, NOW)).toEqual({ ok: false, refused: 'SESSION_NOT_RUNNING' });
    expect(canOpenVote(closed, vote, NOW + 33_000)).toEqual({ ok: false, refused: 'VOTE_RUNNING' });
    expect(canOpenVote(closed, vote, NOW + 33_001)).toEqual({ ok: true });
    expect(canOpenVote(closed, { ...vote, closedAtMs: NOW }, NOW)).toEqual({ ok: true });
  });

  test('[LIVE-105] takes ballots for 30 seconds and 3 more, not for one’s own reason, and none once it was taken away', () => {
    expect(vote.endsAtMs - NOW).toBe(30_000);
    const other = { account_id: 8 };
    expect(decideBallot(vote, other, 9, NOW + 33_000)).toEqual({ ok: true });
    expect(decideBallot(vote, other, 9, NOW + 33_001)).toEqual({ ok: false, refused: 'VOTE_OVER' });
    expect(decideBallot(vote, other, 8, NOW)).toEqual({ ok: false, refused: 'OWN_REASON' });
    expect(decideBallot({ ...vote, closedAtMs: NOW }, other, 9, NOW)).toEqual({ ok: false, refused: 'VOTE_OVER' });
    expect(isVoteOpen(vote, NOW)).toBe(true);
  });

  test('[LIVE-105] is not shown to a student who still has a form to answer', () => {
    const student = { role: 'student', account_id: 5, answered: [] } as const;
    const late = { ...closed, extraTimes: [{ account_id: 5, percent: 50 }] };
    expect(canSeeVote(closed, student)).toBe(true);
    expect(canSeeVote(late, student)).toBe(false);
    expect(canSeeVote(late, { ...student, answered: ['Form - 1A'] })).toBe(true);
    expect(canSeeVote(sessions.canceled, student)).toBe(false);
  });

  test('[LIVE-106] the reason with more votes has convinced, none with as many', () => {
    expect([winnerOf([3, 2]), winnerOf([2, 3]), winnerOf([2, 2]), winnerOf([0, 0])]).toEqual([0, 1, null, null]);
  });
});
