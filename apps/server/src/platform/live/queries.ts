import { sql } from 'kysely';
import { type Db, type Tx, UNAWAITED } from '../database/index.ts';
import type { RoomPosition } from './bus/index.ts';
import type { OutboxRow } from './room-batch.ts';

export interface NewOutboxRow {
  room: string;
  /** Null: the day, counted from 1970. */
  epoch: number | null;
  name: string;
  /** The JSON text of an object. */
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

/** Any fixed number that distinguishes the locks of rooms from other advisory locks. */
const ROOM_LOCK = 8_207_113;
/** The number of newest epochs. Older ones of a class's room, which begins one each day, no longer change. */
const NEWEST_EPOCHS = 50;

/** Inserts rows in the order given, with the same statement for any number of them. */
export async function insertOutboxRows(tx: Tx, rows: readonly NewOutboxRow[]): Promise<void> {
  await sql`${sql.raw(UNAWAITED)}
    INSERT INTO room_outbox (room, epoch, name, payload, item, single_field)
    SELECT room, coalesce(epoch, floor(extract(epoch FROM app_now()) / 86400)::bigint), name, payload::jsonb, item, single_field
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             AS (room text, epoch bigint, name text, payload text, item bigint, single_field text))
           WITH ORDINALITY AS given (room, epoch, name, payload, item, single_field, place)
     ORDER BY place`.execute(tx);
}

/** Returns the rooms with events that wait for their numbers. */
export async function listWaitingRooms(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('room_outbox').select('room').distinct().execute();
  return rows.map((row) => row.room);
}

/**
 * Locks the room for this transaction unless another has it: one process at a time numbers it. Also returns how long
 * ago, in milliseconds of the real clock, its newest epoch got its last number; null: never.
 */
export async function tryLockRoom(tx: Tx, room: string): Promise<{ isOurs: boolean; sinceMs: number | null }> {
  const { rows } = await sql<{ is_ours: boolean; since_ms: number | null }>`
    SELECT pg_try_advisory_xact_lock(${ROOM_LOCK}, hashtext(${room})) AS is_ours,
           (SELECT extract(epoch FROM clock_timestamp() - numbered_at)::float8 * 1000 FROM room_sequences
             WHERE room = ${room} ORDER BY epoch DESC LIMIT 1) AS since_ms`.execute(tx);
  return { isOurs: rows[0]!.is_ours, sinceMs: rows[0]!.since_ms };
}

/** Removes and returns the oldest rows of a room in the outbox, in order of their ids. */
export async function takeOutboxRows(tx: Tx, room: string, limit: number): Promise<OutboxRow[]> {
  const rows = await tx
    .deleteFrom('room_outbox')
    .where('id', 'in', (outbox) => outbox.selectFrom('room_outbox').select('id').where('room', '=', room).orderBy('id').limit(limit))
    .returning(['id', 'epoch', 'name', 'payload', 'item', 'single_field', 'created_at'])
    .execute();
  return rows.map((row) => ({ ...row, payload: row.payload as Record<string, unknown> })).sort((a, b) => a.id - b.id);
}

/**
 * Advances the sequence of an epoch, creating it at 0. Returns the last number before, and the current time in whole
 * milliseconds.
 */
export async function advanceSequence(tx: Tx, room: string, epoch: number, numbers: number): Promise<{ before: number; serverTime: Date }> {
  const { rows } = await sql<{ sequence: number; server_time: Date }>`
    INSERT INTO room_sequences (room, epoch, sequence) VALUES (${room}, ${epoch}, ${numbers})
    ON CONFLICT (room, epoch) DO UPDATE SET sequence = room_sequences.sequence + excluded.sequence, numbered_at = clock_timestamp()
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

/** Returns events of one epoch after `since`, oldest first. */
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

/** Returns a room's positions in its newest epochs. */
export async function listRoomPositions(db: Db, room: string): Promise<RoomPosition[]> {
  return db
    .selectFrom('room_sequences')
    .select(['room', 'epoch', 'sequence as at'])
    .where('room', '=', room)
    .orderBy('epoch', 'desc')
    .limit(NEWEST_EPOCHS)
    .execute();
}

/** Returns the positions of those rooms that have moved within so many seconds of the real clock. */
export async function listMovedPositions(db: Db, rooms: readonly string[], withinSeconds: number): Promise<RoomPosition[]> {
  const { rows } = await sql<RoomPosition>`
    SELECT room, epoch, sequence AS at FROM room_sequences
     WHERE room = ANY(${[...rooms]}::text[]) AND numbered_at > (SELECT clock_timestamp()) - make_interval(secs => ${withinSeconds}::float8)`.execute(db);
  return rows;
}

/**
 * Deletes the events of epochs whose newest event is older than `olderThanDays`. The sequences are kept. Returns how
 * many.
 */
export async function deleteOldRoomEvents(db: Db, olderThanDays: number): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH moment AS MATERIALIZED (SELECT app_moment() - make_interval(days => ${olderThanDays}) AS oldest),
         old AS (SELECT DISTINCT room, epoch FROM room_events WHERE server_time < app_moment() - make_interval(days => ${olderThanDays}))
    DELETE FROM room_events AS event USING old, moment
     WHERE event.room = old.room AND event.epoch = old.epoch
       AND (SELECT server_time FROM room_events WHERE room = old.room AND epoch = old.epoch ORDER BY sequence DESC LIMIT 1) < moment.oldest`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes a room's rows, and who is shown as connected in it by any process. The outbox is first: a process that numbers
 * its rows now finishes before the events are deleted.
 */
export async function deleteRoom(tx: Tx, room: string): Promise<void> {
  await tx.deleteFrom('room_outbox').where('room', '=', room).execute();
  await tx.deleteFrom('room_events').where('room', '=', room).execute();
  await tx.deleteFrom('room_sequences').where('room', '=', room).execute();
  await tx.deleteFrom('live_presence').where('channel', '=', room).execute();
}
