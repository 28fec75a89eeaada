import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addItemCounts, computeItemFigures, countItem, splitHalves, type ItemAnswer } from './item-analysis.ts';

const [RIGHT, WRONG, OTHER] = [1, 2, 3];
const responses = [RIGHT, WRONG, OTHER];
const valid = new Set([RIGHT]);

let next = 0;
const answer = (given: Partial<ItemAnswer>): ItemAnswer => ({
  account_id: (next += 1),
  first_response_id: null,
  second_response_id: null,
  partner_right: null,
  other_answers: 0,
  other_right: 0,
  ...given,
});

describe('a class of eight, counted by hand', () => {
  const strong = { other_answers: 4, other_right: 4 };
  const weak = { other_answers: 4, other_right: 1 };
  const lesson = [
    answer({ ...strong, first_response_id: RIGHT, second_response_id: RIGHT, partner_right: true }),
    answer({ ...strong, first_response_id: RIGHT, second_response_id: RIGHT, partner_right: true }),
    answer({ ...strong, first_response_id: RIGHT, second_response_id: RIGHT, partner_right: false }),
    answer({ ...strong, first_response_id: WRONG, second_response_id: RIGHT, partner_right: true }),
    answer({ ...weak, first_response_id: RIGHT, second_response_id: WRONG, partner_right: false }),
    answer({ ...weak, first_response_id: WRONG, second_response_id: RIGHT, partner_right: null }),
    answer({ ...weak, first_response_id: WRONG, second_response_id: WRONG, partner_right: true }),
    answer({ ...weak, first_response_id: null, second_response_id: OTHER, partner_right: false }),
  ];
  const { counts, responses: chosen } = countItem(lesson, responses, valid);

  test('shares, gain, discrimination and transfer', () => {
    expect(computeItemFigures(counts)).toEqual({
      share_first: 4 / 7,
      share_second: 5 / 8,
      gain: (2 - 1) / 3, // one of the eight chose once alone and is in no move
      discrimination: 3 / 4 - 1 / 3,
      transfer_if_right: 3 / 4,
      transfer_if_wrong: 1 / 3,
    });
  });

  test('how often each response was chosen before and after discussion, and by whom', () => {
    expect(chosen).toEqual([
      { response_id: RIGHT, first: 4, second: 5, first_strong: 3, first_weak: 1 },
      { response_id: WRONG, first: 3, second: 2, first_strong: 1, first_weak: 2 },
      { response_id: OTHER, first: 0, second: 1, first_strong: 0, first_weak: 0 },
    ]);
  });

  test('two sessions add up', () => {
    expect(computeItemFigures(addItemCounts([counts, counts]))).toEqual(computeItemFigures(counts));
    expect(addItemCounts([counts, counts]).answered_first).toBe(14);
  });
});

describe('halves', () => {
  const of = (...shares: [right: number, answers: number][]) =>
    shares.map(([other_right, other_answers], account_id) => ({ account_id, other_right, other_answers }));

  test('students with the same share stand in the same half, drawn where the halves are most even', () => {
    const { strong, weak } = splitHalves(of([1, 1], [2, 2], [3, 3], [0, 1], [1, 2]));
    expect([...strong]).toEqual([0, 1, 2]);
    expect([...weak]).toEqual([3, 4]);
  });

  test('of two borders that are equally even the lower one counts: the strong half is the larger one', () => {
    const { strong, weak } = splitHalves(of([0, 3], [1, 3], [1, 3], [1, 3], [3, 3]));
    expect([...strong]).toEqual([1, 2, 3, 4]);
    expect([...weak]).toEqual([0]);
  });

  test.each([
    ['nobody has answered anything else', of([0, 0], [0, 0])],
    ['all are alike', of([1, 2], [2, 4], [3, 6])],
    ['nobody is there', []],
  ])('there are none when %s', (_, answers) => {
    const { strong, weak } = splitHalves(answers);
    expect([strong.size, weak.size]).toEqual([0, 0]);
  });

  test('nobody is in both, and everybody of the strong one has done better', () => {
    const people = fc.array(
      fc.tuple(fc.nat(8), fc.nat(8)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as [number, number]),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(people, (shares) => {
        const answers = of(...shares);
        const { strong, weak } = splitHalves(answers);
        const share = (id: number) => (answers[id]?.other_right ?? 0) / (answers[id]?.other_answers ?? 1);
        for (const one of strong) for (const other of weak) expect(share(one)).toBeGreaterThan(share(other));
        expect(strong.size === 0).toBe(weak.size === 0);
      }),
    );
  });
});

test('an item that nobody answered has no figures', () => {
  const { counts, responses: chosen } = countItem([], responses, valid);
  expect(Object.values(computeItemFigures(counts)).every((figure) => figure === null)).toBe(true);
  expect(chosen).toHaveLength(3);
});

test('several right responses all count as right', () => {
  const { counts } = countItem([answer({ first_response_id: RIGHT }), answer({ first_response_id: OTHER })], responses, new Set([RIGHT, OTHER]));
  expect(computeItemFigures(counts).share_first).toBe(1);
});

const real = `${process.env['TRIAL_DATA'] ?? ''}/peer-instruction/mydalite-transition-counts.jsonl`;

test.skipIf(!existsSync(real))('agrees with the transitions of real classes (TRIAL_DATA)', () => {
  const questions = readFileSync(real, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<'students' | 'rr' | 'rw' | 'wr' | 'ww', number>);
  expect(questions.length).toBeGreaterThan(50);
  for (const { students, rr, rw, wr, ww } of questions) {
    const group = (count: number, first: number, second: number) =>
      Array.from({ length: count }, () => answer({ first_response_id: first, second_response_id: second }));
    const lesson = [...group(rr, RIGHT, RIGHT), ...group(rw, RIGHT, WRONG), ...group(wr, WRONG, RIGHT), ...group(ww, WRONG, WRONG)];
    const figures = computeItemFigures(countItem(lesson, responses, valid).counts);
    expect(figures.share_first).toBeCloseTo((rr + rw) / students, 12);
    expect(figures.share_second).toBeCloseTo((rr + wr) / students, 12);
    // Hake: the gain as a share of the possible gain
    expect(figures.gain ?? Number.NaN).toBeCloseTo((wr - rw) / (wr + ww), 12);
  }
});
