import { IMPORT_UNDO_DAYS } from '@classwright/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../../platform/database/index.ts';

/** The kind of thing that a file lists. */
export type ImportKind = 'account' | 'question' | 'grade';

export type ImportRow = Omit<Selectable<Database['imports']>, 'file'> & { has_file: boolean; is_too_old: boolean };

const COLUMNS = [
  'id',
  'account_id',
  'kind',
  'file_name',
  'status',
  'is_partial',
  'sends_links',
  'format',
  'options',
  'total_rows',
  'done_rows',
  'created_count',
  'existing_count',
  'error_count',
  'note_count',
  'failure',
  'created_at',
  'finished_at',
  'made_school_ids',
  'take_back_status',
  'take_back_total',
  'take_back_done',
  'take_back_gone',
  'take_back_failure',
] as const;
const computed = () => [
  sql<boolean>`file IS NOT NULL`.as('has_file'),
  sql<boolean>`created_at < app_now() - make_interval(days => ${IMPORT_UNDO_DAYS})`.as('is_too_old'),
];

export async function insertImport(
  tx: Tx,
  values: {
    account_id: number;
    kind: ImportKind;
    file_name: string;
    file: Buffer;
    status: 'preview' | 'waiting';
    is_partial: boolean;
    sends_links?: boolean;
    format?: string;
    /** The options as JSON. */
    options?: string;
  },
): Promise<number> {
  return (await tx.insertInto('imports').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** Finds somebody's own import of this kind. */
export async function findImport(db: Db, id: number, accountId: number, kind: ImportKind): Promise<ImportRow | null> {
  const row = await db
    .selectFrom('imports')
    .select(COLUMNS)
    .select(computed())
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row ?? null;
}

export async function findImportById(db: Db, id: number): Promise<ImportRow | null> {
  const row = await db.selectFrom('imports').select(COLUMNS).select(computed()).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function getImport(db: Db, id: number): Promise<ImportRow> {
  return db.selectFrom('imports').select(COLUMNS).select(computed()).where('id', '=', id).executeTakeFirstOrThrow();
}

/**
 * Returns the file of an import that can still be applied, locked until commit; null when the import is done, in
 * progress, or its file was deleted.
 */
export async function lockImportFile(tx: Tx, id: number, statuses: readonly ImportRow['status'][]): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('imports')
    .select('file')
    .where('id', '=', id)
    .where('status', 'in', [...statuses])
    .forUpdate()
    .executeTakeFirst();
  return row?.file ?? null;
}

/** The columns of an import that its run changes. */
export type ImportChanges = Partial<
  Pick<
    ImportRow,
    | 'status'
    | 'is_partial'
    | 'sends_links'
    | 'total_rows'
    | 'done_rows'
    | 'created_count'
    | 'existing_count'
    | 'error_count'
    | 'note_count'
    | 'failure'
    | 'made_school_ids'
    | 'take_back_status'
    | 'take_back_total'
    | 'take_back_done'
    | 'take_back_gone'
    | 'take_back_failure'
  > & {
    /** The options as JSON. */
    options: string;
  }
>;

export async function updateImport(db: Db, id: number, changes: ImportChanges): Promise<void> {
  await db.updateTable('imports').set(changes).where('id', '=', id).execute();
}

/** Ends an import. With `keepsFile`, it can still be applied. */
export async function finishImport(db: Db, id: number, changes: ImportChanges, { keepsFile }: { keepsFile: boolean }): Promise<void> {
  await db
    .updateTable('imports')
    .set({ ...changes, finished_at: sql<Date>`app_now()`, ...(keepsFile ? {} : { file: null }) })
    .where('id', '=', id)
    .execute();
}

/** The actual or expected outcome of a row. */
export interface OutcomeRow {
  row: number;
  outcome: 'create' | 'exists' | 'error';
  /** The created or existing account; which of the two fields is set depends on the kind of import. */
  accountId?: number | null;
  questionId?: number | null;
  cells: Readonly<Record<string, string | undefined>>;
  /** The problems, in the shape that the kind of import defines. */
  problems: readonly object[];
  /** Notes about what was left out of the row. */
  notes?: readonly object[];
}

/** The batch size of a statement, small enough not to block the process. */
const OUTCOMES_AT_ONCE = 500;

export async function insertOutcomes(tx: Tx, importId: number, rows: readonly OutcomeRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += OUTCOMES_AT_ONCE) await insertSome(tx, importId, rows.slice(from, from + OUTCOMES_AT_ONCE));
}

async function insertSome(tx: Tx, importId: number, rows: readonly OutcomeRow[]): Promise<void> {
  await sql`
    INSERT INTO import_rows (import_id, row_number, outcome, account_id, question_id, cells, problems, notes)
    SELECT ${importId}, * FROM unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ outcome }) => outcome)}::text[], ${rows.map(({ accountId }) => accountId ?? null)}::bigint[], ${rows.map(({ questionId }) => questionId ?? null)}::bigint[],
                                     ${rows.map(({ cells }) => JSON.stringify(cells))}::jsonb[], ${rows.map(({ problems }) => JSON.stringify(problems))}::jsonb[],
                                     ${rows.map(({ notes = [] }) => JSON.stringify(notes))}::jsonb[])`.execute(tx);
}

export async function deleteOutcomes(tx: Tx, importId: number): Promise<void> {
  await tx.deleteFrom('import_rows').where('import_id', '=', importId).execute();
}

export interface StoredOutcome<Finding = object> {
  row_number: number;
  outcome: OutcomeRow['outcome'];
  account_id: number | null;
  question_id: number | null;
  cells: Record<string, string>;
  problems: Finding[];
  notes: Finding[];
  /** `gone`, or the reason why the row was kept; null if the import was not undone. */
  take_back: string | null;
}

/**
 * The rows to list: those of one outcome, `note` for rows that something was left out of, `finding` for these and rows
 * with errors.
 */
export type OutcomeFilter = OutcomeRow['outcome'] | 'note' | 'finding' | undefined;

const meets = (outcome: OutcomeFilter) => {
  if (outcome === undefined) return sql<boolean>`true`;
  if (outcome === 'note') return sql<boolean>`notes <> '[]'`;
  return outcome === 'finding' ? sql<boolean>`(notes <> '[]' OR outcome = 'error')` : sql<boolean>`outcome = ${outcome}`;
};

/** A finding about a cell, of any value unless one is given. */
export interface CellFinding {
  column: string;
  message: string;
  value?: string;
}

function carries(said: CellFinding | undefined) {
  if (!said) return sql<boolean>`true`;
  const wanted = JSON.stringify([said]);
  return sql<boolean>`(problems @> ${wanted}::jsonb OR notes @> ${wanted}::jsonb)`;
}

/** Lists the rows after a given one, in the sheet's order. */
export async function listOutcomes<Finding>(
  db: Db,
  importId: number,
  { outcome, said, limit, offset = 0, after = 0 }: { outcome?: OutcomeFilter; said?: CellFinding | undefined; limit: number; offset?: number; after?: number },
): Promise<StoredOutcome<Finding>[]> {
  const query = db
    .selectFrom('import_rows')
    .select(['row_number', 'outcome', 'account_id', 'question_id', 'cells', 'problems', 'notes', 'take_back'])
    .where('import_id', '=', importId)
    .where('row_number', '>', after)
    .where(meets(outcome))
    .where(carries(said));
  return (await query.orderBy('row_number').limit(limit).offset(offset).execute()) as unknown as StoredOutcome<Finding>[];
}

export async function countOutcomes(db: Db, importId: number, outcome: OutcomeFilter, said?: CellFinding): Promise<number> {
  const query = db
    .selectFrom('import_rows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .where(meets(outcome))
    .where(carries(said));
  return (await query.executeTakeFirstOrThrow()).count;
}

/** Rows that share one finding. */
export interface ProblemGroup<Finding> {
  kind: 'error' | 'note';
  /** The finding of the first of these rows. */
  problem: Finding;
  /** True when their cells hold the same value. */
  isSame: boolean;
  /**
   * True when the parameters are the same too, so that the message of the first row fits all of them word for word.
   */
  isSaidAlike: boolean;
  rowCount: number;
  firstRow: number;
  firstRows: { row: number; cells: Record<string, string> }[];
}

const FIRST_ROWS = 3;

/**
 * Lists the problems and notes of an import in groups: by message and column, and by cell value where the value decides
 * the remedy.
 */
export async function listProblemGroups<Finding>(
  db: Db,
  importId: number,
  byValue: readonly string[],
  limit: number,
): Promise<{ groups: ProblemGroup<Finding>[]; total: number }> {
  const { rows } = await sql<{
    kind: 'error' | 'note';
    problem: Finding;
    is_same: boolean;
    is_said_alike: boolean;
    row_count: number;
    first_rows: number[];
    total: number;
  }>`
    WITH said AS (
      SELECT row_number, 'error' AS kind, problem.ordinality, problem.value AS problem FROM import_rows, jsonb_array_elements(problems) WITH ORDINALITY AS problem
       WHERE import_id = ${importId}
      UNION ALL
      SELECT row_number, 'note', note.ordinality, note.value FROM import_rows, jsonb_array_elements(notes) WITH ORDINALITY AS note WHERE import_id = ${importId}),
    grouped AS (
      SELECT kind, (array_agg(problem ORDER BY row_number, ordinality))[1] AS problem, count(DISTINCT problem ->> 'value') = 1 AS is_same,
             count(DISTINCT problem -> 'params') < 2 AS is_said_alike, count(DISTINCT row_number)::int AS row_count,
             array_agg(DISTINCT row_number ORDER BY row_number) AS row_numbers
        FROM said
       GROUP BY kind, problem ->> 'column', problem ->> 'message', CASE WHEN problem ->> 'message' = ANY (${[...byValue]}::text[]) THEN problem ->> 'value' END)
    SELECT kind, problem, is_same, is_said_alike, row_count, row_numbers[1:${sql.lit(FIRST_ROWS)}] AS first_rows, (count(*) OVER ())::int AS total
      FROM grouped ORDER BY kind, row_count DESC, row_numbers[1] LIMIT ${limit}`.execute(db);
  const cells = await listCells(
    db,
    importId,
    rows.flatMap(({ first_rows }) => first_rows),
  );
  const groups = rows.map(({ kind, problem, is_same, is_said_alike, row_count, first_rows }) => ({
    kind,
    problem,
    isSame: is_same,
    isSaidAlike: is_said_alike,
    rowCount: row_count,
    firstRow: first_rows[0] ?? 0,
    firstRows: first_rows.map((row) => ({ row, cells: cells.get(row) ?? {} })),
  }));
  return { groups, total: rows[0]?.total ?? 0 };
}

async function listCells(db: Db, importId: number, rowNumbers: readonly number[]): Promise<Map<number, Record<string, string>>> {
  const { rows } = await sql<{ row_number: number; cells: Record<string, string> }>`
    SELECT row_number, cells FROM import_rows WHERE import_id = ${importId} AND row_number = ANY(${[...rowNumbers]}::int[])`.execute(db);
  return new Map(rows.map(({ row_number, cells }) => [row_number, cells]));
}

/** Returns an account and its school, or null if it is deactivated or deleted. */
export async function findActiveAccount(db: Db, accountId: number): Promise<{ accountId: number; schoolId: number | null } | null> {
  const row = await db.selectFrom('people').select('school_id').where('id', '=', accountId).where('status', '=', true).executeTakeFirst();
  return row ? { accountId, schoolId: row.school_id } : null;
}

/** Deletes files after a day, with imports that were never finished, and whole imports after a month. */
export async function deleteOldImports(db: Db): Promise<void> {
  await sql`
    UPDATE imports SET status = 'failed', failure = 'import.failed', finished_at = app_now()
     WHERE status IN ('waiting', 'running') AND created_at < app_moment() - interval '1 day'`.execute(db);
  await sql`UPDATE imports SET file = NULL WHERE file IS NOT NULL AND created_at < app_moment() - interval '1 day'`.execute(db);
  await sql`
    DELETE FROM imports WHERE created_at < app_moment() - make_interval(days => ${IMPORT_UNDO_DAYS})
       AND (take_back_status IS NULL OR take_back_status IN ('finished', 'failed') OR created_at < app_now() - make_interval(days => ${IMPORT_UNDO_DAYS + 1}))`.execute(
    db,
  );
}

/** Lists one page of somebody's own imports that were started, newest first. */
export async function listImports(
  db: Db,
  accountId: number,
  kind: ImportKind,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ImportRow[]; total: number }> {
  const begun = db.selectFrom('imports').where('account_id', '=', accountId).where('kind', '=', kind).where('status', 'in', ['waiting', 'running', 'finished']);
  const [rows, counted] = await Promise.all([
    begun.select(COLUMNS).select(computed()).orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    begun.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.count };
}

/** Locks an import until commit, so that only one undo can run. Returns null if there is none. */
export async function lockImport(tx: Tx, id: number): Promise<ImportRow | null> {
  const row = await tx.selectFrom('imports').select(COLUMNS).select(computed()).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

/** A thing that an import created and that still exists. */
export interface MadeRow {
  row_number: number;
  id: number;
}

/** Lists things that an import created and that undoing it has not processed yet, in the order of its rows. */
export async function listMade(db: Db, importId: number, limit: number | null = null): Promise<MadeRow[]> {
  const { rows } = await sql<MadeRow>`
    SELECT row_number, coalesce(account_id, question_id) AS id FROM import_rows
     WHERE import_id = ${importId} AND outcome = 'create' AND take_back IS NULL AND coalesce(account_id, question_id) IS NOT NULL
     ORDER BY row_number LIMIT ${limit}`.execute(db);
  return rows;
}

/** Stores the result of undoing each row: `gone`, or the reason why it was kept. */
export async function saveUndoneRows(tx: Tx, importId: number, rows: readonly { row: number; what: string }[]): Promise<void> {
  await sql`
    UPDATE import_rows SET take_back = told.what FROM unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ what }) => what)}::text[]) AS told (row, what)
     WHERE import_id = ${importId} AND row_number = told.row`.execute(tx);
}

/** Clears the rows that were kept, so that they are checked again. */
export async function clearKeptRows(tx: Tx, importId: number): Promise<void> {
  await sql`UPDATE import_rows SET take_back = NULL WHERE import_id = ${importId} AND take_back <> 'gone'`.execute(tx);
}

/** Lists the rows that were kept when an import was undone, with the reasons. */
export async function listKeptRows(db: Db, importId: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; reason: string }>`
    SELECT coalesce(account_id, question_id) AS id, take_back AS reason FROM import_rows
     WHERE import_id = ${importId} AND take_back <> 'gone' AND coalesce(account_id, question_id) IS NOT NULL ORDER BY row_number`.execute(db);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}
