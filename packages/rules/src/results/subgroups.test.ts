import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeSubgroups, type GroupedStudent, MIN_SUBGROUP_STUDENTS } from './subgroups.ts';

const students = (value: string, count: number, [first, second, transfer] = [false, true, true]): GroupedStudent[] =>
  Array.from({ length: count }, () => ({ value, first: first as boolean, second: second as boolean, transfer: transfer as boolean }));
const told = (all: readonly GroupedStudent[]) => computeSubgroups(all).map(({ value, students: count }) => [value, count]);

test('groups of five and more stand by themselves, the largest first', () => {
  expect(told([...students('Adama', 5), ...students('Bonga', 7)])).toEqual([
    ['Bonga', 7],
    ['Adama', 5],
  ]);
});

test('small groups stand together when they are five together, and are not named', () => {
  expect(told([...students('Adama', 9), ...students('Bonga', 3), ...students('Chelo', 2)])).toEqual([
    ['Adama', 9],
    [null, 5],
  ]);
});

test('a small group takes the next smallest with it, since the class minus all others would tell it', () => {
  expect(told([...students('Adama', 9), ...students('Bonga', 6), ...students('Chelo', 1)])).toEqual([
    ['Adama', 9],
    [null, 7],
  ]);
  expect(told([...students('Adama', 9), ...students('Bonga', 1)])).toEqual([]);
});

test('a class of one group, a small class and an empty one have no groups', () => {
  for (const all of [students('Adama', 20), [...students('Adama', 4), ...students('Bonga', 4)], []]) expect(told(all)).toEqual([]);
});

test('case, space and forms of letters make no difference; what the roster does not say is a group of its own', () => {
  expect(told([...students(' Adama', 3), ...students('ADAMA ', 3), ...students('', 5)])).toEqual([
    ['Adama', 6],
    ['', 5],
  ]);
});

test('what is right and gained is counted within the group', () => {
  const all = [
    ...students('A', 3, [false, true, false]),
    ...students('A', 2, [true, false, true]),
    ...students('A', 1, [false, false, false]),
    ...students('B', 5, [true, true, true]),
  ];
  expect(computeSubgroups(all)).toEqual([
    { value: 'A', students: 6, first: 2, second: 3, transfer: 2, gain: 0.25 },
    { value: 'B', students: 5, first: 5, second: 5, transfer: 5, gain: null },
  ]);
});

test('[B812] no group under five is told, and none follows by adding and subtracting what is told and the class as a whole', () => {
  const student = fc.record({ value: fc.constantFrom('a', 'A ', 'b', 'c', 'd', 'e', ''), first: fc.boolean(), second: fc.boolean(), transfer: fc.boolean() });
  fc.assert(
    fc.property(fc.array(student, { maxLength: 60 }), (all) => {
      const groups = computeSubgroups(all);
      const sizes = groups.map(({ students: count }) => count);
      fc.pre(groups.length > 0);
      expect(sizes.reduce((sum, count) => sum + count, 0)).toBe(all.length);
      // for any sum of the groups, and any remainder of the class without them
      for (let chosen = 0; chosen < 2 ** sizes.length; chosen += 1) {
        const sum = sizes.reduce((total, count, index) => total + (chosen & (1 << index) ? count : 0), 0);
        for (const some of [sum, all.length - sum]) expect(some === 0 || some >= MIN_SUBGROUP_STUDENTS).toBe(true);
      }
      // a group with a name contains everyone of that name: the one without a name takes nobody from it
      for (const { value, students: count } of groups.filter((group) => group.value !== null))
        expect(count).toBe(all.filter((one) => one.value.trim().toLowerCase() === value?.toLowerCase()).length);
    }),
    { numRuns: 300, maxSkipsPerRun: 10_000 }, // in most random classes one group is too small, so none is shown
  );
});
