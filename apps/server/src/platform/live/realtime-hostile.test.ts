import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createLog } from '../log.ts';
import { Inbound } from './inbound.ts';
import { connectWire, socketUrl, type WireClient } from './testing/clients.ts';
import { eventually, startTestRealtime, type TestRealtime } from './testing/realtime.ts';

const ROOM = 'private-room-1';
let live: TestRealtime;
afterEach(() => live.close());

/** Connects clients one after the other, so that the first is the oldest. */
async function connectMany(count: number): Promise<WireClient[]> {
  const clients: WireClient[] = [];
  while (clients.length < count) clients.push(await connectWire(live));
  return clients;
}
const isOpen = ({ ws }: WireClient): boolean => ws.readyState === WebSocket.OPEN;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('[B097] a client that answers pings which nobody sent is closed like one that floods with messages, and no more of it is read', async () => {
  const lines: Record<string, unknown>[] = [];
  live = await startTestRealtime({ log: createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line)) }) });
  const flooding = await connectWire(live);
  const other = await connectWire(live);
  await other.subscribe(ROOM, 2);
  for (let n = 0; n < 400 && isOpen(flooding); n += 1) flooding.ws.pong();
  await eventually(() => flooding.closed !== null, 'the close');
  expect(flooding.closed?.code).toBe(4100);
  expect(live.realtime.counters.closedAbusive).toBe(1);
  expect(lines).toMatchObject([{ event: 'socket closed', msg: 'Too many messages', address: '127.0.0.1' }]);
  live.realtime.publish(ROOM, 'thing', 1);
  await other.next('thing');
});

test('[B097] of ten thousand pongs that arrive in one piece no more is read than until their sender is dismissed', async () => {
  live = await startTestRealtime();
  const read = vi.spyOn(Inbound.prototype, 'handlePong');
  const flooding = await connectWire(live);
  const line = Reflect.get(flooding.ws, '_socket') as Socket;
  line.write(Buffer.alloc(10_000 * 6, Buffer.from([0x8a, 0x80, 0, 0, 0, 0])));
  await eventually(() => flooding.closed !== null, 'the close');
  expect(read.mock.calls.length).toBeGreaterThan(200);
  expect(read.mock.calls.length).toBeLessThan(1000);
  read.mockRestore();
});

test('[B097] a large message counts as several', async () => {
  live = await startTestRealtime({ limits: { messages: { burst: 20, perSecond: 0.001 } } });
  const large = await connectWire(live);
  const small = await connectWire(live);
  for (let n = 0; n < 2; n += 1) large.send({ event: 'pusher:ping', data: { more: 'x'.repeat(50_000) } });
  for (let n = 0; n < 15; n += 1) small.send({ event: 'pusher:ping', data: {} });
  await eventually(() => large.closed !== null, 'the close');
  expect(large.closed?.code).toBe(4100);
  await eventually(() => small.named('pusher:pong').length === 15, 'the answers');
  expect(small.closed).toBeNull();
});

test('[B098] a socket that no sign-in claims is closed after its time; one that is claimed stays', async () => {
  live = await startTestRealtime({ limits: { strangerMs: 3_000, activityTimeoutMs: 6000 } }); // a silent client has eight seconds, also on a busy machine
  const stranger = await connectWire(live);
  const claimed = await connectWire(live);
  await claimed.subscribe(ROOM, 1);
  await eventually(() => stranger.closed !== null, 'the close');
  expect(stranger.closed?.code).toBe(4101);
  await pause(400);
  expect(claimed.closed).toBeNull();
  expect(live.realtime.counters).toMatchObject({ closedUnclaimed: 1, connections: 1 });
});

test('[B098] who keeps places without claiming them keeps nobody out: the oldest unclaimed socket of an address makes room', async () => {
  live = await startTestRealtime({ limits: { maxStrangersPerAddress: 3 } });
  const claimed = await connectWire(live);
  await claimed.subscribe(ROOM, 1);
  const strangers = await connectMany(3);
  const newcomer = await connectWire(live);
  await newcomer.subscribe(ROOM, 2);
  await eventually(() => strangers[0]?.closed !== null, 'room for the newcomer');
  expect(strangers.slice(1).every(isOpen)).toBe(true);
  expect([claimed, newcomer].every(isOpen)).toBe(true);
  expect(live.realtime.connectedAccounts(ROOM)).toEqual([1, 2]);
});

