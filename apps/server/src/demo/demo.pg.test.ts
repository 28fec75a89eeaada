import {
  assessmentGet,
  assessmentList,
  attentionList,
  authLogin,
  childGet,
  childGradeBook,
  childList,
  draftList,
  type Endpoint,
  extraTimeList,
  questionList,
  type QuestionView,
  unfinishedAssessments,
  workProductList,
} from '@classwright/contract';
import { CensorshipMatcher, censorText } from '@classwright/rules/censorship/index';
import { STATUS_LABELS } from '@classwright/rules/questions/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../modules/people/accounts/index.ts';
import { createFileStorage } from '../modules/school/files/index.ts';
import { readPdf } from '../modules/lesson/work-products/drawing/testing/pdf-text.ts';
import { type Db, inTransaction } from '../platform/database/index.ts';
import { startTestApp, type TestApp } from '../testing/index.ts';
import { listLessons, readBank } from './content/index.ts';
import { demoPassword, seedDemoSchool, studentEmail } from './index.ts';

const bank = await readBank();
const lessons = listLessons(bank);
let app: TestApp;
const storageOf = (one: TestApp) => createFileStorage(one.dataDir);
const countOf = async (db: Db, table: 'accounts' | 'questions' | 'assessments' | 'courses' | 'schools') =>
  (
    await db
      .selectFrom(table as 'accounts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;
const signIn = async (email: string) => (await app.call(authLogin, { body: { email, password: demoPassword } })).body;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('two processes that start together make one demo school', async () => {
  const made = await Promise.all([seedDemoSchool(app.db, { storage: storageOf(app) }), seedDemoSchool(app.db, { storage: storageOf(app) })]);
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await countOf(app.db, 'schools')).toBe(1);
  expect(await countOf(app.db, 'accounts')).toBe(128);
  expect(await countOf(app.db, 'courses')).toBe(8);
  expect(await countOf(app.db, 'assessments')).toBe(10 + lessons.length);
  expect(await countOf(app.db, 'questions')).toBe(16 + bank.length);
  expect(await seedDemoSchool(app.db, { storage: storageOf(app) })).toBe(false);
});

test('[B2758] a parent signs in and sees two children of different classes, the running classes first, with grades, work and announcements', async () => {
  const { api_token: token, user } = await signIn('guardian@demo.school');
  expect(user.user_type).toBe('Guardian');
  const { children } = (await app.call(childList, {}, { token })).body;
  expect(children.map(({ name, classes }) => [name, classes.map((one) => one.name)])).toEqual([
    ['Priya Nair', ['Mathematics 10B', 'Science 10B', 'Mathematics 9B', 'Science 9B']],
    ['Arjun Venkataraman', ['Mathematics 5C']],
  ]);
  for (const { account_id: id, classes } of children) {
    const seen = (await app.call(childGet, { params: { id } }, { token })).body;
    expect(seen.announcements.length).toBeGreaterThanOrEqual(2);
    const { gradebook } = (await app.call(childGradeBook, { params: { id }, query: { class: classes[0]!.id } }, { token })).body;
    expect(JSON.stringify(gradebook).length).toBeGreaterThan(1_000);
  }
  expect((await app.call(childGet, { params: { id: children[0]!.account_id } }, { token: (await signIn('guardian2@demo.school')).api_token })).status).toBe(
    404,
  );
});

test('the teacher signs in and finds the class’s assessments, the first lesson on top, planned for the coming days', async () => {
  const { api_token: token, user } = await signIn('teacher@demo.school');
  expect(user).toMatchObject({ user_type: 'Teachers', school: { school_name: 'Rowan Bridge School', time_zone: 'Europe/London' } });
  const { data } = (await app.call(assessmentList, { query: { per_page: 50 } }, { token })).body;
  expect(data.length).toBeGreaterThanOrEqual(3);
  expect(data[0]!.title).toBe('Simple circuits: closing a switch');
  expect(new Set(data.map(({ class_name }) => class_name))).toEqual(new Set(['Science 10B']));
  expect(data.filter(({ status }) => status === 'finished').map(({ title }) => title)).toEqual(
    lessons
      .filter(({ classKey }) => classKey === 'science10')
      .map(({ title }) => title)
      .toReversed(),
  );
  for (const { schedule_date } of data) expect([0, 6]).not.toContain(new Date(`${schedule_date}T12:00Z`).getUTCDay());
});

test('its figures can be seen: in the question and beside it', async () => {
  const { api_token: token } = await signIn('admin@demo.school');
  const { data } = (await app.call(assessmentList, { query: { per_page: 200 } }, { token })).body;
  const urls: string[] = [];
  for (const { id } of data) {
    const { questions } = (await app.call(assessmentGet, { params: { id } }, { token })).body.assessment;
    for (const { description, resources } of questions) {
      urls.push(
        ...description.content.flatMap(({ type, attrs }) => (type === 'image' ? [String(attrs!['src'])] : [])),
        ...resources.map(({ url }: { url: string }) => url),
      );
    }
  }
  expect(urls).toHaveLength(6);
  for (const url of urls) {
    const reply = await app.server.app.inject({ url });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('image/png');
  }
});

test('every one of the people can sign in; students 1 to 30 share one class of the demo teacher, and one of last year; the others have none', async () => {
  const classesOfTeacher = await app.db
    .selectFrom('course_members as learner')
    .innerJoin('course_members as staff', 'staff.course_id', 'learner.course_id')
    .innerJoin('accounts as teacher', 'teacher.id', 'staff.account_id')
    .innerJoin('accounts as student', 'student.id', 'learner.account_id')
    .select(['student.email', 'learner.course_id'])
    .where('learner.role', '=', 'STUDENT')
    .where('staff.role', '=', 'TEACHER')
    .innerJoin('courses', 'courses.id', 'learner.course_id')
    .select('courses.course_state')
    .where('teacher.email', '=', 'teacher@demo.school')
    .execute();
  for (const state of ['ACTIVE', 'ARCHIVED'])
    expect(
      classesOfTeacher
        .filter(({ course_state }) => course_state === state)
        .map(({ email }) => email)
        .sort(),
    ).toEqual(Array.from({ length: 30 }, (_, index) => studentEmail(index + 1)).sort());
  expect(new Set(classesOfTeacher.map(({ course_id }) => course_id)).size).toBe(2);
  for (const email of ['admin@demo.school', 'teacher4@demo.school', 'student1@demo.school', 'student120@demo.school'])
    expect((await signIn(email)).api_token).toEqual(expect.any(String));
});

test('[L283] one of the teacher’s class has extra time, which the teacher finds and the student does not', async () => {
  const { api_token: token } = await signIn('teacher@demo.school');
  const course = await app.db.selectFrom('courses').select('id').where('name', '=', 'Science 10B').executeTakeFirstOrThrow();
  const { data } = (await app.call(extraTimeList, { query: { course_id: course.id } }, { token })).body;
  expect(data.filter(({ percent }) => percent > 0)).toMatchObject([{ first_name: 'Zahra', last_name: 'al-Masri', percent: 50 }]);
  const own = await signIn(studentEmail(24));
  expect((await app.call(extraTimeList, { query: { course_id: course.id } }, { token: own.api_token })).status).toBe(403);
  expect(JSON.stringify(own)).not.toMatch(/extra|percent/i);
});

test('what people were told stands in the order of its days', async () => {
  const { rows } = await sql<{ account_id: number; created_at: Date }>`SELECT account_id, created_at FROM notifications ORDER BY account_id, id`.execute(
    app.db,
  );
  expect(rows.length).toBeGreaterThan(100);
  for (const own of Map.groupBy(rows, ({ account_id }) => account_id).values())
    expect(own.map(({ created_at }) => created_at.getTime())).toEqual(own.map(({ created_at }) => created_at.getTime()).sort((a, b) => a - b));
});

test('response points follow from the rubric row of the match label', async () => {
  const rows = await app.db
    .selectFrom('question_responses')
    .innerJoin('question_versions', 'question_versions.id', 'question_responses.question_version_id')
    .select(['question_responses.match_label', 'question_responses.sub_grade', 'question_versions.rubrics', 'question_versions.overall_grade'])
    .execute();
  expect(rows.length).toBeGreaterThan(50);
  for (const { match_label, sub_grade, rubrics, overall_grade } of rows) {
    const levels = rubrics as { level: string; point: number }[];
    expect(levels.find(({ level }) => level === match_label)?.point).toBe(sub_grade);
    expect(overall_grade).toBe(Math.max(...levels.map(({ point }) => point)));
  }
});

test('the bank has questions at every step of approval, with ratings, and drafts that are their authors’ alone', async () => {
  const { api_token: token } = await signIn('teacher2@demo.school');
  const { questions } = (await app.call(questionList, { query: { per_page: 200 } }, { token })).body;
  for (const label of STATUS_LABELS) expect(questions.filter((question: QuestionView) => question.status_label === label).length).toBeGreaterThanOrEqual(3);
  expect(questions.find(({ title }: QuestionView) => title === 'One lamp unscrewed')).toMatchObject({
    total_approval: 2,
    rating_count: 4,
    rating_label: 'Exceptional',
  });
  expect((await app.call(draftList, {}, { token })).body.questions.map(({ title }: QuestionView) => title)).toEqual(['Rust on the scales']);
});

test('[B2586] [B2592] looks lived in: everybody has a face of their own, gifts have pictures, and things were made and people came on different days, and last year lies in the archive', async () => {
  const [faces] = (
    await sql<{ people: number; pictures: number; different: number }>`
      SELECT count(*)::integer AS people, count(picture_file_id)::integer AS pictures, count(DISTINCT files.sha256)::integer AS different
        FROM accounts LEFT JOIN files ON files.id = accounts.picture_file_id`.execute(app.db)
  ).rows;
  expect(faces).toMatchObject({ people: 128, pictures: 128 });
  expect(faces!.different).toBeGreaterThan(100);
  const [seen] = (
    await sql<{ gifts: number; question_days: number; early_approvals: number; never: number; future: number; late_assessments: number }>`
      SELECT (SELECT count(*) FROM store_items WHERE picture_file_id IS NULL)::integer AS gifts,
             (SELECT count(DISTINCT created_at::date) FROM questions)::integer AS question_days,
             (SELECT count(*) FROM question_approvals approval JOIN questions ON questions.id = question_id WHERE approved_at < created_at)::integer AS early_approvals,
             (SELECT count(*) FROM accounts student JOIN course_members member ON member.account_id = student.id
               WHERE NOT EXISTS (SELECT 1 FROM access_tokens WHERE account_id = student.id))::integer AS never,
             (SELECT count(*) FROM questions WHERE created_at > app_now())::integer AS future,
             (SELECT count(*) FROM assessments JOIN live_sessions held ON held.assessment_id = assessments.id WHERE assessments.created_at > held.started_at)::integer
               AS late_assessments`.execute(app.db)
  ).rows;
  expect(seen).toMatchObject({ gifts: 0, early_approvals: 0, never: 0, future: 0, late_assessments: 0 });
  expect(seen!.question_days).toBeGreaterThan(60);
  const [around] = (
    await sql<{ last_year: number; first_tries: number; handouts: number; file_days: number }>`
      SELECT (SELECT count(*) FROM courses WHERE course_state = 'ARCHIVED' AND created_at < app_now() - interval '1 year')::integer AS last_year,
             (SELECT count(*) FROM assessments WHERE is_archived)::integer AS first_tries,
             (SELECT count(*) FROM files JOIN accounts owner ON owner.id = files.account_id
               WHERE owner.email = 'teacher@demo.school')::integer AS handouts,
             (SELECT count(DISTINCT created_at::date) FROM files WHERE account_id IS NOT NULL)::integer AS file_days`.execute(app.db)
  ).rows;
  expect(around).toMatchObject({ last_year: 2, first_tries: 2, handouts: 3 });
  expect(around!.file_days).toBeGreaterThan(30);
});

test('there is no demo school where somebody lives already', async () => {
  const other = await startTestApp();
  try {
    await inTransaction(other.db, (tx) =>
      createAccount(tx, { schoolId: null, accountType: 'Admin', roleKey: 'admin', firstName: 'A', lastName: 'B', email: 'a@b.test', passwordHash: null }),
    );
    expect(await seedDemoSchool(other.db, { storage: storageOf(other) })).toBe(false);
    expect(await countOf(other.db, 'schools')).toBe(0);
  } finally {
    await other.close();
  }
});

describe('lessons that are over', () => {
  const isLatest = (title: string): boolean => lessons.some((lesson) => lesson.title === title && lesson.schoolDay >= -2);
  const student = async (number: number) => {
    const { api_token: token } = await signIn(studentEmail(number));
    return <E extends Endpoint>(endpoint: E, args = {}) => app.call(endpoint, args, { token });
  };

  test('have the work products of the latest two made after the start, each attached to the work of its class and handed in', {
    timeout: 120_000,
  }, async () => {
    const priya = await student(1);
    expect((await priya(unfinishedAssessments)).body.data.map(({ title }: { title: string }) => title)).toEqual([
      'Up and down by percent',
      'Parallel circuits: who notices what?',
    ]);
    const jobs = () => app.db.selectFrom('jobs').where('kind', '=', 'work-product');
    expect(await jobs().select('id').execute()).toHaveLength(55);
    // Creating all of them takes half a minute on an idle machine. Those of two students show how the others are made.
    const two = await app.db
      .selectFrom('accounts')
      .select('id')
      .where('email', 'in', [studentEmail(1), studentEmail(2)])
      .execute();
    await app.db
      .deleteFrom('jobs')
      .where('kind', '=', 'work-product')
      .where(
        sql`(payload->>'account_id')::bigint`,
        'not in',
        two.map(({ id }) => id),
      )
      .execute();
    await app.server.jobs.runDue();
    expect((await priya(unfinishedAssessments)).body.data).toEqual([]);
    const { rows } = await sql<{ title: string; there: number; made: number; attached: number; handed_in: number }>`
      SELECT assessments.title, (SELECT count(*) FROM live_participants WHERE session_id = session.id)::integer AS there,
             (SELECT count(*) FROM work_products WHERE session_id = session.id AND state = 'made')::integer AS made,
             (SELECT count(*) FROM submission_attachments JOIN submissions ON submissions.id = submission_id
               WHERE course_work_id = work.id AND file_id IN (SELECT file_id FROM work_products WHERE session_id = session.id))::integer AS attached,
             (SELECT count(*) FROM submissions WHERE course_work_id = work.id AND state = 'TURNED_IN' AND NOT late)::integer AS handed_in
        FROM live_sessions session JOIN assessments ON assessments.id = session.assessment_id JOIN course_works work ON work.assessment_id = assessments.id
       ORDER BY assessments.title`.execute(app.db);
    expect(rows.filter(({ title }) => isLatest(title))).toEqual([
      { title: 'Parallel circuits: who notices what?', there: 27, made: 2, attached: 2, handed_in: 27 },
      { title: 'Up and down by percent', there: 28, made: 2, attached: 2, handed_in: 28 },
    ]);
    const older = rows.filter(({ title }) => !isLatest(title));
    expect(older).toHaveLength(lessons.length - 2);
    for (const { there, made, attached, handed_in } of older) expect({ made, attached, handed_in }).toEqual({ made: there, attached: there, handed_in: 0 });
  });

  test('say what was answered, why, and what others said to it, and leave out who said it', async () => {
    const noah = await student(2);
    const { id } = await app.db.selectFrom('assessments').select('id').where('title', '=', 'Parallel circuits: who notices what?').executeTakeFirstOrThrow();
    const [product] = (await noah(workProductList, { query: { assessment_id: id } })).body.data;
    const { text, title } = await readPdf((await app.server.app.inject({ url: product!.url! })).rawPayload);
    expect(title).toBe('Parallel circuits: who notices what?, Noah Adeyemi');
    for (const said of [
      'One lamp unscrewed',
      'The lamp and the kettle',
      'so the one that is left gets all the current',
      'But how would the battery know that there is only one lamp left?',
      'A classmate',
      'Adaeze Okafor',
    ])
      expect(text).toContain(said);
    expect(text).not.toContain('Priya Nair');
  });

  test('those of some weeks ago have their pages: what was asked, chosen, said and made of it, and no classmate’s name', async () => {
    const noah = await student(2);
    const { id } = await app.db.selectFrom('assessments').select('id').where('title', '=', 'Is current used up?').executeTakeFirstOrThrow();
    const [product] = (await noah(workProductList, { query: { assessment_id: id } })).body.data;
    expect(product).toMatchObject({ state: 'made' });
    const { text, title } = await readPdf((await app.server.app.inject({ url: product!.url! })).rawPayload);
    expect(`${title} ${text}`).not.toContain('Priya');
    for (const said of ['Where the current is used up', 'Both read the same (right)', 'like a lorry', 'A classmate: The lorry is a good picture'])
      expect(text).toContain(said);
  });

  test('have facts: everybody of the class in each, present or absent, and figures as the content has them', async () => {
    const { rows } = await sql<{ title: string; students: number; logged_in: number; rows: number; absent: number; wr: number; answers: number }>`
      SELECT assessments.title, figures.students, figures.logged_in, figures.wrong_to_right AS wr, figures.answers::integer AS answers,
             (SELECT count(*) FROM lesson_students own WHERE own.session_id = figures.session_id)::integer AS rows,
             (SELECT count(*) FROM lesson_students own WHERE own.session_id = figures.session_id AND own.logged_in_at IS NULL AND own.answered = 0)::integer AS absent
        FROM lesson_figures figures JOIN assessments ON assessments.id = figures.assessment_id ORDER BY figures.held_on, figures.session_id`.execute(app.db);
    expect(rows).toHaveLength(lessons.length);
    for (const lesson of lessons) {
      const found = rows.filter(({ title, logged_in }) => title === lesson.title && logged_in === lesson.answers.length);
      expect(found.length).toBeGreaterThan(0);
      for (const { students, rows: all, absent } of found)
        expect({ students, all, absent }).toEqual({ students: 30, all: 30, absent: 30 - lesson.answers.length });
    }
  });

  test('have the facts that a recount of the answers one by one comes to', async () => {
    const { rows: posts } = await sql<{ session_id: number; account_id: number; form: string; is_valid: boolean | null; text: string }>`
      SELECT post.session_id, post.account_id, phase.form, response.is_valid, post.comment_text AS text
        FROM live_posts post JOIN live_phases phase ON phase.id = post.phase_id LEFT JOIN question_responses response ON response.id = post.response_id`.execute(
      app.db,
    );
    const { rows: facts } = await sql<
      Record<'session_id' | 'account_id' | 'justified' | 'filed_empty', number> & Record<'first_right' | 'second_right' | 'transfer_right', boolean | null>
    >`
      SELECT session_id, account_id, justified, filed_empty, first_right, second_right, transfer_right FROM lesson_students ORDER BY session_id, account_id`.execute(
      app.db,
    );
    const given = Map.groupBy(posts, ({ session_id, account_id }) => `${session_id}:${account_id}`);
    const recount = ({ session_id, account_id }: { session_id: number; account_id: number }) => {
      const own = given.get(`${session_id}:${account_id}`) ?? [];
      const isRight = (form: string) => own.find((post) => post.form === form)?.is_valid ?? null;
      return {
        session_id,
        account_id,
        justified: own.filter(({ text }) => text.trim() !== '').length,
        filed_empty: own.filter(({ is_valid, text }) => is_valid === null && text === '').length,
        first_right: isRight('Form - 1A'),
        second_right: isRight('Form - 1B'),
        transfer_right: isRight('Form - 2'),
      };
    };
    expect(facts).toEqual(facts.map(recount));
    const { rows: figures } = await sql<Record<'session_id' | 'right_to_wrong' | 'wrong_to_right' | 'kept_right' | 'kept_wrong', number>>`
      SELECT session_id, right_to_wrong, wrong_to_right, kept_right, kept_wrong FROM lesson_figures`.execute(app.db);
    for (const { session_id, ...moves } of figures) {
      const chose = facts.filter((fact) => fact.session_id === session_id && fact.first_right !== null && fact.second_right !== null);
      const count = (first: boolean, second: boolean) => chose.filter((fact) => fact.first_right === first && fact.second_right === second).length;
      expect(moves).toEqual({
        right_to_wrong: count(true, false),
        wrong_to_right: count(false, true),
        kept_right: count(true, true),
        kept_wrong: count(false, false),
      });
    }
  });

  test('lie in the past eight weeks, on school days within their periods by the clock of the school; 10B has two a week, the others one', async () => {
    const { rows: odd } = await sql`
      SELECT session.id FROM live_sessions session JOIN assessments assessment ON assessment.id = session.assessment_id JOIN assessment_periods period ON period.id = assessment.period_id,
             LATERAL (SELECT started_at AT TIME ZONE 'Europe/London' AS began, ended_at AT TIME ZONE 'Europe/London' AS ended) here
       WHERE extract(isodow FROM began) > 5 OR began::date <> assessment.schedule_date OR began::time < period.start_time OR ended::time > period.end_time
          OR ended_at >= app_now() OR started_at < app_now() - interval '60 days'`.execute(app.db);
    expect(odd).toEqual([]);
    const { rows: together } = await sql`
      SELECT one.id FROM live_sessions one JOIN live_sessions other ON other.id > one.id AND other.started_at < one.ended_at AND one.started_at < other.ended_at
        JOIN courses ON courses.id = one.course_id JOIN courses theirs ON theirs.id = other.course_id
       WHERE courses.owner_id = theirs.owner_id OR EXISTS (SELECT 1 FROM course_members a JOIN course_members b ON b.account_id = a.account_id AND b.course_id = other.course_id
             WHERE a.course_id = one.course_id AND a.role = 'STUDENT')`.execute(app.db);
    expect(together).toEqual([]);
    const { rows } = await sql<{ name: string; lessons: number }>`
      SELECT courses.name, count(*)::integer AS lessons FROM live_sessions JOIN courses ON courses.id = course_id GROUP BY courses.name ORDER BY 2 DESC, 1`.execute(
      app.db,
    );
    expect(rows).toEqual([
      { name: 'Mathematics 10B', lessons: 16 },
      { name: 'Science 10B', lessons: 16 },
      { name: 'Computer Science 12', lessons: 8 },
      { name: 'Geography 8A', lessons: 8 },
      { name: 'History 8A', lessons: 8 },
      { name: 'Mathematics 5C', lessons: 8 },
    ]);
  });

  test('[B2579] name at most 6 students after a lesson in the median, everybody who was absent in 2 of the last 4, and stories of many kinds', async () => {
    const lessons = (
      await sql<{ course_id: number; assessment_id: number; email: string; often_absent: number[] }>`
        WITH held AS (
          SELECT figures.session_id, figures.course_id, figures.assessment_id, session.ended_at
            FROM lesson_figures figures JOIN live_sessions session ON session.id = figures.session_id
        )
        SELECT held.course_id, held.assessment_id, owner.email,
               (SELECT coalesce(jsonb_agg(absence.account_id ORDER BY absence.account_id), '[]')
                  FROM (SELECT fact.account_id
                          FROM (SELECT session_id FROM held other WHERE other.course_id = held.course_id AND other.ended_at <= held.ended_at
                                 ORDER BY other.ended_at DESC LIMIT 4) last
                          JOIN lesson_students fact USING (session_id)
                         GROUP BY fact.account_id HAVING count(*) >= 2 AND count(*) FILTER (WHERE fact.logged_in_at IS NULL) >= 2) absence) AS often_absent
          FROM held JOIN courses course ON course.id = held.course_id JOIN accounts owner ON owner.id = course.owner_id ORDER BY held.session_id`.execute(
        app.db,
      )
    ).rows;
    expect(lessons.length).toBeGreaterThanOrEqual(64);
    const [codes, named] = [new Set<string>(), [] as number[]];
    for (const { course_id, assessment_id, email, often_absent } of lessons) {
      const { api_token: token } = await signIn(email);
      const { data } = (await app.call(attentionList, { query: { course_id, assessment_id } }, { token })).body;
      named.push(data.length);
      for (const { reasons } of data) for (const { code } of reasons) codes.add(code);
      const absentees = data.filter(({ reasons }: { reasons: { code: string }[] }) => reasons.some(({ code }) => code === 'absent-of-last'));
      expect(absentees.map(({ account_id }: { account_id: number }) => account_id).toSorted((one: number, other: number) => one - other)).toEqual(often_absent);
    }
    const inOrder = named.toSorted((one, other) => one - other);
    expect(inOrder[Math.floor(inOrder.length / 2)]).toBeLessThanOrEqual(6);
    for (const code of ['absent-of-last', 'silent', 'right-alone-less']) expect([...codes]).toContain(code);
  });

  test('[B2579] name some students of each class now, and not everybody', async () => {
    const codes = new Set<string>();
    for (const { id, email } of await app.db
      .selectFrom('courses')
      .innerJoin('accounts', 'accounts.id', 'courses.owner_id')
      .select(['courses.id', 'accounts.email'])
      .where('course_state', '=', 'ACTIVE')
      .execute()) {
      const { api_token: token } = await signIn(email as string);
      const { data, lessons: held } = (await app.call(attentionList, { query: { course_id: id } }, { token })).body;
      expect(held).toBeGreaterThanOrEqual(8);
      expect(data.length).toBeLessThanOrEqual(12);
      for (const { reasons } of data) for (const { code } of reasons) codes.add(code);
    }
    for (const code of ['absent-of-last', 'work-overdue', 'work-returned-low']) expect([...codes]).toContain(code);
  });

  test('say nothing that the lists of censored words would replace', async () => {
    const { rows: entries } = await sql<{ id: number; name: string; level_id: number; replace_with: string }>`
      SELECT id, name, censorship_id AS level_id, replace_with FROM censorship_words`.execute(app.db);
    expect(entries.length).toBeGreaterThan(10);
    const matcher = new CensorshipMatcher(entries.map(({ id, name, level_id, replace_with }) => ({ id, name, levelId: level_id, replaceWith: replace_with })));
    const { rows: said } = await sql<{ text: string }>`
      SELECT comment_text AS text FROM live_posts UNION SELECT comment FROM post_comments UNION SELECT reply FROM comment_replies UNION SELECT title FROM question_responses
      UNION SELECT title FROM question_versions UNION SELECT title FROM assessments UNION SELECT short_answer FROM submissions WHERE short_answer IS NOT NULL`.execute(
      app.db,
    );
    expect(said.length).toBeGreaterThan(800);
    expect(said.map(({ text }) => text).filter((text) => censorText(matcher, text).value !== text)).toEqual([]);
  });

  test('tell stories over eight weeks: who is away, who never writes, whom discussion misleads, who is lost at the transfer', async () => {
    const { rows } = await sql<{ email: string; away: number; lost: number; misled: number; stuck: number; wrote: number; late: number }>`
      SELECT accounts.email, count(*) FILTER (WHERE own.logged_in_at IS NULL)::integer AS away,
             (SELECT count(*) FROM (SELECT logged_in_at FROM lesson_students latest WHERE latest.account_id = accounts.id AND latest.course_id = courses.id
                                     ORDER BY held_on DESC LIMIT 4) lately WHERE lately.logged_in_at IS NULL)::integer AS lost,
             count(*) FILTER (WHERE own.first_right AND NOT own.second_right)::integer AS misled,
             count(*) FILTER (WHERE own.second_right AND NOT own.transfer_right)::integer AS stuck, sum(own.justified)::integer AS wrote,
             count(*) FILTER (WHERE own.logged_in_at > session.started_at)::integer AS late
        FROM lesson_students own JOIN accounts ON accounts.id = own.account_id JOIN courses ON courses.id = own.course_id
        JOIN live_sessions session ON session.id = own.session_id
       WHERE courses.name = 'Science 10B' GROUP BY accounts.id, courses.id ORDER BY accounts.id`.execute(app.db);
    const of = (number: number) => rows.find(({ email }) => email === studentEmail(number));
    expect(of(22)).toMatchObject({ lost: 4 });
    expect(of(9)!.misled).toBeGreaterThanOrEqual(4);
    expect(of(28)!.stuck).toBeGreaterThanOrEqual(4);
    expect(of(19)).toMatchObject({ wrote: 0 });
    expect(of(12)!.late).toBeGreaterThanOrEqual(3);
  });

  test('differ in what discussion did for them, and ask one question in classes of one teacher and of two', async () => {
    const { rows } = await sql<{ title: string; gain: number; before: number }>`
      SELECT assessments.title, (wrong_to_right - right_to_wrong)::float8 / (wrong_to_right + kept_wrong) AS gain,
             (kept_right + right_to_wrong)::float8 / (kept_right + right_to_wrong + wrong_to_right + kept_wrong) AS before
        FROM lesson_figures JOIN assessments ON assessments.id = assessment_id`.execute(app.db);
    const of = (title: string) => rows.find((row) => row.title === title);
    expect(of('Two lamps in a row')!.gain).toBeCloseTo(0.6, 1);
    expect(of('Thicker, shorter, side by side')!.gain).toBeLessThan(0.2);
    expect(of('Gone, or only out of sight?')!.before).toBeGreaterThan(0.7);
    const shared = await sql<{ title: string; classes: string[]; versions: number }>`
      SELECT version.title, array_agg(courses.name ORDER BY courses.name) AS classes, count(DISTINCT asked.question_version_id)::integer AS versions
        FROM live_session_questions asked JOIN question_versions version ON version.id = asked.question_version_id
        JOIN live_sessions session ON session.id = asked.session_id JOIN courses ON courses.id = session.course_id
       WHERE asked.position = 1 GROUP BY version.title HAVING count(*) > 1 ORDER BY version.title`.execute(app.db);
    expect(shared.rows).toEqual([
      { title: 'Between two decimals', classes: ['Mathematics 10B', 'Mathematics 5C'], versions: 1 },
      { title: 'Phases of the Moon', classes: ['Geography 8A', 'Science 10B'], versions: 1 },
    ]);
  });

  test('agree with what a lesson writes: answers in time, comments afterwards, points for who was right after talking, and an analysis', async () => {
    const odd = await sql<{ what: string }>`
      SELECT 'an answer outside of its form' AS what FROM live_posts JOIN live_phases phase ON phase.id = phase_id WHERE posted_at < opened_at OR posted_at > closed_at
      UNION ALL SELECT 'somebody who was not there' FROM live_posts post
       WHERE NOT EXISTS (SELECT 1 FROM live_participants WHERE session_id = post.session_id AND account_id = post.account_id)
      UNION ALL SELECT 'another question' FROM live_posts JOIN live_phases phase ON phase.id = phase_id JOIN question_responses ON question_responses.id = response_id
       WHERE question_responses.question_version_id <> phase.question_version_id
      UNION ALL SELECT 'an early comment' FROM post_comments JOIN live_posts ON live_posts.id = post_id WHERE post_comments.created_at < posted_at
      UNION ALL SELECT 'an early reply' FROM comment_replies JOIN post_comments ON post_comments.id = comment_id WHERE comment_replies.created_at <= post_comments.created_at
      UNION ALL SELECT 'a like of oneself' FROM post_reactions JOIN live_posts ON live_posts.id = post_id WHERE live_posts.account_id = post_reactions.account_id
      UNION ALL SELECT 'from the future' FROM live_sessions WHERE ended_at > app_now() OR state <> 'finished'`.execute(app.db);
    expect(odd.rows).toEqual([]);
    const { rows } = await sql<{ right_after: number; analysed: number }>`
      SELECT (SELECT count(*) FROM reward_points WHERE cause LIKE 'lesson:%:right-after')::integer AS right_after,
             (SELECT count(*) FROM item_results)::integer AS analysed`.execute(app.db);
    expect(rows[0]!.right_after).toBeGreaterThan(20);
    expect(rows[0]!.analysed).toBe(2 * lessons.length);
  });
});

describe('eight weeks of classwork', () => {
  const all = async <T>(query: { execute: (db: Db) => Promise<{ rows: T[] }> }) => (await query.execute(app.db)).rows;

  test('there is work of every kind, and submissions in every state, late and missing ones among them', async () => {
    const kinds = await all(sql<{ kind: string; count: number }>`SELECT kind, count(*) AS count FROM course_works GROUP BY kind ORDER BY kind`);
    expect(kinds.map(({ kind }) => kind)).toEqual(['ASSIGNMENT', 'MATERIAL', 'QUESTION', 'QUIZ_ASSIGNMENT']);
    const states = await all(sql<{ state: string; count: number }>`SELECT state, count(*) AS count FROM submissions GROUP BY state ORDER BY state`);
    expect(states.map(({ state }) => state)).toEqual(['CREATED', 'RETURNED', 'TURNED_IN']);
    for (const { count } of states) expect(count).toBeGreaterThan(30);
    const [odd] = await all(
      sql<{ late: number; missing: number; excused: number }>`
        SELECT count(*) FILTER (WHERE late) AS late, count(*) FILTER (WHERE submissions.state = 'CREATED' AND due_at < app_now()) AS missing, count(*) FILTER (WHERE excused) AS excused
          FROM submissions JOIN course_works ON course_works.id = course_work_id`,
    );
    expect(Math.min(odd!.late, odd!.missing, odd!.excused)).toBeGreaterThan(0);
  });

  test('what is written as history agrees with what services write: nothing lies in the future, late is after the due time, every grade has its changes', async () => {
    expect(
      await all(sql`
        SELECT submissions.id FROM submissions JOIN course_works ON course_works.id = course_work_id
         WHERE turned_in_at > app_now() OR returned_at > app_now() OR turned_in_at < posted_at OR returned_at < turned_in_at OR assigned_at > app_now()
            OR (turned_in_at IS NULL) <> (submissions.state = 'CREATED') OR late <> coalesce(turned_in_at > due_at, false)
            OR (assigned_grade IS NOT NULL) <> (submissions.state = 'RETURNED') OR draft_grade > max_points`),
    ).toEqual([]);
    expect(
      await all(sql`
        SELECT submissions.id FROM submissions LEFT JOIN grade_changes last ON last.submission_id = submissions.id AND last.revision = grade_revision
         WHERE (grade_revision > 0) <> (last.submission_id IS NOT NULL) OR last.draft IS DISTINCT FROM draft_grade OR last.assigned IS DISTINCT FROM assigned_grade
            OR last.excused <> submissions.excused OR last.state <> submissions.state`),
    ).toEqual([]);
    expect(
      await all(sql`SELECT id FROM grade_acts WHERE at > app_now() OR cell_count <> (SELECT count(*) FROM grade_changes WHERE act_id = grade_acts.id)`),
    ).toEqual([]);
    expect(
      await all(sql`
        SELECT id FROM submissions WHERE state <> 'CREATED' AND state <> (SELECT state FROM submission_history WHERE submission_id = submissions.id ORDER BY id DESC LIMIT 1)`),
    ).toEqual([]);
  });

  test('announcements and replies stand in their classes’ streams, none of them from the future', async () => {
    const [count] = await all(
      sql<{ classes: number; replies: number; early: number }>`
        SELECT count(DISTINCT announcements.course_id) AS classes, count(comments.id) AS replies,
               count(*) FILTER (WHERE posted_at > app_now() OR comments.created_at > app_now() OR comments.created_at < posted_at) AS early
          FROM announcements LEFT JOIN announcement_comments comments ON comments.announcement_id = announcements.id`,
    );
    expect(count).toMatchObject({ classes: 6, early: 0 });
    expect(count!.replies).toBeGreaterThan(5);
  });

  test('every planned lesson that is not in the archive stands in its class’s work', async () => {
    expect(
      await all(
        sql`SELECT id FROM assessments WHERE NOT is_archived AND NOT EXISTS (SELECT 1 FROM course_works WHERE assessment_id = assessments.id AND archived_at IS NULL)`,
      ),
    ).toEqual([]);
  });
});
