import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../database/index.ts';
import { currentSequence, listEvents, type RoomEvent } from './index.ts';
import { connectPusher } from './testing/clients.ts';
import { eventually, startTestRealtime } from './testing/realtime.ts';
import { openTestRooms, type TestRooms } from './testing/rooms.ts';

const ROOM = 'private-room-1';
const EPOCH = 7;
let tests: TestRooms;
beforeAll(async () => {
  tests = await openTestRooms();
});
afterAll(() => tests.close());

/** Starts sockets that receive the numbered events of rooms, as in the product. */
async function startWithRooms() {
  const live = await startTestRealtime({ beforeListening: (channel) => rooms.follow(channel) });
  const { rooms } = tests.create({
    deliver: (room, { name, ...data }) => live.realtime.deliver(room, name, JSON.stringify(data)),
    hasListeners: (room) => live.realtime.hasListeners(room),
  });
  return { live, rooms };
}

/**
 * Starts a client that works like every screen: it folds the events that follow, ignores known ones, and asks when one
 * is missing.
 */
function follow(live: Awaited<ReturnType<typeof startTestRealtime>>, accountId: number) {
  const client = connectPusher(live, accountId);
  const state = { items: new Set<number>(), sequence: 0, asked: 0, client };
  let asking: Promise<void> | null = null;
  const fold = (event: RoomEvent): boolean => {
    if (event.sequence <= state.sequence) return true;
    if (event.from > state.sequence + 1) return false;
    for (const item of (event.items as number[] | undefined) ?? [event.id as number]) state.items.add(item);
    state.sequence = event.sequence;
    return true;
  };
  const ask = (): void => {
    asking ??= (async () => {
      state.asked += 1;
      for (const event of await listEvents(tests.db, ROOM, EPOCH, state.sequence, 10_000)) fold(event);
      asking = null;
    })();
  };
  const channel = client.pusher.subscribe(ROOM);
  channel.bind('pusher:subscription_succeeded', ask);
  for (const name of ['post', 'phase']) channel.bind(name, (data: RoomEvent) => fold(data) || ask());
  return state;
}

test('official clients whose lines are cut again and again end with exactly what happened', async () => {
  const { live, rooms } = await startWithRooms();
  const followers = Array.from({ length: 6 }, (_, index) => follow(live, index + 1));
  await eventually(() => live.realtime.connectedAccounts(ROOM).length === 6, 'everybody');
  const happened: number[] = [];
  const writers = Promise.all(
    [1, 2, 3].map(async (writer) => {
      for (let turn = 0; turn < 120; turn++) {
        const id = writer * 1000 + turn;
        await inTransaction(tests.db, async (tx) => {
          await rooms.announce(
            tx,
            turn % 10 === 0 ? { room: ROOM, epoch: EPOCH, name: 'phase', payload: { id } } : { room: ROOM, epoch: EPOCH, name: 'post', item: id },
          );
          if (turn % 13 === 0) throw new Error('changed its mind');
        }).then(
          () => happened.push(id),
          () => undefined,
        );
        await sleep(15);
      }
    }),
  );
  for (let cut = 0; cut < 3; cut++) {
    await sleep(600);
    live.cutLines();
  }
  await writers;
  const last = async () => currentSequence(tests.db, ROOM, EPOCH);
  await eventually(() => followers.every(({ items }) => items.size === happened.length), 'every follower to know everything');
  for (const { items, sequence, asked, client } of followers) {
    expect([...items].sort((a, b) => a - b)).toEqual(happened.toSorted((a, b) => a - b));
    expect(sequence).toBe(await last());
    expect(asked).toBeGreaterThanOrEqual(2); // at the start, and after a cut
    client.close();
  }
  await rooms.stop();
  await live.close();
}, 30_000);

test('a sign-in that ends, and a right that ends, leave no further event in the hands of the one who lost it', async () => {
  const { live, rooms } = await startWithRooms();
  const announce = (id: number) => inTransaction(tests.db, (tx) => rooms.announce(tx, { room: 'private-room-2', epoch: 1, name: 'phase', payload: { id } }));
  const heard: string[] = [];
  const clients = ['stays', 'removed', 'signed-out'].map((who, index) => {
    const client = connectPusher(live, index + 1);
    client.pusher.subscribe('private-room-2').bind('phase', ({ id }: { id: number }) => heard.push(`${who} ${id}`));
    return client;
  });
  await eventually(() => live.realtime.connectedAccounts('private-room-2').length === 3, 'everybody');
  await announce(1);
  await eventually(() => heard.length === 3, 'the first event');
  live.refused.set('private-room-2', new Set([2]));
  live.realtime.reauthoriseAccount(2);
  live.realtime.endToken(3);
  await eventually(() => live.realtime.connectedAccounts('private-room-2').length === 1, 'both ends');
  await announce(2);
  await eventually(() => heard.length === 4, 'the second event');
  await sleep(1300); // a client that reconnected would be known already
  await announce(3);
  await eventually(() => heard.length === 5, 'the third event');
  expect(heard.slice(3)).toEqual(['stays 2', 'stays 3']);
  for (const client of clients) client.close();
  await rooms.stop();
  await live.close();
}, 20_000);
