import { randomUUID } from 'node:crypto';
import {
  courseWorkDeleteMany,
  courseWorkUpdate,
  gradeActHistory,
  gradeActUndo,
  gradeBookReturn,
  gradeBulk,
  gradeSubmission,
  notificationList,
  studentWorkDetails,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom, createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
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

test('[B1495] [K261] grades of several works and students are returned with one message as one act; only what is new or other since, work on paper too, and all of it is taken back', async () => {
  await newClass();
  const [a, b] = room.students as [TestPerson, TestPerson];
  const [one, two] = works as [number, number];
  await grade(one, a, 40);
  await grade(two, a, 30);
  await grade(one, b, 20);
  expect((await giveBack({ message: ' ' })).error?.errors).toEqual({ message: ['Message is required'] });
  const first = await giveBack({ course_work_ids: [one] });
  expect(first.body).toMatchObject({ count: 2, refused_count: 0, message: '2 grades returned' });
  expect((await giveBack({ course_work_ids: [one] })).error?.code).toBe('RETURNED_ALREADY');
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

test('an act that is taken back leaves the excuse, the day of the return and the messages as they were before it', async () => {
  await newClass(1);
  const [a] = room.students as [TestPerson];
  const [one, two] = works as [number, number];
  const cell = (workId: number) =>
    app.db.selectFrom('submissions').select(['excused', 'draft_grade', 'returned_at']).where('course_work_id', '=', workId).executeTakeFirstOrThrow();
  const excuse = { courseId: room.courseId, courseWorkId: two, account_id: a.accountId, submission: { type: 'EXCUSED' as const, excused: true } };
  expect((await room.teacher.call(gradeSubmission, { body: excuse })).error).toBeNull();
  expect((await undo((await grade(two, a, 7)).body.act_id)).body).toMatchObject({ count: 1 });
  expect(await cell(two)).toMatchObject({ excused: true, draft_grade: null });

  await grade(one, a, 40);
  await giveBack({ message: 'First' });
  const { returned_at: before } = await cell(one);
  await app.clock.advanceMs(60_000);
  await grade(one, a, 41);
  const second = (await giveBack({ message: 'Second' })).body.act_id;
  const messages = async () =>
    (await a.call(studentWorkDetails, { query: { course_id: room.courseId, course_work_id: one } })).body.messages.map(
      (one: { message: string }) => one.message,
    );
  const both = await messages();
  expect(both).toHaveLength(2);
  const taken = await undo(second);
  expect(Math.abs(Number((await cell(one)).returned_at) - Number(before))).toBeLessThan(1_000);
  expect(await messages()).toHaveLength(1);
  expect((await undo(taken.body.act_id)).body).toMatchObject({ count: 1 });
  expect(await messages()).toEqual(both);
});

test('[B1499] the history of a class, a student, an item, a cell and an act says who did what when, from what to what', async () => {
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
  // the subject of each: by name if there is one, otherwise by number; a single grade with its old and new value
  const nameOf = ({ firstName, lastName, accountId }: TestPerson) => ({ account_id: accountId, name: `${firstName} ${lastName}` });
  const title = 'Energy in a circuit';
  expect(acts.map(({ about }) => about)).toEqual([
    { item_count: 1, student_count: 1, item: { id: two, title }, student: nameOf(b), grade: { from: 'EX', to: null, returned_from: null, returned_to: null } },
    { item_count: 1, student_count: 2, item: { id: one, title }, student: null, grade: null },
    null,
    { item_count: 2, student_count: 1, item: null, student: nameOf(b), grade: null },
    { item_count: 1, student_count: 1, item: { id: one, title }, student: nameOf(a), grade: { from: null, to: 40, returned_from: null, returned_to: null } },
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

test('the history names those who left and what is archived, in natural order, and of an act each grade with what its student saw', async () => {
  await newClass(4);
  const names = ['Zoe Adler', 'Ben Álvarez', 'Amy Adler', 'Max Zorn'];
  for (const [index, { accountId }] of room.students.entries()) {
    const [first_name, last_name] = names[index]!.split(' ') as [string, string];
    await app.db.updateTable('accounts').set({ first_name, last_name }).where('id', '=', accountId).execute();
  }
  const [one, two] = works as [number, number];
  await app.db
    .updateTable('course_works')
    .set({ title: 'Two', due_on: '2026-01-01', due_at: new Date('2026-01-01T22:59:59Z') })
    .where('id', '=', two)
    .execute();
  const cells = works.flatMap((work) => room.students.map(({ accountId }) => ({ work, accountId })));
  const columns = { course_work_id: cells.map(({ work }) => work), account_id: cells.map(({ accountId }) => accountId), to: cells.map(() => 8) };
  const { act_id } = (await room.teacher.call(gradeBulk, { body: { courseId: room.courseId, kind: 'paste', changes: columns } as never })).body;
  const returned = (await giveBack()).body.act_id;
  await scenario.remove(room.courseId, room.students[0]!.accountId);
  await app.db.updateTable('course_works').set({ archived_at: new Date() }).where('id', '=', two).execute();
  const { body } = await history({ act_id });
  expect(body.students.map(({ name }) => name)).toEqual(['Amy Adler', 'Zoe Adler', 'Ben Álvarez', 'Max Zorn']);
  expect(body.items).toEqual([
    { id: two, title: 'Two' },
    { id: one, title: 'Energy in a circuit' },
  ]);
  expect(body.changes?.course_work_id).toEqual([two, two, two, two, one, one, one, one]);
  expect(body.changes?.account_id.slice(0, 4)).toEqual(body.students.map(({ account_id }) => account_id));
  expect((await history({ act_id: returned })).body.changes).toMatchObject({
    from: cells.map(() => 8),
    returned_from: cells.map(() => null),
    returned_to: cells.map(() => 8),
  });
  expect((await history()).body).toMatchObject({ changes: null, items: [], students: [] });
});

test('of more than 20,000 changes the history gives whole acts and says where it goes on', async () => {
  await newClass(1);
  const [{ accountId }] = room.students as [TestPerson];
  // 401 works of one student, each changed by the same 50 acts: 20,050 changes
  const { rows: made } = await sql<{ id: number }>`
    INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points, assignee_mode)
    SELECT ${room.courseId}, ${room.teacher.accountId}, 'ASSIGNMENT', 'SHORT_ANSWER_QUESTION', 'W' || n, app_now(), 50, 'ALL_STUDENTS' FROM generate_series(1, 401) n
    RETURNING id`.execute(app.db);
  const ids = made.map(({ id }) => id);
  await sql`
    INSERT INTO submissions (course_id, course_work_id, account_id, assigned_at) SELECT ${room.courseId}, id, ${accountId}, app_now() FROM unnest(${ids}::bigint[]) id`.execute(
    app.db,
  );
  await sql`
    INSERT INTO grade_acts (course_id, account_id, kind, cell_count) SELECT ${room.courseId}, ${room.teacher.accountId}, 'paste', 401 FROM generate_series(1, 50)`.execute(
    app.db,
  );
  await sql`
    INSERT INTO grade_changes (submission_id, revision, act_id, draft, assigned, excused, state)
    SELECT submissions.id, acts.place, acts.id, acts.place, NULL, false, 'CREATED'
      FROM submissions CROSS JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM grade_acts WHERE course_id = ${room.courseId}) acts
     WHERE submissions.course_work_id = ANY(${ids}::bigint[])`.execute(app.db);
  const first = (await history({ account_id: accountId })).body;
  expect([first.acts.length, first.changes?.to.length]).toEqual([49, 49 * 401]);
  const next = (await history({ account_id: accountId, before: first.next_before })).body;
  expect([next.acts.length, next.changes?.to.length, next.next_before]).toEqual([1, 401, null]);
  expect(new Set([...first.acts, ...next.acts].map(({ id }) => id)).size).toBe(50);
  expect(new Set(next.changes?.to)).toEqual(new Set([1]));
}, 60_000);

test('two who take the same act back at once, an archived class, and acts of others: one undo, then the reason', async () => {
  await newClass(2);
  const [a] = room.students as [TestPerson];
  const act = (await grade(works[0]!, a, 5)).body.act_id;
  const both = await Promise.all([undo(act), undo(act, room.coTeacher)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.error?.code).toBe('ACT_UNDONE');
  expect((await history({ course_work_id: works[0], account_id: a.accountId })).body.acts).toHaveLength(2);
  for (const wrong of [999_999, 'x', -1]) expect([404, 422]).toContain((await undo(wrong)).status);
  expect((await undo(act, a)).status).toBe(403);
  expect((await undo(act, room.otherTeacher)).status).toBe(404);
  const last = (await grade(works[0]!, a, 6)).body.act_id;
  await scenario.remove(room.courseId, room.coTeacher.accountId);
  expect((await undo(last, room.coTeacher)).status).toBe(404);
  await app.db.updateTable('courses').set({ course_state: 'ARCHIVED' }).where('id', '=', room.courseId).execute();
  const refused = [await undo(last, room.admin), await giveBack({}, room.admin)];
  expect(refused.map(({ error }) => error?.code)).toEqual(['CLASS_ARCHIVED', 'CLASS_ARCHIVED']);
});

test('the same return sent twice under one key is one act with one message', async () => {
  await newClass(1);
  const [a] = room.students as [TestPerson];
  await grade(works[0]!, a, 5);
  const key = randomUUID();
  const send = () => room.teacher.call(gradeBookReturn, { body: { courseId: room.courseId, message: 'Once' } }, { key });
  const [first, second] = [await send(), await send()];
  expect(second.body).toEqual(first.body);
  expect((await history()).body.acts.filter(({ kind }) => kind === 'return')).toHaveLength(1);
  const { body } = await a.call(studentWorkDetails, { query: { course_id: room.courseId, course_work_id: works[0]! } });
  expect(body.messages).toHaveLength(1);
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
      // newest first: the first value seen is the current one, and each older one is the start of the next newer change
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

test('the history names students who left and archived items of whom it has something, and says of a grade for who left that they have', async () => {
  await newClass();
  const [a, b, c] = room.students as [TestPerson, TestPerson, TestPerson];
  const [one, two] = works as [number, number];
  const three = await postWork(app, room);
  await grade(one, a, 40);
  await grade(two, b, 30);
  const none = { items: [], students: [] };
  expect((await history()).body.former).toEqual(none);
  await scenario.remove(room.courseId, a.accountId);
  await scenario.remove(room.courseId, c.accountId);
  await room.teacher.call(courseWorkDeleteMany, { params: { id: room.courseId }, body: { ids: [two, three], confirm: true } });
  const { acts, former } = (await history()).body;
  expect(former).toEqual({
    items: [{ id: two, title: expect.any(String) }],
    students: [{ account_id: a.accountId, name: `${a.firstName} ${a.lastName}` }],
  });
  expect((await history({ act_id: acts[0]!.id })).body.former).toBeNull();
  expect((await history({ account_id: a.accountId })).body).toMatchObject({ former, acts: [{ cell_count: 1 }] });

  expect((await grade(one, a, 41)).error).toMatchObject({ code: 'STUDENT_LEFT', message: expect.stringContaining('has left the class') });
  const other = await scenario.class({ students: 1 });
  expect((await grade(one, other.students[0]!, 41)).error?.code).toBe('NOT_FOUND');
  for (const by of [b, other.teacher]) expect((await grade(one, a, 41, by)).error?.code).not.toBe('STUDENT_LEFT');
});
