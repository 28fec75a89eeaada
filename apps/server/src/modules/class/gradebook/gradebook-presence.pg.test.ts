import { broadcastingAuth, configGet } from '@classwright/contract';
import type { PresenceChannel } from 'pusher-js';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPusher, type PusherClient } from '../../../platform/live/testing/clients.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';

// Two processes: people who look at one are seen at the other.
let app: TestApp;
let other: TestApp;
let scenario: Scenario;
let room: TestClass;
const clients: PusherClient[] = [];

beforeAll(async () => {
  app = await startTestApp({ isAlone: true });
  other = await app.another();
  scenario = createScenario(app);
  room = await scenario.class({ students: 1 });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await expect.poll(async () => (await sql`SELECT 1 FROM live_presence`.execute(app.db)).rows).toEqual([]);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

interface Heard {
  by: string | undefined;
  data: unknown;
}

interface Here {
  channel: PresenceChannel;
  heard: Heard[];
  /** Codes of the errors that the server sent. */
  errors: number[];
  names: () => string[];
  tell: (data: unknown, event?: string) => void;
}

const CELL = 'client-gradebook-cell';
const nameOf = ({ firstName, lastName }: TestPerson): string => `${firstName} ${lastName}`;

/** Connects the official client of a person who opens the gradebook at one of the processes. */
async function open(at: TestApp, person: TestPerson, courseId = room.courseId): Promise<Here> {
  const { key } = (await at.call(configGet)).body.realtime;
  const client = openPusher({
    key,
    port: Number(new URL(await at.listen()).port),
    authorise: async (socketId, channel) => {
      const reply = await person.call(broadcastingAuth, { body: { socket_id: socketId, channel_name: channel } });
      return reply.error ? null : reply.body;
    },
  });
  clients.push(client);
  const errors: number[] = [];
  client.pusher.connection.bind('error', (failure: { data?: { code: number } }) => errors.push(failure.data?.code ?? 0));
  const channel = (await client.subscribe(`presence-gradebook-${courseId}`)) as PresenceChannel;
  const heard: Heard[] = [];
  for (const event of [CELL, 'client-other'])
    channel.bind(event, (data: unknown, { user_id }: { user_id?: string }) => heard.push({ by: user_id, data: event === CELL ? data : event }));
  const names = (): string[] => {
    const found: string[] = [];
    channel.members.each(({ info }: { info: { name: string } }) => found.push(info.name));
    return found.sort();
  };
  return { channel, heard, errors, names, tell: (data, event = CELL) => void channel.trigger(event, data) };
}

describe('those who look at the grades of a class', () => {
  test('see each other by name, and where each of them is, by the account that the server knows, at any process', async () => {
    const owner = await open(app, room.teacher);
    const near = await open(app, room.admin);
    const far = await open(other, room.coTeacher);
    const everybody = [room.teacher, room.admin, room.coTeacher].map(nameOf).sort();
    for (const { names } of [owner, near, far]) await expect.poll(names).toEqual(everybody);
    owner.tell({ item: 3, student: 4 });
    far.tell({ item: null, student: 5, asks: true });
    const [byOwner, byFar] = [
      { by: String(room.teacher.accountId), data: { item: 3, student: 4 } },
      { by: String(room.coTeacher.accountId), data: { item: null, student: 5, asks: true } },
    ];
    await expect.poll(() => owner.heard).toEqual([byFar]);
    await expect.poll(() => far.heard).toEqual([byOwner]);
    await expect.poll(() => near.heard).toHaveLength(2);
    expect(near.heard).toEqual(expect.arrayContaining([byOwner, byFar]));
    far.channel.unsubscribe();
    await expect.poll(owner.names).toEqual([room.teacher, room.admin].map(nameOf).sort());
  });

  test('are told at their own process without a word to the database while they are all there', async () => {
    const [first, second] = [await open(app, room.teacher), await open(app, room.coTeacher)];
    await expect.poll(() => [first.names().length, second.names().length]).toEqual([2, 2]);
    const relayed = async () => (await sql`SELECT 1 FROM live_signals WHERE body LIKE '%"relayed"%'`.execute(app.db)).rows.length;
    await sql`DELETE FROM live_signals WHERE body LIKE '%"relayed"%'`.execute(app.db);
    first.tell({ item: 1, student: 2 });
    await expect.poll(() => second.heard).toHaveLength(1);
    expect(await relayed()).toBe(0);
    const third = await open(other, room.admin);
    await expect.poll(first.names).toHaveLength(3);
    first.tell({ item: 1, student: 3 });
    await expect.poll(() => third.heard).toHaveLength(1);
    expect(await relayed()).toBe(1);
    expect(second.heard).toHaveLength(2);
  });

  test('may say nothing but where they are: other events, other shapes, grades and long texts are refused and reach nobody', async () => {
    const [sender, listener] = [await open(app, room.teacher), await open(app, room.coTeacher)];
    const wrong: unknown[] = [
      null,
      [],
      'text',
      '{"item":1,"student":2}',
      {},
      { item: 1 },
      { item: '1', student: 2 },
      { item: -1, student: 2 },
      { item: 1.5, student: 2 },
      { item: 1e308, student: 2 },
      { item: 1, student: 2, asks: 'yes' },
      { item: 1, student: 2, grade: 46.5 },
      { item: 1, student: 2, name: 'Somebody Else' },
      { item: 1, student: 2, user_id: '1' },
      { item: null, student: null, text: 'x'.repeat(2000) },
    ];
    // more than ten a second are not even read
    for (const [index, data] of wrong.entries()) {
      sender.tell(data);
      await expect.poll(() => sender.errors).toHaveLength(index + 1);
    }
    sender.tell({ item: 1, student: 2 }, 'client-other');
    await expect.poll(() => sender.errors).toHaveLength(wrong.length + 1);
    expect(new Set(sender.errors)).toEqual(new Set([4301]));
    sender.tell({ item: 7, student: 8 });
    await expect.poll(() => listener.heard).toEqual([{ by: String(room.teacher.accountId), data: { item: 7, student: 8 } }]);
  });

  test('who floods is told so, and the others hear no more than ten and what comes back in a moment', async () => {
    const [sender, listener] = [await open(app, room.teacher), await open(app, room.coTeacher)];
    const count = 100;
    for (let item = 1; item <= count; item++) sender.tell({ item, student: 1 });
    await expect.poll(() => sender.errors.length + listener.heard.length).toBe(count);
    expect(new Set(sender.errors)).toEqual(new Set([4301]));
    expect(listener.heard.slice(0, 10)).toEqual(
      Array.from({ length: 10 }, (_, index) => ({ by: String(room.teacher.accountId), data: { item: index + 1, student: 1 } })),
    );
    expect(sender.errors.length).toBeGreaterThan(0);
  });

  test('are its staff alone: its students and all others are refused, and a teacher who leaves it is out at once and says nothing more', async () => {
    for (const person of [room.students[0]!, room.otherTeacher, room.otherStudent]) await expect(open(other, person)).rejects.toThrow('AuthError');
    const past = await scenario.class({ students: 1 });
    const [staying, leaving] = [await open(app, past.teacher, past.courseId), await open(other, past.coTeacher, past.courseId)];
    await expect.poll(staying.names).toHaveLength(2);
    const ended = new Promise((resolve) => leaving.channel.bind('pusher:subscription_error', resolve));
    await scenario.remove(past.courseId, past.coTeacher.accountId);
    expect(await ended).toMatchObject({ type: 'AccessEnded', status: 403 });
    await expect.poll(staying.names).toEqual([nameOf(past.teacher)]);
    leaving.tell({ item: 1, student: 1 });
    await expect.poll(() => leaving.errors).toEqual([4301]);
    staying.tell({ item: 2, student: 2 });
    const again = await open(other, past.admin, past.courseId);
    await expect.poll(staying.names).toHaveLength(2);
    again.tell({ item: 3, student: 3 });
    await expect.poll(() => staying.heard).toEqual([{ by: String(past.admin.accountId), data: { item: 3, student: 3 } }]);
    expect(leaving.heard).toEqual([]);
    await expect(open(app, past.coTeacher, past.courseId)).rejects.toThrow('AuthError');
  });
});
