import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ATTENTION_CODES,
  sortByAttention,
  type LessonFact,
  listLessonReasons,
  listClassReasons,
  THRESHOLD_BOUNDS,
  toThresholds,
  DEFAULT_THRESHOLDS,
  type WorkFact,
} from './attention.ts';

const lesson = (at: number, fact: Partial<LessonFact> = {}): LessonFact => ({
  at,
  isPresent: true,
  forms: 3,
  firstRight: true,
  secondRight: true,
  transferRight: true,
  filedEmpty: 0,
  texts: 3,
  late: 0,
  sure: 0,
  sureWrong: 0,
  ...fact,
});
const away = (at: number): LessonFact => lesson(at, { isPresent: false, firstRight: null, secondRight: null, transferRight: null, texts: 0 });
const codesOf = (reasons: { code: string }[]) => reasons.map(({ code }) => code);
const over = (lessons: LessonFact[], works: WorkFact[] = []) => listClassReasons(lessons, works, DEFAULT_THRESHOLDS);

describe('of one lesson', () => {
  test('who was there, chose right throughout and wrote gives no reason', () => {
    expect(listLessonReasons(lesson(1))).toEqual([]);
  });

  test.each<[string, Partial<LessonFact>, string[]]>([
    ['away', { isPresent: false, firstRight: null, secondRight: null, transferRight: null, texts: 0 }, ['absent']],
    ['right, then wrong', { secondRight: false, transferRight: null, filedEmpty: 1 }, ['right-to-wrong', 'filed-empty']],
    ['wrong twice', { firstRight: false, secondRight: false }, ['wrong-throughout']],
    ['right after the discussion, wrong on the other question', { firstRight: false, transferRight: false }, ['transfer-failed']],
    ['words without a choice', { transferRight: null }, ['no-choice']],
    ['nothing at all, filed by the server', { firstRight: null, secondRight: null, transferRight: null, filedEmpty: 3, texts: 0 }, ['filed-empty']],
    ['an answer after the end', { late: 2 }, ['late-kept']],
    ['choices alone', { texts: 0 }, ['no-words']],
    ['[B2092] right in the only form that was asked', { forms: 1, secondRight: null, transferRight: null }, []],
    ['[B2092] no choice in one of two forms', { forms: 2, secondRight: null, transferRight: null }, ['no-choice']],
  ])('%s', (_said, fact, codes) => {
    expect(codesOf(listLessonReasons(lesson(1, fact)))).toEqual(codes);
  });

  test('the numbers behind a reason stand with it', () => {
    expect(listLessonReasons(lesson(7, { firstRight: null, secondRight: null, filedEmpty: 1, late: 3 }))).toEqual([
      { code: 'no-choice', numbers: { forms: 1 }, at: 7 },
      { code: 'filed-empty', numbers: { forms: 1 }, at: 7 },
      { code: 'late-kept', numbers: { answers: 3 }, at: 7 },
    ]);
  });
});

describe('often sure and wrong', () => {
  const reasonsOf = (sure: number, sureWrong: number, others: { sure: number; sureWrong: number }) =>
    listClassReasons([lesson(1, { sure, sureWrong }), lesson(2)], [], DEFAULT_THRESHOLDS, others);

  test('[LIVE-108] four wrong of five sure answers in a class that is wrong in one of five, with the numbers and since when', () => {
    expect(reasonsOf(5, 4, { sure: 50, sureWrong: 10 })).toEqual([{ code: 'sure-and-wrong', numbers: { wrong: 4, sure: 5 }, at: 1 }]);
  });

  test.each<[string, number, number, { sure: number; sureWrong: number }]>([
    ['two of two: too few to say', 2, 2, { sure: 50, sureWrong: 1 }],
    ['as often as the others', 5, 4, { sure: 50, sureWrong: 40 }],
    ['nobody else was ever sure, three of three', 3, 3, { sure: 0, sureWrong: 0 }],
    ['sure and right', 9, 0, { sure: 50, sureWrong: 10 }],
    ['three wrong of many', 30, 3, { sure: 50, sureWrong: 10 }],
  ])('[LIVE-108] is no reason: %s', (_said, sure, sureWrong, others) => {
    expect(reasonsOf(sure, sureWrong, others)).toEqual([]);
  });

  test('[LIVE-108] one more wrong answer among as many sure ones never takes the reason away', () => {
    const counts = fc.record({ sure: fc.integer({ min: 1, max: 30 }), wrong: fc.nat(29), others: fc.nat(200), share: fc.nat(100) });
    fc.assert(
      fc.property(counts, ({ sure, wrong, others, share }) => {
        const sureWrong = Math.min(wrong, sure - 1);
        const around = { sure: others, sureWrong: Math.floor((others * share) / 100) };
        expect(reasonsOf(sure, sureWrong + 1, around).length).toBeGreaterThanOrEqual(reasonsOf(sure, sureWrong, around).length);
      }),
    );
  });
});

