import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction } from '../../../../platform/database/index.ts';
import { giveRights, type Random, type Scenario, type TestPerson } from '../../../../testing/index.ts';

/** Two schools on either side of the date line, with everything that dashboards count, drawn at random and written row by row. */
export interface RandomSchools {
  admin: TestPerson;
  schools: { id: number; head: TestPerson; teachers: TestPerson[]; students: TestPerson[]; courses: number[] }[];
  levels: number[];
  grades: number[];
  subjects: number[];
}

const ZONES = ['Asia/Tokyo', 'America/New_York'] as const;
const HOSTILE = ['=1+1', '@SUM(A1)', 'Zoë O’Neill', 'محمد', '王 伟', "x'); DROP TABLE accounts; --"];

export async function makeRandomSchools(db: Db, scenario: Scenario, random: Random): Promise<RandomSchools> {
  const insert = async (statement: RawBuilder<unknown>): Promise<number> => ((await statement.execute(db)).rows[0] as { id: number }).id;
  const named = (table: string, names: readonly string[]) =>
    Promise.all(names.map((name) => insert(sql`INSERT INTO ${sql.table(table)} (name) VALUES (${`${name} ${random.below(1e9)}`}) RETURNING id`)));
  const [levels, grades, subjects] = [
    await named('levels', ['Grade 8', 'Grade 9']),
    await named('question_grades', ['Q8', 'Q9']),
    await named('question_subjects', ['Physics', 'Maths']),
  ];
  const schools = [];
  for (const zone of ZONES) schools.push(await makeSchool(db, scenario, random, { zone, levels, grades, subjects, insert }));
  return { admin: await scenario.person('admin', null), schools, levels, grades, subjects };
}

interface Made {
  zone: string;
  levels: number[];
  grades: number[];
  subjects: number[];
  insert: (statement: RawBuilder<unknown>) => Promise<number>;
}

