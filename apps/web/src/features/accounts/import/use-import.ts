import { IMPORT_LIMITS } from '@classwright/contract/import-limits';
import { useImportRun } from '../../../ui/import/use-import-run.ts';
import { type Account, applyImport, type Import, type ImportAnswer, type ImportOptions, loadImport, previewImport } from '../calls.ts';
import { t } from '../t.ts';

/** One import of accounts from the chosen file to its end. `onImported`: the first accounts that were made. */
export function useImport(onImported: (accounts: readonly Account[]) => Promise<void>) {
  return useImportRun<Import, ImportAnswer, ImportOptions>({
    wrongWith,
    preview: previewImport,
    apply: applyImport,
    load: loadImport,
    onDone: ({ accounts }) => onImported(accounts),
  });
}

/** What needs no server to be seen. */
function wrongWith({ name, size }: File): string | null {
  if (!name.toLowerCase().endsWith('.xlsx')) return t('import.file.not_xlsx');
  if (size === 0) return t('import.file.empty');
  return size > IMPORT_LIMITS.maxFileBytes ? t('import.file.too_large', { max: IMPORT_LIMITS.maxRows }) : null;
}
