import { channels, courseRoom } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createRooms } from '../../../platform/live/index.ts';
import { createLog } from '../../../platform/log.ts';
import { createScenario, hear, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson, until } from '../../../testing/index.ts';
import { createClassRoom } from './index.ts';

let app: TestApp;
let scenario: Scenario;
let klass: TestClass;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  klass = await scenario.class({ students: 2 });
});
afterAll(() => app.close());

/**
 * Creates a class room that announces like a process that dies after its commit. The server then finds the events in
 * the outbox.
 */
const announcer = () => createClassRoom(createRooms({ db: app.db, log: createLog('silent') }));
const ask = (by: TestPerson, id: unknown = klass.courseId) => by.call(courseRoom, { params: { id } });

test('the people of a class learn the number of its last event, its staff also that of their own room', async () => {
  const [student] = klass.students as [TestPerson];
  const before = (await ask(student)).body;
  expect(before).toMatchObject({ room: { epoch: expect.any(Number), sequence: 0 }, staff: null });
  const ears = await Promise.all(
    [student, klass.students[1] as TestPerson, klass.coTeacher].map((person) => hear(app, person, channels.classroom(klass.courseId))),
  );
  const staffEar = await hear(app, klass.teacher, channels.classStaff(klass.courseId));
  await inTransaction(app.db, async (tx) => {
    await announcer().announce(tx, klass.courseId, 'class.stream.changed');
    await announcer().announce(tx, klass.courseId, 'class.work.changed', [3, 4]);
    await announcer().announceToStaff(tx, klass.courseId, 'class.submissions.changed');
  });
  for (const ear of ears) {
    expect((await ear.first('class.stream.changed')).data).toMatchObject({ epoch: before.room.epoch, sequence: 1 });
    expect((await ear.first('class.work.changed')).data).toMatchObject({ sequence: 3, items: [3, 4] });
    expect(ear.events.map(({ name }) => name)).not.toContain('class.submissions.changed');
    ear.close();
  }
  expect((await staffEar.first('class.submissions.changed')).data).toMatchObject({ sequence: 1 });
  staffEar.close();
  await until(async () => (await ask(student)).body.room.sequence === 3, 'the number');
  expect((await ask(student)).body).toEqual({ ...before, room: { ...before.room, sequence: 3 } });
  for (const person of [klass.teacher, klass.coTeacher, klass.admin])
    expect((await ask(person)).body).toMatchObject({ room: { sequence: 3 }, staff: { epoch: before.room.epoch, sequence: 1 } });
});

test('the next day counts from the beginning', async () => {
  const { epoch } = (await ask(klass.teacher)).body.room;
  await app.clock.advanceMs(86_400_000);
  expect((await ask(klass.teacher)).body).toMatchObject({ room: { epoch: epoch + 1, sequence: 0 }, staff: { epoch: epoch + 1, sequence: 0 } });
});

test('whoever is not in the class does not learn that it is there; whoever has left neither', async () => {
  for (const person of [klass.otherTeacher, klass.otherStudent]) expect(await ask(person)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  const [, leaver] = klass.students as [TestPerson, TestPerson];
  await scenario.remove(klass.courseId, leaver.accountId);
  expect((await ask(leaver)).status).toBe(404);
  expect((await ask(klass.teacher, 999_999)).status).toBe(404);
  expect((await ask(klass.teacher, 'x')).status).toBe(422);
  expect((await app.call(courseRoom, { params: { id: klass.courseId } })).status).toBe(401);
});
