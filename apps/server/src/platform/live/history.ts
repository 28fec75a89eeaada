import type { Db } from '../database/index.ts';
import { toRoomEvent } from './numbering.ts';
import { deleteOldRoomEvents, getCurrentSequence, listRoomEvents } from './queries.ts';
import type { RoomEvent } from './room-batch.ts';

/**
 * The events of one epoch after `since`, oldest first, at most `limit`, exactly as they were broadcast. The first one's
 * `from` is `since` + 1 unless older events have been pruned: then a reader needs the whole state.
 */
export async function listEvents(db: Db, room: string, epoch: number, since: number, limit: number): Promise<RoomEvent[]> {
  return (await listRoomEvents(db, room, epoch, since, limit)).map(toRoomEvent);
}

/**
 * The last number given in an epoch, 0 before the first. Read it before the state that it is sent with: the state then
 * holds every event up to it, and may hold later ones, which a client folds a second time without harm.
 */
export function currentSequence(db: Db, room: string, epoch: number): Promise<number> {
  return getCurrentSequence(db, room, epoch);
}

/** Forgets the events of epochs in which nothing has happened for `olderThanDays`. Numbers are never given again. Returns how many. */
export function pruneRoomEvents(db: Db, { olderThanDays }: { olderThanDays: number }): Promise<number> {
  return deleteOldRoomEvents(db, olderThanDays);
}
