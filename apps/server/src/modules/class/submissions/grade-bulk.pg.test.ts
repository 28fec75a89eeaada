import { courseWorkDeleteMany, gradeActUndo, gradeBulk, MAX_CHANGES, submissionGet } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { postWork, submissionsOf } from './testing/work.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 4 });
});
afterAll(() => app.close());

interface Extra {
  by?: TestPerson;
  key?: string;
  [field: string]: unknown;
}
const bulk = (changes: unknown, { by = room.teacher, key, ...extra }: Extra = {}) =>
  by.call(gradeBulk, { body: { courseId: room.courseId, kind: 'paste', changes, ...extra } as never }, key ? { key } : {});
const draft = (courseWorkId: unknown, account_id: unknown, draftGrade: unknown, was?: unknown) => ({
  courseWorkId,
  account_id,
  submission: { type: 'DRAFT_GRADE', draftGrade },
  ...(was === undefined ? {} : { was }),
});
const ids = (): number[] => room.students.map(({ accountId }) => accountId);
const gradesOf = async (workId: number, of: TestClass = room) => {
  const rows = await app.db.selectFrom('submissions').select(['account_id', 'draft_grade', 'excused']).where('course_work_id', '=', workId).execute();
  return of.students.map(({ accountId }) => {
    const row = rows.find(({ account_id }) => account_id === accountId);
    return row?.excused ? 'EX' : row?.draft_grade;
  });
};
const actsOf = (requestOf: TestClass = room) => app.db.selectFrom('grade_acts').selectAll().where('course_id', '=', requestOf.courseId).orderBy('id').execute();

test('a paste over works and students is one act with its note and one audit entry, one by one or in columns', async () => {
  const [one, two] = [await postWork(app, room), await postWork(app, room)];
  const before = (await actsOf()).length;
  const [a, b] = ids();
  const reply = await bulk(
    [draft(one, a, 46.5, null), draft(one, String(b), '40'), draft(two, a, 0), { ...draft(two, b, 1), submission: { type: 'EXCUSED', excused: true } }],
    {
      note: ' From paper ',
    },
  );
  expect(reply).toMatchObject({
    status: 200,
    body: { act_id: expect.any(Number), count: 4, refused: [], refused_count: 0, message: 'Grade Updated Successfully' },
  });
  expect(reply.body.saved).toHaveLength(4);
  expect([await gradesOf(one), await gradesOf(two)]).toEqual([
    [46.5, 40, null, null],
    [0, 'EX', null, null],
  ]);
  const columns = await bulk({ course_work_id: [one, two, two], account_id: [a, a, b], to: ['EX', null, 12.25], from: [46.5, 0, 'EX'] }, { kind: 'fill' });
  expect(columns.body).toMatchObject({ count: 3, refused_count: 0 });
  expect([await gradesOf(one), await gradesOf(two)]).toEqual([
    ['EX', 40, null, null],
    [null, 12.25, null, null],
  ]);
  const acts = (await actsOf()).slice(before);
  expect(acts.map(({ kind, note, cell_count, account_id }) => [kind, note, cell_count, account_id])).toEqual([
    ['paste', 'From paper', 4, room.teacher.accountId],
    ['fill', '', 3, room.teacher.accountId],
  ]);
  const entries = await app.db.selectFrom('audit_entries').select('after').where('action', '=', 'submission.gradeBulk').execute();
  expect(entries.map(({ after }) => (after as { act_id: number }).act_id)).toEqual(acts.map(({ id }) => id));
  expect((await bulk([draft(one, b, 40)])).body).toMatchObject({ act_id: null, count: 0, message: 'Nothing to change.' });
});

