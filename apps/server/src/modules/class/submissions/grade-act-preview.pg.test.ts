import {
  courseWorkDeleteMany,
  gradeActPreview,
  gradeBookReturn,
  gradeBulk,
  gradeSubmission,
  notificationList,
  studentWorkDetails,
  submissionSubmit,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appNow } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { createRandom, createScenario, runLesson, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { enrol } from '../classes/index.ts';
import { postWork } from './testing/work.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 4 });
});
afterAll(() => app.close());

const preview = (act: unknown, course_work_ids: unknown, { by = room.teacher, ...extra }: { by?: TestPerson; [field: string]: unknown } = {}) =>
  by.call(gradeActPreview, { body: { courseId: room.courseId, act, course_work_ids, ...extra } as never });
const grade = (courseWorkId: number, person: TestPerson, draftGrade: number) =>
  room.teacher.call(gradeSubmission, {
    body: { courseId: room.courseId, courseWorkId, account_id: person.accountId, submission: { type: 'DRAFT_GRADE', draftGrade } },
  });
const submit = (courseWorkId: number, person: TestPerson) => person.call(submissionSubmit, { body: { courseId: room.courseId, courseWorkId, answer: 'Heat' } });
const ids = (): number[] => room.students.map(({ accountId }) => accountId);

test('a preview says old and new of each cell and why the others stay, keeps nothing, and is applied as it is', async () => {
  const workId = await postWork(app, room);
  const [a, b, c] = room.students as [TestPerson, TestPerson, TestPerson];
  await grade(workId, a, 41.5);
  await grade(workId, b, 99_999);
  const acts = () => app.db.selectFrom('grade_acts').select('id').execute();
  const before = (await acts()).length;
  const { body } = await preview({ kind: 'scale', by: 'factor', value: 1.1 }, [workId]);
  expect(body).toMatchObject({ count: 1, changes: { course_work_id: [workId], account_id: [a.accountId], from: [41.5], to: [45.65] } });
  expect(body.left.map(({ reason, count }) => [reason, count])).toEqual([
    ['too-high', 1],
    ['ungraded', 2],
  ]);
  expect(body.left[0]?.cells).toEqual([{ course_work_id: workId, account_id: b.accountId }]);
  expect(await acts()).toHaveLength(before);
  const apply = () => room.teacher.call(gradeBulk, { body: { courseId: room.courseId, kind: 'scale', all_or_nothing: true, changes: body.changes } as never });
  expect((await apply()).body).toMatchObject({ count: 1, saved: [{ draftGrade: 45.65 }] });
  await grade(workId, a, 12);
  expect((await apply()).error?.code).toBe('GRADES_REFUSED');
  const some = await preview({ kind: 'fill', cells: 'all', to: { percent: 50 }, leave_open: false }, [workId], { account_ids: [a.accountId, c.accountId] });
  expect(some.body.changes).toEqual({ course_work_id: [workId, workId], account_id: [a.accountId, c.accountId], from: [12, null], to: [25, 25] });
});

test('a deduction leaves out who joined after the work was due, however long after it they hand in', async () => {
  const own = await scenario.class({ students: 1 });
  const due = new Date((await appNow(app.db)).getTime() + 1_000);
  const workId = await postWork(app, own, { due_at: due, due_on: due.toISOString().slice(0, 10) });
  await app.clock.advanceMs(2_000);
  const newcomer = await scenario.person('student', own.schoolId);
  await inTransaction(app.db, (tx) => enrol(tx, own.courseId, [newcomer.accountId], 'STUDENT'));
  const give = async ({ accountId, call }: TestPerson): Promise<void> => {
    expect((await call(submissionSubmit, { body: { courseId: own.courseId, courseWorkId: workId, answer: 'Heat' } })).error).toBeNull();
    const body = { courseId: own.courseId, courseWorkId: workId, account_id: accountId, submission: { type: 'DRAFT_GRADE' as const, draftGrade: 40 } };
    expect((await own.teacher.call(gradeSubmission, { body })).error).toBeNull();
  };
  const [late] = own.students as [TestPerson];
  for (const one of [late, newcomer]) await give(one);
  const act = { kind: 'late' as const, percent: 10, floor: 50 };
  const { body } = await own.teacher.call(gradeActPreview, { body: { courseId: own.courseId, act, course_work_ids: [workId] } });
  expect(body.changes).toMatchObject({ account_id: [late.accountId], to: [36] });
  expect(body.left).toMatchObject([{ reason: 'not-late', count: 1, cells: [{ account_id: newcomer.accountId }] }]);
});

