import type { Block, BlockRequest } from '@classwright/contract/core/blocks';
import type { ListEndpoints, ManyDone } from '@classwright/contract/core/list-endpoints';
import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { api } from '../../../base/api.ts';
import { listApi } from '../../../base/list-api.ts';
import type { ListAnswer } from '../../../ui/data-table/index.ts';

/** A row of any list. */
export interface Row {
  id: number;
  created_at: string;
  updated_at: string;
  readonly [field: string]: unknown;
}

export interface RowQuery {
  page: number;
  search_text: string;
  sort?: string | undefined;
  direction?: 'asc' | 'desc' | undefined;
  /** The id of the row that it refers to, or the value of a flag, by field. */
  readonly [filter: string]: unknown;
}

/** The number of rows on a page. */
const PER_PAGE = 25;
export async function loadRows({ path }: ReferenceList, query: RowQuery, signal: AbortSignal): Promise<ListAnswer<Row>> {
  const { data, pagination } = await api<ListEndpoints['list']>('GET', path, { query: { per_page: PER_PAGE, ...query }, signal });
  return { data: data as Row[], pagination };
}

export async function loadBlock({ path }: ReferenceList, query: Omit<RowQuery, 'page'> & Partial<BlockRequest>, signal: AbortSignal): Promise<Block<Row>> {
  return listApi<Block<Row>>('GET', `${path}/blocks`, { query, signal });
}

/** Copies rows that all schools share for the person's school. Returns the copies, and why others were not copied. */
export async function copyRows({ path }: ReferenceList, ids: readonly number[]): Promise<ManyDone> {
  return listApi<ManyDone>('POST', `${path}/copy-many`, { body: { ids } });
}

export async function deleteRow({ path }: ReferenceList, id: number): Promise<string> {
  return (await listApi<{ message: string }>('DELETE', `${path}/:id`, { params: { id } })).message;
}
