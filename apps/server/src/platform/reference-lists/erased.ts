import type { MessageKey } from '@classwright/contract';
import { AppError, appError } from '../errors.ts';
import { type ErasedRow, insertErased, insertErasedParts, lockErased } from './erased-queries.ts';
import type { AnyRow, ListCall, ListService } from './hooks.ts';
import { eraseRows, listRowsById } from './many-queries.ts';
import { lockTargets } from './write-queries.ts';

/**
 * Brings back rows that were erased within the hour: the same ids, with what went with them. Each that cannot come back
 * is told with the reason: another row took its place, what it names is gone or archived, or this person may not make it.
 * A row that this person would not see counts as one that never was.
 */
export async function restoreErased(
  call: ListCall,
  { list, hooks, t }: ListService,
  ids: readonly number[],
): Promise<{ rows: AnyRow[]; refused: Map<number, AppError> }> {
  const { tx, actor } = call;
  const kept = await lockErased(tx, list, ids);
  const refused = new Map(ids.map((id) => [id, appError('NOT_FOUND')]));
  const visible = hooks.visible?.(actor) ?? 'all';
  const missing = await listMissing(call, { list }, kept);
  const back = new Set(
    await insertErased(
      tx,
      list,
      kept.filter(({ row_id }) => !missing.has(row_id)).map(({ row_id }) => row_id),
    ),
  );
  const rows: AnyRow[] = [];
  const seen = new Map((await listRowsById(tx, list, [...back], visible, false)).map((row) => [row.id, row]));
  for (const { row_id: id, row, erased_by } of kept) {
    const name = String(row[list.naming] ?? `#${id}`);
    const gone = missing.get(id);
    const shown = seen.get(id);
    // of a row that does not stand anywhere, only whoever deleted it or sees every row is told
    const isTold = visible === 'all' || erased_by === actor.accountId;
    if (!shown && !isTold) continue;
    if (gone)
      refused.set(
        id,
        appError(gone.archived ? 'RESTORE_FIRST' : 'RESTORE_GONE', { name, fields: gone.labels.map((label) => t(label as MessageKey)).join(', ') }),
      );
    else if (!back.has(id)) refused.set(id, appError('RESTORE_TAKEN', { name }));
    else if (shown) {
      try {
        await hooks.mayDelete?.(call, shown);
        await hooks.beforeSave?.(call, { before: null, values: row });
        refused.delete(id);
        rows.push(shown);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused.set(id, error);
      }
    }
  }
  const stays = [...back].filter((id) => refused.has(id));
  if (stays.length > 0) await eraseRows(tx, list, stays);
  await insertErasedParts(
    tx,
    list,
    rows.map(({ id }) => id),
  );
  return { rows, refused };
}

/** By row: the fields whose targets are not there, or are archived. What all the others name is held. */
async function listMissing({ tx }: ListCall, { list }: Pick<ListService, 'list'>, kept: readonly ErasedRow[]) {
  const missing = new Map<number, { labels: string[]; archived: boolean }>();
  for (const [name, { label, reference, kind }] of Object.entries(list.fields)) {
    if (!reference || kind !== 'reference') continue;
    const named = [...new Set(kept.flatMap(({ row }) => (typeof row[name] === 'number' ? [row[name]] : [])))];
    if (named.length === 0) continue;
    const there = new Set(await lockTargets(tx, reference, named, 'all'));
    for (const { row_id, row } of kept) {
      const target = row[name];
      if (typeof target !== 'number' || there.has(target)) continue;
      const { labels = [] } = missing.get(row_id) ?? {};
      missing.set(row_id, { labels: [...labels, label], archived: reference.to.archives });
    }
  }
  return missing;
}
