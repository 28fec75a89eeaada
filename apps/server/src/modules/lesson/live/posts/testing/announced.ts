import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from '../../../../../testing/app.ts';

/**
 * Returns the items of a session's events of one name, numbered or not, in order. It is one statement, so an event that
 * is just being numbered is counted once.
 */
export async function announcedItems(app: TestApp, sessionId: number, name: string): Promise<number[]> {
  const { rows } = await sql<{ item: number }>`
    SELECT items.item::bigint AS item FROM room_events event, jsonb_array_elements_text(event.payload -> 'items') WITH ORDINALITY AS items (item, place)
     WHERE event.epoch = ${sessionId} AND event.name = ${name}
    UNION ALL SELECT item FROM room_outbox WHERE epoch = ${sessionId} AND name = ${name}`.execute(app.db);
  return rows.map(({ item }) => item);
}

/** Counts all announcements so far, merged or not; the difference of two counts is the number between them. */
export async function countAnnouncements(app: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS count FROM room_outbox_id_seq`.execute(app.db);
  return rows[0]!.count;
}

/** Returns the events of a session in order, once all announcements are numbered. */
export async function listNumbered(app: TestApp, sessionId: number): Promise<{ name: string; payload: Record<string, unknown> }[]> {
  await expect.poll(() => app.db.selectFrom('room_outbox').select('id').where('epoch', '=', sessionId).execute()).toEqual([]);
  const rows = await app.db.selectFrom('room_events').select(['name', 'payload']).where('epoch', '=', sessionId).orderBy('sequence').execute();
  return rows.map(({ name, payload }) => ({ name, payload: payload as Record<string, unknown> }));
}
