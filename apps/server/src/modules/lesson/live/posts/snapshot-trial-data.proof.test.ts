import { type Form, FORMS, liveTeacherSnapshot, type TeacherSnapshotView } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { type RunningLesson, runLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestClass } from '../../../../testing/scenario.ts';
import { trialLines } from '../../../../testing/trial-data.ts';
import { type Choices, holdLesson } from './testing/held-lesson.ts';

/** Counts of students by right and wrong before and after reading each other's texts, from real courses. */
interface RealCounts {
  question: string;
  students: number;
  rr: number;
  rw: number;
  wr: number;
  ww: number;
}
/** A session drawn from those counts, with its choices, including missing answers. */
interface SimulatedSession {
  question: string;
  choices: number;
  correct: number;
  answers: { student: number; first: number | null; second: number | null }[];
}
const real = trialLines<RealCounts>('peer-instruction/mydalite-transition-counts.jsonl');
const simulated = trialLines<SimulatedSession>('peer-instruction/simulated-sessions.jsonl');

const steps = { 'Form - 1A': 're-assign', 'Form - 1B': 'next', 'Form - 2': 'finished' } as const;
const [WRONG, RIGHT] = [0, 1];
/**
 * Returns true when the student transfers: far more of the students who were right after discussion do than of the
 * others, so that no two branches are equal.
 */
const transfers = (index: number, second: number): boolean => (second === RIGHT ? index % 4 !== 0 : index % 3 === 0);

/** Returns the answers of real students, one after the other: before, after, and in the other question. */
function answersOf({ rr, rw, wr, ww }: RealCounts): [number, number, number][] {
  const pairs = [
    ...Array.from({ length: rr }, () => [RIGHT, RIGHT] as const),
    ...Array.from({ length: rw }, () => [RIGHT, WRONG] as const),
    ...Array.from({ length: wr }, () => [WRONG, RIGHT] as const),
    ...Array.from({ length: ww }, () => [WRONG, WRONG] as const),
  ];
  return pairs.map(([first, second], index) => [first, second, transfers(index, second) ? RIGHT : WRONG]);
}

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

async function snapshotOf(lesson: RunningLesson): Promise<TeacherSnapshotView> {
  const { snapshot } = (await lesson.teacher.call(liveTeacherSnapshot, { query: { assessment_id: lesson.assessmentId } })).body;
  if (!snapshot) throw new Error('there is no snapshot yet');
  return snapshot;
}

/**
 * Runs a lesson of the class from start to finish; its students' choices are inserted as rows while each form is open.
 */
async function play(answers: readonly [number, number, number][]): Promise<RunningLesson> {
  const made = await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: room.courseId });
  const lesson = await runLesson(app, { ...room, ...made });
  const people = room.students.slice(0, answers.length).map(({ accountId }) => accountId);
  await sql`INSERT INTO live_participants (session_id, account_id) SELECT ${lesson.sessionId}, unnest(${people}::bigint[])`.execute(app.db);
  for (const [place, form] of FORMS.entries()) {
    const ids = await lesson.choices(form);
    const chosen = answers.map((ways) => ids[ways[place] as number]);
    await sql`
      INSERT INTO live_posts (session_id, phase_id, account_id, response_id, comment, comment_text, filed_by)
      SELECT ${lesson.sessionId}, (SELECT id FROM live_phases WHERE session_id = ${lesson.sessionId} AND form = ${form}), told.account_id, told.response_id,
             '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"So."}]}]}', 'So.', 'student'
        FROM unnest(${people}::bigint[], ${chosen}::bigint[]) AS told (account_id, response_id)`.execute(app.db);
    const step = await lesson.step(steps[form]);
    if (step.error) throw new Error(`not stepped on: ${step.error.code}`);
  }
  return lesson;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

