import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectLine, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createLog } from '../log.ts';
import { connectWire, socketUrl } from './testing/clients.ts';
import { signSubscription } from './signature.ts';
import { eventually, startTestRealtime, TEST_KEY, TEST_SECRET, type TestRealtime } from './testing/realtime.ts';

const ROOM = 'private-room-1';
let live: TestRealtime;
afterEach(() => live.close());

/** Returns the status with which an upgrade is refused, or 101. */
async function upgradeStatus(path: string, headers: Record<string, string> = {}): Promise<number> {
  const ws = new WebSocket(socketUrl(live.port, path), { headers });
  ws.on('error', () => undefined);
  const status = await Promise.race([
    once(ws, 'unexpected-response').then(([, response]) => (response as { statusCode: number }).statusCode),
    once(ws, 'open').then(() => 101),
  ]);
  ws.terminate();
  return status;
}
const APP = `/app/${TEST_KEY}?protocol=7`;

test('[B015] [L396] a page of a foreign origin is refused before it has a socket; ours, and a program without an origin, come in', async () => {
  const lines: Record<string, unknown>[] = [];
  live = await startTestRealtime({ log: createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line)) }) });
  expect(await upgradeStatus(`${APP}&token=secret`, { origin: `http://evil.example/${'x'.repeat(5_000)}` })).toBe(403);
  // The log contains the origin, never the requested address, and one line a minute.
  expect(lines).toMatchObject([{ event: 'socket refused', origin: expect.stringMatching(/^http:\/\/evil\.example\/x{180}$/), address: '127.0.0.1' }]);
  expect(JSON.stringify(lines)).not.toContain('secret');
  expect(await upgradeStatus(APP, { origin: 'http://evil.example' })).toBe(403);
  expect(await upgradeStatus(APP, { origin: 'null' })).toBe(403);
  expect(await upgradeStatus(APP, { origin: 'http://ours.example' })).toBe(101);
  expect(await upgradeStatus(APP)).toBe(101);
  expect(await upgradeStatus('/elsewhere')).toBe(404);
  expect(live.realtime.counters.refusedOrigin).toBe(3);
  expect(lines).toHaveLength(1);
});

test('another key and another version of the protocol are answered with codes after which clients do not come back', async () => {
  live = await startTestRealtime();
  for (const [path, code] of [
    ['/app/other?protocol=7', 4001],
    ['/app/?protocol=7', 4001],
    [`/app/${TEST_KEY}`, 4008],
    [`/app/${TEST_KEY}?protocol=6`, 4007],
  ] as const) {
    const ws = new WebSocket(socketUrl(live.port, path));
    const messages: string[] = [];
    ws.on('message', (bytes) => messages.push(String(bytes)));
    const [closeCode] = await once(ws, 'close');
    expect(closeCode).toBe(code);
    expect(JSON.parse(messages[0] ?? '{}')).toMatchObject({ event: 'pusher:error', data: { code } });
  }
});

test('one address may have only so many sockets, and gets a place back when one closes', async () => {
  live = await startTestRealtime({ limits: { maxSocketsPerAddress: 2 } });
  const first = await connectWire(live);
  const second = await connectWire(live);
  expect(await upgradeStatus(APP)).toBe(503);
  expect(live.realtime.counters).toMatchObject({ connections: 2, refusedCapacity: 1 });
  first.ws.close();
  await eventually(() => live.realtime.counters.connections === 1, 'the place');
  expect(await upgradeStatus(APP)).toBe(101);
  second.ws.terminate();
});

