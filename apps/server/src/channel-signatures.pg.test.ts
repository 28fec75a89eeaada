import { once } from 'node:events';
import { authLogout, broadcastingAuth, channels, configGet } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createSharedClock } from './platform/clock.ts';
import { createScenario, hear, type RunningLesson, startLesson, startTestApp, type TestApp, type TestPerson, until } from './testing/index.ts';

let app: TestApp;
let second: TestApp;
let lesson: RunningLesson;
beforeAll(async () => {
  app = await startTestApp();
  second = await app.another();
  lesson = await startLesson(app, createScenario(app), { students: 4 });
});
afterAll(async () => {
  await second.close();
  await app.close();
});

/** Opens a socket at the second process. */
async function openSocket() {
  const url = await second.listen();
  const { key } = (await app.call(configGet)).body.realtime;
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}/app/${key}?protocol=7&client=test&version=1`, { perMessageDeflate: false });
  const heard: { event: string; data: string }[] = [];
  ws.on('message', (bytes) => void heard.push(JSON.parse(String(bytes))));
  await once(ws, 'open');
  const first = await until(() => heard.find(({ event }) => event === 'pusher:connection_established'), 'the connection');
  const { socket_id } = JSON.parse(first.data) as { socket_id: string };
  return {
    socket_id,
    async authorise(person: TestPerson, channel_name: string): Promise<string> {
      const { body } = await person.call(broadcastingAuth, { body: { socket_id, channel_name } });
      return body.auth as string;
    },
    /** The server's reply, or the code with which it closed. */
    async subscribe(channel: string, auth: string): Promise<string | number> {
      const before = heard.length;
      const closed = once(ws, 'close').then(([code]) => code as number);
      ws.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }));
      return Promise.race([closed, until(() => heard.slice(before).find(({ event }) => event.startsWith('pusher')), 'a reply').then(({ event }) => event)]);
    },
    close: () => ws.terminate(),
  };
}

test('a call to one process authorises a socket that hangs at another', async () => {
  const channel = channels.assessment(lesson.assessmentId);
  const ear = await hear(second, lesson.students[0]!, channel);
  expect(second.server.realtime.isConnected(lesson.students[0]!.accountId, channel)).toBe(true);
  ear.close();
});

test('what was signed before a sign-out opens nothing after it, at the other process', async () => {
  const student = lesson.students[1]!;
  const channel = channels.assessment(lesson.assessmentId);
  const socket = await openSocket();
  const auth = await socket.authorise(student, channel);
  expect((await student.call(authLogout)).status).toBe(200);
  expect(await socket.subscribe(channel, auth)).toBe(4009);
  socket.close();
});

test('what was signed before a role was taken away opens nothing after it, at the other process', async () => {
  const student = lesson.students[2]!;
  const channel = channels.assessment(lesson.assessmentId);
  const socket = await openSocket();
  const auth = await socket.authorise(student, channel);
  await app.db.updateTable('account_roles').set({ is_active: false }).where('account_id', '=', student.accountId).execute();
  const reply = await socket.subscribe(channel, auth);
  expect(['pusher_internal:subscription_succeeded', 'pusher:subscription_error']).toContain(reply); // believed for a moment at most
  await expect.poll(() => second.server.realtime.isConnected(student.accountId, channel)).toBe(false);
  socket.close();
});

test('the clocks of two processes agree as far as each says it knows', async () => {
  const clocks = [createSharedClock(app.db), createSharedClock(second.db)];
  const statements = await app.recordStatements(async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const [one, other] = await Promise.all(clocks.map((clock) => clock.read()));
      expect(one!.latestMs).toBeGreaterThanOrEqual(one!.earliestMs);
      expect(one!.earliestMs - other!.latestMs).toBeLessThan(50);
      expect(other!.earliestMs - one!.latestMs).toBeLessThan(50);
    }
  });
  expect(statements).toHaveLength(1);
});
