import { channels, liveSettingsUpdate } from '@classwright/contract';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isInstalled, openNats, openRedis } from './platform/live/bus/testing/brokers.ts';
import { TEST_INSTALLATION } from './testing/build-app.ts';
import { createScenario, hear, startLesson, startTestApp, type TestApp, type TestPerson, until } from './testing/index.ts';

/** Starts a lesson that a teacher follows at two processes of one installation. */
async function followAtTwo(options: Parameters<typeof startTestApp>[0]) {
  const own = await startTestApp(options);
  const other = await own.another();
  onTestFinished(async () => {
    await other.close();
    await own.close();
  });
  const lesson = await startLesson(own, createScenario(own), { students: 3 });
  const channel = channels.assessment(lesson.assessmentId);
  const elsewhere: TestPerson = { ...lesson.teacher, call: (endpoint, args, as) => other.call(endpoint, args, { token: lesson.teacher.token, ...as }) };
  const ears = [await hear(own, lesson.teacher, channel), await hear(other, elsewhere, channel)];
  const readCount = async (app: TestApp, name: string): Promise<number> => {
    const { body } = await app.server.app.inject({ url: '/metrics' });
    return Number(new RegExp(`^classwright_live_bus_${name}_total (\\d+)$`, 'm').exec(body)?.[1]);
  };
  return {
    ...{ own, other, lesson, channel },
    /** Logs a student in at the first process. Both screens receive the event. */
    async logIn(number: number) {
      const student = lesson.students[number] as TestPerson;
      expect((await lesson.login(student)).status).toBe(200);
      const isHeard = (ear: (typeof ears)[number]): boolean =>
        ear.events.some(({ name, data }) => name === 'assessment.studentlogin' && data.items.includes(student.accountId));
      await until(() => ears.every(isHeard), `the login of student ${number} at both processes`);
    },
    /** Returns how often both lines have been lost, or restored. */
    countBoth: async (name: string) => Math.min(await readCount(own, name), await readCount(other, name)),
    readCount,
    close: () => ears.forEach((ear) => ear.close()),
  };
}

test('the line through the database is cut in mid-lesson, and strangers notify: the lesson goes on at every process', async () => {
  const { own, other, logIn, countBoth, readCount, close } = await followAtTwo({});
  await logIn(0);
  expect(await readCount(other, 'heard')).toBeGreaterThanOrEqual(1);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'classwright bus' AND datname = current_database()`.execute(own.db);
  await logIn(1);
  await until(async () => (await countBoth('reconnected')) >= 1, 'both lines to stand again');
  for (const text of ['hello', 'x'.repeat(7_900), '0123456789abcdef 1 9007199254740991 private-assessment-1', '{"kind":"recheck","scope":"all"}'])
    await sql`SELECT pg_notify('classwright_rooms', ${text})`.execute(own.db);
  await logIn(2);
  expect(await readCount(other, 'foreign')).toBe(3);
  close();
});

const brokers = [
  { name: 'Redis', program: 'redis-server', open: () => openRedis(null) },
  { name: 'NATS', program: 'nats-server', open: () => openNats(null) },
];
for (const { name, program, open } of brokers)
  describe.skipIf(!isInstalled(program))(`${name} in mid-lesson (skipped where no ${program} is installed)`, () => {
    test('it is lost: the lesson goes on at every process; it comes back: processes hear each other again', async () => {
      const broker = await open();
      onTestFinished(() => broker.close());
      const { other, channel, lesson, logIn, countBoth, readCount, close } = await followAtTwo({ broker: broker.setting! });
      await logIn(0);
      expect(await readCount(other, 'heard')).toBeGreaterThanOrEqual(1);
      await broker.halt?.();
      await until(async () => (await countBoth('lost')) >= 1, 'both lines to be lost');
      await logIn(1);
      await broker.resume();
      await until(async () => (await countBoth('reconnected')) >= 1, 'both lines to stand again');
      await broker.write(`nothing of ours ${channel}`, TEST_INSTALLATION);
      const before = await readCount(other, 'heard');
      await logIn(2);
      // An event sent at the moment when the other process reconnects may be lost, and is then read from the database.
      let isOn = false;
      await until(async () => {
        isOn = !isOn;
        await lesson.teacher.call(liveSettingsUpdate, { body: { assessment_id: lesson.assessmentId, can_comment: isOn } });
        return (await readCount(other, 'heard')) > before;
      }, 'a word of the other process');
      expect(await readCount(other, 'foreign')).toBe(1);
      close();
    });
  });
