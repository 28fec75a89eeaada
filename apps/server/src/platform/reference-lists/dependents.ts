import type { Dependent, MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../database/index.ts';
import { countPointing, HISTORY, listPointers, type Pointer } from './dependents-queries.ts';

/** The schema does not change while a process runs. */
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
 * What depends on a row, by table, as the database's foreign keys have it. `toErase`: whatever names it at all, archived
 * rows and history too, since of an erased row no name would be left.
 */
export async function findDependents(db: Db, table: string, id: number, t: Translate<MessageKey>, { toErase = false } = {}): Promise<Dependent[]> {
  return (await findDependentsOf(db, table, [id], t, { toErase })).get(id) ?? [];
}

/** Returns the same of many rows, by row. */
export async function findDependentsOf(
  db: Db,
  table: string,
  ids: readonly number[],
  t: Translate<MessageKey>,
  { toErase = false } = {},
): Promise<Map<number, Dependent[]>> {
  const counts = new Map(ids.map((id) => [id, new Map<string, number>()]));
  for (const pointer of await pointersTo(db, table)) {
    if (!toErase && HISTORY.includes(pointer.table)) continue;
    for (const { id, count } of await countPointing(db, pointer, ids, { archived: toErase })) {
      const ofRow = counts.get(id);
      ofRow?.set(pointer.table, (ofRow.get(pointer.table) ?? 0) + count);
    }
  }
  const inWordsOf = (name: string, count: number): Dependent => ({
    table: name,
    count,
    words: t(`depends.${name}` as MessageKey, { count }),
  });
  return new Map([...counts].map(([id, ofRow]) => [id, [...ofRow].map(([name, count]) => inWordsOf(name, count))]));
}

/** "3 assessments, 1 standard and 2 classes". */
export function inWords(dependents: readonly Dependent[], t: Translate<MessageKey>): string {
  const words = dependents.map((dependent) => dependent.words);
  const last = words.pop() ?? '';
  return words.length === 0 ? last : t('depends.and', { first: words.join(', '), last });
}