test('what is overdue counts 0 by itself and stays open unless somebody wants otherwise; a deduction looks at what came late', async () => {
  const now = (await app.db.selectNoFrom(({ fn }) => fn<Date>('app_now').as('now')).executeTakeFirstOrThrow()).now;
  const workId = await postWork(app, room, { due_on: '2026-01-01', due_at: new Date(now.getTime() + 3_600_000) });
  const [a, b, c] = room.students as [TestPerson, TestPerson, TestPerson];
  await submit(workId, a);
  await app.clock.advanceMs(26 * 3_600_000);
  await submit(workId, b);
  await grade(workId, a, 40);
  await grade(workId, b, 40);
  const zero = { kind: 'fill', cells: 'overdue', to: { points: 0 } };
  const open = (await preview(zero, [workId])).body;
  expect([open.count, open.left.map(({ reason, count }) => [reason, count])]).toEqual([
    0,
    [
      ['graded', 2],
      ['open', 2],
    ],
  ]);
  expect((await preview({ ...zero, leave_open: false }, [workId])).body).toMatchObject({
    count: 2,
    changes: { account_id: expect.arrayContaining([c.accountId]), to: [0, 0] },
  });
  const late = (await preview({ kind: 'late', percent: 10, floor: 50 }, [workId])).body;
  expect(late.changes).toEqual({ course_work_id: [workId], account_id: [b.accountId], from: [40], to: [32] });
  expect(late.left.map(({ reason, count }) => [reason, count])).toEqual(
    expect.arrayContaining([
      ['not-late', 1],
      ['ungraded', 2],
    ]),
  );
});

test('grades come from the lesson: the chosen response of Form - 1B, of Form - 2 or the better, scaled to the points of the work', async () => {
  const made = await scenario.lesson({ students: 3 });
  for (const { versionId } of [made.first, made.transfer])
    for (const [position, points] of [0, 4, 1, 2].entries())
      await app.db
        .updateTable('question_responses')
        .set({ sub_grade: points })
        .where('question_version_id', '=', versionId)
        .where('position', '=', position + 1)
        .execute();
  const workId = await postWork(app, made, { assessment_id: made.assessmentId, work_type: 'ASSIGNMENT', max_points: 30 });
  const [a, b, c] = made.students as [TestPerson, TestPerson, TestPerson];
  const fromLesson = async (form: string) =>
    (await made.teacher.call(gradeActPreview, { body: { courseId: made.courseId, act: { kind: 'lesson', form }, course_work_ids: [workId] } as never })).body;
  expect((await fromLesson('better')).left).toMatchObject([{ reason: 'no-choice', count: 3 }]);
  const lesson = await runLesson(app, made);
  for (const person of [a, b, c]) await lesson.login(person);
  for (const person of [a, b]) await lesson.answer(person, 'Form - 1A', 1);
  await lesson.runOut();
  await lesson.step('re-assign');
  await lesson.answer(a, 'Form - 1B', 2);
  await lesson.answer(b, 'Form - 1B', 3);
  await lesson.runOut();
  await lesson.step('next');
  await lesson.answer(a, 'Form - 2', 1);
  await lesson.runOut();
  await lesson.step('finished');
  const first = await fromLesson('Form - 1B');
  expect(first.changes).toEqual({ course_work_id: [workId, workId], account_id: [a.accountId, b.accountId], from: [null, null], to: [7.5, 15] });
  expect(first.left).toMatchObject([{ reason: 'no-choice', count: 1, cells: [{ account_id: c.accountId }] }]);
  expect((await fromLesson('Form - 2')).changes.to).toEqual([30]);
  expect((await fromLesson('better')).changes.to).toEqual([30, 15]);
});

