import { type CalculationType, gradeBook, rowsOf } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass } from '../../../testing/index.ts';
import { readTrialFile, trialFiles } from '../../../testing/trial-data.ts';
import { postWork } from '../submissions/testing/work.ts';

/** A class from a table of real grades. */
interface RealClass {
  items: { key: string; category: string; mostPoints: number /** The due date, or null for none. */; dueOn: string | null }[];
  /** The weights by category. */
  weights: Record<string, number>;
  students: { key: string; hasLeft: boolean }[];
  grades: { student: string; item: string; grade: number }[];
  /** The first and last day of each. */
  periods: [string, string][];
}
interface Rules {
  calculationType: CalculationType;
  excludeMissing: boolean;
  /** The number of dropped grades of each category. */
  dropLowest: number;
}

const files = trialFiles('grades');
/** Reads the rows of a table whose cells hold neither quotes nor line breaks. */
function readTable(file: string): Record<string, string>[] {
  const [head = '', ...lines] = readTrialFile(`grades/${file}`).toString('utf8').trimEnd().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, place) => [name, cells[place] ?? '']));
  });
}

/**
 * Reads a run of a university's course: scores out of 100, weights with any sum, exams without a day, hundreds of
 * students who left.
 */
function readRun(module: string, run: string): RealClass {
  const isOfRun = (row: Record<string, string>) => row['code_module'] === module && row['code_presentation'] === run;
  const begin = Date.UTC(2013, 9, 1);
  const dayOf = (days: number) => new Date(begin + days * 86_400_000).toISOString().slice(0, 10);
  const items = readTable('oulad/assessments.csv').filter(isOfRun);
  const left = new Set(
    readTable('oulad/studentRegistration.csv')
      .filter((row) => isOfRun(row) && row['date_unregistration'])
      .map((row) => row['id_student']),
  );
  const students = [...new Set(readTable('oulad/studentInfo.csv').flatMap((row) => (isOfRun(row) ? [row['id_student']!] : [])))];
  const [ofRun, known] = [new Set(items.map((row) => row['id_assessment'])), new Set(students)];
  const weights: Record<string, number> = {};
  for (const row of items) weights[row['assessment_type']!] = (weights[row['assessment_type']!] ?? 0) + Number(row['weight']);
  return {
    items: items.map((row) => ({
      key: row['id_assessment']!,
      category: row['assessment_type']!,
      mostPoints: 100,
      dueOn: row['date'] ? dayOf(Number(row['date'])) : null,
    })),
    weights,
    students: students.map((key) => ({ key, hasLeft: left.has(key) })),
    grades: readTable('oulad/studentAssessment.csv').flatMap((row) =>
      ofRun.has(row['id_assessment']) && known.has(row['id_student']!) && row['score']
        ? [{ student: row['id_student']!, item: row['id_assessment']!, grade: Number(row['score']) }]
        : [],
    ),
    periods: [
      [dayOf(0), dayOf(109)],
      [dayOf(109), dayOf(236)],
      ['2020-01-01', '2020-12-31'],
    ],
  };
}

/** Reads the final grades, out of 20, of the students of one subject. */
function readFinals(subject: string): RealClass {
  const rows = readTable(`uci-student-performance/student-${subject}.csv`);
  return {
    items: [{ key: 'G3', category: 'Final', mostPoints: 20, dueOn: '2014-06-20' }],
    weights: { Final: 60 },
    students: rows.map((_, place) => ({ key: String(place), hasLeft: false })),
    grades: rows.map((row, place) => ({ student: String(place), item: 'G3', grade: Number(row['G3']) })),
    periods: [['2014-06-01', '2014-06-30']],
  };
}

/** Reads one section's homework, a quiz and a test. */
function readSection(): RealClass {
  const grades = readTable('edfi/studentGradebookEntries.csv').flatMap((row) =>
    row['numericGrade'] ? [{ student: row['studentId']!, item: row['entryId']!, grade: Number(row['numericGrade']) }] : [],
  );
  return {
    items: readTable('edfi/gradebookEntries.csv').map((row) => ({
      key: row['entryId']!,
      category: row['title']!.replace(/ \d+.*/, ''),
      mostPoints: 100,
      dueOn: row['due'] || row['assigned']!,
    })),
    weights: { Assignment: 33.33, Quiz: 16.67, Unit: 45 },
    students: [...new Set(grades.map(({ student }) => student))].map((key) => ({ key, hasLeft: false })),
    grades,
    periods: [
      ['2021-08-23', '2021-09-15'],
      ['2021-09-16', '2021-10-31'],
    ],
  };
}

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

/**
 * Creates the class with draft grades and everything due long ago. Returns it, and the account of each student by key.
 */
