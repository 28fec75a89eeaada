/** The selection in the sheet or one-by-one view, by ids. Null: nothing is selected. */
export type Selected =
  | { kind: 'cells'; items: readonly number[]; students: readonly number[] }
  | { kind: 'item'; id: number }
  | { kind: 'student'; id: number }
  | null;
