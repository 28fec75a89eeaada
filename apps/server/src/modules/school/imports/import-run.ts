import { type ImportUndoPlan, MAX_PROBLEM_GROUPS, type MessageKey, packMessage, type Pagination, type Translate } from '@classwright/contract';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { AppError, appError } from '../../../platform/errors.ts';
import type { Actor, FileAnswer, Person } from '../../../platform/http/index.ts';
import type { JobKind, Jobs } from '../../../platform/jobs/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import { backgroundImport, type BackgroundImport } from './background-import.ts';
import { errorSheet } from './error-sheet.ts';
import type { ImportDefinition } from './import-definition.ts';
import {
  countOutcomes,
  deleteOutcomes,
  findImport,
  getImport,
  type ImportChanges,
  type ImportRow,
  insertImport,
  listImports,
  listOutcomes,
  listProblemGroups,
  lockImportFile,
  type OutcomeFilter,
  type ProblemGroup,
  type StoredOutcome,
  updateImport,
} from './queries.ts';
import { importUndoJob, planImportUndo, startImportUndo } from './undo-import.ts';

/** The choices of the importer, as columns of the import's row. */
type Choices = Pick<ImportChanges, 'is_partial' | 'sends_links' | 'options'>;

interface RowsInput {
  outcome?: OutcomeFilter;
  column?: string | undefined;
  code?: string | undefined;
  value?: string | undefined;
  page: number;
  per_page: number;
}

/** The steps of one kind of import. Each finds one's own imports only. @throws NOT_FOUND for other ones */
export interface ImportRun<Finding> {
  require(db: Db, actor: Actor, id: number): Promise<ImportRow>;
  /** Stores a file and previews it, or applies it at once. Returns the import's id. @throws IMPORT_REFUSED */
  start(db: Db, actor: Actor, sent: { file: { name: string; bytes: Buffer }; choices: Choices; isPreview: boolean; requestId: string }): Promise<number>;
  /** Applies a preview, within the request or as a job. @throws IMPORT_NOT_PREVIEW, IMPORT_REFUSED */
  apply(db: Db, actor: Actor, id: number, choices: Choices, requestId: string): Promise<void>;
  /** Previews the file again with other options. @throws IMPORT_NOT_PREVIEW */
  previewAgain(db: Db, actor: Actor, id: number, choices: Choices): Promise<void>;
  listRows(db: Db, actor: Actor, input: RowsInput & { id: number }): Promise<{ rows: StoredOutcome<Finding>[]; pagination: Pagination }>;
  listGroups(db: Db, actor: Actor, id: number): Promise<{ groups: ProblemGroup<Finding>[]; total: number }>;
  writeErrors(db: Db, actor: Actor, id: number): Promise<FileAnswer>;
  /** Lists the imports of the last weeks that were started. */
  listStarted(db: Db, actor: Actor, input: { page: number; per_page: number }): Promise<{ rows: ImportRow[]; pagination: Pagination }>;
  planUndo(db: Db, actor: Actor, id: number): Promise<{ row: ImportRow; plan: ImportUndoPlan }>;
  /** Starts undoing an import as a job. @throws IMPORT_TAKEN_BACK, IMPORT_TOO_OLD, IMPORT_MADE_NOTHING */
  startUndo(tx: Tx, actor: Actor, id: number, requestId: string): Promise<ImportRow>;
}

