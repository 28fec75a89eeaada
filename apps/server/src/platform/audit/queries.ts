import { type Insertable, sql } from 'kysely';
import { type Database, type Db, UNAWAITED } from '../database/index.ts';

export async function insertAuditEntry(db: Db, entry: Insertable<Database['audit_entries']>): Promise<void> {
  const { account_id, school_id, action, subject_type, subject_id, before, after, request_id, batch_size = null } = entry;
  await sql`${sql.raw(UNAWAITED)}
    INSERT INTO audit_entries (account_id, school_id, action, subject_type, subject_id, before, after, request_id, batch_size)
    VALUES (${account_id}, ${school_id}, ${action}, ${subject_type}, ${subject_id}, ${before}, ${after}, ${request_id}, ${batch_size})`.execute(db);
}

/** Inserts one entry for each subject, all of one cause: the first leads the batch, the others are its parts. */
export async function insertAuditEntries(db: Db, entry: Insertable<Database['audit_entries']>, subjectIds: readonly number[]): Promise<void> {
  const { account_id, school_id, action, subject_type, after, request_id } = entry;
  await sql`
    INSERT INTO audit_entries (account_id, school_id, action, subject_type, subject_id, after, request_id, batch_size, is_part)
    SELECT ${account_id}, ${school_id}, ${action}, ${subject_type}, subject.id, ${after}::jsonb, ${request_id}, ${subjectIds.length}::integer, subject.place > 1
      FROM unnest(${[...subjectIds]}::bigint[]) WITH ORDINALITY AS subject (id, place) ORDER BY subject.place`.execute(db);
}

/** Inserts one entry for each subject with values of its own. A single entry is not a batch. */
export async function insertEachAuditEntry(
  db: Db,
  { account_id, school_id, action, subject_type, request_id }: Insertable<Database['audit_entries']>,
  subjects: readonly { subjectId: number | null; before?: unknown; after?: unknown }[],
): Promise<void> {
  const size = subjects.length > 1 ? subjects.length : null;
  const rows = JSON.stringify(subjects.map(({ subjectId: id, before = null, after = null }) => ({ id, before, after })));
  await sql`
    INSERT INTO audit_entries (account_id, school_id, action, subject_type, subject_id, before, after, request_id, batch_size, is_part)
    SELECT ${account_id}, ${school_id}, ${action}, ${subject_type}, subject.id, subject.before, subject.after, ${request_id}, ${size}::integer,
           subject.place > 1
      FROM ROWS FROM (jsonb_to_recordset(${rows}::jsonb) AS (id bigint, before jsonb, after jsonb)) WITH ORDINALITY AS subject (id, before, after, place)
     ORDER BY subject.place`.execute(db);
}

/** Inserts the parts of a batch whose leading entry is written separately. */
export async function insertAuditParts(
  db: Db,
  { account_id, school_id, action, subject_type, request_id }: Insertable<Database['audit_entries']>,
  subjects: readonly { subjectId: number | null; before?: unknown; after?: unknown }[],
): Promise<void> {
  const rows = JSON.stringify(subjects.map(({ subjectId: id, before = null, after = null }) => ({ id, before, after })));
  await sql`
    INSERT INTO audit_entries (account_id, school_id, action, subject_type, subject_id, before, after, request_id, batch_size, is_part)
    SELECT ${account_id}, ${school_id}, ${action}, ${subject_type}, subject.id, subject.before, subject.after, ${request_id}, ${subjects.length}::integer, true
      FROM jsonb_to_recordset(${rows}::jsonb) AS subject (id bigint, before jsonb, after jsonb)`.execute(db);
}
