import {
  ROSTER_CHOICES,
  type RosterDecision,
  ROSTER_KINDS,
  ROSTER_OUTCOMES,
  type RosterChoice,
  type RosterKind,
  type RosterOutcome,
} from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { toContainsPattern } from '../../../platform/lists.ts';
import type { Reach } from '../../../platform/reach.ts';
import type { PersonData } from '../../people/accounts/index.ts';
import type { Head, RowMessage, UnknownTable } from './read/roster.ts';

/** The counts of a preview, by kind and outcome. */
export type Counts = Record<RosterKind, Record<RosterOutcome, number>>;

/** Returns zero counts for all kinds. */
export const noCounts = (): Counts =>
  Object.fromEntries(ROSTER_KINDS.map((kind) => [kind, Object.fromEntries(ROSTER_OUTCOMES.map((outcome) => [outcome, 0]))])) as Counts;

/** A file that waits to be read, with its storage location. */
export interface KeptFile {
  name: string;
  key: string;
  bytes: number;
}

/** The options given with the files and when applying. */
export interface RosterOptions {
  schoolId: number | null;
  missing: 'file' | 'end' | 'keep';
  createAccounts: boolean;
  /** True when names or addresses of accounts are corrected. */
  correctsAccounts: boolean;
  teacherId: number | null;
  /** True when guardians and their ties are brought. */
  bringGuardians: boolean;
  /** True when the roster's lists are complete, so that people who are not on them leave. */
  isWhole: boolean;
  /** The number of rows that have an effect but are not listed. */
  silentRows: number;
}

/** A large loss that needs consent. */
export interface ManyEnds {
  name: string;
  ending: number;
  current: number;
  /** `ties`: ties of guardians would end, and `name` is the school. Undefined: memberships of classes. */
  of?: 'ties';
}

export interface RosterImport {
  id: number;
  account_id: number;
  school_id: number | null;
  school_ids: number[];
  /** The source of its ids; null for those of uploaded files. */
  source_id: number | null;
  file_name: string;
  format: Head['format'] | null;
  version: string;
  status: 'reading' | 'columns' | 'preview' | 'waiting' | 'running' | 'finished' | 'partly' | 'failed' | 'cancelled';
  options: Partial<RosterOptions>;
  counts: Counts;
  remarks: { code: string; params: Record<string, string | number> }[];
  many_ends: ManyEnds[];
  total_rows: number;
  done_rows: number;
  done_number: number;
  failed_rows: number;
  failure: string | null;
  failure_params: Record<string, string | number>;
  files: KeptFile[];
  read_done: number;
  read_total: number;
  undo_status: 'waiting' | 'running' | 'finished' | 'failed' | null;
  undo_left: number;
  undo_number: number;
  undo_stays: number;
  created_at: Date;
  finished_at: Date | null;
  is_too_old: boolean;
  account_name: string;
  schools: { id: number; name: string }[];
  /**
   * The numbers of rows of a preview that offer each choice, and for which it was chosen; `corrects`: rows that do
   * nothing else. Null if it is no preview.
   */
  offers: (Record<RosterChoice, { offered: number; chosen: number }> & { corrects: number }) | null;
  /**
   * The classes of a preview that are new to its source, by decision; `sure`: undecided ones without doubt; `decided`:
   * those that somebody has decided about and can change. Null if it is no preview.
   */
  meetings: (Record<RosterDecision, number> & { sure: number; decided: number }) | null;
}

/** The number of days within which a roster can be undone. */
export const UNDO_DAYS = 30;

/** Selects the rows with offers; in the usual case that there are none, only the index is read. */
const offered = sql`
  SELECT jsonb_build_object(${sql.join(
    ROSTER_CHOICES.map(
      (choice) => sql`${sql.lit(choice)}, jsonb_build_object(
           'offered', count(*) FILTER (WHERE fields -> 'offers' ? ${sql.lit(choice)}), 'chosen', count(*) FILTER (WHERE choice @> jsonb_build_object(${sql.lit(choice)}, true)))`,
    ),
  )},
         'corrects', count(*) FILTER (WHERE outcome = 'not_taken' AND (choice @> '{"name": true}' OR choice @> '{"email": true}')))
    FROM roster_rows WHERE import_id = imports.id AND kind IN ('person', 'guardian') AND fields ? 'offers'`;