/** Returns the steps of one kind of import. */
export function createImportRun<Finding>(definition: ImportDefinition<Finding>, { t, jobs }: { t: Translate<MessageKey>; jobs: Jobs }): ImportRun<Finding> {
  const { kind } = definition;

  async function requireOwn(db: Db, { accountId }: Actor, id: number): Promise<ImportRow> {
    const row = await findImport(db, id, accountId, kind);
    if (!row) throw appError('NOT_FOUND');
    return row;
  }

  async function preview(tx: Tx, person: Person, id: number, bytes: Buffer): Promise<void> {
    await definition.preview(tx, { row: await getImport(tx, id), bytes, person });
  }

  async function applyHeld(db: Db, person: Person, id: number, bytes: Buffer, requestId: string): Promise<void> {
    if (bytes.length > definition.maxInlineBytes) {
      await inTransaction(db, async (tx) => {
        await updateImport(tx, id, { status: 'waiting' });
        await jobs.enqueue<BackgroundImport>(tx, definition.jobKind, [{ import_id: id, request_id: requestId }], { requestId });
      });
      return;
    }
    const outcome = await definition.apply(db, { row: await getImport(db, id), bytes, person, requestId }).catch(async (error: unknown) => {
      await updateImport(db, id, { status: 'preview' }); // nothing of it was kept: it can be tried again
      throw error;
    });
    if (outcome === 'finished') return;
    const { error_count: errors, total_rows: total } = await getImport(db, id);
    throw new AppError('IMPORT_REFUSED', { import_id: id, errors, total }, { file: [packMessage(definition.refused, { errors, total })] });
  }

  return {
    require: requireOwn,
    async start(db, actor, { file, choices, isPreview, requestId }) {
      const format = await definition.open(file.bytes);
      const id = await inTransaction(db, async (tx) => {
        const values = { account_id: actor.accountId, kind, file_name: file.name, file: file.bytes, status: 'preview' as const, is_partial: false };
        const made = await insertImport(tx, { ...values, ...choices, ...(format === undefined ? {} : { format }) });
        if (isPreview) await preview(tx, actor, made, file.bytes);
        return made;
      });
      if (!isPreview) await applyHeld(db, actor, id, file.bytes, requestId);
      return id;
    },
    async apply(db, actor, id, choices, requestId) {
      const row = await requireOwn(db, actor, id);
      const bytes = await inTransaction(db, async (tx) => {
        const held = await lockImportFile(tx, row.id, ['preview', 'refused']);
        if (held) await updateImport(tx, row.id, { status: 'running', ...choices, done_rows: 0 });
        return held;
      });
      if (!bytes) throw appError('IMPORT_NOT_PREVIEW');
      await applyHeld(db, actor, row.id, bytes, requestId);
    },
    async previewAgain(db, actor, id, choices) {
      const row = await requireOwn(db, actor, id);
      await inTransaction(db, async (tx) => {
        const bytes = await lockImportFile(tx, row.id, ['preview', 'refused']);
        if (!bytes) throw appError('IMPORT_NOT_PREVIEW');
        await updateImport(tx, row.id, { status: 'preview', ...choices });
        await deleteOutcomes(tx, row.id);
        await preview(tx, actor, row.id, bytes);
      });
    },
    async listRows(db, actor, input) {
      const { id } = await requireOwn(db, actor, input.id);
      const { outcome, column, code, value, page, per_page } = input;
      const said = column && code ? { column, message: code, ...(value === undefined ? {} : { value }) } : undefined;
      const [rows, total] = await Promise.all([
        listOutcomes<Finding>(db, id, { outcome, said, limit: per_page, offset: (page - 1) * per_page }),
        countOutcomes(db, id, outcome, said),
      ]);
      return { rows, pagination: toPagination(input, total) };
    },
    async listGroups(db, actor, id) {
      await requireOwn(db, actor, id);
      return listProblemGroups<Finding>(db, id, definition.byValue, MAX_PROBLEM_GROUPS);
    },
    async writeErrors(db, actor, id) {
      await requireOwn(db, actor, id);
      return errorSheet<StoredOutcome<Finding>>({
        t,
        name: `import-${id}-errors`,
        list: (after, limit) => listOutcomes<Finding>(db, id, { outcome: definition.reported, limit, after }),
        numberOf: ({ row_number }) => row_number,
        linesOf: definition.linesOf,
      });
    },
    async listStarted(db, { accountId }, input) {
      const { page, per_page } = input;
      const { rows, total } = await listImports(db, accountId, kind, { limit: per_page, offset: (page - 1) * per_page });
      return { rows, pagination: toPagination(input, total) };
    },
    async planUndo(db, actor, id) {
      const row = await requireOwn(db, actor, id);
      return { row, plan: await planImportUndo(db, actor, row, definition.undo, t) };
    },
    async startUndo(tx, actor, id, requestId) {
      await requireOwn(tx, actor, id);
      await startImportUndo(tx, id, { jobs, requestId, jobKind: definition.undo.jobKind });
      return getImport(tx, id);
    },
  };
}

/** Returns the jobs of one kind of import: applying a long file, and undoing. */
export function importJobs<Finding>(definition: ImportDefinition<Finding>, { db, access }: { db: Db; access: AccessEngine }): JobKind<never>[] {
  return [backgroundImport(definition, { db, access }), importUndoJob({ db, access, right: definition.right, undo: definition.undo })] as JobKind<never>[];
}
