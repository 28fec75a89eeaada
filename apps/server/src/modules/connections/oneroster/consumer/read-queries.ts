import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import type { StoredSourceError } from './source-error.ts';

export interface ReadRow {
  id: number;
  source_id: number;
  account_id: number;
  account_name: string;
  mode: 'asked' | 'nightly';
  status: 'waiting' | 'running' | 'finished' | 'failed' | 'cancelled';
  outcome: 'nothing' | 'preview' | 'applied' | 'asks' | null;
  step: number;
  page_offset: number;
  page_total: number | null;
  restarts: number;
  waits: number;
  records: number;
  bytes: number;
  trouble: StoredSourceError | null;
  /** The memberships that the first reading would have ended; null during the first. */
  missed: string[] | null;
  waits_until: Date | string | null;
  import_id: number | null;
  /** The number of rows that need attention: with an error, or of a class that both sides changed. */
  faults: number;
  /**
   * The state of its preview; `stopped`: it could not all be applied. Null if it was deleted, or there was nothing to
   * show.
   */
  shown: 'preview' | 'doing' | 'done' | 'stopped' | 'dropped' | null;
  /** A hash of the preview's content, which differs when the content does. */
  shown_as: string | null;
  /** The number of rows that could not be applied. */
  left_rows: number | null;
  request_id: string;
  created_at: Date | string;
  finished_at: Date | string | null;
}

/** The columns of a reading of a source, for display. */
export const readColumns = sql`
  read.id, read.source_id, read.account_id, read.mode, read.status, read.outcome, read.step, read.page_offset, read.page_total, read.restarts, read.waits,
  read.records, read.bytes, read.trouble, read.missed, read.faults, CASE WHEN read.waits_until > app_now() THEN read.waits_until END AS waits_until, read.import_id, read.request_id,
  read.created_at, read.finished_at, people.full_name AS account_name,
  CASE WHEN shown.status = 'cancelled' OR shown.undo_status = 'finished' THEN 'dropped' WHEN shown.status = 'preview' THEN 'preview'
       WHEN shown.status IN ('waiting', 'running') THEN 'doing' WHEN shown.status IN ('partly', 'failed') THEN 'stopped' WHEN shown.id IS NOT NULL THEN 'done' END AS shown,
  md5(shown.counts::text || shown.many_ends::text) AS shown_as, shown.failed_rows + shown.total_rows - shown.done_rows AS left_rows
    FROM oneroster_source_reads read JOIN people ON people.id = read.account_id LEFT JOIN roster_imports shown ON shown.id = read.import_id`;

/** Starts a reading, or returns the one in progress. */
export async function insertRead(
  tx: Tx,
  { sourceId, accountId, mode, requestId }: { sourceId: number; accountId: number; mode: ReadRow['mode']; requestId: string },
): Promise<{ id: number; isNew: boolean }> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO oneroster_source_reads (source_id, account_id, mode, request_id) VALUES (${sourceId}, ${accountId}, ${mode}, ${requestId})
    ON CONFLICT (source_id) WHERE status IN ('waiting', 'running') DO NOTHING RETURNING id`.execute(tx);
  const [made] = rows;
  if (made) return { id: made.id, isNew: true };
  const alive = await sql<{ id: number }>`
    SELECT id FROM oneroster_source_reads WHERE source_id = ${sourceId} AND status IN ('waiting', 'running')`.execute(tx);
  return { id: alive.rows[0]?.id ?? 0, isNew: false };
}

export async function findRead(db: Db, id: number): Promise<ReadRow | null> {
  const { rows } = await sql<ReadRow>`SELECT ${readColumns} WHERE read.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function listReads(db: Db, sourceId: number, { page, per_page }: { page: number; per_page: number }): Promise<{ rows: ReadRow[]; total: number }> {
  const { rows } = await sql<ReadRow>`
    SELECT ${readColumns} WHERE read.source_id = ${sourceId} ORDER BY read.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM oneroster_source_reads WHERE source_id = ${sourceId}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Starts or continues a reading. Returns null if it has ended. */
export async function beginRead(db: Db, id: number): Promise<ReadRow | null> {
  const { rows } = await sql`
    UPDATE oneroster_source_reads SET status = 'running', waits_until = NULL WHERE id = ${id} AND status IN ('waiting', 'running') RETURNING id`.execute(db);
  return rows.length > 0 ? findRead(db, id) : null;
}

export async function isRunning(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM oneroster_source_reads WHERE id = ${id} AND status = 'running'`.execute(db);
  return rows.length > 0;
}