describe('over a class', () => {
  test('absent in any two of the last four; said once, not of the newest lesson as well', () => {
    expect(over([away(1), lesson(2), lesson(3), away(4)])).toEqual([{ code: 'absent-of-last', numbers: { absent: 2, lessons: 4 }, at: 4 }]);
    expect(over([away(1), away(2), lesson(3), lesson(4), lesson(5), lesson(6)])).toEqual([]);
    expect(codesOf(over([lesson(1), away(2)]))).toEqual(['absent']);
  });

  test('who joined for the last lesson alone and missed it was absent once, and no more is said', () => {
    expect(codesOf(listClassReasons([away(1)], [], { ...DEFAULT_THRESHOLDS, absent: 1, absent_of: 1 }))).toEqual(['absent']);
  });

  test('silent in the last three lessons attended: lessons missed in between do not count as silence', () => {
    const mute = (at: number) => lesson(at, { texts: 0 });
    expect(codesOf(over([lesson(1), mute(2), away(3), mute(4), mute(5)]))).toEqual(['silent']);
    expect(codesOf(over([mute(1), lesson(2), mute(3), mute(4)]))).toEqual(['no-words']);
  });

  test('two works overdue; two of the last three returned below half', () => {
    const works: WorkFact[] = [
      { at: 10, kind: 'overdue', percent: null },
      { at: 30, kind: 'overdue', percent: null },
      { at: 1, kind: 'returned', percent: 20 },
      { at: 2, kind: 'returned', percent: 90 },
      { at: 3, kind: 'returned', percent: 49.9 },
      { at: 4, kind: 'returned', percent: 10 },
    ];
    expect(over([], works)).toEqual([
      { code: 'work-overdue', numbers: { works: 2 }, at: 30 },
      { code: 'work-returned-low', numbers: { low: 2, works: 3, percent: 50 }, at: 4 },
    ]);
    expect(over([], works.slice(1, 4))).toEqual([]);
  });
});

test('more reasons come first, then the newer; who has none is not on it, and equals keep their order', () => {
  const student = (name: string, ...ats: number[]) => ({ name, reasons: ats.map((at) => ({ code: 'absent' as const, numbers: {}, at })) });
  const names = sortByAttention([student('a', 5), student('none'), student('b', 1, 2), student('c', 9), student('d', 9)]).map(({ name }) => name);
  expect(names).toEqual(['b', 'c', 'd', 'a']);
});

test('[B1553] answers alone that were right before and are wrong now give no reason over the class: with a few answers that is chance', () => {
  const wrong = (at: number) => lesson(at, { firstRight: false, secondRight: true, transferRight: true });
  const right = (at: number) => lesson(at, { firstRight: true, secondRight: true, transferRight: true });
  expect(over([right(1), right(2), right(3), right(4), wrong(5), wrong(6)])).toEqual([]);
});

const anyRight = fc.constantFrom(true, false, null);
const anyLesson = fc.record({
  isPresent: fc.boolean(),
  firstRight: anyRight,
  secondRight: anyRight,
  transferRight: anyRight,
  texts: fc.nat(3),
  late: fc.nat(2),
});
const anyThresholds = fc.record(
  Object.fromEntries(Object.entries(THRESHOLD_BOUNDS).map(([key, [min, max]]) => [key, fc.integer({ min, max })])) as Record<
    keyof typeof THRESHOLD_BOUNDS,
    fc.Arbitrary<number>
  >,
);

test('in every history each reason is listed once, in one order, with whole finite numbers and a time that was', () => {
  fc.assert(
    fc.property(fc.array(anyLesson, { maxLength: 10 }), anyThresholds, (given, thresholds) => {
      const lessons = given.map((fact, at) => lesson(at + 1, { ...fact, filedEmpty: 0 }));
      const reasons = listClassReasons(lessons, [], thresholds);
      const codes = codesOf(reasons);
      expect(new Set(codes).size).toBe(codes.length);
      expect(codes).toEqual(ATTENTION_CODES.filter((code) => codes.includes(code)));
      for (const { numbers, at } of reasons) {
        expect(Object.values(numbers).every((number) => Number.isInteger(number))).toBe(true);
        expect(lessons.some((one) => one.at === at)).toBe(true);
      }
    }),
  );
});

test('stored thresholds hold within their bounds, each for itself', () => {
  expect(toThresholds({ absent: 3, silent: 99, low: '40', overdue: 2.5 })).toEqual({ ...DEFAULT_THRESHOLDS, absent: 3 });
  for (const stored of [null, 'x', [], 7]) expect(toThresholds(stored)).toEqual(DEFAULT_THRESHOLDS);
});
