import { once } from 'node:events';
import { channels, configGet, liveJoin } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createScenario, type Scenario, startLesson, startTestApp, type TestApp, type TestPerson, until } from '../../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

/** Opens a socket that nobody has claimed yet. */
async function openSocket() {
  const url = await app.listen();
  const { key } = (await app.call(configGet)).body.realtime;
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}/app/${key}?protocol=7&client=test&version=1`, { perMessageDeflate: false });
  const heard: { event: string; channel?: string; data: string }[] = [];
  ws.on('message', (bytes) => void heard.push(JSON.parse(String(bytes))));
  await once(ws, 'open');
  const first = await until(() => heard.find(({ event }) => event === 'pusher:connection_established'), 'the connection');
  return {
    id: (JSON.parse(first.data) as { socket_id: string }).socket_id,
    heard,
    /** Subscribes with the signature. Returns the server's reply. */
    async subscribe(channel: string, auth: string | undefined): Promise<string> {
      const before = heard.length;
      ws.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }));
      return (await until(() => heard.slice(before).find(({ event }) => event.startsWith('pusher')), 'a reply')).event;
    },
    close: () => ws.close(),
  };
}

/** Returns the channel signatures that joining gives a socket. */
async function signed(student: TestPerson, assessment_id: number, socket_id: string): Promise<Record<string, string>> {
  const { status, body } = await student.call(liveJoin, { body: { assessment_id, socket_id } });
  expect([status, typeof body.auth]).toEqual([200, 'object']);
  return body.auth as Record<string, string>;
}

test('[L372] [L387] with the id of its socket a phone gets what it subscribes with to the lesson and to its account, and to nothing else', async () => {
  const lesson = await startLesson(app, scenario);
  const [student, mate] = lesson.students as [TestPerson, TestPerson];
  const socket = await openSocket();
  const auth = await signed(student, lesson.assessmentId, socket.id);
  const [account, assessment] = [channels.account(student.accountId), channels.assessment(lesson.assessmentId)];
  expect(Object.keys(auth).toSorted()).toEqual([account, assessment].toSorted());
  for (const channel of [account, assessment]) expect(await socket.subscribe(channel, auth[channel])).toBe('pusher_internal:subscription_succeeded');
  for (const foreign of [channels.account(mate.accountId), channels.staff(lesson.assessmentId)])
    expect(await socket.subscribe(foreign, auth[account])).toBe('pusher:error');
  await lesson.login(mate);
  await until(() => socket.heard.some(({ event, channel }) => event === 'assessment.studentlogin' && channel === assessment), 'a login of another');
  socket.close();
});

test('what is signed for the socket of somebody else opens nothing on any other socket', async () => {
  const lesson = await startLesson(app, scenario);
  const [student, mate] = lesson.students as [TestPerson, TestPerson];
  const [theirs, own] = [await openSocket(), await openSocket()];
  const taken = await signed(student, lesson.assessmentId, theirs.id);
  await signed(mate, lesson.assessmentId, own.id);
  const foreign = await signed(mate, lesson.assessmentId, theirs.id);
  for (const [channel, auth] of Object.entries(foreign)) expect(await own.subscribe(channel, auth)).toBe('pusher:error');
  // the socket's owner is unaffected
  for (const [channel, auth] of Object.entries(taken)) expect(await theirs.subscribe(channel, auth)).toBe('pusher_internal:subscription_succeeded');
  const nobodys = await signed(mate, lesson.assessmentId, '1.1');
  for (const [channel, auth] of Object.entries(nobodys)) expect(await own.subscribe(channel, auth)).toBe('pusher:error');
  for (const socket of [theirs, own]) socket.close();
});