test('what is right is saved, and the others are named: changed since, not assigned, left, archived, without points, of another class', async () => {
  const other = await scenario.class({ students: 1 });
  const [open, mine, gone, pointless, foreign] = [
    await postWork(app, room),
    await postWork(app, room, { to: [room.students[1]!] }),
    await postWork(app, room),
    await postWork(app, room, { max_points: null }),
    await postWork(app, other),
  ];
  const [a, b, c, d] = ids();
  await room.teacher.call(courseWorkDeleteMany, { params: { id: room.courseId }, body: { ids: [gone], confirm: true } });
  await bulk([draft(open, a, 10)], { by: room.coTeacher });
  await scenario.remove(room.courseId, d!);
  const [foreignId] = await submissionsOf(app, foreign, other.students);
  const changes = [
    draft(open, a, 20, null),
    draft(open, b, 20, null),
    draft(mine, a, 5),
    draft(open, d, 5),
    draft(gone, b, 5),
    draft(pointless, c, 5),
    draft(foreign, other.students[0]!.accountId, 5),
    { courseWorkId: foreign, submissionId: foreignId, submission: { type: 'DRAFT_GRADE', draftGrade: 5 } },
    draft(open, other.students[0]!.accountId, 5),
  ];
  const reply = await bulk(changes);
  expect(reply.body).toMatchObject({ count: 1, refused_count: 8, saved: [{ account_id: b, draftGrade: 20 }] });
  expect(reply.body.refused.map(({ code, courseWorkId, account_id }) => [code, courseWorkId, account_id])).toEqual(
    expect.arrayContaining([
      ['GRADE_CHANGED', open, a],
      ['NOT_FOUND', mine, a],
      ['STUDENT_LEFT', open, d],
      ['WORK_WITHOUT_POINTS', pointless, c],
      ['NOT_FOUND', foreign, other.students[0]!.accountId],
    ]),
  );
  expect(reply.body.refused.find(({ code }) => code === 'GRADE_CHANGED')?.newer).toMatchObject({
    draftGrade: 10,
    changed_by: `${room.coTeacher.firstName} ${room.coTeacher.lastName}`,
  });
  const acts = (await actsOf()).length;
  const whole = await bulk([draft(open, b, 30, 20), draft(open, a, 30, null)], { all_or_nothing: true });
  expect(whole).toMatchObject({
    status: 409,
    error: { code: 'GRADES_REFUSED', params: { count: 1, refused: [{ code: 'GRADE_CHANGED', account_id: a, newer: { draftGrade: 10 } }] } },
  });
  expect(whole.error?.message).toContain('1');
  const unknown = await bulk([draft(open, b, 30, 20), draft(open, 999_999, 30)], { all_or_nothing: true });
  expect(unknown.error).toMatchObject({ code: 'GRADES_REFUSED', params: { refused: [{ code: 'NOT_FOUND', account_id: 999_999 }] } });
  expect((await gradesOf(open)).slice(0, 2)).toEqual([10, 20]);
  expect(await gradesOf(foreign, other)).toEqual([null]);
  expect(await actsOf()).toHaveLength(acts);
  expect((await bulk([draft(open, b, 30, 20), draft(open, a, 30, 10)], { all_or_nothing: true })).body).toMatchObject({ count: 2 });
});

