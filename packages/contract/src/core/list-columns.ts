import type { ListField } from './list-fields.ts';
import type { ListDeclaration } from './list-declaration.ts';

/** The display of a value: YES/NO, hh:mm AM/PM, a swatch in its pattern, names next to each other. */
export type ColumnShow = 'text' | 'formulas' | 'number' | 'yesNo' | 'date' | 'time' | 'dateTime' | 'colour' | 'names';

export interface ListColumn {
  /** The field's name in rows, also used by `sort`. */
  readonly key: string;
  /** A catalogue key. */
  readonly label: string;
  readonly show: ColumnShow;
  readonly sortable: boolean;
  /** The field it belongs to, or null for columns of every row. */
  readonly field: string | null;
}

const SHOWS: Readonly<Record<ListField['kind'], ColumnShow>> = {
  text: 'text',
  longText: 'text',
  number: 'number',
  flag: 'yesNo',
  date: 'date',
  time: 'time',
  colour: 'colour',
  style: 'text',
  reference: 'text',
  references: 'names',
  fixed: 'text',
};

/** Returns the label of a column next to a reference's name, by its own field key: `email` → 'list.field.email'. */
const labelOfBeside = (key: string): string => `list.field.${key}`;

/**
 * Returns every column a list can show, and those that its table shows. A reference is shown by the name of its target.
 */
export function toColumns({ name, fields, columns, perSchool }: ListDeclaration): { columns: ListColumn[]; known: ListColumn[] } {
  const known: ListColumn[] = Object.entries(fields).flatMap(([field, { kind, label, reference, formulas }]) => {
    const show = formulas ? 'formulas' : SHOWS[kind];
    if (!reference) return [{ key: field, label, show, sortable: true, field }];
    const own = { key: reference.as, label, show, sortable: true, field };
    return [own, ...Object.keys(reference.beside).map((key) => ({ key, label: labelOfBeside(key), show: 'text' as const, sortable: true, field }))];
  });
  for (const key of ['created_at', 'updated_at']) known.push({ key, label: `list.field.${key}`, show: 'dateTime', sortable: true, field: null });
  const named = columns ?? known.filter(({ field }) => field !== null && fields[field]?.setBy === 'caller').map(({ key }) => key);
  const shown = perSchool && columns ? [...named, 'school_name'] : named;
  const picked = shown.map((key) => {
    const column = known.find((candidate) => candidate.key === key);
    if (!column) throw new Error(`the list ${name} has no column ${key}`);
    return column;
  });
  return { columns: picked, known };
}