async function make({ items, weights, students, grades }: RealClass): Promise<{ room: TestClass; accounts: Map<string, number> }> {
  const room = await scenario.class({ students: 0 });
  const suffix = `.${room.courseId}@trial.test`;
  await sql`INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key, role_id)
            SELECT ${room.schoolId}, 3, 'Student', key, key || ${suffix}, key || ${suffix}, (SELECT id FROM roles WHERE key = 'student')
              FROM jsonb_to_recordset(${JSON.stringify(students)}::jsonb) given (key text)`.execute(app.db);
  await sql`INSERT INTO course_members (course_id, account_id, role)
            SELECT ${room.courseId}, id, 'STUDENT' FROM accounts WHERE email LIKE ${`%${suffix}`}`.execute(app.db);
  await sql`INSERT INTO grade_settings (course_id, calculation_type) VALUES (${room.courseId}, 'TOTAL_POINTS')`.execute(app.db);
  await sql`INSERT INTO grade_categories (course_id, name, point, position)
            SELECT ${room.courseId}, key, value::numeric, row_number() OVER () FROM jsonb_each_text(${JSON.stringify(weights)}::jsonb)`.execute(app.db);
  const categories = await app.db.selectFrom('grade_categories').select(['id', 'name']).where('course_id', '=', room.courseId).execute();
  for (const { key, category, mostPoints, dueOn } of items)
    await postWork(app, room, {
      title: key,
      max_points: mostPoints,
      category_id: categories.find(({ name }) => name === category)!.id,
      ...(dueOn && { due_on: dueOn, due_at: new Date(`${dueOn}T23:59:59Z`), due_zone: 'UTC' }),
    });
  await sql`UPDATE submissions SET assigned_at = '2010-01-01' WHERE course_id = ${room.courseId}`.execute(app.db);
  await sql`UPDATE submissions SET draft_grade = given.grade
              FROM jsonb_to_recordset(${JSON.stringify(grades)}::jsonb) given (student text, item text, grade numeric)
              JOIN accounts ON accounts.email = given.student || ${suffix} JOIN course_works work ON work.course_id = ${room.courseId} AND work.title = given.item
             WHERE submissions.course_work_id = work.id AND submissions.account_id = accounts.id`.execute(app.db);
  await sql`UPDATE course_members SET left_at = app_now()
             WHERE course_id = ${room.courseId} AND account_id IN (SELECT id FROM accounts JOIN jsonb_to_recordset(${JSON.stringify(students)}::jsonb) given (key text, "hasLeft" boolean)
                                                                       ON accounts.email = given.key || ${suffix} WHERE given."hasLeft")`.execute(app.db);
  const made = await app.db.selectFrom('accounts').select(['id', 'last_name']).where('email', 'like', `%${suffix}`).execute();
  return { room, accounts: new Map(made.map(({ id, last_name }) => [last_name, id])) };
}

async function setRules(courseId: number, { calculationType, excludeMissing, dropLowest }: Rules): Promise<void> {
  await app.db
    .updateTable('grade_settings')
    .set({ calculation_type: calculationType, exclude_missing: excludeMissing })
    .where('course_id', '=', courseId)
    .execute();
  await app.db.updateTable('grade_categories').set({ drop_lowest: dropLowest }).where('course_id', '=', courseId).execute();
}

/**
 * A student's figure, or the class's mean when there is no student. Index 0 is the overall grade, the others are
 * marking periods.
 */
interface Reckoned {
  place: number;
  student: string | null;
  figure: number;
}

/**
 * Computes the figures by the text of FIG-1 to FIG-41, in the database's decimals, from the table of grades alone. It
 * shares neither a line nor a row with the tested code. Some twenty decimals represent a fraction; the twelfth decides
 * a tie.
 */