test.each([
  ['a negative grade', (work: number, a: number) => draft(work, a, -1), 'A grade cannot be below 0.'],
  ['a huge one', (work: number, a: number) => draft(work, a, 1e9), 'A grade cannot be above 99,999.99.'],
  ['a third decimal', (work: number, a: number) => draft(work, a, 1.125), 'A grade has at most two decimals.'],
  ['not a number', (work: number, a: number) => draft(work, a, 'NaN'), 'Write the grade as a number, such as 46 or 46.5.'],
  ['a wrong type', (work: number, a: number) => draft(work, a, true), 'Name is required'],
  ['no grade at all', (work: number, a: number) => draft(work, a, undefined), 'Name is required'],
  ['EX in the place of points', (work: number, a: number) => draft(work, a, 'EX'), 'Write the grade as a number, such as 46 or 46.5.'],
  [
    'another type of change',
    (work: number, a: number) => ({ ...draft(work, a, 3), submission: { type: 'STATE' } }),
    'The type must be DRAFT_GRADE or EXCUSED.',
  ],
  ['an excuse that is neither', (work: number, a: number) => ({ ...draft(work, a, 3), submission: { type: 'EXCUSED' } }), 'Excused must be yes or no'],
  ['what was seen is nothing that can be', (work: number, a: number) => draft(work, a, 3, 'x'), 'Send the previous value of the cell: a number, EX, or null.'],
])('[B1494] %s is refused with its cell alone: the others are saved', async (_, wrong, message) => {
  const work = await postWork(app, room);
  const [a, b] = ids() as [number, number];
  const reply = await bulk([draft(work, b, 7), wrong(work, a)]);
  expect(reply).toMatchObject({
    status: 200,
    body: { count: 1, refused_count: 1, refused: [{ code: 'INVALID_GRADE', courseWorkId: work, account_id: a, submissionId: null, message, newer: null }] },
  });
  expect((await gradesOf(work)).slice(0, 2)).toEqual([null, 7]);
  expect((await bulk([draft(work, b, 8), wrong(work, a)], { all_or_nothing: true })).error).toMatchObject({
    code: 'GRADES_REFUSED',
    params: { count: 1, refused: [{ code: 'INVALID_GRADE', account_id: a }] },
  });
  expect((await gradesOf(work)).slice(0, 2)).toEqual([null, 7]);
});

test('[B1494] a bad grade in a column is refused with its cell alone', async () => {
  const work = await postWork(app, room);
  const [a, b] = ids() as [number, number];
  const reply = await bulk({ course_work_id: [work, work], account_id: [a, b], to: [1, -2], from: [null, null] });
  expect(reply.body).toMatchObject({ count: 1, refused: [{ code: 'INVALID_GRADE', account_id: b, message: 'A grade cannot be below 0.' }] });
  expect((await gradesOf(work)).slice(0, 2)).toEqual([1, null]);
});

test('[B1493] separate changes are acts of their own, each undone alone; what one cannot be leaves the others', async () => {
  const work = await postWork(app, room);
  const [a, b, c] = ids() as [number, number, number];
  const before = (await actsOf()).length;
  const { body } = await bulk([draft(work, a, 1, null), draft(work, b, 2, 5), draft(work, c, 3, null)], { kind: 'edit', separate: true });
  expect(body).toMatchObject({ count: 2, refused: [{ code: 'GRADE_CHANGED', account_id: b }] });
  expect(body.act_ids).toHaveLength(2);
  expect(body.act_id).toBe(body.act_ids[1]);
  expect((await actsOf()).slice(before).map(({ id, cell_count }) => [id, cell_count])).toEqual(body.act_ids.map((id) => [id, 1]));
  await room.teacher.call(gradeActUndo, { params: { id: body.act_ids[1] } });
  expect((await gradesOf(work)).slice(0, 3)).toEqual([1, null, null]);
  const many = Array.from({ length: 51 }, () => draft(work, a, 1));
  expect((await bulk(many, { separate: true })).error?.errors).toHaveProperty('changes');
  expect((await bulk([draft(work, a, 2)], { separate: true, all_or_nothing: true })).error?.errors).toHaveProperty('separate');
  expect((await bulk([draft(work, a, 2)])).body.act_ids).toHaveLength(1);
});

test.each([
  ['no work', [draft('x', 2, 3)], 'changes.0.courseWorkId', 'Class work is not valid. Choose it again from the list.'],
  ['no student', [draft(1, undefined, 3)], 'changes.0.submissionId', 'Specify the student or the submission.'],
  ['a student that is none', [draft(1, -4, 3)], 'changes.0.account_id', 'Student is not valid. Choose it again from the list.'],
  ['no change', [], 'changes', 'Choose at least one cell.'],
  ['nothing that could be changes', 'all', 'changes', 'Changes is required'],
  ['a change that is none', [null], 'changes.0', 'Changes is not valid'],
  ['columns of different lengths', { course_work_id: [1], account_id: [2], to: [1, 2] }, 'changes', 'Every column needs as many values as the others.'],
  ['a missing column', { course_work_id: [1], to: [1] }, 'changes', 'Every column needs as many values as the others.'],
])('%s is no list of changes: it is refused by name, and nothing is saved', async (_, changes, field, message) => {
  const acts = (await actsOf()).length;
  expect(await bulk(changes)).toMatchObject({ status: 422, error: { errors: { [field]: [message] } } });
  expect(await actsOf()).toHaveLength(acts);
});

