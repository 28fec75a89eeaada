import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ATTENTION_CODES,
  type AttentionThresholds,
  computeChance,
  DEFAULT_THRESHOLDS,
  type LessonFact,
  listLessonFacts,
  listReasons,
  sortByAttention,
  type StudentFacts,
  THRESHOLD_BOUNDS,
  toThresholds,
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
const work = (at: number, kind: WorkFact['kind'], percent: number | null = null, isOfMany = false): WorkFact => ({ at, kind, percent, isOfMany });
const codesOf = (reasons: { code: string }[]) => reasons.map(({ code }) => code);
const OTHERS = 29;
/** The reasons of a student of a class of thirty, in whose lessons the others did as `others` says: all right. */
function reasonsOf(
  lessons: LessonFact[],
  works: WorkFact[] = [],
  { others = {}, thresholds = DEFAULT_THRESHOLDS }: { others?: Partial<LessonFact>; thresholds?: AttentionThresholds } = {},
) {
  const rest = Array.from({ length: OTHERS }, (_, index): [number, StudentFacts] => [
    index + 1,
    { lessons: lessons.map(({ at }) => lesson(at, others)), works: [] },
  ]);
  return listReasons(new Map([[0, { lessons, works }], ...rest]), thresholds).get(0)!;
}

describe('the facts of a lesson', () => {
  test.each<[string, Partial<LessonFact>, string[]]>([
    ['right throughout, with words', {}, []],
    ['away', { isPresent: false, firstRight: null, secondRight: null, transferRight: null, texts: 0 }, ['absent']],
    ['right, then wrong, then blank', { secondRight: false, transferRight: null, filedEmpty: 1 }, ['blank', 'right-to-wrong']],
    ['wrong twice', { firstRight: false, secondRight: false }, ['wrong-throughout']],
    ['right after the discussion, wrong on the other question', { firstRight: false, transferRight: false }, ['transfer-failed']],
    ['words without a choice', { transferRight: null }, ['blank']],
    ['nothing at all, filed by the server', { firstRight: null, secondRight: null, transferRight: null, filedEmpty: 3, texts: 0 }, ['blank', 'no-words']],
    ['one answer too late: the form that was filed empty is the same event', { transferRight: null, filedEmpty: 1, late: 1 }, ['late']],
    ['choices alone', { texts: 0 }, ['no-words']],
    ['[B2092] right in the only form that was asked', { forms: 1, secondRight: null, transferRight: null }, []],
    ['[B2092] no choice in one of two forms', { forms: 2, secondRight: null, transferRight: null }, ['blank']],
  ])('[B2570] %s', (_said, fact, codes) => {
    expect(codesOf(listLessonFacts([['one', lesson(1, fact)]]))).toEqual(codes);
  });

  test('[B2570] each fact has its students, in the given order', () => {
    expect(
      listLessonFacts([
        ['b', away(1)],
        ['c', lesson(1)],
        ['a', away(1)],
      ]),
    ).toEqual([{ code: 'absent', students: ['b', 'a'] }]);
  });
});

