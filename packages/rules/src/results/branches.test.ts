import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeBranches, computeTransferByMove, type Way } from './branches.ts';

const way = (account_id: number, first: boolean | null, second: boolean | null, transfer: boolean | null): Way => ({ account_id, first, second, transfer });

test('four students, counted by hand', () => {
  const { branches, incomplete } = computeBranches([way(1, false, true, true), way(2, false, true, false), way(3, true, true, true), way(4, true, null, true)]);
  expect(branches.filter(({ account_ids }) => account_ids.length > 0)).toEqual([
    { first: true, second: true, transfer: true, account_ids: [3] },
    { first: false, second: true, transfer: true, account_ids: [1] },
    { first: false, second: true, transfer: false, account_ids: [2] },
  ]);
  expect(incomplete).toEqual([4]);
  expect(computeTransferByMove(branches)).toEqual([
    { move: 'kept_right', answered: 1, right: 1 },
    { move: 'wrong_to_right', answered: 2, right: 1 },
    { move: 'right_to_wrong', answered: 0, right: 0 },
    { move: 'kept_wrong', answered: 0, right: 0 },
  ]);
});

test('[LIVE-74] every student is in one of nine groups, for all choices', () => {
  const side = fc.constantFrom(true, false, null);
  fc.assert(
    fc.property(fc.array(fc.tuple(side, side, side), { maxLength: 60 }), (answers) => {
      const ways = answers.map(([first, second, transfer], index) => way(index, first, second, transfer));
      const { branches, incomplete } = computeBranches(ways);
      const all = [...branches.flatMap(({ account_ids }) => account_ids), ...incomplete];
      expect(branches).toHaveLength(8);
      expect(all.toSorted((left, right) => left - right)).toEqual(ways.map(({ account_id }) => account_id));
    }),
  );
});
