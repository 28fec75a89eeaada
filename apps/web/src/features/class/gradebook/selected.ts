/** What is selected in the sheet, or looked at one by one, by ids. Null: nothing in particular. */
export type Selected =
  | { kind: 'cells'; items: readonly number[]; students: readonly number[] }
  | { kind: 'item'; id: number }
  | { kind: 'student'; id: number }
  | null;
