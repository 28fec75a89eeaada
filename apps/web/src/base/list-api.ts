import { api, type CallOptions } from './api.ts';

interface ListCall extends CallOptions {
  params?: { id: number };
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/**
 * A call of a list that administrators keep, where only the running program knows which list: `api` without the check of
 * path and fields. The caller says what the list's rows are.
 *
 * @throws {ApiError} as `api`
 */
export async function listApi<Answer>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, call: ListCall): Promise<Answer> {
  return (await api(method, path as never, call as never)) as unknown as Answer;
}
