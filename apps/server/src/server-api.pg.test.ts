import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { channels, configGet } from '@classwright/contract';
import Pusher from 'pusher';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOwnEventRule } from './own-events.ts';
import { createScenario, hear, startLesson, type RunningLesson, startTestApp, type TestApp, until } from './testing/index.ts';

const APPLICATION = { id: 'timetable', secret: 'a secret of the school, '.replaceAll(' ', '-').repeat(2) };
let app: TestApp;
let second: TestApp;
let lesson: RunningLesson;
let key: string;
let ear: Awaited<ReturnType<typeof hear>>;
let channel: string;
let presence: string;

beforeAll(async () => {
  app = await startTestApp({ pusher: APPLICATION, isAlone: true });
  second = await app.another();
  lesson = await startLesson(app, createScenario(app));
  key = (await app.call(configGet)).body.realtime.key;
  channel = channels.account(lesson.students[0]!.accountId);
  presence = `presence-class-${lesson.courseId}`;
  ear = await hear(second, lesson.students[0]!, channel);
  await hear(app, lesson.teacher, presence);
  await hear(second, lesson.coTeacher, presence);
});
afterAll(async () => {
  await second.close();
  await app.close();
});

/** Connects the official server library, as an app of the school would. */
async function connect(to: TestApp = app, values: Partial<{ appId: string; key: string; secret: string }> = {}): Promise<Pusher> {
  const { hostname, port } = new URL(await to.listen());
  return new Pusher({ appId: APPLICATION.id, key, secret: APPLICATION.secret, host: hostname, port, useTLS: false, ...values });
}
const statusOf = (request: Promise<unknown>): Promise<number> =>
  request.then(
    () => 200,
    (error: { status: number }) => error.status,
  );