/** Returns true when a reading is still running; nobody can end it until commit. */
export async function lockRunning(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM oneroster_source_reads WHERE id = ${id} AND status = 'running' FOR UPDATE`.execute(tx);
  return rows.length > 0;
}

export interface Progress {
  step: number;
  pageOffset: number;
  pageTotal: number | null;
  records: number;
  bytes: number;
  restarts: number;
}

export async function saveProgress(tx: Tx, id: number, { step, pageOffset, pageTotal, records, bytes, restarts }: Progress): Promise<void> {
  await sql`
    UPDATE oneroster_source_reads
       SET step = ${step}, page_offset = ${pageOffset}, page_total = ${pageTotal}, records = ${records}, bytes = ${bytes}, restarts = ${restarts}, trouble = NULL
     WHERE id = ${id}`.execute(tx);
}

export async function insertPage(tx: Tx, page: { readId: number; step: number; number: number; content: string }): Promise<void> {
  await sql`
    INSERT INTO oneroster_source_pages (read_id, step, number, content) VALUES (${page.readId}, ${page.step}, ${page.number}, ${page.content})
    ON CONFLICT (read_id, step, number) DO UPDATE SET content = excluded.content`.execute(tx);
}

/** Returns the next page of a collection after a given one; null if there are no more. */
export async function nextPage(db: Db, readId: number, step: number, after: number): Promise<{ number: number; content: string } | null> {
  const { rows } = await sql<{ number: number; content: string }>`
    SELECT number, content FROM oneroster_source_pages WHERE read_id = ${readId} AND step = ${step} AND number > ${after} ORDER BY number LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** Deletes the pages of one collection, or of all. */
export async function deletePages(tx: Tx, readId: number, step?: number): Promise<void> {
  await sql`DELETE FROM oneroster_source_pages WHERE read_id = ${readId} ${step === undefined ? sql`` : sql`AND step = ${step}`}`.execute(tx);
}

/** Restarts a reading from the beginning, and stores what the first one would have ended. */
export async function readFromStart(tx: Tx, id: number, missed: readonly string[]): Promise<void> {
  await deletePages(tx, id);
  await sql`
    UPDATE oneroster_source_reads SET step = 0, page_offset = 0, page_total = NULL, records = 0, bytes = 0, missed = ${JSON.stringify(missed)}::jsonb
     WHERE id = ${id}`.execute(tx);
}

/** Stores the error, so that people see it while the reading is retried. */
export async function saveSourceError(db: Db, id: number, { problem, params }: StoredSourceError, waitMs: number | null): Promise<void> {
  await sql`
    UPDATE oneroster_source_reads
       SET trouble = ${JSON.stringify({ problem, params })}::jsonb, waits = waits + ${waitMs === null ? 0 : 1},
           waits_until = CASE WHEN ${waitMs}::bigint IS NOT NULL THEN app_now() + ${waitMs}::bigint * interval '1 millisecond' END
     WHERE id = ${id} AND status = 'running'`.execute(db);
}

interface Ended {
  status: 'finished' | 'failed' | 'cancelled';
  outcome?: ReadRow['outcome'];
  trouble?: StoredSourceError | null;
  importId?: number | null;
  faults?: number;
}

/** Ends a running reading, and deletes its pages. */
export async function endRead(tx: Tx, id: number, { status, outcome = null, trouble = null, importId = null, faults = 0 }: Ended): Promise<void> {
  await sql`
    UPDATE oneroster_source_reads
       SET status = ${status}, outcome = ${outcome}, trouble = ${trouble && JSON.stringify({ problem: trouble.problem, params: trouble.params })}::jsonb,
           import_id = ${importId}, faults = ${faults}, waits_until = NULL, finished_at = app_now()
     WHERE id = ${id} AND status IN ('waiting', 'running')`.execute(tx);
  await deletePages(tx, id);
}

/** Ends the running reading of a source. Returns its id; null if there was none. */
export async function cancelReads(tx: Tx, sourceId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM oneroster_source_reads WHERE source_id = ${sourceId} AND status IN ('waiting', 'running') FOR UPDATE`.execute(tx);
  const id = rows[0]?.id ?? null;
  if (id !== null) await endRead(tx, id, { status: 'cancelled' });
  return id;
}

export async function setOutcome(tx: Tx, id: number, outcome: ReadRow['outcome']): Promise<void> {
  await sql`UPDATE oneroster_source_reads SET outcome = ${outcome} WHERE id = ${id}`.execute(tx);
}

const KEPT_DAYS = 90;

export async function deleteOldReads(db: Db): Promise<void> {
  await sql`
    DELETE FROM oneroster_source_reads WHERE status NOT IN ('waiting', 'running') AND created_at < app_moment() - make_interval(days => ${KEPT_DAYS})`.execute(
    db,
  );
}
