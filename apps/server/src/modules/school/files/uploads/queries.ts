import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';

export interface UploadRow {
  id: string;
  account_id: number;
  name: string;
  byte_size: number;
  created_at: Date;
  /** The file's id, set once its bytes are a file. */
  file_id: number | null;
}

const columns = ['id', 'account_id', 'name', 'byte_size', 'created_at', 'file_id'] as const;

export async function findUpload(db: Db, id: string): Promise<UploadRow | null> {
  return (await db.selectFrom('file_uploads').select(columns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Locks an upload until commit, so that it becomes one file. */
export async function lockUpload(tx: Tx, id: string): Promise<UploadRow | null> {
  return (await tx.selectFrom('file_uploads').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Takes an upload for one piece of work. 'held': another one has it, and is notified that it is needed. */
export async function takeUpload(db: Db, id: string, work: string, leaseMs: number): Promise<'taken' | 'held' | 'gone'> {
  const { rows } = await sql<{ held_by: string }>`
    UPDATE file_uploads
       SET is_wanted = held_until >= clock.now IS TRUE,
           held_by = CASE WHEN held_until >= clock.now THEN held_by ELSE ${work}::uuid END,
           held_until = CASE WHEN held_until >= clock.now THEN held_until ELSE clock.now + make_interval(secs => ${leaseMs / 1000}::float) END
      FROM (SELECT app_now() AS now) AS clock
     WHERE id = ${id}
    RETURNING held_by`.execute(db);
  const [row] = rows;
  if (!row) return 'gone';
  return row.held_by === work ? 'taken' : 'held';
}

/** Extends the hold. 'wanted': another one waits for it; 'lost': the lease had expired, or the upload was deleted. */
export async function keepUpload(db: Db, id: string, work: string, leaseMs: number): Promise<'kept' | 'wanted' | 'lost'> {
  const { rows } = await sql<{ is_wanted: boolean }>`
    UPDATE file_uploads SET held_until = app_now() + make_interval(secs => ${leaseMs / 1000}::float)
     WHERE id = ${id} AND held_by = ${work}::uuid
    RETURNING is_wanted`.execute(db);
  const [row] = rows;
  if (!row) return 'lost';
  return row.is_wanted ? 'wanted' : 'kept';
}

export async function releaseUpload(db: Db, id: string, work: string): Promise<void> {
  await db.updateTable('file_uploads').set({ held_by: null, held_until: null, is_wanted: false }).where('id', '=', id).where('held_by', '=', work).execute();
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

/** Deletes uploads started this many hours ago, including finished ones. Returns their ids. */
export async function deleteOldUploads(db: Db, hours: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM file_uploads WHERE created_at < app_moment() - make_interval(hours => ${hours}::int) RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface PieceRow {
  upload_id: string;
  start: number;
  byte_size: number;
  storage_key: string;
}

const pieceColumns = ['upload_id', 'start', 'byte_size', 'storage_key'] as const;
/** The maximum number of pieces in one sweep. The next sweep continues. */
const STRAY_PIECES = 1000;

/** Returns the pieces in the order of their bytes. */
export async function listPieces(db: Db, uploadId: string): Promise<PieceRow[]> {
  return db.selectFrom('file_upload_pieces').select(pieceColumns).where('upload_id', '=', uploadId).orderBy('start').execute();
}

export async function insertPiece(db: Db, piece: PieceRow): Promise<void> {
  await db.insertInto('file_upload_pieces').values(piece).execute();
}

export async function deletePiece(db: Db, { upload_id, start }: PieceRow): Promise<void> {
  await db.deleteFrom('file_upload_pieces').where('upload_id', '=', upload_id).where('start', '=', start).execute();
}

/** Returns pieces whose upload is already a file, or was deleted. */
export async function listStrayPieces(db: Db): Promise<PieceRow[]> {
  return db
    .selectFrom('file_upload_pieces as piece')
    .select(pieceColumns)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('file_uploads as upload').select('upload.id').whereRef('upload.id', '=', 'piece.upload_id').where('upload.file_id', 'is', null))),
    )
    .limit(STRAY_PIECES)
    .execute();
}
