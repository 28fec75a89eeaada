import { type Insertable, sql } from 'kysely';
import type { Database, Db } from '../database/index.ts';

export async function insertAuditEntry(db: Db, entry: Insertable<Database['audit_entries']>): Promise<void> {
  await db.insertInto('audit_entries').values(entry).execute();
}

/** One entry for each of many subjects, all of one cause: the first leads the batch, the others are its parts. */
export async function insertAuditEntries(db: Db, entry: Insertable<Database['audit_entries']>, subjectIds: readonly number[]): Promise<void> {
  const { account_id, school_id, action, subject_type, after, request_id } = entry;
  await sql`
    INSERT INTO audit_entries (account_id, school_id, action, subject_type, subject_id, after, request_id, batch_size, is_part)
    SELECT ${account_id}, ${school_id}, ${action}, ${subject_type}, subject.id, ${after}::jsonb, ${request_id}, ${subjectIds.length}::integer, subject.place > 1
      FROM unnest(${[...subjectIds]}::bigint[]) WITH ORDINALITY AS subject (id, place) ORDER BY subject.place`.execute(db);
}
