import type { MessageKey, Translate } from '@classwright/contract';
import type { ImportDefinition } from '../import-definition.ts';
import { titleOf } from './columns.ts';
import { requireReadable } from './judge-file.ts';
import type { Problem } from './queries.ts';
import { applyAccounts, type ImportMeans, previewAccounts } from './run-import.ts';
import { accountImportUndo, type DropSchool } from './undo-accounts.ts';
import { BY_VALUE, problemInWords } from './views.ts';

/** Describes the import of people from a spreadsheet. A few hundred people or more become a job. */
export function accountImport({ t, dropSchool, ...means }: ImportMeans & { t: Translate<MessageKey>; dropSchool: DropSchool }): ImportDefinition<Problem> {
  return {
    kind: 'account',
    right: 'accounts:create',
    jobKind: 'import.account',
    maxInlineBytes: 48 * 1024,
    refused: 'error.IMPORT_REFUSED',
    unreadable: 'import.file.broken',
    async open(bytes) {
      await requireReadable(bytes);
      return undefined;
    },
    preview: previewAccounts,
    apply: (db, held) => applyAccounts(db, held, means),
    byValue: BY_VALUE,
    reported: 'error',
    linesOf: ({ problems }) => problems.map((problem) => ({ column: titleOf(problem.column), value: problem.value, remedy: problemInWords(problem, t) })),
    undo: accountImportUndo({ t, dropSchool }),
  };
}