describe('names', () => {
  test('[B2571] one lesson alone gives no name, however it went', () => {
    for (const once of [
      away(1),
      lesson(1, { firstRight: false, secondRight: false, transferRight: false, texts: 0 }),
      lesson(1, { firstRight: null, secondRight: null, transferRight: null, filedEmpty: 3, texts: 0 }),
    ])
      expect(reasonsOf([once])).toEqual([]);
  });

  test('absent in any two of the last four', () => {
    expect(reasonsOf([away(1), lesson(2), lesson(3), away(4)])).toEqual([{ code: 'absent-of-last', numbers: { absent: 2, lessons: 4 }, at: 4 }]);
    expect(reasonsOf([away(1), away(2), lesson(3), lesson(4), lesson(5), lesson(6)])).toEqual([]);
    expect(reasonsOf([away(1)], [], { thresholds: { ...DEFAULT_THRESHOLDS, absent: 1, absent_of: 1 } })).toEqual([]);
  });

  test('silent in the last three lessons attended: lessons missed in between do not count as silence', () => {
    const mute = (at: number) => lesson(at, { texts: 0 });
    expect(codesOf(reasonsOf([lesson(1), mute(2), away(3), mute(4), mute(5)]))).toEqual(['silent']);
    expect(reasonsOf([mute(1), lesson(2), mute(3), mute(4)])).toEqual([]);
  });

  test.each<[string, Partial<LessonFact>, string]>([
    ['a form left blank', { transferRight: null, filedEmpty: 1 }, 'blank'],
    ['an answer too late', { transferRight: null, filedEmpty: 1, late: 1 }, 'late'],
  ])('[B2572] %s in two of the last three lessons attended is a reason, and none where the class did so', (_said, fact, code) => {
    const lessons = [lesson(1, fact), away(2), lesson(3), lesson(4, fact)];
    expect(reasonsOf(lessons)).toEqual([{ code, numbers: { times: 2, lessons: 3 }, at: 4 }]);
    expect(reasonsOf([lesson(1, fact), lesson(2), lesson(3), lesson(4, fact)])).toEqual([]);
    expect(reasonsOf(lessons, [], { others: fact })).toEqual([]);
  });

  test('[B2573] wrong before and after talking in two of three lessons is a reason where hardly anybody else is, with both numbers', () => {
    const wrong = { firstRight: false, secondRight: false };
    expect(reasonsOf([lesson(1, wrong), lesson(2), lesson(3, wrong)])).toMatchObject([{ code: 'wrong-throughout', numbers: { wrong: 2, lessons: 3 }, at: 3 }]);
    expect(reasonsOf([lesson(1, wrong), lesson(2), lesson(3, wrong)], [], { others: wrong })).toEqual([]);
    const before = [lesson(1, wrong), lesson(2, wrong), lesson(3), lesson(4), lesson(5, wrong)];
    expect(codesOf(reasonsOf(before, [], { others: { secondRight: null } }))).not.toContain('wrong-throughout');
  });

  test('[B1553] [B2574] right alone less often than the class on the same questions, from eight answers on; a hard question names nobody', () => {
    const wrong = (at: number) => lesson(at, { firstRight: false });
    const four = [wrong(1), wrong(2), lesson(3), wrong(4)];
    expect(reasonsOf(four)).toEqual([{ code: 'right-alone-less', numbers: { right: 5, answers: 8, percent: 97 }, at: 4 }]);
    expect(reasonsOf(four.slice(1))).toEqual([]);
    expect(reasonsOf(four, [], { others: { firstRight: false } })).toEqual([]);
  });

  test('[LIVE-108] often sure and wrong, with the numbers and since when', () => {
    const sure = (own: Partial<LessonFact>, others: Partial<LessonFact>) => reasonsOf([lesson(1, own), lesson(2)], [], { others });
    expect(sure({ sure: 5, sureWrong: 4 }, { sure: 5, sureWrong: 1 })).toEqual([{ code: 'sure-and-wrong', numbers: { wrong: 4, sure: 5 }, at: 1 }]);
    expect(sure({ sure: 2, sureWrong: 2 }, { sure: 5, sureWrong: 0 })).toEqual([]); // too few
    expect(sure({ sure: 5, sureWrong: 4 }, { sure: 5, sureWrong: 4 })).toEqual([]); // as often as the others
    expect(sure({ sure: 3, sureWrong: 3 }, {})).toEqual([]); // nobody else was ever sure
    expect(sure({ sure: 9, sureWrong: 0 }, { sure: 5, sureWrong: 1 })).toEqual([]); // sure and right
  });

  test('three works overdue; two of the last three returned below half; none that half of the class shares', () => {
    const works = [
      work(10, 'overdue'),
      work(30, 'overdue'),
      work(20, 'overdue'),
      work(1, 'returned', 20),
      work(2, 'returned', 90),
      work(3, 'returned', 49.9),
      work(4, 'returned', 10),
    ];
    expect(reasonsOf([], works)).toEqual([
      { code: 'work-returned-low', numbers: { low: 2, works: 3, percent: 50 }, at: 4 },
      { code: 'work-overdue', numbers: { works: 3 }, at: 30 },
    ]);
    expect(reasonsOf([], works.slice(1, 5))).toEqual([]);
    expect(
      reasonsOf(
        [],
        works.map((one) => ({ ...one, isOfMany: true })),
      ),
    ).toEqual([]);
  });

  test('[B2575] one event gives one reason: three blank forms without a word, and wrong answers that were sure', () => {
    const nothing = (at: number) => lesson(at, { firstRight: null, secondRight: null, transferRight: null, filedEmpty: 3, texts: 0 });
    expect(codesOf(reasonsOf([nothing(1), nothing(2), nothing(3)]))).toEqual(['blank']);
    const lost = (at: number) => lesson(at, { firstRight: false, secondRight: false, transferRight: false, sure: 3, sureWrong: 3 });
    expect(codesOf(reasonsOf([1, 2, 3, 4].map(lost), [], { others: { sure: 3 } }))).toEqual(['wrong-throughout']);
  });
});

test('[B2576] what weighs more comes first, then the given order, which is that of names; nobody without a reason', () => {
  const student = (name: string, ...codes: (typeof ATTENTION_CODES)[number][]) => ({ name, reasons: codes.map((code) => ({ code, numbers: {}, at: 1 })) });
  const list = [student('a', 'late', 'silent'), student('b'), student('c', 'absent-of-last'), student('d', 'blank'), student('e', 'absent-of-last')];
  expect(sortByAttention(list).map(({ name }) => name)).toEqual(['c', 'e', 'd', 'a']);
});

