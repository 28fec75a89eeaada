import {
  courseWorkUpdate,
  gradeActHistory,
  gradeActUndo,
  gradeBookReturn,
  gradeBulk,
  gradeSubmission,
  notificationList,
  studentWorkDetails,
} from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom, createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../testing/index.ts';
import { postWork } from './testing/work.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let works: number[];

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

async function newClass(students = 3): Promise<void> {
  room = await scenario.class({ students });
  works = [await postWork(app, room), await postWork(app, room)];
}
const grade = (workId: number, person: TestPerson, draftGrade: number | null, by = room.teacher) =>
  by.call(gradeSubmission, {
    body: { courseId: room.courseId, courseWorkId: workId, account_id: person.accountId, submission: { type: 'DRAFT_GRADE', draftGrade } },
  });
const giveBack = (extra: Record<string, unknown> = {}, by = room.teacher) =>
  by.call(gradeBookReturn, { body: { courseId: room.courseId, message: 'Well done', ...extra } });
const history = (extra: Record<string, unknown> = {}, by = room.teacher) => by.call(gradeActHistory, { query: { class: room.courseId, ...extra } as never });
const undo = (id: unknown, by = room.teacher) => by.call(gradeActUndo, { params: { id } });

test('[K261] grades of several works and students are returned with one message as one act; only what is new or other since, work on paper too, and all of it is taken back', async () => {
  await newClass();
  const [a, b] = room.students as [TestPerson, TestPerson];
  const [one, two] = works as [number, number];
  await grade(one, a, 40);
  await grade(two, a, 30);
  await grade(one, b, 20);
  expect((await giveBack({ message: ' ' })).error?.errors).toEqual({ message: ['Message is required'] });
  const first = await giveBack({ course_work_ids: [one] });
  expect(first.body).toMatchObject({ count: 2, refused_count: 0, message: '2 grades returned' });
  expect((await giveBack({ course_work_ids: [one] })).error?.code).toBe('NOTHING_TO_RETURN');
  await grade(one, a, 41);
  await grade(one, b, null);
  expect((await giveBack({ account_ids: [room.students[2]!.accountId] })).error?.code).toBe('NOTHING_TO_RETURN');
  const second = await giveBack();
  expect(second.body).toMatchObject({ count: 3 });
  const seen = async (person: TestPerson, workId: number) => {
    const { body } = await person.call(studentWorkDetails, { query: { course_id: room.courseId, course_work_id: workId } });
    return [body.submission.state, body.submission.assignedGrade, body.messages.length];
  };
  expect([await seen(a, one), await seen(a, two), await seen(b, one)]).toEqual([
    ['RETURNED', 41, 2],
    ['RETURNED', 30, 1],
    ['RETURNED', null, 2],
  ]);
  const told = async (person: TestPerson) => (await person.call(notificationList)).body.data.length;
  expect(await told(a)).toBe(2);
  expect((await undo(second.body.act_id, room.coTeacher)).body).toMatchObject({ count: 3, refused_count: 0 });
  expect([await seen(a, one), await seen(a, two), await seen(b, one)]).toEqual([
    ['RETURNED', 40, 1],
    ['CREATED', null, 0],
    ['RETURNED', 20, 1],
  ]);
  expect(await told(a)).toBe(0);
  for (const [by, status] of [
    [a, 403],
    [room.otherTeacher, 404],
  ] as const)
    expect((await giveBack({}, by)).status).toBe(status);
});

test('the history of a class, a student, an item, a cell and an act says who did what when, from what to what', async () => {
  await newClass();
  const [a, b] = room.students as [TestPerson, TestPerson];
  const [one, two] = works as [number, number];
  await grade(one, a, 40);
  const columns = { course_work_id: [one, two], account_id: [b.accountId, b.accountId], to: [10, 'EX'] };
  const fill = await room.coTeacher.call(gradeBulk, { body: { courseId: room.courseId, kind: 'fill', note: 'From paper', changes: columns } as never });
  await room.teacher.call(courseWorkUpdate, { params: { id: room.courseId, workId: one }, body: { maxPoints: 60, confirm: true } });
  const returned = await giveBack({ course_work_ids: [one] });
  const back = await undo(fill.body.act_id);
  expect(back.body).toMatchObject({ count: 1, refused_count: 1 });

  const { acts, changes, next_before } = (await history()).body;
  expect([changes, next_before]).toEqual([null, null]);
  expect(acts.map(({ kind, note, cell_count, can_undo, by }) => [kind, note, cell_count, can_undo, by?.account_id])).toEqual([
    ['undo', '', 1, true, room.teacher.accountId],
    ['return', '', 2, true, room.teacher.accountId],
    ['points', '', 2, false, room.teacher.accountId],
    ['fill', 'From paper', 2, false, room.coTeacher.accountId],
    ['edit', '', 1, true, room.teacher.accountId],
  ]);
  expect(acts[2]?.points).toEqual({ course_work_id: one, title: 'Energy in a circuit', from: 50, to: 60 });
  expect([acts[0]?.undoes, acts[3]?.undone_by]).toEqual([fill.body.act_id, back.body.act_id]);

  const ofB = (await history({ account_id: b.accountId })).body;
  expect(ofB.acts.map(({ kind }) => kind)).toEqual(['undo', 'return', 'fill']);
  expect(ofB.changes).toMatchObject({
    course_work_id: [two, one, one, two],
    from: ['EX', 10, null, null],
    to: [null, 10, 10, 'EX'],
    returned_to: [null, 10, null, null],
  });
  expect((await history({ course_work_id: one })).body.acts.map(({ kind }) => kind)).toEqual(['return', 'points', 'fill', 'edit']);
  const cell = (await history({ course_work_id: one, account_id: a.accountId })).body;
  expect(cell.changes).toMatchObject({
    act_id: [returned.body.act_id, expect.any(Number)],
    from: [40, null],
    to: [40, 40],
    returned_from: [null, null],
    returned_to: [40, null],
  });
  const act = (await history({ act_id: fill.body.act_id })).body;
  expect([act.acts.length, act.changes?.to]).toEqual([1, [10, 'EX']]);
  const before = (await history({ before: acts[2]?.id })).body;
  expect(before.acts.map(({ kind }) => kind)).toEqual(['fill', 'edit']);
});

