import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChannelRequest } from './authorisation.ts';
import { connectPusher, connectWire, type WireClient } from './testing/clients.ts';
import { eventually, startTestRealtime, type TestRealtime } from './testing/realtime.ts';

const ROOM = 'private-room-1';
/** The milliseconds that the shared clock is set ahead. */
let aheadMs: number;
let ended: Set<number>;
/** The process that signs. The other one has the sockets. */
let signer: TestRealtime;
let holder: TestRealtime;
let client: WireClient;

const options = () => ({
  clock: { read: async () => ({ earliestMs: performance.now() + aheadMs, latestMs: performance.now() + aheadMs }) },
  isSignedIn: async (tokenId: number) => !ended.has(tokenId),
  limits: { settleMs: 0, maxSocketsPerAccount: 2 },
});

beforeEach(async () => {
  aheadMs = 1_700_000_000_000;
  ended = new Set();
  [signer, holder] = [await startTestRealtime(options()), await startTestRealtime(options())];
  const first = await connectWire(holder);
  await first.subscribe('private-first', 99);
  client = await connectWire(holder);
  holder.asked.length = 0;
});
afterEach(async () => {
  await signer.close();
  holder.cutLines(); // also the lines of a replaced process
  await holder.close();
});

const requestOf = (values: Partial<ChannelRequest> = {}): ChannelRequest => ({
  socketId: client.socketId,
  channel: ROOM,
  accountId: 1,
  tokenId: 11,
  ...values,
});
const sign = async (values: Partial<ChannelRequest> = {}) => (await signer.realtime.authoriseChannel(requestOf(values)))?.auth;
const send = (auth: string | undefined, channel = ROOM) => client.send({ event: 'pusher:subscribe', data: { channel, auth } });
const isIn = (channel = ROOM) => holder.realtime.isConnected(1, channel);

test('what one process signs another grants; a moment later without asking again', async () => {
  send(await sign());
  await client.next('pusher_internal:subscription_succeeded');
  expect([isIn(), signer.asked.length, holder.asked.length]).toEqual([true, 1, 0]);
});

test('the official client authorises at one process while its socket hangs at another', async () => {
  const pusher = connectPusher({ port: holder.port, realtime: signer.realtime }, 1, 11);
  const heard: unknown[] = [];
  (await pusher.subscribe(ROOM)).bind('thing', (data: unknown) => heard.push(data));
  await pusher.subscribe('presence-class-1');
  holder.realtime.publish(ROOM, 'thing', 1);
  await eventually(() => heard.length === 1, 'the event');
  expect(holder.realtime.connectedAccounts('presence-class-1')).toEqual([1]);
  pusher.close();
});

test('on another process, too, nothing opens by a signature that is forged, another socket’s, another channel’s or another account’s', async () => {
  const own = (await sign()) as string;
  const foreignSecret = await startTestRealtime({ ...options(), secret: 'of another installation' });
  const forged = (await foreignSecret.realtime.authoriseChannel(requestOf()))?.auth;
  const renamed = own.replace(/:\d+\./, ':2.');
  for (const auth of [forged, renamed, await sign({ socketId: '1.2' }), await sign({ channel: 'private-room-2' }), `${own}A`, own.slice(0, -1)]) {
    send(auth);
    expect((await client.next('pusher:error')).data.code).toBe(4009);
  }
  send(own);
  await client.next('pusher_internal:subscription_succeeded');
  send(await sign({ accountId: 2, tokenId: 22, channel: 'private-room-2' }), 'private-room-2'); // it belongs to somebody already
  expect((await client.next('pusher:error')).data.code).toBe(4009);
  expect([client.closed, holder.realtime.isConnected(2)]).toEqual([null, false]);
  await foreignSecret.close();
});

