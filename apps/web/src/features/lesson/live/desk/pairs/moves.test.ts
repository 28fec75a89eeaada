import { expect, test } from 'vitest';
import { moveTo, type ShownGroup } from './moves.ts';

const groups: ShownGroup[] = [
  { id: 1, locked: false, account_ids: [11, 12] },
  { id: 2, locked: false, account_ids: [21, 22] },
  { id: 3, locked: true, account_ids: [31, 32] },
  { id: 4, locked: false, account_ids: [41] },
];
const idsOf = (made: ShownGroup[] | null) => made?.map(({ account_ids }) => account_ids) ?? null;

test('[B2184] let go on a person of another group, two change places; in a group, one joins it; a group without members goes', () => {
  expect(idsOf(moveTo(groups, 11, { is: 'person', id: 22 }))).toEqual([[22, 12], [21, 11], [31, 32], [41]]);
  expect(idsOf(moveTo(groups, 11, { is: 'group', id: 2 }))).toEqual([[12], [21, 22, 11], [31, 32], [41]]);
  expect(idsOf(moveTo(groups, 41, { is: 'group', id: 1 }))).toEqual([
    [11, 12, 41],
    [21, 22],
    [31, 32],
  ]);
  expect(idsOf(moveTo(groups, 12, { is: 'new' }))).toEqual([[11], [21, 22], [31, 32], [41], [12]]);
});

test('[B2184] nothing changes within a group, with a locked group, for somebody unknown, or when one alone is put alone', () => {
  for (const [person, target] of [
    [11, { is: 'person', id: 12 }],
    [11, { is: 'group', id: 1 }],
    [11, { is: 'group', id: 3 }],
    [11, { is: 'person', id: 31 }],
    [31, { is: 'group', id: 1 }],
    [99, { is: 'group', id: 1 }],
    [41, { is: 'new' }],
  ] as const)
    expect(moveTo(groups, person, target)).toBeNull();
});
