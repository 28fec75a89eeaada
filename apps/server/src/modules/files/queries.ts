import type { Insertable } from 'kysely';
import type { Database, Db, Tx } from '../../platform/database/index.ts';

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

/** Those of the files that are there, in no particular order; archived ones are not. */
export async function findFiles(db: Db, ids: readonly number[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('files')
    .select(fileColumns)
    .where('id', 'in', [...ids])
    .where('archived_at', 'is', null)
    .execute();
}