async function makeSchool(
  db: Db,
  scenario: Scenario,
  random: Random,
  { zone, levels, grades, subjects, insert }: Made,
): Promise<RandomSchools['schools'][number]> {
  const schoolId = await scenario.school(zone);
  const make = (role: 'teachers' | 'student', count: number): Promise<TestPerson[]> =>
    Promise.all(
      Array.from({ length: count }, (_, index) => scenario.person(role, schoolId, { firstName: random.pick(HOSTILE), lastName: `${role} ${index}` })),
    );
  const [head] = (await make('teachers', 1)) as [TestPerson];
  await giveRights(db, head.accountId, ['dashboards:view-school', 'dashboards:view-classes']);
  const [teachers, students] = [await make('teachers', 3), await make('student', 6)];
  const maybe = <T>(from: readonly T[]): T | null => (random.percent(25) ? null : random.pick(from));
  const day = (around: number): string => new Date(Date.now() + (random.below(around * 2) - around) * 86_400_000).toISOString().slice(0, 10);
  const questions: number[] = [];
  for (const person of [...teachers, ...students, head]) {
    for (let left = random.below(3); left > 0; left -= 1) {
      questions.push(
        await inTransaction(db, async (tx) => {
          const { rows } = await sql<{ id: number }>`
            INSERT INTO questions (account_id, school_id, status, teacher_status, published_state, question_subject_id, question_grade_id, archived_at)
            VALUES (${person.accountId}, ${schoolId}, ${random.below(2)}, ${random.below(3)}, ${random.percent(80) ? 'PUBLISHED' : 'DRAFT'},
                    ${maybe(subjects)}, ${maybe(grades)}, ${random.percent(15) ? new Date() : null}) RETURNING id`.execute(tx);
          const id = rows[0]!.id;
          const version = await sql<{ id: number }>`
            INSERT INTO question_versions (question_id, version, title, published_state, created_by) VALUES (${id}, 1, ${random.pick(HOSTILE)}, 'PUBLISHED', ${person.accountId}) RETURNING id`.execute(
            tx,
          );
          await sql`UPDATE questions SET current_version_id = ${version.rows[0]!.id} WHERE id = ${id}`.execute(tx);
          return id;
        }),
      );
    }
  }
  const courses: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    const owner = random.pick(teachers);
    const members = students.filter(() => random.percent(60));
    const courseId = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ id: number }>`
        INSERT INTO courses (school_id, owner_id, level_id, name, enrollment_code, archived_at, course_state)
        VALUES (${schoolId}, ${owner.accountId}, ${maybe(levels)}, ${`Class ${random.pick(HOSTILE)}`}, ${`r${random.below(1e9)}x${random.below(1e9)}`},
                ${index === 3 ? new Date() : null}, ${index === 2 && random.percent(30) ? 'SUSPENDED' : 'ACTIVE'}) RETURNING id`.execute(tx);
      const id = rows[0]!.id;
      await sql`INSERT INTO course_members (course_id, account_id, role) VALUES (${id}, ${owner.accountId}, 'TEACHER')`.execute(tx);
      for (const { accountId } of teachers.filter((other) => other !== owner && random.percent(30)))
        await sql`INSERT INTO course_members (course_id, account_id, role, left_at) VALUES (${id}, ${accountId}, 'TEACHER', ${random.percent(30) ? new Date() : null})`.execute(
          tx,
        );
      for (const { accountId } of members)
        await sql`INSERT INTO course_members (course_id, account_id, role, left_at) VALUES (${id}, ${accountId}, 'STUDENT', ${random.percent(20) ? new Date() : null})`.execute(
          tx,
        );
      return id;
    });
    courses.push(courseId);
    for (let left = 1 + random.below(4); left > 0; left -= 1) {
      const isFinished = random.percent(50);
      const assessmentId = await insert(sql`
        INSERT INTO assessments (account_id, class_id, title, level_id, schedule_date, subject_id, grade_id, status, is_archived)
        VALUES (${owner.accountId}, ${random.percent(85) ? courseId : null}, ${random.pick(HOSTILE)}, ${maybe(levels)}, ${maybe([day(2), day(40)])}, ${maybe(subjects)},
                ${maybe(grades)}, ${isFinished ? 'finished' : 'Active'}, ${random.percent(20)}) RETURNING id`);
      if (questions.length > 1) {
        for (const position of [1, 2])
          await sql`INSERT INTO assessment_questions (assessment_id, position, question_id) VALUES (${assessmentId}, ${position}, ${random.pick(questions)})`.execute(
            db,
          );
      }
      if (isFinished) await holdLesson(db, random, { schoolId, courseId, assessmentId, by: owner.accountId, heldOn: day(40), roster: members, insert });
      if (random.percent(60)) await makeWork(db, random, { courseId, assessmentId, by: owner.accountId, members, due: maybe([day(3), day(40)]), insert });
    }
    for (let left = random.below(3); left > 0; left -= 1)
      await makeWork(db, random, { courseId, assessmentId: null, by: owner.accountId, members, due: maybe([day(3), day(40)]), insert });
  }
  if (random.percent(50)) await scenario.deactivate(students[5]!.accountId);
  return { id: schoolId, head, teachers, students: students.slice(0, 5), courses };
}

interface Lesson {
  schoolId: number;
  courseId: number;
  assessmentId: number;
  by: number;
  heldOn: string;
  roster: readonly TestPerson[];
  insert: Made['insert'];
}

