import { sql } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { OutboxRow } from './room-batch.ts';

export interface NewOutboxRow {
  room: string;
  epoch: number;
  name: string;
  /** JSON text of an object. */
  payload: string;
  item: number | null;
  single_field: string | null;
}

export interface RoomEventRow {
  epoch: number;
  from_sequence: number;
  sequence: number;
  name: string;
  payload: Record<string, unknown>;
  server_time: Date;
}

/** Any fixed number: tells the locks of rooms from other advisory locks. */
const ROOM_LOCK = 8_207_113;

export async function insertOutboxRows(tx: Tx, rows: readonly NewOutboxRow[]): Promise<void> {
  await tx
    .insertInto('room_outbox')
    .values(rows.map((row) => ({ ...row })))
    .execute();
}

/** Rooms in which something waits for its number. */
export async function listWaitingRooms(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('room_outbox').select('room').distinct().execute();
  return rows.map((row) => row.room);
}

/** Numbering a room is one process's at a time; another waits until this transaction ends. */
export async function lockRoom(tx: Tx, room: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ROOM_LOCK}, hashtext(${room}))`.execute(tx);
}

/** Takes the oldest rows of a room out of the outbox, in order of their ids. */
export async function takeOutboxRows(tx: Tx, room: string, limit: number): Promise<OutboxRow[]> {
  const rows = await tx
    .deleteFrom('room_outbox')
    .where('id', 'in', (outbox) => outbox.selectFrom('room_outbox').select('id').where('room', '=', room).orderBy('id').limit(limit))
    .returning(['id', 'epoch', 'name', 'payload', 'item', 'single_field'])
    .execute();
  return rows.map((row) => ({ ...row, payload: row.payload as Record<string, unknown> })).sort((a, b) => a.id - b.id);
}

/** Moves the sequence of an epoch on, creating it at 0. Returns the last number before, and the time of now in whole milliseconds. */
export async function advanceSequence(tx: Tx, room: string, epoch: number, numbers: number): Promise<{ before: number; serverTime: Date }> {
  const { rows } = await sql<{ sequence: number; server_time: Date }>`
    INSERT INTO room_sequences (room, epoch, sequence) VALUES (${room}, ${epoch}, ${numbers})
    ON CONFLICT (room, epoch) DO UPDATE SET sequence = room_sequences.sequence + excluded.sequence
    RETURNING sequence, date_trunc('milliseconds', app_now()) AS server_time`.execute(tx);
  const row = rows[0]!;
  return { before: row.sequence - numbers, serverTime: row.server_time };
}

export async function insertRoomEvents(tx: Tx, room: string, events: readonly RoomEventRow[]): Promise<void> {
  await tx
    .insertInto('room_events')
    .values(events.map((event) => ({ ...event, room, payload: JSON.stringify(event.payload) })))
    .execute();
}

/** Events of one epoch after `since`, oldest first. */
export async function listRoomEvents(db: Db, room: string, epoch: number, since: number, limit: number): Promise<RoomEventRow[]> {
  const rows = await db
    .selectFrom('room_events')
    .select(['epoch', 'from_sequence', 'sequence', 'name', 'payload', 'server_time'])
    .where('room', '=', room)
    .where('epoch', '=', epoch)
    .where('sequence', '>', since)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, payload: row.payload as Record<string, unknown> }));
}

export async function getCurrentSequence(db: Db, room: string, epoch: number): Promise<number> {
  const row = await db.selectFrom('room_sequences').select('sequence').where('room', '=', room).where('epoch', '=', epoch).executeTakeFirst();
  return row?.sequence ?? 0;
}

/** Deletes the events of epochs whose newest event is older than `olderThanDays`. The sequences stay. Returns how many. */
export async function deleteOldRoomEvents(db: Db, olderThanDays: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM room_events AS event USING (
      SELECT room, epoch FROM room_events GROUP BY room, epoch
      HAVING max(server_time) < app_now() - make_interval(days => ${olderThanDays})
    ) AS ended
    WHERE event.room = ended.room AND event.epoch = ended.epoch`.execute(db);
  return Number(numAffectedRows ?? 0);
}
