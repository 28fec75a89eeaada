import { importList, importUndo, importUndoPreview, type MessageKey, type Translate } from '@classwright/contract';
import { listed } from '@classwright/rules/text/bidi';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation, type Person } from '../../../platform/http/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { eraseUnused, listEraseProblems, listFullNames } from '../../people/accounts/index.ts';
import { findImport, getImport, type ImportRow, listImports, listSchoolNames } from './queries.ts';
import { resolutionsOf } from './resolutions.ts';
import { startImportUndo, planImportUndo, type ImportUndoActions } from './undo-import.ts';
import { toImportView } from './views.ts';

/** Archives a school that an import created, if it is empty and nobody has changed it since. */
export type DropSchool = (tx: Tx, person: Person, id: number, since: Date, requestId: string) => Promise<void>;

/** Undoes an import of accounts by erasing those that nobody has used. */
export function accountImportUndo({ t, dropSchool }: { t: Translate<MessageKey>; dropSchool: DropSchool }): ImportUndoActions {
  /** Returns the time when the import ended; until then everything was as it had created it. */
  const since = ({ finished_at, created_at }: ImportRow): Date => finished_at ?? created_at;
  return {
    kind: 'account',
    jobKind: 'import.account.takeBack',
    right: 'accounts:create',
    t,
    judge: (db, person, ids, row) => listEraseProblems(db, person, ids, { since: since(row), t }),
    take: (tx, person, ids, row, requestId) => eraseUnused(tx, person, ids, { since: since(row), t, requestId, action: 'import.takeBack.account' }),
    async finish(tx, person, row, requestId) {
      for (const id of row.made_school_ids ?? []) await dropSchool(tx, person, id, since(row), requestId);
    },
    names: listFullNames,
    async remarks(db, row) {
      const schools = await listSchoolNames(db, row.made_school_ids ?? []);
      const isUnknown = row.made_school_ids === null && resolutionsOf(row).some(({ to }) => to === 'create');
      return [
        t('takeBack.remark.account'),
        ...(row.existing_count > 0 ? [t('takeBack.remark.existing')] : []),
        ...(schools.length > 0 ? [t('takeBack.remark.schools', { names: listed(schools) })] : []),
        ...(isUnknown ? [t('takeBack.remark.schoolsUnknown')] : []),
      ];
    },
  };
}

/** Implements reading one's own imports of accounts, and undoing one. */
export function implementAccountImportUndo({ jobs, ...dependencies }: { t: Translate<MessageKey>; jobs: Jobs; dropSchool: DropSchool }): Implementation[] {
  const { t } = dependencies;
  const means = accountImportUndo(dependencies);
  return [
    implement(importList, async ({ tx, actor, input }) => {
      const { page, per_page } = input;
      const { rows, total } = await listImports(tx, actor.accountId, 'account', { limit: per_page, offset: (page - 1) * per_page });
      return { data: rows.map((row) => toImportView(row, t)), pagination: toPagination(input, total) };
    }),
    implement(importUndoPreview, async ({ tx, actor, input }) => {
      const row = await findImport(tx, input.id, actor.accountId, 'account');
      if (!row) throw appError('NOT_FOUND');
      return { import: toImportView(row, t), plan: await planImportUndo(tx, actor, row, means) };
    }),
    implement(importUndo, async ({ tx, actor, input, requestId }) => {
      await startImportUndo(tx, actor, input.id, { jobs, requestId, kind: means.kind, jobKind: means.jobKind });
      const row = await getImport(tx, input.id);
      return { import: toImportView(row, t), message: t('takeBack.begun', { file: row.file_name }) };
    }),
  ];
}
