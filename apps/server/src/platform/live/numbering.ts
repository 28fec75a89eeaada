import type { Db } from '../database/index.ts';
import { advanceSequence, insertRoomEvents, listRoomEvents, lockRoom, type RoomEventRow, takeOutboxRows } from './queries.ts';
import { countNumbers, type JoinedEvent, joinRows, type RoomEvent } from './room-batch.ts';

/** More than any batch can have written. */
const MOST_MISSED_EVENTS = 10_000;

export interface Batch {
  events: RoomEvent[];
  rows: number;
  /** There may be more waiting. */
  isFull: boolean;
}

/**
 * Numbers up to `limit` rows of what waits in a room's outbox, in one transaction: rows leave the outbox and stand in the room's history
 * with their numbers, or nothing has happened.
 *
 * `uncertain` says, by epoch, after which number an earlier call may or may not have committed, its connection having
 * broken at the commit. Events found there come first in the batch. It is filled in here before the commit; the caller
 * clears it once the call has returned.
 */
export async function numberWaitingEvents(db: Db, room: string, limit: number, uncertain: Map<number, number>): Promise<Batch> {
  return db.transaction().execute(async (tx) => {
    await lockRoom(tx, room); // waits for a broken connection's transaction to end as well
    const missed: RoomEventRow[] = [];
    for (const [epoch, since] of uncertain) missed.push(...(await listRoomEvents(tx, room, epoch, since, MOST_MISSED_EVENTS)));
    const rows = await takeOutboxRows(tx, room, limit);
    const joined = joinRows(rows);
    const numbered = joined.length === 0 ? [] : await placeEvents(joined, (epoch, numbers) => advanceSequence(tx, room, epoch, numbers));
    if (numbered.length > 0) await insertRoomEvents(tx, room, numbered);
    for (const { epoch, from_sequence } of numbered) if (!uncertain.has(epoch)) uncertain.set(epoch, from_sequence - 1);
    return { events: [...missed, ...numbered].map(toRoomEvent), rows: rows.length, isFull: rows.length === limit };
  });
}

async function placeEvents(
  joined: readonly JoinedEvent[],
  advance: (epoch: number, numbers: number) => Promise<{ before: number; serverTime: Date }>,
): Promise<RoomEventRow[]> {
  const places = new Map<number, { before: number; serverTime: Date }>();
  for (const [epoch, numbers] of countNumbers(joined)) places.set(epoch, await advance(epoch, numbers));
  return joined.map(({ epoch, name, payload, numbers }) => {
    const place = places.get(epoch)!;
    const from_sequence = place.before + 1;
    place.before += numbers;
    return { epoch, from_sequence, sequence: place.before, name, payload, server_time: place.serverTime };
  });
}

/** The shape in which an event is broadcast and listed. */
export function toRoomEvent({ epoch, from_sequence, sequence, name, payload, server_time }: RoomEventRow): RoomEvent {
  return { ...payload, name, epoch, from: from_sequence, sequence, server_time: server_time.toISOString() };
}
