import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { connectWire, type WireClient } from './testing/clients.ts';
import { eventually, startTestRealtime, TEST_SECRET, type TestRealtime } from './testing/realtime.ts';
import { offerTicket, signTicket } from './ticket.ts';

const ROOMS = ['private-room-1', 'private-room-2'];
let live: TestRealtime;
afterEach(() => live.close());

/** The clock of a single process begins with it, so nothing was read a second ago. */
const makeTicket = (accountId: number, tokenId = accountId): Promise<string> =>
  live.realtime.makeTicket({ accountId, tokenId, channels: ROOMS, readAtMs: performance.now() });
const connectWith = (ticket: string): Promise<WireClient> => connectWire(live, { protocols: offerTicket(ticket) });
/** Expects that a socket with the ticket opens in its turn among strangers, some seconds later. */
async function expectToWait(ticket: string): Promise<void> {
  const opened = connectWith(ticket);
  expect(await Promise.race([opened, pause(300, 'waits')])).toBe('waits');
  await opened;
}
const entered = ({ named }: WireClient): (string | undefined)[] => named('pusher_internal:subscription_succeeded').map(({ channel }) => channel);

test('[B2901] a socket that is opened with a ticket hears its channels without asking for them', async () => {
  live = await startTestRealtime();
  const phone = await connectWith(await makeTicket(7));
  expect(phone.ws.protocol).toBe('classwright');
  await eventually(() => entered(phone).length === 2, 'both channels');
  expect(entered(phone)).toEqual(ROOMS);
  live.realtime.publish(ROOMS[1]!, 'thing', { text: 'Hello' });
  expect((await phone.next('thing')).data).toEqual({ text: 'Hello' });
  expect(live.realtime.connectedAccounts(ROOMS[0]!)).toEqual([7]);
  await phone.subscribe('private-room-3', 7); // it is a socket like every other
});

test('[B2901] sockets with tickets do not wait for the pace of strangers, nor count as strangers, and strangers keep theirs', async () => {
  live = await startTestRealtime({ limits: { openingsPerAddress: { burst: 1, perSecond: 0.01 }, maxStrangersPerAddress: 1 } });
  await connectWire(live);
  const phones = await Promise.all(Array.from({ length: 20 }, async (_, at) => connectWith(await makeTicket(100 + at))));
  await eventually(() => phones.every((phone) => entered(phone).length === 2), 'all channels');
  expect(phones.every(({ closed }) => closed === null)).toBe(true);
});

test('[B2902] an account that opens many sockets with its ticket waits as strangers do', async () => {
  live = await startTestRealtime({ limits: { openingsPerAddress: { burst: 1, perSecond: 0.25 }, openingsPerTicket: { burst: 2, perSecond: 0.001 } } });
  const ticket = await makeTicket(7);
  await connectWith(ticket);
  await connectWith(ticket); // used twice, as by a phone whose line was cut
  await connectWith(ticket); // the one stranger's place
  await expectToWait(ticket);
});

test('[B2902] a ticket of a sign-in that has ended is worth nothing', async () => {
  live = await startTestRealtime();
  const ticket = await makeTicket(7, 70);
  live.realtime.endToken(70);
  const phone = await connectWith(ticket);
  await pause(200);
  expect(entered(phone)).toEqual([]);
  expect(live.realtime.isConnected(7)).toBe(false);
});

test('[B2902] a ticket of a sign-in that ended where this process did not hear of it closes its socket', async () => {
  live = await startTestRealtime({ isSignedIn: async (tokenId) => tokenId !== 70 });
  const phone = await connectWith(await makeTicket(7, 70)); // a process that has just begun asks about every claim
  await eventually(() => phone.closed !== null, 'the close');
  expect(phone.closed?.code).toBe(4009);
  expect(entered(phone)).toEqual([]);
});

test('[B2902] an old ticket opens no channels, and the client subscribes to them itself', async () => {
  live = await startTestRealtime({ limits: { signatureMs: -1 } });
  const phone = await connectWith(await makeTicket(7));
  await pause(200);
  expect(entered(phone)).toEqual([]);
  expect(phone.closed).toBeNull();
});

test('[B2902] a ticket older than twelve hours says nothing about its owner', async () => {
  live = await startTestRealtime({ limits: { openingsPerAddress: { burst: 1, perSecond: 0.25 }, ticketMs: -1 } });
  await connectWire(live);
  await expectToWait(await makeTicket(7));
});

test('[B2902] a channel that the account has lost stays shut, and the other one opens', async () => {
  live = await startTestRealtime();
  live.refused.set(ROOMS[0]!, new Set([7]));
  const phone = await connectWith(await makeTicket(7));
  await eventually(() => entered(phone).length === 1, 'the other channel');
  expect(entered(phone)).toEqual([ROOMS[1]]);
});

test('[B2902] a socket belongs to the account of its ticket: a signature of another one is refused', async () => {
  live = await startTestRealtime();
  const phone = await connectWith(await makeTicket(7));
  await eventually(() => entered(phone).length === 2, 'both channels');
  const other = await live.realtime.authoriseChannel({ socketId: phone.socketId, channel: 'private-room-3', accountId: 8, tokenId: 8 });
  phone.send({ event: 'pusher:subscribe', data: { channel: 'private-room-3', ...other } });
  expect((await phone.next('pusher:error')).data.code).toBe(4009);
});

test.each([
  ['of another secret', () => signTicket('another secret', { accountId: 7, tokenId: 7, givenAtMs: performance.now(), channels: ROOMS })],
  ['with another account', () => signTicket(TEST_SECRET, { accountId: 7, tokenId: 7, givenAtMs: performance.now(), channels: ROOMS }).replace(/^7/, '8')],
  ['cut short', () => signTicket(TEST_SECRET, { accountId: 7, tokenId: 7, givenAtMs: performance.now(), channels: ROOMS }).slice(0, -1)],
  ['that is none', () => 'x'],
  ['of ten thousand letters', () => 'x'.repeat(9_000)],
])('[B2902] a ticket %s opens a stranger’s socket', async (_what, forge) => {
  live = await startTestRealtime();
  const phone = await connectWith(forge());
  await pause(100);
  expect(entered(phone)).toEqual([]);
  expect([7, 8].some((accountId) => live.realtime.isConnected(accountId))).toBe(false);
});

test('[B2902] tickets are not made for presence channels, nor for many channels', async () => {
  live = await startTestRealtime();
  await expect(live.realtime.makeTicket({ accountId: 7, tokenId: 7, channels: ['presence-class-1'] })).rejects.toThrow('cannot be granted');
  await expect(live.realtime.makeTicket({ accountId: 7, tokenId: 7, channels: Array.from({ length: 9 }, (_, at) => `private-room-${at}`) })).rejects.toThrow(
    RangeError,
  );
});
