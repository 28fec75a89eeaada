export type RowKey = string | number;

/** What is selected in a list: some rows, on whichever pages, or everything that its search finds. */
export interface Selected {
  readonly keys: ReadonlySet<RowKey>;
  /** Everything that is found, also what was never on a page; `keys` is empty then. */
  readonly isAll: boolean;
  has: (key: RowKey) => boolean;
  /** Selects or leaves out rows. Leaving one out of "everything" keeps the others of its page: `rest`. */
  set: (keys: readonly RowKey[], on: boolean, rest?: readonly RowKey[]) => void;
  selectAll: () => void;
  clear: () => void;
}
