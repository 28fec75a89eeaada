import { expect, test } from 'vitest';
import { computePairFigures, findContradiction, findGroupForLate, findGroupProblem, listBound } from './index.ts';

const together = (...account_ids: number[]) => ({ kind: 'together' as const, account_ids });
const never = (...account_ids: number[]) => ({ kind: 'never' as const, account_ids });

test('[LIVE-93] [B2174] wishes that bind through one another are one set, and what contradicts them is named', () => {
  expect(listBound([together(1, 2), together(5, 6), together(2, 3), never(8, 9)])).toEqual([
    [5, 6],
    [1, 2, 3],
  ]);
  expect(findContradiction([together(1, 2), together(2, 3), never(4, 5)])).toBeNull();
  expect(findContradiction([never(1, 3), together(1, 2), together(2, 3)])).toEqual({ is: 'forbidden', account_ids: [1, 3] });
  expect(findContradiction([together(1, 2, 3), together(3, 4, 5)])).toEqual({ is: 'too-many', account_ids: [1, 2, 3, 4, 5] });
});

test('[LIVE-91] [LIVE-93] [B2175] groups made by hand: who is doubled, absent, missing, forbidden or torn apart is named', () => {
  const here = [1, 2, 3, 4];
  expect(
    findGroupProblem(
      [
        [1, 2],
        [3, 4],
      ],
      here,
      [],
    ),
  ).toBeNull();
  expect(
    findGroupProblem(
      [
        [1, 2],
        [2, 3, 4],
      ],
      here,
      [],
    ),
  ).toEqual({ is: 'doubled', account_ids: [2] });
  expect(
    findGroupProblem(
      [
        [1, 2],
        [3, 4, 9],
      ],
      here,
      [],
    ),
  ).toEqual({ is: 'absent', account_ids: [9] });
  expect(findGroupProblem([[1, 2, 3]], here, [])).toEqual({ is: 'missing', account_ids: [4] });
  expect(
    findGroupProblem(
      [
        [1, 2],
        [3, 4],
      ],
      here,
      [never(4, 3)],
    ),
  ).toEqual({ is: 'forbidden', account_ids: [3, 4] });
  expect(
    findGroupProblem(
      [
        [1, 2],
        [3, 4],
      ],
      here,
      [together(2, 3, 77)],
    ),
  ).toEqual({ is: 'apart', account_ids: [2, 3] });
});

test('[LIVE-95] [B2176] who comes late joins the smallest group that no wish forbids, and before that the one that a wish asks for', () => {
  const groups = [
    { id: 1, account_ids: [1, 2, 3] },
    { id: 2, account_ids: [4, 5] },
    { id: 3, account_ids: [6, 7] },
  ];
  expect(findGroupForLate(9, groups, [])).toBe(2);
  expect(findGroupForLate(9, groups, [never(9, 5)])).toBe(3);
  expect(findGroupForLate(9, groups, [together(9, 1)])).toBe(1);
  expect(findGroupForLate(9, groups, [never(9, 1), never(9, 4), never(9, 6)])).toBeNull();
  expect(findGroupForLate(9, [], [])).toBeNull();
});

test('[LIVE-97] [B2177] groups are counted by what they knew before talking and whether all ended right; who chose only once counts in none', () => {
  const answers = new Map(
    Object.entries({ 1: 'rr', 2: 'wr', 3: 'wr', 4: 'rw', 5: 'ww', 6: 'wr', 7: 'rr', 8: 'rr', 9: 'w-' }).map(([id, [first, second]]) => {
      const is = (letter: string | undefined) => (letter === '-' ? null : letter === 'r');
      return [Number(id), { first: is(first), second: is(second) }];
    }),
  );
  expect(
    computePairFigures(
      [
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 8, 9],
        [9, 77],
      ],
      answers,
    ),
  ).toEqual([
    { kind: 'mixed', groups: 2, ended_right: 1 },
    { kind: 'all-wrong', groups: 1, ended_right: 0 },
    { kind: 'all-right', groups: 1, ended_right: 1 },
  ]);
});
