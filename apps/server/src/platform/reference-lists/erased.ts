import type { MessageKey } from '@classwright/contract';
import { AppError, appError } from '../errors.ts';
import { type ErasedRow, insertErased, insertErasedParts, lockErased } from './erased-queries.ts';
import type { AnyRow, ListCall, ListService } from './hooks.ts';
import { eraseRows, listRowsById } from './many-queries.ts';
import { lockTargets } from './write-queries.ts';

/**
 * Restores rows that were erased within the hour: with the same ids and everything deleted with them. Each row that
 * cannot be restored is reported with the reason: another row took its place, something it names is gone or archived,
 * or this person may not create it. A row that this person could not see counts as never existing.
 */
export async function restoreErased(
  call: ListCall,
  { list, hooks, t }: ListService,
  ids: readonly number[],
): Promise<{ rows: AnyRow[]; refused: Map<number, AppError> }> {
  const { tx, actor } = call;
  const visible = hooks.visible?.(actor) ?? 'all';
  const kept = await lockErased(tx, list, ids, visible);
  const refused = new Map(ids.map((id) => [id, appError('NOT_FOUND')]));
  const missing = await listMissing(call, { list }, kept);
  const back = new Set(
    await insertErased(
      tx,
      list,
      kept.filter(({ row_id, is_visible }) => is_visible && !missing.has(row_id)).map(({ row_id }) => row_id),
    ),
  );
  const rows: AnyRow[] = [];
  const seen = new Map((await listRowsById(tx, list, [...back], visible, false)).map((row) => [row.id, row]));
  for (const { row_id: id, row, erased_by, is_visible } of kept) {
    const name = String(row[list.naming] ?? `#${id}`);
    const gone = missing.get(id);
    const shown = seen.get(id);
    // A row that exists nowhere is only reported to the person who deleted it or can see every row.
    const isTold = is_visible && (visible === 'all' || erased_by === actor.accountId);
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

/** Returns the fields of each row whose targets are gone or archived. The targets of all others are locked. */
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
