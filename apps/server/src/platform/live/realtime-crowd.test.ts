import { connect as connectLine } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { connectPusher, connectWire, type PusherClient, type WireClient } from './testing/clients.ts';
import type { Signal } from './signals.ts';
import { eventually, startTestRealtime, TEST_KEY, type TestRealtime } from './testing/realtime.ts';

const ROOM = 'private-room-1';
let live: TestRealtime;
afterEach(() => live.close());

const connectMany = (count: number) => Promise.all(Array.from({ length: count }, () => connectWire(live)));

test('a thousand subscribers all receive one broadcast, in one write each', async () => {
  live = await startTestRealtime();
  const clients = await connectMany(1000);
  await Promise.all(clients.map((client, index) => client.subscribe(ROOM, index + 1)));
  expect(live.realtime.connectedAccounts(ROOM)).toHaveLength(1000);
  const before = live.realtime.counters.framesSent;
  live.realtime.publish(ROOM, 'thing', { id: 1 });
  await Promise.all(clients.map((client) => client.next('thing')));
  expect(live.realtime.counters.framesSent - before).toBe(1000);
  for (const client of clients) expect(client.named('thing')).toHaveLength(1);
  for (const client of clients) client.ws.terminate();
  await eventually(() => live.realtime.counters.connections === 0, 'all gone');
  expect(live.realtime.counters.subscriptions).toBe(0);
  expect(live.realtime.connectedAccounts(ROOM)).toEqual([]);
}, 30_000);

