import { expect, test } from 'vitest';
import { DEFAULT_THRESHOLDS, type LessonFact, listReasons, type StudentFacts } from './attention.ts';

/** Returns the same sequence of numbers from 0 to 1 for one seed (mulberry32). */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The chances of a lesson that all students share: of right answers alone, after talking and in the transfer question. */
interface Questions {
  alone: number;
  after: number;
  transfer: number;
}
/** The averages that Smith 2009 printed are 52, 68 and 73%; the questions of a lesson vary around them. */
const drawQuestions = (draw: () => number): Questions => {
  const alone = 0.25 + 0.6 * draw();
  return { alone, after: alone + (1 - alone) * (0.2 + 0.4 * draw()), transfer: 0.4 + 0.55 * draw() };
};

interface Ways {
  /** The points by which the student's share of right answers is below that of the class. */
  less?: number;
  absent?: number;
}

function drawLesson(draw: () => number, at: number, { alone, after, transfer }: Questions, { less = 0, absent = 0.02 }: Ways): LessonFact {
  const isPresent = draw() >= absent;
  // Once in a hundred forms nothing comes, as it does in a class that takes part.
  const choose = (chance: number) => (!isPresent || draw() < 0.01 ? null : draw() < chance - less);
  const [firstRight, secondRight, transferRight] = [choose(alone), choose(after), choose(transfer)];
  const sureOf = [firstRight, secondRight, transferRight].filter((right) => right !== null && draw() < 0.5);
  const texts = isPresent ? Math.floor(4 * draw()) : 0;
  return {
    at,
    isPresent,
    forms: 3,
    firstRight,
    secondRight,
    transferRight,
    filedEmpty: 0,
    texts,
    late: 0,
    sure: sureOf.length,
    sureWrong: sureOf.filter((right) => right === false).length,
  };
}

/** Holds lessons with a class of 30 and returns, after each, how many of its first students were named, of how many looks. */
function lookAfterEach(seed: number, { lessons, ways = {}, students = 30 }: { lessons: number; ways?: Ways; students?: number }) {
  const draw = draws(seed);
  const facts = new Map<number, StudentFacts & { lessons: LessonFact[] }>(Array.from({ length: 30 }, (_, index) => [index, { lessons: [], works: [] }]));
  const found = { looks: 0, named: 0, codes: new Map<string, number>() };
  for (let at = 1; at <= lessons; at += 1) {
    const questions = drawQuestions(draw);
    for (const [index, own] of facts) own.lessons.push(drawLesson(draw, at, questions, index < students ? ways : {}));
    const reasons = [...listReasons(facts, DEFAULT_THRESHOLDS)].slice(0, students);
    found.looks += reasons.length;
    found.named += reasons.filter(([, of]) => of.length > 0).length;
    for (const { code } of reasons.flatMap(([, of]) => of)) found.codes.set(code, (found.codes.get(code) ?? 0) + 1);
  }
  return found;
}

test('[B2578] a steady student, who is like the others of the class, is named by chance in fewer than 2 of 100 looks', () => {
  const runs = Array.from({ length: 30 }, (_, seed) => lookAfterEach(seed + 1, { lessons: 16 }));
  const [looks, named] = [runs.reduce((sum, run) => sum + run.looks, 0), runs.reduce((sum, run) => sum + run.named, 0)];
  expect(looks).toBe(30 * 16 * 30);
  expect(named / looks).toBeLessThan(0.02);
});

test('[B2578] a student who is right 35 points less often than the class is named within ten lessons, most of the time', () => {
  const runs = Array.from({ length: 100 }, (_, seed) => lookAfterEach(seed + 1, { lessons: 10, ways: { less: 0.35 }, students: 1 }));
  expect(runs.filter(({ named }) => named > 0).length).toBeGreaterThan(75);
});
