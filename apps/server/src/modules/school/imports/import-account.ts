import { importAccount, importApply, type ImportResolution, importResolve, type MessageKey, packMessage, type Translate } from '@classwright/contract';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { AppError, appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { IMPORT_JOB } from './job.ts';
import { requireReadable } from './judge-file.ts';
import { loadCreatedAccountViews } from './present-accounts.ts';
import { mayCreateSchools } from './lookups.ts';
import { deleteOutcomes, findImport, getImport, lockImportFile, insertImport, updateImport } from './queries.ts';
import { resolutionsOf } from './resolutions.ts';
import { applyImport, type ImportMeans, previewImport } from './run-import.ts';
import { toImportView } from './views.ts';

/**
 * The largest file that is processed within the request; a longer one, with a few hundred people or more, becomes a
 * job.
 */
const INLINE_BYTES = 48 * 1024;

export interface ImportDependencies extends ImportMeans {
  t: Translate<MessageKey>;
  jobs: Jobs;
}

interface Application {
  importId: number;
  bytes: Buffer;
  fileName: string;
  isPartial: boolean;
  sendsLinks: boolean;
  resolutions: readonly ImportResolution[];
  requestId: string;
}

/** Implements uploading a list of people, as a preview or to apply it, and applying a preview. */
export function implementImportAccount({ t, jobs, ...means }: ImportDependencies): Implementation[] {
  async function apply(db: Db, actor: Actor, application: Application) {
    const { importId, bytes, requestId } = application;
    if (bytes.length > INLINE_BYTES) {
      await inTransaction(db, async (tx) => {
        await updateImport(tx, importId, { status: 'waiting' });
        await jobs.enqueue(tx, IMPORT_JOB, [{ import_id: importId, request_id: requestId }], { requestId });
      });
      return answer(db, importId);
    }
    const outcome = await applyImport(db, { ...application, person: actor }, means).catch(async (error: unknown) => {
      await updateImport(db, importId, { status: 'preview' }); // nothing of it was kept: it can be tried again
      throw error;
    });
    if (outcome === 'refused') await refuse(db, importId);
    return answer(db, importId);
  }

  async function refuse(db: Db, importId: number): Promise<never> {
    const { error_count: errors, total_rows: total } = await getImport(db, importId);
    const params = { import_id: importId, errors, total };
    throw new AppError('IMPORT_REFUSED', params, { file: [packMessage('error.IMPORT_REFUSED', { errors, total })] });
  }

  async function answer(db: Db, importId: number) {
    const row = await getImport(db, importId);
    const view = toImportView(row, t);
    return { import: view, accounts: await loadCreatedAccountViews(db, importId), message: view.message ?? t('import.started', { file: row.file_name }) };
  }

  return [
    implement(importAccount, async ({ tx: db, actor, input, files: [file], requestId }) => {
      await requireReadable(file.bytes);
      const isPreview = input.mode === 'preview';
      const importId = await inTransaction(db, async (tx) => {
        const values = {
          account_id: actor.accountId,
          kind: 'account' as const,
          file_name: file.name,
          file: file.bytes,
          status: 'preview' as const,
          is_partial: input.partial,
          sends_links: input.send_links,
        };
        const id = await insertImport(tx, values);
        if (isPreview) await previewImport(tx, { importId: id, bytes: file.bytes, person: actor, resolutions: [] });
        return id;
      });
      if (isPreview) return answer(db, importId);
      const { partial: isPartial, send_links: sendsLinks } = input;
      return apply(db, actor, { importId, bytes: file.bytes, fileName: file.name, isPartial, sendsLinks, resolutions: [], requestId });
    }),
    implement(importApply, async ({ tx: db, actor, input, requestId }) => {
      const row = await findImport(db, input.id, actor.accountId, 'account');
      if (!row) throw appError('NOT_FOUND');
      const bytes = await inTransaction(db, async (tx) => {
        const held = await lockImportFile(tx, row.id, ['preview', 'refused']);
        if (held) await updateImport(tx, row.id, { status: 'running', is_partial: input.partial, sends_links: input.send_links, done_rows: 0 });
        return held;
      });
      if (!bytes) throw appError('IMPORT_NOT_PREVIEW');
      const { partial: isPartial, send_links: sendsLinks } = input;
      return apply(db, actor, { importId: row.id, bytes, fileName: row.file_name, isPartial, sendsLinks, resolutions: resolutionsOf(row), requestId });
    }),
    implement(importResolve, async ({ tx: db, actor, input }) => {
      const row = await findImport(db, input.id, actor.accountId, 'account');
      if (!row) throw appError('NOT_FOUND');
      const { resolutions } = input;
      if (resolutions.some(({ column, to, value }) => to === 'create' && (column !== 'school' || value.trim() === '')))
        throw fieldError('resolutions', 'import.resolution.invalid');
      if (resolutions.some(({ to }) => to === 'create') && !mayCreateSchools(actor)) throw fieldError('resolutions', 'import.resolution.mayNotCreate');
      await inTransaction(db, async (tx) => {
        const bytes = await lockImportFile(tx, row.id, ['preview', 'refused']);
        if (!bytes) throw appError('IMPORT_NOT_PREVIEW');
        await updateImport(tx, row.id, { status: 'preview', options: JSON.stringify({ resolutions }) });
        await deleteOutcomes(tx, row.id);
        await previewImport(tx, { importId: row.id, bytes, person: actor, resolutions });
      });
      return answer(db, row.id);
    }),
  ];
}