test.each([
  ['an act that there is not', { kind: 'curve' }],
  ['points with three decimals', { kind: 'add', points: 0.125 }],
  ['points as a text', { kind: 'add', points: '5' }],
  ['a share above all', { kind: 'late', percent: 101, floor: 0 }],
  ['a negative factor', { kind: 'scale', by: 'factor', value: -1 }],
  ['points and percent at once', { kind: 'at-least', to: { points: 1, percent: 2 } }],
  ['nothing to fill in', { kind: 'fill', cells: 'all' }],
  ['a form that gives no grade', { kind: 'lesson', form: 'Form - 1A' }],
  ['no act', undefined],
])('%s is refused', async (_, act) => {
  const workId = await postWork(app, room);
  const reply = await preview(act, [workId]);
  expect(reply.status).toBe(422);
  expect(Object.keys(reply.error?.errors ?? {}).every((field) => field.startsWith('act'))).toBe(true);
});

test('works and students of others, archived works, too many cells and whoever does not teach here are refused', async () => {
  const other = await scenario.class({ students: 1 });
  const [workId, foreign, gone] = [await postWork(app, room), await postWork(app, other), await postWork(app, room)];
  await room.teacher.call(courseWorkDeleteMany, { params: { id: room.courseId }, body: { ids: [gone], confirm: true } });
  const clear = { kind: 'clear' };
  for (const id of [foreign, gone, 999_999]) expect((await preview(clear, [workId, id])).error?.code).toBe('WORK_NOT_FOUND');
  for (const id of [other.students[0]!.accountId, room.teacher.accountId, 999_999])
    expect((await preview(clear, [workId], { account_ids: [ids()[0], id] })).error?.code).toBe('STUDENT_NOT_FOUND');
  const leaver = room.students.at(-1)!.accountId;
  await scenario.remove(room.courseId, leaver);
  expect((await preview(clear, [workId], { account_ids: [ids()[0], leaver] })).error?.code).toBe('STUDENT_LEFT');
  expect((await preview(clear, [workId], { account_ids: [leaver, 999_999] })).error?.code).toBe('STUDENT_NOT_FOUND');
  for (const none of [[], 'x', ['x'], undefined]) expect((await preview(clear, none)).status).toBe(422);
  expect(
    (
      await preview(
        clear,
        Array.from({ length: 2_001 }, (_, index) => index + 1),
      )
    ).error?.errors,
  ).toHaveProperty('course_work_ids');
  expect((await preview(clear, [workId], { by: room.students[0]! })).status).toBe(403);
  expect((await preview(clear, [workId], { by: room.otherTeacher })).status).toBe(404);
  await scenario.remove(room.courseId, room.coTeacher.accountId);
  expect((await preview(clear, [workId], { by: room.coTeacher })).status).toBe(404);
  await scenario.remove(room.courseId, ids()[3]!);
  expect((await preview({ kind: 'excuse' }, [workId])).body.count).toBe(3);
});

const giveBack = (body: Record<string, unknown>, by = room.teacher) =>
  by.call(gradeBookReturn, { body: { courseId: room.courseId, message: 'Well done', ...body } as never });

