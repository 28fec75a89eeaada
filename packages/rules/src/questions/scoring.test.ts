import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProperty } from '../testing/property.ts';
import { computeCriterionGrade, computeOpenResponseGrade, computeOverallGrade, computeResponsePoints, readPoints, type RubricRow } from './scoring.ts';

const row = (point: number | null, level: string): RubricRow => ({ point, level, description: '' });
const rubrics = [row(4, 'expert'), row(2, '2'), row(null, 'novice'), row(9, 'expert')];

test.each([
  ['expert', 4],
  [' expert ', 4],
  ['2', 2],
  [2, 2],
  ['novice', 0],
  ['Expert', null],
  ['02', null],
  ['', null],
  ['unknown', null],
] as const)('[Q277] [Q278] [Q279] the match level %j gives %j points: levels are compared as text', (matchLabel, points) => {
  expect(computeResponsePoints(matchLabel, rubrics)).toBe(points);
});

test('an empty match level is no level, even where a row has none', () => {
  expect(computeResponsePoints('', [row(3, '')])).toBeNull();
});

test('[Q280] the overall points are the highest among the responses', () => {
  expect(computeOverallGrade([0, 4, null, 2])).toBe(4);
  expect(computeOverallGrade([0, 0])).toBe(0);
  expect(computeOverallGrade([null])).toBeNull();
  expect(computeOverallGrade([])).toBeNull();
});

test('[Q281] [Q282] a criterion’s grade is its highest point, and the total is the sum of the grades', () => {
  expect(computeCriterionGrade([row(1, 'a'), row(5, 'b'), row(null, 'c')])).toBe(5);
  expect(computeCriterionGrade([])).toBeNull();
  expect(computeOpenResponseGrade([5, null, 3])).toBe(8);
  expect(computeOpenResponseGrade([])).toBeNull();
});

test('[Q267] points are whole numbers from 0 on, in plain digits', () => {
  for (const [given, points] of [
    [0, 0],
    ['0', 0],
    [' 12 ', 12],
    [10_000, 10_000],
    ['10000', 10_000],
  ] as const)
    expect(readPoints(given)).toBe(points);
  for (const given of [undefined, null, '', '   ']) expect(readPoints(given)).toBeNull();
  for (const given of [
    -1,
    0.5,
    1e9,
    10_001,
    '-1',
    '0.5',
    '1e3',
    '٣',
    '３',
    '1 000',
    '+1',
    'x',
    true,
    [],
    {},
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '99999999999',
  ])
    expect([given, readPoints(given)]).toEqual([given, 'invalid']);
});

test('whatever is given, points are null, invalid or a whole number in range', () => {
  checkProperty(
    fc.property(fc.anything(), (given) => {
      const points = readPoints(given);
      expect(points === null || points === 'invalid' || (Number.isInteger(points) && points >= 0 && points <= 10_000)).toBe(true);
    }),
  );
});
