import {
  courseGet,
  requestedClassApprove,
  requestedClassApproveMany,
  requestedClassDecline,
  requestedClassDeclineMany,
  requestedClasses,
  requestedClassReopenMany,
} from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../../platform/database/index.ts';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../../testing/index.ts';
import { createReferenceRow } from '../../../school/reference/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let levelId: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class();
  levelId = await inTransaction(app.db, (tx) => createReferenceRow(tx, 'levels', { name: 'Grade 9' }));
});
afterAll(() => app.close());

const { create, list, update, get, createMany } = requestedClasses.endpoints;
const ask = async (name: string, by: TestPerson = room.teacher): Promise<number> =>
  (await by.call(create, { body: { name, subject: 'Physics', section: 'B', room: '214', level_id: levelId } })).body.data.id;
const approve = (id: number, by: TestPerson = room.admin) => by.call(requestedClassApprove, { params: { id } });
const decline = (id: number, reason: unknown = 'There is one already', by: TestPerson = room.admin) =>
  by.call(requestedClassDecline, { params: { id }, body: { reason } as never });
const told = async (by: TestPerson) =>
  (await app.db.selectFrom('notifications').select(['kind', 'params', 'path']).where('account_id', '=', by.accountId).orderBy('id').execute()).map(
    ({ kind, params, path }) => [kind, (params as { title: string }).title, path],
  );

test('[K037] [Q469] an Admin approves what a teacher asks for: the class is there, the teacher owns it, and both are told', async () => {
  const id = await ask('Physics 9B');
  expect(await told(room.admin)).toEqual([['class-requested', 'Physics 9B', '/requested-classes']]);
  const reply = await approve(id);
  expect(reply).toMatchObject({
    status: 200,
    body: {
      requested_class: {
        id,
        status: 'approved',
        reason: '',
        decided_by_name: `${room.admin.firstName} ${room.admin.lastName}`,
        decided_at: expect.any(String),
      },
      course: { name: 'Physics 9B', section: 'B', room: '214', subject: 'Physics', level_id: levelId, ownerId: room.teacher.accountId },
    },
  });
  const { course, data } = reply.body;
  expect(data.course_id).toBe(course.id);
  expect((await room.teacher.call(courseGet, { params: { id: course.id } })).body.course).toMatchObject({ standing: 'staff', may_delete: true });
  expect(await told(room.teacher)).toEqual([['class-request-decided', 'Physics 9B (approved)', '/classes']]);
  expect(await told(room.admin)).toEqual([]);
  expect(await approve(id)).toMatchObject({ status: 409, error: { code: 'REQUEST_DECIDED' } });
  expect(await decline(id)).toMatchObject({ status: 409, error: { code: 'REQUEST_DECIDED' } });
  expect(await room.teacher.call(update, { params: { id }, body: { name: 'X', subject: 'a', section: 'b', room: 'c', level_id: levelId } })).toMatchObject({
    status: 409,
    error: { code: 'REQUEST_DECIDED' },
  });
});

test('[Q470] an Admin declines with a reason, which the teacher reads; taken back, it waits again', async () => {
  const id = await ask('Alchemy <b>', room.coTeacher);
  expect((await decline(id, ' ')).error?.errors).toEqual({ reason: ['Reason is required'] });
  expect((await decline(id, 'x'.repeat(501))).status).toBe(422);
  expect((await decline(id, 'No room. مرحبا <script>')).body.requested_class).toMatchObject({
    status: 'declined',
    reason: 'No room. مرحبا <script>',
    course_id: null,
  });
  expect((await room.coTeacher.call(get, { params: { id } })).body.data).toMatchObject({ status: 'declined', reason: 'No room. مرحبا <script>' });
  expect(await told(room.coTeacher)).toEqual([['class-request-decided', 'Alchemy <b> (declined)', '/requested-classes']]);
  expect((await room.admin.call(requestedClassReopenMany, { body: { ids: [id] } })).body).toMatchObject({ ids: [id], message: '1 request reopened.' });
  expect(await told(room.coTeacher)).toEqual([]);
  expect((await room.admin.call(requestedClassReopenMany, { body: { ids: [id] } })).body.refused).toMatchObject([{ message: 'It is not declined.' }]);
  expect((await approve(id)).status).toBe(200);
});

test('teachers and students decide nothing; a request that is not there is missing', async () => {
  const id = await ask('Mine');
  for (const person of [room.teacher, room.students[0]!]) {
    expect((await approve(id, person)).status).toBe(403);
    expect((await decline(id, 'no', person)).status).toBe(403);
    for (const endpoint of [requestedClassApproveMany, requestedClassReopenMany])
      expect((await person.call(endpoint, { body: { ids: [id] } })).status).toBe(403);
    expect((await person.call(requestedClassDeclineMany, { body: { ids: [id], reason: 'no' } })).status).toBe(403);
  }
  expect((await approve(987_654)).status).toBe(404);
  expect((await decline(987_654)).status).toBe(404);
});

