import { api, type CallOptions } from './api.ts';

interface ListCall extends CallOptions {
  params?: { id: number };
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/**
 * Calls a list that administrators edit, when only the running program knows which list: `api` without the check of
 * path and fields. The caller gives the type of the rows.
 *
 * @throws {ApiError} as `api`
 */
export async function listApi<Answer>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, call: ListCall): Promise<Answer> {
  return (await api(method, path as never, call as never)) as unknown as Answer;
}