test('a signature of more than a minute opens nothing, and the client is told on its channel to ask for another', async () => {
  for (const laterMs of [60_001, -61_000]) {
    const auth = await sign();
    aheadMs += laterMs;
    send(auth);
    expect((await client.next('pusher:error')).data.code).toBe(4009);
    expect((await client.next('pusher:subscription_error')).data).toMatchObject({ type: 'AuthError', status: 401 });
  }
  expect([isIn(), holder.asked.length]).toEqual([false, 0]);
});

test('a signature of more than a moment opens its channel when the right still stands, and only then', async () => {
  const [kept, lost] = [await sign(), await sign({ channel: 'private-room-2' })];
  aheadMs += 30_000;
  holder.refused.set('private-room-2', new Set([1]));
  send(kept);
  await client.next('pusher_internal:subscription_succeeded');
  send(lost, 'private-room-2');
  expect((await client.next('pusher:subscription_error')).data.type).toBe('AccessEnded');
  expect(holder.asked.map(({ channel }) => channel)).toEqual([ROOM, 'private-room-2']);
});

test.each<[string, (live: TestRealtime) => void, number]>([
  ['everybody', ({ realtime }) => realtime.recheckHere('all'), 1],
  ['the account', ({ realtime }) => realtime.recheckHere({ accountId: 1 }), 1],
  ['the channel', ({ realtime }) => realtime.recheckHere({ channel: ROOM }), 1],
  ['another account', ({ realtime }) => realtime.recheckHere({ accountId: 2 }), 0],
  ['another channel', ({ realtime }) => realtime.recheckHere({ channel: 'private-room-2' }), 0],
])('after news of the rights of %s a signature from before is asked about where that concerns it', async (_who, tell, questions) => {
  const auth = await sign();
  tell(holder);
  send(auth);
  await client.next('pusher_internal:subscription_succeeded');
  expect(holder.asked.filter(({ accountId, channel }) => accountId === 1 && channel === ROOM)).toHaveLength(questions);
});

test('a signature from before its sign-in ended opens nothing where that was heard, nor at a process that began later', async () => {
  const auth = await sign();
  holder.realtime.endToken(11);
  send(auth);
  await eventually(() => client.closed !== null, 'the end of the socket');
  expect([client.closed?.code, isIn()]).toEqual([4009, false]);

  const before = await connectWire(holder);
  const replayed = await sign({ socketId: before.socketId, tokenId: 12 });
  holder.replace(); // the process that heard of the end is gone; sockets of the new one have other ids, but nobody need know
  ended.add(12);
  const after = await connectWire(holder);
  const signed = await sign({ socketId: after.socketId, tokenId: 12 });
  after.send({ event: 'pusher:subscribe', data: { channel: ROOM, auth: replayed } });
  expect((await after.next('pusher:error')).data.code).toBe(4009);
  after.send({ event: 'pusher:subscribe', data: { channel: ROOM, auth: signed } });
  await eventually(() => after.closed !== null, 'the end of the socket');
  expect([after.closed?.code, isIn()]).toEqual([4009, false]);
  before.ws.terminate();
});

test('who has just decided signs without a question; what was read longer ago is asked about', async () => {
  send((await signer.realtime.grantChannel({ ...requestOf(), readAtMs: performance.now() })).auth);
  await client.next('pusher_internal:subscription_succeeded');
  expect([signer.asked.length, holder.asked.length]).toEqual([0, 0]);
  const old = await signer.realtime.grantChannel({ ...requestOf({ channel: 'private-room-2' }), readAtMs: performance.now() - 6000 });
  send(old.auth, 'private-room-2');
  await client.next('pusher_internal:subscription_succeeded');
  expect([signer.asked.length, holder.asked.length]).toEqual([0, 1]);
});

test('a stranger’s socket is claimed by its first subscription, and not by what is signed for it', async () => {
  await sign({ accountId: 2, tokenId: 22 });
  expect(holder.realtime.isConnected(2)).toBe(false);
  send(await sign());
  await client.next('pusher_internal:subscription_succeeded');
  expect(holder.realtime.isConnected(1)).toBe(true);
});