test('the history is for the staff of its class alone: students, strangers, those who taught here once, and ids of others see nothing', async () => {
  const mine = await scenario.class({ students: 1 });
  const theirs = await postWork(app, mine);
  const point = { type: 'DRAFT_GRADE', draftGrade: 5 };
  const foreign = await mine.teacher.call(gradeSubmission, {
    body: { courseId: mine.courseId, courseWorkId: theirs, account_id: mine.students[0]!.accountId, submission: point } as never,
  });
  await newClass();
  const student = room.students[0]!;
  await grade(works[0]!, student, 5);
  expect((await history({}, student)).status).toBe(403);
  expect((await history({ account_id: student.accountId }, student)).status).toBe(403);
  expect((await history({}, room.otherTeacher)).status).toBe(404);
  await scenario.remove(room.courseId, room.coTeacher.accountId);
  expect((await history({}, room.coTeacher)).status).toBe(404);
  expect((await history({}, room.admin)).status).toBe(200);
  for (const narrow of [{ course_work_id: theirs }, { account_id: mine.students[0]!.accountId }, { act_id: foreign.body.act_id }])
    expect((await history(narrow)).body).toMatchObject({ acts: [], changes: { act_id: [] } });
  for (const wrong of [{ account_id: 'x' }, { act_id: -1 }, { before: '1.5' }, { class: '' }]) expect((await history(wrong)).status).toBe(422);
});

test('whatever people do and take back, the history goes back block by block and replays to what is there now', { timeout: 120_000 }, async () => {
  await newClass(4);
  const { pick, percent } = createRandom(11);
  const done: number[] = [];
  for (let round = 0; round < 70; round += 1) {
    const by = pick([room.teacher, room.coTeacher]);
    if (percent(30) && done.length > 0) await undo(pick(done), by).then(({ body }) => body?.act_id && done.push(body.act_id));
    else if (percent(20)) await giveBack({ course_work_ids: [pick(works)] }, by).then(({ body }) => body?.act_id && done.push(body.act_id));
    else {
      const cells = works.flatMap((work) => room.students.map(({ accountId }) => ({ work, accountId }))).filter(() => percent(50));
      if (cells.length === 0) continue;
      const to = cells.map(() => pick([null, 'EX', 0, 12.25, 50, 61.5]));
      const changes = { course_work_id: cells.map(({ work }) => work), account_id: cells.map(({ accountId }) => accountId), to };
      const { body } = await by.call(gradeBulk, { body: { courseId: room.courseId, kind: 'paste', changes } as never });
      if (body?.act_id) done.push(body.act_id);
    }
  }
  const replayed = new Map<string, unknown>();
  const seen: number[] = [];
  for (const workId of works)
    for (let before: number | null | undefined; before !== null; ) {
      const { body } = await history({ course_work_id: workId, ...(before ? { before } : {}) });
      for (const { id } of body.acts) seen.push(id);
      const { act_id, account_id, from, to, returned_from, returned_to } = body.changes!;
      // newest first: the first that is met is what is there, and each was what the next newer one started from
      const older = new Map<string, unknown>();
      for (const index of act_id.keys()) {
        const cell = `${workId} ${account_id[index]}`;
        if (!replayed.has(cell)) replayed.set(cell, [to[index], returned_to[index]]);
        const now = [to[index], returned_to[index]];
        expect(now).toEqual(older.get(cell) ?? now);
        older.set(cell, [from[index], returned_from[index]]);
      }
      before = body.next_before;
    }
  expect(new Set(seen)).toEqual(new Set(done));
  const rows = await app.db
    .selectFrom('submissions')
    .select(['course_work_id', 'account_id', 'draft_grade', 'assigned_grade', 'excused', 'grade_revision'])
    .where('course_id', '=', room.courseId)
    .execute();
  for (const row of rows.filter(({ grade_revision }) => grade_revision > 0))
    expect(replayed.get(`${row.course_work_id} ${row.account_id}`)).toEqual([row.excused ? 'EX' : row.draft_grade, row.assigned_grade]);
  const audited = await app.db
    .selectFrom('audit_entries')
    .select('after')
    .where('action', 'in', ['submission.gradeBulk', 'gradeAct.undo', 'gradeAct.return'])
    .execute();
  const entries = audited.map(({ after }) => (after as { act_id: number }).act_id).filter((id) => done.includes(id));
  expect(entries.toSorted((a, b) => a - b)).toEqual(done.toSorted((a, b) => a - b));
});
