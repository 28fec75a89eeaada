import type { PresenceChannel } from 'pusher-js';
import { afterEach, expect, test } from 'vitest';
import { connectPusher, connectWire, type PusherClient } from './testing/clients.ts';
import { eventually, startTestRealtime, type TestRealtime } from './testing/realtime.ts';

const ROOM = 'private-room-1';
let live: TestRealtime;
const clients: PusherClient[] = [];
const connect = (accountId: number): PusherClient => {
  const client = connectPusher(live, accountId);
  clients.push(client);
  return client;
};

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await live.close();
});

test('[K408] [L371] the official client subscribes to a private channel, hears its events, and hears none after it unsubscribed', async () => {
  live = await startTestRealtime();
  const client = connect(1);
  const heard: unknown[] = [];
  (await client.subscribe(ROOM)).bind('thing.happened', (data: unknown) => heard.push(data));
  live.realtime.publish(ROOM, 'thing.happened', { id: 7, text: 'naïve “quotes” 数学' });
  await eventually(() => heard.length === 1, 'the event');
  expect(heard).toEqual([{ id: 7, text: 'naïve “quotes” 数学' }]);

  client.pusher.unsubscribe(ROOM);
  await eventually(() => !live.realtime.isConnected(1, ROOM), 'the unsubscribe');
  live.realtime.publish(ROOM, 'thing.happened', { id: 8 });
  const again = await client.subscribe(ROOM);
  again.bind('thing.happened', (data: unknown) => heard.push(data));
  live.realtime.publish(ROOM, 'thing.happened', { id: 9 });
  await eventually(() => heard.length === 2, 'the event after subscribing again');
  expect(heard[1]).toEqual({ id: 9 });
});

test('the official client is told by the authorisation that it may not hear a channel', async () => {
  live = await startTestRealtime();
  live.refused.set(ROOM, new Set([1]));
  await expect(connect(1).subscribe(ROOM)).rejects.toThrow('AuthError');
  expect(live.realtime.isConnected(1, ROOM)).toBe(false);
});

test('the official client sees who is in a presence channel, who comes and who goes, each person once', async () => {
  live = await startTestRealtime();
  const first = connect(1);
  const channel = (await first.subscribe('presence-class-1')) as PresenceChannel;
  expect(channel.members.count).toBe(1);
  expect(channel.members.me).toEqual({ id: '1', info: { name: 'Person 1' } });
  const seen: string[] = [];
  channel.bind('pusher:member_added', (member: { id: string }) => seen.push(`+${member.id}`));
  channel.bind('pusher:member_removed', (member: { id: string }) => seen.push(`-${member.id}`));

  const second = connect(2);
  const alsoSecond = connect(2);
  const theirs = (await second.subscribe('presence-class-1')) as PresenceChannel;
  await alsoSecond.subscribe('presence-class-1');
  expect(theirs.members.count).toBe(2);
  await eventually(() => channel.members.count === 2, 'the second person');
  second.close();
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(channel.members.count).toBe(2); // still there with another socket
  alsoSecond.close();
  await eventually(() => channel.members.count === 1, 'the second person leaving');
  expect(seen).toEqual(['+2', '-2']);
});

test('the official client comes back by itself after its line was cut, and subscribes again', async () => {
  live = await startTestRealtime();
  const client = connect(1);
  const channel = await client.subscribe(ROOM);
  const heard: unknown[] = [];
  channel.bind('thing.happened', (data: unknown) => heard.push(data));
  const before = client.pusher.connection.socket_id;
  live.cutLines();
  await eventually(() => client.pusher.connection.state === 'connected' && client.pusher.connection.socket_id !== before, 'the reconnect');
  await eventually(() => live.realtime.isConnected(1, ROOM), 'the second subscription');
  live.realtime.publish(ROOM, 'thing.happened', 2);
  await eventually(() => heard.length === 1, 'the event');
});

test('a client event of the official client is refused with 4301 and reaches nobody, unless the channel allows it', async () => {
  live = await startTestRealtime({ allowsClientEvent: (channel) => channel === 'private-open-1' });
  const sender = connect(1);
  const listener = connect(2);
  const errors: number[] = [];
  sender.pusher.connection.bind('error', (failure: { data?: { code: number } }) => errors.push(failure.data?.code ?? 0));
  const heard: string[] = [];
  for (const name of [ROOM, 'private-open-1']) {
    (await listener.subscribe(name)).bind('client-typing', () => heard.push(name));
    (await sender.subscribe(name)).trigger('client-typing', { at: 3 });
  }
  await eventually(() => heard.length === 1 && errors.length === 1, 'the refusal and the relay');
  expect(heard).toEqual(['private-open-1']);
  expect(errors).toEqual([4301]);
});

test('a right that is lost ends the open subscription, says so on the channel, and leaves the other channels open', async () => {
  live = await startTestRealtime();
  const client = connect(1);
  const errors: unknown[] = [];
  const lost = await client.subscribe(ROOM);
  const kept = await client.subscribe('private-room-2');
  lost.bind('pusher:subscription_error', (failure: unknown) => errors.push(failure));
  const heard: number[] = [];
  lost.bind('thing.happened', () => heard.push(1));
  kept.bind('thing.happened', () => heard.push(2));
  live.refused.set(ROOM, new Set([1]));
  live.realtime.reauthoriseAccount(1);
  await eventually(() => errors.length === 1, 'the end of the subscription');
  expect(errors[0]).toMatchObject({ type: 'AccessEnded', status: 403 });
  live.realtime.publish(ROOM, 'thing.happened', {});
  live.realtime.publish('private-room-2', 'thing.happened', {});
  await eventually(() => heard.length > 0, 'the event of the channel that is left');
  expect(heard).toEqual([2]);
  expect(client.pusher.connection.state).toBe('connected');

  live.refused.clear();
  client.pusher.unsubscribe(ROOM);
  await client.subscribe(ROOM); // given back: the same socket may come in again
});

test('[B022] a sign-in that ends closes its sockets after what was told them, and the official client stays away', async () => {
  live = await startTestRealtime();
  const ended = connectPusher(live, 1, 11);
  const other = connectPusher(live, 1, 12);
  clients.push(ended, other);
  const heard: unknown[] = [];
  (await ended.subscribe('private-account-1')).bind('new-device-login', (data: unknown) => heard.push(data));
  await other.subscribe('private-account-1');
  live.realtime.publish('private-account-1', 'new-device-login', { message: 'Signed in elsewhere' });
  live.realtime.endToken(11);
  await eventually(() => ended.pusher.connection.state === 'disconnected', 'the end');
  expect(heard).toEqual([{ message: 'Signed in elsewhere' }]);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(ended.states.at(-1)).toBe('disconnected');
  expect(other.pusher.connection.state).toBe('connected');
  const wire = await connectWire(live);
  expect(await live.realtime.authoriseChannel({ socketId: wire.socketId, channel: ROOM, accountId: 1, tokenId: 11 })).toBeNull();
  wire.ws.terminate();
});
