import { useMemo, useState } from 'react';
import { BulkBarLater } from './BulkBarLater.tsx';
import { SelectPage, SelectRow } from './Select.tsx';
import type { RowKey, Selected } from './selection.ts';

/** A selection with its controls in a table. Tables without selection do not load it. */
export interface Selection extends Selected {
  readonly parts: { readonly SelectRow: typeof SelectRow; readonly SelectPage: typeof SelectPage; readonly BulkBar: typeof BulkBarLater };
}
const parts: Selection['parts'] = { SelectRow, SelectPage, BulkBar: BulkBarLater };

interface Kept {
  scope: string;
  keys: ReadonlySet<RowKey>;
  isAll: boolean;
}
const NONE: ReadonlySet<RowKey> = new Set();

/**
 * Returns the selection of one list. `scope` identifies the rows that the list could show (its search and filters, not
 * its page or order). A new scope clears the selection, so that nobody acts on rows that the list no longer shows.
 */
export function useSelection(scope: string): Selection {
  const [kept, setKept] = useState<Kept>({ scope, keys: NONE, isAll: false });
  const now = kept.scope === scope ? kept : { scope, keys: NONE, isAll: false };
  if (now !== kept) setKept(now);
  const { keys, isAll } = now;
  return useMemo(
    () => ({
      parts,
      keys,
      isAll,
      has: (key) => isAll || keys.has(key),
      set(changed, on, rest = []) {
        setKept((before) => {
          const next = new Set(before.isAll ? rest : before.keys);
          for (const key of changed)
            if (on) next.add(key);
            else next.delete(key);
          return { scope, keys: next, isAll: false };
        });
      },
      selectAll: () => setKept({ scope, keys: NONE, isAll: true }),
      clear: () => setKept({ scope, keys: NONE, isAll: false }),
    }),
    [keys, isAll, scope],
  );
}
