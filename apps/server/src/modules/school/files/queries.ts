import type { FILE_SORTS } from '@classwright/contract';
import { kindOfType } from '@classwright/contract/school/files/file-kinds';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Database, Db, Tx } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';
import { type PageRequest, toContainsPattern } from '../../../platform/lists.ts';

export interface FileRow {
  id: number;
  account_id: number | null;
  school_id: number | null;
  name: string;
  mime_type: string;
  byte_size: number;
  sha256: Buffer;
  storage_key: string;
}

const fileColumns = ['id', 'account_id', 'school_id', 'name', 'mime_type', 'byte_size', 'sha256', 'storage_key'] as const;

export async function insertFile(tx: Tx, file: Insertable<Database['files']>): Promise<number> {
  return (await tx.insertInto('files').values(file).returning('id').executeTakeFirstOrThrow()).id;
}

/** Inserts several files in one statement. Returns their ids by storage key. */
export async function insertFiles(tx: Tx, files: readonly Insertable<Database['files']>[]): Promise<Map<string, number>> {
  if (files.length === 0) return new Map();
  const rows = await tx.insertInto('files').values(files).returning(['id', 'storage_key']).execute();
  return new Map(rows.map(({ id, storage_key }) => [storage_key, id]));
}

/** Returns the given files that exist and are not archived, in no particular order. */
export async function findFiles(db: Db, ids: readonly number[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('files')
    .select(fileColumns)
    .where('id', 'in', [...ids])
    .where('archived_at', 'is', null)
    .execute();
}

/** Returns the given files that exist and are not archived. None of them can be deleted until commit. */
export async function lockFilesShared(tx: Tx, ids: readonly number[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('files')
    .select(fileColumns)
    .where('id', 'in', [...ids])
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** Returns the first file of the same person with the same bytes that existed before this one. */
export async function findSameBefore(db: Db, id: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT earlier.id FROM files JOIN files earlier ON earlier.account_id = files.account_id AND earlier.sha256 = files.sha256
     WHERE files.id = ${id} AND earlier.id < files.id AND earlier.archived_at IS NULL ORDER BY earlier.id LIMIT 1`.execute(db);
  return rows[0] ? Number(rows[0].id) : null;
}

/** Locks the file for its deletion. A call that is about to use it waits, and then finds it deleted. */
export async function lockFile(tx: Tx, id: number): Promise<FileRow | null> {
  return (await tx.selectFrom('files').select(fileColumns).where('id', '=', id).where('archived_at', 'is', null).forUpdate().executeTakeFirst()) ?? null;
}

/** Locks several files, always in the same order; `archived`: deleted ones that can be restored. */
export async function lockFiles(tx: Tx, ids: readonly number[], archived: boolean): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('files')
    .select(fileColumns)
    .where('id', 'in', [...ids])
    .where('archived_at', archived ? 'is not' : 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Archives files, or restores them. */
export async function archiveFiles(tx: Tx, ids: readonly number[], away: boolean): Promise<void> {
  await sql`UPDATE files SET archived_at = CASE WHEN ${away} THEN app_now() END WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

/**
 * Erases rows of files that were deleted longer ago than this, a limited number at a time. Returns the keys of their
 * bytes.
 */
export async function eraseDeleted(db: Db, minutes: number, most: number): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    DELETE FROM files WHERE id IN (
      SELECT id FROM files WHERE archived_at < app_moment() - make_interval(mins => ${minutes}::integer)
         AND NOT EXISTS (SELECT 1 FROM account_pictures WHERE picture_file_id = files.id)
       ORDER BY archived_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING storage_key`.execute(db);
  return rows.map(({ storage_key }) => storage_key);
}

/** A row of the library, with its owner's name. */
export interface LibraryRow {
  id: number;
  account_id: number | null;
  school_id: number | null;
  name: string;
  mime_type: string;
  byte_size: number;
  created_at: Date;
  first_name: string | null;
  last_name: string | null;
}

/** The files that a person sees in the library. */
export interface LibraryReach {
  accountId: number;
  /** The schools within reach whose files the person may see, in addition to their own. */
  schools: Reach | 'none';
}

export interface LibrarySearch {
  reach: LibraryReach;
  /** The first and last day, both included, in the time zone. */
  startDate: string | undefined;
  endDate: string | undefined;
  timeZone: string;
  /** A kind or a MIME type; '' for all. */
  type: string;
  searchText: string;
}

function reachCondition({ accountId, schools }: LibraryReach): RawBuilder<unknown> {
  const isOwn = sql`files.account_id = ${accountId}`;
  return schools === 'none' ? isOwn : sql`(${isInReach(schools, 'files.school_id')} OR ${isOwn})`;
}

function conditionOf({ reach, startDate, endDate, timeZone, type, searchText }: LibrarySearch): RawBuilder<unknown> {
  const day = (date: string, shift: number) => sql`((${date}::date + ${shift}::int)::timestamp AT TIME ZONE ${timeZone})`;
  const conditions = [sql`files.archived_at IS NULL`, reachCondition(reach)];
  if (startDate) conditions.push(sql`files.created_at >= ${day(startDate, 0)}`);
  if (endDate) conditions.push(sql`files.created_at < ${day(endDate, 1)}`);
  if (type.includes('/')) conditions.push(sql`files.mime_type = ${type}`);
  else if (type === 'pdf') conditions.push(sql`files.mime_type = 'application/pdf'`);
  else if (type !== '') conditions.push(kindOfType(`${type}/`) ? sql`starts_with(files.mime_type, ${`${type}/`})` : sql`false`);
  if (searchText !== '') conditions.push(sql`files.name ILIKE ${toContainsPattern(searchText)}`);
  return sql.join(conditions, sql` AND `);
}

const libraryColumns = sql`files.id, files.account_id, files.school_id, files.name, files.mime_type, files.byte_size, files.created_at, people.first_name, people.last_name`;
const library = sql`files LEFT JOIN people ON people.id = files.account_id`;

/** The column of each sort order. Names are compared as people compare and count them. */
const ORDERS: Readonly<Record<(typeof FILE_SORTS)[number], RawBuilder<unknown>>> = {
  created_at: sql`files.created_at`,
  name: sql`files.name COLLATE natural_order`,
  type: sql`files.mime_type`,
  byte_size: sql`files.byte_size`,
};

/** Returns a page of the library and the number of files. */
export async function listLibrary(
  db: Db,
  search: LibrarySearch,
  { page, per_page, sort, direction }: PageRequest & { sort: (typeof FILE_SORTS)[number]; direction: 'asc' | 'desc' },
): Promise<{ rows: LibraryRow[]; total: number }> {
  const condition = conditionOf(search);
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*) AS total FROM files WHERE ${condition}`.execute(db);
  const way = direction === 'asc' ? sql`ASC` : sql`DESC`;
  const { rows } = await sql<LibraryRow>`
    SELECT ${libraryColumns} FROM ${library} WHERE ${condition}
     ORDER BY ${ORDERS[sort]} ${way}, files.id ${way} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  return { rows, total: Number(counted[0]?.total ?? 0) };
}

/** Returns rows of the library by their ids, in the order of the ids. */
export async function listLibraryFiles(db: Db, ids: readonly number[]): Promise<LibraryRow[]> {
  const { rows } = await sql<LibraryRow>`
    SELECT ${libraryColumns} FROM ${library} WHERE files.id = ANY(${[...ids]}::bigint[]) AND files.archived_at IS NULL
     ORDER BY array_position(${[...ids]}::bigint[], files.id)`.execute(db);
  return rows;
}

/** Returns the total size of a person's files in bytes, including uploads under way. */
export async function sumBytes(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT coalesce((SELECT sum(byte_size) FROM files WHERE account_id = ${accountId}), 0)
         + coalesce((SELECT sum(byte_size) FROM file_uploads WHERE account_id = ${accountId} AND file_id IS NULL), 0) AS bytes`.execute(db);
  return rows[0]!.bytes;
}

/** Makes additions to the same person's files take turns. */
export async function lockSpace(tx: Tx, accountId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('file space'), hashint8(${accountId}))`.execute(tx);
}

const schoolOf = (of: { accountId: number } | { schoolId: number }) =>
  'schoolId' in of ? sql`${of.schoolId}::bigint` : sql`(SELECT school_id FROM people WHERE id = ${of.accountId})`;

/**
 * Makes additions to the files of a school that has a limit for them take turns until commit. The change of its size, which comes
 * after, waits for them too.
 */
export async function lockSchoolSpace(tx: Tx, of: { accountId: number } | { schoolId: number }): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtext('school space'), hashint8(school_id)) FROM school_sizes
     WHERE school_id = ${schoolOf(of)} AND kind = 'files' AND most IS NOT NULL`.execute(tx);
}

/** Returns the bytes of a school's files and of its uploads in progress, with the limit. Null: there is no limit. */
export async function findSchoolSpace(
  db: Db,
  of: { accountId: number } | { schoolId: number },
): Promise<{ school: string; limit: number; files: number; uploads: number } | null> {
  const { rows } = await sql<{ school: string; limit: number; files: number; uploads: number }>`
    SELECT schools.school_name AS school, files.most AS limit, files.used AS files, uploads.used AS uploads
      FROM school_sizes files JOIN school_sizes uploads ON uploads.school_id = files.school_id AND uploads.kind = 'uploads'
      JOIN schools ON schools.id = files.school_id
     WHERE files.school_id = ${schoolOf(of)} AND files.kind = 'files' AND files.most IS NOT NULL`.execute(db);
  return rows[0] ?? null;
}

/** Returns some of a person's files, and holds them. */
export async function listOwned(tx: Tx, accountId: number, limit: number): Promise<{ id: number; storage_key: string }[]> {
  const { rows } = await sql<{ id: number; storage_key: string }>`
    SELECT id, storage_key FROM files WHERE account_id = ${accountId} ORDER BY id LIMIT ${limit} FOR UPDATE`.execute(tx);
  return rows;
}

/** Returns which of these accounts have files. */
export async function listFileOwners(db: Db | Tx, accountIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`SELECT DISTINCT account_id AS id FROM files WHERE account_id = ANY(${[...accountIds]}::bigint[]) ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function setOwner(tx: Tx, id: number, accountId: number): Promise<void> {
  await tx.updateTable('files').set({ account_id: accountId }).where('id', '=', id).execute();
}

/** Returns where the bytes of files are, for files that still exist, and holds them. */
export async function listStored(tx: Tx, ids: readonly number[]): Promise<{ id: number; storage_key: string }[]> {
  return tx
    .selectFrom('files')
    .select(['id', 'storage_key'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Deletes the row of a file that no row names. Returns false for one that a row still names. */
export async function deleteFileRow(tx: Tx, id: number): Promise<boolean> {
  await sql`SAVEPOINT file_row`.execute(tx);
  try {
    await tx.deleteFrom('files').where('id', '=', id).execute();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== '23503') throw error;
    await sql`ROLLBACK TO SAVEPOINT file_row`.execute(tx);
    return false;
  }
}
