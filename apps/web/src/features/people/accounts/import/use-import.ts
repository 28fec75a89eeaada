import { IMPORT_LIMITS } from '@classwright/contract/school/imports/limits';
import { useState } from 'react';
import type { Decision } from '../../../../ui/import/ImportFindings.tsx';
import { isSpreadsheet } from '../../../../ui/import/spreadsheets.ts';
import { useImportRun } from '../../../../ui/import/use-import-run.ts';
import { type Account, applyImport, type Import, type ImportAnswer, type ImportOptions, loadImport, previewImport, resolveImport } from '../calls.ts';
import { t } from '../../../../base/t.ts';

/**
 * Runs one import of accounts from the chosen file to its end. `onImported`: called with the first created accounts.
 */
export function useImport(onImported: (accounts: readonly Account[]) => Promise<void>) {
  const { choose, change, ...run } = useImportRun<Import, ImportAnswer, ImportOptions>({
    wrongWith,
    preview: previewImport,
    apply: applyImport,
    load: loadImport,
    onDone: ({ accounts }) => onImported(accounts),
  });
  const [decisions, setDecisions] = useState<readonly Decision[]>([]);
  return {
    ...run,
    decisions,
    choose(chosen: File | null): Promise<void> {
      setDecisions([]);
      return choose(chosen);
    },
    /** Has the file read again with these decisions. */
    async decide(said: readonly Decision[]): Promise<void> {
      const resolutions = said.map(({ column, value, to }) => ({ column, value, to }));
      if (await change((id, signal) => resolveImport(id, resolutions, signal))) setDecisions(said);
    },
  };
}

/** Returns an error that can be found without the server. */
function wrongWith({ name, size }: File): string | null {
  if (!isSpreadsheet(name)) return t('import.file.not_xlsx');
  if (size === 0) return t('import.file.empty');
  return size > IMPORT_LIMITS.maxFileBytes ? t('import.file.too_large', { max: IMPORT_LIMITS.maxRows }) : null;
}
