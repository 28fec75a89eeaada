import type { ManyDone, ManyMade } from '@classwright/contract/core/list-endpoints';
import { MAX_ROWS_PER_CALL } from '@classwright/contract/core/max-rows';
import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { listApi } from '../../../../base/list-api.ts';
import { loadRows, type Row, type RowQuery } from '../list-calls.ts';

export type Refused = ManyDone['refused'][number];
export interface Outcome {
  ids: number[];
  refused: Refused[];
}

/** Creates rows from lines, or previews the result. */
export async function createMany({ path }: ReferenceList, rows: readonly Readonly<Record<string, string>>[], preview: boolean): Promise<ManyMade> {
  return listApi<ManyMade>('POST', `${path}/many`, { body: { rows, preview } });
}

/**
 * Deletes or restores rows, in batches of the server's maximum. If a later call fails, earlier batches stay done:
 * `outcome` holds them.
 */
export async function runMany(
  { path }: ReferenceList,
  verb: 'delete' | 'restore',
  ids: readonly number[],
  outcome: Outcome,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  for (let at = 0; at < ids.length; at += MAX_ROWS_PER_CALL) {
    const some = ids.slice(at, at + MAX_ROWS_PER_CALL);
    const done = await listApi<ManyDone>('POST', `${path}/${verb}-many`, { body: { ids: some } });
    outcome.ids.push(...done.ids);
    outcome.refused.push(...done.refused);
    onProgress(at + some.length);
  }
}

/** Returns the ids of all rows that a search finds. */
export async function loadFoundIds(list: ReferenceList, query: RowQuery): Promise<number[]> {
  const { data } = await loadRows(list, { ...query, page: 1, per_page: 0 }, new AbortController().signal);
  return data.map(({ id }: Row) => id);
}
