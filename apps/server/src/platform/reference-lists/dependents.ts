import type { Dependent, MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../database/index.ts';
import { countPointing, HISTORY, listPointers, type Pointer } from './dependents-queries.ts';

/** A cache: the schema does not change while a process runs. */
const pointersOf = new Map<string, Promise<Pointer[]>>();

function pointersTo(db: Db, table: string): Promise<Pointer[]> {
  const known = pointersOf.get(table);
  if (known) return known;
  const asked = listPointers(db, table);
  pointersOf.set(table, asked);
  asked.catch(() => pointersOf.delete(table));
  return asked;
}

/**
 * Returns the dependents of a row by table, following the database's foreign keys. `toErase`: everything that names it,
 * also archived rows and history, since no name would be left of an erased row.
 */
export async function findDependents(db: Db, table: string, id: number, t: Translate<MessageKey>, { toErase = false } = {}): Promise<Dependent[]> {
  return (await findDependentsOf(db, table, [id], t, { toErase })).get(id) ?? [];
}

/** Returns the dependents of many rows, by row. */
export async function findDependentsOf(
  db: Db,
  table: string,
  ids: readonly number[],
  t: Translate<MessageKey>,
  { toErase = false } = {},
): Promise<Map<number, Dependent[]>> {
  const counts = new Map(ids.map((id) => [id, new Map<string, number>()]));
  const pointers = (await pointersTo(db, table)).filter((one) => toErase || !HISTORY.includes(one.table));
  for (const { pointer, id, count } of await countPointing(db, pointers, ids, { archived: toErase })) {
    const { table: name } = pointers[pointer] as Pointer;
    const ofRow = counts.get(id);
    ofRow?.set(name, (ofRow.get(name) ?? 0) + count);
  }
  const inWordsOf = (name: string, count: number): Dependent => ({
    table: name,
    count,
    words: t(`depends.${name}` as MessageKey, { count }),
  });
  return new Map([...counts].map(([id, ofRow]) => [id, [...ofRow].map(([name, count]) => inWordsOf(name, count))]));
}

/** Returns a text such as "3 assessments, 1 standard and 2 classes". */
export function inWords(dependents: readonly Dependent[], t: Translate<MessageKey>): string {
  const words = dependents.map((dependent) => dependent.words);
  const last = words.pop() ?? '';
  return words.length === 0 ? last : t('depends.and', { first: words.join(', '), last });
}
