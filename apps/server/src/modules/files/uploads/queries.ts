import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export interface UploadRow {
  id: string;
  account_id: number;
  name: string;
  byte_size: number;
  created_at: Date;
  /** Set once its bytes are a file. */
  file_id: number | null;
}

const columns = ['id', 'account_id', 'name', 'byte_size', 'created_at', 'file_id'] as const;

export async function findUpload(db: Db, id: string): Promise<UploadRow | null> {
  return (await db.selectFrom('file_uploads').select(columns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Held until commit, so that an upload becomes one file. */
export async function lockUpload(tx: Tx, id: string): Promise<UploadRow | null> {
  return (await tx.selectFrom('file_uploads').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export async function insertUpload(tx: Tx, upload: Omit<UploadRow, 'created_at' | 'file_id'>): Promise<UploadRow> {
  return tx.insertInto('file_uploads').values(upload).returning(columns).executeTakeFirstOrThrow();
}

export async function countUploads(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM file_uploads WHERE account_id = ${accountId} AND file_id IS NULL`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export async function setFile(tx: Tx, id: string, fileId: number): Promise<void> {
  await tx.updateTable('file_uploads').set({ file_id: fileId }).where('id', '=', id).execute();
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('file_uploads').where('id', '=', id).execute();
}

/** Forgets uploads begun so many hours ago, finished ones too. Returns their ids. */
export async function deleteOldUploads(db: Db, hours: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM file_uploads WHERE created_at < app_now() - make_interval(hours => ${hours}::int) RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}