const met = sql`
  SELECT jsonb_build_object(
           'undecided', count(*) FILTER (WHERE outcome = 'undecided'), 'new', count(*) FILTER (WHERE outcome IN ('new', 'waits')),
           'ours', count(*) FILTER (WHERE fields -> 'meeting' ->> 'decision' = 'ours'),
           'decided', count(*) FILTER (WHERE fields ? 'meeting' AND outcome <> 'undecided'),
           'sure', count(*) FILTER (WHERE outcome = 'undecided' AND fields -> 'meeting' -> 'proposal' @> '{"isSure": true}'))
    FROM roster_rows WHERE import_id = imports.id AND kind = 'class' AND school_id IS NOT NULL`;

const shown = sql`
  SELECT imports.id, imports.account_id, imports.school_id, imports.school_ids, imports.source_id, file_name, format, version, imports.status, imports.options, counts, remarks, many_ends, total_rows,
         done_rows, done_number, failed_rows, failure, failure_params, files, read_done, read_total, undo_status, undo_left, undo_number, undo_stays, imports.created_at, finished_at,
         coalesce(finished_at, imports.created_at) < app_now() - make_interval(days => ${sql.lit(UNDO_DAYS)}) AS is_too_old,
         people.full_name AS account_name,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('id', schools.id, 'name', school_name) ORDER BY school_name), '[]') FROM schools
           WHERE schools.id = ANY(imports.school_ids)) AS schools,
         CASE imports.status WHEN 'preview' THEN (${offered}) END AS offers, CASE imports.status WHEN 'preview' THEN (${met}) END AS meetings
    FROM roster_imports imports JOIN people ON people.id = imports.account_id`;

/** Limits imports to reach: a person with one school sees only imports for that school. */
const within = (reach: Reach): RawBuilder<unknown> => ('all' in reach ? sql`true` : sql`imports.school_id = ${reach.schoolId}`);

export async function findRosterImport(db: Db, id: number, reach: Reach): Promise<RosterImport | null> {
  const { rows } = await sql<RosterImport>`${shown} WHERE imports.id = ${id} AND ${within(reach)}`.execute(db);
  return rows[0] ?? null;
}