test('[K261] a preview of a return says what each student sees and would see, and why the others stay; the return takes exactly these', async () => {
  const here = await scenario.class({ students: 5 });
  const [one, two, material] = [
    await postWork(app, here, { title: 'One' }),
    await postWork(app, here, { title: 'Two', to: here.students.slice(0, 2) }),
    await postWork(app, here, { title: 'Read', work_type: 'MATERIAL', kind: 'MATERIAL', max_points: null }),
  ];
  const [a, b, c, d, e] = here.students as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
  const give = (courseWorkId: number, person: TestPerson, submission: object) =>
    here.teacher.call(gradeSubmission, { body: { courseId: here.courseId, courseWorkId, account_id: person.accountId, submission } as never });
  const points = (draftGrade: number | null) => ({ type: 'DRAFT_GRADE', draftGrade });
  const look = async (body: Record<string, unknown> = {}) =>
    (
      await here.teacher.call(gradeActPreview, {
        body: { courseId: here.courseId, act: { kind: 'return' }, course_work_ids: [one, two, material], ...body } as never,
      })
    ).body;
  const back = (body: Record<string, unknown>) => giveBack({ courseId: here.courseId, ...body }, here.teacher);

  await give(one, a, points(40));
  await give(one, b, points(30));
  await give(one, c, points(20));
  await give(one, d, points(10));
  await give(one, e, points(5));
  expect((await back({ account_ids: [a.accountId, b.accountId] })).body.count).toBe(2);
  await give(one, a, points(41));
  await give(one, c, { type: 'EXCUSED', excused: true });
  await app.db.updateTable('submissions').set({ assigned_at: null }).where('course_work_id', '=', one).where('account_id', '=', d.accountId).execute();
  await scenario.remove(here.courseId, e.accountId);

  const seen = await look();
  expect(seen.changes).toEqual({ course_work_id: [one], account_id: [a.accountId], from: [40], to: [41] });
  expect(Object.fromEntries(seen.left.map(({ reason, count }) => [reason, count]))).toEqual({
    excused: 1,
    returned: 1,
    'not-assigned': 1,
    left: 1,
    // two, for its two students
    ungraded: 2,
    // the material, for the four current members of the class
    'no-points': 4,
  });
  expect((await look({ account_ids: [b.accountId] })).count).toBe(0);
  // no longer in the class: counted instead of refused
  expect((await look({ account_ids: [e.accountId] })).left).toEqual([{ reason: 'left', count: 1, cells: [] }]);

  // the grade has changed, so nothing is returned; then with the grade that was seen
  await give(one, a, points(42));
  const other = await back({ changes: seen.changes });
  expect([other.error?.code, other.error?.params]).toMatchObject([
    'GRADES_REFUSED',
    { count: 1, refused: [{ code: 'GRADE_CHANGED', newer: { draftGrade: 42 } }] },
  ]);
  const again = (await look()).changes;
  expect((await back({ changes: again })).body).toMatchObject({ count: 1, refused_count: 0, saved: [{ assignedGrade: 42 }] });
  expect((await back({ changes: again })).error?.params).toMatchObject({ refused: [{ code: 'RETURNED_ALREADY' }] });
  expect((await back({})).error?.code).toBe('RETURNED_ALREADY');
  const { body } = await a.call(studentWorkDetails, { query: { course_id: here.courseId, course_work_id: one } });
  expect([body.submission.assignedGrade, body.messages.map(({ message }) => message)]).toEqual([42, ['Well done', 'Well done']]);
  expect((await c.call(notificationList)).body.data).toEqual([]);
});

test('a preview of a return and the return itself agree, whatever the cells are', async () => {
  const here = await scenario.class({ students: 6 });
  const works = [await postWork(app, here), await postWork(app, here, { work_type: 'MATERIAL', kind: 'MATERIAL', max_points: null })];
  const { pick, percent } = createRandom(4);
  for (let round = 0; round < 25; round += 1) {
    for (const course_work_id of works)
      for (const { accountId } of here.students)
        await app.db
          .updateTable('submissions')
          .set({
            state: pick(['CREATED', 'TURNED_IN', 'RETURNED'] as const),
            draft_grade: pick([null, 0, 12.5]),
            assigned_grade: pick([null, 0, 12.5]),
            excused: percent(20),
            assigned_at: percent(80) ? new Date() : null,
          })
          .where('course_work_id', '=', course_work_id)
          .where('account_id', '=', accountId)
          .execute();
    const all = { courseId: here.courseId, course_work_ids: works };
    const seen = (await here.teacher.call(gradeActPreview, { body: { ...all, act: { kind: 'return' } } as never })).body;
    const done = await giveBack(all, here.teacher);
    expect(done.body?.count ?? 0).toBe(seen.count);
    expect((done.body?.saved ?? []).map(({ courseWorkId, account_id, assignedGrade }) => [courseWorkId, account_id, assignedGrade])).toEqual(
      seen.changes.to.map((to, index) => [seen.changes.course_work_id[index], seen.changes.account_id[index], to]),
    );
    const after = (await here.teacher.call(gradeActPreview, { body: { ...all, act: { kind: 'return' } } as never })).body;
    expect(after.count).toBe(0);
  }
});

