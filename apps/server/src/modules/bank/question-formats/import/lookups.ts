import type { Db } from '../../../../platform/database/index.ts';
import { listOfferedRows, type ReferenceList } from '../../../school/reference/index.ts';
import { NAMED_FIELDS, type NamedField } from '../imported-question.ts';

/** The lists that a question refers to, by the formats' field names. */
const LISTS: Readonly<Record<NamedField, Exclude<ReferenceList, 'schools'>>> = {
  type: 'question_types',
  cluster: 'question_cycles',
  standard: 'standards',
  subject: 'question_subjects',
  grade: 'question_grades',
};

/** The row ids of each list, by field and the key of a name. */
export type Lookups = Readonly<Record<NamedField, { byKey: ReadonlyMap<string, number>; ids: ReadonlySet<number> }>>;

/** Returns the key that spellings of one name share. */
export const toNameKey = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Loads what questions of a school can name. Null: what all schools share. */
export async function loadLookups(db: Db, schoolId: number | null): Promise<Lookups> {
  const lists = await Promise.all(
    NAMED_FIELDS.map(async (field) => {
      const rows = await listOfferedRows(db, LISTS[field], schoolId);
      const byKey = new Map(rows.toReversed().map(({ id, name }) => [toNameKey(name), id])); // the first of several
      return [field, { byKey, ids: new Set(rows.map(({ id }) => id)) }] as const;
    }),
  );
  return Object.fromEntries(lists) as unknown as Lookups;
}

/** Loads the names of each list, for choosing one in a school. Null: those that all schools share. */
export async function loadNames(db: Db, schoolId: number | null): Promise<Readonly<Record<NamedField, readonly { id: number; name: string }[]>>> {
  const lists = await Promise.all(NAMED_FIELDS.map(async (field) => [field, await listOfferedRows(db, LISTS[field], schoolId)] as const));
  return Object.fromEntries(lists) as unknown as Record<NamedField, { id: number; name: string }[]>;
}
