import { useMemo, useState } from 'react';

export type RowKey = string | number;

/** What is selected in a list: some rows, on whichever pages, or everything that its search finds. */
export interface Selection {
  readonly keys: ReadonlySet<RowKey>;
  /** Everything that is found, also what was never on a page; `keys` is empty then. */
  readonly isAll: boolean;
  has: (key: RowKey) => boolean;
  /** Selects or leaves out rows. Leaving one out of "everything" keeps the others of its page: `rest`. */
  set: (keys: readonly RowKey[], on: boolean, rest?: readonly RowKey[]) => void;
  selectAll: () => void;
  clear: () => void;
}

interface Kept {
  scope: string;
  keys: ReadonlySet<RowKey>;
  isAll: boolean;
}
const NONE: ReadonlySet<RowKey> = new Set();

/**
 * The selection of one list. `scope` says which rows the list could show (its search and filters, not its page or
 * order): with another scope nothing is selected any more, so that nobody acts on rows that the list no longer shows.
 */
export function useSelection(scope: string): Selection {
  const [kept, setKept] = useState<Kept>({ scope, keys: NONE, isAll: false });
  const now = kept.scope === scope ? kept : { scope, keys: NONE, isAll: false };
  if (now !== kept) setKept(now);
  const { keys, isAll } = now;
  return useMemo(
    () => ({
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
