import { expect, test } from 'vitest';
import { computeFilings } from './answers.ts';
import { computeCertainty, countConfidence, listSureAndWrong, type ConfidentPost } from './confidence.ts';

const responses = [{ id: 1 }, { id: 2 }, { id: 3 }];
const post = (response_id: number | null, confidence: ConfidentPost['confidence']): ConfidentPost => ({ response_id, confidence });
const posts = [post(1, 'sure'), post(1, 'guess'), post(2, 'sure'), post(2, 'sure'), post(2, null), post(3, 'sure'), post(3, 'think'), post(null, 'sure')];
const counts = countConfidence(posts, responses);
const valid = new Set([1]);

test('[LIVE-102] each response has its counts, zeros included, and an answer without a choice is in none', () => {
  expect(counts).toEqual([
    { response_id: 1, guess: 1, think: 0, sure: 1, unsaid: 0 },
    { response_id: 2, guess: 0, think: 0, sure: 2, unsaid: 1 },
    { response_id: 3, guess: 0, think: 1, sure: 1, unsaid: 0 },
  ]);
});

test('[LIVE-102] right and wrong by how sure, from least to most; who did not say is in none of them', () => {
  expect(computeCertainty(counts, valid)).toEqual([
    { confidence: 'guess', right: 1, wrong: 0 },
    { confidence: 'think', right: 0, wrong: 1 },
    { confidence: 'sure', right: 1, wrong: 3 },
  ]);
});

test('[LIVE-102] sure and wrong names the wrong responses, those with most first, and never a right one', () => {
  expect(listSureAndWrong(counts, valid)).toEqual([
    { response_id: 2, count: 2 },
    { response_id: 3, count: 1 },
  ]);
  expect(listSureAndWrong(countConfidence([post(1, 'sure'), post(2, 'think')], responses), valid)).toEqual([]);
});

test('[LIVE-100] a draft is filed with how sure its student was, and without where nothing was said', () => {
  const comment = { type: 'doc' as const, content: [] };
  const draft = { response_id: 1, comment };
  const filed = computeFilings(
    [1, 2, 3],
    [],
    [
      { ...draft, account_id: 1, confidence: 'think' },
      { ...draft, account_id: 2 },
    ],
  );
  expect(filed.map(({ account_id, confidence }) => [account_id, confidence])).toEqual([
    [1, 'think'],
    [2, undefined],
    [3, undefined],
  ]);
});
