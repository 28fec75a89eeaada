import type { MessageKey, Translate } from '@classwright/contract';
import { listed } from '@classwright/rules/text/bidi';
import type { Tx } from '../../../../platform/database/index.ts';
import type { Person } from '../../../../platform/http/index.ts';
import { eraseUnused, listEraseProblems, listFullNames } from '../../../people/accounts/index.ts';
import { endOf, type ImportUndo } from '../undo-import.ts';
import { listSchoolNames } from './queries.ts';
import { resolutionsOf } from './resolutions.ts';

/** Archives a school that an import created, if it is empty and nobody has changed it since. */
export type DropSchool = (tx: Tx, person: Person, id: number, since: Date, requestId: string) => Promise<void>;

/** Undoes an import of accounts by erasing those that nobody has used. */
export function accountImportUndo({ t, dropSchool }: { t: Translate<MessageKey>; dropSchool: DropSchool }): ImportUndo {
  return {
    jobKind: 'import.account.takeBack',
    judge: (db, person, ids, row) => listEraseProblems(db, person, ids, { since: endOf(row), t }),
    take: (tx, person, ids, row, requestId) => eraseUnused(tx, person, ids, { since: endOf(row), t, requestId, action: 'import.takeBack.account' }),
    async finish(tx, person, row, requestId) {
      for (const id of row.made_school_ids ?? []) await dropSchool(tx, person, id, endOf(row), requestId);
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
