import type { Db } from '../database/index.ts';
import { advanceSequence, insertRoomEvents, type RoomEventRow, takeOutboxRows, tryLockRoom } from './queries.ts';
import { countNumbers, type JoinedEvent, joinRows, type RoomEvent } from './room-batch.ts';

export type Batch =
  | {
      events: RoomEvent[];
      rows: number;
      /** The time that each of them waited for its number. */
      waitedSeconds: number[];
      /** True when there may be more waiting. */
      isFull: boolean;
    }
  /** Another process is numbering the room. */
  | 'taken'
  /** The room's last events were just sent. The next may be sent after this time. */
  | { waitMs: number };

export interface NumberingOptions {
  /** The maximum number of outbox rows. */
  limit: number;
  /** The minimum time since the room's last numbers, given by any process. 0: none. */
  windowMs: number;
}

/**
 * Numbers the waiting rows in a room's outbox, in one transaction: rows move from the outbox to the room's history with
 * their numbers, or nothing happens. One process does so at a time, and none waits for another.
 */
export async function numberWaitingEvents(db: Db, room: string, { limit, windowMs }: NumberingOptions): Promise<Batch> {
  return db.transaction().execute(async (tx) => {
    const { isOurs, sinceMs } = await tryLockRoom(tx, room);
    if (!isOurs) return 'taken';
    if (sinceMs !== null && sinceMs < windowMs) return { waitMs: windowMs - Math.max(0, sinceMs) };
    const rows = await takeOutboxRows(tx, room, limit);
    const joined = joinRows(rows);
    const numbered = joined.length === 0 ? [] : await placeEvents(joined, (epoch, numbers) => advanceSequence(tx, room, epoch, numbers));
    if (numbered.length > 0) await insertRoomEvents(tx, room, numbered);
    const numberedMs = numbered[0]?.server_time.getTime() ?? 0;
    const waitedSeconds = rows.map(({ created_at }) => (numberedMs - created_at.getTime()) / 1000);
    return { events: numbered.map(toRoomEvent), rows: rows.length, waitedSeconds, isFull: rows.length === limit };
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

/** Returns an event in the form in which it is broadcast and listed. */
export function toRoomEvent({ epoch, from_sequence, sequence, name, payload, server_time }: RoomEventRow): RoomEvent {
  return { ...payload, name, epoch, from: from_sequence, sequence, server_time: server_time.toISOString() };
}
