import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_GRADE, readGrade, readTypedGrade } from './grades.ts';

describe('a grade of a program', () => {
  test.each([
    [0, 0],
    [-0, 0],
    [46.5, 46.5],
    [0.29, 0.29],
    [99_999.99, 99_999.99],
    ['46.50', 46.5],
    ['007', 7],
    ['99999.99', 99_999.99],
  ])('%j is %d points', (input, value) => expect(readGrade(input)).toStrictEqual({ value }));

  test.each([
    [-0.01, 'negative'],
    ['-1', 'negative'],
    [100_000, 'most'],
    ['100000', 'most'],
    [0.1 + 0.2, 'decimals'],
    [1.005, 'decimals'],
    ['1.005', 'decimals'],
    ['1.500', 'decimals'],
    [5e-324, 'decimals'],
    [Number.NaN, 'number'],
    [Number.POSITIVE_INFINITY, 'number'],
    ['1e3', 'number'],
    ['', 'number'],
    [' 5', 'number'],
    ['1,000', 'number'],
    ['٤٦', 'number'],
    ['0x10', 'number'],
  ])('%j is none: %s', (input, problem) => expect(readGrade(input)).toStrictEqual({ problem }));

  test('every count of hundredths up to the most is the same as a number and as its text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_GRADE * 100 }), (hundredths) => {
        const value = hundredths / 100;
        expect(readGrade(value)).toStrictEqual({ value });
        expect(readGrade(value.toFixed(2))).toStrictEqual({ value });
      }),
    );
  });
});

describe('a grade that somebody types', () => {
  test.each([
    ['46', { grade: 46 }],
    [' 46.5 ', { grade: 46.5 }],
    ['46,5', { grade: 46.5 }],
    ['92%', { grade: 46 }],
    ['92%', { grade: 46 }],
    ['33,33%', { grade: 16.67 }],
    ['110%', { grade: 55 }],
    ['EX', { isExcused: true }],
    ['ex', { isExcused: true }],
    ['', { isEmpty: true }],
    ['   ', { isEmpty: true }],
    ['1,000.5', { problem: 'number' }],
    ['forty', { problem: 'number' }],
    ['٤٦', { problem: 'number' }],
    ['-1', { problem: 'negative' }],
    ['46.555', { problem: 'decimals' }],
    ['123456', { problem: 'most' }],
  ])('%j of 50 points', (typed, expected) => expect(readTypedGrade(typed, 50)).toStrictEqual(expected));

  test('a percentage of no points is none', () => expect(readTypedGrade('92%', null)).toStrictEqual({ problem: 'number' }));
});
