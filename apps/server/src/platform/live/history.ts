import type { Db, Tx } from '../database/index.ts';
import { toRoomEvent } from './numbering.ts';
import { deleteOldRoomEvents, deleteRoom, getCurrentSequence, listRoomEvents } from './queries.ts';
import type { RoomEvent } from './room-batch.ts';

/**
 * Returns the events of one epoch after `since`, oldest first, at most `limit`, exactly as they were broadcast. The
 * `from` of the first is `since` + 1 unless older events have been deleted: then a reader needs the whole state.
 */
export async function listEvents(db: Db, room: string, epoch: number, since: number, limit: number): Promise<RoomEvent[]> {
  return (await listRoomEvents(db, room, epoch, since, limit)).map(toRoomEvent);
}

/**
 * Returns the last number in an epoch, 0 before the first. Read it before the state that it is sent with: the state
 * then holds every event up to it, and may hold later ones, which a client can fold twice without harm.
 */
export function currentSequence(db: Db, room: string, epoch: number): Promise<number> {
  return getCurrentSequence(db, room, epoch);
}

/**
 * Deletes the events of epochs in which nothing has happened for `olderThanDays`. Numbers are never reused. Returns how
 * many.
 */
export function pruneRoomEvents(db: Db, { olderThanDays }: { olderThanDays: number }): Promise<number> {
  return deleteOldRoomEvents(db, olderThanDays);
}

/**
 * Deletes all that was announced in a room, numbered or not, and who is shown as connected there, for a room that will
 * never have a listener again.
 */
export function forgetRoom(tx: Tx, room: string): Promise<void> {
  return deleteRoom(tx, room);
}