/** Writes the rows of a finished lesson without running it. The facts are tested where they are written. */
async function holdLesson(db: Db, random: Random, { schoolId, courseId, assessmentId, by, heldOn, roster, insert }: Lesson): Promise<void> {
  const sessionId = await insert(sql`
    INSERT INTO live_sessions (assessment_id, course_id, state, started_by, started_at, ended_at) VALUES (${assessmentId}, ${courseId}, 'finished', ${by}, app_now(), app_now()) RETURNING id`);
  const right = (): boolean | null => (random.percent(30) ? null : random.percent(50));
  const rows = roster.map(({ accountId }) => {
    const isThere = random.percent(75);
    const chosen = isThere ? [right(), right(), right()] : [null, null, null];
    const few = (): number => (isThere && random.percent(40) ? random.below(4) : 0);
    return { accountId, isThere, chosen, given: [few(), few(), few()], received: [few(), few()] };
  });
  const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const both = (first: boolean, second: boolean): number => rows.filter(({ chosen }) => chosen[0] === first && chosen[1] === second).length;
  const asked = 2;
  const mcq = random.below(3);
  await sql`
    INSERT INTO lesson_figures (session_id, assessment_id, course_id, school_id, held_on, finished_on, students, logged_in, asked, mcq, answers, correct,
                                first_answers, first_right, second_answers, second_right, transfer_answers, transfer_right,
                                kept_right, wrong_to_right, right_to_wrong, kept_wrong, comments_given, replies_given, likes_given, comments_received, likes_received)
    VALUES (${sessionId}, ${assessmentId}, ${courseId}, ${schoolId}, ${heldOn}, ${heldOn}, ${rows.length}, ${sum(({ isThere }) => Number(isThere))}, ${asked}, ${mcq},
            ${sum(({ chosen }) => chosen.filter((one) => one !== null).length)}, ${sum(({ chosen }) => chosen.filter(Boolean).length)},
            ${sql.join([0, 1, 2].flatMap((form) => [sum(({ chosen }) => Number(chosen[form] !== null)), sum(({ chosen }) => Number(chosen[form] === true))]))},
            ${both(true, true)}, ${both(false, true)}, ${both(true, false)}, ${both(false, false)},
            ${sum(({ given }) => given[0]!)}, ${sum(({ given }) => given[1]!)}, ${sum(({ given }) => given[2]!)},
            ${sum(({ received }) => received[0]!)}, ${sum(({ received }) => received[1]!)})`.execute(db);
  for (const { accountId, isThere, chosen, given, received } of rows)
    await sql`
      INSERT INTO lesson_students (session_id, account_id, course_id, school_id, held_on, logged_in_at, answered, first_right, second_right, transfer_right,
                                   filed, filed_empty, justified, comments_given, replies_given, likes_given, comments_received, likes_received,
                                   comments_by_classmates, likes_by_classmates)
      VALUES (${sessionId}, ${accountId}, ${courseId}, ${schoolId}, ${heldOn}, ${isThere ? new Date() : null}, ${chosen.filter((one) => one !== null).length},
              ${chosen[0] ?? null}, ${chosen[1] ?? null}, ${chosen[2] ?? null}, 0, 0, 0, ${given[0]}, ${given[1]}, ${given[2]}, ${received[0]}, ${received[1]}, 0, 0)`.execute(
      db,
    );
}

interface Work {
  courseId: number;
  assessmentId: number | null;
  by: number;
  members: readonly TestPerson[];
  due: string | null;
  insert: Made['insert'];
}

async function makeWork(db: Db, random: Random, { courseId, assessmentId, by, members, due, insert }: Work): Promise<void> {
  const isDraft = random.percent(15);
  const kind = random.percent(15) ? 'MATERIAL' : 'ASSIGNMENT';
  const workId = await insert(sql`
    INSERT INTO course_works (course_id, assessment_id, creator_id, kind, work_type, title, state, posted_at, max_points, due_on, due_at, archived_at)
    VALUES (${courseId}, ${assessmentId}, ${by}, ${kind}, ${kind}, ${random.pick(HOSTILE)}, ${isDraft ? 'DRAFT' : 'PUBLISHED'}, ${isDraft ? null : new Date(Date.now() - (random.percent(50) ? 20 * 86_400_000 : 0))},
            ${random.percent(20) ? null : 20}, ${due}, ${due === null ? null : `${due}T12:00:00Z`}, ${random.percent(15) ? new Date() : null}) RETURNING id`);
  if (kind === 'MATERIAL') return;
  for (const { accountId } of members) {
    const state = random.pick(['CREATED', 'TURNED_IN', 'RETURNED']);
    const draft = random.percent(50) ? random.below(21) : null;
    await sql`
      INSERT INTO submissions (course_id, course_work_id, account_id, state, assigned_at, draft_grade, assigned_grade, excused)
      VALUES (${courseId}, ${workId}, ${accountId}, ${state}, ${random.percent(90) ? new Date(Date.now() - (random.percent(50) ? 30 * 86_400_000 : 0)) : null}, ${draft}, ${state === 'RETURNED' ? draft : null}, ${random.percent(10)})`.execute(
      db,
    );
  }
}