test('two administrators at once decide one request once', async () => {
  const id = await ask('Twice');
  const other = await scenario.person('admin', null);
  const replies = await Promise.all([approve(id), approve(id, other), decline(id)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const made = await app.db.selectFrom('courses').select('id').where('name', '=', 'Twice').execute();
  expect(made.length).toBeLessThanOrEqual(1);
});

test('a teacher who cannot sign in any more owns no class', async () => {
  const leaver = await scenario.person('teachers', room.schoolId);
  const id = await ask('Left behind', leaver);
  await scenario.deactivate(leaver.accountId);
  expect(await approve(id)).toMatchObject({ status: 409, error: { code: 'REQUEST_WITHOUT_OWNER' } });
  expect((await room.admin.call(requestedClassApproveMany, { body: { ids: [id] } })).body.refused).toMatchObject([{ id, name: 'Left behind' }]);
  expect((await decline(id)).status).toBe(200);
});

test('300 are decided in one go, the teacher is told once, and so are administrators of 300 that are asked for', { timeout: 60_000 }, async () => {
  const teacher = await scenario.person('teachers', room.schoolId);
  const rows = Array.from({ length: 300 }, (_, at) => ({ name: `Class ${at}`, subject: 'S', section: 'A', room: '1', level_id: 'Grade 9' }));
  const made = (await teacher.call(createMany, { body: { rows } })).body.rows.map(({ id }) => id as number);
  expect((await told(room.admin)).filter(([, title]) => title?.startsWith('Class 0'))).toEqual([
    ['class-requested', 'Class 0, Class 1, Class 2 and 297 more', '/requested-classes'],
  ]);
  const [declined, approved] = [made.slice(0, 150), made.slice(150)];
  expect((await room.admin.call(requestedClassDeclineMany, { body: { ids: declined, reason: 'Too many' } })).body.message).toBe('150 requests declined.');
  expect((await room.admin.call(requestedClassApproveMany, { body: { ids: [...approved, declined[0], 987_654] } })).body).toMatchObject({
    ids: approved,
    message: '150 requests approved.',
    refused: [
      { id: declined[0], name: 'Class 0' },
      { id: 987_654, name: '#987654' },
    ],
  });
  expect(await told(teacher)).toEqual([['class-request-decided', 'Class 150, Class 151, Class 152 and 147 more (approved)', '/classes']]);
  const waiting = await teacher.call(list, { query: { status: 'declined', per_page: 200 } as never });
  expect(waiting.body.pagination.total).toBe(150);
  expect((await teacher.call(list, { query: { status: 'lost' } as never })).status).toBe(422);
});

test('[B1401] an administrator of one school decides what its people ask for, and nothing of another school', async () => {
  const far = await scenario.class({ students: 0 });
  const here = await scenario.person('teachers', room.schoolId);
  await giveRights(app.db, here.accountId, ['requested-classes:view', 'requested-classes:approve']);
  const [own, foreign, declined] = [await ask('Physics of ours'), await ask('Physics of theirs', far.teacher), await ask('Declined of theirs', far.teacher)];
  await decline(declined);
  const names = (await here.call(list, { query: { per_page: 200 } })).body.data.map(({ name }) => name);
  expect([names.includes('Physics of ours'), names.includes('Physics of theirs')]).toEqual([true, false]);
  const call = (endpoint: typeof requestedClassApproveMany | typeof requestedClassDeclineMany | typeof requestedClassReopenMany, ids: number[]) =>
    here.call(endpoint, { body: { ids, reason: 'No' } });
  for (const [endpoint, id] of [
    [requestedClassApproveMany, foreign],
    [requestedClassDeclineMany, foreign],
    [requestedClassReopenMany, declined],
  ] as const)
    expect((await call(endpoint, [id])).body).toMatchObject({ ids: [], refused: [{ id, name: `#${id}` }] });
  expect([(await approve(foreign, here)).status, (await decline(foreign, 'No', here)).status]).toEqual([404, 404]);
  expect(await approve(own, here)).toMatchObject({ status: 200, body: { course: { name: 'Physics of ours', ownerId: room.teacher.accountId } } });
});

test('[B1840] whoever decides the requests of a school is told of a new one: its own administrators and those of all schools, nobody of another school', async () => {
  const far = await scenario.class({ students: 0 });
  const [here, there, reader] = [
    await scenario.person('teachers', room.schoolId),
    await scenario.person('teachers', far.schoolId),
    await scenario.person('teachers', room.schoolId),
  ];
  for (const head of [here, there]) await giveRights(app.db, head.accountId, ['requested-classes:view', 'requested-classes:approve']);
  await giveRights(app.db, reader.accountId, ['requested-classes:view']);
  const asking = await scenario.person('teachers', room.schoolId);
  const id = await ask('Astronomy', asking);
  const isTold = async (person: TestPerson): Promise<boolean> =>
    (await told(person)).some(([kind, title]) => kind === 'class-requested' && title === 'Astronomy');
  const tellOf = () => Promise.all([here, room.admin, there, reader, asking].map(isTold));
  expect(await tellOf()).toEqual([true, true, false, false, false]);
  await approve(id, here);
  expect(await tellOf()).toEqual([false, false, false, false, false]); // nothing waits any more
});