describe.skipIf(real.length === 0)('real classes (TRIAL_DATA), played through a lesson’s rows', () => {
  beforeAll(async () => {
    room = await scenario.class({ students: Math.max(...real.map(({ students }) => students)) });
  }, 120_000);

  test('every question of the real courses: moves, gain, its interval, branches and shares are those counted from the file', { timeout: 300_000 }, async () => {
    expect(real.length).toBeGreaterThan(50);
    for (const counts of real) {
      const { rr, rw, wr, ww, students, question } = counts;
      const answers = answersOf(counts);
      const snapshot = await snapshotOf(await play(answers));
      const { moves, gain, reports, took_part } = snapshot;
      expect({ question, moves }).toMatchObject({ question, moves: { kept_right: rr, wrong_to_right: wr, right_to_wrong: rw, kept_wrong: ww } });
      expect(took_part).toEqual({ logged_in: students, students: room.students.length });
      expect([reports.form_1A.answered, reports.form_1A.right, reports.form_1B.answered, reports.form_1B.right]).toEqual([
        students,
        rr + rw,
        students,
        rr + wr,
      ]);
      // Hake's gain of the two shares, as his paper defines it
      const [before, after] = [(rr + rw) / students, (rr + wr) / students];
      const wanted = before === 1 ? null : (after - before) / (1 - before);
      expect(gain === null ? null : gain.value.toFixed(9)).toBe(wanted === null ? null : wanted.toFixed(9));
      const interval = gain?.interval ?? { low: wanted, high: wanted };
      expect(Number(interval.low)).toBeLessThanOrEqual(Number(wanted));
      expect(Number(interval.high)).toBeGreaterThanOrEqual(Number(wanted));
      expect(snapshot.incomplete).toEqual([]);
      for (const { first, second, transfer, account_ids } of snapshot.branches ?? []) {
        const way = [first, second, transfer].map(Number).join();
        expect(account_ids).toHaveLength(answers.filter((one) => one.join() === way).length);
      }
      expect(sum((snapshot.branches ?? []).map(({ account_ids }) => account_ids.length))).toBe(students);
      const transferred = answers.filter(([, , transfer]) => transfer === RIGHT).length;
      expect(sum((snapshot.transfer_by_move ?? []).map(({ right }) => right))).toBe(transferred);
      expect(reports.form_2.right).toBe(transferred);
    }
  });
});

describe.skipIf(simulated.length === 0)('a session with missing answers (TRIAL_DATA), answered by its students', () => {
  /** Finds the smallest session in which students moved in each of the four ways. */
  const movesOf = ({ answers, correct }: SimulatedSession) =>
    new Set(answers.flatMap(({ first, second }) => (first === null || second === null ? [] : [`${first === correct} ${second === correct}`])));
  const session = simulated
    .filter((one) => movesOf(one).size === 4)
    .toSorted((left, right) => left.answers.length - right.answers.length)[0] as SimulatedSession;

  test('who chose in one form alone is in no move and in no gain, and counts where that form is counted', { timeout: 120_000 }, async () => {
    // the second response of a scenario's question is the right one
    const placeOf = (choice: number | null): number | null =>
      choice === null ? null : choice === session.correct ? RIGHT : choice === RIGHT ? session.correct : choice % 4;
    const [first, second] = [session.answers.map((one) => placeOf(one.first)), session.answers.map((one) => placeOf(one.second))];
    const choices: Choices = { 'Form - 1A': first, 'Form - 1B': second, 'Form - 2': first.map((_, index) => (index % 5 === 0 ? null : index % 2)) };
    const { moves, gain, reports, incomplete } = await snapshotOf(await holdLesson(app, scenario, choices));
    const matched = session.answers.filter((one) => one.first !== null && one.second !== null);
    expect(matched.length).toBeLessThan(session.answers.length);
    const count = (before: boolean, after: boolean): number =>
      matched.filter((one) => (one.first === session.correct) === before && (one.second === session.correct) === after).length;
    const [rr, rw, wr, ww] = [count(true, true), count(true, false), count(false, true), count(false, false)];
    expect(moves).toMatchObject({ kept_right: rr, wrong_to_right: wr, right_to_wrong: rw, kept_wrong: ww });
    expect(sum((moves?.flows ?? []).map((flow) => flow.count))).toBe(matched.length);
    expect(gain?.value).toBe((wr - rw) / (wr + ww));
    const tally = (form: Form): [number, number] => {
      const chosen = choices[form].filter((choice) => choice !== null);
      return [chosen.length, chosen.filter((choice) => choice === RIGHT).length];
    };
    expect([reports.form_1A, reports.form_1B, reports.form_2].map(({ answered, right }) => [answered, right])).toEqual(FORMS.map(tally));
    const inAll = session.answers.filter((one, index) => one.first !== null && one.second !== null && index % 5 !== 0).length;
    expect(incomplete).toHaveLength(session.answers.length - inAll);
  });
});