test('[B013] [B014] a subscribe needs our signature for this socket and this channel; anything else is an event, and the socket stays', async () => {
  live = await startTestRealtime();
  const now = { accountId: 2, tokenId: 2, givenAtMs: performance.now() };
  const victim = await connectWire(live);
  const thief = await connectWire(live);
  const stolen = await live.realtime.authoriseChannel({ socketId: victim.socketId, channel: ROOM, accountId: 1, tokenId: 1 });
  const ownOtherRoom = await live.realtime.authoriseChannel({ socketId: thief.socketId, channel: 'private-room-2', accountId: 2, tokenId: 2 });
  const plain = (secret: string) => `${TEST_KEY}:${createHmac('sha256', secret).update(`${thief.socketId}:${ROOM}`).digest('hex')}`;
  const sign = (secret: string) => signSubscription(TEST_KEY, secret, { socketId: thief.socketId, channel: ROOM }, now);
  const attempts = [stolen?.auth, ownOtherRoom?.auth, sign('guess'), sign(''), plain(TEST_SECRET), '', `${TEST_KEY}:`, undefined];
  for (const auth of attempts) {
    thief.send({ event: 'pusher:subscribe', data: { channel: ROOM, auth } });
    expect((await thief.next('pusher:error')).data.code).toBe(4009);
  }
  expect(live.realtime.isConnected(2, ROOM)).toBe(false);
  expect(thief.closed).toBeNull();
  expect(live.realtime.counters.refusedSubscriptions).toBe(attempts.length);
  thief.send({ event: 'pusher:subscribe', data: { channel: ROOM, auth: sign(TEST_SECRET) } });
  await thief.next('pusher_internal:subscription_succeeded');
});

test('the member of a presence channel is the one the server signed, not one the client writes', async () => {
  live = await startTestRealtime();
  const client = await connectWire(live);
  const authorisation = await live.realtime.authoriseChannel({ socketId: client.socketId, channel: 'presence-class-1', accountId: 5, tokenId: 5 });
  client.send({ event: 'pusher:subscribe', data: { channel: 'presence-class-1', auth: authorisation?.auth, channel_data: '{"user_id":"6","user_info":{}}' } });
  expect((await client.next('pusher:error')).data.code).toBe(4009);
  expect((await client.subscribe('presence-class-1', 5)).data.presence.ids).toEqual(['5']);
});

test('a socket belongs to the account and sign-in that subscribed with it first', async () => {
  live = await startTestRealtime();
  const client = await connectWire(live);
  await client.subscribe(ROOM, 1, 10);
  for (const [accountId, tokenId] of [
    [2, 20],
    [1, 11],
  ] as const) {
    for (const channel of [ROOM, 'private-room-2']) {
      const authorisation = await live.realtime.authoriseChannel({ socketId: client.socketId, channel, accountId, tokenId });
      client.send({ event: 'pusher:subscribe', data: { channel, ...authorisation } });
      expect((await client.next('pusher:error')).data.code).toBe(4009);
    }
  }
  await client.subscribe('private-room-2', 1, 10);
  expect(live.realtime.connectedAccounts('private-room-2')).toEqual([1]);
});

test('nothing is signed for what is no socket or no channel', async () => {
  live = await startTestRealtime();
  const request = { socketId: '1.1', channel: ROOM, accountId: 1, tokenId: 10 };
  expect(await live.realtime.authoriseChannel(request)).not.toBeNull();
  for (const wrong of [{ channel: 'public' }, { socketId: '1' }, { socketId: `1.1:${ROOM}` }]) {
    expect(await live.realtime.authoriseChannel({ ...request, ...wrong })).toBeNull();
    await expect(live.realtime.grantChannel({ ...request, ...wrong })).rejects.toThrow();
  }
  await expect(live.realtime.grantChannel({ ...request, channel: 'presence-class-1' })).rejects.toThrow('without being asked about');
});

test('a subscribe that comes twice is confirmed twice, and its events still come once', async () => {
  live = await startTestRealtime();
  const client = await connectWire(live);
  await client.subscribe(ROOM, 1);
  await client.subscribe(ROOM, 1);
  live.realtime.publish(ROOM, 'thing', 1);
  await client.next('thing');
  live.realtime.publish(ROOM, 'last', 1);
  await client.next('last');
  expect(client.named('thing')).toHaveLength(1);
  expect(live.realtime.counters.subscriptions).toBe(1);
});

