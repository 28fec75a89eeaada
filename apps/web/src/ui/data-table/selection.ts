export type RowKey = string | number;

/** The selection in a list: some rows, on any pages, or everything that its search finds. */
export interface Selected {
  readonly keys: ReadonlySet<RowKey>;
  /** True when everything found is selected, including rows that were never on a page; `keys` is then empty. */
  readonly isAll: boolean;
  has: (key: RowKey) => boolean;
  /** Selects or deselects rows. Deselecting one out of "everything" keeps the others of its page: `rest`. */
  set: (keys: readonly RowKey[], on: boolean, rest?: readonly RowKey[]) => void;
  selectAll: () => void;
  clear: () => void;
}
