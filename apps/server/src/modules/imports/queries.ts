import { type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../platform/database/index.ts';
import type { Holder, Problem } from './judge-row.ts';

export interface Named {
  id: number;
  name: string;
  /** Of a built-in row. */
  key: string | null;
}

/** What the columns of a list of people can name. */
export async function listNamed(db: Db): Promise<{ schools: Named[]; types: Named[]; roles: Named[] }> {
  const { rows } = await sql<Named & { kind: 'schools' | 'types' | 'roles' }>`
    SELECT 'schools' AS kind, id, school_name AS name, NULL AS key FROM schools WHERE archived_at IS NULL
    UNION ALL SELECT 'types', id, name, NULL FROM account_types UNION ALL SELECT 'roles', id, name, key FROM roles ORDER BY kind, id`.execute(db);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  return { schools: of('schools'), types: of('types'), roles: of('roles') };
}

/** Who has these addresses, by e-mail key. */
export async function listHolders(db: Db, emailKeys: readonly string[]): Promise<Map<string, Holder>> {
  const { rows } = await sql<
    Holder & { email_key: string }
  >`SELECT id, school_id, email_key FROM accounts WHERE email_key = ANY(${[...emailKeys]}::text[])`.execute(db);
  return new Map(rows.map(({ email_key, id, school_id }) => [email_key, { id, school_id }]));
}

export type ImportRow = Omit<Selectable<Database['imports']>, 'file'> & { has_file: boolean };

const COLUMNS = [
  'id',
  'account_id',
  'kind',
  'file_name',
  'status',
  'is_partial',
  'sends_links',
  'total_rows',
  'done_rows',
  'created_count',
  'existing_count',
  'error_count',
  'failure',
  'created_at',
  'finished_at',
] as const;

export async function insertImport(
  tx: Tx,
  values: { account_id: number; file_name: string; file: Buffer; status: 'preview' | 'waiting'; is_partial: boolean; sends_links: boolean },
): Promise<number> {
  return (
    await tx
      .insertInto('imports')
      .values({ ...values, kind: 'account' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

/** Somebody's own import. */
export async function findImport(db: Db, id: number, accountId: number): Promise<ImportRow | null> {
  const row = await db
    .selectFrom('imports')
    .select(COLUMNS)
    .select(sql<boolean>`file IS NOT NULL`.as('has_file'))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

export async function getImport(db: Db, id: number): Promise<ImportRow> {
  return db.selectFrom('imports').select(COLUMNS).select(sql<boolean>`file IS NOT NULL`.as('has_file')).where('id', '=', id).executeTakeFirstOrThrow();
}

/** The file of an import that can still be applied, held until commit; null: it is done, under way, or no longer kept. */
export async function holdFile(tx: Tx, id: number, statuses: readonly ImportRow['status'][]): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('imports')
    .select('file')
    .where('id', '=', id)
    .where('status', 'in', [...statuses])
    .forUpdate()
    .executeTakeFirst();
  return row?.file ?? null;
}

type Changes = Partial<
  Pick<ImportRow, 'status' | 'is_partial' | 'sends_links' | 'total_rows' | 'done_rows' | 'created_count' | 'existing_count' | 'error_count' | 'failure'>
>;

export async function updateImport(db: Db, id: number, changes: Changes): Promise<void> {
  await db.updateTable('imports').set(changes).where('id', '=', id).execute();
}

/** Ends an import. `keepsFile`: it can still be applied. */
export async function finishImport(db: Db, id: number, changes: Changes, { keepsFile }: { keepsFile: boolean }): Promise<void> {
  await db
    .updateTable('imports')
    .set({ ...changes, finished_at: sql<Date>`app_now()`, ...(keepsFile ? {} : { file: null }) })
    .where('id', '=', id)
    .execute();
}

export interface OutcomeRow {
  row: number;
  outcome: 'create' | 'exists' | 'error';
  accountId: number | null;
  cells: Readonly<Record<string, string | undefined>>;
  problems: readonly Problem[];
}

export async function insertOutcomes(tx: Tx, importId: number, rows: readonly OutcomeRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO import_rows (import_id, row_number, outcome, account_id, cells, problems)
    SELECT ${importId}, * FROM unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ outcome }) => outcome)}::text[], ${rows.map(({ accountId }) => accountId)}::bigint[],
                                     ${rows.map(({ cells }) => JSON.stringify(cells))}::jsonb[], ${rows.map(({ problems }) => JSON.stringify(problems))}::jsonb[])`.execute(
    tx,
  );
}

export async function deleteOutcomes(tx: Tx, importId: number): Promise<void> {
  await tx.deleteFrom('import_rows').where('import_id', '=', importId).execute();
}

export interface StoredOutcome {
  row_number: number;
  outcome: OutcomeRow['outcome'];
  account_id: number | null;
  cells: Record<string, string>;
  problems: Problem[];
}

/** Rows after one, in the sheet's order. */
export async function listOutcomes(
  db: Db,
  importId: number,
  { outcome, limit, offset = 0, after = 0 }: { outcome?: OutcomeRow['outcome'] | undefined; limit: number; offset?: number; after?: number },
): Promise<StoredOutcome[]> {
  let query = db
    .selectFrom('import_rows')
    .select(['row_number', 'outcome', 'account_id', 'cells', 'problems'])
    .where('import_id', '=', importId)
    .where('row_number', '>', after);
  if (outcome) query = query.where('outcome', '=', outcome);
  return (await query.orderBy('row_number').limit(limit).offset(offset).execute()) as unknown as StoredOutcome[];
}

export async function countOutcomes(db: Db, importId: number, outcome: OutcomeRow['outcome'] | undefined): Promise<number> {
  let query = db
    .selectFrom('import_rows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', importId);
  if (outcome) query = query.where('outcome', '=', outcome);
  return (await query.executeTakeFirstOrThrow()).count;
}

/** The first accounts that an import made. */
export async function listCreatedIds(db: Db, importId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('import_rows')
    .select('account_id')
    .where('import_id', '=', importId)
    .where('outcome', '=', 'create')
    .where('account_id', 'is not', null)
    .orderBy('row_number')
    .limit(limit)
    .execute();
  return rows.map(({ account_id }) => account_id as number);
}

/** Whether the importer may still act, and of which school they are. */
export async function findImporter(db: Db, accountId: number): Promise<{ schoolId: number | null } | null> {
  const row = await db.selectFrom('accounts').select('school_id').where('id', '=', accountId).where('status', '=', true).executeTakeFirst();
  return row ? { schoolId: row.school_id } : null;
}

/** Drops files after a day, what was never finished with them, and whole imports after a month. */
export async function forgetImports(db: Db): Promise<void> {
  await sql`
    UPDATE imports SET status = 'failed', failure = 'import.failed', finished_at = app_now()
     WHERE status IN ('waiting', 'running') AND created_at < app_now() - interval '1 day'`.execute(db);
  await sql`UPDATE imports SET file = NULL WHERE file IS NOT NULL AND created_at < app_now() - interval '1 day'`.execute(db);
  await sql`DELETE FROM imports WHERE created_at < app_now() - interval '30 days'`.execute(db);
}
