import { describe, expect, test } from 'vitest';
import { FORM_1A, FORM_1B, FORM_2 } from '../testing/sessions.ts';
import type { Form } from './forms.ts';
import {
  appearsInFeed,
  applyReaction,
  computeDistribution,
  computeEngagement,
  computeFormSummaries,
  computeHint,
  computePercent,
  computeResponders,
  computeShareRight,
  computeTally,
  computeTransitions,
  isCounted,
  listAbsent,
  type FigurePost,
} from './figures.ts';

const post = (account_id: number, form: Form, response_id: number | null): FigurePost => ({ account_id, form, response_id });
const responses = [
  { id: 11, is_valid: true },
  { id: 12, is_valid: false },
  { id: 13, is_valid: false },
];
// Six students; 11 is right in the first question, 21 in the second.
const posts = [
  post(1, FORM_1A, 11),
  post(1, FORM_1B, 11),
  post(1, FORM_2, 21),
  post(2, FORM_1A, 12),
  post(2, FORM_1B, 11),
  post(2, FORM_2, 22),
  post(3, FORM_1A, 11),
  post(3, FORM_1B, 12),
  post(4, FORM_1A, 12),
  post(4, FORM_1B, 13),
  post(4, FORM_2, 21),
  post(5, FORM_1A, null),
  post(5, FORM_1B, 11),
  post(6, FORM_1A, 12),
  post(6, FORM_1B, null),
];

describe('what counts', () => {
  test.each([
    ['a choice with words', 11, 'because', true, true],
    ['a choice alone', 11, '', true, true],
    ['words without a choice', null, 'because', false, true],
    ['filed empty', null, '', false, false],
    ['blanks', null, ' \n', false, false],
  ])('[LIVE-41] %s', (_case, response_id, comment_text, counted, shown) => {
    expect(isCounted({ response_id })).toBe(counted);
    expect(appearsInFeed({ response_id, comment_text })).toBe(shown);
  });
  test.each([
    [1, 3],
    [2, 3],
    [3, 2],
    [5, 1],
    [6, 1],
    [7, 0],
  ])('[LIVE-42] student %i has answered %i of 3', (student, expected) => {
    expect(computeResponders(posts, student)).toBe(expected);
  });
  test('[LIVE-40] absent are those of the class who have not logged in', () => {
    expect(
      listAbsent(
        [
          { id: 1, name: 'Ada' },
          { id: 2, name: 'Bo' },
          { id: 3, name: 'Chi' },
        ],
        [3, 1, 77],
      ),
    ).toEqual([{ id: 2, name: 'Bo' }]);
  });
});

describe('distribution and tally', () => {
  test('[LIVE-43] every response has its count, zeros included, and only posts of the form are in it', () => {
    expect(computeDistribution(FORM_1A, posts, responses, 6)).toEqual({
      form: FORM_1A,
      answered: 5,
      of: 6,
      counts: [
        { response_id: 11, count: 2 },
        { response_id: 12, count: 3 },
        { response_id: 13, count: 0 },
      ],
    });
    expect(computeDistribution(FORM_1B, posts, responses, 6).counts.map(({ count }) => count)).toEqual([3, 1, 1]);
    expect(computeDistribution(FORM_1A, [], responses, 0)).toMatchObject({ answered: 0, of: 0 });
  });
  test('[LIVE-43] the tally says how many are right and how many students there are', () => {
    expect(computeTally(FORM_1B, posts, responses, 6, 8)).toMatchObject({ answered: 5, of: 6, right: 3, students: 8 });
    expect(
      computeTally(
        FORM_1A,
        posts,
        responses.map(({ id }) => ({ id, is_valid: id < 13 })),
        6,
        8,
      ).right,
    ).toBe(5);
  });
  test.each([
    [0, 0, null, null],
    [20, 0, 0, 'explain'],
    [20, 6, 0.3, 'explain'],
    [100, 34, 0.34, 'explain'],
    [20, 7, 0.35, 'discuss'],
    [22, 9, 9 / 22, 'discuss'],
    [20, 14, 0.7, 'discuss'],
    [100, 71, 0.71, 'go-on'],
    [20, 20, 1, 'go-on'],
    [1000, 346, 0.346, 'discuss'],
    [1000, 344, 0.344, 'explain'],
    [1000, 704, 0.704, 'discuss'],
    [1000, 705, 0.705, 'go-on'], // as shown: 35, 34, 70, 71%
  ])('[LIVE-44] of %i answers %i are right: share %s, hint %s', (answered, right, share, hint) => {
    expect(computeShareRight({ answered, right })).toBe(share);
    expect(computeHint(computeShareRight({ answered, right }))).toBe(hint);
  });
  test.each([
    [0, 0],
    [1, 100],
    [9 / 22, 41],
    [0.285, 29],
    [0.005, 1],
    [0.004999, 0],
    [2 / 3, 67],
  ])('[LIVE-44] a share of %f is shown as %i %%', (share, percent) => {
    expect(computePercent(share)).toBe(percent);
  });
});