test('an account has only so many sockets, and gets a place back when one closes', async () => {
  live = await startTestRealtime({ limits: { maxSocketsPerAccount: 2 } });
  const [first, second, third] = (await connectMany(3)) as [WireClient, WireClient, WireClient];
  await first.subscribe(ROOM, 1);
  await second.subscribe(ROOM, 1);
  const claim = { socketId: third.socketId, channel: ROOM, accountId: 1, tokenId: 1 };
  third.send({ event: 'pusher:subscribe', data: { channel: ROOM, ...(await live.realtime.authoriseChannel(claim)) } });
  expect((await third.next('pusher:subscription_error')).data).toMatchObject({ type: 'LimitReached', status: 429 });
  await third.subscribe(ROOM, 2);
  first.ws.terminate();
  await eventually(() => live.realtime.counters.connections === 2, 'the place');
  const fourth = await connectWire(live);
  await fourth.subscribe(ROOM, 1);
});

test('one address may open only so many sockets in a while', async () => {
  live = await startTestRealtime({ limits: { upgradesPerAddress: { burst: 3, perMinute: 1 } } });
  for (const client of await connectMany(3)) client.ws.terminate();
  const [error] = await once(new WebSocket(socketUrl(live.port)), 'error');
  expect(String(error)).toContain('503');
  expect(live.realtime.counters.refusedCapacity).toBe(1);
});

test('new sockets of one address beyond so many wait for their turn, and nobody is refused for it', async () => {
  live = await startTestRealtime({ limits: { openingsPerAddress: { burst: 3, perSecond: 20 } } });
  await connectMany(9);
  expect(live.realtime.counters).toMatchObject({ connections: 9, refusedCapacity: 0 });
});

test('[B098] while nobody claims the sockets of an address its new ones open more slowly; claimed ones hold nobody up', async () => {
  live = await startTestRealtime({ limits: { openingsPerAddress: { burst: 5, perSecond: 0.7 }, strangersAtFullPace: 0 } });
  for (let account = 1; account <= 4; account += 1) await (await connectWire(live)).subscribe(ROOM, account);
  const stranger = await connectWire(live);
  const next = new WebSocket(socketUrl(live.port));
  next.on('error', () => undefined);
  await stranger.subscribe(ROOM, 5); // `next` would be open by then
  expect([next.readyState, live.realtime.counters.connections]).toEqual([WebSocket.CONNECTING, 5]);
  next.terminate();
});

test('a socket that gives up while it waits for its turn takes no place', async () => {
  live = await startTestRealtime({ limits: { openingsPerAddress: { burst: 3, perSecond: 5 }, maxSocketsPerAddress: 4 } });
  await connectMany(3);
  const [one, other] = [new WebSocket(socketUrl(live.port)), new WebSocket(socketUrl(live.port))];
  const [error] = await Promise.race([once(one, 'error'), once(other, 'error')]);
  expect(String(error)).toContain('503'); // the other one counts while it waits
  for (const socket of [one, other]) socket.on('error', () => undefined).terminate();
  await expect
    .poll(() =>
      connectWire(live).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  expect(live.realtime.counters.connections).toBe(4);
});

test('[B107] a permission that ended without anybody telling ends its subscription within a round', async () => {
  live = await startTestRealtime({ limits: { recheckMs: 300 } });
  const [stays, goes] = (await connectMany(2)) as [WireClient, WireClient];
  await stays.subscribe(ROOM, 1);
  await goes.subscribe(ROOM, 2);
  live.refused.set(ROOM, new Set([2]));
  await goes.next('pusher:subscription_error');
  expect(live.realtime.connectedAccounts(ROOM)).toEqual([1]);
  expect(live.realtime.counters.endedSubscriptions).toBe(1);
});

test('[B107] a round asks about each account and channel once, however many sockets there are', async () => {
  live = await startTestRealtime({ limits: { recheckMs: 600 } });
  const clients = await connectMany(60);
  for (const [index, client] of clients.entries()) await client.subscribe(ROOM, (index % 20) + 1);
  live.asked.length = 0;
  await eventually(() => live.asked.length >= 20, 'a round');
  const asked = live.asked.slice(0, 20).map(({ accountId }) => accountId);
  expect(new Set(asked).size).toBeGreaterThan(10); // the end of one round and the beginning of the next
});

test('[B107] a permission given a while ago is asked about again when the subscription opens', async () => {
  live = await startTestRealtime({ limits: { grantMs: 50 } });
  const client = await connectWire(live);
  const permission = await live.realtime.authoriseChannel({ socketId: client.socketId, channel: ROOM, accountId: 1, tokenId: 1 });
  await pause(80);
  live.refused.set(ROOM, new Set([1]));
  client.send({ event: 'pusher:subscribe', data: { channel: ROOM, auth: permission?.auth } });
  await client.next('pusher:subscription_error');
  expect(live.realtime.connectedAccounts(ROOM)).toEqual([]);
});