test('[B011] a socket that never reads is ended at its bound of unsent bytes; the others receive everything in order', async () => {
  live = await startTestRealtime();
  const readers = await connectMany(5);
  await Promise.all(readers.map((client, index) => client.subscribe(ROOM, index + 1)));
  const deaf = await connectWire(live);
  await deaf.subscribe(ROOM, 99);
  deaf.ws.pause();
  const filler = 'x'.repeat(16_000);
  let sent = 0;
  for (; live.realtime.counters.droppedSlow === 0 && sent < 5000; sent++) {
    live.realtime.publish(ROOM, 'thing', { sent, filler });
    if (sent % 20 === 19) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(live.realtime.counters.droppedSlow).toBe(1);
  expect(live.realtime.isConnected(99, ROOM)).toBe(false);
  await eventually(() => readers.every((reader) => reader.named('thing').length === sent), 'everything at the readers');
  for (const reader of readers) {
    expect(reader.named('thing').map(({ data }) => data.sent)).toEqual(Array.from({ length: sent }, (_, index) => index));
    expect(reader.closed).toBeNull();
  }
}, 30_000);

test('a client that asks and never reads the answers is bounded too', async () => {
  live = await startTestRealtime({ limits: { maxUnsentBytes: 64 * 1024, messages: { burst: 1e9, perSecond: 1e9 } } });
  const line = connectLine(live.port, '127.0.0.1');
  line.on('error', () => undefined);
  line.write(
    `GET /app/${TEST_KEY}?protocol=7 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  line.pause();
  const ping = Buffer.from([0x89, 0xfd, 0, 0, 0, 0, ...Buffer.alloc(125)]);
  const pings = Buffer.concat(Array.from({ length: 1000 }, () => ping));
  for (let n = 0; live.realtime.counters.droppedSlow === 0 && n < 200 && !line.destroyed; n++) {
    line.write(pings);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(live.realtime.counters.droppedSlow).toBe(1);
  line.destroy();
}, 30_000);

test('people who arrive in a presence channel together cost a write or two each, and everybody ends with the same list', async () => {
  live = await startTestRealtime();
  const people = 200;
  const clients = await connectMany(people);
  const before = live.realtime.counters.framesSent;
  await Promise.all(clients.map((client, index) => client.subscribe('presence-class-1', index + 1)));
  const knownTo = (client: WireClient) => [
    ...(client.named('pusher_internal:subscription_succeeded')[0]!.data.presence.ids as string[]),
    ...client.named('pusher_internal:member_added').map(({ data }) => data.user_id as string),
  ];
  await eventually(() => clients.every((client) => knownTo(client).length >= people), 'everybody at everybody');
  const writes = live.realtime.counters.framesSent - before;
  expect(writes).toBeLessThan(people * 30); // one by one it would be 20,100
  for (const [index, client] of clients.entries()) {
    const known = knownTo(client);
    expect(client.named('pusher_internal:subscription_succeeded')[0]!.data.presence.ids).toContain(String(index + 1));
    expect(known).toHaveLength(people);
    expect(new Set(known).size).toBe(people); // nobody is reported twice
  }
  for (const client of clients.slice(1)) client.ws.terminate();
  await eventually(() => clients[0]!.named('pusher_internal:member_removed').length === people - 1, 'the others leaving');
}, 30_000);

test('occupancy tells whose first socket came and whose last one went, and not of one that came back within the tick', async () => {
  live = await startTestRealtime();
  const told: string[] = [];
  live.realtime.onOccupancy((changes) => told.push(...changes.map(({ channel, accountId, change }) => `${channel} ${accountId} ${change}`)));
  const [first, second, other] = await connectMany(3);
  await first!.subscribe(ROOM, 1, 10);
  await second!.subscribe(ROOM, 1, 11);
  await other!.subscribe(ROOM, 2, 20);
  await eventually(() => told.length === 2, 'both accounts');
  expect(told).toEqual([`${ROOM} 1 joined`, `${ROOM} 2 joined`]);
  expect(live.realtime.isConnected(1)).toBe(true);
  first!.ws.terminate();
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(told).toHaveLength(2);
  other!.send({ event: 'pusher:unsubscribe', data: { channel: ROOM } });
  await eventually(() => told.length === 3, 'the second leaving');
  second!.send({ event: 'pusher:unsubscribe', data: { channel: ROOM } });
  await second!.subscribe(ROOM, 1, 11);
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(told).toEqual([`${ROOM} 1 joined`, `${ROOM} 2 joined`, `${ROOM} 2 left`]);
});

test('of an absolute value that changes all the time at most ten a second go out, the last one always, never an older after a newer', async () => {
  live = await startTestRealtime();
  const client = await connectWire(live);
  await client.subscribe(ROOM, 1);
  let value = 0;
  let isBroken = true;
  let making = 0;
  const makeData = async () => {
    making += 1;
    expect(making).toBe(1); // never two at a time
    const made = value;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
    making -= 1;
    if (isBroken) {
      isBroken = false;
      throw new Error('the database is away');
    }
    return { value: made };
  };
  live.realtime.defineValue({ name: 'tally', make: makeData });
  const started = performance.now();
  while (performance.now() - started < 1000) {
    value += 1;
    live.realtime.valueChanged(ROOM, 'tally', 7);
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  await eventually(() => client.named('tally').at(-1)?.data.value === value, 'the last value');
  const values = client.named('tally').map(({ data }) => data.value as number);
  expect(values).toEqual([...values].sort((a, b) => a - b));
  expect(values.length).toBeGreaterThan(3);
  expect(values.length).toBeLessThanOrEqual((performance.now() - started) / 100 + 2);

  live.realtime.defineValue({ name: 'nothing', make: async () => undefined });
  live.realtime.defineValue({ name: 'last', make: async (channel, about) => ({ channel, about }) });
  live.realtime.valueChanged(ROOM, 'nothing', 7);
  live.realtime.valueChanged(ROOM, 'last', 8);
  expect((await client.next('last')).data).toEqual({ channel: ROOM, about: 8 });
  expect(client.named('nothing')).toEqual([]);
});

test('a drain closes everybody in batches and newcomers at once; official clients come to the next server by themselves', async () => {
  live = await startTestRealtime();
  const clients: PusherClient[] = Array.from({ length: 20 }, (_, index) => connectPusher(live, index + 1));
  const heard: number[] = [];
  for (const [index, client] of clients.entries()) (await client.subscribe(ROOM)).bind('thing', () => heard.push(index));
  const closedAt = new Map<number, number>();
  for (const [index, client] of clients.entries()) client.pusher.connection.bind('error', () => closedAt.has(index) || closedAt.set(index, performance.now()));
  const drained = live.realtime.drain({ overMs: 500 });
  const newcomer = await connectWire(live);
  await eventually(() => newcomer.closed?.code === 4100, 'the close of the newcomer');
  await drained;
  expect(live.realtime.connectedAccounts(ROOM)).toEqual([]);
  const times = [...closedAt.values()];
  expect(times).toHaveLength(20);
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(250);
  live.replace();
  await eventually(() => live.realtime.connectedAccounts(ROOM).length === 20, 'everybody back');
  live.realtime.publish(ROOM, 'thing', {});
  await eventually(() => heard.length === 20, 'the event');
  for (const client of clients) client.close();
}, 20_000);

test('[B3053] joined events: the first is sent at once, those that follow as one to each channel once, and none is lost at the end', async () => {
  const sent: Signal[] = [];
  live = await startTestRealtime({
    signals: { send: (signal) => void sent.push(signal), listen: () => () => undefined },
    limits: { latestIntervalMs: 3_600_000 },
  });
  const { realtime } = live;
  const say = (channels: string | string[], about: number) => realtime.publish(channels, 'thing.changed', { about }, { isJoined: true });
  say('private-account-1', 7);
  say('private-account-2', 7);
  say(['private-account-1', 'private-account-2', 'private-account-3'], 7);
  say('private-account-2', 8);
  realtime.publish('private-account-4', 'thing.changed', { about: 7 });
  const event = (channels: string[], about: number) => ({ kind: 'event', channels, name: 'thing.changed', data: JSON.stringify({ about }) });
  const atOnce = [event(['private-account-1'], 7), event(['private-account-2'], 8), event(['private-account-4'], 7)];
  expect(sent).toEqual(atOnce);
  await realtime.drain({ overMs: 0 });
  expect(sent).toEqual([...atOnce, event(['private-account-2', 'private-account-1', 'private-account-3'], 7)]);
});