test('the chance of at least so many hits is that of the binomial distribution when all chances are alike, and exact otherwise', () => {
  const binomial = (tries: number, hits: number, each: number): number => {
    const choose = (of: number) => Array.from({ length: of }, (_, index) => (tries - index) / (index + 1)).reduce((product, one) => product * one, 1);
    return Array.from({ length: tries - hits + 1 }, (_, more) => choose(hits + more) * each ** (hits + more) * (1 - each) ** (tries - hits - more)).reduce(
      (sum, one) => sum + one,
      0,
    );
  };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(20), fc.double({ min: 0.01, max: 0.99, noNaN: true }), (tries, most, each) => {
      const hits = Math.min(tries, most);
      expect(
        computeChance(
          Array.from({ length: tries }, () => each),
          hits,
        ),
      ).toBeCloseTo(binomial(tries, hits, each), 9);
    }),
  );
  expect(computeChance([0.5, 0.2], 1)).toBeCloseTo(0.6, 12);
  expect(computeChance([0.5, 0.2], 2)).toBeCloseTo(0.1, 12);
  expect([computeChance([], 0), computeChance([], 1), computeChance([0.5], 2)]).toEqual([1, 0, 0]);
});

const anyRight = fc.constantFrom(true, false, null);
const anyFact = fc.record({
  isPresent: fc.boolean(),
  firstRight: anyRight,
  secondRight: anyRight,
  transferRight: anyRight,
  texts: fc.nat(3),
  late: fc.nat(2),
  filedEmpty: fc.nat(3),
  sure: fc.integer({ min: 3, max: 5 }),
  sureWrong: fc.nat(3),
});
const anyWork = fc.record({
  at: fc.nat(50),
  kind: fc.constantFrom<WorkFact['kind'][]>('overdue', 'returned'),
  percent: fc.option(fc.nat(100)),
  isOfMany: fc.boolean(),
});
const anyThresholds = fc.record(
  Object.fromEntries(Object.entries(THRESHOLD_BOUNDS).map(([key, [min, max]]) => [key, fc.integer({ min, max })])) as Record<
    keyof typeof THRESHOLD_BOUNDS,
    fc.Arbitrary<number>
  >,
);
/** A class of up to eight in up to twelve lessons, in some of which a student was not in the class yet. */
const anyClass = fc
  .array(fc.record({ lessons: fc.array(fc.option(anyFact), { maxLength: 12 }), works: fc.array(anyWork, { maxLength: 5 }) }), { minLength: 1, maxLength: 8 })
  .map(
    (students) =>
      new Map(
        students.map(({ lessons, works }, index): [number, StudentFacts] => [
          index,
          { lessons: lessons.flatMap((fact, at) => (fact ? [lesson(at + 1, fact)] : [])), works },
        ]),
      ),
  );

test('in every history each reason is listed once, in one order, with whole finite numbers and a time that was', () => {
  fc.assert(
    fc.property(anyClass, anyThresholds, (students, thresholds) => {
      for (const [student, reasons] of listReasons(students, thresholds)) {
        const codes = codesOf(reasons);
        expect(codes).toEqual(ATTENTION_CODES.filter((code) => codes.includes(code)));
        const { lessons, works } = students.get(student)!;
        for (const { numbers, at } of reasons) {
          expect(Object.values(numbers).every((number) => Number.isInteger(number))).toBe(true);
          expect([...lessons, ...works].some((one) => one.at === at)).toBe(true);
        }
      }
    }),
  );
});

test('[B2577] the order of students, lessons and works changes nothing', () => {
  fc.assert(
    fc.property(anyClass, anyThresholds, fc.nat(), (students, thresholds, seed) => {
      const key = (one: { at: number }) => (one.at * 7919 + seed) % 101;
      const shuffled = new Map(
        [...students]
          .toReversed()
          .map(([student, { lessons, works }]): [number, StudentFacts] => [
            student,
            { lessons: lessons.toSorted((left, right) => key(left) - key(right)), works: works.toReversed() },
          ]),
      );
      const [reasons, others] = [listReasons(students, thresholds), listReasons(shuffled, thresholds)];
      for (const student of students.keys()) expect(others.get(student)).toEqual(reasons.get(student));
    }),
  );
});

test('stored thresholds hold within their bounds, each for itself', () => {
  expect(toThresholds({ absent: 3, silent: 99, low: '40', overdue: 2.5 })).toEqual({ ...DEFAULT_THRESHOLDS, absent: 3 });
  for (const stored of [null, 'x', [], 7]) expect(toThresholds(stored)).toEqual(DEFAULT_THRESHOLDS);
});