describe('transitions', () => {
  test('[LIVE-46] between the forms of one question they hold who chose in both, with flows', () => {
    expect(computeTransitions(FORM_1A, FORM_1B, posts, new Set([11, 21]))).toEqual({
      from: FORM_1A,
      to: FORM_1B,
      kept_right: 1,
      wrong_to_right: 1,
      right_to_wrong: 1,
      kept_wrong: 1,
      flows: [
        { from_response_id: 11, to_response_id: 11, count: 1 },
        { from_response_id: 11, to_response_id: 12, count: 1 },
        { from_response_id: 12, to_response_id: 11, count: 1 },
        { from_response_id: 12, to_response_id: 13, count: 1 },
      ],
    });
  });
  test('[LIVE-46] between different questions there are no flows, and equal moves are counted together', () => {
    expect(computeTransitions(FORM_1B, FORM_2, posts, new Set([11, 21]))).toEqual({
      from: FORM_1B,
      to: FORM_2,
      kept_right: 1,
      wrong_to_right: 1,
      right_to_wrong: 1,
      kept_wrong: 0,
      flows: [],
    });
    const same = [1, 2, 3].flatMap((student) => [post(student, FORM_1A, 12), post(student, FORM_1B, 11)]);
    expect(computeTransitions(FORM_1A, FORM_1B, same, new Set([11])).flows).toEqual([{ from_response_id: 12, to_response_id: 11, count: 3 }]);
  });
});

describe('reactions', () => {
  test.each([
    ['like', [], [], [1], []],
    ['like', [2], [1], [2, 1], []],
    ['like', [1, 2], [], [1, 2], []],
    ['dislike', [1, 2], [3], [2], [3, 1]],
    ['dislike', [], [1], [], [1]],
  ] as const)('[LIVE-47] a %s on likes %o and dislikes %o', (reaction, likes, dislikes, total_likes, total_dislikes) => {
    const once = applyReaction({ total_likes: likes, total_dislikes: dislikes }, 1, reaction);
    expect(once).toEqual({ total_likes, total_dislikes });
    expect(applyReaction(once, 1, reaction)).toEqual(once);
  });

  const lesson = [
    { id: 100, account_id: 1, form: FORM_1A },
    { id: 101, account_id: 2, form: FORM_1A },
    { id: 102, account_id: 1, form: FORM_2 },
  ];
  const like = (post_id: number, account_id: number, by_student: boolean, reaction: 'like' | 'dislike' = 'like') => ({
    post_id,
    account_id,
    by_student,
    reaction,
  });
  const comment = (id: number, post_id: number, account_id: number, by_student: boolean) => ({ id, post_id, account_id, by_student });
  const likes = [like(101, 1, true), like(100, 2, true), like(100, 900, false), like(101, 900, false), like(102, 900, false, 'dislike')];
  const comments = [comment(1, 101, 1, true), comment(2, 100, 1, true), comment(3, 100, 2, true), comment(4, 100, 900, false), comment(5, 102, 900, false)];

  test('[L273–L276] [LIVE-49] received is what staff gave, given what the student gave, by form', () => {
    const engagement = computeEngagement(1, lesson, likes, comments);
    expect(engagement.form_1A.likes).toEqual({ given: [likes[0]], received: [likes[2]] });
    expect(engagement.form_1A.comments).toEqual({ given: [comments[0], comments[1]], received: [comments[3]] });
    expect(engagement.form_1B).toEqual({ likes: { given: [], received: [] }, comments: { given: [], received: [] } });
    expect(engagement.form_2).toEqual({ likes: { given: [], received: [] }, comments: { given: [], received: [comments[4]] } });
  });
  test('[LIVE-49] a like between students is given by the one and received by nobody', () => {
    expect(computeEngagement(2, lesson, [like(100, 2, true)], []).form_1A.likes.given).toHaveLength(1);
    expect(computeEngagement(1, lesson, [like(100, 2, true)], []).form_1A.likes.received).toEqual([]);
  });
  test('[LIVE-49] what staff gave is nobody’s own', () => {
    expect(computeEngagement(900, lesson, likes, comments).form_1A.likes.given).toEqual([]);
  });
  test('[LIVE-50] a form’s summary counts all likes and comments on its posts', () => {
    const counts = new Map([
      [FORM_1A, 4],
      [FORM_2, 1],
    ]);
    expect(computeFormSummaries(lesson, likes, counts)).toEqual({
      form_1A: { form: FORM_1A, total_likes: 4, total_comments: 4 },
      form_1B: { form: FORM_1B, total_likes: 0, total_comments: 0 },
      form_2: { form: FORM_2, total_likes: 0, total_comments: 1 },
    });
  });
});