export async function listRosterImports(
  db: Db,
  reach: Reach,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RosterImport[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql<RosterImport>`${shown} WHERE ${within(reach)} ORDER BY imports.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db),
    sql<{ total: number }>`SELECT count(*) AS total FROM roster_imports imports WHERE ${within(reach)}`.execute(db),
  ]);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

/** Locks an import until commit; rows can still be added to it. Null if there is none within reach. */
export async function lockRosterImport(tx: Tx, id: number, reach: Reach): Promise<RosterImport | null> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM roster_imports imports WHERE id = ${id} AND ${within(reach)} FOR NO KEY UPDATE`.execute(tx);
  return rows.length > 0 ? findRosterImport(tx, id, reach) : null;
}

export async function insertRosterImport(
  tx: Tx,
  values: { accountId: number; schoolId: number | null; fileName: string; files: readonly KeptFile[]; options: Partial<RosterOptions>; sourceId?: number },
): Promise<number> {
  const row = await tx
    .insertInto('roster_imports')
    .values({
      account_id: values.accountId,
      school_id: values.schoolId,
      source_id: values.sourceId ?? null,
      file_name: values.fileName,
      files: JSON.stringify(values.files),
      options: JSON.stringify(values.options),
      counts: JSON.stringify(noCounts()),
      status: 'reading',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Counts a person's rosters that are being read or wait to be read, and their previews that wait for an answer. Two
 * callers take turns until commit.
 */
export async function countOpenRosters(tx: Tx, accountId: number): Promise<{ reading: number; previews: number }> {
  await sql`SELECT 1 FROM people WHERE id = ${accountId} FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<{ reading: number; previews: number }>`
    SELECT count(*) FILTER (WHERE status = 'reading') AS reading, count(*) FILTER (WHERE status <> 'reading') AS previews
      FROM roster_imports WHERE account_id = ${accountId} AND status IN ('reading', 'columns', 'preview')`.execute(tx);
  return { reading: Number(rows[0]?.reading ?? 0), previews: Number(rows[0]?.previews ?? 0) };
}

/** Stores the progress of reading. Returns false if it was stopped. */
export async function saveReadingProgress(db: Db, id: number, done: number, total: number): Promise<boolean> {
  const { rows } = await sql`UPDATE roster_imports SET read_done = ${done}, read_total = ${total} WHERE id = ${id} AND status = 'reading' RETURNING 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Replaces the state of reading by its result. Returns false if it was stopped. */
export async function endReading(
  tx: Tx,
  id: number,
  changes: Pick<RosterImport, 'status'> & Partial<Pick<RosterImport, 'format' | 'version'>> & { unknown?: readonly UnknownTable[] },
): Promise<boolean> {
  const { status, format = null, version = '', unknown = [] } = changes;
  const { rows } = await sql`
    UPDATE roster_imports SET status = ${status}, format = ${format}, version = ${version}, unknown = ${JSON.stringify(unknown)}::jsonb
     WHERE id = ${id} AND status = 'reading' RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/** Restarts reading a roster after its columns were mapped. */
export async function reopenReading(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE roster_imports SET status = 'reading', unknown = '[]', read_done = 0, read_total = 0 WHERE id = ${id} AND status = 'columns'`.execute(tx);
}

export async function listUnknownTables(db: Db, id: number): Promise<UnknownTable[]> {
  const { rows } = await sql<{ unknown: UnknownTable[] }>`SELECT unknown FROM roster_imports WHERE id = ${id}`.execute(db);
  return rows[0]?.unknown ?? [];
}

type Changes = Partial<
  Pick<
    RosterImport,
    | 'status'
    | 'options'
    | 'counts'
    | 'remarks'
    | 'many_ends'
    | 'school_ids'
    | 'total_rows'
    | 'done_rows'
    | 'done_number'
    | 'failed_rows'
    | 'failure'
    | 'files'
    | 'undo_status'
    | 'undo_left'
    | 'undo_number'
    | 'undo_stays'
  >
>;
const AS_JSON: readonly string[] = ['options', 'counts', 'remarks', 'many_ends', 'files'];

export async function updateRosterImport(tx: Tx, id: number, changes: Changes): Promise<void> {
  const values = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, AS_JSON.includes(name) ? JSON.stringify(value) : value]));
  await tx.updateTable('roster_imports').set(values).where('id', '=', id).execute();
}

export async function beginRosterImport(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE roster_imports SET status = 'running', begun_at = coalesce(begun_at, app_now()) WHERE id = ${id} AND status = 'waiting'`.execute(tx);
}

export async function finishRosterImport(
  tx: Tx,
  id: number,
  status: RosterImport['status'],
  failure: string | null = null,
  params: RosterImport['failure_params'] = {},
): Promise<void> {
  await sql`
    UPDATE roster_imports SET status = ${status}, failure = ${failure}, failure_params = ${JSON.stringify(params)}::jsonb, finished_at = app_now() WHERE id = ${id}`.execute(
    tx,
  );
}

/** Cancels unapplied previews of a source except one. */
export async function cancelPreviewsOf(tx: Tx, sourceId: number, besides: number): Promise<void> {
  await sql`
    WITH ended AS (
      UPDATE roster_imports SET status = 'cancelled', finished_at = app_now()
       WHERE source_id = ${sourceId} AND status = 'preview' AND id <> ${besides} RETURNING id)
    DELETE FROM roster_rows USING ended WHERE import_id = ended.id`.execute(tx);
}

/**
 * Returns true when another roster of one of these schools is being applied or undone; the schools are locked until
 * commit.
 */
export async function isRosterUnderWay(tx: Tx, schoolIds: readonly number[], besides: number): Promise<boolean> {
  // in a fixed order, so that two callers never deadlock
  await sql`SELECT id FROM schools WHERE id = ANY(${[...schoolIds]}::bigint[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql`
    SELECT 1 FROM roster_imports
     WHERE id <> ${besides} AND school_ids && ${[...schoolIds]}::bigint[] AND (status IN ('waiting', 'running') OR undo_status IN ('waiting', 'running')) LIMIT 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export type ListedOutcome = RosterOutcome;
export type RowState = 'skipped' | 'failed' | 'was_there' | 'gone' | 'stays';

/** The choices that a row of a preview offers. */
export interface RowOffers {
  name?: { before: Pick<PersonData, 'first_name' | 'last_name'>; after: Pick<PersonData, 'first_name' | 'last_name'> };
  email?: { before: Pick<PersonData, 'email'>; after: Pick<PersonData, 'email'> };
  /** The person with a new id is the same person. */
  same?: true;
}
export type RowChoice = Partial<Record<RosterChoice, boolean>>;

export interface NewRow {
  kind: RosterKind;
  outcome: ListedOutcome;
  schoolId: number | null;
  externalId: string;
  withinId?: string | null;
  file: string;
  line: number;
  name: string;
  detail?: string;
  role?: 'TEACHER' | 'STUDENT' | null;
  fields?: object | null;
  said?: readonly RowMessage[] | null;
  localId?: number | null;
  choice?: RowChoice;
}

/** Stores rows, numbered after `after`. */
export async function insertRows(tx: Tx, importId: number, after: number, rows: readonly NewRow[]): Promise<void> {
  const texts = (pick: (row: NewRow) => string | null | undefined) => rows.map((row) => pick(row) ?? null);
  const toJson = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);
  await sql`
    INSERT INTO roster_rows (import_id, number, kind, outcome, school_id, external_id, within_id, file, line, name, detail, role, fields, said, local_id, choice)
    SELECT ${importId}, ${after} + ordinality, kind, outcome, school_id, external_id, within_id, file, line, name, detail, role, fields, said, local_id, coalesce(choice, '{}')
      FROM unnest(${texts(({ kind }) => kind)}::text[], ${texts(({ outcome }) => outcome)}::text[], ${rows.map(({ schoolId }) => schoolId)}::bigint[],
                  ${texts(({ externalId }) => externalId)}::text[], ${texts(({ withinId }) => withinId)}::text[], ${texts(({ file }) => file)}::text[],
                  ${rows.map(({ line }) => line)}::int[], ${texts(({ name }) => name)}::text[], ${rows.map(({ detail = '' }) => detail)}::text[],
                  ${texts(({ role }) => role)}::text[], ${texts(({ fields }) => toJson(fields))}::jsonb[],
                  ${texts(({ said }) => toJson(said && said.length > 0 ? said : null))}::jsonb[], ${rows.map(({ localId = null }) => localId)}::bigint[],
                  ${texts(({ choice }) => toJson(choice))}::jsonb[])
           WITH ORDINALITY AS row (kind, outcome, school_id, external_id, within_id, file, line, name, detail, role, fields, said, local_id, choice, ordinality)`.execute(
    tx,
  );
}

export interface RosterRow {
  number: number;
  kind: RosterKind;
  outcome: ListedOutcome;
  school_id: number | null;
  external_id: string;
  within_id: string | null;
  file: string;
  line: number;
  name: string;
  detail: string;
  role: 'TEACHER' | 'STUDENT' | null;
  fields: Record<string, unknown> | null;
  said: RowMessage[] | null;
  local_id: number | null;
  choice: RowChoice;
  state: RowState | null;
  why: string | null;
}

const rowColumns = sql.raw(
  'number, kind, outcome, school_id, external_id, within_id, file, line, name, detail, role, fields, said, local_id, choice, state, why',
);
/**
 * Matches unaccepted rows with a chosen correction. Rows that wait for a teacher have an effect only if one was chosen.
 */
const CORRECTS = sql`(outcome = 'not_taken' AND (choice @> '{"name": true}' OR choice @> '{"email": true}'))`;
/**
 * Matches people who stay in a matched class, and people who are only reported because another source manages the list.
 */
const SILENT = sql`(kind = 'member' AND (outcome = 'same' OR (outcome = 'not_taken' AND coalesce(fields ? 'reports', false))))`;
const ACTING = sql`(outcome IN ('new', 'changed', 'ends', 'waits') OR ${CORRECTS} OR ${SILENT})`;
const doing = ({ teacherId }: Partial<RosterOptions>): RawBuilder<unknown> =>
  teacherId ? ACTING : sql`(outcome IN ('new', 'changed', 'ends') OR ${CORRECTS} OR ${SILENT})`;

/** Returns the next rows that have an effect, after a given one, in order. */
export async function listRowsToDo(
  db: Db,
  { id, done_number: after, options }: Pick<RosterImport, 'id' | 'done_number' | 'options'>,
  limit: number,
): Promise<RosterRow[]> {
  const { rows } = await sql<RosterRow>`
    SELECT ${rowColumns} FROM roster_rows WHERE import_id = ${id} AND number > ${after} AND ${doing(options)} ORDER BY number LIMIT ${limit}`.execute(db);
  return rows;
}

/** Returns the rows before a given one that were applied and have not been undone, newest first. */
export async function listRowsToUndo(db: Db, importId: number, before: number, limit: number): Promise<RosterRow[]> {
  const { rows } = await sql<RosterRow>`
    SELECT ${rowColumns} FROM roster_rows WHERE import_id = ${importId} AND number < ${before} AND ${ACTING} AND state IS NULL ORDER BY number DESC LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

/** Returns the number of rows of a preview that have an effect, with or without those that wait for a teacher. */
export function computeRowsToDo(counts: Counts, { withWaiting = false } = {}): number {
  return Object.values(counts).reduce((sum, of) => sum + of.new + of.changed + of.ends + (withWaiting ? of.waits : 0), 0);
}

/** The result of a row: what it created, or another outcome with its reason. */
export interface RowResult {
  number: number;
  localId?: number | null;
  state?: RowState | null;
  why?: string | null;
}

export async function noteRows(tx: Tx, importId: number, results: readonly RowResult[]): Promise<void> {
  if (results.length === 0) return;
  await sql`
    UPDATE roster_rows SET local_id = coalesce(told.local_id, roster_rows.local_id), state = told.state, why = told.why
      FROM unnest(${results.map(({ number }) => number)}::int[], ${results.map(({ localId = null }) => localId)}::bigint[], ${results.map(({ state = null }) => state)}::text[],
                  ${results.map(({ why = null }) => why)}::text[]) AS told (number, local_id, state, why)
     WHERE import_id = ${importId} AND roster_rows.number = told.number`.execute(tx);
}

/** Stores a choice about rows of a preview that offer it: these, or (null) all of them. Returns the number of rows. */
export async function chooseRows(tx: Tx, importId: number, choice: RosterChoice, value: boolean, numbers: readonly number[] | null): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE roster_rows SET choice = choice || jsonb_build_object(${choice}::text, ${value}::boolean)
     WHERE import_id = ${importId} AND fields -> 'offers' ? ${choice} ${numbers === null ? sql`` : sql`AND number = ANY(${[...numbers]}::int[])`}`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes the rows of a discarded preview. */
export async function deleteRows(tx: Tx, importId: number): Promise<void> {
  await tx.deleteFrom('roster_rows').where('import_id', '=', importId).execute();
}

export interface RowFilter {
  kind?: RosterKind | undefined;
  outcome?: ListedOutcome | undefined;
  state?: 'failed' | 'stays' | undefined;
  searchText?: string;
  /** The class whose people are listed, including those who stay. */
  withinClass?: string | undefined;
}

function meets(importId: number, { kind, outcome, state, searchText = '', withinClass }: RowFilter): RawBuilder<unknown> {
  const pattern = toContainsPattern(searchText.toLowerCase());
  return sql`import_id = ${importId} ${withinClass === undefined ? sql`AND outcome <> 'same'` : sql`AND within_id = ${withinClass}`} ${kind ? sql`AND kind = ${kind}` : sql``} ${outcome ? sql`AND outcome = ${outcome}` : sql``}
    ${state === 'failed' ? sql`AND state IN ('failed', 'skipped')` : state === 'stays' ? sql`AND state = 'stays'` : sql``}
    ${searchText === '' ? sql`` : sql`AND (lower(name) LIKE ${pattern} OR lower(external_id) LIKE ${pattern} OR lower(detail) LIKE ${pattern})`}`;
}

export async function listRows(
  db: Db,
  importId: number,
  filter: RowFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RosterRow[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql<RosterRow>`SELECT ${rowColumns} FROM roster_rows WHERE ${meets(importId, filter)} ORDER BY number LIMIT ${limit} OFFSET ${offset}`.execute(db),
    sql<{ total: number }>`SELECT count(*) AS total FROM roster_rows WHERE ${meets(importId, filter)}`.execute(db),
  ]);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

/** Counts the classes that both sides changed, so that our values were kept. */
export async function countConflicts(db: Db, importId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM roster_rows WHERE import_id = ${importId} AND kind = 'class' AND said @> '[{"code": "changedHere"}]'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns rows that are not accepted, after a given one, for a spreadsheet. */
export async function listFaults(db: Db, importId: number, after: number, limit: number): Promise<RosterRow[]> {
  const { rows } = await sql<RosterRow>`
    SELECT ${rowColumns} FROM roster_rows
     WHERE import_id = ${importId} AND number > ${after} AND (outcome IN ('error', 'not_taken', 'waits') OR state IN ('failed', 'skipped')) ORDER BY number LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

/** Returns the given classes, by the ids of the information system, that an import created. */
export async function listMadeClasses(db: Db, importId: number, externalIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ external_id: string }>`
    SELECT external_id FROM roster_rows
     WHERE import_id = ${importId} AND kind = 'class' AND outcome IN ('new', 'waits') AND state IS NULL AND local_id IS NOT NULL AND external_id = ANY(${[...externalIds]}::text[])`.execute(
    db,
  );
  return rows.map(({ external_id }) => external_id);
}

/** Counts the rows before a given one that were applied and not undone. */
export async function countRowsToUndo(db: Db, importId: number, before: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM roster_rows WHERE import_id = ${importId} AND number < ${before} AND ${ACTING} AND state IS NULL`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Returns the memberships that a preview ends, each as the source's ids of class and person, and the ties of guardians. */
export async function listEnds(db: Db, importId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT CASE kind WHEN 'tie' THEN 'tie ' || local_id ELSE within_id || ' ' || external_id END AS key
      FROM roster_rows WHERE import_id = ${importId} AND kind IN ('member', 'tie') AND outcome = 'ends'`.execute(db);
  return rows.map(({ key }) => key);
}