test('a signature from before a right was lost opens nothing, and is good again when the right is back', async () => {
  live = await startTestRealtime();
  const client = await connectWire(live);
  const authorisation = await live.realtime.authoriseChannel({ socketId: client.socketId, channel: ROOM, accountId: 1, tokenId: 1 });
  const subscribe = () => client.send({ event: 'pusher:subscribe', data: { channel: ROOM, ...authorisation } });
  live.refused.set(ROOM, new Set([1]));
  live.realtime.reauthoriseChannel(ROOM);
  subscribe();
  expect((await client.next('pusher:subscription_error')).data.type).toBe('AccessEnded');
  subscribe();
  expect((await client.next('pusher:subscription_error')).data.type).toBe('AccessEnded');
  live.refused.clear();
  await client.subscribe(ROOM, 1);
});

test('a right that is lost while its authorisation is under way does not slip through', async () => {
  let decide = (): void => undefined;
  let isAllowed = true;
  let isAsked = false;
  live = await startTestRealtime({
    authorise: async () => {
      const decision = isAllowed;
      isAsked = true;
      if (decision)
        await new Promise<void>((resolve) => {
          decide = resolve;
        });
      return decision ? {} : null;
    },
  });
  const client = await connectWire(live);
  const authorising = live.realtime.authoriseChannel({ socketId: client.socketId, channel: ROOM, accountId: 1, tokenId: 1 });
  await eventually(() => isAsked, 'the question');
  isAllowed = false;
  live.realtime.reauthoriseAccount(1);
  decide();
  client.send({ event: 'pusher:subscribe', data: { channel: ROOM, ...(await authorising) } });
  expect((await client.next('pusher:subscription_error')).data.type).toBe('AccessEnded');
  expect(live.realtime.isConnected(1, ROOM)).toBe(false);
});

test('open subscriptions are asked about once per account and channel, and again until the answer is known', async () => {
  let isDown = false;
  let asked = 0;
  const allowed = new Set([1, 2]);
  live = await startTestRealtime({
    authorise: async (accountId) => {
      asked += 1;
      if (isDown) throw new Error('the database is away');
      return allowed.has(accountId) ? {} : null;
    },
  });
  const clients = [await connectWire(live), await connectWire(live), await connectWire(live)];
  await clients[0]!.subscribe(ROOM, 1, 10);
  await clients[1]!.subscribe(ROOM, 1, 11);
  await clients[2]!.subscribe(ROOM, 2, 20);
  asked = 0;
  live.realtime.recheckHere('all');
  await eventually(() => asked >= 2, 'a question for each account');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toBe(2);
  isDown = true;
  allowed.delete(1);
  live.realtime.recheckHere('all');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(live.realtime.connectedAccounts(ROOM)).toEqual([1, 2]);
  isDown = false;
  await eventually(() => !live.realtime.isConnected(1, ROOM), 'the end of the lost right');
  expect(live.realtime.connectedAccounts(ROOM)).toEqual([2]);
  expect(live.realtime.counters.endedSubscriptions).toBe(2);
});

test('a socket may listen to only so many channels', async () => {
  live = await startTestRealtime({ limits: { maxSubscriptionsPerSocket: 3 } });
  const client = await connectWire(live);
  for (const name of ['private-a', 'private-b', 'private-c']) await client.subscribe(name, 1);
  const more = await live.realtime.authoriseChannel({ socketId: client.socketId, channel: 'private-d', accountId: 1, tokenId: 1 });
  client.send({ event: 'pusher:subscribe', data: { channel: 'private-d', ...more } });
  expect((await client.next('pusher:subscription_error')).data).toMatchObject({ type: 'LimitReached' });
  client.send({ event: 'pusher:unsubscribe', data: { channel: 'private-a' } });
  await client.subscribe('private-d', 1);
});

test('[B012] malformed and binary messages are answered until the budget is spent, then the socket is closed', async () => {
  live = await startTestRealtime();
  const client = await connectWire(live);
  const other = await connectWire(live);
  await other.subscribe(ROOM, 2);
  client.send('not json');
  client.ws.send(Buffer.from([1, 2, 3]));
  for (let n = 0; n < 10; n++) client.send('{');
  await eventually(() => client.closed !== null, 'the close');
  expect(client.closed?.code).toBe(4300);
  expect(client.named('pusher:error')).toHaveLength(5);
  live.realtime.publish(ROOM, 'thing', 1);
  await other.next('thing');
  expect(live.realtime.counters).toMatchObject({ closedAbusive: 1, malformedMessages: 6 });
});