test('more than 20,000 cells are refused by their number, in either form; so is an act of another kind', async () => {
  const most = 'At most 20,000 cells at a time. Choose fewer students or fewer items.';
  const many = Array.from({ length: MAX_CHANGES + 1 }, (_, index) => index + 1);
  expect((await bulk(many.map((id) => draft(1, id, 1)))).error?.errors).toEqual({ changes: [most] });
  expect((await bulk({ course_work_id: many, account_id: many, to: many })).error?.errors).toEqual({ changes: [most] });
  for (const kind of ['points', 'return', 'undo', '', 5]) expect((await bulk([draft(1, 2, 3)], { kind })).error?.errors).toHaveProperty('kind');
  expect((await bulk([draft(1, 2, 3)], { note: 'x'.repeat(501) })).error?.errors).toHaveProperty('note');
});

test('students, teachers of other classes and those who taught here once are refused; an archived class stays as it is', async () => {
  const workId = await postWork(app, room);
  const changes = [draft(workId, ids()[0], 1)];
  const [student, former] = [room.students[0]!, room.coTeacher];
  await scenario.remove(room.courseId, former.accountId);
  expect((await bulk(changes, { by: student })).status).toBe(403);
  expect((await bulk(changes, { by: room.otherTeacher })).status).toBe(404);
  expect((await bulk(changes, { by: former })).status).toBe(404);
  expect((await bulk(changes, { by: room.admin })).status).toBe(200);
  const setState = (course_state: 'ACTIVE' | 'ARCHIVED') => app.db.updateTable('courses').set({ course_state }).where('id', '=', room.courseId).execute();
  await setState('ARCHIVED');
  expect((await bulk(changes)).error?.code).toBe('CLASS_ARCHIVED');
  await setState('ACTIVE');
});

test('of a cell named twice it is compared what was seen there first', async () => {
  const workId = await postWork(app, room);
  const [a, b] = ids();
  // a person who typed 5 into an empty cell saw 5 when they typed 6
  expect((await bulk([draft(workId, a, 5, null), draft(workId, a, 6, 5)])).body).toMatchObject({ count: 1, refused_count: 0 });
  await bulk([draft(workId, b, 4)]);
  expect((await bulk([draft(workId, b, 5, null), draft(workId, b, 6, 4)])).body).toMatchObject({ count: 0, refused: [{ code: 'GRADE_CHANGED' }] });
  expect((await gradesOf(workId)).slice(0, 2)).toEqual([6, 4]);
});

test('the same key twice is one act; of the same cell named twice the last word counts; of two undos at once one is done', async () => {
  const workId = await postWork(app, room);
  const [a] = ids();
  const changes = [draft(workId, a, 5, null), draft(workId, a, 6)];
  const [first, again] = [await bulk(changes, { key: 'one-paste' }), await bulk(changes, { key: 'one-paste' })];
  expect(again.body).toEqual(first.body);
  expect((await gradesOf(workId))[0]).toBe(6);
  expect((await bulk([draft(workId, a, 7)], { key: 'one-paste' })).error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
  const undo = () => room.teacher.call(gradeActUndo, { params: { id: first.body.act_id } });
  const both = await Promise.all([undo(), undo()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.error?.code).toBe('ACT_UNDONE');
  const [id] = await submissionsOf(app, workId, [room.students[0]!]);
  expect((await room.teacher.call(submissionGet, { params: { id } })).body.submission).toMatchObject({ draftGrade: null, revision: 2 });
});