/** Sends a request signed by hand, so that it can be wrong. */
async function send(
  method: 'GET' | 'POST',
  path: string,
  {
    body,
    parameters = {},
    secret = APPLICATION.secret,
    signedBody = body,
  }: { body?: unknown; parameters?: Record<string, string>; secret?: string; signedBody?: unknown } = {},
) {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('private-own', channel);
  const url = `/apps/${APPLICATION.id}${path}`;
  const all: Record<string, string> = {
    auth_key: key,
    auth_timestamp: String(Math.floor(Date.now() / 1000)),
    auth_version: '1.0',
    ...(body === undefined ? {} : { body_md5: createHash('md5').update(textOf(signedBody)).digest('hex') }),
    ...parameters,
  };
  const query = Object.keys(all)
    .toSorted()
    .map((name) => `${name}=${all[name]}`)
    .join('&');
  const signature = createHmac('sha256', secret).update(`${method}\n${url}\n${query}`).digest('hex');
  const reply = await app.server.app.inject({
    method,
    url: `${url}?${query}&auth_signature=${signature}`,
    ...(body === undefined ? {} : { payload: textOf(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: reply.statusCode, text: reply.body, type: String(reply.headers['content-type']) };
}
/** `private-own` is a channel with a listener. */
const event = (values: Record<string, unknown> = {}) => ({ name: 'bell.rings', channels: ['private-own'], data: '{"room":7}', ...values });

describe('[L398] the official server library', () => {
  test('publishes to who listens, at whichever process; one event, many channels, and a batch', async () => {
    const pusher = await connect();
    await pusher.trigger(channel, 'bell.rings', { room: 7, text: 'naïve “数学”' });
    expect((await ear.first('bell.rings')).data).toEqual({ room: 7, text: 'naïve “数学”' });
    await pusher.trigger([channel, presence], 'bus.late', 'by ten minutes');
    expect((await ear.first('bus.late')).data).toBe('by ten minutes');
    await pusher.triggerBatch([
      { channel, name: 'meal.changed', data: { meal: 1 } },
      { channel, name: 'meal.served', data: [] },
    ]);
    expect((await ear.first('meal.served')).data).toEqual([]);
    expect(ear.events.map((heard) => heard.name)).toEqual(['bell.rings', 'bus.late', 'meal.changed', 'meal.served']);
  });

  test('is told of channels and who is in them, the same by every process', async () => {
    for (const process of [app, second]) {
      const pusher = await connect(process);
      const get = async (path: string, params: Record<string, string> = {}) => (await pusher.get({ path, params })).json();
      await until(async () => (await get(`/channels/${presence}`, { info: 'user_count' })).user_count === 2, 'both teachers');
      expect(await get('/channels', { filter_by_prefix: 'presence-', info: 'user_count' })).toEqual({ channels: { [presence]: { user_count: 2 } } });
      expect((await get('/channels')).channels).toMatchObject({ [channel]: {}, [presence]: {} });
      expect(await get(`/channels/${channel}`)).toEqual({ occupied: true });
      expect(await get('/channels/private-nobody')).toEqual({ occupied: false });
      const { users } = (await get(`/channels/${presence}/users`)) as { users: { id: string }[] };
      expect(users.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual([lesson.teacher.accountId, lesson.coTeacher.accountId].sort((a, b) => a - b));
      expect(await (await pusher.trigger(presence, 'bus.late', {}, { info: 'user_count' })).json()).toEqual({ channels: { [presence]: { user_count: 2 } } });
    }
  });

  test('is refused with another secret, key or application', async () => {
    expect(await statusOf((await connect(app, { secret: 'x'.repeat(48) })).trigger(channel, 'a', {}))).toBe(401);
    expect(await statusOf((await connect(app, { key: 'another' })).trigger(channel, 'a', {}))).toBe(401);
    expect(await statusOf((await connect(app, { appId: 'another' })).trigger(channel, 'a', {}))).toBe(404);
  });
});

test('[L398] without an application set up there is no such API', async () => {
  const plain = await startTestApp();
  try {
    const { hostname, port } = new URL(await plain.listen());
    const own = (await plain.call(configGet)).body.realtime.key as string;
    const pusher = new Pusher({ appId: APPLICATION.id, key: own, secret: APPLICATION.secret, host: hostname, port, useTLS: false });
    expect(await statusOf(pusher.trigger(channel, 'a', {}))).toBe(404);
    expect(await statusOf(pusher.get({ path: '/channels' }))).toBe(404);
  } finally {
    await plain.close();
  }
});

test('a request counts only as it was signed, and for ten minutes', async () => {
  const seconds = (offset: number) => String(Math.floor(Date.now() / 1000) + offset);
  const refused = [
    await send('POST', '/events', { body: event(), signedBody: event({ name: 'another' }) }),
    await send('POST', '/events', { body: event(), parameters: { auth_timestamp: seconds(-700) } }),
    await send('POST', '/events', { body: event(), parameters: { auth_timestamp: seconds(700) } }),
    await send('POST', '/events', { body: event(), parameters: { auth_timestamp: 'now' } }),
    await send('POST', '/events', { body: event(), parameters: { auth_version: '2.0' } }),
    await send('POST', '/events', { body: event(), secret: '' }),
    await send('GET', '/channels', { parameters: { body_md5: 'd41d8cd98f00b204e9800998ecf8427e' } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401));
  expect(refused[1]).toMatchObject({ text: expect.stringContaining('set the clock'), type: expect.stringContaining('text/plain') });
  const heard = ear.events.length;
  expect((await send('POST', '/events', { body: event(), parameters: { auth_timestamp: seconds(-500) } })).status).toBe(200);
  await until(() => ear.events.length > heard, 'the event of an old request');
  const twice = `auth_key=${key}&auth_key=${key}&auth_signature=00`;
  expect((await app.server.app.inject({ method: 'GET', url: `/apps/${APPLICATION.id}/channels?${twice}` })).statusCode).toBe(401);
  expect((await app.server.app.inject({ method: 'GET', url: `/apps/${APPLICATION.id}/channels` })).statusCode).toBe(401);
});

test.each<[string, number, unknown, string?]>([
  ['no JSON', 400, '{'],
  ['a list', 400, '[]'],
  ['no channel', 400, { name: 'a', data: '' }],
  ['more than a hundred channels', 400, event({ channels: Array.from({ length: 101 }, (_, n) => `private-${n}`) })],
  ['a public channel', 400, event({ channels: ['news'] })],
  ['a channel of strange signs', 400, event({ channels: ['private-own', 'private-a b'] })],
  ['no name', 400, event({ name: '' })],
  ['a name of more than 200 characters', 400, event({ name: 'x'.repeat(201) })],
  ['data that is no text', 400, event({ data: { room: 7 } })],
  ['more than 10 KB of data', 413, event({ data: 'é'.repeat(5121) })],
  ['a socket to leave out', 400, event({ socket_id: '1.1' })],
  ['unknown info', 400, event({ info: 'weather' })],
  ['the name of an event of our own', 403, event({ name: 'assessment.started' })],
  ['the name of an event of the protocol', 403, event({ name: 'pusher_internal:subscription_succeeded' })],
  ['more than ten of a batch', 400, { batch: Array.from({ length: 11 }, () => ({ channel: 'private-a', name: 'a', data: '' })) }, '/batch_events'],
  [
    'a batch with one that is wrong',
    403,
    {
      batch: [
        { channel: 'private-own', name: 'a', data: '' },
        { channel: 'private-a', name: 'class.changed', data: '' },
      ],
    },
    '/batch_events',
  ],
])('refused, and nothing of it sent: %s', async (_what, status, body, path = '/events') => {
  const before = ear.events.length;
  expect((await send('POST', path, { body })).status).toBe(status);
  expect(ear.events).toHaveLength(before);
});

test('who is in a channel is told of presence channels only, and of channels that can be', async () => {
  expect((await send('GET', `/channels/${channel}/users`)).status).toBe(400);
  expect((await send('GET', '/channels/news')).status).toBe(400);
  expect((await send('GET', '/channels', { parameters: { info: 'user_count' } })).status).toBe(400);
});

test('every name of an event of our own is kept from integrations', async () => {
  const isOwnEventName = createOwnEventRule(app.server.folded.eventWords);
  const text = await readFile(new URL('../../../packages/contract/events.gen.json', import.meta.url), 'utf8');
  const names = [...text.matchAll(/"name": ?\{[^}]*?"(?:const|enum)": ?(\[[^\]]*\]|"[^"]*")/g)].flatMap(([, found]) => JSON.parse(found!) as string | string[]);
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !isOwnEventName(name))).toEqual([]);
  expect(['pusher:error', 'client-typing', 'Assessment.started', 'gradebook.cells.changed'].every(isOwnEventName)).toBe(true);
  expect(['bell.rings', 'newsletter', 'classroom.moved'].some(isOwnEventName)).toBe(false);
});