test('a return of what was seen is refused where it names what is not there, excused, foreign, nothing, too much, or by whom it may not be', async () => {
  const other = await scenario.class({ students: 1 });
  const [workId, foreign, gone] = [await postWork(app, room), await postWork(app, other), await postWork(app, room)];
  const [a] = room.students as [TestPerson];
  for (const work of [workId, gone]) await grade(work, a, 7);
  await room.teacher.call(courseWorkDeleteMany, { params: { id: room.courseId }, body: { ids: [gone], confirm: true } });
  const cells = (course_work_id: unknown[], account_id: unknown[], to: unknown[] = course_work_id.map(() => 7)) => ({
    changes: { course_work_id, account_id, to },
  });
  for (const wrong of [
    cells([workId, foreign], [a.accountId, other.students[0]!.accountId]),
    cells([workId, workId], [a.accountId, other.students[0]!.accountId]),
    cells([workId, gone], [a.accountId, a.accountId]),
    cells([workId, 999_999], [a.accountId, a.accountId]),
  ])
    expect((await giveBack(wrong)).error).toMatchObject({ code: 'GRADES_REFUSED', params: { count: 1, refused: [{ code: 'NOT_FOUND' }] } });
  for (const wrong of [
    cells([], []),
    cells([workId], []),
    cells([workId], [a.accountId], ['EX']),
    cells([workId], [a.accountId], [-1]),
    cells(['x'], [a.accountId]),
    cells(
      Array.from({ length: 20_001 }, () => workId),
      Array.from({ length: 20_001 }, () => a.accountId),
    ),
    { changes: 'all' },
  ])
    expect((await giveBack(wrong)).status).toBe(422);
  expect((await giveBack({ ...cells([workId], [a.accountId]), message: ' ' })).error?.errors).toEqual({ message: ['Message is required'] });
  for (const [by, status] of [
    [a, 403],
    [room.otherTeacher, 404],
    // a former teacher of the class
    [room.coTeacher, 404],
  ] as const) {
    expect((await giveBack(cells([workId], [a.accountId]), by)).status).toBe(status);
    expect((await preview({ kind: 'return' }, [workId], { by })).status).toBe(status);
  }
  expect((await giveBack(cells([workId], [a.accountId]))).body.count).toBe(1);
});

test('of more than 20,000 changes nothing is previewed or returned, and the remedy is said; 20,000 are', async () => {
  const here = await scenario.class({ students: 11 });
  const { rows } = await sql<{ id: number }>`
    INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points, assignee_mode)
    SELECT ${here.courseId}, ${here.teacher.accountId}, 'ASSIGNMENT', 'SHORT_ANSWER_QUESTION', 'W' || n, app_now(), 50, 'ALL_STUDENTS' FROM generate_series(1, 2000) n
    RETURNING id`.execute(app.db);
  const works = rows.map(({ id }) => id);
  const all = { courseId: here.courseId, course_work_ids: works };
  const give = (people: readonly TestPerson[]) =>
    sql`
      INSERT INTO submissions (course_id, course_work_id, account_id, assigned_at, draft_grade)
      SELECT ${here.courseId}, work, account, app_now(), 7
        FROM unnest(${works}::bigint[]) work CROSS JOIN unnest(${people.map(({ accountId }) => accountId)}::bigint[]) account`.execute(app.db);
  await give(here.students.slice(0, 10));
  const look = (kind: 'excuse' | 'return') => here.teacher.call(gradeActPreview, { body: { ...all, act: { kind } } as never });
  for (const kind of ['excuse', 'return'] as const) expect((await look(kind)).body.count).toBe(20_000);
  await give(here.students.slice(10));
  for (const refused of [await look('excuse'), await look('return'), await giveBack(all, here.teacher)])
    expect(refused.error?.errors).toEqual({ course_work_ids: ['At most 20,000 cells at a time. Choose fewer students or fewer items.'] });
}, 60_000);