test('a client that floods with messages, or with pings, is closed; others notice nothing', async () => {
  live = await startTestRealtime();
  const chatty = await connectWire(live);
  const pinging = await connectWire(live);
  const other = await connectWire(live);
  await other.subscribe(ROOM, 2);
  for (let n = 0; n < 400; n++) {
    if (chatty.ws.readyState === WebSocket.OPEN) chatty.send({ event: 'pusher:ping', data: {} });
    if (pinging.ws.readyState === WebSocket.OPEN) pinging.ws.ping();
  }
  await eventually(() => chatty.closed !== null && pinging.closed !== null, 'both closes');
  expect([chatty.closed?.code, pinging.closed?.code]).toEqual([4100, 4100]);
  expect(chatty.named('pusher:pong').length).toBeGreaterThanOrEqual(200);
  expect(chatty.named('pusher:pong').length).toBeLessThan(260);
  live.realtime.publish(ROOM, 'thing', 1);
  await other.next('thing');
});

test('[B012] an oversized message closes its socket, whole or in fragments; a fragmented one of a fair size is read', async () => {
  live = await startTestRealtime();
  const fair = await connectWire(live);
  fair.ws.send('{"event":', { fin: false });
  fair.ws.ping();
  fair.ws.send('"pusher:', { fin: false });
  fair.ws.send('ping"}', { fin: true });
  await fair.next('pusher:pong');

  const whole = await connectWire(live);
  whole.ws.send('x'.repeat(64 * 1024 + 1));
  const pieces = await connectWire(live);
  for (let n = 0; n < 9; n++) pieces.ws.send('x'.repeat(8 * 1024), { fin: false });
  const crumbs = await connectWire(live);
  for (let n = 0; n < 1100; n++) crumbs.ws.send('x', { fin: false });
  await eventually(() => [whole, pieces, crumbs].every(({ closed }) => closed !== null), 'the closes');
  expect([whole.closed?.code, pieces.closed?.code, crumbs.closed?.code]).toEqual([1009, 1009, 1008]);
  expect(fair.closed).toBeNull();
});

test.each([
  ['an unmasked frame', Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
  ['a reserved bit', Buffer.from([0xc1, 0x80, 0, 0, 0, 0])],
  ['an unknown opcode', Buffer.from([0x83, 0x80, 0, 0, 0, 0])],
  ['a continuation of nothing', Buffer.from([0x80, 0x80, 0, 0, 0, 0])],
  ['a fragmented ping', Buffer.from([0x09, 0x80, 0, 0, 0, 0])],
  ['a length beyond all bounds', Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])],
  ['text that is not UTF-8', Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28])],
])('%s ends its socket and nothing else', async (_what, bytes) => {
  live = await startTestRealtime({ limits: { goodbyeMs: 100 } });
  const bystander = await connectWire(live);
  const line = await openLine();
  line.write(bytes);
  await eventually(() => live.realtime.counters.connections === 1, 'the end of the socket');
  bystander.send({ event: 'pusher:ping', data: {} });
  await bystander.next('pusher:pong');
});

/** Opens a raw connection with an upgrade that sends nothing automatically. */
async function openLine(): Promise<Socket> {
  const line = connectLine(live.port, '127.0.0.1');
  line.on('error', () => undefined);
  line.write(
    `GET ${APP} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  await eventually(() => live.realtime.counters.connections === 2, 'the upgrade');
  return line;
}

test('[B102] a socket that falls silent is pinged and then ended; one that only answers pings stays', async () => {
  live = await startTestRealtime({ limits: { activityTimeoutMs: 600 } });
  const alive = await connectWire(live); // ws answers pings automatically
  const line = await openLine();
  const started = performance.now();
  await eventually(() => live.realtime.counters.droppedSilent === 1, 'the end of the silent one');
  expect(performance.now() - started).toBeGreaterThan(700);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(alive.closed).toBeNull();
  expect(live.realtime.counters.connections).toBe(1);
  line.destroy();
});