async function reckon({ students, ...table }: RealClass, { calculationType, excludeMissing, dropLowest }: Rules): Promise<Reckoned[]> {
  const given = JSON.stringify({ ...table, students: students.filter(({ hasLeft }) => !hasLeft) });
  const { rows } = await sql<Reckoned>`
    WITH given AS (SELECT ${given}::jsonb AS g),
    item AS (SELECT i.* FROM given, jsonb_to_recordset(g->'items') i (key text, category text, "mostPoints" numeric, "dueOn" date)),
    student AS (SELECT s.* FROM given, jsonb_to_recordset(g->'students') s (key text)),
    grade AS (SELECT e.* FROM given, jsonb_to_recordset(g->'grades') e (student text, item text, grade numeric)),
    weight AS (SELECT w.key AS category, w.value::numeric AS point FROM given, jsonb_each_text(g->'weights') w),
    period AS (SELECT p.place, (p.days->>0)::date AS first, (p.days->>1)::date AS last FROM given, jsonb_array_elements(g->'periods') WITH ORDINALITY p (days, place)),
    counted AS (
      SELECT student.key AS student, item.category, item."dueOn" AS due, item."mostPoints" AS most, coalesce(grade.grade, 0) AS earned
        FROM student CROSS JOIN item LEFT JOIN grade ON grade.student = student.key AND grade.item = item.key
       WHERE grade.grade IS NOT NULL OR (item."dueOn" IS NOT NULL AND NOT ${excludeMissing}::boolean)),
    ranked AS (
      SELECT *, row_number() OVER (PARTITION BY student, category ORDER BY earned / most) AS low, count(*) OVER (PARTITION BY student, category) AS many FROM counted),
    kept AS (SELECT * FROM ranked WHERE low > least(${dropLowest}::integer, many - 1)),
    mean AS (SELECT student, category, avg(earned / most) AS part FROM kept GROUP BY student, category),
    figure AS (
      SELECT 0 AS place, student, 100 * sum(earned) / sum(most) AS percent FROM kept WHERE ${calculationType}::text = 'TOTAL_POINTS' GROUP BY student
      UNION ALL
      SELECT 0, student, 100 * sum(part * point) / sum(point) FROM mean JOIN weight USING (category) WHERE ${calculationType}::text = 'WEIGHTED_BY_CATEGORY' AND point > 0 GROUP BY student
      UNION ALL
      SELECT place, student, 100 * avg(earned / most) FROM counted JOIN period ON due BETWEEN first AND last GROUP BY place, student)
    SELECT place::integer, student, round(round(avg(percent), 12), 1)::float8 AS figure FROM figure GROUP BY GROUPING SETS ((place, student), (place))`.execute(
    app.db,
  );
  return rows;
}

/** Returns the gradebook's figures in the same form. */
async function answered(room: TestClass, accounts: Map<string, number>, periods: RealClass['periods']): Promise<Reckoned[]> {
  const query = { class: room.courseId, figures: true, marking_periods: periods.map((days) => days.join('..')).join(',') };
  const { body } = await room.teacher.call(gradeBook, { query }, { token: await app.signIn(room.teacher.accountId) });
  const keys = new Map([...accounts].map(([key, id]) => [id, key]));
  const students = [...rowsOf(body.students)].map(({ account_id }) => keys.get(account_id)!);
  const { overall, mpg, averages } = body.gradebook;
  return [overall!, ...mpg!].flatMap((figures, place) => {
    const mean = [averages!.overall, ...averages!.mpg][place] ?? null;
    const all = [...figures.map((figure, row) => ({ place, student: students[row]!, figure })), { place, student: null, figure: mean }];
    return all.flatMap(({ figure, ...of }) => (figure === null ? [] : [{ ...of, figure }]));
  });
}
const inOrder = (list: readonly Reckoned[]) => list.map(({ place, student, figure }) => `${place} ${student ?? 'mean'} ${figure}`).sort();

const RULES: Rules[] = (['TOTAL_POINTS', 'WEIGHTED_BY_CATEGORY'] as const).flatMap((calculationType) => [
  { calculationType, excludeMissing: false, dropLowest: 0 },
  { calculationType, excludeMissing: true, dropLowest: 0 },
  { calculationType, excludeMissing: false, dropLowest: 2 },
]);

test.skipIf(files.length > 0)('TRIAL_DATA is not set: figures of real grades are not reckoned a second time', () => expect(files).toEqual([]));

describe.skipIf(files.length === 0)('figures of real grades', () => {
  test.each([
    ['a university course of 2,283 with weights that sum to 200', () => readRun('FFF', '2013J'), 1_400],
    ['one of 2,498 with two exams without a day', () => readRun('CCC', '2014J'), 1_200],
    ['finals in mathematics, out of 20', () => readFinals('mat'), 190],
    ['finals in Portuguese, out of 20', () => readFinals('por'), 320],
    ['a section with weights that sum to 95', () => readSection(), 15],
  ])('[K326] [K330] [K331] %s: every figure and every mean is what the database reckons by itself', { timeout: 120_000 }, async (_, read, least) => {
    const real = read();
    const { room, accounts } = await make(real);
    for (const rules of RULES) {
      await setRules(room.courseId, rules);
      const expected = await reckon(real, rules);
      expect(expected.filter(({ place }) => place === 0).length).toBeGreaterThan(least);
      expect(inOrder(await answered(room, accounts, real.periods)), JSON.stringify(rules)).toEqual(inOrder(expected));
    }
  });
});
