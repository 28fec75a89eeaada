import { describe, expect, test } from 'vitest';
import { MINUTE_MS, START_MS, words } from '../testing/sessions.ts';
import { computeFilings, decideAnswer, decideDraft, isSameAnswer, type AnswerContent, type Arrival, type DraftArrival, type FiledPost } from './answers.ts';

const deadlineAtMs = START_MS + 10 * MINUTE_MS;
const open = { deadlineAtMs, closedAtMs: null };
const closed = { deadlineAtMs, closedAtMs: deadlineAtMs + 3_000 };
const choice: AnswerContent = { response_id: 11, comment: words('Because the current splits.') };
const nothing: AnswerContent = { response_id: null, comment: words('') };
const wordsOnly: AnswerContent = { response_id: null, comment: words('I am not sure yet.') };
const sent: FiledPost = { ...choice, filed_by: 'student' };
const filed: FiledPost = { ...choice, filed_by: 'server' };

const answer = (change: Partial<Arrival> = {}) => decideAnswer({ phase: open, content: choice, existing: null, nowMs: START_MS + 1_000, ...change });
const draft = (change: Partial<DraftArrival> = {}) =>
  decideDraft({ phase: open, content: choice, existing: null, nowMs: START_MS + 1_000, revision: 3, storedRevision: 2, ...change });

describe('an answer that arrives', () => {
  test('[LIVE-23] in the open form is filed there', () => {
    expect(answer()).toEqual({ ok: true, outcome: 'file' });
  });
  test.each([
    ['after the grace', { nowMs: deadlineAtMs + 3_001 }],
    ['after the collecting last answers', { phase: closed, nowMs: deadlineAtMs + 4_000 }],
    ['after a step closed its form early', { phase: { deadlineAtMs, closedAtMs: START_MS + 500 } }],
  ])('[LIVE-23] [LIVE-26] %s is refused and kept as late', (_when, change) => {
    expect(answer(change)).toEqual({ ok: false, refused: 'PHASE_CLOSED', keepAsLate: true });
    expect(answer({ ...change, content: wordsOnly })).toEqual({ ok: false, refused: 'PHASE_CLOSED', keepAsLate: true });
  });
  test('[LIVE-26] late and without choice or words is refused and not kept', () => {
    expect(answer({ phase: closed, content: nothing })).toEqual({ ok: false, refused: 'PHASE_CLOSED', keepAsLate: false });
  });
  test('[LIVE-23] [LIVE-26] for a form that has not opened is refused and not kept', () => {
    expect(answer({ phase: null })).toEqual({ ok: false, refused: 'PHASE_CLOSED', keepAsLate: false });
  });
  test.each([open, closed])('[LIVE-24] as the second of its student is refused, the same one too', (phase) => {
    expect(answer({ phase, existing: sent })).toEqual({ ok: false, refused: 'ALREADY_ANSWERED' });
    expect(answer({ phase, existing: { ...nothing, filed_by: 'student' } })).toEqual({ ok: false, refused: 'ALREADY_ANSWERED' });
  });
  test('[LIVE-25] late and equal to the filed draft is answered with the filed post', () => {
    expect(answer({ phase: closed, existing: filed })).toEqual({ ok: true, outcome: 'already-filed' });
    expect(answer({ phase: closed, existing: { ...nothing, filed_by: 'server' }, content: nothing })).toEqual({ ok: true, outcome: 'already-filed' });
  });
  test('[LIVE-26] late and unlike the filed draft is refused and kept as late', () => {
    expect(answer({ phase: closed, existing: filed, content: { ...choice, response_id: 12 } })).toEqual({
      ok: false,
      refused: 'PHASE_CLOSED',
      keepAsLate: true,
    });
    expect(answer({ phase: closed, existing: filed, content: { ...choice, comment: words('Because it does not.') } })).toEqual({
      ok: false,
      refused: 'PHASE_CLOSED',
      keepAsLate: true,
    });
  });
  test.each([
    [deadlineAtMs - 1, { ok: false, refused: 'VALIDATION_FAILED' }],
    [deadlineAtMs, { ok: true, outcome: 'file' }],
    [deadlineAtMs + 3_000, { ok: true, outcome: 'file' }],
  ])('[LIVE-28] without a choice at %i', (nowMs, expected) => {
    expect(answer({ content: wordsOnly, nowMs })).toEqual(expected);
    expect(answer({ content: nothing, nowMs })).toEqual(expected);
  });
});

describe('a draft that arrives', () => {
  test.each([
    [1, null, 'save'],
    [3, 2, 'save'],
    [2, 2, 'older'],
    [1, 2, 'older'],
  ] as const)('[LIVE-29] with revision %i after %s: %s', (revision, storedRevision, outcome) => {
    expect(draft({ revision, storedRevision })).toEqual({ ok: true, outcome });
  });
  test('[LIVE-29] again after the closing counts as received', () => {
    expect(draft({ phase: closed, existing: filed, revision: 2 })).toEqual({ ok: true, outcome: 'older' });
  });
  test('[LIVE-30] is accepted to the end of the grace, without a choice too', () => {
    expect(draft({ content: nothing, nowMs: deadlineAtMs + 3_000 })).toEqual({ ok: true, outcome: 'save' });
    expect(draft({ nowMs: deadlineAtMs + 3_001 })).toEqual({ ok: false, refused: 'PHASE_CLOSED', keepAsLate: true });
    expect(draft({ phase: null })).toEqual({ ok: false, refused: 'PHASE_CLOSED', keepAsLate: false });
  });
  test('[LIVE-24] after the student’s answer is refused', () => {
    expect(draft({ existing: sent })).toEqual({ ok: false, refused: 'ALREADY_ANSWERED' });
  });
  test('[LIVE-25] late and equal to what was filed counts as received, unlike it is kept as late', () => {
    expect(draft({ phase: closed, existing: filed })).toEqual({ ok: true, outcome: 'already-filed' });
    expect(draft({ phase: closed, existing: filed, content: wordsOnly })).toEqual({ ok: false, refused: 'PHASE_CLOSED', keepAsLate: true });
  });
});

test('[LIVE-25] two answers are the same when choice and words are, however the words came in', () => {
  const asDocument = {
    type: 'doc' as const,
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Because the ' },
          { type: 'text', text: 'current splits.' },
        ],
      },
      { type: 'paragraph' },
    ],
  };
  expect(isSameAnswer(choice, { response_id: 11, comment: asDocument })).toBe(true);
  expect(isSameAnswer(choice, { response_id: null, comment: asDocument })).toBe(false);
  expect(isSameAnswer(choice, { response_id: 11, comment: words('because the current splits.') })).toBe(false);
});

test('[LIVE-31] at a closing each logged-in student without a post gets one post from the last draft', () => {
  const drafts = [
    { account_id: 2, ...choice },
    { account_id: 3, ...wordsOnly },
    { account_id: 4, ...choice },
    { account_id: 6, ...choice },
  ];
  expect(computeFilings([1, 2, 3, 4, 5, 5], [4], drafts)).toEqual([
    { account_id: 1, ...nothing, filed_by: 'server' },
    { account_id: 2, ...choice, filed_by: 'server' },
    { account_id: 3, ...wordsOnly, filed_by: 'server' },
    { account_id: 5, ...nothing, filed_by: 'server' },
  ]);
});
